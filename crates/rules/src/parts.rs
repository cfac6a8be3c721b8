//! Rule files that look only at neighbours fall apart: what can still be marked and does not lie side by side is
//! independent.
//!
//! Why parts are independent, and why their keys tell values apart, is in `docs/lemmas.md` ("Rule files
//! that look only at neighbours"). In short: only what is alive is ever marked, a mark changes what is
//! legal only beside it, and what is alive beside it is in the same part.

use crate::file::Moving;
use crate::game::{Position, Ruled};
use crate::play::At;
use crate::sides::Sides;
use outplay_board::symmetry::canonical_form;
use outplay_board::{Graph, VertexSet};
use outplay_engine::Player;
use outplay_engine::search::{
    Ask, Found, Hash128, Heaps, Means, Part, Shortcuts, SumGame, Sums, Unsearchable, ask_node,
    search_by_rules,
};
use std::hash::Hash;

/// Sets of sites are words of so many bits.
const MOST_SITES: usize = 128;

/// A board in words.
pub(crate) struct Board<'a> {
    pub(crate) game: &'a Ruled,
    near: Vec<u128>,
}

impl<'a> Board<'a> {
    pub(crate) fn new(game: &'a Ruled) -> Self {
        let near = game.sites.graph.neighborhoods();
        Self { game, near }
    }

    /// The marks that a side may put on a site.
    pub(crate) fn legal(&self, row: &[u8], side: usize, site: usize) -> u32 {
        let at = At {
            row,
            last: 0,
            mover: Player::First,
        };
        self.game.legal_for(at, side, site as u32)
    }

    /// What the table sees of a site, whoever moves.
    pub(crate) fn cell(&self, row: &[u8], site: usize) -> u32 {
        let neighbors = self.game.sites.graph.neighbors(site as u32);
        let table = &self.game.table;
        table.base(site as u32) + table.near(row, neighbors) as u32
    }

    /// Takes apart what is alive of some unmarked sites; each part comes with those of its sites that
    /// can be marked now, which are some.
    pub(crate) fn parts(
        &self,
        sites: u128,
        is_legal: impl Fn(usize) -> bool,
        mut each: impl FnMut(u128, u128),
    ) {
        // What goes away with a neighbour counts, though it may never be chosen.
        let hereditary = self.game.hereditary && !self.game.clears();
        let legal = sites.iter().filter(|&site| is_legal(site));
        let movable = legal.fold(0, |set, site| set | 1 << site);
        let mut alive: u128 = if hereditary { movable } else { sites };
        while let Some(first) = (alive & movable).iter().next() {
            let mut part = 1u128 << first;
            let mut open = part;
            while open != 0 {
                let grown = open.iter().fold(0, |set, site| set | self.near[site]) & alive;
                open = grown & !part;
                part |= grown;
            }
            alive &= !part;
            each(part, part & movable);
        }
    }

    /// Equal for parts that are isomorphic with what the table sees of their sites, and only for
    /// those.
    pub(crate) fn class(&self, part: u128, row: &[u8]) -> u128 {
        let mut numbers = [0u32; MOST_SITES];
        for (site, number) in part.iter().zip(0..) {
            numbers[site] = number;
        }
        let edges = part.iter().flat_map(|v| {
            let later = (self.near[v] & part).iter().filter(move |&w| w > v);
            let numbers = &numbers;
            later.map(move |w| (numbers[v], numbers[w]))
        });
        let graph = Graph::new(part.count_ones() as usize, edges);
        let graph = graph.expect("a part of a simple graph is one");
        let cells: Vec<u32> = part.iter().map(|site| self.cell(row, site)).collect();
        let mut key = Hash128::new(self.game.salt);
        canonical_form(&graph, Some(&cells)).class.hash(&mut key);
        key.value()
    }
}

/// The game as a sum of its parts.
struct Parts<'a>(Board<'a>);

/// Some sites of a position; those outside of it are not marked in it.
#[derive(Clone)]
struct Piece {
    sites: u128,
    row: Box<[u8]>,
}

impl Ruled {
    /// Does a move remove neighbours too?
    pub(crate) fn clears(&self) -> bool {
        self.file().moving == Moving::RemoveClosed
    }

    /// Do positions fall apart into independent parts?
    fn falls_apart(&self) -> bool {
        self.file().is_impartial() && self.is_local()
    }

    /// Does a move change what is legal only beside what it marks or removes?
    pub(crate) fn is_local(&self) -> bool {
        let looks = self.file().legal.looks;
        self.limit == usize::MAX
            && self.file().until.is_none()
            && self.sites.len() <= MOST_SITES
            && !(looks.far || looks.fresh || looks.empty || looks.last || looks.beside)
            && !self.walks()
    }
}

impl SumGame for Parts<'_> {
    type Position = Piece;
    type Scratch = ();

    fn scratch(&self) {}

    fn split(&self, position: &Piece, (): &mut (), parts: &mut Vec<Part<Piece>>) -> u32 {
        let legal = |site| self.0.legal(&position.row, 0, site) != 0;
        self.0.parts(position.sites, legal, |part, movable| {
            parts.push(Part {
                position: Piece {
                    sites: part,
                    row: position.row.clone(),
                },
                key: self.0.class(part, &position.row),
                size: part.count_ones(),
                work: movable.count_ones(),
            });
        });
        0
    }

    fn join(&self, a: &Piece, b: &Piece) -> Piece {
        Piece {
            sites: a.sites | b.sites,
            row: a.row.clone(),
        }
    }

    fn moves(&self, position: &Piece, (): &mut (), after: &mut Vec<Piece>) {
        for site in position.sites.iter() {
            let mut set = self.0.legal(&position.row, 0, site);
            while set != 0 {
                let mark = set.trailing_zeros() as u8 + 1;
                set &= set - 1;
                let mut row = position.row.clone();
                let mut gone = 1u128 << site;
                if self.0.game.clears() {
                    gone |= self.0.near[site] & position.sites;
                }
                gone.iter().for_each(|site| row[site] = mark);
                after.push(Piece {
                    sites: position.sites & !gone,
                    row,
                });
            }
        }
    }
}

impl Shortcuts for Ruled {
    const OWN_KEYS: bool = true;

    fn search(
        &self,
        position: &Position,
        ask: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        let at = self.at(position);
        let quick = self.quick.and_then(|q| q(self, at, ask, means));
        if let Some(found) = quick {
            return found;
        }
        if ask != Ask::Grundy && self.is_partizan_sum() {
            let game = Sides::new(self);
            let node = game.node(position);
            return Ok(ask_node(&game, &node, ask, means));
        }
        if !self.falls_apart() {
            return search_by_rules(self, position, ask, self.salt, means);
        }
        let game = Parts(Board::new(self));
        let row = self.at(position).row;
        let all = row.iter().enumerate().filter(|(_, mark)| **mark == 0);
        let start = Piece {
            sites: all.fold(0, |set, (site, _)| set | 1 << site),
            row: row.into(),
        };
        let heaps = Heaps {
            largest: 63,
            cancel: true,
        };
        Ok(Sums::new(&game, means.table, heaps).ask(&start, ask, means))
    }
}
