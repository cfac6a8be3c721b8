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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Rules, Said};
    use outplay_board::{Limits, families};
    use outplay_engine::dense::Dense;
    use outplay_engine::{Budget, Game};

    /// What a file says; whether its positions are rows, and whether a count of neighbours is all.
    const FILES: [(&str, bool, bool); 13] = [
        ("marks = 1\nlegal = 'size(seen) == 0'", true, true),
        (
            "marks = 1\nlegal = 'count(1) != 1'\nend = 'misere'",
            true,
            true,
        ),
        ("move = 'remove'\nlegal = 'degree < 2'", true, true),
        ("marks = 2\nlegal = '!(mark in seen)'", true, false),
        ("marks = 'own'\nlegal = '!(mark in seen)'", true, false),
        ("marks = 1\nlegal = 'size(far) == 0'", true, false),
        (
            "marks = 1\nlegal = 'size(seen) == 0'\nend = 'maker'",
            true,
            false,
        ),
        (
            "marks = 2\nlegal = '!(mark in seen)'\nend = 'stuck'",
            true,
            false,
        ),
        (
            "marks = 1\nlegal = 'size(seen) == 0'\nuntil = 'count(1) > 1'",
            true,
            false,
        ),
        (
            "marks = 1\nlegal = 'true'\nmoves = 2\nend = 'within'",
            true,
            false,
        ),
        ("marks = 1\nlegal = 'last != 1'", false, false),
        ("move = 'token'\nlegal = 'empty'", false, false),
        (
            "move = 'remove'\ntakes = 'neighbours'\nlegal = 'true'",
            false,
            false,
        ),
    ];

    /// Who wins for the player to move, in how many moves, and the Grundy value, by plain play.
    fn played(game: &Ruled, at: &Position) -> (Outcome, u32, u32) {
        let mut moves = Vec::new();
        if let Some(outcome) = game.result(at) {
            return (outcome, 0, 0);
        }
        Game::moves(game, at, &mut moves);
        let after = moves.iter().map(|&mv| played(game, &game.apply(at, mv)));
        let after: Vec<_> = after.collect();
        let lost = after.iter().filter(|next| next.0 == Outcome::Lose);
        let (outcome, remoteness) = match lost.map(|next| next.1).min() {
            Some(soonest) => (Outcome::Win, soonest + 1),
            None => (
                Outcome::Lose,
                after.iter().map(|next| next.1).max().unwrap_or(0) + 1,
            ),
        };
        let missing = (0..).find(|value| after.iter().all(|next| next.2 != *value));
        (outcome, remoteness, missing.unwrap_or(0))
    }

    #[test]
    fn rows_say_what_plain_play_says() {
        for (said, of_rows, counted) in FILES {
            let rules = Rules::read(&format!("name = 'x'\n{said}"), "x.toml");
            let rules = rules.unwrap_or_else(|error| panic!("{said}: {error}"));
            for board in ["path:4", "cycle:5", "star:4"] {
                let board = families::board(board, Limits::BOARD).unwrap();
                let start = Some("0").filter(|_| said.contains("token"));
                let game = rules
                    .open(
                        &board,
                        Said {
                            start,
                            ..Said::default()
                        },
                    )
                    .unwrap();
                assert_eq!(game.is_of_rows(), of_rows, "{said}");
                assert_eq!(game.counted().is_some(), counted, "{said}");
                if !of_rows {
                    continue;
                }
                let (outcome, remoteness, grundy) = played(&game, &game.start());
                let labels = Dense::label(&game, true, 2, &Budget::UNLIMITED).unwrap();
                assert_eq!(labels.value(0), (outcome, remoteness), "{said}");
                if said.contains("marks = 1\nlegal = 'size(") && !said.contains("end") {
                    assert_eq!(labels.grundy(0), Some(grundy), "{said}");
                }
                if let Some(counted) = game.counted() {
                    let wins = counted.first_wins(1, &Budget::UNLIMITED).unwrap();
                    assert_eq!(wins, outcome == Outcome::Win, "{said}");
                }
            }
        }
    }
}
