//! What can be asked about a position, and how a game answers: by its own shortcuts where
//! it has some, by plain proof-number search up to symmetry where it has none.

use super::jobs::{Child, Step, job};
use super::{
    Entry, Hash128, Heaps, Means, Part, PlainSearch, SearchGame, SumGame, SumNode, Sums, UNVALUED,
    known, search,
};
use crate::{Budget, Game, Stop, Symmetric, UpToSymmetry};
use std::fmt;
use std::hash::Hash;

/// What to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask<'a> {
    /// Does the player to move win?
    Winner,
    /// The Grundy value, in impartial games that the last mover wins.
    Grundy,
    /// What the table knows, without a search.
    Known,
    /// Does the player to move win the node at the end of a path, and if the budget does not suffice
    /// for that, what do its children look like?
    Job(&'a [Step]),
}

/// What was found out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Does the player to move win?
    pub wins: Option<bool>,
    /// The Grundy value, if that was asked.
    pub grundy: Option<u32>,
    /// What the table knows, if that was asked.
    pub entry: Option<Entry>,
    /// The children of the node of a job that is not settled.
    pub children: Vec<Child>,
    /// How many positions were looked at, repeated ones again.
    pub positions: u64,
    /// Why there is no answer.
    pub stopped: Option<Stop>,
}

impl Found {
    /// Why there is no answer. A limit on positions is the one of `budget`, of which the search may
    /// have had a part.
    pub fn why(&self, budget: &Budget<'_>) -> Stop {
        match self.stopped {
            Some(Stop::Positions(_)) | None => Stop::Positions(budget.positions),
            Some(why) => why,
        }
    }

    /// The answer where it shows at once whether the player to move wins.
    pub fn settled(wins: bool) -> Self {
        Self {
            wins: Some(wins),
            entry: Some(Entry::settled(wins)),
            positions: 1,
            ..Self::default()
        }
    }
}

/// Why a position cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsearchable {
    /// The board or a parameter is beyond this.
    TooLarge(&'static str),
    /// Play can go on for ever.
    Endless,
    /// Positions of this game have no Grundy values that a search could find.
    NoValues,
}

impl fmt::Display for Unsearchable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(limit) => write!(f, "the search handles up to {limit}"),
            Self::Endless => f.write_str(
                "the search cannot settle a game in which play can go on for ever; its digraph can",
            ),
            Self::NoValues => f.write_str("the search finds no Grundy values in this game"),
        }
    }
}

impl std::error::Error for Unsearchable {}

/// A plain search holds the positions after every move along a line of play: about the moves
/// at its beginning times the length of the line, which is mostly no more than these moves.
const MOST_BYTES: usize = 256 << 20;
/// What it holds beside each position.
const SLOT_BYTES: usize = 64;

/// A game as the exact search sees it.
///
/// Everything learnt stays in the table, so asking about one move after another with
/// the same table costs little more than asking once. One table serves one game only.
pub trait Shortcuts: Symmetric + Sized + Sync {
    /// Do the keys of [`search`](Self::search) tell positions of different boards and
    /// parameters apart, so that one table can serve them all? Plain rules do not:
    /// there a table is shared with the help of a salt ([`search_by_rules`]).
    const OWN_KEYS: bool = false;

    /// Finds out about a position.
    ///
    /// # Errors
    /// The board or a parameter is too large for the search, or nothing of the kind can be asked.
    fn search(
        &self,
        position: &Self::Position,
        ask: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        search_by_rules(self, position, ask, 0, means)
    }

    /// The Grundy value where theory gives it without looking at positions.
    fn theory(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }
}

/// Finds out about a position by plain proof-number search up to symmetry. Positions of
/// different boards and parameters may share a table if each comes with a salt of its own.
///
/// # Errors
/// Play can go on for ever.
pub fn search_by_rules<G: Symmetric + Sync>(
    game: &G,
    position: &G::Position,
    ask: Ask,
    salt: u64,
    means: &Means<'_>,
) -> Result<Found, Unsearchable> {
    if game.endless().is_some() {
        return Err(Unsearchable::Endless);
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let each = game.position_bytes() + SLOT_BYTES;
    if moves.len().saturating_pow(2).saturating_mul(each) > MOST_BYTES {
        return Err(Unsearchable::TooLarge(
            "256 MB of positions beside a line of play, in games without shortcuts of their own",
        ));
    }
    let rules = UpToSymmetry { game, on: true };
    let start = rules.representative(position.clone());
    if ask == Ask::Grundy {
        let game = OnePart { game: &rules, salt };
        let heaps = Heaps {
            largest: 0,
            cancel: false,
        };
        return Ok(Sums::new(&game, means.table, heaps).ask(&start, ask, means));
    }
    let game = PlainSearch { game: &rules, salt };
    Ok(ask_node(&game, &start, ask, means))
}

/// Asks about a node of a game in the form of the search; Grundy values are for [`Sums`].
pub fn ask_node<G: SearchGame>(game: &G, node: &G::Node, ask: Ask, means: &Means<'_>) -> Found {
    if ask == Ask::Known {
        let entry = known(game, node, means.table);
        return Found {
            wins: entry.and_then(Entry::value),
            entry,
            ..Found::default()
        };
    }
    if let Ask::Job(path) = ask {
        return job(game, node, path, means);
    }
    search(game, node, means)
}

impl<G: SumGame> Sums<'_, G> {
    /// Asks about a position.
    pub fn ask(&self, position: &G::Position, ask: Ask, means: &Means<'_>) -> Found {
        if ask == Ask::Grundy {
            return self.grundy(position, means);
        }
        let before = self.valued();
        let node = SumNode::new(position.clone(), 0);
        let mut found = ask_node(self, &node, ask, means);
        found.positions += self.valued() - before;
        found
    }
}

/// Plain rules as a game of sums whose positions never fall apart: a nim heap can stand beside them.
struct OnePart<'a, G> {
    game: &'a G,
    salt: u64,
}

impl<G: Game + Sync> SumGame for OnePart<'_, G> {
    type Position = G::Position;
    type Scratch = Vec<G::Move>;

    fn scratch(&self) -> Vec<G::Move> {
        Vec::new()
    }

    fn split(
        &self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        parts: &mut Vec<Part<G::Position>>,
    ) -> u32 {
        moves.clear();
        self.game.moves(position, moves);
        if !moves.is_empty() {
            let mut hash = Hash128::new(self.salt);
            position.hash(&mut hash);
            parts.push(Part {
                position: position.clone(),
                key: hash.value(),
                size: UNVALUED,
                work: moves.len() as u32,
            });
        }
        0
    }

    fn join(&self, a: &G::Position, _: &G::Position) -> G::Position {
        a.clone()
    }

    fn moves(
        &self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        after: &mut Vec<G::Position>,
    ) {
        moves.clear();
        self.game.moves(position, moves);
        after.extend(moves.iter().map(|&mv| self.game.apply(position, mv)));
    }
}
