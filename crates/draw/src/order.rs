//! Layers of a state digraph, and an order in each with few crossings.
//!
//! Barycentre sweeps: a position goes to the mean place of its neighbours in the
//! layer before (then after), again and again, and the best order seen is kept.
//! Ties keep their order, so the result depends on the digraph alone.

use crate::options::Arrangement;
use outplay_board::Digraph;

/// The layer of what cannot be reached.
pub(crate) const UNREACHED: u32 = u32::MAX;

const SWEEPS: usize = 24;

/// How many moves it takes from `start` to every vertex.
pub(crate) fn layers(digraph: &Digraph, start: u32) -> Vec<u32> {
    let mut layers = vec![UNREACHED; digraph.vertex_count()];
    let mut queue = Vec::new();
    if let Some(layer) = layers.get_mut(start as usize) {
        *layer = 0;
        queue.push(start);
    }
    let mut next = 0;
    while next < queue.len() {
        let v = queue[next];
        next += 1;
        for &w in digraph.successors(v) {
            if layers[w as usize] == UNREACHED {
                layers[w as usize] = layers[v as usize] + 1;
                queue.push(w);
            }
        }
    }
    layers
}

/// The vertices of every layer in drawing order, and then those without a layer,
/// if there are any.
pub(crate) fn rows(digraph: &Digraph, layers: &[u32]) -> Vec<Vec<u32>> {
    let reached = layers.iter().filter(|&&layer| layer != UNREACHED);
    let depth = reached.max().map_or(0, |&deepest| deepest as usize + 1);
    let mut rows = vec![Vec::new(); depth];
    let mut rest = Vec::new();
    for v in digraph.vertices() {
        match rows.get_mut(layers[v as usize] as usize) {
            Some(row) => row.push(v),
            None => rest.push(v),
        }
    }
    sort(digraph, &mut rows);
    if !rest.is_empty() {
        rows.push(rest);
    }
    rows
}

/// A row of a topological order.
pub(crate) struct Level {
    /// How many strongly connected parts are passed on the longest way to it.
    pub(crate) depth: u32,
    pub(crate) cards: Vec<u32>,
    /// Those of the cards that make parts in which play can go round.
    pub(crate) parts: Vec<Vec<u32>>,
}

/// So many positions stand in one row with the strongly connected parts beside them.
const ROW: usize = 8;

/// The vertices so that every arc leads to a later row, but for arcs inside a strongly
/// connected part. A part stays together, if need be in a row of its own.
pub(crate) fn topological(digraph: &Digraph) -> Vec<Level> {
    let parts = digraph.strong_parts();
    let mut part_of = vec![0; digraph.vertex_count()];
    for (i, part) in parts.iter().enumerate() {
        for &v in part {
            part_of[v as usize] = i;
        }
    }
    // Parts come after those that they lead to.
    let mut depth = vec![0u32; parts.len()];
    for (i, part) in parts.iter().enumerate().rev() {
        for &v in part {
            for &w in digraph.successors(v) {
                let other = part_of[w as usize];
                if other != i {
                    depth[other] = depth[other].max(depth[i] + 1);
                }
            }
        }
    }
    let deepest = depth.iter().max().map_or(0, |&depth| depth as usize + 1);
    let mut single: Vec<Vec<u32>> = vec![Vec::new(); deepest];
    let mut round: Vec<Vec<Vec<u32>>> = vec![Vec::new(); deepest];
    for (&depth, part) in depth.iter().zip(parts) {
        match part[..] {
            [v] if !digraph.successors(v).contains(&v) => single[depth as usize].push(v),
            _ => round[depth as usize].push(part),
        }
    }
    for (row, parts) in single.iter_mut().zip(&mut round) {
        row.sort_unstable();
        parts.sort_unstable();
    }
    sort(digraph, &mut single);
    let mut levels = Vec::new();
    for ((mut cards, parts), depth) in single.into_iter().zip(round).zip(0..) {
        let all = cards.len() + parts.iter().map(Vec::len).sum::<usize>();
        let apart: Vec<Vec<u32>> = match all <= ROW {
            true => {
                cards.extend(parts.iter().flatten());
                levels.push(Level {
                    depth,
                    cards,
                    parts,
                });
                continue;
            }
            false => parts,
        };
        if !cards.is_empty() {
            let parts = Vec::new();
            levels.push(Level {
                depth,
                cards,
                parts,
            });
        }
        levels.extend(apart.into_iter().map(|part| Level {
            depth,
            cards: part.clone(),
            parts: vec![part],
        }));
    }
    levels
}

/// Where a position is drawn, in units of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// How many moves it takes to get there; nothing for what cannot be reached.
    pub layer: Option<u32>,
    /// Rows are centred at 0.
    pub x: f64,
    /// The row; in layers, what cannot be reached comes last.
    pub y: f64,
}

/// A place for every vertex: rows in an order, with few crossings between them.
pub fn arranged(digraph: &Digraph, start: u32, arrangement: Arrangement) -> Vec<Place> {
    let layers = layers(digraph, start);
    let rows = match arrangement {
        Arrangement::Layers => rows(digraph, &layers),
        Arrangement::Topological => {
            let levels = topological(digraph).into_iter();
            levels.map(|level| level.cards).collect()
        }
    };
    let nowhere = Place {
        layer: None,
        x: 0.0,
        y: 0.0,
    };
    let mut places = vec![nowhere; digraph.vertex_count()];
    for (y, row) in rows.into_iter().enumerate() {
        let middle = (row.len() as f64 - 1.0) / 2.0;
        for (i, v) in row.into_iter().enumerate() {
            let layer = layers[v as usize];
            places[v as usize] = Place {
                layer: (layer != UNREACHED).then_some(layer),
                x: i as f64 - middle,
                y: y as f64,
            };
        }
    }
    places
}

fn sort(digraph: &Digraph, rows: &mut Vec<Vec<u32>>) {
    let reversed = digraph.reversed(1);
    let mut place = vec![f64::NAN; digraph.vertex_count()];
    let mut best = (crossings(digraph, rows), rows.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let down = sweep % 2 == 0;
        let neighbors = if down { &reversed } else { digraph };
        for step in 1..rows.len() {
            let (fixed, moved) = match down {
                true => (step - 1, step),
                false => (rows.len() - step, rows.len() - step - 1),
            };
            spread(&rows[fixed], &mut place);
            let width = rows[moved].len() as f64;
            let mut keys: Vec<(f64, u32)> = rows[moved]
                .iter()
                .enumerate()
                .map(|(i, &v)| {
                    let near = neighbors.successors(v).iter();
                    let places = near.map(|&w| place[w as usize]).filter(|p| !p.is_nan());
                    let (sum, count) =
                        places.fold((0.0, 0.0), |(sum, count), p| (sum + p, count + 1.0));
                    let own = (i as f64 + 0.5) / width;
                    (if count > 0.0 { sum / count } else { own }, v)
                })
                .collect();
            for &v in &rows[fixed] {
                place[v as usize] = f64::NAN;
            }
            // Equal means come in the order as it is, or turned round every other
            // time, which frees sweeps that are stuck.
            if sweep % 4 >= 2 {
                keys.reverse();
            }
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            rows[moved] = keys.into_iter().map(|(_, v)| v).collect();
        }
        let count = crossings(digraph, rows);
        if count < best.0 {
            best = (count, rows.clone());
        }
    }
    *rows = best.1;
}

/// Places of a row between 0 and 1.
fn spread(row: &[u32], place: &mut [f64]) {
    for (i, &v) in row.iter().enumerate() {
        place[v as usize] = (i as f64 + 0.5) / row.len() as f64;
    }
}

/// How often arcs from one row to the next cross.
fn crossings(digraph: &Digraph, rows: &[Vec<u32>]) -> u64 {
    let mut index = vec![usize::MAX; digraph.vertex_count()];
    let mut total = 0;
    for pair in rows.windows(2) {
        for (i, &v) in pair[1].iter().enumerate() {
            index[v as usize] = i;
        }
        // Arcs by tail, then head: every earlier arc with a head further right
        // crosses; counted with a Fenwick tree over the heads.
        let mut tree = vec![0u64; pair[1].len() + 1];
        let mut seen = 0;
        for &u in &pair[0] {
            let heads = digraph.successors(u).iter().map(|&w| index[w as usize]);
            let mut heads: Vec<usize> = heads.filter(|&h| h != usize::MAX).collect();
            heads.sort_unstable();
            for &head in &heads {
                let mut i = head + 1;
                let mut not_right = 0;
                while i > 0 {
                    not_right += tree[i];
                    i &= i - 1;
                }
                total += seen - not_right;
            }
            for &head in &heads {
                let mut i = head + 1;
                while i < tree.len() {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
            }
            seen += heads.len() as u64;
        }
        for &v in &pair[1] {
            index[v as usize] = usize::MAX;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_are_counted() {
        // 0,1,2 above 3,4,5: all pairs of a complete bipartite graph.
        let arcs = (0..3).flat_map(|a| (3..6).map(move |b| (a, b))).collect();
        let digraph = Digraph::new(6, arcs).unwrap();
        // K_{3,3} in two rows: C(3,2)·C(3,2) crossings.
        assert_eq!(crossings(&digraph, &[vec![0, 1, 2], vec![3, 4, 5]]), 9);
        let digraph = Digraph::new(4, vec![(0, 3), (1, 2)]).unwrap();
        assert_eq!(crossings(&digraph, &[vec![0, 1], vec![2, 3]]), 1);
        assert_eq!(crossings(&digraph, &[vec![1, 0], vec![2, 3]]), 0);
    }

    #[test]
    fn a_tree_is_untangled() {
        // The root 0, children 1 2 3, grandchildren attached crosswise.
        let arcs = vec![(0, 1), (0, 2), (0, 3), (1, 6), (2, 5), (3, 4), (1, 7)];
        let digraph = Digraph::new(9, arcs).unwrap();
        let layers = layers(&digraph, 0);
        assert_eq!(layers[..8], [0, 1, 1, 1, 2, 2, 2, 2]);
        assert_eq!(layers[8], UNREACHED);
        let rows = rows(&digraph, &layers);
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[3], [8]);
        assert_eq!(crossings(&digraph, &rows[..3]), 0);
    }

    #[test]
    fn arcs_lead_down_but_in_parts() {
        // 0 and 1 lead to the round 2 3 4, which leads to 5; 6 has a loop.
        let arcs = vec![
            (0, 2),
            (1, 0),
            (2, 3),
            (3, 4),
            (4, 2),
            (4, 5),
            (1, 5),
            (5, 6),
            (6, 6),
        ];
        let levels = topological(&Digraph::new(7, arcs.clone()).unwrap());
        let mut row_of = [0; 7];
        for (row, level) in levels.iter().enumerate() {
            for &v in &level.cards {
                row_of[v as usize] = row;
            }
        }
        for (a, b) in arcs {
            let inside = (2..5).contains(&a) && (2..5).contains(&b) || (a, b) == (6, 6);
            let (from, to) = (row_of[a as usize], row_of[b as usize]);
            assert!(if inside { from == to } else { from < to }, "{a} {b}");
        }
        let parts = levels.iter().flat_map(|level| &level.parts);
        let mut parts: Vec<usize> = parts.map(Vec::len).collect();
        parts.sort_unstable();
        assert_eq!(parts, [1, 3]);
    }

    #[test]
    fn no_start_no_layers() {
        let digraph = Digraph::new(0, vec![]).unwrap();
        assert!(rows(&digraph, &layers(&digraph, 0)).is_empty());
    }
}
