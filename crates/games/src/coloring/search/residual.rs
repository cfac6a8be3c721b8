//! What is left of a colouring game, reduced to what matters.
//!
//! Coloured vertices are forgotten. For every colour c the set `free[c]` holds
//! the uncoloured vertices that may still take it. Lemmas are those of `docs/lemmas.md`.

use super::Shortcuts;
use crate::coloring::Pass;
use outplay_board::VertexSet;

/// The board and everything else that does not change during a search.
pub(super) struct Rules<S> {
    pub(super) neighbors: Vec<S>,
    pub(super) colors: usize,
    pub(super) pass: Pass,
    pub(super) shortcuts: Shortcuts,
}

/// A position: what is left of the game, for up to `K` colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Residual<S, const K: usize> {
    /// The uncoloured vertices that may take each colour.
    pub(super) free: [S; K],
    /// Vertices with a colour that no neighbour can take: they can be coloured
    /// without any effect on others, and Bob can never shut them off (lemma 2).
    pub(super) private: S,
    /// Vertices that Bob may still hope to shut off.
    pub(super) danger: S,
    /// Unsafe vertices with one free colour.
    pub(super) threats: S,
    /// Vertices that were coloured, or lost a colour or an edge, since the position was reduced: only they and
    /// their neighbours can be seen in another light when it is reduced again.
    pub(super) touched: S,
    /// Is Alice to move?
    pub(super) alice: bool,
    /// Is the number of moves without any effect odd?
    pub(super) tempo: bool,
    /// The relaxed game: Alice colours vertices in danger only, edges between other
    /// vertices are forgotten, and other vertices are only Bob's weapons.
    pub(super) relaxed: bool,
}

/// How a reduced position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    AliceWins,
    BobWins,
    Open,
}

/// A move left an uncoloured vertex without colours: Bob has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShutOff;

impl<S: VertexSet, const K: usize> Residual<S, K> {
    /// The uncoloured vertices that still matter.
    #[inline]
    pub(super) fn vertices(&self) -> S {
        self.free
            .iter()
            .fold(self.private, |all, &set| all.union(set))
    }
}

impl<S: VertexSet, const K: usize> Residual<S, K> {
    /// The same position in the relaxed game.
    pub(super) fn shadow(&self) -> Self {
        Self {
            relaxed: true,
            touched: self.vertices().minus(self.danger),
            ..*self
        }
    }

    /// Forgets everything outside a region.
    pub(super) fn restrict(&mut self, region: S) {
        for set in &mut self.free {
            *set = set.intersection(region);
        }
        self.private = self.private.intersection(region);
        self.danger = self.danger.intersection(region);
        self.threats = self.threats.intersection(region);
    }
}

impl<S: VertexSet> Rules<S> {
    /// The neighbours of `v` that count: in the relaxed game, edges between vertices
    /// out of danger do not.
    #[inline]
    pub(super) fn around<const K: usize>(&self, rest: &Residual<S, K>, v: usize) -> S {
        let all = self.neighbors[v];
        if rest.relaxed && !rest.danger.contains(v) {
            all.intersection(rest.danger)
        } else {
            all
        }
    }

    /// What is reached from `seed` inside `within`.
    #[inline]
    pub(super) fn flood<const K: usize>(&self, rest: &Residual<S, K>, seed: S, within: S) -> S {
        let mut reached = seed;
        let mut front = seed;
        while let Some(v) = front.first() {
            let new = self.around(rest, v).intersection(within).minus(reached);
            reached = reached.union(new);
            front = front.without(v).union(new);
        }
        reached
    }

    /// Colours `v` with `color`, or with a private colour. An error if that leaves
    /// a vertex without colours, so that Bob has won.
    #[inline]
    pub(super) fn color<const K: usize>(
        &self,
        rest: &Residual<S, K>,
        v: usize,
        color: Option<usize>,
    ) -> Result<Residual<S, K>, ShutOff> {
        let mut next = *rest;
        let mut hit = S::EMPTY;
        if let Some(c) = color {
            hit = self.around(rest, v).intersection(rest.free[c]);
            next.free[c] = next.free[c].minus(hit);
        }
        let mut left = next.private;
        for set in &mut next.free {
            *set = set.without(v);
            left = left.union(*set);
        }
        next.private = next.private.without(v);
        next.danger = next.danger.without(v);
        next.touched = rest.touched.union(hit).with(v);
        next.alice = !rest.alice;
        let hit = if rest.relaxed {
            hit.intersection(rest.danger)
        } else {
            hit
        };
        if hit.minus(left).is_empty() {
            Ok(next)
        } else {
            Err(ShutOff)
        }
    }

    /// Forgets what does not matter, and says whether the game is settled.
    /// `danger` may hold vertices that have become safe; no others may be unsafe.
    pub(super) fn reduce<const K: usize>(&self, rest: &mut Residual<S, K>) -> Standing {
        if rest.relaxed {
            self.reduce_relaxed(rest);
        } else {
            self.reduce_full(rest);
        }
        rest.touched = S::EMPTY;
        if rest.danger.is_empty() {
            return Standing::AliceWins;
        }
        let (mut once, mut twice) = (S::EMPTY, S::EMPTY);
        for &set in &rest.free[..self.colors] {
            twice = twice.union(once.intersection(set));
            once = once.union(set);
        }
        rest.threats = rest.danger.intersection(once).minus(twice);
        if !rest.alice && !rest.threats.is_empty() {
            return Standing::BobWins;
        }
        if self.shortcuts.scattered && self.scattered(rest) {
            return Standing::AliceWins;
        }
        Standing::Open
    }

    /// Lemmas 2, 3 and 5: private colours, safe vertices, moves without effect.
    fn reduce_full<const K: usize>(&self, rest: &mut Residual<S, K>) {
        let before = rest.vertices();
        let near = self.near(rest.touched);
        for c in 0..self.colors {
            let set = rest.free[c];
            let alone = self.alone(rest, set, near);
            rest.private = rest.private.union(alone);
            rest.free[c] = set.minus(alone);
        }
        rest.danger = rest.danger.minus(rest.private);
        self.drop_safe(rest, near);
        if self.shortcuts.tempo {
            // Whole components without danger are moves without effect.
            let mut reached = rest.danger;
            loop {
                let size = reached.len();
                for c in 0..self.colors {
                    let set = rest.free[c];
                    let seed = reached.intersection(set);
                    if !seed.is_empty() && seed != set {
                        reached = reached.union(self.flood(rest, seed, set));
                    }
                }
                if reached.len() == size {
                    break;
                }
            }
            for set in &mut rest.free {
                *set = set.intersection(reached);
            }
            let gone = before.minus(reached);
            rest.private = rest.private.minus(gone);
            rest.tempo = self.pass == Pass::None && rest.tempo != (gone.len() % 2 == 1);
        }
    }

    /// In the relaxed game vertices out of danger are only Bob's weapons: they are
    /// kept where they can hit something.
    fn reduce_relaxed<const K: usize>(&self, rest: &mut Residual<S, K>) {
        let mut touched = rest.touched;
        while !touched.is_empty() {
            let danger = rest.danger;
            let near = self.near(touched);
            let mut safe = S::EMPTY;
            for c in 0..self.colors {
                let set = rest.free[c];
                let alone = self.alone(rest, set, near);
                safe = safe.union(alone);
                rest.free[c] = set.minus(alone);
            }
            rest.danger = rest.danger.minus(safe);
            self.drop_safe(rest, near);
            touched = danger.minus(rest.danger);
        }
        rest.private = S::EMPTY;
        rest.tempo = false;
    }

    /// Some vertices and their neighbours.
    fn near(&self, some: S) -> S {
        some.iter()
            .fold(some, |near, v| near.union(self.neighbors[v]))
    }

    /// The vertices near what was touched that may take a colour which none of their neighbours may take;
    /// `set` are all that may take it.
    fn alone<const K: usize>(&self, rest: &Residual<S, K>, set: S, near: S) -> S {
        let mut alone = set.intersection(near);
        for v in alone.iter() {
            if self.around(rest, v).meets(set) {
                alone = alone.without(v);
            }
        }
        alone
    }

    /// Takes vertices near what was touched out of danger that no sequence of moves can shut off.
    fn drop_safe<const K: usize>(&self, rest: &mut Residual<S, K>, near: S) {
        if !self.shortcuts.safe {
            return;
        }
        for v in rest.danger.intersection(near).iter() {
            if !self.can_be_shut_off(rest, v) {
                rest.danger = rest.danger.without(v);
            }
        }
    }

    /// Can the free colours of `v` be matched into neighbours that can take them?
    fn can_be_shut_off<const K: usize>(&self, rest: &Residual<S, K>, v: usize) -> bool {
        let mut takers = [S::EMPTY; K];
        let mut count = 0;
        let mut all = S::EMPTY;
        for &set in &rest.free[..self.colors] {
            if set.contains(v) {
                let able = self.neighbors[v].intersection(set);
                all = all.union(able);
                takers[count] = able;
                count += 1;
            }
        }
        let takers = &takers[..count];
        if all.len() < count {
            return false;
        }
        // Greedily, smallest sets first, nothing can go wrong if the i-th set has i members.
        let mut sizes = [0u8; K];
        for (size, set) in sizes.iter_mut().zip(takers) {
            *size = set.len().min(255) as u8;
        }
        let sizes = &mut sizes[..count];
        sizes.sort_unstable();
        if sizes
            .iter()
            .enumerate()
            .all(|(i, &size)| usize::from(size) > i)
        {
            return true;
        }
        covers(takers)
    }

    /// Lemma 6: no vertex in danger is next to another or shares a neighbour with one,
    /// and Alice keeps up with the threats. She wins by colouring them.
    pub(super) fn scattered<const K: usize>(&self, rest: &Residual<S, K>) -> bool {
        if rest.threats.len() > usize::from(rest.alice) {
            return false;
        }
        let mut seen = S::EMPTY;
        for v in rest.danger.iter() {
            let mut star = S::single(v);
            for &set in &rest.free[..self.colors] {
                if set.contains(v) {
                    star = star.union(self.neighbors[v].intersection(set));
                }
            }
            if star.meets(seen) {
                return false;
            }
            seen = seen.union(star);
        }
        true
    }
}

/// Does a matching give every set a member of its own?
fn covers<S: VertexSet>(sets: &[S]) -> bool {
    fn assign<S: VertexSet>(i: usize, sets: &[S], taken: &mut [usize], tried: &mut S) -> bool {
        while let Some(w) = sets[i].minus(*tried).first() {
            *tried = tried.with(w);
            let owner = taken.iter().position(|&t| t == w);
            if owner.is_none_or(|j| assign(j, sets, taken, tried)) {
                taken[i] = w;
                return true;
            }
        }
        false
    }
    const NOBODY: usize = usize::MAX;
    let mut taken = [NOBODY; super::MOST_COLORS];
    let taken = &mut taken[..sets.len()];
    (0..sets.len()).all(|i| assign(i, sets, taken, &mut { S::EMPTY }))
}

/// Boards with three colours for tests.
#[cfg(test)]
pub(super) mod samples {
    use super::*;
    use outplay_board::Graph;
    use outplay_engine::Rng;

    /// A random graph, a strip or a grid, in turn.
    pub(in super::super) fn board(n: usize, round: usize, rng: &mut Rng) -> Graph {
        let pairs = (0..n as u32).flat_map(|b| (0..b).map(move |a| (a, b)));
        let edges = pairs.filter(|&(a, b)| match round % 3 {
            0 => rng.below(3) == 0,
            1 => b - a == 1 || b - a == 4,
            _ => b == a + 1 && b % 4 != 0 || b == a + 4,
        });
        Graph::new(n, edges).unwrap()
    }

    pub(in super::super) fn rules(graph: &Graph) -> Rules<u64> {
        Rules {
            neighbors: graph.neighborhoods(),
            colors: 3,
            pass: Pass::None,
            shortcuts: Shortcuts::default(),
        }
    }

    /// The game before the first move.
    pub(in super::super) fn start(n: usize) -> Residual<u64, 3> {
        let all = u64::below(n);
        Residual {
            free: [all; 3],
            private: 0,
            danger: all,
            threats: 0,
            touched: all,
            alice: true,
            tempo: false,
            relaxed: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{board, rules, start};
    use super::*;
    use outplay_engine::Rng;

    /// Reduces a position, and the same as if everything were touched: that must make no difference.
    fn reduce(rules: &Rules<u64>, rest: &mut Residual<u64, 3>) -> Standing {
        let mut whole = Residual {
            touched: rest.vertices(),
            ..*rest
        };
        let standing = rules.reduce(rest);
        assert_eq!(standing, rules.reduce(&mut whole));
        assert_eq!(*rest, whole);
        standing
    }

    #[test]
    fn what_was_not_touched_need_not_be_looked_at_again() {
        let mut rng = Rng::new(3);
        let mut seen = 0;
        for round in 0..4000 {
            let n = 6 + round % 9;
            let rules = rules(&board(n, round, &mut rng));
            let mut rest = start(n);
            while reduce(&rules, &mut rest) == Standing::Open {
                if !rest.relaxed && !rest.alice {
                    let mut shadow = rest.shadow();
                    reduce(&rules, &mut shadow);
                    if rng.below(3) == 0 {
                        rest = shadow;
                    }
                }
                let all = rest.vertices();
                let Some(v) = all.iter().nth(rng.below(all.len().max(1))) else {
                    break;
                };
                let color = (0..3)
                    .filter(|&c| rest.free[c].contains(v))
                    .nth(rng.below(2));
                if color.is_none() && !rest.private.contains(v) {
                    continue;
                }
                match rules.color(&rest, v, color) {
                    Ok(next) => rest = next,
                    Err(ShutOff) => break,
                }
                seen += 1;
            }
        }
        assert!(seen > 8000, "{seen}");
    }
}
