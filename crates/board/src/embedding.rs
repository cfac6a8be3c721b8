//! From a board to a plane board: the embedding that a source fixes, that a
//! drawing shows, or that is computed, and the choice of the outer face.

use crate::{Board, Graph, InputError, PlaneGraph, Shape, embed, plane_layout};
use std::collections::HashMap;

/// Where an embedding comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The source fixed it: a game table or a plane family.
    Given,
    /// Read off the coordinates.
    Drawn,
    /// Chosen by the program among possibly many.
    Computed,
}

/// Makes sure that `board.plane` is there. `drawn` says that the coordinates
/// are the user's, so that they decide; `outer` chooses the outer face by its
/// vertices in order, from any of them and in either direction, or by some of
/// them, such as `0,1,2`.
///
/// # Errors
/// The board is directed, not connected or not planar, its drawing has crossings,
/// or `outer` names no face or several.
pub fn embed_board(
    board: &mut Board,
    drawn: bool,
    outer: Option<&str>,
) -> Result<Origin, InputError> {
    let Shape::Undirected(graph) = &board.shape else {
        return Err(InputError::found("a digraph", "an undirected plane graph"));
    };
    let (mut plane, mut origin) = match (&board.plane, &board.layout) {
        (Some(plane), _) => (plane.clone(), Origin::Given),
        (None, Some(layout)) if drawn => (
            PlaneGraph::from_layout(graph.clone(), layout)?,
            Origin::Drawn,
        ),
        _ => (compute(graph)?, Origin::Computed),
    };
    let mut draw_anew = origin == Origin::Computed;
    if let Some(text) = outer {
        let face = choose_face(board, &plane, text)?;
        draw_anew |= face + 1 != plane.faces().len();
        plane = plane.with_outer(face);
        if origin == Origin::Computed {
            origin = Origin::Given;
        }
    }
    if draw_anew {
        board.layout = Some(plane_layout(&plane));
        board.drawn = false;
    }
    board.plane = Some(plane);
    Ok(origin)
}

fn compute(graph: &Graph) -> Result<PlaneGraph, InputError> {
    if graph.vertex_count() == 0 || !graph.is_connected() {
        let pieces = graph.components().len();
        return Err(InputError::found(
            format_args!("a graph in {pieces} pieces"),
            "a connected plane graph",
        ));
    }
    embed(graph).ok_or_else(|| {
        InputError::found(
            "a graph that is not planar",
            "a planar one: it cannot be drawn without crossing edges",
        )
    })
}

/// The face that a user means: the one with exactly this walk, else with this
/// walk backwards, else with exactly these vertices, else with these among them.
fn choose_face(board: &Board, plane: &PlaneGraph, text: &str) -> Result<usize, InputError> {
    let wanted = vertices_named(board, text)?;
    let faces = plane.faces();
    let mut is_wanted = vec![false; board.vertex_count()];
    for &v in &wanted {
        is_wanted[v as usize] = true;
    }
    let count = is_wanted.iter().filter(|&&wanted| wanted).count();
    // Faces that hold all the wanted vertices, and of those the ones that hold no other.
    let mut holding = Vec::new();
    let mut exact = Vec::new();
    let mut seen_in = vec![usize::MAX; board.vertex_count()];
    for (i, face) in faces.iter().enumerate() {
        let (mut met, mut others) = (0, false);
        for &v in &face.walk {
            if !is_wanted[v as usize] {
                others = true;
            } else if std::mem::replace(&mut seen_in[v as usize], i) != i {
                met += 1;
            }
        }
        if met == count {
            holding.push(i);
            if !others {
                exact.push(i);
            }
        }
    }
    let backwards: Vec<u32> = wanted.iter().rev().copied().collect();
    for walk in [&wanted, &backwards] {
        if let Some(&face) = exact.iter().find(|&&i| is_rotated(&faces[i].walk, walk)) {
            return Ok(face);
        }
    }
    match (&exact[..], &holding[..]) {
        ([face], _) | (_, [face]) => Ok(*face),
        (_, []) => Err(InputError::found(
            format_args!("no face with the vertices {}", crate::shortened(text)),
            format_args!("one of the faces {}", listed(board, plane, 0..faces.len())),
        )),
        (_, several) => Err(InputError::found(
            format_args!(
                "{} faces with the vertices {}",
                several.len(),
                crate::shortened(text)
            ),
            format_args!(
                "more vertices of one of them: {}",
                listed(board, plane, several.iter().copied())
            ),
        )),
    }
}

/// The vertices in a text such as `0,1,2`; names may have blanks in them.
fn vertices_named(board: &Board, text: &str) -> Result<Vec<u32>, InputError> {
    let names: HashMap<&str, u32> = match &board.names {
        Some(names) => names.iter().map(String::as_str).zip(0..).collect(),
        None => HashMap::new(),
    };
    let named = |word: &str| {
        let number = || word.parse().ok();
        let v: Option<u32> = names.get(word).copied().or_else(number);
        v.filter(|&v| (v as usize) < board.vertex_count())
    };
    let mut vertices = Vec::new();
    for part in text.split(',').map(str::trim) {
        if let Some(v) = named(part) {
            vertices.push(v);
            continue;
        }
        for word in part.split_whitespace() {
            vertices.push(named(word).ok_or_else(|| {
                InputError::found(
                    format_args!("vertex '{}' in --outer", crate::shortened(word)),
                    "vertices of the board, separated by commas",
                )
            })?);
        }
    }
    if vertices.is_empty() {
        return Err(InputError::found(
            "no vertex in --outer",
            "vertices of the outer face, separated by commas",
        ));
    }
    Ok(vertices)
}

/// Are these the same closed walk, begun at different vertices?
fn is_rotated(walk: &[u32], other: &[u32]) -> bool {
    if walk.len() != other.len() {
        return false;
    }
    // A walk meets a vertex a few times, so few starts are tried.
    let starts = (0..walk.len()).filter(|&i| walk[i] == other[0]);
    let mut starts = starts.take(1000);
    starts.any(|i| walk[i..].iter().chain(&walk[..i]).eq(other))
}

/// Some faces as their walks, not too many and none too long.
fn listed(
    board: &Board,
    plane: &PlaneGraph,
    faces: impl ExactSizeIterator<Item = usize>,
) -> String {
    const MOST: usize = 20;
    let left = faces.len().saturating_sub(MOST);
    let walks: Vec<String> = faces
        .take(MOST)
        .map(|face| {
            let walk = &plane.faces()[face].walk;
            let mut names: Vec<String> = walk.iter().take(MOST).map(|&v| board.name(v)).collect();
            if walk.len() > MOST {
                names.push("…".to_owned());
            }
            names.join(",")
        })
        .collect();
    let more = match left {
        0 => String::new(),
        _ => format!(" | … and {left} more"),
    };
    walks.join(" | ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diamond_with_pendant() -> Board {
        let edges = [(0, 1), (1, 2), (2, 0), (1, 3), (2, 3), (0, 4)];
        Board::undirected(Graph::new(5, edges).unwrap())
    }

    #[test]
    fn drawings_decide_and_planar_graphs_are_embedded() {
        let mut board = diamond_with_pendant();
        assert_eq!(embed_board(&mut board, false, None), Ok(Origin::Computed));
        assert_eq!(board.plane.as_ref().unwrap().faces().len(), 3);
        assert_eq!(embed_board(&mut board, false, None), Ok(Origin::Given));

        let mut drawn = diamond_with_pendant();
        drawn.layout = Some(vec![
            [0.0, 0.0],
            [2.0, 1.0],
            [2.0, -1.0],
            [4.0, 0.0],
            [1.0, 0.0],
        ]);
        assert_eq!(embed_board(&mut drawn, true, None), Ok(Origin::Drawn));
        assert_eq!(drawn.plane.unwrap().outer().walk.len(), 4);
    }

    #[test]
    fn the_outer_face_is_chosen_by_its_vertices() {
        let mut board = diamond_with_pendant();
        embed_board(&mut board, false, Some("1,2,3")).unwrap();
        let plane = board.plane.clone().unwrap();
        let mut outer = plane.outer().walk.clone();
        outer.sort_unstable();
        assert_eq!(outer, [1, 2, 3]);
        let drawing = board.layout.clone().unwrap();
        let again = PlaneGraph::from_layout(plane.graph().clone(), &drawing).unwrap();
        assert_eq!(again.outer().walk.len(), 3);
        let error = embed_board(&mut board, false, Some("1,2")).unwrap_err();
        assert!(error.message.starts_with("found 3 faces"), "{error}");
        assert!(embed_board(&mut board, false, Some("9")).is_err());
    }

    #[test]
    fn an_outer_face_has_no_first_vertex_and_no_direction() {
        // Two squares side by side, 0 1 2 on top of 3 4 5.
        let edges = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
        let board = Board::undirected(Graph::new(6, edges).unwrap());
        let outer = |text: &str| {
            let mut board = board.clone();
            embed_board(&mut board, false, Some(text))?;
            let mut walk = board.plane.unwrap().outer().walk.clone();
            walk.sort_unstable();
            Ok::<_, InputError>(walk)
        };
        for text in ["0,1,4,3", "4,3,0,1", "3,4,1,0", "0,4,1,3", "0 1 4 3"] {
            assert_eq!(outer(text), Ok(vec![0, 1, 3, 4]), "{text}");
        }
        assert_eq!(outer("0,2"), Ok(vec![0, 1, 2, 3, 4, 5]));
        let error = outer("0,3").unwrap_err().message;
        let begin = "found 2 faces with the vertices 0,3, expected more vertices of one of them: ";
        let faces = error.strip_prefix(begin).expect(&error);
        assert_eq!(faces.split(" | ").count(), 2, "{faces}");
        for face in faces.split(" | ") {
            assert!(outer(face).is_ok(), "{face}");
        }
        let mut k4 = crate::families::board("tetrahedron", crate::Limits::BOARD).unwrap();
        let error = embed_board(&mut k4, false, Some("0,1,2,3"))
            .unwrap_err()
            .message;
        let begin = "found no face with the vertices 0,1,2,3, expected one of the faces ";
        let faces = error.strip_prefix(begin).expect(&error);
        assert_eq!(faces.split(" | ").count(), 4, "{faces}");
        let error = outer("0,1,9").unwrap_err().message;
        assert!(error.contains("vertex '9'"), "{error}");
        assert!(outer(" , ").is_err());
    }

    #[test]
    fn both_sides_of_a_cycle_can_be_outside() {
        let square = Graph::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
        for text in ["0,1,2,3", "2,1,0,3"] {
            let mut board = Board::undirected(square.clone());
            embed_board(&mut board, false, Some(text)).unwrap();
            let walk = board.plane.unwrap().outer().walk.clone();
            let step = (walk[1] + 4 - walk[0]) % 4;
            assert_eq!(step, if text == "0,1,2,3" { 1 } else { 3 }, "{walk:?}");
        }
    }

    #[test]
    fn names_with_blanks_choose_a_face() {
        let mut board = diamond_with_pendant();
        board.names = Some(
            ["old mill", "b", "c", "new mill", "e"]
                .map(str::to_owned)
                .into(),
        );
        embed_board(&mut board, false, Some("b, new mill, c")).unwrap();
        assert_eq!(board.plane.clone().unwrap().outer().walk.len(), 3);
        embed_board(&mut board, false, Some("new mill, old mill")).unwrap();
        assert_ne!(board.plane.unwrap().outer().walk.len(), 3);
    }

    #[test]
    fn refuses_what_cannot_be_plane() {
        let k5 = (0..5).flat_map(|a| (0..a).map(move |b| (a, b)));
        let mut board = Board::undirected(Graph::new(5, k5).unwrap());
        let error = embed_board(&mut board, false, None).unwrap_err();
        assert!(error.message.contains("not planar"), "{error}");
        let mut pieces = Board::undirected(Graph::new(3, [(0, 1)]).unwrap());
        let error = embed_board(&mut pieces, false, None).unwrap_err();
        assert!(error.message.contains("2 pieces"), "{error}");
    }
}
