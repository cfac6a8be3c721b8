//! Branch and bound for colourings with few colours (Brélaz' DSATUR).
//!
//! Always colour the vertex that sees the most colours; a colour that is not in
//! use yet stands for all of them. The first descent is the greedy colouring of
//! the same name, so there is a good colouring at once, and each one found
//! tightens the bound. An extra rule decides what a colouring may be beyond
//! proper, so acyclic colourings are found by the same search.

use super::{Poll, UNCOLORED};
use crate::Graph;
use std::ops::Range;

/// Is the graph small enough to be searched? Every step looks at every vertex,
/// and there is a table of vertices and colours.
pub(super) fn affordable(graph: &Graph, upper: u32) -> bool {
    let n = graph.vertex_count();
    n <= 1 << 13 && n * upper as usize <= 1 << 24
}

/// What a search came to.
pub(super) struct Outcome {
    /// A best colouring with fewer colours than the upper bound, if one was found.
    pub(super) best: Option<Vec<u32>>,
    /// Is it sure that there is nothing better, or that none better is wanted?
    pub(super) complete: bool,
}

/// Looks for proper colourings of `graph` with so many colours, as few as possible. The vertices in `first` are coloured first. Vertex v may
/// only get colour c if `fits(colours so far, v, c)`, which must hold for every
/// colour that is not in use, and not become true by colouring more.
pub(super) fn fewest_colors(
    graph: &Graph,
    first: &[u32],
    bounds: Range<u32>,
    mut fits: impl FnMut(&[u32], u32, u32) -> bool,
    poll: &mut Poll<'_>,
) -> Outcome {
    struct Frame {
        vertex: u32,
        /// The next colour to try.
        next: u32,
        /// How many colours are in use without this vertex.
        used: u32,
    }
    let n = graph.vertex_count();
    let Range {
        start: lower,
        end: mut upper,
    } = bounds;
    let mut best = None;
    if n == 0 || upper <= lower {
        let best = (n == 0 && upper > 0).then(Vec::new);
        return Outcome {
            best,
            complete: true,
        };
    }
    let mut state = State::new(graph, upper as usize - 1);
    let vertex = first.first().copied().unwrap_or_else(|| state.select());
    let mut frames = vec![Frame {
        vertex,
        next: 0,
        used: 0,
    }];
    while let Some(frame) = frames.last_mut() {
        if poll.stopped() {
            return Outcome {
                best,
                complete: false,
            };
        }
        let v = frame.vertex;
        if state.color[v as usize] != UNCOLORED {
            state.uncolor(v);
        }
        let limit = (frame.used + 1).min(upper - 1);
        let color = (frame.next..limit)
            .find(|&c| state.count(v, c) == 0 && fits(&state.color, v, c))
            .filter(|_| frame.used < upper);
        let Some(c) = color else {
            frames.pop();
            continue;
        };
        frame.next = c + 1;
        let used = frame.used.max(c + 1);
        state.color(v, c);
        if frames.len() == n {
            upper = used;
            best = Some(state.color.clone());
            if upper <= lower {
                break;
            }
        } else {
            let vertex = match first.get(frames.len()) {
                Some(&vertex) => vertex,
                None => state.select(),
            };
            frames.push(Frame {
                vertex,
                next: 0,
                used,
            });
        }
    }
    Outcome {
        best,
        complete: true,
    }
}

/// A partial colouring.
struct State<'a> {
    graph: &'a Graph,
    color: Vec<u32>,
    /// How many neighbours of a vertex have a colour, a row a vertex.
    counts: Vec<u16>,
    width: usize,
    /// How many colours the neighbours of a vertex have.
    saturation: Vec<u32>,
    /// How many neighbours of a vertex are uncoloured.
    open: Vec<u32>,
}

impl<'a> State<'a> {
    fn new(graph: &'a Graph, width: usize) -> Self {
        let n = graph.vertex_count();
        Self {
            graph,
            color: vec![UNCOLORED; n],
            counts: vec![0; n * width],
            width,
            saturation: vec![0; n],
            open: graph.vertices().map(|v| graph.degree(v) as u32).collect(),
        }
    }

    fn count(&self, v: u32, c: u32) -> u16 {
        self.counts[v as usize * self.width + c as usize]
    }

    fn color(&mut self, v: u32, c: u32) {
        self.color[v as usize] = c;
        for &w in self.graph.neighbors(v) {
            let count = &mut self.counts[w as usize * self.width + c as usize];
            self.saturation[w as usize] += u32::from(*count == 0);
            *count += 1;
            self.open[w as usize] -= 1;
        }
    }

    fn uncolor(&mut self, v: u32) {
        let c = std::mem::replace(&mut self.color[v as usize], UNCOLORED);
        for &w in self.graph.neighbors(v) {
            let count = &mut self.counts[w as usize * self.width + c as usize];
            *count -= 1;
            self.saturation[w as usize] -= u32::from(*count == 0);
            self.open[w as usize] += 1;
        }
    }

    /// The uncoloured vertex that sees the most colours, of these one with the
    /// most uncoloured neighbours.
    fn select(&self) -> u32 {
        let uncolored = self
            .graph
            .vertices()
            .filter(|&v| self.color[v as usize] == UNCOLORED);
        uncolored
            .max_by_key(|&v| (self.saturation[v as usize], self.open[v as usize]))
            .expect("a vertex is left")
    }
}
