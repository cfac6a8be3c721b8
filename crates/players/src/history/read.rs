//! Reading: lists of games, single games, and the records of a setup.

use super::log::find_setup;
use super::{Error, History, Setup, Stat};
use outplay_board::InputError;
use rusqlite::{Row, ToSql};

/// Which games are meant; everything that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The name of the game.
    pub game: Option<String>,
    /// The board as its user called it.
    pub board: Option<String>,
    /// Somebody who played, on either side: all of what was typed, or up to its colon.
    pub player: Option<String>,
}

impl Filter {
    /// The condition on `games g JOIN setups s`, and what its places hold.
    pub(crate) fn condition(&self) -> (String, Vec<&dyn ToSql>) {
        let mut condition = "1".to_owned();
        let mut values: Vec<&dyn ToSql> = Vec::new();
        let parts = [
            (&self.game, "s.game = ?"),
            (&self.board, "g.board = ?"),
            (
                &self.player,
                "? IN (g.first, g.second, substr(g.first, 1, instr(g.first || ':', ':') - 1), substr(g.second, 1, instr(g.second || ':', ':') - 1))",
            ),
        ];
        for (value, part) in parts {
            if let Some(value) = value {
                condition += " AND ";
                condition += part;
                values.push(value);
            }
        }
        (condition, values)
    }
}

/// A game of the log without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number in the file.
    pub id: i64,
    /// When it ended: `2013-05-24T08:15:00Z`.
    pub when: String,
    /// The name of the game.
    pub game: String,
    /// The board as its user called it.
    pub board: String,
    /// The parameters as a JSON object.
    pub parameters: String,
    /// What the first and the second side are called.
    pub sides: [String; 2],
    /// Who played them.
    pub players: [String; 2],
    /// The seed of its match.
    pub seed: u64,
    /// Its number in the match.
    pub number: u64,
    /// Which side won; nobody in a draw.
    pub winner: Option<String>,
    /// How many moves it had.
    pub moves: u64,
}

/// A move of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moved.
    pub mover: String,
    /// The move as it was made.
    pub mv: String,
    /// The position before, up to symmetry.
    pub position: String,
    /// The position after, up to symmetry.
    pub child: String,
    /// How the game ended for the mover: 1 won, 0 drawn, −1 lost.
    pub result: i64,
}

/// A game of the log with everything that is needed to replay it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// What a list says about it.
    pub summary: Summary,
    /// On what it was played.
    pub setup: Setup,
    /// The position at its start, as it stood.
    pub start: String,
    /// Its moves.
    pub moves: Vec<Move>,
}

const COLUMNS: &str =
    "g.id, strftime('%Y-%m-%dT%H:%M:%SZ', g.finished, 'unixepoch'), s.game, g.board, s.parameters,
    s.first, s.second, g.first, g.second, g.seed, g.number, g.winner, g.moves";

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get(0)?,
        when: row.get::<_, Option<String>>(1)?.unwrap_or_default(),
        game: row.get(2)?,
        board: row.get(3)?,
        parameters: row.get(4)?,
        sides: [row.get(5)?, row.get(6)?],
        players: [row.get(7)?, row.get(8)?],
        seed: row.get::<_, i64>(9)? as u64,
        number: row.get::<_, i64>(10)? as u64,
        winner: row.get(11)?,
        moves: row.get::<_, i64>(12)?.max(0) as u64,
    })
}

fn record<'a>(row: &'a Row<'_>) -> rusqlite::Result<(&'a str, &'a str, Stat)> {
    let number = |i| row.get(i).map(|n: i64| n.max(0) as u64);
    let stat = Stat {
        tries: number(2)?,
        wins: number(3)?,
        draws: number(4)?,
    };
    let [position, child] = [row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?];
    Ok((position, child, stat))
}

impl History {
    /// Hands the games that are meant to `each`, or the `last` so many of them, in the
    /// order of their numbers, as they were when this began. Ends when `each` fails.
    ///
    /// # Errors
    /// The file cannot be read, or what `each` says.
    pub fn games<E: From<Error>>(
        &self,
        filter: &Filter,
        last: Option<u64>,
        mut each: impl FnMut(Summary) -> Result<(), E>,
    ) -> Result<(), E> {
        let (condition, mut values) = filter.condition();
        let last = last.map_or(-1, |n| i64::try_from(n).unwrap_or(-1));
        values.push(&last);
        let query = format!(
            "SELECT {COLUMNS} FROM games g JOIN setups s ON s.id = g.setup WHERE g.id IN
                (SELECT g.id FROM games g JOIN setups s ON s.id = g.setup WHERE {condition} ORDER BY g.id DESC LIMIT ?)
             ORDER BY g.id"
        );
        let mut statement = self.db.prepare(&query).map_err(|e| self.error(&e))?;
        let mut rows = statement.query(&values[..]).map_err(|e| self.error(&e))?;
        while let Some(row) = rows.next().map_err(|e| self.error(&e))? {
            each(summary(row).map_err(|e| self.error(&e))?)?;
        }
        Ok(())
    }

    /// How many games are meant.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn count(&self, filter: &Filter) -> Result<u64, Error> {
        let (condition, values) = filter.condition();
        let query = format!(
            "SELECT count(*) FROM games g JOIN setups s ON s.id = g.setup WHERE {condition}"
        );
        let count = self
            .db
            .query_row(&query, &values[..], |row| row.get::<_, i64>(0));
        Ok(count.map_err(|e| self.error(&e))?.max(0) as u64)
    }

    /// The moves of a game, in order.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn moves(&self, id: i64) -> Result<Vec<Move>, Error> {
        let read = || {
            let mut statement = self.db.prepare_cached(
                "SELECT m.mover, m.move, p.position, c.position, m.result FROM moves m
                 JOIN positions p ON p.id = m.position JOIN positions c ON c.id = m.child
                 WHERE m.game = ? ORDER BY m.number",
            )?;
            let rows = statement.query_map([id], |row| {
                Ok(Move {
                    mover: row.get(0)?,
                    mv: row.get(1)?,
                    position: row.get(2)?,
                    child: row.get(3)?,
                    result: row.get(4)?,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<Move>>>()
        };
        read().map_err(|error| self.error(&error))
    }

    /// The game with a number.
    ///
    /// # Errors
    /// There is no such game, or the file cannot be read.
    pub fn game(&self, id: i64) -> Result<Logged, Error> {
        let query = format!(
            "SELECT {COLUMNS}, s.board, s.names, g.start
             FROM games g JOIN setups s ON s.id = g.setup WHERE g.id = ?"
        );
        // One moment for the game and its moves, whoever prunes meanwhile.
        let moment = self.db.unchecked_transaction();
        let _moment = moment.map_err(|error| self.error(&error))?;
        let found = self.db.query_row(&query, [id], |row| {
            let summary = summary(row)?;
            Ok(Logged {
                setup: Setup {
                    game: summary.game.clone(),
                    board: row.get(13)?,
                    names: row.get(14)?,
                    parameters: summary.parameters.clone(),
                    sides: summary.sides.clone(),
                },
                start: row.get(15)?,
                summary,
                moves: Vec::new(),
            })
        });
        let mut logged = match found {
            Ok(logged) => logged,
            Err(rusqlite::Error::QueryReturnedNoRows) => return Err(self.no_such_game(id)),
            Err(error) => return Err(self.error(&error)),
        };
        logged.moves = self.moves(id)?;
        Ok(logged)
    }

    fn no_such_game(&self, id: i64) -> Error {
        let ends = self
            .db
            .query_row("SELECT min(id), max(id) FROM games", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            });
        let expected = match ends {
            Ok((Some(first), Some(last))) => {
                let (first, last): (i64, i64) = (first, last);
                format!("a number of the list, from {first} to {last}")
            }
            _ => "none, because the history is empty".to_owned(),
        };
        let error = InputError::found(format_args!("game number {id}"), expected);
        Error::Input(error.in_source(self.path.as_str()))
    }

    /// Hands the records of a setup to `each` as (position, child, record), at most
    /// `most` of them, the most tried ones.
    ///
    /// # Errors
    /// The file cannot be read, or what `each` says.
    pub fn records<E: From<Error>>(
        &self,
        setup: &Setup,
        most: u64,
        mut each: impl FnMut(&str, &str, Stat) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(id) = find_setup(&self.db, setup).map_err(|e| self.error(&e))? else {
            return Ok(());
        };
        let mut statement = self
            .db
            .prepare(
                "SELECT p.position, c.position, r.tries, r.wins, r.draws FROM positions p
                 JOIN records r ON r.position = p.id JOIN positions c ON c.id = r.child
                 WHERE p.setup = ?1 ORDER BY r.tries DESC, p.position, c.position LIMIT ?2",
            )
            .map_err(|e| self.error(&e))?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut rows = statement.query([id, most]).map_err(|e| self.error(&e))?;
        while let Some(row) = rows.next().map_err(|e| self.error(&e))? {
            let (position, child, stat) = record(row).map_err(|e| self.error(&e))?;
            each(position, child, stat)?;
        }
        Ok(())
    }
}
