//! Game tables and the order of the edges that they define, on plane graphs with
//! cut vertices and bridges, where a face meets a vertex more than once.

use outplay_board::formats::{Boards, Format, board_text};
use outplay_board::{Board, GameTable, Graph, Limits, PlaneGraph};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What is attached at a vertex, and between which two of its edges: a cycle of
/// this length, the other way round where `turned`, or a pendant below three.
#[derive(Clone, Debug)]
struct Attached {
    at: usize,
    between: usize,
    length: usize,
    turned: bool,
}

fn attached() -> impl Strategy<Value = Attached> {
    let parts = (any::<usize>(), any::<usize>(), 0..6usize, any::<bool>());
    parts.prop_map(|(at, between, length, turned)| Attached {
        at,
        between,
        length,
        turned,
    })
}

/// A plane graph that grows from one vertex; new edges go where there is a gap
/// between two old ones, so that nothing can cross.
fn grown(parts: &[Attached], outer: usize) -> PlaneGraph {
    let mut rotation: Vec<Vec<u32>> = vec![vec![]];
    for part in parts {
        let v = part.at % rotation.len();
        let gap = part.between % (rotation[v].len() + 1);
        let first = rotation.len() as u32;
        let new = part.length.max(2) as u32 - 1;
        let last = first + new - 1;
        for w in first..=last {
            let before = if w == first { v as u32 } else { w - 1 };
            let mut row = vec![before];
            if w < last {
                row.push(w + 1);
            } else if new > 1 {
                row.push(v as u32);
            }
            rotation.push(row);
        }
        let mut ends = if new > 1 {
            vec![first, last]
        } else {
            vec![first]
        };
        if part.turned {
            ends.reverse();
        }
        rotation[v].splice(gap..gap, ends);
    }
    let darts: Vec<(u32, u32)> = (0u32..)
        .zip(&rotation)
        .flat_map(|(v, row)| row.iter().map(move |&w| (v, w)))
        .collect();
    let graph = Graph::new(rotation.len(), darts.iter().copied()).unwrap();
    let outer = (!darts.is_empty()).then(|| darts[outer % darts.len()]);
    PlaneGraph::new(graph, rotation, outer).unwrap()
}

/// The order of the edges by the words of the rule: read row by row, an edge
/// counts where it is first met.
fn order_by_rule(table: &GameTable) -> Vec<(u32, u32)> {
    let mut met = BTreeSet::new();
    let mut order = Vec::new();
    for (v, row) in (1u32..).zip(table) {
        for &w in row.iter().flatten().filter(|&&w| w != 0) {
            let edge = (v.min(w) - 1, v.max(w) - 1);
            if met.insert(edge) {
                order.push(edge);
            }
        }
    }
    order
}

fn text_of(plane: &PlaneGraph) -> String {
    board_text(&Board::plane(plane.clone()), Format::GameTable).unwrap()
}

fn read(text: &str) -> PlaneGraph {
    let mut boards = Boards::new(text.as_bytes(), Format::GameTable, Limits::BOARD);
    boards.next().unwrap().unwrap().plane.unwrap()
}

proptest! {
    #[test]
    fn tables_keep_their_order(
        parts in prop::collection::vec(attached(), 0..12),
        outer in any::<usize>(),
        seed in any::<u64>(),
    ) {
        let plane = grown(&parts, outer);
        // As the program writes it.
        let text = text_of(&plane);
        let again = read(&text);
        prop_assert_eq!(text_of(&again), text);
        prop_assert_eq!(plane.edges_in_table_order(), order_by_rule(&plane.to_table()));
        prop_assert_eq!(again.edges_in_table_order(), plane.edges_in_table_order());
        // As a user may write it: the entries of a cell in any order.
        let mut table = plane.to_table();
        let mut random = seed;
        for entry in table.iter_mut().flatten() {
            for i in (1..entry.len()).rev() {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                entry.swap(i, (random >> 33) as usize % (i + 1));
            }
        }
        let given = PlaneGraph::from_table(&table).unwrap();
        prop_assert_eq!(given.to_table(), table.clone());
        prop_assert_eq!(given.edges_in_table_order(), order_by_rule(&table));
        prop_assert_eq!(read(&text_of(&given)).edges_in_table_order(), order_by_rule(&table));
        // Another outer face moves a column and nothing else.
        let face = (seed % given.faces().len() as u64) as usize;
        for row in &mut table {
            let column = row.remove(face);
            row.push(column);
        }
        prop_assert_eq!(given.with_outer(face).to_table(), table);
    }
}

#[test]
fn entries_of_one_cell_stay_as_given() {
    // Two triangles at vertex 1: the outer face meets it twice. The other way
    // round, the edge 1-4 comes before 1-2 in the outer column.
    for entry in ["2,4", "4,2"] {
        let text = format!("3\t5\t{entry}\n1\t0\t3\n2\t0\t1\n0\t1\t5\n0\t4\t1\n");
        let plane = read(&text);
        assert_eq!(text_of(&plane), text);
        let (a, b) = if entry == "2,4" { (1, 3) } else { (3, 1) };
        let order = [(0, 2), (0, 4), (0, a), (0, b), (1, 2), (3, 4)];
        assert_eq!(plane.edges_in_table_order(), order);
    }
}
