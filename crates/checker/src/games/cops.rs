//! Cops and robber. The cops come first in a position, in order, and then the robber. A move of
//! the cops is where they go, one of the robber an `r` and a vertex.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number, number_in};
use crate::rules::{Move, Player, Position, Rules};
use std::collections::BTreeSet;

/// Who was not placed yet.
const NOWHERE: u64 = u64::MAX;
/// The most cops: their vertices are digits of the two words of a move.
const MOST_COPS: u64 = 8;
const DIGIT: u32 = 16;
/// The second word of a move of the robber.
const ROBBER: u64 = u64::MAX;

/// What a way of the cops costs.
const SORTED: u64 = 16;

struct Cops {
    graph: Graph,
    cops: usize,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    let graph = Graph::read(lines, false)?;
    let cops = number_in(&lines.parameter("cops")?, 1, MOST_COPS)? as usize;
    match graph.n {
        0 => Err("expected a vertex".to_owned()),
        _ => Ok(Box::new(Cops { graph, cops })),
    }
}

/// Where the cops go, in order, as a move: eight digits, of which those of nobody are 0 and the others 1 more
/// than the vertex.
fn pack(vertices: &[u64]) -> Move {
    let digits = |half: &[u64]| {
        let digit = |word: u64, &v: &u64| word << DIGIT | (v + 1);
        half.iter().fold(0, digit)
    };
    let (first, second) = vertices.split_at(vertices.len().min(4));
    (digits(first), digits(second))
}

fn unpack((first, second): Move) -> Vec<u64> {
    let digits = |word: u64| {
        let digit = move |i| word >> (DIGIT * i) & 0xffff;
        (0..4).rev().map(digit).filter(|&digit| digit > 0)
    };
    digits(first).chain(digits(second)).map(|d| d - 1).collect()
}

impl Cops {
    fn vertex(&self, text: &str) -> Outcome<u64> {
        match number(text)? {
            v if v < self.graph.n as u64 => Ok(v),
            v => Err(format!("there is no vertex {v}")),
        }
    }

    /// Vertices between commas, in order.
    fn vertices(&self, text: &str) -> Outcome<Vec<u64>> {
        let list: Vec<u64> = text
            .split(',')
            .map(|v| self.vertex(v))
            .collect::<Outcome<_>>()?;
        match list.len() <= MOST_COPS as usize && list.is_sorted() {
            true => Ok(list),
            false => Err(format!("expected at most {MOST_COPS} vertices in order")),
        }
    }

    /// Where somebody can go who is there, or begins.
    fn next(&self, at: u64) -> Vec<u64> {
        match at {
            NOWHERE => (0..self.graph.n as u64).collect(),
            v => {
                let near = self.graph.neighbors[v as usize].iter();
                near.map(|&w| w.into()).chain([v]).collect()
            }
        }
    }
}

impl Rules for Cops {
    fn board(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    fn player_names(&self) -> Option<[&str; 2]> {
        Some(["cops", "robber"])
    }

    fn claim(&self, winner: Player) -> Option<&'static str> {
        Some(match winner {
            Player::First => "the cops win",
            Player::Second => "the robber wins",
        })
    }

    fn wins_endless_play(&self) -> Option<Player> {
        Some(Player::Second)
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let (cops, robber) = text
            .split_once('/')
            .ok_or_else(|| "expected the cops, '/' and the robber".to_owned())?;
        let robber = match robber {
            "-" => NOWHERE,
            v => self.vertex(v)?,
        };
        let mut position = match cops {
            "-" if robber == NOWHERE => vec![NOWHERE; self.cops],
            list => self.vertices(list)?,
        };
        if position.len() != self.cops {
            let found = position.len();
            return Err(format!("expected {} cops, found {found}", self.cops));
        }
        position.push(robber);
        Ok(position)
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        match text.strip_prefix('r') {
            Some(v) => Ok((self.vertex(v)?, ROBBER)),
            None => Ok(pack(&self.vertices(text)?)),
        }
    }

    fn show_move(&self, mv: Move) -> String {
        if let (v, ROBBER) = mv {
            return format!("r{v}");
        }
        let names: Vec<String> = unpack(mv).iter().map(u64::to_string).collect();
        names.join(",")
    }

    fn can_be_to_move(&self, position: &Position, mover: Player) -> bool {
        match (position[0], position[self.cops]) {
            (NOWHERE, _) => mover == Player::First,
            (_, NOWHERE) => mover == Player::Second,
            _ => true,
        }
    }

    fn over(&self, position: &Position, _: Player) -> Option<Player> {
        let (cops, robber) = position.split_at(self.cops);
        let caught = robber[0] != NOWHERE && cops.contains(&robber[0]);
        caught.then_some(Player::First)
    }

    fn cost(&self, position: &Position, mover: Player) -> u64 {
        let ways = |&from: &u64| match from {
            NOWHERE => self.graph.n as u64,
            v => 1 + self.graph.neighbors[v as usize].len() as u64,
        };
        let all = |ways: u64, more: u64| ways.saturating_mul(more);
        match mover {
            // The ways of the cops together are put in order.
            Player::First => position[..self.cops].iter().map(ways).fold(SORTED, all),
            Player::Second => ways(&position[self.cops]),
        }
    }

    fn image_cost(&self) -> u64 {
        self.cops as u64
    }

    fn moves(&self, position: &Position, mover: Player) -> Vec<Move> {
        if mover == Player::Second {
            let to: BTreeSet<u64> = self.next(position[self.cops]).into_iter().collect();
            return to.into_iter().map(|v| (v, ROBBER)).collect();
        }
        let mut ways = BTreeSet::from([Vec::new()]);
        for &cop in &position[..self.cops] {
            let to = self.next(cop);
            let longer = |way: &Vec<u64>| {
                let way = way.clone();
                to.iter().map(move |&v| {
                    let mut way = way.clone();
                    way.push(v);
                    way.sort_unstable();
                    way
                })
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        ways.iter().map(|way| pack(way)).collect()
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        match mv {
            (v, ROBBER) => [&position[..self.cops], &[v]].concat(),
            _ => [unpack(mv), vec![position[self.cops]]].concat(),
        }
    }

    fn image(&self, position: &Position, _: Option<&[u32]>) -> Vec<u8> {
        position.iter().flat_map(|v| v.to_be_bytes()).collect()
    }
}
