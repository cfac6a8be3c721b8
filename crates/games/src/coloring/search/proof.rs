//! Proofs that Alice wins the relaxed game, region by region, in the words of certificates.
//!
//! The search has found out that she wins; here her replies are written down. A region
//! is written when all regions that its replies lead to have been, and once for all regions that
//! look alike: the canonical labels of its key are the map from one to the other.

use super::Shortcuts;
use super::key::Keys;
use super::residual::{Residual, Standing};
use super::solve::{ColoringSearch, residual};
use crate::certificate::{Regions, Shown};
use crate::coloring::{Coloring, Pass, Position, Side};
use crate::sets::Words;
use outplay_engine::search::{Entry, Means, Table, known, search};
use outplay_engine::{Budget, Stop, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

/// The most colours; the checker looks at all subsets of so many.
pub(crate) const MOST_COLORS: usize = 8;

/// So many positions are searched for a position that the table does not know.
const FEW: u64 = 300;

/// Proofs by regions for a board, if the relaxed game can be searched on it.
pub(crate) fn regions<'a>(
    game: &'a Coloring,
    table: &Arc<Table>,
) -> Option<Box<dyn Regions<Position> + 'a>> {
    Some(
        match (game.graph().vertex_count(), usize::from(game.colors())) {
            (0..=64, 0..=4) => Box::new(Proofs::<u64, 4>::new(game, table)),
            (0..=64, 5..=MOST_COLORS) => Box::new(Proofs::<u64, MOST_COLORS>::new(game, table)),
            (65..=super::MOST_VERTICES, 0..=MOST_COLORS) => {
                Box::new(Proofs::<u128, MOST_COLORS>::new(game, table))
            }
            _ => return None,
        },
    )
}

struct Proofs<'a, S, const K: usize> {
    game: &'a Coloring,
    search: ColoringSearch<S, K>,
    table: Arc<Table>,
    keys: Keys<S>,
    /// The regions that were written, by key: their vertices in the order of the labels.
    written: HashMap<u128, Vec<u32>>,
    lines: Vec<(String, u64)>,
}

/// A reply: where, with which colour (a pass has none), and the regions after it that are not won at once.
type Reply<S, const K: usize> = (Option<(usize, usize)>, Vec<Residual<S, K>>);

impl<'a, S: Words, const K: usize> Proofs<'a, S, K> {
    fn new(game: &'a Coloring, table: &Arc<Table>) -> Self {
        Self {
            game,
            search: ColoringSearch::new(game, Shortcuts::default()),
            table: table.clone(),
            keys: Keys::new(),
            written: HashMap::new(),
            lines: Vec::new(),
        }
    }

    /// The relaxed game from a position with Bob to move: the regions that are not won at once.
    fn start(&mut self, position: &Position) -> Option<Vec<Residual<S, K>>> {
        let mut rest = residual::<S, K>(self.game, position)?;
        rest.relaxed = true;
        match position.turn() {
            Side::Bob => self.split(rest),
            Side::Alice => None,
        }
    }

    /// The regions of a position with Bob to move that are not won at once; `None` if he wins at once.
    fn split(&mut self, mut rest: Residual<S, K>) -> Option<Vec<Residual<S, K>>> {
        match self.search.rules.reduce(&mut rest) {
            Standing::AliceWins => return Some(Vec::new()),
            Standing::BobWins => return None,
            Standing::Open => {}
        }
        self.search.rules.split(&rest, &mut self.keys);
        let parts = self.keys.regions.iter().map(|&region| {
            let mut part = rest;
            part.restrict(region);
            part
        });
        let open = |part: &Residual<S, K>| !self.search.rules.scattered(part);
        Some(parts.filter(open).collect())
    }

    /// The key of a region, and its vertices in the order of their labels.
    fn labelled(&mut self, region: &Residual<S, K>) -> (u128, Vec<u32>) {
        self.search.rules.split(region, &mut self.keys);
        self.search
            .rules
            .labelled(region, region.vertices(), &mut self.keys)
    }

    fn is_written(&mut self, region: &Residual<S, K>) -> bool {
        let (key, _) = self.labelled(region);
        self.written.contains_key(&key)
    }

    /// What the table knows of a region: 0 if Bob is known to lose it.
    fn disproof(&self, region: &Residual<S, K>) -> u32 {
        let entry = known(&self.search, region, &self.table);
        entry.map_or(Entry::INFINITE, |entry| entry.disproof)
    }

    /// Does Bob, to move, lose a region?
    fn is_lost(&self, region: &Residual<S, K>, budget: &Budget<'_>) -> Result<bool, Stopped> {
        let found = search(&self.search, region, &Means::new(&self.table, 1, budget));
        found.wins.map(|wins| !wins).ok_or_else(|| Stopped {
            why: found.why(budget),
            positions: found.positions,
        })
    }

    /// How a region with Bob to move is found among the written ones.
    fn map(&mut self, region: &Residual<S, K>) -> String {
        let (key, order) = self.labelled(region);
        let to = &self.written[&key];
        let mut pairs: Vec<(u32, u32)> = order.into_iter().zip(to.iter().copied()).collect();
        pairs.sort_unstable();
        if pairs.iter().all(|(v, image)| v == image) {
            return "/=".to_owned();
        }
        let images: Vec<String> = pairs.iter().map(|(_, image)| image.to_string()).collect();
        format!("/{}", images.join("."))
    }

    /// Bob's moves in the order of the checker: by vertex and colour, equal parts once.
    fn moves(&mut self, region: &Residual<S, K>) -> Vec<(usize, usize)> {
        self.search.rules.split(region, &mut self.keys);
        let mut moves = Vec::new();
        for v in region.vertices().iter() {
            let parts = self.keys.parts.iter().filter(|(part, _)| part.contains(v));
            let mut parts: Vec<(usize, S)> = parts.map(|&(part, color)| (color, part)).collect();
            parts.sort_unstable();
            for (i, &(color, part)) in parts.iter().enumerate() {
                if parts[..i].iter().all(|&(_, other)| other != part) {
                    moves.push((v, color));
                }
            }
        }
        moves
    }

    /// Alice's best reply in a position that is not settled.
    fn reply(
        &mut self,
        rest: &Residual<S, K>,
        budget: &Budget<'_>,
    ) -> Result<Reply<S, K>, Stopped> {
        self.search.rules.split(rest, &mut self.keys);
        let mut moves = Vec::new();
        self.search.rules.moves(rest, &self.keys, |v, color| {
            if let (Some(color), true) = (color, rest.danger.contains(v)) {
                moves.push(Some((v, color)));
            }
        });
        if self.game.pass() == Pass::Alice {
            moves.push(None);
        }
        let mut candidates = Vec::new();
        for mv in moves {
            let after = match mv {
                Some((v, color)) => self.search.rules.color(rest, v, Some(color)).ok(),
                None => Some(Residual {
                    alice: false,
                    ..*rest
                }),
            };
            let Some(after) = after else { continue };
            let Some(regions) = self.split(after) else {
                continue;
            };
            let mut unknown = 0;
            let mut danger = 0;
            for region in &regions {
                if !self.is_written(region) {
                    unknown = unknown.max(self.disproof(region));
                    danger += region.danger.len();
                }
            }
            // The search has looked at all regions together.
            unknown = unknown.min(self.disproof(&after));
            if danger == 0 {
                return Ok((mv, regions));
            }
            candidates.push(((unknown, danger), (mv, regions)));
        }
        candidates.sort_by_key(|(effort, _)| *effort);
        for (_, (mv, regions)) in candidates {
            let mut lost = true;
            for region in &regions {
                lost = lost && (self.is_written(region) || self.is_lost(region, budget)?);
            }
            if lost {
                return Ok((mv, regions));
            }
        }
        unreachable!("Alice wins the region")
    }

    /// Writes a region that Alice wins with Bob to move, and what it needs before it.
    fn write(&mut self, region: &Residual<S, K>, budget: &Budget<'_>) -> Result<(), Stopped> {
        let (key, order) = self.labelled(region);
        if self.written.contains_key(&key) {
            return Ok(());
        }
        let mut line = "r".to_owned();
        for set in [region.danger, region.vertices().minus(region.danger)] {
            let mut items = Vec::new();
            for v in set.iter() {
                let colors = (0..K).filter(|&c| region.free[c].contains(v));
                let colors: Vec<String> = colors.map(|c| (c + 1).to_string()).collect();
                items.push(format!("{v}={}", colors.join("+")));
            }
            line += &match items.is_empty() {
                true => " .".to_owned(),
                false => format!(" {}", items.join(",")),
            };
        }
        let mut count = 0;
        let mut after: Vec<Residual<S, K>> = Vec::new();
        for (v, color) in self.moves(region) {
            if let Ok(next) = self.search.rules.color(region, v, Some(color)) {
                after.push(next);
            }
        }
        if self.game.pass() != Pass::Alice {
            after.push(Residual {
                alice: true,
                ..*region
            });
        }
        for mut rest in after {
            if self.search.rules.reduce(&mut rest) == Standing::AliceWins {
                continue;
            }
            let (mv, regions) = self.reply(&rest, budget)?;
            for region in &regions {
                self.write(region, budget)?;
            }
            line += &match mv {
                Some((v, color)) => format!(" {v}={}", color + 1),
                None => " pass".to_owned(),
            };
            for region in &regions {
                line += &self.map(region);
            }
            count += 1;
        }
        budget.poll(self.written.len() as u64)?;
        self.written.insert(key, order);
        self.lines.push((line, count));
        Ok(())
    }
}

impl<S: Words, const K: usize> Regions<Position> for Proofs<'_, S, K> {
    fn effort(&mut self, position: &Position) -> Option<u32> {
        let regions = self.start(position)?;
        let mut danger = 0;
        for region in &regions {
            if !self.is_written(region) {
                if self.disproof(region) > 0 {
                    return None;
                }
                danger += region.danger.len() as u32;
            }
        }
        Some(danger)
    }

    fn show(&mut self, position: &Position, budget: &Budget<'_>) -> Result<Option<Shown>, Stopped> {
        let Some(regions) = self.start(position) else {
            return Ok(None);
        };
        let few = Budget {
            positions: FEW,
            ..*budget
        };
        for region in &regions {
            let lost = self.is_written(region)
                || match self.is_lost(region, &few) {
                    Ok(lost) => lost,
                    Err(Stopped {
                        why: Stop::Positions(_),
                        ..
                    }) => false,
                    Err(stopped) => return Err(stopped),
                };
            if !lost {
                return Ok(None);
            }
        }
        for region in &regions {
            self.write(region, budget)?;
        }
        let maps: String = regions.iter().map(|region| self.map(region)).collect();
        Ok(Some(Shown {
            lines: std::mem::take(&mut self.lines),
            maps: if maps.is_empty() {
                "/".to_owned()
            } else {
                maps
            },
        }))
    }
}
