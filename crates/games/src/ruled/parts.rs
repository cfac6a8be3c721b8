//! Impartial rule files fall apart: what can still be marked and does not lie side by side is
//! independent.
//!
//! Why parts are independent, and why their keys tell values apart, is in `docs/lemmas.md` ("Rule files
//! that look only at neighbours"). In short: only what is alive is ever marked, a mark changes what is
//! legal only beside it, and what is alive beside it is in the same part.

use super::file::Moving;
use super::play::At;
use super::{Position, Ruled};
use outplay_board::VertexSet;
use outplay_engine::search::{
    Ask, Found, Hash128, Heaps, Part, SearchOptions, Shortcuts, SumGame, Sums, Table, Unsearchable,
    search_by_rules,
};
use outplay_engine::{Budget, Player};

/// Sets of sites are words of so many bits.
const MOST_SITES: usize = 128;

/// The game as a sum of its parts.
struct Parts<'a> {
    game: &'a Ruled,
    near: Vec<u128>,
}

/// Some sites of a position; those outside of it are not marked in it.
#[derive(Clone)]
struct Piece {
    sites: u128,
    row: Box<[u8]>,
}

impl Ruled {
    /// Does a move remove neighbours too?
    fn clears(&self) -> bool {
        self.file().moving == Moving::RemoveClosed
    }

    /// Do positions fall apart into independent parts?
    fn falls_apart(&self) -> bool {
        let looks = self.file().legal.looks;
        self.impartial
            && self.limit == usize::MAX
            && self.sites.len() <= MOST_SITES
            && !(looks.far || looks.fresh || looks.empty || looks.last || looks.beside)
            && !self.walks()
    }
}

impl Parts<'_> {
    fn at<'b>(&self, row: &'b [u8]) -> At<'b> {
        At {
            row,
            last: 0,
            mover: Player::First,
        }
    }
}

impl SumGame for Parts<'_> {
    type Position = Piece;
    type Scratch = ();

    fn scratch(&self) {}

    fn split(&self, position: &Piece, (): &mut (), parts: &mut Vec<Part<Piece>>) -> u32 {
        let game = self.game;
        // What goes away with a neighbour counts, though it may never be chosen.
        let hereditary = game.hereditary && !game.clears();
        let (mut alive, mut movable) = (0u128, 0u128);
        for site in position.sites.iter() {
            let legal = game.legal_for(self.at(&position.row), 0, site as u32) != 0;
            if legal {
                movable |= 1 << site;
            }
            if legal || !hereditary {
                alive |= 1 << site;
            }
        }
        while let Some(first) = (alive & movable).iter().next() {
            let mut part = 1u128 << first;
            let mut open = part;
            while open != 0 {
                let grown = open.iter().fold(0, |set, site| set | self.near[site]) & alive;
                open = grown & !part;
                part |= grown;
            }
            alive &= !part;
            let mut key = Hash128::new(game.salt);
            let mut work = 0;
            for site in part.iter() {
                let neighbors = game.sites.graph.neighbors(site as u32);
                let index = game.table.near(&position.row, neighbors);
                key.word((site as u64) << 32 | index as u64);
                work += u32::from(movable >> site & 1 == 1);
            }
            parts.push(Part {
                position: Piece {
                    sites: part,
                    row: position.row.clone(),
                },
                key: key.value(),
                size: part.count_ones(),
                work,
            });
        }
        0
    }

    fn join(&self, a: &Piece, b: &Piece) -> Piece {
        Piece {
            sites: a.sites | b.sites,
            row: a.row.clone(),
        }
    }

    fn moves(&self, position: &Piece, (): &mut (), after: &mut Vec<Piece>) {
        let at = self.at(&position.row);
        for site in position.sites.iter() {
            let mut set = self.game.legal_for(at, 0, site as u32);
            while set != 0 {
                let mark = set.trailing_zeros() as u8 + 1;
                set &= set - 1;
                let mut row = position.row.clone();
                let mut gone = 1u128 << site;
                if self.game.clears() {
                    gone |= self.near[site] & position.sites;
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
        table: &Table,
        options: &SearchOptions,
        budget: &Budget<'_>,
    ) -> Result<Found, Unsearchable> {
        if !self.falls_apart() {
            return search_by_rules(self, position, ask, table, self.salt, options, budget);
        }
        let game = Parts {
            game: self,
            near: self.sites.graph.neighborhoods(),
        };
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
        Ok(Sums::new(&game, table, heaps).ask(&start, ask, options, budget))
    }
}
