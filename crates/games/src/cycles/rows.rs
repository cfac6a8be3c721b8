//! The rows of arrows of the Game of Cycles: 1 for an arrow to the larger vertex, 2 for one to the
//! smaller. An arrow that goes or comes changes counts at two vertices and two cells.

use super::{Cycles, Position};
use crate::any::OfRows;
use outplay_engine::dense::{self, Dense, Rows};
use outplay_engine::{Budget, Outcome, Stopped};
use std::borrow::Cow;

/// How many arrows leave and reach every vertex, and run either way around every cell.
pub struct Turns {
    vertices: Vec<[u8; 2]>,
    cells: Vec<[u8; 2]>,
    /// The cells beside every edge, and whether they are walked forward along it.
    beside: Vec<Vec<(u32, bool)>>,
    /// Vertices that are sinks or sources, and cells that are closed.
    wrong: usize,
    closed: usize,
}

/// Which of the two counts an arrow adds to, where `along` is the way of the first.
fn way(mark: u8, along: bool) -> usize {
    usize::from((mark == 1) != along)
}

impl Cycles {
    fn arrow(mark: u8) -> i8 {
        [0, 1, -1][usize::from(mark)]
    }
}

impl Rows for Cycles {
    type Around = Turns;

    fn sites(&self) -> usize {
        self.edges.len()
    }

    fn marks(&self) -> u8 {
        2
    }

    fn around(&self) -> Turns {
        let mut beside = vec![Vec::new(); self.edges.len()];
        for (cell, darts) in (0..).zip(&self.cells) {
            for &(edge, forward) in darts {
                beside[edge as usize].push((cell, forward));
            }
        }
        Turns {
            vertices: vec![[0; 2]; self.ends.len()],
            cells: vec![[0; 2]; self.cells.len()],
            beside,
            wrong: 0,
            closed: 0,
        }
    }

    #[inline]
    fn change(&self, around: &mut Turns, row: &mut [u8], site: usize, mark: u8) {
        let before = std::mem::replace(&mut row[site], mark);
        let (a, b) = self.edges[site];
        for (mark, one) in [(before, u8::MAX), (mark, 1)] {
            if mark == 0 {
                continue;
            }
            for (v, leaves) in [(a, true), (b, false)] {
                let degree = self.ends[v as usize].len();
                let counts = &mut around.vertices[v as usize];
                let count = &mut counts[way(mark, leaves)];
                around.wrong -= usize::from(usize::from(*count) == degree);
                *count = count.wrapping_add(one);
                around.wrong += usize::from(usize::from(*count) == degree);
            }
            for &(cell, forward) in &around.beside[site] {
                let all = self.cells[cell as usize].len();
                let count = &mut around.cells[cell as usize][way(mark, forward)];
                around.closed -= usize::from(usize::from(*count) == all);
                *count = count.wrapping_add(one);
                around.closed += usize::from(usize::from(*count) == all);
            }
        }
    }

    /// There are no sinks and sources, and the cells that are closed were closed by one arrow.
    #[inline]
    fn is_position(&self, around: &Turns, row: &[u8]) -> Option<bool> {
        Some(match (around.wrong, around.closed) {
            (0, 0 | 1) => true,
            (0, closed) => {
                let closes = |site: usize| {
                    let own = around.beside[site].iter().filter(|&&(cell, forward)| {
                        let all = self.cells[cell as usize].len();
                        usize::from(around.cells[cell as usize][way(row[site], forward)]) == all
                    });
                    own.count() == closed
                };
                (0..row.len()).any(|site| row[site] != 0 && closes(site))
            }
            _ => false,
        })
    }

    #[inline]
    fn moves(
        &self,
        around: &Turns,
        row: &[u8],
        _: usize,
        each: &mut impl FnMut(usize, u8),
    ) -> Option<Outcome> {
        if around.closed > 0 {
            return Some(Outcome::Lose);
        }
        let mut goes_on = false;
        for site in (0..row.len()).filter(|&site| row[site] == 0) {
            let (a, b) = self.edges[site];
            for mark in [1, 2] {
                let fits = |v: u32, leaves: bool| {
                    let count = around.vertices[v as usize][way(mark, leaves)];
                    usize::from(count) + 1 < self.ends[v as usize].len()
                };
                if fits(a, true) && fits(b, false) {
                    goes_on = true;
                    each(site, mark);
                }
            }
        }
        (!goes_on).then_some(Outcome::Lose)
    }
}

impl OfRows<Position> for Cycles {
    fn count(&self) -> Option<u64> {
        // Counts are bytes.
        let degrees = self.ends.iter().map(Vec::len);
        let most = degrees.chain(self.cells.iter().map(Vec::len)).max();
        dense::rows(self.edges.len(), 2).filter(|_| most.unwrap_or(0) < 255)
    }

    fn row<'a>(&self, position: &'a Position) -> Cow<'a, [u8]> {
        let mark = |&arrow: &i8| {
            (1..=2)
                .find(|&mark| Self::arrow(mark) == arrow)
                .unwrap_or(0)
        };
        position.iter().map(mark).collect::<Vec<u8>>().into()
    }

    fn label(&self, values: bool, threads: usize, budget: &Budget<'_>) -> Result<Dense, Stopped> {
        Dense::label(self, values, threads, budget)
    }

    fn knows_positions(&self) -> bool {
        true
    }
}
