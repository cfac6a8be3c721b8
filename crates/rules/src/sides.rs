//! Partizan rule files fall apart too. Who wins a sum does not always follow from who wins its parts,
//! but often: parts that the second player wins can be forgotten, and if one side wins every part, it
//! wins. So small parts are settled by themselves, and what is left is searched.
//!
//! Why this is right is in `docs/lemmas.md` ("Partizan rule files").

use crate::file::{End, Turns};
use crate::game::{Position, Ruled};
use crate::parts::Board;
use outplay_board::VertexSet;
use outplay_engine::search::{Entry, Glance, Hash128, SearchGame};
use std::collections::HashMap;

/// Parts with at most so many positions, by a rough count, are settled by themselves.
const FEW: f64 = 60_000.0;
/// So many of them are remembered at a time.
const MOST_KNOWN: usize = 1 << 18;

impl Ruled {
    /// Do the sides have different moves, in positions that fall apart, and loses who cannot move?
    pub(crate) fn is_partizan_sum(&self) -> bool {
        let file = self.file();
        let plain = file.end == End::Normal && file.turns == Turns::Mark && file.pass.is_none();
        !self.file().is_impartial() && self.is_local() && plain && !self.clears()
    }
}

/// The game as the search sees it.
pub(crate) struct Sides<'a> {
    board: Board<'a>,
    /// Parts with at most so many sites are settled by themselves.
    small: u32,
}

/// Some unmarked sites of a position, and whose turn it is; the others are marked, or do not matter.
#[derive(Clone)]
pub(crate) struct Node {
    sites: u128,
    row: Box<[u8]>,
    side: usize,
}

/// Does the side to move win, if that is the first side, and if it is the second?
type Winners = HashMap<u128, [Option<bool>; 2]>;

/// What is known of small parts: of these very ones, and of all that are isomorphic to one.
#[derive(Default)]
pub(crate) struct Known {
    exact: Winners,
    classes: Winners,
}

impl<'a> Sides<'a> {
    pub(crate) fn new(game: &'a Ruled) -> Self {
        let marks = f64::from(game.marks) + 1.0;
        Self {
            board: Board::new(game),
            small: (FEW.ln() / marks.ln()) as u32,
        }
    }

    pub(crate) fn node(&self, position: &Position) -> Node {
        let at = self.board.game.at(position);
        let free = at.row.iter().enumerate().filter(|(_, mark)| **mark == 0);
        Node {
            sites: free.fold(0, |set, (site, _)| set | 1 << site),
            row: at.row.into(),
            side: self.board.game.side_of(at.mover),
        }
    }

    fn parts(&self, node: &Node) -> Vec<u128> {
        let mut parts = Vec::new();
        let legal = |site| [0, 1].map(|side| self.board.legal(&node.row, side, site)) != [0, 0];
        self.board
            .parts(node.sites, legal, |part, _| parts.push(part));
        parts
    }

    /// All that can follow.
    fn after(&self, node: &Node, mut each: impl FnMut(Node) -> bool) -> bool {
        node.sites.iter().any(|site| {
            let mut set = self.board.legal(&node.row, node.side, site);
            let mut found = false;
            while set != 0 && !found {
                let mut row = node.row.clone();
                row[site] = set.trailing_zeros() as u8 + 1;
                set &= set - 1;
                found = each(Node {
                    sites: node.sites & !(1 << site),
                    row,
                    side: 1 - node.side,
                });
            }
            found
        })
    }

    /// Does the player to move win what follows from the parts? `None` if that is open. Parts that
    /// the second player wins go out of `parts`; those that are not small stay.
    fn verdict(&self, node: &Node, parts: &mut Vec<u128>, known: &mut Known) -> Option<bool> {
        let (mut helps, mut hurts, mut hot, mut large) = (0, 0, 0, 0);
        parts.retain(|&part| {
            if part.count_ones() > self.small {
                large += 1;
                return true;
            }
            let mut wins = |side| {
                let part = Node {
                    sites: part,
                    row: node.row.clone(),
                    side,
                };
                self.wins(&part, known)
            };
            match [wins(node.side), wins(1 - node.side)] {
                [false, false] => return false,
                [true, false] => helps += 1,
                [false, true] => hurts += 1,
                [true, true] => hot += 1,
            }
            true
        });
        match (helps, hurts, hot, large) {
            (0, 0, 0, 0) => Some(false),
            (_, 0, 0 | 1, 0) => Some(true),
            (0, _, 0, 0) => Some(false),
            _ => None,
        }
    }

    /// Does the player to move win a node of small parts?
    fn wins(&self, node: &Node, known: &mut Known) -> bool {
        let mut parts = self.parts(node);
        if parts.is_empty() {
            return false;
        }
        let exact = self.exact_key(parts.iter().fold(0, |set, part| set | part), &node.row);
        let found = |list: &Winners, key| list.get(&key).and_then(|sides| sides[node.side]);
        if let Some(wins) = found(&known.exact, exact) {
            return wins;
        }
        if parts.len() > 1
            && let Some(wins) = self.verdict(node, &mut parts, known)
        {
            return wins;
        }
        let classes = parts.iter().map(|&part| self.board.class(part, &node.row));
        let mut classes: Vec<u128> = classes.collect();
        classes.sort_unstable();
        let mut key = Hash128::new(self.board.game.salt);
        for class in classes {
            key.word(class as u64);
            key.word((class >> 64) as u64);
        }
        let key = key.value();
        let wins = found(&known.classes, key).unwrap_or_else(|| {
            let node = Node {
                sites: parts.iter().fold(0, |set, part| set | part),
                ..node.clone()
            };
            self.after(&node, |next| !self.wins(&next, known))
        });
        for (list, key) in [(&mut known.exact, exact), (&mut known.classes, key)] {
            if list.len() > MOST_KNOWN {
                list.clear();
            }
            list.entry(key).or_default()[node.side] = Some(wins);
        }
        wins
    }

    fn exact_key(&self, sites: u128, row: &[u8]) -> u128 {
        let mut key = Hash128::new(self.board.game.salt);
        for site in sites.iter() {
            key.word((site as u64) << 32 | u64::from(self.board.cell(row, site)));
        }
        key.value()
    }
}

impl SearchGame for Sides<'_> {
    type Node = Node;
    type Scratch = Known;

    fn scratch(&self) -> Known {
        Known::default()
    }

    fn glance(&self, node: &mut Node, known: &mut Known) -> Glance {
        let mut parts = self.parts(node);
        if let Some(wins) = self.verdict(node, &mut parts, known) {
            return Glance::Settled(wins);
        }
        node.sites = parts.iter().fold(0, |set, part| set | part);
        let game = self.board.game;
        let mut cells = vec![0; game.sites.len()];
        for site in node.sites.iter() {
            cells[site] = self.board.cell(&node.row, site) + 1;
        }
        let mut least = cells.clone();
        let mut image = cells.clone();
        for map in game.site_maps() {
            for (&to, &cell) in map.iter().zip(&cells) {
                image[to as usize] = cell;
            }
            if image < least {
                least.copy_from_slice(&image);
            }
        }
        let mut key = Hash128::new(game.salt);
        key.word(node.side as u64);
        least.into_iter().for_each(|cell| key.word(cell.into()));
        let moves = node.sites.iter();
        let moves = moves.filter(|&site| self.board.legal(&node.row, node.side, site) != 0);
        Glance::Open {
            key: key.value(),
            guess: Entry::new(1, moves.count().max(1) as u32),
        }
    }

    fn children(&self, node: &Node, _: &mut Known, children: &mut Vec<Node>) {
        self.after(node, |next| {
            children.push(next);
            false
        });
    }
}
