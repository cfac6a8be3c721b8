//! What is left of a Game of Cycles.
//!
//! Every edge is a variable with two *arrows*. A vertex forbids two sets of arrows, all
//! inwards and all outwards; a cell has two sets of arrows that close it. Seen like this
//! the board is forgotten: a set with an arrow that can no longer be placed is gone,
//! arrows that are placed are taken out of the sets, and what is left falls apart
//! where no set holds it together. The names in brackets are those of the lemmas in
//! `docs/lemmas.md`.

use super::Shortcuts;
use super::key::Keys;
use crate::sets::{Words, merge};
use outplay_engine::search::{Hash128, Part, SumGame, UNVALUED};

/// A set of arrows: edges with their arrow forwards, and edges with it backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrows<S> {
    pub(super) forward: S,
    pub(super) backward: S,
}

impl<S: Words> Arrows<S> {
    pub(super) const NONE: Self = Self {
        forward: S::EMPTY,
        backward: S::EMPTY,
    };

    pub(super) fn edges(self) -> S {
        self.forward.union(self.backward)
    }

    fn reversed(self) -> Self {
        Self {
            forward: self.backward,
            backward: self.forward,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            forward: self.forward.minus(other.forward),
            backward: self.backward.minus(other.backward),
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            forward: self.forward.union(other.forward),
            backward: self.backward.union(other.backward),
        }
    }

    fn meets(self, other: Self) -> bool {
        self.forward.meets(other.forward) || self.backward.meets(other.backward)
    }

    pub(super) fn inside(self, edges: S) -> Self {
        Self {
            forward: self.forward.intersection(edges),
            backward: self.backward.intersection(edges),
        }
    }

    fn len(self) -> usize {
        self.forward.len() + self.backward.len()
    }

    /// Is it a single arrow?
    fn is_single(self) -> bool {
        match self.backward.is_empty() {
            true => self.forward.is_single(),
            false => self.forward.is_empty() && self.backward.is_single(),
        }
    }

    fn with(mut self, edge: usize, forward: bool) -> Self {
        let side = if forward {
            &mut self.forward
        } else {
            &mut self.backward
        };
        *side = side.with(edge);
        self
    }
}

/// A set of arrows of the board, or what is left of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set<S> {
    pub(super) arrows: Arrows<S>,
    /// A hash of the whole set and its kind.
    pub(super) name: u128,
}

impl<S: Words> Set<S> {
    fn new(kind: u64, arrows: Arrows<S>) -> Self {
        let mut hash = Hash128::new(kind);
        arrows.forward.hash_into(&mut hash);
        arrows.backward.hash_into(&mut hash);
        Self {
            arrows,
            name: hash.value(),
        }
    }
}

/// How closing a cell counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// By the rules: it ends this position, but not what stands beside it.
    Full,
    /// Nobody may leave a cell that can be closed at once [calm play].
    Calm,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left<S> {
    /// The arrows that were placed.
    pub(super) placed: Arrows<S>,
    /// Edges that get no arrow any more, or that belong to another part.
    pub(super) gone: S,
    pub(super) mode: Mode,
    /// A nim heap that vanishes when a cell is closed.
    pub(super) heap: u32,
}

/// The board and everything else that does not change during a search.
pub(super) struct Rules<S> {
    pub(super) edges: S,
    /// Sets of arrows that must not be completed.
    forbidden: Vec<Set<S>>,
    /// Sets of arrows that close a cell.
    closing: Vec<Set<S>>,
    /// Symmetries that undo themselves: where every edge goes, and whether its arrow
    /// is turned round on the way.
    mirrors: Vec<Vec<(u32, bool)>>,
    pub(super) shortcuts: Shortcuts,
}

/// A look at a position, and memory that is reused.
pub(super) struct Scratch<S> {
    /// What is left of the sets that can still be completed.
    pub(super) forbidden: Vec<Set<S>>,
    pub(super) closing: Vec<Set<S>>,
    /// The arrows that may be placed.
    pub(super) legal: Arrows<S>,
    groups: Vec<S>,
    pub(super) keys: Keys<S>,
}

impl<S: Words> Rules<S> {
    /// The sets of a board: for every vertex its edges and whether a forward arrow
    /// leaves it, for every cell its edges and whether the walk runs forward.
    pub(super) fn new(
        edges: usize,
        vertices: &[Vec<(u32, bool)>],
        cells: &[Vec<(u32, bool)>],
        mirrors: Vec<Vec<(u32, bool)>>,
        shortcuts: Shortcuts,
    ) -> Self {
        let set = |darts: &Vec<(u32, bool)>| {
            darts.iter().fold(Arrows::NONE, |set, &(edge, forward)| {
                set.with(edge as usize, forward)
            })
        };
        let both = |set: Arrows<S>| [set, set.reversed()];
        Self {
            edges: S::below(edges),
            forbidden: (vertices.iter().filter(|darts| !darts.is_empty()))
                .flat_map(|darts| both(set(darts)))
                .map(|arrows| Set::new(0, arrows))
                .collect(),
            // A walk that runs along an edge both ways is never closed.
            closing: (cells.iter().map(set))
                .filter(|set| !set.forward.meets(set.backward))
                .flat_map(both)
                .map(|arrows| Set::new(1, arrows))
                .collect(),
            mirrors,
            shortcuts,
        }
    }

    /// The position with these arrows: 1 forwards, −1 backwards, 0 none.
    pub(super) fn left(&self, position: &[i8]) -> Left<S> {
        let mut placed = Arrows::NONE;
        for (edge, &arrow) in position.iter().enumerate() {
            if arrow != 0 {
                placed = placed.with(edge, arrow > 0);
            }
        }
        Left {
            placed,
            gone: S::EMPTY,
            mode: Mode::Full,
            heap: 0,
        }
    }

    /// Finds the legal arrows and the sets that can still be completed. Edges that
    /// get no arrow any more are added to `gone` [lost edges].
    fn look(&self, left: &mut Left<S>, scratch: &mut Scratch<S>) {
        let Arrows { forward, backward } = left.placed;
        let mut never = Arrows {
            forward: backward.union(left.gone),
            backward: forward.union(left.gone),
        };
        scratch.forbidden.clear();
        let mut illegal = Arrows::NONE;
        for &Set { arrows, name } in &self.forbidden {
            if !arrows.meets(never) {
                let arrows = arrows.minus(left.placed);
                if arrows.is_single() {
                    illegal = illegal.union(arrows);
                } else {
                    scratch.forbidden.push(Set { arrows, name });
                }
            }
        }
        let free = self.edges.minus(left.placed.edges()).minus(left.gone);
        scratch.legal = Arrows {
            forward: free.minus(illegal.forward),
            backward: free.minus(illegal.backward),
        };
        if self.shortcuts.lost_edges {
            left.gone = left.gone.union(free.minus(scratch.legal.edges()));
            never = never.union(illegal);
            scratch.forbidden.retain(|set| !set.arrows.meets(illegal));
        }
        scratch.closing.clear();
        for &Set { arrows, name } in &self.closing {
            if !arrows.meets(never) {
                let arrows = arrows.minus(left.placed);
                scratch.closing.push(Set { arrows, name });
            }
        }
    }

    /// Is a cell closed?
    fn closed(scratch: &Scratch<S>) -> bool {
        has(&scratch.closing, Arrows::NONE)
    }

    /// Can the player to move close a cell?
    fn can_close(scratch: &Scratch<S>) -> bool {
        scratch
            .closing
            .iter()
            .any(|set| set.arrows.is_single() && set.arrows.meets(scratch.legal))
    }

    /// Does some mirror give every move in a group an answer [mirror]?
    fn is_mirrored(&self, group: S, scratch: &Scratch<S>) -> bool {
        if group.len() % 2 == 1 {
            return false;
        }
        let own = scratch.legal.inside(group);
        self.mirrors.iter().any(|mirror| {
            let image = |set: Arrows<S>| {
                let mut new = Arrows::<S>::NONE;
                for (forward, edges) in [(true, set.forward), (false, set.backward)] {
                    for edge in edges.iter() {
                        let (to, turned) = mirror[edge];
                        new = new.with(to as usize, forward != turned);
                    }
                }
                new
            };
            let answered = |sets: &[Set<S>]| {
                sets.iter()
                    .map(|set| set.arrows)
                    .filter(|arrows| arrows.edges().meets(group))
                    .all(|arrows| {
                        let image = image(arrows);
                        !image.meets(arrows) && has(sets, image)
                    })
            };
            group.iter().all(|edge| {
                let to = mirror[edge].0 as usize;
                to != edge && group.contains(to)
            }) && image(own) == own
                && answered(&scratch.closing)
                && answered(&scratch.forbidden)
        })
    }

    /// The arrows that may be placed in calm play: those that leave no cell
    /// which can be closed at once.
    pub(super) fn calm(scratch: &Scratch<S>) -> Arrows<S> {
        let mut calm = scratch.legal;
        for &Set { arrows, .. } in &scratch.closing {
            if arrows.edges().without_first().is_single()
                && arrows.minus(scratch.legal) == Arrows::NONE
                && !has(&scratch.forbidden, arrows)
            {
                calm = calm.minus(arrows);
            }
        }
        calm
    }
}

/// Is a set among these?
fn has<S: Words>(sets: &[Set<S>], arrows: Arrows<S>) -> bool {
    sets.iter().any(|set| set.arrows == arrows)
}

impl<S: Words> SumGame for Rules<S> {
    type Position = Left<S>;
    type Scratch = Scratch<S>;

    fn scratch(&self) -> Scratch<S> {
        Scratch {
            forbidden: Vec::new(),
            closing: Vec::new(),
            legal: Arrows::NONE,
            groups: Vec::new(),
            keys: Keys::new(),
        }
    }

    fn enter(
        &self,
        left: &mut Left<S>,
        beside: &mut u32,
        scratch: &mut Scratch<S>,
    ) -> Option<bool> {
        if left.mode == Mode::Calm {
            return None;
        }
        self.look(left, scratch);
        if Self::closed(scratch) {
            return Some(*beside != 0);
        }
        if *beside == 0 && self.shortcuts.calm_play {
            if Self::can_close(scratch) {
                return Some(true);
            }
            *beside = left.heap;
            left.heap = 0;
            left.mode = Mode::Calm;
        }
        None
    }

    fn split(
        &self,
        position: &Left<S>,
        scratch: &mut Scratch<S>,
        parts: &mut Vec<Part<Left<S>>>,
    ) -> u32 {
        let mut left = *position;
        self.look(&mut left, scratch);
        let mut heap = left.heap;
        left.heap = 0;
        let live = scratch.legal.edges();
        let mut ending = S::EMPTY;
        scratch.groups.clear();
        if self.shortcuts.sums {
            for i in 0..scratch.forbidden.len() {
                merge(&mut scratch.groups, scratch.forbidden[i].arrows.edges());
            }
            for i in 0..scratch.closing.len() {
                let edges = scratch.closing[i].arrows.edges();
                merge(&mut scratch.groups, edges);
                ending = ending.union(edges);
            }
            if left.mode == Mode::Full && !ending.is_empty() {
                merge(&mut scratch.groups, ending);
            }
        } else {
            let closing = scratch.closing.iter();
            ending = closing.fold(ending, |all, set| all.union(set.arrows.edges()));
            let forbidden = scratch.forbidden.iter();
            let whole = forbidden.fold(live, |all, set| all.union(set.arrows.edges()));
            scratch.groups.push(whole.union(ending));
        }
        let calm = Self::calm(scratch);
        let mut bound = S::EMPTY;
        for i in 0..scratch.groups.len() {
            let group = scratch.groups[i];
            bound = bound.union(group);
            let ends = group.meets(ending);
            let full = ends && left.mode == Mode::Full;
            let place = self.place(group, full, scratch);
            let key = match scratch.keys.seen.get(place) {
                Some(key) => key,
                None => {
                    let lost = !calm.edges().meets(group)
                        || self.shortcuts.mirror && self.is_mirrored(group, scratch);
                    let key = (full || !lost).then(|| self.key(group, full, scratch));
                    scratch.keys.seen.put(place, key);
                    key
                }
            };
            let Some(key) = key else { continue };
            let part = Left {
                gone: left
                    .gone
                    .union(self.edges.minus(left.placed.edges()).minus(group)),
                mode: if full { Mode::Full } else { Mode::Calm },
                ..left
            };
            parts.push(Part {
                position: part,
                key,
                size: if full { UNVALUED } else { group.len() as u32 },
                work: 1 + calm.inside(group).len() as u32,
            });
        }
        // An edge in no set is a single move, whatever its arrow.
        heap ^= live.minus(bound).len() as u32 % 2;
        heap
    }

    fn join(&self, a: &Left<S>, b: &Left<S>) -> Left<S> {
        Left {
            gone: a.gone.intersection(b.gone),
            mode: if a.mode == Mode::Full { a.mode } else { b.mode },
            ..*a
        }
    }

    fn absorb(&self, left: &mut Left<S>, heap: u32) -> u32 {
        match left.mode {
            Mode::Full => {
                left.heap = heap;
                0
            }
            Mode::Calm => heap,
        }
    }

    fn moves(&self, position: &Left<S>, scratch: &mut Scratch<S>, after: &mut Vec<Left<S>>) {
        let mut left = *position;
        self.look(&mut left, scratch);
        let mut arrows = match left.mode {
            Mode::Full => scratch.legal,
            Mode::Calm => Self::calm(scratch),
        };
        if left.mode == Mode::Full && self.shortcuts.calm_play {
            // There is a heap beside this position, which the opponent would take.
            for set in scratch.closing.iter().filter(|set| set.arrows.is_single()) {
                arrows = arrows.minus(set.arrows);
            }
        }
        for edge in arrows.edges().iter() {
            for (forward, side) in [(true, arrows.forward), (false, arrows.backward)] {
                if side.contains(edge) {
                    after.push(Left {
                        placed: left.placed.with(edge, forward),
                        ..left
                    });
                }
            }
        }
        for heap in 0..left.heap {
            after.push(Left { heap, ..left });
        }
    }
}
