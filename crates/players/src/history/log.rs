//! Writing: games go to the log and into the records together.

use super::{Error, History, Setup};
use outplay_board::InputError;
use rusqlite::{Transaction, params};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The board as its user called it.
    pub board: String,
    /// Who played the first and the second side.
    pub players: [String; 2],
    /// The seed of its match.
    pub seed: u64,
    /// Its number in the match.
    pub number: u64,
    /// The position at its start, as it stood.
    pub start: String,
    /// Which side won, 0 or 1; nobody in a draw.
    pub winner: Option<usize>,
    /// When it ended, in seconds since 1970.
    pub when: u64,
    /// Its moves.
    pub steps: Vec<Step>,
}

/// A move of a game, with the positions before and after it up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position before.
    pub position: String,
    /// The position after.
    pub child: String,
    /// Which side moved, 0 or 1.
    pub mover: usize,
    /// The move as it was made.
    pub mv: String,
}

/// The longest text that is kept of anything: boards of thousands of vertices fit.
const LONGEST: usize = 1 << 20;

impl History {
    /// Adds games to the log and to the records, all of them or none. Gives the
    /// numbers of the games.
    ///
    /// # Errors
    /// The file cannot be written, or a text is longer than a million bytes.
    pub fn record(
        &mut self,
        setup: &Setup,
        games: &[Finished],
    ) -> Result<RangeInclusive<i64>, Error> {
        let texts = [&setup.board, &setup.names, &setup.parameters];
        let starts = games.iter().map(|game| &game.start);
        if texts.into_iter().chain(starts).any(|t| t.len() > LONGEST) {
            let error = InputError::new(format!(
                "the board is too large for a history: expected at most {LONGEST} bytes of text"
            ));
            return Err(Error::Input(error.in_source(self.path.as_str())));
        }
        self.write(|db| {
            let setup_id = intern_setup(db, setup)?;
            let mut positions = HashMap::new();
            let mut records = HashMap::new();
            let mut last = 0;
            for game in games {
                last = insert(db, setup_id, setup, game, &mut positions, &mut records)?;
            }
            let mut add = db.prepare_cached(
                "INSERT INTO records (position, child, tries, wins, draws) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT DO UPDATE SET tries = tries + excluded.tries,
                     wins = wins + excluded.wins, draws = draws + excluded.draws",
            )?;
            for ((position, child), [tries, wins, draws]) in records {
                add.execute([position, child, tries, wins, draws])?;
            }
            Ok(last + 1 - games.len() as i64..=last)
        })
    }
}

pub(crate) fn find_setup(
    db: &rusqlite::Connection,
    setup: &Setup,
) -> rusqlite::Result<Option<i64>> {
    use rusqlite::OptionalExtension;
    db.prepare_cached(
        "SELECT id FROM setups WHERE game = ?1 AND parameters = ?2 AND board = ?3 AND names = ?4",
    )?
    .query_row(
        [&setup.game, &setup.parameters, &setup.board, &setup.names],
        |row| row.get(0),
    )
    .optional()
}

fn intern_setup(db: &Transaction<'_>, setup: &Setup) -> rusqlite::Result<i64> {
    if let Some(id) = find_setup(db, setup)? {
        return Ok(id);
    }
    db.execute(
        "INSERT INTO setups (game, board, names, parameters, first, second) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        [
            &setup.game,
            &setup.board,
            &setup.names,
            &setup.parameters,
            &setup.sides[0],
            &setup.sides[1],
        ],
    )?;
    Ok(db.last_insert_rowid())
}

type Positions<'a> = HashMap<&'a str, i64>;
/// Tries, wins and draws by the numbers of the two positions.
type Records = HashMap<(i64, i64), [i64; 3]>;

fn insert<'a>(
    db: &Transaction<'_>,
    setup_id: i64,
    setup: &Setup,
    game: &'a Finished,
    positions: &mut Positions<'a>,
    records: &mut Records,
) -> rusqlite::Result<i64> {
    db.prepare_cached(
        "INSERT INTO games (setup, board, first, second, seed, number, start, winner, moves, finished)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        setup_id,
        game.board,
        game.players[0],
        game.players[1],
        game.seed as i64,
        game.number as i64,
        game.start,
        game.winner.map(|side| &setup.sides[side]),
        game.steps.len() as i64,
        game.when as i64,
    ])?;
    let id = db.last_insert_rowid();
    let mut add = db.prepare_cached(
        "INSERT INTO moves (game, number, position, child, mover, move, result)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    for (step, number) in game.steps.iter().zip(1..) {
        let position = intern(db, setup_id, &step.position, positions)?;
        let child = intern(db, setup_id, &step.child, positions)?;
        let result: i64 = match game.winner {
            None => 0,
            Some(winner) if winner == step.mover => 1,
            Some(_) => -1,
        };
        let mover = &setup.sides[step.mover];
        add.execute(params![id, number, position, child, mover, step.mv, result])?;
        let record = records.entry((position, child)).or_default();
        record[0] += 1;
        record[1] += i64::from(result == 1);
        record[2] += i64::from(result == 0);
    }
    Ok(id)
}

fn intern<'a>(
    db: &Transaction<'_>,
    setup: i64,
    position: &'a str,
    known: &mut Positions<'a>,
) -> rusqlite::Result<i64> {
    if let Some(&id) = known.get(position) {
        return Ok(id);
    }
    // The update that changes nothing makes the number of a known position come back.
    let id = db
        .prepare_cached(
            "INSERT INTO positions (setup, position) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET setup = setup RETURNING id",
        )?
        .query_row(params![setup, position], |row| row.get(0))?;
    known.insert(position, id);
    Ok(id)
}
