//! The relaxed game: a game on what is left of a colouring game that is harder for Alice than the
//! colouring game itself, falls apart into regions, and has few positions (lemma `relaxed`).
//!
//! Only vertices *in danger* can run out of colours, and Alice colours only these. All others are Bob's
//! weapons: edges between two of them are forgotten, and so are colours that hit nothing. Bob may pass,
//! unless Alice may by the rules; then she may and he may not. Bob's move chooses the region that is played on.
//! A line of the certificate says of one region that Alice wins it with Bob to move; by the lemma `isomorphism`,
//! so she does every region that a map takes to it. Proofs are in `docs/lemmas.md`.

use crate::lines::{Outcome, number, number_in, pair, quote, words};
use crate::meter::Meter;
use std::collections::{BTreeMap, HashSet};

/// Of more free colours than this, only all of them together are asked whether they show a vertex safe.
const MOST_SUBSETS: u32 = 8;

/// Does a set of the colours in `free` have fewer takers than members? Then a vertex with these
/// free colours never runs out of them; `rivals` are the free colours of its uncoloured neighbours.
pub(super) fn is_safe(free: u64, rivals: &[u64]) -> bool {
    let takers = |set: u64| rivals.iter().filter(|&&rival| rival & set != 0).count() as u32;
    if takers(free) < free.count_ones() {
        return true;
    }
    let mut set = free;
    while free.count_ones() <= MOST_SUBSETS && set != 0 {
        if takers(set) < set.count_ones() {
            return true;
        }
        set = (set - 1) & free;
    }
    false
}

/// How many sets of colours that looks at, where there are so many colours.
pub(super) fn subsets(colors: u64) -> u64 {
    1 << colors.min(MOST_SUBSETS.into())
}

/// What is left of a game: the free colours of every vertex, as bits 1 to k, none for vertices
/// that do not matter, and which vertices are in danger.
#[derive(Clone)]
pub(super) struct Rest {
    pub(super) free: Vec<u64>,
    pub(super) danger: Vec<bool>,
}

/// The relaxed game on a board, and the regions that Alice is known to win.
pub(super) struct Relaxed {
    neighbors: Vec<Vec<u32>>,
    colors: u64,
    alice_passes: bool,
    /// May regions be taken to others, or must they be the same?
    pub(super) isomorphism: bool,
    known: HashSet<Vec<u16>>,
}

impl Relaxed {
    pub(super) fn new(neighbors: &[Vec<u32>], colors: u64, alice_passes: bool) -> Self {
        Self {
            neighbors: neighbors.to_vec(),
            colors,
            alice_passes,
            isomorphism: false,
            known: HashSet::new(),
        }
    }

    /// Steps for a move, and for taking what is left apart and giving names to it.
    pub(super) fn spend(&self, meter: &Meter) -> Outcome<()> {
        let looks = self.neighbors.iter().map(|near| 1 + near.len() as u64);
        meter.spend(looks.sum::<u64>() * (self.colors + subsets(self.colors)))
    }

    /// The neighbours of `v` that count and share a free colour with it.
    fn near<'a>(&'a self, rest: &'a Rest, v: usize) -> impl Iterator<Item = usize> + 'a {
        let all = self.neighbors[v].iter().map(|&w| w as usize);
        all.filter(move |&w| (rest.danger[v] || rest.danger[w]) && rest.free[v] & rest.free[w] != 0)
    }

    fn vertices(rest: &Rest) -> impl Iterator<Item = usize> {
        (0..rest.free.len()).filter(|&v| rest.free[v] != 0)
    }

    /// The rest of a position with these free colours, in which all vertices may be in danger.
    pub(super) fn rest(&self, free: Vec<u64>) -> Rest {
        let danger = free.iter().map(|&set| set != 0).collect();
        let mut rest = Rest { free, danger };
        self.simplify(&mut rest);
        rest
    }

    /// Takes safe vertices out of danger, and from weapons the colours that hit nothing.
    fn simplify(&self, rest: &mut Rest) {
        for v in 0..rest.free.len() {
            if rest.danger[v] {
                let rivals: Vec<u64> = self.near(rest, v).map(|w| rest.free[w]).collect();
                rest.danger[v] = !is_safe(rest.free[v], &rivals);
            }
        }
        for v in (0..rest.free.len()).filter(|&v| !rest.danger[v]) {
            let hit = self.near(rest, v).fold(0, |set, w| set | rest.free[w]);
            rest.free[v] &= hit;
        }
    }

    /// `v` takes the colour. `None` if that leaves a vertex in danger without colours.
    fn color(&self, rest: &Rest, v: usize, color: u64) -> Option<Rest> {
        let mut after = rest.clone();
        after.free[v] = 0;
        after.danger[v] = false;
        for w in self.near(rest, v) {
            after.free[w] &= !(1 << color);
            if rest.danger[w] && after.free[w] == 0 {
                return None;
            }
        }
        self.simplify(&mut after);
        Some(after)
    }

    /// Are the stars of the vertices in danger disjoint, and so few of these down to one colour?
    /// A star is a vertex with the neighbours that share a free colour with it.
    pub(super) fn scattered(&self, rest: &Rest, threats: usize) -> bool {
        let mut met = vec![false; rest.free.len()];
        let mut found = 0;
        for v in (0..rest.free.len()).filter(|&v| rest.danger[v]) {
            found += usize::from(rest.free[v].count_ones() == 1);
            for w in self.near(rest, v).chain([v]) {
                if std::mem::replace(&mut met[w], true) {
                    return false;
                }
            }
        }
        found <= threats
    }

    /// The vertices that are joined to `v` by edges that count; if a colour is given, through vertices
    /// that can take it.
    fn joined(&self, rest: &Rest, v: usize, color: Option<u64>) -> Vec<usize> {
        let mut met = vec![false; rest.free.len()];
        met[v] = true;
        let mut reached = vec![v];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            for w in self.near(rest, v) {
                let inside = color.is_none_or(|color| rest.free[w] & 1 << color != 0);
                if inside && !std::mem::replace(&mut met[w], true) {
                    reached.push(w);
                }
            }
        }
        reached.sort_unstable();
        reached
    }

    /// The parts of every colour: the joined pieces of the set of vertices that can take it.
    fn parts(&self, rest: &Rest) -> Vec<(u64, Vec<usize>)> {
        let mut parts = Vec::new();
        for color in 1..=self.colors {
            let mut met = vec![false; rest.free.len()];
            for v in Self::vertices(rest).filter(|&v| rest.free[v] & 1 << color != 0) {
                if !met[v] {
                    let part = self.joined(rest, v, Some(color));
                    part.iter().for_each(|&w| met[w] = true);
                    parts.push((color, part));
                }
            }
        }
        parts
    }

    fn regions(&self, rest: &Rest) -> Vec<Rest> {
        let mut met = vec![false; rest.free.len()];
        let mut regions = Vec::new();
        for v in Self::vertices(rest) {
            if !met[v] {
                let mut region = Rest {
                    free: vec![0; rest.free.len()],
                    danger: vec![false; rest.free.len()],
                };
                for w in self.joined(rest, v, None) {
                    met[w] = true;
                    region.free[w] = rest.free[w];
                    region.danger[w] = rest.danger[w];
                }
                regions.push(region);
            }
        }
        regions
    }

    /// Bob's moves: by vertex and colour. Colours whose parts at a vertex are equal are the same move.
    fn moves(&self, rest: &Rest) -> Vec<(usize, u64)> {
        let mut at: BTreeMap<usize, Vec<(u64, &Vec<usize>)>> = BTreeMap::new();
        let parts = self.parts(rest);
        for (color, part) in &parts {
            for &v in part {
                let moves = at.entry(v).or_default();
                if moves.iter().all(|(_, other)| *other != part) {
                    moves.push((*color, part));
                }
            }
        }
        let moves = at.into_iter();
        moves
            .flat_map(|(v, moves)| moves.into_iter().map(move |(color, _)| (v, color)))
            .collect()
    }

    /// The whole region, with its vertices called as the map says: which of them there are, which are in
    /// danger, which are near which, and the parts in order. Equal for two regions only if
    /// renaming vertices and parts turns the one into the other.
    fn key(&self, region: &Rest, map: &str) -> Outcome<Vec<u16>> {
        let vertices: Vec<usize> = Self::vertices(region).collect();
        let mut names = vec![0u16; region.free.len()];
        let mut taken = vec![false; region.free.len()];
        let mut given = map.split('.');
        for &v in &vertices {
            let name = match map {
                "=" => v as u64,
                _ if !self.isomorphism => {
                    return Err("a map needs the lemma isomorphism".to_owned());
                }
                _ => number(given.next().unwrap_or_default())?,
            };
            match usize::try_from(name)
                .ok()
                .and_then(|name| taken.get_mut(name))
            {
                Some(taken) if !*taken => *taken = true,
                _ => return Err(format!("no map of a region: {name} twice, or no vertex")),
            }
            names[v] = name as u16;
        }
        if map != "=" && given.next().is_some() {
            return Err(format!("a map of {} vertices has more", vertices.len()));
        }
        let list = |set: &mut dyn Iterator<Item = usize>| {
            let mut list: Vec<u16> = set.map(|v| names[v]).collect();
            list.sort_unstable();
            list.insert(0, list.len() as u16);
            list
        };
        let mut rows: Vec<Vec<u16>> = Vec::new();
        for &v in &vertices {
            let mut row = vec![names[v], u16::from(region.danger[v])];
            row.extend(list(&mut self.near(region, v)));
            rows.push(row);
        }
        rows.sort_unstable();
        let mut parts: Vec<Vec<u16>> = Vec::new();
        for (_, part) in self.parts(region) {
            parts.push(list(&mut part.into_iter()));
        }
        parts.sort_unstable();
        Ok([vec![rows.len() as u16], rows.concat(), parts.concat()].concat())
    }

    /// With Bob to move, is every region won by Alice, because danger is scattered or because
    /// its map takes it to a region that is known? The regions come in the order of their first vertices.
    pub(super) fn check_regions(&self, rest: &Rest, maps: &str, meter: &Meter) -> Outcome<()> {
        let mut maps = maps.split('/').filter(|map| !map.is_empty());
        for region in self.regions(rest) {
            self.spend(meter)?;
            if self.scattered(&region, 0) {
                continue;
            }
            let map = maps
                .next()
                .ok_or_else(|| "a region has no map".to_owned())?;
            if !self.known.contains(&self.key(&region, map)?) {
                return Err(format!("the map {} leads to no known region", quote(map)));
            }
        }
        match maps.next() {
            Some(map) => Err(format!("there is no region for the map {}", quote(map))),
            None => Ok(()),
        }
    }

    /// `DANGER WEAPONS REPLY REPLY …`: a region with Bob to move, and Alice's replies to the moves that do not leave
    /// her a win at once, a pass last. How many replies there are.
    pub(super) fn read_region(&mut self, entry: &str, meter: &Meter) -> Outcome<u64> {
        let mut words = words(entry);
        let n = self.neighbors.len();
        let mut region = Rest {
            free: vec![0; n],
            danger: vec![false; n],
        };
        for danger in [true, false] {
            let word = words.next().unwrap_or_default();
            for item in word.split(',').filter(|_| word != ".") {
                let v = self.read_vertex(item, &mut region)?;
                region.danger[v] = danger;
            }
        }
        let mut count = 0;
        let mut answer = |after: &Rest| {
            if self.scattered(after, 1) {
                return Ok(());
            }
            count += 1;
            let word = words.next();
            let word = word.ok_or_else(|| "a move has no reply".to_owned())?;
            self.check_reply(after, word, meter)
        };
        for (v, color) in self.moves(&region) {
            self.spend(meter)?;
            match self.color(&region, v, color) {
                Some(after) => answer(&after).map_err(|why| format!("after {v}={color}: {why}"))?,
                None => return Err(format!("the move {v}={color} wins")),
            }
        }
        if !self.alice_passes {
            answer(&region).map_err(|why| format!("after pass: {why}"))?;
        }
        if let Some(word) = words.next() {
            return Err(format!("the reply {} is out of place", quote(word)));
        }
        let key = self.key(&region, "=")?;
        meter.hold(2 * key.len() + 64)?;
        self.known.insert(key);
        Ok(count)
    }

    /// `VERTEX=COLOURS`: a vertex that was not listed before, and its free colours.
    fn read_vertex(&self, item: &str, region: &mut Rest) -> Outcome<usize> {
        let wrong = || format!("expected a vertex and its colours, found {}", quote(item));
        let (v, colors) = item.split_once('=').ok_or_else(wrong)?;
        let v = number_in(v, 0, (region.free.len() as u64).saturating_sub(1))? as usize;
        let free = region.free.get_mut(v).ok_or_else(wrong)?;
        if *free != 0 {
            return Err(format!("the vertex {v} is listed twice"));
        }
        for color in colors.split('+') {
            *free |= 1 << number_in(color, 1, self.colors)?;
        }
        Ok(v)
    }

    /// `VERTEX=COLOUR/MAP/MAP…`, or with `pass`: Alice's move, after which every region is won.
    fn check_reply(&self, rest: &Rest, word: &str, meter: &Meter) -> Outcome<()> {
        let (mv, maps) = word.split_once('/').unwrap_or((word, ""));
        if mv == "pass" && self.alice_passes {
            return self.check_regions(rest, maps, meter);
        }
        let (v, color) = pair(mv, '=')?;
        let illegal = || format!("{} is no legal reply", quote(mv));
        let v = usize::try_from(v).map_err(|_| illegal())?;
        if color > self.colors
            || rest.danger.get(v) != Some(&true)
            || rest.free[v] & 1 << color == 0
        {
            return Err(illegal());
        }
        match self.color(rest, v, color) {
            Some(after) => self.check_regions(&after, maps, meter),
            None => Err(format!(
                "the reply {} leaves a vertex without colours",
                quote(mv)
            )),
        }
    }
}

#[cfg(test)]
mod tests;
