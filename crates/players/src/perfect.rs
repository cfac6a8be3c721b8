//! `perfect`: the quickest win, the longest defence, a draw where there is one.
//!
//! Games whose positions can be listed are labelled once, for all games of a match;
//! labels say how long the game lasts, so the choice is the best there is. Where
//! they are too many, positions are settled one by one when they come up:
//! - near the end of the game, when few positions are left, by labels again;
//! - by theory, where the game has one for all positions;
//! - else by the exact search. It does not tell lengths. A move that wins on the
//!   spot comes first, then any move that is proven to win. In a lost position
//!   the move is taken that is hardest to refute: the one whose refutation makes a
//!   search that knows nothing else look at the most positions.
//!
//! A position that is not settled within the budget is sampled by Monte-Carlo search,
//! and the remark says so.
//!
//! A game keeps its table to its end: what was found for the first move answers most of the later
//! ones at once. And it is repeatable on any number of threads: what is decided depends on the
//! positions of this game alone that had to be searched, in their order. With a table that games
//! share, what can be settled within the budget would depend on who searched before. What they
//! share are the decisions, by those positions; a game that has taken some over searches
//! them itself when it comes to a position that nobody has decided yet.

use crate::mcts::Mcts;
use crate::roster::Resources;
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{InputError, shortened};
use outplay_engine::search::{Ask, Means, Table};
use outplay_engine::{Budget, Outcome, Player, Stop};
use outplay_games::{Analysis, AnyGame, AnyMove, AnyPosition, Value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// How many positions may be looked at for one move, unless told otherwise.
const POSITIONS: u64 = 2_000_000;
/// A game expected to have no more moves, in all its positions together, is labelled
/// at the start; and no more images under symmetries, which must be looked at to see
/// which positions are alike.
const LABELLED: f64 = 2e6;
const IMAGES: f64 = 2e7;
/// The same for what is left of a game. Symmetry is left out of account there,
/// because few positions in the midst of a game have any.
const ENDGAME: f64 = 5e4;
/// Estimates can be off by so much.
const ERROR: f64 = 3.0;
/// In a lost position, this part of the budget goes into comparing refutations, and
/// no more than so many positions into each.
const COMPARING: u64 = 8;
const REFUTATION: u64 = 200;
/// Who plays where nothing is settled.
const SAMPLER: &str = "mcts:10000";
/// A table entry takes 16 bytes, and tables like to be half empty.
const BYTES_EACH: u64 = 32;

/// The moves to choose from, all equally good as far as is known.
type Best = Vec<AnyMove>;

/// What was decided about a position; `None` if it could not be settled.
type Decision = Option<Arc<Best>>;

/// What was decided at the last of the positions that a game had to search, by all of them.
#[derive(Default)]
struct Decisions {
    by_path: HashMap<Vec<AnyPosition>, Decision>,
    /// How many positions that holds.
    held: usize,
}

/// What is labelled.
type Labels<'a> = Box<dyn Analysis + Send + Sync + 'a>;

/// A perfect player on a game.
pub(crate) struct Perfect<'a> {
    game: &'a dyn AnyGame,
    positions: u64,
    memory: u64,
    /// Plays where nothing is settled.
    sampler: Mcts<'a>,
    labels: Option<Labels<'a>>,
    /// What is left of a game is labelled if no more moves are expected.
    endgame: f64,
    decisions: Mutex<Decisions>,
    most_decisions: usize,
}

impl<'a> Perfect<'a> {
    /// The player with options such as `positions=1000000`.
    pub(crate) fn new(
        game: &'a dyn AnyGame,
        options: Option<&str>,
        resources: Resources<'_>,
    ) -> Result<Self, InputError> {
        let positions = match options {
            None => POSITIONS,
            Some(text) => parse_positions(text)?,
        };
        let (memory, stop) = (resources.memory / 4, resources.stop);
        let sampler = Mcts::new(
            SAMPLER,
            game,
            Resources {
                memory,
                ..resources
            },
        )?;
        let start = game.start();
        let known = game.search(&start, Ask::Known, &Means::alone(&Table::new(0)));
        let no_other_way = known.is_err() && game.theory(&start).is_none();
        let least = if no_other_way { positions as f64 } else { 0.0 };
        let labelled = LABELLED.min(IMAGES / game.symmetries().len() as f64);
        let labels = label(game, &start, true, (labelled.max(least), memory), stop);
        let bytes_each = 2 * game.position_bytes() + 8 * size_of::<AnyMove>() + 128;
        Ok(Self {
            game,
            positions,
            memory,
            sampler,
            labels,
            endgame: ENDGAME.max(least),
            decisions: Mutex::default(),
            most_decisions: memory as usize / bytes_each,
        })
    }

    /// The best moves of a position by its labels, if it has any.
    fn by_labels(&self, labels: &Labels<'_>, position: &AnyPosition) -> Option<Best> {
        let value = |position: &AnyPosition| labels.value(position, &Budget::UNLIMITED).ok();
        value(position)?;
        best_by(self.game.legal_moves(position), |mv| {
            value(&self.game.apply(position, mv)).map(rank)
        })
    }

    fn by_theory(&self, position: &AnyPosition) -> Option<Best> {
        self.game.theory(position)?;
        best_by(self.game.legal_moves(position), |mv| {
            let after = self.game.theory(&self.game.apply(position, mv))?;
            Some(i64::from(after == 0))
        })
    }

    fn by_search(
        &self,
        position: &AnyPosition,
        table: &Table,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Best>, Stop> {
        let mut left = self.positions;
        let Some(wins) = settle(self.game, position, table, &mut left, stop)? else {
            return Ok(None);
        };
        let moves = self.game.legal_moves(position);
        if !wins {
            return self.hardest(position, moves, stop).map(Some);
        }
        let known = |mv| {
            let next = self.game.apply(position, mv);
            if self.game.result(&next) == Some(Outcome::Lose) {
                return Some(2);
            }
            let budget = &Budget::UNLIMITED;
            let found = self
                .game
                .search(&next, Ask::Known, &Means::new(table, 1, budget));
            let wins = found.ok().and_then(|found| found.wins);
            Some(i64::from(wins == Some(false)))
        };
        let best = best_by(moves.clone(), known);
        if let Some(best) = best
            && known(best[0]) != Some(0)
        {
            return Ok(Some(best));
        }
        // The table has forgotten why the position is won.
        for mv in moves {
            let next = self.game.apply(position, mv);
            match settle(self.game, &next, table, &mut left, stop)? {
                Some(false) => return Ok(Some(vec![mv])),
                Some(true) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The moves of a lost position that take longest to refute.
    fn hardest(
        &self,
        position: &AnyPosition,
        moves: Best,
        stop: &dyn Fn() -> bool,
    ) -> Result<Best, Stop> {
        let each = self.positions / COMPARING / moves.len().max(1) as u64;
        let each = each.min(REFUTATION);
        let mut costs: HashMap<AnyPosition, u64> = HashMap::new();
        let mut stopped = None;
        let best = best_by(moves.clone(), |mv| {
            let next = self.game.apply(position, mv);
            if self.game.result(&next).is_some() {
                return Some(0);
            }
            let alike = self.game.canonical(&next);
            let cost = *costs.entry(alike).or_insert_with_key(|next| {
                let mut left = each;
                if let Err(why) = settle(self.game, next, &Table::new(0), &mut left, stop) {
                    stopped = Some(why);
                }
                each - left
            });
            Some(cost as i64)
        });
        match stopped {
            Some(why) => Err(why),
            None => Ok(best.unwrap_or(moves)),
        }
    }
}

/// Labels what can be reached from a position, if no more than so many moves are
/// expected there and that is about right; it may take so many bytes.
fn label<'a>(
    game: &'a dyn AnyGame,
    position: &AnyPosition,
    symmetry: bool,
    (most_moves, bytes): (f64, u64),
    stop: &dyn Fn() -> bool,
) -> Option<Labels<'a>> {
    let moves = game.legal_moves(position);
    let most = most_moves / moves.len().max(1) as f64;
    if game.expected_positions(position, symmetry) > most {
        return None;
    }
    let budget = Budget {
        positions: (most * ERROR) as u64,
        bytes,
        stop: &|_| stop().then_some(Stop::Interrupted),
    };
    game.explore(position, symmetry, 1, &budget).ok()
}

/// Does the player to move win? `None` if the positions that are left do not suffice
/// or the search does not handle the game; `Err` when stopped.
fn settle(
    game: &dyn AnyGame,
    position: &AnyPosition,
    table: &Table,
    left: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<bool>, Stop> {
    let budget = Budget {
        positions: *left,
        bytes: u64::MAX,
        stop: &|_| stop().then_some(Stop::Interrupted),
    };
    let Ok(found) = game.search(position, Ask::Winner, &Means::new(table, 1, &budget)) else {
        return Ok(None);
    };
    *left = left.saturating_sub(found.positions);
    match found.stopped {
        Some(Stop::Interrupted) => Err(Stop::Interrupted),
        _ => Ok(found.wins),
    }
}

/// How much the mover wants a position, with the opponent to move there.
fn rank(after: Value) -> i64 {
    const BETTER: i64 = 1 << 40;
    let length = after.remoteness.map_or(0, i64::from);
    match after.outcome {
        Outcome::Lose => BETTER - length,
        Outcome::Draw => 0,
        Outcome::Win => length - BETTER,
    }
}

/// The moves with the highest rank; `None` if some move has none.
fn best_by(moves: Best, mut rank: impl FnMut(AnyMove) -> Option<i64>) -> Option<Best> {
    let mut best = Vec::new();
    let mut highest = i64::MIN;
    for mv in moves {
        let rank = rank(mv)?;
        if rank > highest {
            highest = rank;
            best.clear();
        }
        if rank == highest {
            best.push(mv);
        }
    }
    Some(best)
}

fn parse_positions(text: &str) -> Result<u64, InputError> {
    text.strip_prefix("positions=")
        .and_then(|number| number.parse().ok())
        .filter(|&positions| positions > 0)
        .ok_or_else(|| {
            let shown = shortened(text);
            InputError::found(
                format_args!("'{shown}' as an option of perfect"),
                "positions=N, the number of positions to look at for a move, from 1",
            )
        })
}

struct Seated<'p, 'a> {
    player: &'p Perfect<'a>,
    /// The labels of the rest of this game, once it is small enough.
    endgame: Option<Labels<'a>>,
    /// The positions of this game that had to be searched, and how many of them the table knows; the
    /// others were decided in other games.
    path: Vec<AnyPosition>,
    in_table: usize,
    table: Option<Table>,
    sampler: Box<dyn Strategy + 'p>,
}

impl Seated<'_, '_> {
    fn decide(
        &mut self,
        position: &AnyPosition,
        stop: &dyn Fn() -> bool,
    ) -> Result<Decision, Stop> {
        let player = self.player;
        let labels = player.labels.iter().chain(&self.endgame);
        for labels in labels {
            if let Some(best) = player.by_labels(labels, position) {
                return Ok(Some(Arc::new(best)));
            }
        }
        let memory = player.memory / 4;
        self.endgame = label(player.game, position, false, (player.endgame, memory), stop);
        if let Some(labels) = &self.endgame
            && let Some(best) = player.by_labels(labels, position)
        {
            return Ok(Some(Arc::new(best)));
        }
        match player.by_theory(position) {
            Some(best) => Ok(Some(Arc::new(best))),
            None => self.by_search(position, stop),
        }
    }

    fn by_search(
        &mut self,
        position: &AnyPosition,
        stop: &dyn Fn() -> bool,
    ) -> Result<Decision, Stop> {
        let player = self.player;
        if self.path.last() != Some(position) {
            self.path.push(position.clone());
        }
        let decisions = || player.decisions.lock().expect("no panic");
        if let Some(decision) = decisions().by_path.get(&self.path) {
            return Ok(decision.clone());
        }
        let table = self.table.get_or_insert_with(|| {
            let bytes = player.positions.saturating_mul(BYTES_EACH);
            Table::new(player.memory.min(bytes) as usize)
        });
        let mut decision = None;
        // The last one also if it was searched before, but there was no room to keep the decision.
        let from = self.in_table.min(self.path.len() - 1);
        for (i, position) in self.path.iter().enumerate().skip(from) {
            decision = player.by_search(position, table, stop)?;
            self.in_table = i + 1;
        }
        let decision = decision.map(Arc::new);
        let mut decisions = decisions();
        if decisions.held + self.path.len() <= player.most_decisions {
            decisions.held += self.path.len();
            let path = self.path.clone();
            decisions.by_path.insert(path, decision.clone());
        }
        Ok(decision)
    }
}

impl Strategy for Seated<'_, '_> {
    fn begin(&mut self) {
        self.endgame = None;
        self.path.clear();
        (self.in_table, self.table) = (0, None);
        self.sampler.begin();
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        let decision = self.decide(turn.position, turn.stop).ok()?;
        if (turn.stop)() {
            return None;
        }
        match decision {
            Some(best) => Some(best[turn.rng.below(best.len())].into()),
            None => {
                let Choice { mv, remark } = self.sampler.choose(turn)?;
                let positions = self.player.positions;
                let mut text =
                    format!("not settled within {positions} positions: sampled by {SAMPLER}");
                if let Some(remark) = remark {
                    text = format!("{text}, {remark}");
                }
                Some(Choice {
                    mv,
                    remark: Some(text),
                })
            }
        }
    }
}

impl Prepared for Perfect<'_> {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        Box::new(Seated {
            player: self,
            endgame: None,
            path: Vec::new(),
            in_table: 0,
            table: None,
            sampler: self.sampler.strategy(),
        })
    }

    fn remarks(&self) -> Vec<String> {
        let start = self.game.start();
        let known = self.labels.as_ref();
        let known = known.and_then(|labels| labels.value(&start, &Budget::UNLIMITED).ok());
        vec![match known {
            Some(value) => {
                let mover = self.game.to_move(&start);
                let wins = |player: Player| {
                    let side = self.game.player_name(player);
                    format!("{} {}", side.inside(), side.verb("wins"))
                };
                let settled = match value.outcome {
                    Outcome::Win => wins(mover),
                    Outcome::Lose => wins(mover.other()),
                    Outcome::Draw => "nobody wins".to_owned(),
                };
                let length = match value.remoteness {
                    Some(1) => " in 1 move".to_owned(),
                    Some(moves) => format!(" in {moves} moves"),
                    None => String::new(),
                };
                format!("all positions are labelled: {settled}{length} from the start")
            }
            None => format!(
                "too many positions to label: each is settled as it comes up, within {} positions",
                self.positions
            ),
        }]
    }
}
