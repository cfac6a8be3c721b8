//! Parts that are done where the folder is not: what another machine needs to do any of them, as
//! files to send, and what comes back, put in its place. Nothing but these bytes need travel, so
//! that machines need not share a disk.

use crate::part::{cell, is_open, name_of};
use crate::plan::{GRAPH6, Sweep};
use outplay_board::{Failed, Lock};
use outplay_tables::{Cell, Table};
use std::fs::{self, File};

impl Sweep {
    /// The files of a folder in which any part can be done, with their names.
    ///
    /// # Errors
    /// A file of boards cannot be read.
    pub fn parcel(&self) -> Result<Vec<(String, Vec<u8>)>, Failed> {
        let mut plan = self.plan.clone();
        let mut files = Vec::new();
        for (source, number) in plan.sources.iter_mut().zip(1..) {
            if let Some(file) = &mut source.file {
                let path = self.folder.join(&file.path);
                let bytes = fs::read(&path).map_err(|error| Failed::reading(&path, error))?;
                let name = format!("source-{number}.boards");
                file.path = (&name).into();
                files.push((name, bytes));
            }
        }
        files.push(plan.file()?);
        Ok(files)
    }

    /// The file of a part.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn part_bytes(&self, part: u64) -> Result<Vec<u8>, Failed> {
        let path = self.part_path(part);
        fs::read(&path).map_err(|error| Failed::reading(&path, error))
    }

    /// What is wrong with a part that is there, if something is: it is done again.
    pub fn damage(&self, part: u64) -> Option<String> {
        let read = self.has_part(part).then(|| self.read_part(part));
        read?.err().map(|error| error.to_string())
    }

    /// Forgets a part that was sent away.
    pub fn drop_part(&self, part: u64) {
        // What stays is in nobody's way: it is as good as what would be made again.
        let _ = fs::remove_file(self.part_path(part));
    }

    /// Takes a part that was done elsewhere, or what was found there about one board of it; not if
    /// another process is at the part.
    ///
    /// # Errors
    /// It is damaged or another part, or it cannot be written.
    pub fn take_part(&self, part: u64, bytes: &[u8], only: Option<&str>) -> Result<bool, Failed> {
        let path = self.part_path(part);
        let Some(lock) = Lock::take(&path.with_extension("lock"))? else {
            return Ok(false);
        };
        let arrived = self.folder.join(format!(".part-{part:05}.parquet.part"));
        let table = fs::write(&arrived, bytes)
            .and_then(|()| Table::read_parquet(File::open(&arrived)?, &name_of(part)));
        let _ = fs::remove_file(&arrived);
        let table =
            table.map_err(|error| Failed::reading(&path, format!("as it came: {error}")))?;
        match only {
            None if self.has_sound_part(part) => lock.remove(),
            None => self.write(part, table, lock)?,
            Some(only) => {
                let mut own = self.read_part(part)?;
                let is_it = |table: &Table, row| cell(table, GRAPH6, row) == Cell::Text(only);
                let place = (0..own.rows()).find(|&row| is_it(&own, row) && is_open(&own, row));
                // Equal boards have equal answers: one that is settled says most.
                let found = (0..table.rows()).filter(|&row| is_it(&table, row));
                let found = found.min_by_key(|&row| is_open(&table, row));
                match place {
                    Some(place) => {
                        replace_row(&mut own, place, found.map(|row| (&table, row)));
                        self.write(part, own, lock)?;
                    }
                    None => lock.remove(),
                }
            }
        }
        Ok(true)
    }
}

/// Puts a row of another table, or none, in the place of a row.
pub(crate) fn replace_row(table: &mut Table, place: usize, by: Option<(&Table, usize)>) {
    for (name, column) in &mut table.columns {
        let mut merged = column.of_rows(&[]);
        for row in 0..column.len() {
            match by {
                _ if row != place => merged.push(column.get(row)),
                Some((other, row)) => merged.push(cell(other, name, row)),
                None => {}
            }
        }
        *column = merged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PartDone, Request, Work};
    use outplay_service::Host;
    use std::path::Path;

    fn run(sweep: &Sweep, part: u64, limit: Option<f64>, only: Option<&str>) -> PartDone {
        Host::alone(|host| {
            let work = Work {
                host,
                limit,
                again: only.is_some(),
                only,
                board: &|_| {},
            };
            sweep.run_part(part, &work).unwrap()
        })
    }

    /// Two machines that share no folder: what travels between them is bytes.
    #[test]
    fn parts_are_done_elsewhere_and_put_in_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let boards = ["grid:2x5", "petersen", "prism:5"].map(|name| {
            let board = outplay_board::families::board(name, outplay_board::Limits::BOARD);
            outplay_service::graph6(&board.unwrap()).unwrap() + "\n"
        });
        let file = folder.path().join("boards.g6");
        fs::write(&file, boards.concat()).unwrap();
        let sources = [file.to_str().unwrap().to_owned(), "path:2..4".to_owned()];
        let columns = ["n".to_owned(), "game-chromatic".to_owned()];
        let begin = |name: &str| {
            let asked = Request {
                sources: &sources,
                columns: &columns,
                condition: Some("game_chromatic >= 4"),
                ..Request::default()
            };
            Sweep::begin(&folder.path().join(name), asked, &|| false).unwrap()
        };
        let (here, alone) = (begin("here"), begin("alone"));
        let send = |to: &Path| {
            fs::create_dir(to).unwrap();
            for (name, bytes) in here.parcel().unwrap() {
                fs::write(to.join(name), bytes).unwrap();
            }
            Sweep::open(to).unwrap()
        };
        let [there, other] = ["there", "other"].map(|name| send(&folder.path().join(name)));
        fs::rename(&file, folder.path().join("moved.g6")).unwrap();
        assert_eq!((there.parts(), here.parts()), (2, 2));
        for part in [1, 0] {
            // Without a clock a limit has run out when it is first looked at.
            run(&there, part, Some(0.0), None);
            assert!(
                here.take_part(part, &there.part_bytes(part).unwrap(), None)
                    .unwrap()
            );
        }
        fs::rename(folder.path().join("moved.g6"), &file).unwrap();
        // Two boards of a part are asked once more by two machines at once.
        let open = here.open_boards(0).unwrap();
        assert_eq!(open.len(), 2, "the third needs no search");
        let sent = here.part_bytes(0).unwrap();
        for (machine, board) in [(&there, &open[0]), (&other, &open[1])] {
            machine.drop_part(0);
            assert!(machine.take_part(0, &sent, None).unwrap());
            assert!(matches!(
                run(machine, 0, None, Some(board)),
                PartDone::Now(_)
            ));
            let found = machine.part_bytes(0).unwrap();
            assert!(here.take_part(0, &found, Some(board)).unwrap());
        }
        // The same as on one machine, byte by byte; rows that the condition drops are dropped.
        for part in [0, 1] {
            run(&alone, part, None, None);
            assert_eq!(
                here.part_bytes(part).unwrap(),
                alone.part_bytes(part).unwrap(),
                "{part}"
            );
        }
        // What is damaged or another part is refused, and what is there stays.
        let mut damaged = sent.clone();
        damaged[40] ^= 1;
        let file = here.part_path(0);
        fs::remove_file(&file).unwrap();
        for bytes in [&damaged, &here.part_bytes(1).unwrap(), &Vec::new()] {
            let error = here.take_part(0, bytes, None).unwrap_err().to_string();
            assert!(error.contains("part-00000.parquet"), "{error}");
            assert!(!file.exists());
        }
        assert_eq!(here.damage(0), None);
        fs::write(&file, &damaged).unwrap();
        assert!(here.damage(0).unwrap().contains("part-00000.parquet"));
        assert!(
            here.take_part(0, &sent, None).unwrap(),
            "a damaged part is replaced"
        );
        assert_eq!(here.damage(0), None);
    }
}
