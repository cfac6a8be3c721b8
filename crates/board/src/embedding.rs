//! From a board to a plane board: the embedding that a source fixes, that a
//! drawing shows, or that is computed, and the choice of the outer face.

use crate::{Board, Graph, InputError, PlaneGraph, Shape, embed, plane_layout};

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
/// are the user's, so that they decide; `outer` chooses the outer face by
/// some of its vertices, such as `0,1,2`.
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

fn choose_face(board: &Board, plane: &PlaneGraph, text: &str) -> Result<usize, InputError> {
    let mut wanted = Vec::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        wanted.push(board.vertex_named(word).ok_or_else(|| {
            InputError::found(
                format_args!("vertex '{word}' in --outer"),
                "vertices of the board, separated by commas",
            )
        })?);
    }
    wanted.sort_unstable();
    wanted.dedup();
    let members = |face: usize| {
        let mut walk = plane.faces()[face].walk.clone();
        walk.sort_unstable();
        walk.dedup();
        walk
    };
    let faces = 0..plane.faces().len();
    let exact: Vec<usize> = faces.clone().filter(|&f| members(f) == wanted).collect();
    let holding: Vec<usize> = faces
        .filter(|&f| wanted.iter().all(|v| members(f).contains(v)))
        .collect();
    match (&exact[..], &holding[..]) {
        ([face], _) | (_, [face]) => Ok(*face),
        (_, list) => {
            let found = match list.len() {
                0 => format!("no face with the vertices {text}"),
                n => format!("{n} faces with the vertices {text}"),
            };
            let walks: Vec<String> = plane
                .faces()
                .iter()
                .take(20)
                .map(|face| {
                    let names: Vec<String> = face.walk.iter().map(|&v| board.name(v)).collect();
                    names.join(",")
                })
                .collect();
            Err(InputError::found(
                found,
                format_args!("one of the faces {}", walks.join(" | ")),
            ))
        }
    }
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
