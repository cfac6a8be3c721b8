//! Where an experiment is kept: its plan, and a journal of what was played and
//! settled, from which it goes on.
//!
//! The journal is only ever appended to, a line for each thing that was found
//! out, and each line reaches the disk before the next is begun. A process that
//! dies leaves at most one torn line at the end, which the next one cuts off. A
//! later line about the same cell takes the place of the earlier one.

use super::NamedBoard;
use outplay_board::{Failed, InputError, Shape};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The largest plan and journal that are read.
const MOST_BYTES: u64 = 1 << 28;

/// What an experiment is: everything that its results depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) outplay: String,
    pub(crate) experiment: String,
    pub(crate) first: String,
    pub(crate) alice: String,
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) bobs: Vec<String>,
    pub(crate) colors: Vec<u32>,
    pub(crate) boards: Vec<PlannedBoard>,
}

/// A board of a plan, and what tells whether it is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlannedBoard {
    name: String,
    vertices: usize,
    edges: usize,
    fingerprint: String,
}

impl PlannedBoard {
    pub(crate) fn new(NamedBoard { name, board }: &NamedBoard) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        let mut add = |value: u32| {
            for byte in value.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        if let Shape::Undirected(graph) = &board.shape {
            graph.edges().for_each(|(a, b)| {
                add(a);
                add(b);
            });
        }
        board.colors.iter().flatten().copied().for_each(add);
        Self {
            name: name.clone(),
            vertices: board.vertex_count(),
            edges: board.edge_count(),
            fingerprint: format!("{hash:016x}"),
        }
    }
}

impl Plan {
    /// Why what was found by the plan `old` is no part of this one.
    fn conflict(&self, old: &Self) -> Option<String> {
        let texts = [
            ("the program's version", &old.outplay, &self.outplay),
            ("the experiment", &old.experiment, &self.experiment),
            ("who starts", &old.first, &self.first),
            ("Alice", &old.alice, &self.alice),
        ];
        for (what, old, new) in texts {
            if old != new {
                return Some(format!("{what} is '{old}' there and '{new}' here"));
            }
        }
        if old.seed != self.seed {
            return Some(format!(
                "the seed is {} there and {} here",
                old.seed, self.seed
            ));
        }
        if old.games > self.games {
            return Some(format!(
                "{} games were planned there and {} are asked for here (more would be fine)",
                old.games, self.games
            ));
        }
        let missing = |what: &str, name: &dyn std::fmt::Display| {
            Some(format!("it also has {what} {name}, which is missing here"))
        };
        if let Some(bob) = old.bobs.iter().find(|bob| !self.bobs.contains(bob)) {
            return missing("the Bob", bob);
        }
        if let Some(k) = old.colors.iter().find(|k| !self.colors.contains(k)) {
            return missing("the number of colours", k);
        }
        let boards: HashMap<&str, &PlannedBoard> =
            self.boards.iter().map(|b| (b.name.as_str(), b)).collect();
        for board in &old.boards {
            match boards.get(board.name.as_str()) {
                None => return missing("the board", &board.name),
                Some(&new) if new != board => {
                    return Some(format!("the board {} was another graph then", board.name));
                }
                Some(_) => {}
            }
        }
        None
    }
}

/// What was played in one cell: so many games from the first on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) board: String,
    pub(crate) colors: u32,
    pub(crate) bob: String,
    #[serde(default)]
    pub(crate) after: u64,
    pub(crate) games: u64,
    pub(crate) alice_wins: u64,
    pub(crate) moves: u64,
    pub(crate) remarks: u64,
}

impl Cell {
    fn key(&self) -> (String, u32, String, u64) {
        let Self {
            board,
            colors,
            bob,
            after,
            ..
        } = self;
        (board.clone(), *colors, bob.clone(), *after)
    }
}

/// What the exact search said about a board with some number of colours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Settled {
    pub(crate) board: String,
    pub(crate) colors: u32,
    /// `alice` or `bob`; nothing if it was not settled.
    pub(crate) winner: Option<String>,
    /// Why it was not.
    pub(crate) reason: Option<String>,
    /// The limits then.
    pub(crate) seconds: f64,
    pub(crate) positions: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Cell(Cell),
    Exact(Settled),
}

/// What is known of an experiment, and where it is kept, if anywhere.
#[derive(Default)]
pub(crate) struct Journal {
    file: Option<(File, PathBuf)>,
    cells: HashMap<(String, u32, String, u64), Cell>,
    exact: HashMap<(String, u32), Settled>,
}

impl Journal {
    /// Opens the folder of a plan, or makes it, and reads what is known.
    pub(crate) fn open(folder: &Path, plan: &Plan) -> Result<Self, Failed> {
        make_folder(folder)?;
        let path = folder.join("cells.jsonl");
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&path)
            .map_err(|error| cannot_write(&path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = "another process is at work in this folder";
                return Err(InputError::new(message)
                    .in_source(folder.display().to_string())
                    .into());
            }
            Err(TryLockError::Error(error)) => return Err(Failed::writing(&path, error)),
        }
        take_up_plan(folder, plan)?;
        let mut journal = Self::default();
        let whole = journal.read(&mut file, &path, plan)?;
        file.set_len(whole)
            .map_err(|error| Failed::writing(&path, error))?;
        journal.file = Some((file, path));
        Ok(journal)
    }

    /// Reads the journal and says where its last whole line ends.
    fn read(&mut self, file: &mut File, path: &Path, plan: &Plan) -> Result<u64, Failed> {
        let cannot = |error| Failed::reading(path, error);
        let size = file.seek(SeekFrom::End(0)).map_err(cannot)?;
        if size > MOST_BYTES {
            return Err(wrong(path, format!("{size} bytes, too many for a journal")).into());
        }
        file.seek(SeekFrom::Start(0)).map_err(cannot)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(cannot)?;
        let whole = bytes
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |i| i + 1);
        for (line, number) in bytes[..whole]
            .split_inclusive(|&byte| byte == b'\n')
            .zip(1..)
        {
            let entry: Line = serde_json::from_slice(line)
                .map_err(|error| wrong(path, error.to_string()).at_line(number))?;
            self.take(entry, plan)
                .map_err(|why| wrong(path, why.to_owned()).at_line(number))?;
        }
        Ok(whole as u64)
    }

    fn take(&mut self, entry: Line, plan: &Plan) -> Result<(), &'static str> {
        let known = |board: &str, colors: u32| {
            plan.boards.iter().any(|b| b.name == board) && plan.colors.contains(&colors)
        };
        match entry {
            Line::Cell(cell) => {
                if !known(&cell.board, cell.colors) || !plan.bobs.contains(&cell.bob) {
                    return Err("found a cell that is not in the plan of this folder");
                }
                if cell.games > plan.games || cell.alice_wins > cell.games {
                    return Err("found more games than were planned, or more wins than games");
                }
                self.cells.insert(cell.key(), cell);
            }
            Line::Exact(settled) => {
                if !known(&settled.board, settled.colors) {
                    return Err("found a verdict that is not in the plan of this folder");
                }
                if !matches!(settled.winner.as_deref(), None | Some("alice" | "bob")) {
                    return Err("found a winner other than alice and bob");
                }
                let key = (settled.board.clone(), settled.colors);
                self.exact.insert(key, settled);
            }
        }
        Ok(())
    }

    pub(crate) fn cell(&self, board: &str, colors: u32, bob: &str, after: u64) -> Option<&Cell> {
        let key = (board.to_owned(), colors, bob.to_owned(), after);
        self.cells.get(&key)
    }

    pub(crate) fn exact(&self, board: &str, colors: u32) -> Option<&Settled> {
        self.exact.get(&(board.to_owned(), colors))
    }

    /// Notes what was played, in place of what was noted about the cell before.
    pub(crate) fn note_cell(&mut self, cell: Cell) -> Result<(), Failed> {
        self.append(&Line::Cell(cell.clone()))?;
        self.cells.insert(cell.key(), cell);
        Ok(())
    }

    /// Notes what the exact search said.
    pub(crate) fn note_exact(&mut self, settled: Settled) -> Result<(), Failed> {
        let key = (settled.board.clone(), settled.colors);
        self.append(&Line::Exact(settled.clone()))?;
        self.exact.insert(key, settled);
        Ok(())
    }

    fn append(&mut self, line: &Line) -> Result<(), Failed> {
        let Some((file, path)) = &mut self.file else {
            return Ok(());
        };
        let mut text =
            serde_json::to_vec(line).map_err(|error| Failed::writing(path, error.into()))?;
        text.push(b'\n');
        file.write_all(&text)
            .and_then(|()| file.sync_data())
            .map_err(|error| Failed::writing(path, error))
    }
}

fn wrong(path: &Path, message: String) -> InputError {
    InputError::new(message).in_source(path.display().to_string())
}

/// Compares the plan with the one in the folder, if any, and writes it there.
fn take_up_plan(folder: &Path, plan: &Plan) -> Result<(), Failed> {
    let path = folder.join("experiment.json");
    if path.exists() {
        let size = fs::metadata(&path).map_or(0, |data| data.len());
        if size > MOST_BYTES {
            return Err(wrong(&path, format!("{size} bytes, too many for a plan")).into());
        }
        let text = fs::read_to_string(&path).map_err(|error| Failed::reading(&path, error))?;
        let old: Plan =
            serde_json::from_str(&text).map_err(|error| wrong(&path, error.to_string()))?;
        if let Some(conflict) = plan.conflict(&old) {
            let message =
                format!("this folder holds another experiment: {conflict}; choose another folder");
            return Err(wrong(folder, message).into());
        }
        if old == *plan {
            return Ok(());
        }
    }
    let mut text =
        serde_json::to_string_pretty(plan).map_err(|error| Failed::writing(&path, error.into()))?;
    text.push('\n');
    write_whole(&path, text.as_bytes())
}

pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    outplay_board::write_whole(path, |out| Ok(out.write_all(bytes)?))
}

/// A folder that somebody named.
pub(crate) fn make_folder(folder: &Path) -> Result<(), InputError> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> InputError {
    wrong(path, format!("cannot write: {error}"))
}

/// A name for a file that belongs to a board.
pub(crate) fn file_name(board: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = board
        .chars()
        .take(80)
        .map(|c| if plain(c) { c } else { '-' })
        .collect();
    match name.trim_start_matches(['.', '-']) {
        "" => "board".to_owned(),
        name => name.to_owned(),
    }
}
