//! Games from rule files whose positions are rows of marks and nothing else: they can be labelled
//! without a search.

use crate::file::{End, Moving};
use crate::game::Ruled;
use crate::play::At;
use outplay_engine::dense::{Counted, MOST_COUNTED, Rows};
use outplay_engine::{Outcome, Player};

/// What is kept about a row: the part of its index in the table that the neighbours make, for
/// every site.
pub struct Around(Vec<u32>);

impl Ruled {
    /// Is a position a row of marks, and a move a mark more?
    pub fn is_of_rows(&self) -> bool {
        let puts = matches!(self.file().moving, Moving::Mark | Moving::Remove);
        puts && !self.records_turn() && !self.records_last()
    }

    /// The game as a count of marked neighbours, where that decides everything.
    pub fn counted(&self) -> Option<Counted<'_>> {
        let file = self.file();
        let plain = self.is_of_rows() && self.limit == usize::MAX && file.until.is_none();
        let misere = match file.end {
            End::Normal => false,
            End::Misere => true,
            _ => return None,
        };
        let count = self.sites.len();
        let counts = plain && self.marks == 1 && !self.own() && self.table.counts_alone();
        (counts && count <= MOST_COUNTED).then(|| Counted {
            neighbors: (0..count as u32)
                .map(|site| self.sites.graph.neighbors(site))
                .collect(),
            allowed: (0..count as u32)
                .map(|site| {
                    let marked = 0..=self.sites.graph.degree(site);
                    let legal = marked.filter(|&n| self.table.legal_by_count(site, n));
                    legal.fold(0, |set, n| set | 1 << n)
                })
                .collect(),
            misere,
        })
    }
}

impl Rows for Ruled {
    type Around = Around;

    fn sites(&self) -> usize {
        self.sites.len()
    }

    fn marks(&self) -> u8 {
        self.marks
    }

    fn around(&self) -> Around {
        Around(vec![0; self.sites.len()])
    }

    #[inline]
    fn change(&self, around: &mut Around, row: &mut [u8], site: usize, mark: u8) {
        row[site] = mark;
        for &w in self.sites.graph.neighbors(site as u32) {
            let neighbors = self.sites.graph.neighbors(w);
            around.0[w as usize] = self.table.near(row, neighbors) as u32;
        }
    }

    #[inline]
    fn moves(
        &self,
        around: &Around,
        row: &[u8],
        made: usize,
        each: &mut impl FnMut(usize, u8),
    ) -> Option<Outcome> {
        let mover = Player::after(made);
        let at = At {
            row,
            last: 0,
            mover,
        };
        let file = self.file();
        let cut = file.end == End::Stuck || file.until.is_some() || self.limit != usize::MAX;
        if cut && let Some(outcome) = self.result_at(at) {
            return Some(outcome);
        }
        let side = self.side_of(mover);
        let common = self.common(at, side);
        let looks = file.legal.looks;
        let near = !(looks.far || looks.fresh);
        let (own, chooses) = (self.own(), self.chooses());
        let mut goes_on = false;
        for site in (0..row.len()).filter(|&site| row[site] == 0) {
            let mut set = match near {
                true => self
                    .table
                    .legal(site as u32, common + around.0[site] as usize),
                false => self.legal(at, common, site as u32),
            };
            goes_on |= set != 0;
            if !chooses && set != 0 {
                each(site, if own { side as u8 + 1 } else { 1 });
                continue;
            }
            while set != 0 {
                each(site, set.trailing_zeros() as u8 + 1);
                set &= set - 1;
            }
        }
        match goes_on {
            true => None,
            false => self.result_at(at),
        }
    }
}
