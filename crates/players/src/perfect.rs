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
//! Repeatable on any number of threads: what is decided about a position depends on
//! the position alone. That is why every decision searches with a table of its own
//! and no other game's: with a shared one, what can be settled within
//! the budget would depend on who searched before. What is shared are the decisions.

use crate::mcts::Mcts;
use crate::roster::Resources;
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{InputError, shortened};
use outplay_engine::search::{Entry, SearchOptions, Table};
use outplay_engine::{Budget, Game, Outcome, Stop, UpToSymmetry};
use outplay_games::registry::Registered;
use outplay_games::{Explored, Searcher, Value};
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
type Best<M> = Vec<M>;

/// What was decided about a position; `None` if it could not be settled.
type Decision<M> = Option<Arc<Best<M>>>;

/// A perfect player on a game.
pub(crate) struct Perfect<'a, G: Registered> {
    game: &'a G,
    positions: u64,
    memory: u64,
    /// Plays where nothing is settled.
    sampler: Mcts<'a, G>,
    labels: Option<Explored<'a, G>>,
    /// What is left of a game is labelled if no more moves are expected.
    endgame: f64,
    decisions: Mutex<HashMap<G::Position, Decision<G::Move>>>,
    most_decisions: usize,
}

impl<'a, G: Registered> Perfect<'a, G> {
    /// The player with options such as `positions=1000000`.
    pub(crate) fn new(
        game: &'a G,
        options: Option<&str>,
        resources: Resources<'a>,
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
        let no_other_way =
            game.searcher(Arc::new(Table::new(0))).is_none() && game.theory(&start).is_none();
        let least = if no_other_way { positions as f64 } else { 0.0 };
        let labelled = LABELLED.min(IMAGES / game.symmetries().len() as f64);
        let labels = label(game, &start, true, labelled.max(least), memory, stop);
        let bytes_each = 2 * game.position_bytes() + 8 * size_of::<G::Move>() + 128;
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
    fn by_labels(&self, labels: &Explored<'_, G>, position: &G::Position) -> Option<Best<G::Move>> {
        labels.value_of(position.clone())?;
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        best_by(moves, |mv| {
            let after = labels.value_of(self.game.apply(position, mv))?;
            Some(rank(after))
        })
    }

    /// What is decided about a position that has no labels; `Err` when stopped.
    fn decide(
        &self,
        position: &G::Position,
        stop: &dyn Fn() -> bool,
    ) -> Result<Decision<G::Move>, Stop> {
        let known = self
            .decisions
            .lock()
            .expect("no panic")
            .get(position)
            .cloned();
        if let Some(decision) = known {
            return Ok(decision);
        }
        let decision = match self.by_theory(position) {
            Some(best) => Some(best),
            None => self.by_search(position, stop)?,
        };
        let decision = decision.map(Arc::new);
        let mut decisions = self.decisions.lock().expect("no panic");
        if decisions.len() < self.most_decisions {
            decisions.insert(position.clone(), decision.clone());
        }
        Ok(decision)
    }

    fn by_theory(&self, position: &G::Position) -> Option<Best<G::Move>> {
        self.game.theory(position)?;
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        best_by(moves, |mv| {
            let after = self.game.theory(&self.game.apply(position, mv))?;
            Some(i64::from(after == 0))
        })
    }

    fn by_search(
        &self,
        position: &G::Position,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Best<G::Move>>, Stop> {
        let mut left = self.positions;
        let bytes = self.memory.min(self.positions.saturating_mul(BYTES_EACH));
        let Some(searcher) = self.game.searcher(Arc::new(Table::new(bytes as usize))) else {
            return Ok(None);
        };
        let Some(wins) = settle(&*searcher, position, &mut left, stop)? else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if !wins {
            return self.hardest(position, moves, stop).map(Some);
        }
        let known = |mv| {
            let next = self.game.apply(position, mv);
            if self.game.result(&next) == Some(Outcome::Lose) {
                return Some(2);
            }
            let entry = searcher.known(&next).ok().flatten();
            Some(i64::from(entry.and_then(Entry::value) == Some(false)))
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
            match settle(&*searcher, &next, &mut left, stop)? {
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
        position: &G::Position,
        moves: Vec<G::Move>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Best<G::Move>, Stop> {
        let each = self.positions / COMPARING / moves.len().max(1) as u64;
        let each = each.min(REFUTATION);
        let mut costs: HashMap<G::Position, u64> = HashMap::new();
        let mut stopped = None;
        let best = best_by(moves.clone(), |mv| {
            let next = self.game.apply(position, mv);
            if self.game.result(&next).is_some() {
                return Some(0);
            }
            let alike = self.game.canonical(&next);
            let cost = *costs.entry(alike).or_insert_with_key(|next| {
                let mut left = each;
                if let Some(searcher) = self.game.searcher(Arc::new(Table::new(0)))
                    && let Err(why) = settle(&*searcher, next, &mut left, stop)
                {
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
/// expected there and that is about right.
fn label<'a, G: Registered>(
    game: &'a G,
    position: &G::Position,
    symmetry: bool,
    most_moves: f64,
    bytes: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Explored<'a, G>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let most = most_moves / moves.len().max(1) as f64;
    let rules = UpToSymmetry { game, on: symmetry };
    if rules.estimate(position) > most {
        return None;
    }
    let budget = Budget {
        positions: (most * ERROR) as u64,
        bytes,
        stop: &|_| stop().then_some(Stop::Interrupted),
    };
    Explored::from(game, position.clone(), symmetry, &budget).ok()
}

/// Does the player to move win? `None` if the positions that are left do not suffice
/// or the search does not handle the game; `Err` when stopped.
fn settle<P>(
    searcher: &dyn Searcher<P>,
    position: &P,
    left: &mut u64,
    stop: &dyn Fn() -> bool,
) -> Result<Option<bool>, Stop> {
    let budget = Budget {
        positions: *left,
        bytes: u64::MAX,
        stop: &|_| stop().then_some(Stop::Interrupted),
    };
    // One thread, because several would not always look at the same positions.
    let options = SearchOptions { threads: 1 };
    let Ok(report) = searcher.winner(position, &options, &budget) else {
        return Ok(None);
    };
    *left = left.saturating_sub(report.positions);
    match report.stopped {
        Some(Stop::Interrupted) => Err(Stop::Interrupted),
        _ => Ok(report.wins),
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
fn best_by<M: Copy>(moves: Vec<M>, mut rank: impl FnMut(M) -> Option<i64>) -> Option<Best<M>> {
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

struct Seated<'p, 'a, G: Registered> {
    player: &'p Perfect<'a, G>,
    /// The labels of the rest of this game, once it is small enough.
    endgame: Option<Explored<'a, G>>,
    sampler: Box<dyn Strategy<G> + 'p>,
}

impl<G: Registered> Seated<'_, '_, G> {
    fn decide(
        &mut self,
        position: &G::Position,
        stop: &dyn Fn() -> bool,
    ) -> Result<Decision<G::Move>, Stop> {
        let player = self.player;
        let labels = player.labels.iter().chain(&self.endgame);
        for labels in labels {
            if let Some(best) = player.by_labels(labels, position) {
                return Ok(Some(Arc::new(best)));
            }
        }
        let memory = player.memory / 4;
        self.endgame = label(player.game, position, false, player.endgame, memory, stop);
        if let Some(labels) = &self.endgame
            && let Some(best) = player.by_labels(labels, position)
        {
            return Ok(Some(Arc::new(best)));
        }
        player.decide(position, stop)
    }
}

impl<G: Registered> Strategy<G> for Seated<'_, '_, G> {
    fn begin(&mut self) {
        self.endgame = None;
        self.sampler.begin();
    }

    fn choose(&mut self, turn: Turn<'_, G>) -> Option<Choice<G::Move>> {
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

impl<G: Registered> Prepared<G> for Perfect<'_, G> {
    fn strategy(&self) -> Box<dyn Strategy<G> + '_> {
        Box::new(Seated {
            player: self,
            endgame: None,
            sampler: self.sampler.strategy(),
        })
    }

    fn remarks(&self) -> Vec<String> {
        let start = self.game.start();
        let known = self.labels.as_ref().and_then(|l| l.value_of(start));
        vec![match known {
            Some(Value {
                outcome,
                remoteness,
                ..
            }) => {
                let outcome = match outcome {
                    Outcome::Win => "wins",
                    Outcome::Lose => "loses",
                    Outcome::Draw => "draws",
                };
                let length = match remoteness {
                    Some(moves) => format!(" in {moves} moves"),
                    None => String::new(),
                };
                format!("all positions are labelled: whoever starts {outcome}{length}")
            }
            None => format!(
                "too many positions to label: each is settled as it comes up, within {} positions",
                self.positions
            ),
        }]
    }
}
