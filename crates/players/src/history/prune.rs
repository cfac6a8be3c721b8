//! Forgetting: games leave the log and the records together.

use super::{Error, Filter, History};

/// Which games go: those of `of` that are not among the latest `keep` of them and
/// ended before `before`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prune {
    /// The games that are looked at.
    pub of: Filter,
    /// How many of these stay in any case.
    pub keep: u64,
    /// Seconds since 1970; later games stay.
    pub before: Option<u64>,
}

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Games that went.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// Games that are left.
    pub left: u64,
    /// Bytes of the file before and after.
    pub bytes: [u64; 2],
}

impl History {
    /// Forgets games and gives their room back to the file system. Where another
    /// program is reading all the while, the room is kept for later games instead.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn prune(&mut self, prune: &Prune) -> Result<Pruned, Error> {
        let before = self.bytes()?;
        let (condition, mut values) = prune.of.condition();
        let keep = i64::try_from(prune.keep).unwrap_or(i64::MAX);
        let latest = prune.before.map_or(i64::MAX, |seconds| seconds as i64);
        values.push(&keep);
        values.push(&latest);
        let choose = format!(
            "INSERT INTO doomed SELECT id FROM (SELECT g.id, g.finished FROM games g
             JOIN setups s ON s.id = g.setup WHERE {condition} ORDER BY g.id DESC LIMIT -1 OFFSET ?)
             WHERE finished < ?"
        );
        let mut pruned = self.write(|db| {
            db.execute_batch(
                "CREATE TEMP TABLE IF NOT EXISTS doomed (id INTEGER PRIMARY KEY);
                 DELETE FROM doomed;",
            )?;
            let games = db.execute(&choose, &values[..])?;
            db.execute_batch(
                "UPDATE records SET tries = records.tries - gone.tries,
                     wins = records.wins - gone.wins, draws = records.draws - gone.draws
                 FROM (SELECT position, child, count(*) AS tries, sum(result = 1) AS wins,
                         sum(result = 0) AS draws
                     FROM doomed JOIN moves ON moves.game = doomed.id GROUP BY position, child) AS gone
                 WHERE records.position = gone.position AND records.child = gone.child;
                 DELETE FROM records WHERE tries <= 0;",
            )?;
            let moves = db.execute("DELETE FROM moves WHERE game IN doomed", [])?;
            db.execute_batch(
                "DELETE FROM games WHERE id IN doomed;
                 DELETE FROM setups WHERE id NOT IN (SELECT setup FROM games);
                 DELETE FROM positions WHERE id NOT IN
                     (SELECT position FROM records UNION SELECT child FROM records);
                 DELETE FROM doomed;",
            )?;
            let left: i64 = db.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
            Ok(Pruned {
                games: games as u64,
                moves: moves as u64,
                left: left as u64,
                bytes: [before; 2],
            })
        })?;
        if pruned.games > 0 {
            // Nobody is kept waiting for tidiness.
            let _ = self.db.execute_batch("VACUUM");
            let _ = self
                .db
                .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
        pruned.bytes[1] = self.bytes()?;
        Ok(pruned)
    }

    fn bytes(&self) -> Result<u64, Error> {
        let pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let bytes = self.db.query_row(pages, [], |row| row.get::<_, i64>(0));
        Ok(bytes.map_err(|e| self.error(&e))?.max(0) as u64)
    }
}
