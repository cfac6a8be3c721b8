//! From the BOARD argument to boards: files, standard input, families.

use crate::limits::while_reading;
use crate::output::Failed;
use outplay_board::formats::{Boards, Format};
use outplay_board::{Board, InputError, Limits, Shape, families};
use outplay_service::Source;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// How a BOARD argument is to be read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reading<'a> {
    /// The format, whatever the ending of the file.
    pub(crate) format: Option<&'a str>,
    /// Is an edge list a list of arcs?
    pub(crate) directed: bool,
    /// Is the first line of an edge list a header?
    pub(crate) header: Option<bool>,
    /// For digraphs with many millions of arcs: how many bytes they may take.
    pub(crate) memory: Option<u64>,
}

/// What reading and labelling a digraph takes for a vertex and for an arc.
const BYTES_A_VERTEX: u64 = 16;
const BYTES_AN_ARC: u64 = 16;

type Derive = Box<dyn Fn(&Board) -> Result<Board, InputError>>;

/// `power:K:FILE` and `line:FILE`; with a family inside they are families themselves.
fn derived(argument: &str) -> Option<(Derive, &str)> {
    let is_file = |inner: &str| inner == "-" || Path::new(inner).is_file();
    let graph_of = |board: &Board| match &board.shape {
        Shape::Undirected(graph) => Ok(graph.clone()),
        Shape::Directed(_) => Err(InputError::found("a digraph", "an undirected graph")),
    };
    if let Some(inner) = argument
        .strip_prefix("line:")
        .filter(|inner| is_file(inner))
    {
        let derive = move |board: &Board| {
            families::line_graph(&graph_of(board)?, Limits::BOARD).map(Board::undirected)
        };
        return Some((Box::new(derive), inner));
    }
    let (k, inner) = argument.strip_prefix("power:")?.split_once(':')?;
    let k = k.parse().ok().filter(|_| is_file(inner))?;
    let derive = move |board: &Board| {
        families::power(&graph_of(board)?, k, Limits::BOARD).map(Board::undirected)
    };
    Some((Box::new(derive), inner))
}

/// Reads the boards of an argument one by one and hands each to `each`.
pub(crate) fn for_each(
    argument: &str,
    reading: Reading<'_>,
    mut each: impl FnMut(Source) -> Result<(), Failed>,
) -> Result<(), Failed> {
    if let Some((derive, inner)) = derived(argument) {
        return read(inner, reading, &mut |mut source| {
            source.board = derive(&source.board).map_err(|error| error.in_source(argument))?;
            source.name = argument.to_owned();
            source.drawn = false;
            each(source)
        });
    }
    read(argument, reading, &mut each)
}

fn read(
    argument: &str,
    reading: Reading<'_>,
    each: &mut dyn FnMut(Source) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let limits = match reading.memory {
        Some(bytes) => Limits {
            vertices: Limits::DIGRAPH.vertices.min(bytes / BYTES_A_VERTEX),
            edges: Limits::DIGRAPH.edges.min(bytes / BYTES_AN_ARC),
        },
        None => Limits::BOARD,
    };
    if Path::new(argument).is_dir() {
        let error = InputError::found("a folder", "a board file");
        return Err(error.in_source(argument).into());
    }
    let is_file = argument == "-" || Path::new(argument).is_file();
    if !is_file && reading.format.is_none() && Format::from_path(argument).is_none() {
        let board = while_reading(|| families::board(argument, limits))?;
        return each(Source::new(argument, board));
    }
    let label = match argument {
        "-" => "standard input",
        path => path,
    };
    let input: Box<dyn Read> =
        match argument {
            "-" => Box::new(std::io::stdin()),
            path => Box::new(File::open(path).map_err(|error| {
                InputError::new(format!("cannot read: {error}")).in_source(label)
            })?),
        };
    let mut boards = while_reading(|| Boards::open(input, reading.format, argument, limits))?;
    boards = boards.directed(reading.directed).header(reading.header);
    for index in 1.. {
        let Some(board) = while_reading(|| boards.next()) else {
            break;
        };
        let board = board.map_err(|error| error.in_source(label))?;
        each(Source::read(argument, board, &boards, index))?;
    }
    Ok(())
}

/// Refuses all but the first board of a list, where `what` takes one.
pub(crate) fn first_only(index: Option<usize>, name: &str, what: &str) -> Result<(), InputError> {
    match index.is_some_and(|index| index > 1) {
        true => {
            let expected = format!("one board for {what}");
            Err(InputError::found("several graphs", expected).in_source(name))
        }
        false => Ok(()),
    }
}

/// Says what the reader of a board did with what a board cannot hold.
pub(crate) fn remark(source: &Source, quiet: bool) {
    for remark in source.board.remarks.iter().filter(|_| !quiet) {
        eprintln!("outplay: {}: {remark}", source.title());
    }
}
