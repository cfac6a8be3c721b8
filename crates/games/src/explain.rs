//! Why a position is won: the shortest reason that can be found and verified.
//!
//! No reason here is a guess. Strategies (mirrors, pairings) are played against every
//! move of the loser until the game is over; what follows from a theorem names it, and
//! its proof is in `docs/lemmas.md`; where nothing shorter is found, the exact
//! search is the reason.

use crate::analysis::{Effort, How};
use crate::any::{AnyGame, AnyMove, AnyPosition, Failure};
use crate::described::SideName;
use crate::notation::Notation;
use outplay_engine::{Budget, Game, Outcome, Player, Stopped, Symmetric, Symmetry};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// A verified reason for a verdict.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Who wins; nobody if it is a draw.
    pub winner: Option<Player>,
    /// What sort of reason, in one word for programs.
    pub kind: &'static str,
    /// The reason, in a sentence or two.
    pub reason: String,
    /// What belongs to the reason: the involution, the pairs, the winning moves, ….
    pub details: Map<String, Value>,
    /// How many positions were looked at.
    pub positions: u64,
}

impl Explanation {
    pub(crate) fn new(winner: Option<Player>, kind: &'static str, reason: String) -> Self {
        Self {
            winner,
            kind,
            reason,
            details: Map::new(),
            positions: 0,
        }
    }

    /// Says as well that the position cannot be lost, by strategy stealing.
    fn and_stealing(mut self, game: &dyn AnyGame, (mv, is_loop): (AnyMove, bool)) -> Self {
        let text = game.move_text(mv);
        self.reason += &match is_loop {
            true => format!(
                " Nor can a position with a loop ever be lost, by strategy stealing: if it were, the move {text} would leave the other player in the same lost position, and win."
            ),
            false => format!(
                " Nor could it be lost, by strategy stealing: whatever is answered to {text}, the player to move can move there at once instead."
            ),
        };
        self.with("strategy_stealing", json!(game.move_json(mv)))
    }

    pub(crate) fn with(mut self, key: &str, value: Value) -> Self {
        self.details.insert(key.to_owned(), value);
        self
    }
}

/// A symmetry of a game that is its own inverse, in words.
pub struct Mirror {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// What it does, such as "swap (0 3)(1 2)".
    pub text: String,
    /// The pairs of vertices that it swaps.
    pub swaps: Vec<[u32; 2]>,
}

/// A game that can say why somebody wins.
pub trait Reasons: Notation + Symmetric {
    /// Symmetries that are their own inverse, for mirror strategies: those of the list of
    /// symmetries, and more where the game knows more.
    fn mirrors(&self) -> Vec<Mirror> {
        let list = self.symmetries().into_iter();
        list.filter(Symmetry::is_involution)
            .filter_map(|symmetry| {
                let swaps = swaps(&symmetry.places)?;
                let places = cycles_text(&swaps, &|v| self.place_name(v));
                Some(Mirror {
                    text: format!("swap {places}"),
                    symmetry,
                    swaps,
                })
            })
            .collect()
    }

    /// What people call a place of the board.
    fn place_name(&self, place: u32) -> String {
        place.to_string()
    }

    /// A reason for the verdict that shows without playing. The budget says when to give up.
    fn simple_reason(&self, position: &Self::Position, budget: &Budget<'_>) -> Option<Explanation> {
        let _ = (position, budget);
        None
    }

    /// A reason that is found by trying a strategy of this game.
    ///
    /// # Errors
    /// The budget ran out.
    fn strategy_reason(
        &self,
        position: &Self::Position,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        let _ = (position, trial);
        Ok(None)
    }
}

/// A map of vertices that is its own inverse and not the identity: its pairs.
pub(crate) fn swaps(map: &[u32]) -> Option<Vec<[u32; 2]>> {
    let pairs = map.iter().zip(0..).filter(|&(&to, v)| v < to);
    let pairs: Vec<[u32; 2]> = pairs.map(|(&to, v)| [v, to]).collect();
    let involution = map.iter().zip(0..).all(|(&to, v)| map[to as usize] == v);
    (involution && !pairs.is_empty()).then_some(pairs)
}

/// Pairs as they are written: (0 3)(1 2).
pub(crate) fn cycles_text(swaps: &[[u32; 2]], name: &dyn Fn(u32) -> String) -> String {
    let pairs = swaps
        .iter()
        .map(|&[a, b]| format!("({} {})", name(a), name(b)));
    pairs.collect()
}

/// How many positions a strategy may meet, and how many moves may be looked at while
/// strategies are tried.
const MOST_MET: u64 = 40_000;
const MOST_WORK: u64 = 1_000_000;
/// Looking two moves ahead is for positions with few moves.
const FEW_MOVES: usize = 60;

/// What to answer to the opponent's move, in the position after it.
type Strategy<'a, G> =
    dyn FnMut(<G as Game>::Move, &<G as Game>::Position) -> Option<<G as Game>::Move> + 'a;

/// The positions that strategies may still meet while they are tried.
pub struct Trial<'a> {
    tried: u64,
    work: u64,
    /// How many threads may label.
    pub(crate) threads: usize,
    budget: &'a Budget<'a>,
}

impl<'a> Trial<'a> {
    pub(crate) fn new(threads: usize, budget: &'a Budget<'a>) -> Self {
        Self {
            tried: 0,
            work: 0,
            threads,
            budget,
        }
    }

    pub(crate) fn budget(&self) -> &'a Budget<'a> {
        self.budget
    }

    pub(crate) fn is_over(&self) -> bool {
        self.work >= MOST_WORK
    }

    /// Does a strategy win for the player who is not to move at `start`? Plays it
    /// against every move. The strategy sees the opponent's move and the position
    /// after it. The answer is how many positions it met.
    pub(crate) fn wins<G: Game + ?Sized>(
        &mut self,
        game: &G,
        start: &G::Position,
        strategy: &mut Strategy<'_, G>,
        eager: bool,
    ) -> Result<Option<u64>, Stopped> {
        let mut seen = HashSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        let mut moves = Vec::new();
        let mut polled = 0;
        while let Some(position) = open.pop() {
            self.tried += 1;
            self.budget.check(self.tried, 0)?;
            if seen.len() as u64 > MOST_MET || self.is_over() {
                return Ok(None);
            }
            match game.result(&position) {
                Some(Outcome::Lose) => continue,
                Some(_) => return Ok(None),
                None => {}
            }
            moves.clear();
            game.moves(&position, &mut moves);
            for &mv in &moves {
                self.work += if eager { moves.len() as u64 } else { 1 };
                if self.work / 1024 != polled {
                    polled = self.work / 1024;
                    self.budget.poll(self.tried)?;
                }
                let after = game.apply(&position, mv);
                match game.result(&after) {
                    Some(Outcome::Win) => continue,
                    Some(_) => return Ok(None),
                    None => {}
                }
                if eager && winning_at_once(game, &after).is_some() {
                    continue;
                }
                let Some(answer) = strategy(mv, &after) else {
                    return Ok(None);
                };
                if game.refusal(&after, answer).is_some() {
                    return Ok(None);
                }
                let next = game.apply(&after, answer);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        Ok(Some(seen.len() as u64))
    }
}

/// Trying every move of a position takes time in proportion to the moves and their positions;
/// beyond so many bytes it is not worth it.
const MOST_TRIED: usize = 1 << 26;

/// A move that ends the game with a win for the player who makes it; none is looked for where
/// that would take long.
fn winning_at_once<G: Game + ?Sized>(game: &G, position: &G::Position) -> Option<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.len().saturating_mul(game.position_bytes()) > MOST_TRIED {
        return None;
    }
    let wins = |&mv: &G::Move| game.result(&game.apply(position, mv)) == Some(Outcome::Lose);
    moves.into_iter().find(wins)
}

/// The shortest reason for who wins `position`.
pub(crate) fn explain(
    game: &dyn AnyGame,
    position: &AnyPosition,
    effort: &Effort,
    budget: &Budget<'_>,
) -> Result<Explanation, Failure> {
    let simple = at_a_glance(game, position).or_else(|| game.simple_reason(position, budget));
    let found = match simple {
        Some(found) => found,
        None => at_length(game, position, effort, budget)?,
    };
    let mover = game.to_move(position);
    let mut found = match stealing(game, position) {
        Some(stolen) if found.winner != Some(mover.other()) => found.and_stealing(game, stolen),
        _ => found,
    };
    found.reason = game.description().spoken(found.reason);
    Ok(found)
}

/// The shortest reason that takes some playing.
fn at_length(
    game: &dyn AnyGame,
    position: &AnyPosition,
    effort: &Effort,
    budget: &Budget<'_>,
) -> Result<Explanation, Failure> {
    let mut trial = Trial::new(effort.threads, budget);
    let mut found = mirror(game, position, &mut trial)?;
    if found.is_none() {
        found = lost_at_once(game, position);
    }
    if found.is_none() {
        found = game.strategy_reason(position, &mut trial)?;
    }
    match found {
        Some(found) => Ok(Explanation {
            positions: trial.tried,
            ..found
        }),
        None => by_search(game, position, effort, budget),
    }
}

/// A move with which the player to move can steal every strategy: whatever the other could
/// answer to it, the player could have moved there at once. So the position is not lost,
/// because in a lost one the other would have a winning answer to it. A loop is such a move:
/// the other then has the same moves. It holds in games in which both have the same moves,
/// and is verified by listing them.
fn stealing(game: &dyn AnyGame, position: &AnyPosition) -> Option<(AnyMove, bool)> {
    let moves = game.legal_moves(position);
    let bytes = (moves.len() * FEW_MOVES).saturating_mul(game.position_bytes());
    if !game.description().impartial || moves.len() > FEW_MOVES || bytes > MOST_TRIED {
        return None;
    }
    let after: Vec<AnyPosition> = moves.iter().map(|&mv| game.apply(position, mv)).collect();
    if let Some(at) = after.iter().position(|next| next == position) {
        return Some((moves[at], true));
    }
    let steals = |next: &AnyPosition| {
        let answers = game.legal_moves(next);
        let stolen = |&mv: &AnyMove| after.contains(&game.apply(next, mv));
        !answers.is_empty() && answers.len() <= FEW_MOVES && answers.iter().all(stolen)
    };
    let at = after.iter().position(steals)?;
    Some((moves[at], false))
}

/// Over, or won at once.
fn at_a_glance(game: &dyn AnyGame, position: &AnyPosition) -> Option<Explanation> {
    let mover = game.to_move(position);
    let who = |player: Player| game.player_name(player);
    if let Some(result) = game.result(position) {
        let winner = match result {
            Outcome::Win => mover,
            _ => mover.other(),
        };
        let reason = match game.description().impartial {
            true => format!("{} no legal move.", who(mover).does("has")),
            false => {
                let winner = who(winner);
                let has = winner.verb("has");
                format!("The game is over, and {} {has} won.", winner.inside())
            }
        };
        return Some(Explanation::new(Some(winner), "over", reason));
    }
    if let Some(mv) = winning_at_once(game, position) {
        let wins = who(mover).does("wins");
        let reason = format!("{wins} at once with {}.", game.move_text(mv));
        let found = Explanation::new(Some(mover), "win-at-once", reason);
        return Some(found.with("winning_moves", json!([game.move_json(mv)])));
    }
    None
}

/// Every move can be answered by a winning one.
fn lost_at_once(game: &dyn AnyGame, position: &AnyPosition) -> Option<Explanation> {
    let mover = game.to_move(position);
    let moves = game.legal_moves(position);
    if moves.len() > FEW_MOVES {
        return None;
    }
    let mut answers = Vec::new();
    for &mv in &moves {
        let after = game.apply(position, mv);
        if game.result(&after).is_some() {
            return None;
        }
        answers.push((mv, winning_at_once(game, &after)?));
    }
    let (mv, answer) = *answers.first()?;
    let winner = mover.other();
    let (loses, wins) = (game.player_name(mover), game.player_name(winner));
    let reason = format!(
        "Whatever {} {}, {} {} at once: {} is answered by {}.",
        loses.inside(),
        loses.verb("does"),
        wins.inside(),
        wins.verb("wins"),
        game.move_text(mv),
        game.move_text(answer)
    );
    let found = Explanation::new(Some(winner), "loss-at-once", reason);
    let list = answers.iter().map(
        |&(mv, answer)| json!({ "move": game.move_json(mv), "answer": game.move_json(answer) }),
    );
    Some(found.with("answers", list.collect()))
}

/// A mirror strategy for the player who is not to move, or, after a first move
/// that the mirror fixes, for the one who is.
fn mirror(
    game: &dyn AnyGame,
    position: &AnyPosition,
    trial: &mut Trial<'_>,
) -> Result<Option<Explanation>, Stopped> {
    // Where play can go on for ever, an answer to every move is not yet a win.
    if game.endless().is_some() {
        return Ok(None);
    }
    let mirrors = game.mirrors();
    if mirrors.is_empty() {
        return Ok(None);
    }
    let mover = game.to_move(position);
    let moves = game.legal_moves(position);
    if moves.len().saturating_mul(game.position_bytes()) > MOST_TRIED {
        return Ok(None);
    }
    let starts = std::iter::once(None).chain(moves.into_iter().map(Some));
    let starts: Vec<(Option<AnyMove>, AnyPosition)> = starts
        .map(|first| {
            let after = first.map_or_else(|| position.clone(), |mv| game.apply(position, mv));
            (first, after)
        })
        .collect();
    for eager in [false, true] {
        for (first, start) in &starts {
            for mirror in &mirrors {
                if trial.is_over() {
                    return Ok(None);
                }
                if game.map_position(&mirror.symmetry, start) != *start {
                    continue;
                }
                let mut answer = |mv, _: &AnyPosition| Some(game.map_move(&mirror.symmetry, mv));
                let Some(met) = trial.wins(game, start, &mut answer, eager)? else {
                    continue;
                };
                let first = first.map(|mv| (game.move_text(mv), game.move_json(mv)));
                let winner = match first {
                    None => mover.other(),
                    Some(_) => mover,
                };
                let side = game.player_name(winner);
                let found = mirror_reason(winner, side, first, mirror, eager);
                let found = found.with("strategy_positions", json!(met));
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// A mirror strategy of `winner` in words; `first` is the move that the winner begins
/// with, if the winner is the player to move.
pub(crate) fn mirror_reason(
    winner: Player,
    side: &SideName,
    first: Option<(String, Value)>,
    mirror: &Mirror,
    eager: bool,
) -> Explanation {
    let begins = match &first {
        None => String::new(),
        Some((mv, _)) => format!("{} with {mv} and then ", side.verb("begins")),
    };
    let wins = match eager {
        true => format!(
            "{} at once where that is possible and otherwise ",
            side.verb("wins")
        ),
        false => String::new(),
    };
    let reason = format!(
        "{} {begins}{wins}{} every move with its mirror image: {}.",
        side.title,
        side.verb("answers"),
        mirror.text
    );
    let found = Explanation::new(Some(winner), "mirror", reason)
        .with("involution", json!(mirror.swaps))
        .with("mirror", json!(mirror.text))
        .with("wins_at_once_first", json!(eager));
    match first {
        Some((_, mv)) => found.with("winning_moves", json!([mv])),
        None => found,
    }
}

/// Where nothing shorter is known: what the exact search looked at.
fn by_search(
    game: &dyn AnyGame,
    position: &AnyPosition,
    effort: &Effort,
    budget: &Budget<'_>,
) -> Result<Explanation, Failure> {
    let analysis = game.analyse(position, effort, budget)?;
    let value = analysis.value(position, budget)?;
    let positions = analysis.positions();
    // The verdict is the reason; the other moves are worth some more work, not any amount.
    let some_more = Budget {
        positions: budget.positions.min(20 * positions + 100_000),
        ..*budget
    };
    let moves = analysis.moves(position, &some_more)?;
    let wins = |outcome: Outcome| outcome == Outcome::Win;
    let winning = moves
        .iter()
        .filter(|m| m.value.is_some_and(|value| wins(value.outcome)));
    let winning: Vec<AnyMove> = winning.map(|m| m.mv).collect();
    let unknown = moves.iter().filter(|m| m.value.is_none()).count();
    let mover = game.to_move(position);
    let winner = match value.outcome {
        Outcome::Win => Some(mover),
        Outcome::Lose => Some(mover.other()),
        Outcome::Draw => None,
    };
    let (kind, how) = match analysis.how() {
        How::Labels => (
            "digraph",
            format!(
                "All {positions} positions that can follow (symmetric ones once) were labelled"
            ),
        ),
        How::Search => (
            "search",
            format!("An exact search looked at {positions} positions"),
        ),
        How::Theory => (
            "theory",
            "Theory gives the value of every position".to_owned(),
        ),
    };
    const SHOWN: usize = 8;
    let texts: Vec<String> = winning
        .iter()
        .take(SHOWN)
        .map(|&mv| game.move_text(mv))
        .collect();
    let more = match winning.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = match (value.outcome, texts.len()) {
        (Outcome::Win, 0) => "some first move wins".to_owned(),
        (Outcome::Win, 1) => format!("the winning first move is {}{more}", texts[0]),
        (Outcome::Win, _) => format!("winning first moves are {}{more}", texts.join(", ")),
        (Outcome::Lose, _) => "every first move loses".to_owned(),
        (Outcome::Draw, _) => "no first move wins, and some do not lose".to_owned(),
    };
    let list: Vec<Value> = winning.iter().map(|&mv| game.move_json(mv)).collect();
    let mut found = Explanation::new(winner, kind, format!("{how}: {what}."))
        .with("winning_moves", json!(list));
    if unknown > 0 && value.outcome == Outcome::Win {
        found = found.with("unsettled_moves", json!(unknown));
    }
    found.positions = analysis.positions();
    Ok(found)
}
