//! The Grundy value of a position by questions about winners.
//!
//! The value of G is the one n for which the player to move loses G plus a nim
//! heap of n. Each question is a search of its own with cuts as soon as a winning move
//! is found, and they share the table; computing the values of all positions below G
//! instead would have to look at every one of them.

use super::{Found, Means, SumGame, SumNode, Sums, search};
use crate::Stop;

impl<G: SumGame> Sums<'_, G> {
    /// Does the player to move win a position with a nim heap beside it?
    fn winner(&self, position: &G::Position, heap: u32, means: &Means<'_>) -> Found {
        let before = self.valued();
        let node = SumNode::new(position.clone(), heap);
        let mut found = search(self, &node, means);
        found.positions += self.valued() - before;
        found
    }

    /// The Grundy value of a position.
    pub(super) fn grundy(&self, position: &G::Position, means: &Means<'_>) -> Found {
        let mut positions = 0;
        for heap in 0.. {
            let found = means.after(positions, |means| self.winner(position, heap, means));
            positions += found.positions;
            if found.wins != Some(true) {
                return Found {
                    wins: found.wins.map(|_| heap != 0),
                    grundy: found.wins.map(|_| heap),
                    positions,
                    stopped: match found.stopped {
                        Some(Stop::Positions(_)) => Some(Stop::Positions(means.budget.positions)),
                        why => why,
                    },
                    ..Found::default()
                };
            }
        }
        unreachable!("no play goes on for ever, so the value is finite")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Heaps, Part, Table};
    use super::*;
    use crate::Budget;

    /// Kayles: rows of pins, a move takes one pin or two neighbours out of a row.
    struct Kayles {
        sums: bool,
    }

    impl SumGame for Kayles {
        type Position = Vec<u8>;
        type Scratch = ();

        fn scratch(&self) {}

        fn split(&self, rows: &Vec<u8>, (): &mut (), parts: &mut Vec<Part<Vec<u8>>>) -> u32 {
            let mut rows: Vec<u8> = rows.iter().copied().filter(|&row| row > 0).collect();
            rows.sort_unstable();
            let parted: Vec<Vec<u8>> = match self.sums {
                true => rows.iter().map(|&row| vec![row]).collect(),
                false => vec![rows],
            };
            for rows in parted.into_iter().filter(|rows| !rows.is_empty()) {
                let key = rows.iter().fold(0x5EED_5EEDu128, |key, &row| {
                    (key ^ u128::from(row)).wrapping_mul(0xDA94_2042_E4DD_58B5_9E37_79B9_7F4A_7C15)
                });
                let size = rows.iter().map(|&row| u32::from(row)).sum();
                parts.push(Part {
                    position: rows,
                    key,
                    size,
                    work: size,
                });
            }
            0
        }

        fn join(&self, a: &Vec<u8>, b: &Vec<u8>) -> Vec<u8> {
            [&a[..], &b[..]].concat()
        }

        fn moves(&self, rows: &Vec<u8>, (): &mut (), after: &mut Vec<Vec<u8>>) {
            for (i, &row) in rows.iter().enumerate() {
                for taken in 1..=row.min(2) {
                    for left in 0..=row - taken {
                        let mut next = rows.clone();
                        next[i] = left;
                        next.push(row - taken - left);
                        after.push(next);
                    }
                }
            }
        }
    }

    /// The values of rows of 0 to 23 pins, from Guy and Smith, *The G-values of various games*.
    const VALUES: [u32; 24] = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
    ];

    #[test]
    fn kayles() {
        let heaps = [(0, false), (0, true), (6, false), (6, true), (99, true)];
        for sums in [true, false] {
            for (largest, cancel) in heaps {
                let rows = if sums && largest > 0 { 24 } else { 8 };
                for threads in [1, 2] {
                    let (game, table) = (Kayles { sums }, Table::new(0));
                    let sum = Sums::new(&game, &table, Heaps { largest, cancel });
                    let means = &Means::new(&table, threads, &Budget::UNLIMITED);
                    for row in 0..rows {
                        let position = vec![row, 3, row / 2];
                        let value = VALUES[row as usize] ^ VALUES[3] ^ VALUES[row as usize / 2];
                        let report = sum.grundy(&position, means);
                        assert_eq!(report.grundy, Some(value), "{row} {largest} {cancel}");
                        let report = sum.winner(&position, value, means);
                        assert_eq!(report.wins, Some(false));
                    }
                }
            }
        }
    }
}
