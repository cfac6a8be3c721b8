//! How certificates write the Game of Cycles.

use super::{Cycles, Move, Position};
use crate::certificate::{Certifiable, MOST_VERTICES, board_rows};
use outplay_board::InputError;
use outplay_engine::Symmetric;

impl Certifiable for Cycles {
    type Key = Position;

    fn certificate_board(&self) -> Result<Vec<String>, InputError> {
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

    fn certificate_position(&self, position: &Position) -> String {
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

    fn certificate_move(&self, mv: Move) -> String {
        format!("{}>{}", mv.from, mv.to)
    }

    fn certificate_symmetries(&self) -> Vec<Vec<u32>> {
        let symmetries = self.symmetry_list().iter();
        symmetries
            .filter(|symmetry| !symmetry.reverse)
            .map(|symmetry| symmetry.vertices.clone())
            .collect()
    }

    fn certificate_key(&self, position: &Position, _: bool) -> Position {
        self.canonical(position)
    }
}
