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

use crate::history::{History, setup_of};
use crate::r#match::Played;
use crate::roster::Resources;
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{Board, Failed, InputError, shortened};
use outplay_engine::Player;
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
                smart
                    .load(game, past.board, file)
                    .map_err(|failed| match failed {
                        Failed::Input(error) => error,
                        other => InputError::new(other.to_string()),
                    })?;
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
    /// Learns from a game with these positions, from the first to the last.
    fn learn(&mut self, game: &dyn AnyGame, positions: &[AnyPosition], winner: Option<Player>) {
        let mut mover = game.to_move(&positions[0]);
        let mut before = game.canonical(&positions[0]);
        for position in &positions[1..] {
            let child = game.canonical(position);
            let stat = Stat {
                tries: 1,
                wins: u64::from(winner == Some(mover)),
                draws: u64::from(winner.is_none()),
            };
            self.add(&before, &child, stat);
            before = child;
            mover = mover.other();
        }
    }

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

    /// Learns from the games of this setup in a history.
    fn load(&mut self, game: &dyn AnyGame, board: &Board, file: &str) -> Result<(), Failed> {
        let setup = setup_of(game, board)?;
        let history = History::open_existing(file)?;
        let known = self.known.get_mut().unwrap_or_else(PoisonError::into_inner);
        let known = Arc::make_mut(known);
        let mut tries = 0;
        let mut games = history.games()?;
        for played in &mut games {
            let played = played?;
            if played.setup != setup {
                continue;
            }
            let (_, positions) = played.follow(game).map_err(|error| error.in_source(file))?;
            let first = game.to_move(&positions[0]);
            let winner = played.winner.as_deref();
            let winner = [first, first.other()]
                .into_iter()
                .find(|&player| winner == Some(game.player_word(player)));
            known.learn(game, &positions, winner);
            tries += played.moves.len();
        }
        let mut loaded = format!(
            "{file}: {} positions with {} records of {tries} moves",
            known.positions.len(),
            known.records
        );
        if let Some(remark) = games.remark() {
            loaded = format!("{loaded}; {remark}");
        }
        self.loaded = Some(loaded);
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
            let mut positions = vec![start.clone()];
            for (i, &mv) in played.moves.iter().enumerate() {
                positions.push(game.apply(&positions[i], mv));
            }
            known.learn(game, &positions, played.winner);
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
    use crate::r#match::Match;
    use outplay_board::{Limits, families};
    use outplay_games::{Coloring, Pass, Side};
    use std::collections::{BTreeMap, BTreeSet};

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

    /// All orders of 0, …, n−1.
    fn orders(n: usize) -> Vec<Vec<usize>> {
        let mut orders = vec![Vec::new()];
        for i in 0..n {
            let longer = |order: &Vec<usize>| {
                let order = order.clone();
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, i);
                    longer
                })
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        orders
    }

    /// Symmetric positions share their records: the keys against all automorphisms and
    /// all renamings of the colours, found by trying every permutation.
    #[test]
    fn records_are_kept_up_to_symmetry_and_nothing_else() {
        for (name, edges, n) in [
            ("cycle:5", vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], 5),
            ("star:3", vec![(0, 1), (0, 2), (0, 3)], 4),
            (
                "grid:2x3",
                vec![(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)],
                6,
            ),
        ] {
            let board = families::board(name, Limits::BOARD).unwrap();
            let coloring = Coloring::new(&board, 3, Side::Alice, Pass::None).unwrap();
            let game = outplay_games::any(coloring);
            let meeting = Match {
                game: &*game,
                start: game.start(),
                first: &crate::simple::Simple::Random,
                second: &crate::simple::Simple::Random,
                seed: 2,
                longest: 50,
                threads: 1,
                clock: crate::NO_CLOCK,
                stop: &|| false,
            };
            let mut games = Vec::new();
            assert!(meeting.play(0..300, |played| games.push(played)));
            let smart = Smart::new(&*game, 0.0, 1 << 24);
            smart.learn(&*game, &meeting.start, &games);
            let edge = |a: usize, b: usize| edges.contains(&(a, b)) || edges.contains(&(b, a));
            let maps: Vec<Vec<usize>> = orders(n)
                .into_iter()
                .filter(|map| edges.iter().all(|&(a, b)| edge(map[a], map[b])))
                .collect();
            let renamings = orders(3);
            // The least image of a row of colours, by brute force.
            let least = |row: &[u32]| -> Vec<u32> {
                let images = maps.iter().flat_map(|map| {
                    renamings.iter().map(move |renaming| {
                        let mut image = vec![0; n];
                        for v in 0..n {
                            image[map[v]] = match row[v] {
                                0 => 0,
                                c => renaming[c as usize - 1] as u32 + 1,
                            };
                        }
                        image
                    })
                });
                images.min().unwrap()
            };
            let row = |position: &AnyPosition| -> Vec<u32> { game.marks(position).colors.unwrap() };
            let mut expected: BTreeMap<(Vec<u32>, Vec<u32>), Stat> = BTreeMap::new();
            for played in &games {
                let mut position = game.start();
                let mut mover = Player::First;
                for &mv in &played.moves {
                    let next = game.apply(&position, mv);
                    let key = (least(&row(&position)), least(&row(&next)));
                    let stat = expected.entry(key).or_default();
                    stat.tries += 1;
                    stat.wins += u64::from(played.winner == Some(mover));
                    position = next;
                    mover = mover.other();
                }
            }
            let known = smart.known();
            let records = known.positions.iter().flat_map(|(position, children)| {
                let children = children.iter();
                children.map(move |(child, stat)| ((position, child), *stat))
            });
            let found: BTreeMap<_, _> = records
                .map(|((position, child), stat)| {
                    ((least(&row(position)), least(&row(child))), stat)
                })
                .collect();
            assert_eq!(
                found.len(),
                known.records,
                "{name}: symmetric positions with two keys"
            );
            assert_eq!(found, expected, "{name}");
            let first: BTreeSet<_> = found.keys().filter(|key| key.0 == vec![0; n]).collect();
            let orbits = [1, 2, 2][["cycle:5", "star:3", "grid:2x3"]
                .iter()
                .position(|&b| b == name)
                .unwrap()];
            assert_eq!(first.len(), orbits, "{name}: first moves up to symmetry");
        }
    }
}
