//! `smart`: plays the move with the best record, and tries the rarely tried.
//!
//! For every position it knows how often each move was made in it, and how often
//! its maker won. Positions are taken up to symmetry and the names of colours, and a
//! move is known by the position it leads to, so symmetric moves share their record.
//! It learns from every game it sees, its own and others', and from both sides of it.
//!
//! Of a position that was met N times, a move that was made n times, with w wins and d
//! draws of its maker, is worth
//!
//! > (w + d/2 + 1/2) / (n + 1) + C · √(ln(N + 1) / (n + 1))
//!
//! The first part is the share of wins as if one half had been known before: an
//! untried move counts as even, neither as won nor as lost. The second is the usual
//! bonus for what is uncertain (UCB1). With C = 0 it never explores beyond that.
//! Equally good moves are chosen from at random, so without records it plays like `random`.
//!
//! What it knows at the beginning comes from a history file; it never writes to it.
//! That, and learning between rounds only, makes a match repeatable: games that others
//! add to the file meanwhile are known to the next match.

use crate::r#match::Played;
use crate::roster::Resources;
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{InputError, shortened};
use outplay_games::{AnyGame, AnyMove, AnyPosition};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a move fared, for the player who made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// How often it was made.
    pub tries: u64,
    /// How often its maker won.
    pub wins: u64,
    /// How often nobody did.
    pub draws: u64,
}

/// C, where nothing else is said.
pub const EXPLORE: f64 = 0.5;
const MOST_EXPLORE: f64 = 100.0;

/// Is this the name of a smart player?
pub(crate) fn is_meant(text: &str) -> bool {
    text == "smart" || text.starts_with("smart:") || text.starts_with("smart,")
}

/// The smart player that `text` names.
pub(crate) fn prepare<'a>(
    text: &str,
    game: &'a dyn AnyGame,
    resources: Resources<'_>,
) -> Result<Box<dyn Prepared + 'a>, InputError> {
    let (file, explore) = read_name(text)?;
    let mut smart = Smart::new(game, explore.unwrap_or(EXPLORE), resources.memory);
    match (resources.past, file) {
        (Some(past), file) => {
            if let Some(file) = file.or(past.file) {
                smart.load(game, past.board, file)?;
            }
        }
        (None, Some(_)) => {
            let message = "a smart player has no history here: say smart without a file";
            return Err(InputError::new(message));
        }
        (None, None) => {}
    }
    Ok(Box::new(smart))
}

/// The file and C in `smart[:FILE][,explore=C]`.
fn read_name(text: &str) -> Result<(Option<&str>, Option<f64>), InputError> {
    let rest = text.strip_prefix("smart").unwrap_or_default();
    let (file, explore) = match rest.rsplit_once([',', ':']) {
        Some((file, option)) if option.starts_with("explore=") => {
            let number = &option["explore=".len()..];
            let c = number
                .parse()
                .ok()
                .filter(|c| (0.0..=MOST_EXPLORE).contains(c));
            let c = c.ok_or_else(|| {
                let shown = shortened(number);
                InputError::found(
                    format_args!("explore={shown}"),
                    format_args!("a number from 0 to {MOST_EXPLORE}"),
                )
            })?;
            (file, Some(c))
        }
        _ => (rest, None),
    };
    match file.strip_prefix(':') {
        Some("") => Ok((None, explore)),
        Some(file) => Ok((Some(file), explore)),
        None if file.is_empty() => Ok((None, explore)),
        None => {
            let shown = shortened(text);
            Err(InputError::found(
                format_args!("player '{shown}'"),
                "smart, smart:FILE or smart:FILE,explore=C",
            ))
        }
    }
}

/// A player who knows records.
pub(crate) struct Smart {
    explore: f64,
    known: Mutex<Arc<Known>>,
    classes: Classes,
    /// Where it all began.
    loaded: Option<String>,
}

/// The records of positions, both up to symmetry: under every position those it was
/// seen to lead to, in order.
#[derive(Clone)]
struct Known {
    positions: FxHashMap<AnyPosition, Vec<(AnyPosition, Stat)>>,
    records: usize,
    /// No more records than this; then only those that exist go on.
    most: usize,
}

/// Every position that a position can lead to in one move, up to symmetry and in
/// order; found when it is first asked for, and kept while there is room.
struct Classes(Mutex<Found>);

struct Found {
    classes: FxHashMap<AnyPosition, Arc<[AnyPosition]>>,
    /// How many more positions may be kept.
    room: usize,
}

impl Classes {
    fn after(&self, game: &dyn AnyGame, position: &AnyPosition) -> Arc<[AnyPosition]> {
        let found = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(classes) = found().classes.get(position) {
            return classes.clone();
        }
        let children = game
            .legal_moves(position)
            .into_iter()
            .map(|mv| game.apply(position, mv));
        let mut classes: Vec<AnyPosition> = children.map(|child| game.canonical(&child)).collect();
        classes.sort_unstable();
        classes.dedup();
        let classes: Arc<[AnyPosition]> = classes.into();
        let mut found = found();
        if let Some(room) = found.room.checked_sub(classes.len() + 1) {
            found.room = room;
            found.classes.insert(position.clone(), classes.clone());
        }
        classes
    }
}

impl Known {
    fn add(&mut self, position: &AnyPosition, child: &AnyPosition, more: Stat) {
        let full = self.records >= self.most;
        let children = match self.positions.get_mut(position) {
            Some(children) => children,
            None if full => return,
            None => self.positions.entry(position.clone()).or_default(),
        };
        match children.binary_search_by(|(known, _)| known.cmp(child)) {
            Ok(i) => {
                let stat = &mut children[i].1;
                stat.tries += more.tries;
                stat.wins += more.wins;
                stat.draws += more.draws;
            }
            Err(_) if full => {}
            Err(i) => {
                children.insert(i, (child.clone(), more));
                self.records += 1;
            }
        }
    }
}

impl Smart {
    /// Knows nothing yet, and never more than fits into `memory` bytes.
    pub(crate) fn new(game: &dyn AnyGame, explore: f64, memory: u64) -> Self {
        // A record may need a position of its own, and its own room in a table and a
        // list; half of the memory is for those.
        let bytes = 2 * game.position_bytes() as u64 + 160;
        let most = usize::try_from(memory / 2 / bytes).unwrap_or(usize::MAX);
        Self {
            explore,
            classes: Classes(Mutex::new(Found {
                classes: FxHashMap::default(),
                room: most,
            })),
            known: Mutex::new(Arc::new(Known {
                positions: FxHashMap::default(),
                records: 0,
                most,
            })),
            loaded: None,
        }
    }

    #[cfg(not(feature = "history"))]
    fn load(
        &mut self,
        _: &dyn AnyGame,
        _: &outplay_board::Board,
        _: &str,
    ) -> Result<(), InputError> {
        let message = "this program keeps no histories: say smart without a file";
        Err(InputError::new(message))
    }

    #[cfg(feature = "history")]
    fn load(
        &mut self,
        game: &dyn AnyGame,
        board: &outplay_board::Board,
        file: &str,
    ) -> Result<(), InputError> {
        use crate::Error;
        let setup = crate::setup_of(game, board)?;
        let history = crate::history::History::open_existing(file).map_err(Error::into_input)?;
        let known = self.known.get_mut().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::make_mut(known);
        let mut tries = 0;
        let read = |text: &str| {
            let position = game.parse_position(text).map_err(|error| {
                let message = format!("a record cannot be used: {}", error.message);
                Error::Input(InputError::new(message).in_source(file))
            })?;
            Ok::<_, Error>(position)
        };
        history
            .records(&setup, known.most as u64, |position, child, stat| {
                known.add(&read(position)?, &read(child)?, stat);
                tries += stat.tries;
                Ok::<_, Error>(())
            })
            .map_err(Error::into_input)?;
        self.loaded = Some(format!(
            "{file}: {} positions with {} records of {tries} moves",
            known.positions.len(),
            known.records
        ));
        Ok(())
    }

    /// How many positions have records.
    pub(crate) fn positions(&self) -> usize {
        self.known().positions.len()
    }

    fn known(&self) -> MutexGuard<'_, Arc<Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seated(&self, explore: f64) -> Box<dyn Strategy + '_> {
        Box::new(Seated {
            explore,
            known: self.known().clone(),
            classes: &self.classes,
            moves: Vec::new(),
        })
    }
}

impl Prepared for Smart {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        self.seated(self.explore)
    }

    fn remarks(&self) -> Vec<String> {
        self.loaded.iter().cloned().collect()
    }

    fn learns(&self) -> bool {
        true
    }

    fn learn(&self, game: &dyn AnyGame, start: &AnyPosition, round: &[Played]) {
        let mut known = self.known();
        let known = Arc::make_mut(&mut known);
        for played in round {
            let mut mover = game.to_move(start);
            let mut position = start.clone();
            let mut before = game.canonical(&position);
            for &mv in &played.moves {
                position = game.apply(&position, mv);
                let child = game.canonical(&position);
                let stat = Stat {
                    tries: 1,
                    wins: u64::from(played.winner == Some(mover)),
                    draws: u64::from(played.winner.is_none()),
                };
                known.add(&before, &child, stat);
                before = child;
                mover = mover.other();
            }
        }
    }
}

/// A smart player who neither learns nor explores any more, for measuring.
pub(crate) struct Frozen<'a>(pub(crate) &'a Smart);

impl Prepared for Frozen<'_> {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        self.0.seated(0.0)
    }
}

struct Seated<'a> {
    explore: f64,
    known: Arc<Known>,
    classes: &'a Classes,
    moves: Vec<AnyMove>,
}

impl Strategy for Seated<'_> {
    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        let game = turn.game;
        self.moves.clear();
        game.moves(turn.position, &mut self.moves);
        let here = game.canonical(turn.position);
        let Some(records) = self.known.positions.get(&here) else {
            return Some(self.moves[turn.rng.below(self.moves.len())].into());
        };
        let met: u64 = records.iter().map(|(_, stat)| stat.tries).sum();
        let curiosity = self.explore * self.explore * (met as f64 + 1.0).ln();
        let worth_of = |child: &AnyPosition| {
            let found = records.binary_search_by(|(known, _)| known.cmp(child));
            worth(found.map_or(Stat::default(), |i| records[i].1), curiosity)
        };
        let classes = self.classes.after(game, &here);
        let best = classes.iter().map(worth_of).fold(0.0, f64::max);
        // The first good one in a random order: as random as any, and sooner found
        // than all of them, since to name a child up to symmetry takes long.
        while self.moves.len() > 1 {
            let mv = self.moves.swap_remove(turn.rng.below(self.moves.len()));
            let child = game.canonical(&game.apply(turn.position, mv));
            if worth_of(&child) >= best {
                return Some(mv.into());
            }
        }
        Some(self.moves[0].into())
    }
}

/// The worth of a move by its record, with `curiosity` = C² ln(N + 1).
fn worth(stat: Stat, curiosity: f64) -> f64 {
    let tries = stat.tries as f64 + 1.0;
    let won = stat.wins as f64 + 0.5 * stat.draws as f64 + 0.5;
    won / tries + (curiosity / tries).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untried_moves_are_even_and_the_rarely_tried_tempt() {
        let stat = |tries, wins, draws| Stat { tries, wins, draws };
        let untried = worth(Stat::default(), 0.0);
        assert_eq!(untried, 0.5);
        assert!(worth(stat(1, 1, 0), 0.0) > untried);
        assert!(worth(stat(1, 0, 0), 0.0) < untried);
        assert_eq!(worth(stat(7, 0, 7), 0.0), untried);
        assert!(worth(stat(9, 8, 0), 0.0) > worth(stat(4, 3, 0), 0.0));
        // 3/4 of the wins and a bonus of √(4/16), against 1/2 and a bonus of √(4/1).
        assert_eq!(worth(stat(15, 11, 1), 4.0), 0.75 + 0.5);
        assert_eq!(worth(Stat::default(), 4.0), 0.5 + 2.0);
    }

    #[test]
    #[cfg(not(feature = "history"))]
    fn without_histories_it_learns_within_its_match_only() {
        use crate::roster::Past;
        use outplay_board::{Limits, families};
        let board = families::board("path:3", Limits::BOARD).unwrap();
        let coloring = outplay_games::Coloring::new(
            &board,
            2,
            outplay_games::Side::Alice,
            outplay_games::Pass::None,
        );
        let game = outplay_games::any(coloring.unwrap());
        let resources = Resources {
            past: Some(Past {
                board: &board,
                file: None,
            }),
            ..Resources::new(1 << 20, &|| false)
        };
        assert!(prepare("smart,explore=1", &*game, resources).is_ok());
        let error = prepare("smart:games.db", &*game, resources).err().unwrap();
        assert!(error.message.contains("keeps no histories"), "{error}");
    }
}
