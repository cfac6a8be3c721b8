//! Where the boards of a sweep come from, and how they fall into parts.
//!
//! A source is known by a few words that are kept in `sweep.json`: what was typed, how many parts
//! it has, and, for files, what tells whether they are still the same. A part of a source can be
//! read by itself, by any process: a catalogue's from the program that makes it (`res/mod`), a
//! file's from the bytes in which its lines begin.

use crate::catalogue::Catalogue;
use crate::stoppable::Stoppable;
use outplay_board::formats::{Boards, Format, unknown_format};
use outplay_board::{Board, Failed, InputError, Limits, families};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most boards that a family with ranges may stand for.
const MOST_BOARDS: usize = 1 << 20;
/// The most parts of a source.
const MOST_PARTS: u64 = 1 << 16;
/// Parts have about so many boards, unless there would be fewer parts than this.
const BOARDS_A_PART: u64 = 4096;
const FEW_PARTS: u64 = 64;
/// Boards with no more vertices are quick: no part has fewer of them for the sake of more parts.
const QUICK: u64 = 10;
const LEAST_QUICK: u64 = 16;

/// Boards that come from elsewhere, such as standard input.
pub type Stream = Box<dyn Read + Send>;

/// Takes boards one by one, with the names that their family gives them.
pub(crate) type Each<'a> = dyn FnMut(Board, Option<&str>) -> Result<(), Failed> + 'a;

/// How boards of a file are to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading<'a> {
    /// The format, whatever the ending of the file.
    pub format: Option<&'a str>,
    /// Is an edge list a list of arcs?
    pub directed: bool,
    /// Is the first line of an edge list a header?
    pub header: Option<bool>,
}

/// A source as `sweep.json` keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    /// As it was typed.
    pub(crate) source: String,
    pub(crate) parts: u64,
    /// How many boards there are, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) boards: Option<u64>,
    /// The most vertices that a board has.
    pub(crate) vertices: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<FileSource>,
}

/// A file of boards, and what tells whether it is still the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileSource {
    /// Its place; a name without folders is in the folder of the sweep.
    pub(crate) path: PathBuf,
    format: String,
    directed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    header: Option<bool>,
    bytes: u64,
    fingerprint: String,
}

/// How many parts so many boards make, with at least `least` of them if there are enough boards.
fn parts(boards: u64, vertices: u64, least: u64) -> u64 {
    let few = match vertices <= QUICK {
        true => boards.div_ceil(LEAST_QUICK).min(FEW_PARTS),
        false => FEW_PARTS,
    };
    let parts = boards.div_ceil(BOARDS_A_PART).max(few).max(least);
    parts.min(boards).clamp(1, MOST_PARTS)
}

/// Is it one of the ways to say standard input?
pub(crate) fn is_standard_input(text: &str) -> bool {
    text == "-"
}

impl Source {
    /// Looks at what was typed: families and catalogues with ranges become several sources.
    /// `least` is how many parts there should be at least.
    pub(crate) fn read(
        text: &str,
        least: u64,
        reading: Reading<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Self>, Failed> {
        let path = Path::new(text);
        if path.is_dir() {
            let error = InputError::found("a folder", "a file of boards, a family or a catalogue");
            return Err(error.in_source(text).into());
        }
        if path.is_file() {
            let place = std::path::absolute(path).map_err(|e| Failed::reading(path, e))?;
            let source = Self::of_file(text, [path, &place], least, reading, stop)?;
            return Ok(vec![source]);
        }
        if Catalogue::is_one(text) {
            let texts = families::ranges(text, 64)?;
            let sources = texts.iter().map(|text| {
                let catalogue = Catalogue::read(text)?;
                catalogue.program()?;
                let boards = catalogue.boards();
                Ok(Self {
                    source: text.clone(),
                    parts: parts(boards.unwrap_or(u64::MAX), catalogue.vertices, least),
                    boards,
                    vertices: catalogue.vertices,
                    file: None,
                })
            });
            return sources.collect();
        }
        if !families::is_family(text) && Format::from_path(text).is_some() {
            return Err(Failed::reading(path, "there is no such file"));
        }
        let mut vertices = 0;
        let names = match families::is_family(text) {
            true => families::ranges(text, MOST_BOARDS)?,
            false => vec![text.to_owned()],
        };
        for name in &names {
            if stop() {
                return Err(Failed::Interrupted);
            }
            let board = families::board(name, Limits::BOARD).map_err(Catalogue::also)?;
            vertices = vertices.max(board.vertex_count() as u64);
        }
        let boards = names.len() as u64;
        Ok(vec![Self {
            source: text.to_owned(),
            parts: parts(boards, vertices, least),
            boards: Some(boards),
            vertices,
            file: None,
        }])
    }

    /// Reads a file through, so that what is wrong with it is known before the work begins.
    fn of_file(
        text: &str,
        [path, place]: [&Path; 2],
        least: u64,
        reading: Reading<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failed> {
        let label = match is_standard_input(text) {
            true => "standard input",
            false => text,
        };
        let cannot =
            |error: io::Error| InputError::new(format!("cannot read: {error}")).in_source(label);
        let open = || File::open(path).map_err(cannot);
        let mut input = Fingerprint::new(open()?);
        let (mut boards, mut vertices) = (0u64, 0);
        let mut reader = Boards::open(&mut input, reading.format, text, Limits::BOARD)?
            .directed(reading.directed)
            .header(reading.header);
        for board in reader.by_ref() {
            let board = board.map_err(|error| error.in_source(label))?;
            boards += 1;
            vertices = vertices.max(board.vertex_count() as u64);
            if boards.is_multiple_of(1024) && stop() {
                return Err(Failed::Interrupted);
            }
        }
        let format = reader.format().unwrap_or(Format::EdgeList);
        drop(reader);
        io::copy(&mut input, &mut io::sink()).map_err(cannot)?;
        Ok(Self {
            source: text.to_owned(),
            parts: match is_lines(format) {
                true => parts(boards, vertices, least),
                false => 1,
            },
            boards: Some(boards),
            vertices,
            file: Some(FileSource {
                path: place.to_owned(),
                format: format.name().to_owned(),
                directed: reading.directed,
                header: reading.header,
                bytes: input.bytes,
                fingerprint: input.text(),
            }),
        })
    }

    /// Keeps what comes from a stream in a file of the folder, whole or not at all, and looks
    /// at it.
    pub(crate) fn of_stream(
        stream: Stream,
        folder: &Path,
        least: u64,
        reading: Reading<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failed> {
        let part = folder.join("source.part");
        let cannot = |error| Failed::writing(&part, error);
        let mut file = File::create(&part).map_err(cannot)?;
        let copied = copy(stream, &mut file, stop)
            .and_then(|()| file.sync_all().map_err(cannot))
            .and_then(|()| Self::of_file("-", [&part, Path::new(SPOOLED)], least, reading, stop))
            .and_then(|source| {
                std::fs::rename(&part, folder.join(SPOOLED)).map_err(cannot)?;
                Ok(source)
            });
        if copied.is_err() {
            // What is left behind is overwritten next time.
            let _ = std::fs::remove_file(&part);
        }
        copied
    }

    /// Compares a stream with what was kept of it; a stream that is empty says nothing else.
    pub(crate) fn is_same_stream(
        &self,
        stream: Stream,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Failed> {
        let Some(file) = &self.file else {
            return Ok(false);
        };
        let mut print = Fingerprint::new(io::empty());
        copy(stream, &mut print, stop)?;
        Ok(print.bytes == 0 || (print.bytes == file.bytes && print.text() == file.fingerprint))
    }

    /// Is a file still what it was? What is no file always is.
    pub(crate) fn is_same_file(&self, stop: &dyn Fn() -> bool) -> Result<bool, Failed> {
        let Some(file) = &self.file else {
            return Ok(true);
        };
        let cannot = |error| Failed::reading(&file.path, error);
        let stream = Box::new(File::open(&file.path).map_err(cannot)?);
        let mut print = Fingerprint::new(io::empty());
        copy(stream, &mut print, stop)?;
        Ok(print.bytes == file.bytes && print.text() == file.fingerprint)
    }

    /// Hands the boards of a part to `each`, in order, with the names that their family gives.
    pub(crate) fn for_each(
        &self,
        folder: &Path,
        part: u64,
        stop: &dyn Fn() -> bool,
        each: &mut Each<'_>,
    ) -> Result<(), Failed> {
        if let Some(file) = &self.file {
            return file.for_each(&self.source, folder, (part, self.parts), each);
        }
        if Catalogue::is_one(&self.source) {
            return Catalogue::read(&self.source)?.for_each(part, self.parts, stop, each);
        }
        let names = families::ranges(&self.source, MOST_BOARDS)?;
        let count = names.len() as u64;
        let (from, to) = (part * count / self.parts, (part + 1) * count / self.parts);
        for name in &names[from as usize..to as usize] {
            each(families::board(name, Limits::BOARD)?, Some(name))?;
        }
        Ok(())
    }
}

/// Where standard input is kept.
const SPOOLED: &str = "source.boards";

fn is_lines(format: Format) -> bool {
    matches!(format, Format::Graph6 | Format::Sparse6 | Format::Digraph6)
}

fn copy(stream: Stream, to: &mut dyn Write, stop: &dyn Fn() -> bool) -> Result<(), Failed> {
    let mut from = Stoppable::new(stream, stop);
    loop {
        let bytes = from.chunk().map_err(|error| {
            InputError::new(format!("cannot read: {error}")).in_source("standard input")
        })?;
        if stop() {
            return Err(Failed::Interrupted);
        }
        match bytes {
            Some(bytes) => to.write_all(&bytes).map_err(Failed::Output)?,
            None => return to.flush().map_err(Failed::Output),
        }
    }
}

impl FileSource {
    /// The boards whose lines begin in a part of the bytes.
    fn for_each(
        &self,
        label: &str,
        folder: &Path,
        (part, parts): (u64, u64),
        each: &mut Each<'_>,
    ) -> Result<(), Failed> {
        let path = folder.join(&self.path);
        let cannot = |error: io::Error| Failed::reading(&path, error);
        let mut file = BufReader::with_capacity(1 << 16, File::open(&path).map_err(cannot)?);
        let bytes = file.get_ref().metadata().map_err(cannot)?.len();
        if bytes != self.bytes {
            let found = format!("{bytes} bytes");
            let expected = format!("{}, as when the sweep began", self.bytes);
            return Err(InputError::found(found, expected)
                .in_source(path.display().to_string())
                .into());
        }
        let at = |part: u64| (u128::from(bytes) * u128::from(part) / u128::from(parts)) as u64;
        let end = line_start(&mut file, at(part + 1)).map_err(cannot)?;
        let start = line_start(&mut file, at(part)).map_err(cannot)?;
        if start >= end {
            return Ok(());
        }
        file.seek(SeekFrom::Start(start)).map_err(cannot)?;
        let format = Format::from_name(&self.format).ok_or_else(|| unknown_format(&self.format))?;
        let input = file.take(end - start);
        let boards = Boards::new(input, format, Limits::BOARD).directed(self.directed);
        for board in boards.header(self.header) {
            let board = board.map_err(|mut error| {
                // Lines were counted from where the part begins.
                let before = lines_before(&path, start).unwrap_or(0);
                error.line = error.line.map(|line| line + before);
                error.in_source(label)
            })?;
            each(board, None)?;
        }
        Ok(())
    }
}

/// Where the first line begins that begins at `offset` or behind it.
fn line_start(file: &mut BufReader<File>, offset: u64) -> io::Result<u64> {
    let Some(before) = offset.checked_sub(1) else {
        return Ok(0);
    };
    file.seek(SeekFrom::Start(before))?;
    Ok(before + file.skip_until(b'\n')? as u64)
}

fn lines_before(path: &Path, end: u64) -> io::Result<usize> {
    let mut file = BufReader::new(File::open(path)?.take(end));
    let mut lines = 0;
    while file.skip_until(b'\n')? > 0 {
        lines += 1;
    }
    Ok(lines)
}

/// Counts the bytes that are read or written, and makes a number of them that is another one for
/// other bytes, but for chance.
struct Fingerprint<T> {
    inner: T,
    bytes: u64,
    hash: u64,
}

impl<T> Fingerprint<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            bytes: 0,
            hash: 0xcbf2_9ce4_8422_2325,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        format!("{:016x}", self.hash)
    }
}

impl<T: Read> Read for Fingerprint<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.add(&buffer[..count]);
        Ok(count)
    }
}

impl Write for Fingerprint<io::Empty> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.add(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_file_are_its_boards_in_order() {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/graphs_7_vertices.g6");
        let path = path.to_str().unwrap();
        let mut whole: Option<Vec<Board>> = None;
        for least in [1, 64, 65, 100, 1000, 5000] {
            let sources = Source::read(path, least, Reading::default(), &|| false).unwrap();
            let [source] = &sources[..] else {
                panic!("a file is one source");
            };
            assert_eq!((source.boards, source.vertices), (Some(1044), 7));
            assert_eq!(source.parts, least.clamp(64, 1044));
            let mut boards = Vec::new();
            for part in 0..source.parts {
                let each = &mut |board, _: Option<&str>| {
                    boards.push(board);
                    Ok(())
                };
                source
                    .for_each(Path::new(""), part, &|| false, each)
                    .unwrap();
            }
            assert_eq!(boards.len(), 1044);
            let whole = whole.get_or_insert_with(|| boards.clone());
            assert_eq!(&boards, whole);
        }
    }

    #[test]
    fn families_with_ranges_are_boards_in_order() {
        let sources = Source::read("grid:2..3x3..30", 1, Reading::default(), &|| false).unwrap();
        let mut names = Vec::new();
        for part in 0..sources[0].parts {
            let each = &mut |board: Board, name: Option<&str>| {
                names.push((name.unwrap().to_owned(), board.vertex_count()));
                Ok(())
            };
            sources[0]
                .for_each(Path::new(""), part, &|| false, each)
                .unwrap();
        }
        assert_eq!(sources[0].parts, 56);
        assert_eq!(names.len(), 56);
        assert_eq!(names[0], ("grid:2x3".to_owned(), 6));
        assert_eq!(names[55], ("grid:3x30".to_owned(), 90));
    }
}
