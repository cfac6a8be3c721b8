//! How certificates write the Game of Cycles.

use super::{Cycles, Move, Position};
use crate::certificate::{Certified, MOST_VERTICES, board_rows};
use outplay_board::InputError;
use outplay_engine::Symmetric;

impl Certified for Cycles {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let mut rows = vec!["game cycles".to_owned()];
        rows.extend(board_rows(
            self.plane.graph().vertex_count(),
            self.edges.iter().copied(),
            "edges",
            '-',
            MOST_VERTICES,
        )?);
        let cells = self.plane.cells().iter().map(|face| ("cell", face));
        for (key, face) in cells.chain([("outer", self.plane.outer())]) {
            let words = face.walk.iter().map(|v| format!(" {v}"));
            rows.push(words.fold(key.to_owned(), |row, word| row + &word));
        }
        Ok(rows)
    }

    fn position_word(&self, position: &Position) -> String {
        let mark = |&arrow: &i8| match arrow {
            0 => '0',
            1 => '+',
            _ => '-',
        };
        match position.len() {
            0 => ".".to_owned(),
            _ => position.iter().map(mark).collect(),
        }
    }

    fn move_word(&self, _: &Self::Position, mv: Move) -> String {
        format!("{}>{}", mv.from, mv.to)
    }

    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        let symmetries = self.symmetry_list().iter();
        symmetries
            .filter(|symmetry| !symmetry.reverse)
            .map(|symmetry| symmetry.vertices.clone())
            .collect()
    }

    /// Symmetries come in pairs, as they are and with all arrows reversed.
    fn key(&self, position: &Position, _: bool) -> (Vec<u8>, usize) {
        let list = self.symmetries();
        let images = list.iter().map(|s| self.map_position(s, position));
        let least = images.zip(0..).min();
        let (arrows, number) = least.expect("there is the identity");
        (
            arrows.iter().map(|&arrow| arrow as u8).collect(),
            number / 2,
        )
    }
}
