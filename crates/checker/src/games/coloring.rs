//! The colouring game. Alice is the first player, Bob the second.

use super::relaxed::{Relaxed, is_safe, subsets};
use crate::graph::Graph;
use crate::lines::{Lines, Outcome, quote};
use crate::meter::Meter;
use crate::rules::{Move, Palette, Player, Position, Rules};

/// Alice wants every vertex coloured.
const ALICE: Player = Player::First;
/// Bob wants an uncoloured vertex without a legal colour.
const BOB: Player = Player::Second;

const PASS: Move = (u64::MAX, 0);

/// What the lemmas residual and relaxed can take; sets of vertices are the bits of one word.
const MOST_RESIDUAL: usize = 128;

struct Coloring {
    palette: Palette,
    /// Who may pass.
    pass: Option<Player>,
    /// Those that are trusted.
    lemmas: Vec<&'static str>,
    relaxed: Option<Relaxed>,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    let palette = Palette::read(lines)?;
    let pass = match lines.parameter("pass")?.as_str() {
        "none" => None,
        "alice" => Some(ALICE),
        "bob" => Some(BOB),
        other => return Err(format!("who may pass? Not {}", quote(other))),
    };
    Ok(Box::new(Coloring {
        palette,
        pass,
        lemmas: Vec::new(),
        relaxed: None,
    }))
}

/// The lemmas of `docs/lemmas.md`.
const LEMMAS: [&str; 7] = [
    "residual",
    "safe",
    "scattered",
    "matching",
    "threat",
    "relaxed",
    "isomorphism",
];

impl Coloring {
    fn trusts(&self, lemma: &str) -> bool {
        self.lemmas.contains(&lemma)
    }

    /// The colours that no neighbour of `v` has, as a set of bits 1 to k.
    fn free(&self, colors: &Position, v: usize) -> u64 {
        let all = (1 << (self.palette.colors + 1)) - 2;
        let taken = |set, &w: &u32| set | 1 << colors[w as usize];
        all & !self.palette.graph.neighbors[v].iter().fold(0, taken)
    }

    /// The uncoloured neighbours of an uncoloured `v` that could take one of its free
    /// colours.
    fn rivals(&self, colors: &Position, free: &[u64], v: usize) -> Vec<usize> {
        let neighbors = self.palette.graph.neighbors[v].iter();
        neighbors
            .map(|&w| w as usize)
            .filter(|&w| colors[w] == 0 && free[w] & free[v] != 0)
            .collect()
    }

    /// Is Alice sure to win by a lemma? By "safe" if every uncoloured vertex has more
    /// free colours than rivals, by "matching" if it has some for which that is true. By "scattered" if
    /// all others, each together with its rivals,
    /// are disjoint, and none of them is down to one colour, or with Alice to move at most one.
    fn won_by_lemma(&self, colors: &Position, free: &[u64], mover: Player) -> bool {
        let mut met = vec![false; colors.len()];
        let mut threats = 0;
        for v in (0..colors.len()).filter(|&v| colors[v] == 0) {
            let rivals = self.rivals(colors, free, v);
            let sets = || rivals.iter().map(|&w| free[w]).collect::<Vec<u64>>();
            if free[v].count_ones() as usize > rivals.len()
                || self.trusts("matching") && is_safe(free[v], &sets())
            {
                continue;
            }
            if !self.trusts("scattered") {
                return false;
            }
            for w in rivals.into_iter().chain([v]) {
                if std::mem::replace(&mut met[w], true) {
                    return false;
                }
            }
            threats += usize::from(free[v].count_ones() == 1);
        }
        threats <= usize::from(mover == ALICE)
    }

    /// The lemma "threat": can Bob take the last colour of a vertex, because a neighbour can?
    fn threatened(&self, colors: &Position, free: &[u64]) -> bool {
        let last = |&v: &usize| colors[v] == 0 && free[v].count_ones() == 1;
        let mut vertices = (0..colors.len()).filter(last);
        vertices.any(|v| !self.rivals(colors, free, v).is_empty())
    }

    /// The lemma "residual": which vertices are uncoloured, and in any order for
    /// every colour which of these may not take it.
    fn residual_image(&self, colors: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let mut open = 0u128;
        let mut forbidden = vec![0u128; self.palette.colors as usize];
        for v in (0..colors.len()).filter(|&v| colors[v] == 0) {
            let free = self.free(colors, v);
            let bit = 1u128 << map.map_or(v as u32, |map| map[v]);
            open |= bit;
            for (c, set) in (1..).zip(&mut forbidden) {
                if free & 1 << c == 0 {
                    *set |= bit;
                }
            }
        }
        forbidden.sort_unstable();
        forbidden.push(open);
        let size = colors.len().div_ceil(8);
        let bytes = |set: &u128| set.to_le_bytes().into_iter().take(size);
        forbidden.iter().flat_map(bytes).collect()
    }
}

impl Rules for Coloring {
    fn board(&self) -> Option<&Graph> {
        Some(&self.palette.graph)
    }

    fn player_names(&self) -> Option<[&'static str; 2]> {
        Some(["alice", "bob"])
    }

    fn admit(&self, _map: &[u32]) -> Outcome<()> {
        Ok(())
    }

    fn add_lemma(&mut self, name: &str) -> Option<&'static str> {
        let lemma = LEMMAS.into_iter().find(|lemma| *lemma == name)?;
        match lemma {
            "residual" | "relaxed" if self.palette.graph.n > MOST_RESIDUAL => return None,
            "relaxed" => {
                let alice_passes = self.pass == Some(ALICE);
                let neighbors = &self.palette.graph.neighbors;
                self.relaxed = Some(Relaxed::new(neighbors, self.palette.colors, alice_passes));
            }
            "isomorphism" => self.relaxed.as_mut()?.isomorphism = true,
            _ => {}
        }
        self.lemmas.push(lemma);
        Some(lemma)
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let colors = self.palette.read_position(text)?;
        let color = |v: u32| colors[v as usize];
        let mut edges = self.palette.graph.edges.iter();
        match edges.find(|&&(a, b)| color(a) != 0 && color(a) == color(b)) {
            Some((a, b)) => Err(format!("the neighbours {a} and {b} have the same colour")),
            None => Ok(colors),
        }
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        if text == "pass" {
            Ok(PASS)
        } else {
            self.palette.read_move(text)
        }
    }

    fn show_move(&self, mv: Move) -> String {
        match mv {
            PASS => "pass".to_owned(),
            (v, color) => format!("{v}={color}"),
        }
    }

    fn over(&self, colors: &Position, mover: Player) -> Option<Player> {
        let free: Vec<u64> = (0..colors.len()).map(|v| self.free(colors, v)).collect();
        if (0..colors.len()).any(|v| colors[v] == 0 && free[v] == 0) {
            return Some(BOB);
        }
        if self.trusts("threat") && mover == BOB && self.threatened(colors, &free) {
            return Some(BOB);
        }
        let full = colors.iter().all(|&color| color != 0);
        let lemmas = ["safe", "scattered", "matching"]
            .iter()
            .any(|lemma| self.trusts(lemma));
        (full || lemmas && self.won_by_lemma(colors, &free, mover)).then_some(ALICE)
    }

    fn cost(&self, _: &Position, _: Player) -> u64 {
        let plain = self.palette.cost();
        match self.trusts("matching") {
            true => plain + self.palette.graph.looks() * subsets(self.palette.colors),
            false => plain,
        }
    }

    fn image_cost(&self) -> u64 {
        self.palette.cost()
    }

    fn moves(&self, colors: &Position, mover: Player) -> Vec<Move> {
        let mut moves = Vec::new();
        for v in (0..colors.len()).filter(|&v| colors[v] == 0) {
            let free = self.free(colors, v);
            let legal = (1..=self.palette.colors).filter(|color| free & 1 << color != 0);
            moves.extend(legal.map(|color| (v as u64, color)));
        }
        if self.pass == Some(mover) {
            moves.push(PASS);
        }
        moves
    }

    fn apply(&self, colors: &Position, mv: Move) -> Position {
        if mv == PASS {
            colors.clone()
        } else {
            self.palette.apply(colors, mv)
        }
    }

    fn image(&self, colors: &Position, map: Option<&[u32]>) -> Vec<u8> {
        match self.trusts("residual") {
            true => self.residual_image(colors, map),
            false => self.palette.image(colors, map),
        }
    }

    fn read_region(&mut self, entry: &str, meter: &Meter) -> Outcome<u64> {
        let relaxed = self.relaxed.as_mut();
        relaxed.ok_or_else(no_regions)?.read_region(entry, meter)
    }

    fn check_regions(&self, colors: &Position, maps: &str, meter: &Meter) -> Outcome<()> {
        let relaxed = self.relaxed.as_ref().ok_or_else(no_regions)?;
        let free = |v: usize| match colors[v] {
            0 => self.free(colors, v),
            _ => 0,
        };
        relaxed.spend(meter)?;
        let rest = relaxed.rest((0..colors.len()).map(free).collect());
        relaxed.check_regions(&rest, maps, meter)
    }
}

fn no_regions() -> String {
    "no regions without the lemma relaxed".to_owned()
}
