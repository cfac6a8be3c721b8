//! Layers of a state digraph, and an order in each with few crossings.
//!
//! Barycentre sweeps: a position goes to the mean place of its neighbours in the
//! layer before (then after), again and again, and the best order seen is kept.
//! Ties keep their order, so the result depends on the digraph alone.

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

/// Where a position is drawn in layers, in units of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// How many moves it takes to get there; nothing for what cannot be reached.
    pub layer: Option<u32>,
    /// Layers are centred at 0.
    pub x: f64,
    /// The layer; what cannot be reached comes last.
    pub y: f64,
}

/// A place for every vertex: layers from `start`, with few crossings between them.
pub fn layered(digraph: &Digraph, start: u32) -> Vec<Place> {
    let layers = layers(digraph, start);
    let nowhere = Place {
        layer: None,
        x: 0.0,
        y: 0.0,
    };
    let mut places = vec![nowhere; digraph.vertex_count()];
    for (y, row) in rows(digraph, &layers).into_iter().enumerate() {
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
    let reversed = digraph.reversed();
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
    fn no_start_no_layers() {
        let digraph = Digraph::new(0, vec![]).unwrap();
        assert!(rows(&digraph, &layers(&digraph, 0)).is_empty());
    }
}
