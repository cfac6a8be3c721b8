//! Symmetries of boards, and of boards whose vertices carry colours that can be renamed.

use crate::explain::{self, Mirror};
use crate::parameters::Vertices;
use outplay_board::{PlaneGraph, symmetry};
pub(crate) use outplay_engine::{Automorphisms, of_places};
use outplay_engine::{MOST_SYMMETRIES, Symmetry};

/// The maps of a plane graph that keep its outer face, mirror images included.
pub(crate) fn plane_automorphisms(plane: &PlaneGraph) -> Vec<Vec<u32>> {
    match symmetry::plane_automorphisms(plane, MOST_SYMMETRIES) {
        Some(maps) => maps.into_iter().map(|map| map.vertices).collect(),
        None => vec![plane.graph().vertices().collect()],
    }
}

/// The image of a row of marks, one for every place.
pub(crate) fn map_row(symmetry: &Symmetry, row: &[u8]) -> Box<[u8]> {
    let mut image = vec![0; row.len()];
    for (&to, &mark) in symmetry.places.iter().zip(row) {
        image[to as usize] = symmetry.mark(mark);
    }
    image.into()
}

/// The least of all images of a row of marks, and the number of an automorphism that makes it.
pub(crate) fn least_row(row: &[u8], automorphisms: &[Vec<u32>]) -> (Box<[u8]>, usize) {
    least_image(row, automorphisms, |_| {})
}

/// The least of all images of a row, each brought into a normal form, and which automorphism makes it.
fn least_image(
    row: &[u8],
    automorphisms: &[Vec<u32>],
    normalize: fn(&mut [u8]),
) -> (Box<[u8]>, usize) {
    let mut best = (Vec::new(), 0);
    let mut image = vec![0; row.len()];
    for (number, map) in automorphisms.iter().enumerate() {
        for (&to, &mark) in map.iter().zip(row) {
            image[to as usize] = mark;
        }
        normalize(&mut image);
        if number == 0 || image < best.0 {
            best.0.clone_from(&image);
            best.1 = number;
        }
    }
    (best.0.into(), best.1)
}

/// Renames colours in order of their first appearance.
fn normalize_colors(colors: &mut [u8]) {
    let mut names = [0u8; 256];
    let mut used = 0;
    for color in colors.iter_mut().filter(|color| **color != 0) {
        let name = &mut names[*color as usize];
        if *name == 0 {
            used += 1;
            *name = used;
        }
        *color = *name;
    }
}

/// The least of all images of a colouring under the automorphisms and all
/// renamings of colours, and the number of an automorphism that makes it.
pub(crate) fn least_coloring(colors: &[u8], automorphisms: &[Vec<u32>]) -> (Box<[u8]>, usize) {
    least_image(colors, automorphisms, normalize_colors)
}

/// Every automorphism with the colours as they are, and every swap of
/// neighbouring colours with the board as it is.
pub(crate) fn with_colors(automorphisms: &[Vec<u32>], colors: u8) -> Vec<Symmetry> {
    let swaps = (1..colors as usize).map(|c| {
        let mut marks: Vec<u8> = (0..=colors).collect();
        marks.swap(c, c + 1);
        Symmetry {
            places: automorphisms[0].clone(),
            marks,
        }
    });
    of_places(automorphisms).into_iter().chain(swaps).collect()
}

/// How many positions at most are symmetric to one: automorphisms times
/// orders of the colours that a board can use.
pub(crate) fn color_symmetry_count(automorphisms: &[Vec<u32>], colors: u8, vertices: usize) -> f64 {
    let used = usize::from(colors).min(vertices);
    (0..used).fold(automorphisms.len() as f64, |product, i| {
        product * f64::from(u32::from(colors) - i as u32)
    })
}

/// Automorphisms that are their own inverse, together with swaps of colours. All
/// ways to swap so many pairs of colours are alike on an uncoloured board.
pub(crate) fn color_mirrors(
    automorphisms: &[Vec<u32>],
    colors: u8,
    vertices: &Vertices,
) -> Vec<Mirror> {
    const MOST_SWAPS: u8 = 3;
    let mut mirrors = Vec::new();
    for map in automorphisms {
        let Some(swaps) = explain::swaps(map) else {
            continue;
        };
        for pairs in 0..=(colors / 2).min(MOST_SWAPS) {
            let mut marks: Vec<u8> = (0..=colors).collect();
            let mut text = format!(
                "swap {}",
                explain::cycles_text(&swaps, &|v| vertices.name(v))
            );
            if pairs > 0 {
                text += " and the colours ";
            }
            for pair in 1..=pairs {
                marks.swap(2 * usize::from(pair) - 1, 2 * usize::from(pair));
                text += &format!("({} {})", 2 * pair - 1, 2 * pair);
            }
            mirrors.push(Mirror {
                symmetry: Symmetry {
                    places: map.clone(),
                    marks,
                },
                text,
                swaps: swaps.clone(),
            });
        }
    }
    mirrors
}
