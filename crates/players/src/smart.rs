//! `smart`: plays the move that what was seen speaks for, and tries the rarely tried.
//!
//! For every position it knows how often each move was made in it. Positions are taken up to
//! symmetry and the names of colours, and a move is known by the position it leads to, so symmetric
//! moves share their record. It learns from every game it sees, its own and others', and from both
//! sides of it.
//!
//! A share of wins would count against a move what was played badly behind it, and more so the
//! more was tried there, so that more games made it worse. So it counts how it would play on: what
//! a position is worth to who is to move is the best of the moves that were seen there; to the other
//! side it is what the moves that were made there come to, each as often as it was made. What games
//! have shown completely is known as such: a position with a move to a lost one is won, and one
//! whose moves, all seen, lead to won ones is lost. Among lost moves, too, the best is taken.
//!
//! Of a position that was met N times, a move that was made n times and is worth v is chosen by
//!
//! > (n v + 1/2) / (n + 1) + C · √(ln(N + 1) / (n + 1))
//!
//! A move that was never made counts as even, neither as won nor as lost. The second part is the
//! usual bonus for what is uncertain (UCB1). With C = 0 it never explores beyond that. Equally good
//! moves are chosen from at random, so without records it plays like `random`.
//!
//! What it knows at the beginning comes from a history file; it never writes to it.
//! That, and learning between rounds only, makes a match repeatable: games that others
//! add to the file meanwhile are known to the next match.

use crate::history::{History, setup_of};
use crate::r#match::Played;
use crate::roster::Resources;
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{Board, Failed, InputError, shortened};
use outplay_engine::Outcome;
use outplay_games::{AnyGame, AnyMove, AnyPosition};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// C, where nothing else is said.
pub const EXPLORE: f64 = 0.5;
const MOST_EXPLORE: f64 = 100.0;
/// By so much moves that are proven to lose stand behind all others.
const LOST: f64 = 1e6;
/// How many moves a position can have for each time that it was met, for them to be listed.
const ASKED: u64 = 4;

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

/// What is known of a position.
#[derive(Clone, Default)]
struct Seen {
    /// The positions that it was seen to lead to, in order, each with how often.
    children: Vec<(AnyPosition, u64)>,
    /// How many it can lead to, if that was asked.
    all: Option<usize>,
    /// What it comes to for who is to move, if the games have shown that.
    proven: Option<Outcome>,
    /// What it is worth to who is to move, from 0 to 1, if he plays on by what is known,
    at_best: f64,
    /// and if he plays on as was seen.
    as_seen: f64,
}

impl Seen {
    /// A position that is over.
    fn over(outcome: Outcome) -> Self {
        Self {
            children: Vec::new(),
            all: Some(0),
            proven: Some(outcome),
            at_best: worth(outcome),
            as_seen: worth(outcome),
        }
    }
}

/// What an outcome is worth.
fn worth(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Lose => 0.0,
    }
}

/// The worth of a move that was made so often and leads to a position, if one half had been known
/// before.
fn even_at_first(tries: u64, position: Option<&Seen>) -> f64 {
    let (tries, left) = (tries as f64, position.map_or(0.5, |seen| seen.as_seen));
    (tries * (1.0 - left) + 0.5) / (tries + 1.0)
}

/// The records of positions, up to symmetry.
#[derive(Clone)]
struct Known {
    positions: FxHashMap<AnyPosition, Seen>,
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
    fn learn(&mut self, game: &dyn AnyGame, positions: &[AnyPosition], classes: &Classes) {
        let mut after: Option<AnyPosition> = None;
        for position in positions.iter().rev() {
            let here = game.canonical(position);
            match after {
                None => {
                    let over = game.result(position).map(Seen::over);
                    if let Some(over) = over.filter(|_| self.records < self.most) {
                        self.positions.entry(here.clone()).or_insert(over);
                    }
                }
                Some(child) => {
                    self.add(&here, child);
                    self.judge(game, &here, classes);
                }
            }
            after = Some(here);
        }
    }

    fn add(&mut self, position: &AnyPosition, child: AnyPosition) {
        let full = self.records >= self.most;
        let children = match self.positions.get_mut(position) {
            Some(seen) => &mut seen.children,
            None if full => return,
            None => &mut self.positions.entry(position.clone()).or_default().children,
        };
        match children.binary_search_by(|(known, _)| known.cmp(&child)) {
            Ok(i) => children[i].1 += 1,
            Err(_) if full => {}
            Err(i) => {
                children.insert(i, (child, 1));
                self.records += 1;
            }
        }
    }

    /// Finds out what a position is worth by those that it was seen to lead to.
    fn judge(&mut self, game: &dyn AnyGame, position: &AnyPosition, classes: &Classes) {
        let Some(seen) = self.positions.get(position) else {
            return;
        };
        let met: u64 = seen.children.iter().map(|(_, tries)| tries).sum();
        // How many there are in all is asked for where it can matter, because it takes as long as
        // many games.
        let all = match seen.all {
            None if ASKED * met >= game.legal_moves(position).len() as u64 => {
                Some(classes.after(game, position).len())
            }
            known => known,
        };
        let unseen = all.is_none_or(|all| seen.children.len() < all);
        let (mut best, mut unsettled) = (None::<Outcome>, unseen);
        let (mut at_best, mut sum) = (if unseen { 0.5 } else { 0.0_f64 }, 0.0);
        for (child, tries) in &seen.children {
            let to = self.positions.get(child);
            match to.and_then(|to| to.proven).map(Outcome::reversed) {
                Some(outcome) if best.is_none_or(|best| worth(outcome) > worth(best)) => {
                    best = Some(outcome);
                }
                Some(_) => {}
                None => unsettled = true,
            }
            at_best = at_best.max(even_at_first(*tries, to));
            let came_to = to.map_or(0.5, |to| 1.0 - to.at_best);
            sum += *tries as f64 * came_to;
        }
        let proven = best.filter(|&best| best == Outcome::Win || !unsettled);
        if let Some(seen) = self.positions.get_mut(position) {
            seen.all = all;
            seen.proven = seen.proven.or(proven);
            seen.at_best = match seen.proven {
                Some(Outcome::Win) => 1.0,
                _ => at_best,
            };
            seen.as_seen = sum / met.max(1) as f64;
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
            known.learn(game, &positions, &self.classes);
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
            known.learn(game, &positions, &self.classes);
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
        let Some(seen) = self.known.positions.get(&here) else {
            return Some(self.moves[turn.rng.below(self.moves.len())].into());
        };
        let met: u64 = seen.children.iter().map(|(_, tries)| tries).sum();
        let curiosity = self.explore * self.explore * (met as f64 + 1.0).ln();
        let worth_of = |child: &AnyPosition| {
            let found = seen
                .children
                .binary_search_by(|(known, _)| known.cmp(child));
            let tries = found.map_or(0, |i| seen.children[i].1);
            let to = self.known.positions.get(child);
            let worth = even_at_first(tries, to) + (curiosity / (tries as f64 + 1.0)).sqrt();
            match to.and_then(|to| to.proven) {
                Some(Outcome::Lose) => f64::INFINITY,
                Some(Outcome::Win) => worth - LOST,
                _ => worth,
            }
        };
        let classes = self.classes.after(game, &here);
        let best = classes.iter().map(worth_of).fold(-LOST, f64::max);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::r#match::Match;
    use outplay_board::{Limits, families};
    use outplay_games::{Coloring, Pass, Side};
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn untried_moves_are_even_and_won_ones_better_with_every_game() {
        let (won, lost) = (Seen::over(Outcome::Win), Seen::over(Outcome::Lose));
        assert_eq!(even_at_first(0, None), 0.5);
        assert_eq!(even_at_first(1, Some(&lost)), 0.75);
        assert_eq!(even_at_first(1, Some(&won)), 0.25);
        assert!(even_at_first(9, Some(&lost)) > even_at_first(4, Some(&lost)));
        assert_eq!(even_at_first(7, Some(&Seen::over(Outcome::Draw))), 0.5);
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
            let mut expected: BTreeMap<(Vec<u32>, Vec<u32>), u64> = BTreeMap::new();
            for played in &games {
                let mut position = game.start();
                for &mv in &played.moves {
                    let next = game.apply(&position, mv);
                    let key = (least(&row(&position)), least(&row(&next)));
                    *expected.entry(key).or_default() += 1;
                    position = next;
                }
            }
            let known = smart.known();
            let records = known.positions.iter().flat_map(|(position, seen)| {
                let children = seen.children.iter();
                children.map(move |(child, tries)| ((position, child), *tries))
            });
            let found: BTreeMap<_, _> = records
                .map(|((position, child), tries)| {
                    ((least(&row(position)), least(&row(child))), tries)
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
