//! The rows of colours of the Edge-Distinguishing Game: a colour that goes or comes changes the pairs
//! on the edges beside it, and nothing else.

use super::EdgeDistinguishing;
use crate::any::OfRows;
use outplay_engine::dense::{self, Dense, Rows};
use outplay_engine::{Budget, Outcome, Stopped};
use std::borrow::Cow;

/// How many edges carry each pair of colours, and how many pairs are carried twice.
pub struct Pairs {
    carried: Vec<u8>,
    clashes: usize,
}

impl EdgeDistinguishing {
    fn pair(&self, a: u8, b: u8) -> usize {
        usize::from(a.min(b)) * (usize::from(self.colors) + 1) + usize::from(a.max(b))
    }
}

impl Rows for EdgeDistinguishing {
    type Around = Pairs;

    fn sites(&self) -> usize {
        self.graph.vertex_count()
    }

    fn marks(&self) -> u8 {
        self.colors
    }

    fn around(&self) -> Pairs {
        Pairs {
            carried: vec![0; self.pair(self.colors, self.colors) + 1],
            clashes: 0,
        }
    }

    #[inline]
    fn change(&self, around: &mut Pairs, row: &mut [u8], site: usize, mark: u8) {
        let before = std::mem::replace(&mut row[site], mark);
        for &w in self.graph.neighbors(site as u32) {
            let beside = row[w as usize];
            if beside == 0 {
                continue;
            }
            if before > 0 {
                let carried = &mut around.carried[self.pair(before, beside)];
                *carried -= 1;
                around.clashes -= usize::from(*carried == 1);
            }
            if mark > 0 {
                let carried = &mut around.carried[self.pair(mark, beside)];
                *carried += 1;
                around.clashes += usize::from(*carried == 2);
            }
        }
    }

    #[inline]
    fn is_position(&self, around: &Pairs, _: &[u8]) -> Option<bool> {
        Some(around.clashes == 0)
    }

    #[inline]
    fn moves(
        &self,
        around: &Pairs,
        row: &[u8],
        _: usize,
        each: &mut impl FnMut(usize, u8),
    ) -> Option<Outcome> {
        let mut goes_on = false;
        for site in (0..row.len()).filter(|&site| row[site] == 0) {
            // Two neighbours of one colour would share a pair, whatever the site gets.
            let (mut beside, mut twice) = (0u64, false);
            for &w in self.graph.neighbors(site as u32) {
                let color = row[w as usize];
                let bit = u64::from(color > 0) << color;
                twice |= beside & bit != 0;
                beside |= bit;
            }
            if twice {
                continue;
            }
            for mark in 1..=self.colors {
                let mut colors = beside;
                let mut free = true;
                while colors != 0 {
                    let color = colors.trailing_zeros() as u8;
                    free &= around.carried[self.pair(mark, color)] == 0;
                    colors &= colors - 1;
                }
                if free {
                    goes_on = true;
                    each(site, mark);
                }
            }
        }
        (!goes_on).then_some(Outcome::Lose)
    }
}

/// The most colours whose sets are words.
const MOST_COLORS: u8 = 63;

impl OfRows<Box<[u8]>> for EdgeDistinguishing {
    fn count(&self) -> Option<u64> {
        dense::rows(self.sites(), self.colors).filter(|_| self.colors <= MOST_COLORS)
    }

    fn row<'a>(&self, position: &'a Box<[u8]>) -> Cow<'a, [u8]> {
        (&**position).into()
    }

    fn label(&self, values: bool, threads: usize, budget: &Budget<'_>) -> Result<Dense, Stopped> {
        Dense::label(self, values, threads, budget)
    }

    fn knows_positions(&self) -> bool {
        true
    }
}
