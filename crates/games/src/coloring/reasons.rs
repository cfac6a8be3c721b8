//! Reasons for verdicts of the colouring game: safe vertices, too few colours,
//! pairings, the marking game.

use super::{Coloring, Move, Pass, Position, Side};
use crate::explain::{Explanation, Mirror, Reasons, Trial};
use crate::marking::game_coloring;
use outplay_board::numbers;
use outplay_engine::search::{Means, Table};
use outplay_engine::{Budget, Game, Stopped};
use serde_json::json;

/// Pairings are tried on up to this many vertices: 945 of them on ten.
const MOST_PAIRED: usize = 10;
/// How long the numbers behind a reason may be looked for.
const MOST_POLLS: u32 = 20_000;
const MARKING_POSITIONS: u64 = 100_000;

impl Reasons for Coloring {
    fn mirrors(&self) -> Vec<Mirror> {
        crate::symmetry::color_mirrors(self.automorphisms(), self.colors, &self.vertices)
    }

    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }

    fn simple_reason(&self, position: &Position, budget: &Budget<'_>) -> Option<Explanation> {
        self.safe_vertices(position)
            .or_else(|| self.too_few_colors(position, budget))
    }

    fn strategy_reason(
        &self,
        position: &Position,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        match self.pairing(position, trial)? {
            Some(found) => Ok(Some(found)),
            None => Ok(self.by_marking(position, trial.budget())),
        }
    }
}

impl Coloring {
    fn free_colors(&self, position: &Position, v: u32) -> usize {
        let row = &position.colors;
        let near = self.graph.neighbors(v);
        let taken = |c: &u8| near.iter().any(|&w| row[w as usize] == *c);
        (1..=self.colors).filter(|c| !taken(c)).count()
    }

    /// Alice wins if every uncoloured vertex has more free colours than uncoloured
    /// neighbours: it loses at most one colour for each.
    fn safe_vertices(&self, position: &Position) -> Option<Explanation> {
        let row = &position.colors;
        let open = |&v: &u32| row[v as usize] == 0;
        let safe = |v: u32| {
            let near = self.graph.neighbors(v).iter().filter(|&&w| open(&w));
            self.free_colors(position, v) > near.count()
        };
        if !self.graph.vertices().filter(open).all(safe) {
            return None;
        }
        let reason = match row.iter().all(|&c| c == 0) {
            true => format!(
                "All vertices are safe: {}, and no vertex has more than {}.",
                counted(self.colors.into(), "colour"),
                counted(self.graph.max_degree(), "neighbour")
            ),
            false => "All vertices are safe: each uncoloured one has more colours left than uncoloured neighbours.".to_owned(),
        };
        let found = Explanation::new(Some(self.player(Side::Alice)), "safe", reason);
        Some(found.with("max_degree", json!(self.graph.max_degree())))
    }

    /// Bob wins if the board cannot be coloured at all.
    fn too_few_colors(&self, position: &Position, budget: &Budget<'_>) -> Option<Explanation> {
        if position.colors.iter().any(|&c| c != 0) {
            return None;
        }
        let k = u32::from(self.colors);
        let polls = std::cell::Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() > MOST_POLLS || budget.poll(0).is_err()
        };
        let bob = Some(self.player(Side::Bob));
        let clique = numbers::clique(&self.graph, &stop);
        if clique.len() > k as usize {
            let clique = &clique[..k as usize + 1];
            let names: Vec<String> = clique.iter().map(|&v| self.vertices.name(v)).collect();
            let reason = format!(
                "{} cannot colour the board, because {} are all neighbours of each other; so some vertex is left without a colour.",
                counted(k as usize, "colour"),
                names.join(", ")
            );
            let found = Explanation::new(bob, "chromatic", reason);
            return Some(found.with("clique", json!(clique)));
        }
        let chromatic = numbers::chromatic(&self.graph, &stop);
        (chromatic.lower > k).then(|| {
            let needed = match chromatic.value() {
                Some(value) => format!("it needs {value}"),
                None => format!("it needs at least {}", chromatic.lower),
            };
            let reason = format!(
                "{} cannot colour the board ({needed}), so some vertex is left without a colour.",
                counted(k as usize, "colour")
            );
            Explanation::new(bob, "chromatic", reason)
                .with("chromatic", json!(chromatic.value()))
                .with("at_least", json!(chromatic.lower))
        })
    }

    /// Alice wins if she can answer every move in the other vertex of a pair, with
    /// the same colour where that is legal and the least legal one otherwise.
    fn pairing(
        &self,
        position: &Position,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        let open = |position: &Position| -> Vec<u32> {
            let row = &position.colors;
            let vertices = self.graph.vertices();
            vertices.filter(|&v| row[v as usize] == 0).collect()
        };
        if open(position).len() > MOST_PAIRED + 1 {
            return Ok(None);
        }
        let mut starts = vec![(None, position.clone())];
        if position.turn == Side::Alice {
            let mut moves = Vec::new();
            self.moves(position, &mut moves);
            let after = |mv| (Some(mv), self.apply(position, mv));
            starts = moves.into_iter().map(after).collect();
        }
        for (first, start) in starts {
            let vertices = open(&start);
            if vertices.len() % 2 == 1 || vertices.len() > MOST_PAIRED {
                continue;
            }
            let mut partner = vec![u32::MAX; self.graph.vertex_count()];
            if let Some(met) = self.pair_up(&start, &vertices, &mut partner, trial)? {
                let pairs = vertices.iter().map(|&v| [v, partner[v as usize]]);
                let pairs: Vec<[u32; 2]> = pairs.filter(|[v, w]| v < w).collect();
                let text = crate::explain::cycles_text(&pairs, &|v| self.vertices.name(v));
                let begins = match first {
                    Some(mv) => {
                        let mv = crate::notation::Notation::move_text(self, mv);
                        format!("begins with {mv} and then ")
                    }
                    None => String::new(),
                };
                let reason = format!(
                    "Alice {begins}answers every move in the other vertex of its pair, {text}: with the same colour if that is legal, otherwise with the least legal one."
                );
                let winner = Some(self.player(Side::Alice));
                return Ok(Some(
                    Explanation::new(winner, "pairing", reason)
                        .with("pairs", json!(pairs))
                        .with("strategy_positions", json!(met)),
                ));
            }
        }
        Ok(None)
    }

    /// Tries all ways to pair up the vertices that have no partner yet. Recursion is
    /// as deep as there are pairs.
    fn pair_up(
        &self,
        start: &Position,
        vertices: &[u32],
        partner: &mut [u32],
        trial: &mut Trial<'_>,
    ) -> Result<Option<u64>, Stopped> {
        if trial.is_over() {
            return Ok(None);
        }
        let single = |partner: &[u32], v: u32| partner[v as usize] == u32::MAX;
        let Some(&a) = vertices.iter().find(|&&v| single(partner, v)) else {
            let mut answer = |mv, after: &Position| match mv {
                Move::Color { vertex, color } => {
                    let vertex = partner[vertex as usize];
                    let legal =
                        |&color: &u32| self.refusal(after, Move::Color { vertex, color }).is_none();
                    let colors = std::iter::once(color).chain(1..=self.colors.into());
                    let color = colors.into_iter().find(legal)?;
                    Some(Move::Color { vertex, color })
                }
                Move::Pass => None,
            };
            return trial.wins(self, start, &mut answer, false);
        };
        for &b in vertices.iter().filter(|&&b| b > a) {
            if !single(partner, b) {
                continue;
            }
            (partner[a as usize], partner[b as usize]) = (b, a);
            let found = self.pair_up(start, vertices, partner, trial)?;
            if found.is_some() {
                return Ok(found);
            }
            (partner[a as usize], partner[b as usize]) = (u32::MAX, u32::MAX);
        }
        Ok(None)
    }

    /// Alice wins if she wins the marking game with as many marks as colours.
    fn by_marking(&self, position: &Position, budget: &Budget<'_>) -> Option<Explanation> {
        let fresh = position.colors.iter().all(|&c| c == 0);
        if !fresh || self.pass != Pass::None {
            return None;
        }
        let some = Budget {
            positions: MARKING_POSITIONS.min(budget.positions),
            ..*budget
        };
        let first = position.turn == Side::Alice;
        let table = Table::new(1 << 20);
        let known = game_coloring(&self.graph, first, &Means::new(&table, 1, &some));
        (known.upper <= self.colors.into()).then(|| {
            let reason = format!(
                "Alice can play so that every vertex has fewer than {} coloured neighbours when it is coloured (she wins the marking game), so there is always a colour left.",
                known.upper
            );
            let winner = Some(self.player(Side::Alice));
            let found = Explanation::new(winner, "marking", reason);
            found.with("game_coloring_at_most", json!(known.upper))
        })
    }
}

fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
