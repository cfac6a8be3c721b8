//! Reading and writing boards as files.
//!
//! [`Boards`] reads any format from anything that can be read, one board at a
//! time, and [`board_text`] writes one. Each format has a file of its own here
//! with one function for each direction; what they share (lines, limits, names)
//! is in `input`. Nothing is allocated because a header says so before the
//! limits have been asked.

mod adjlist;
mod dimacs;
mod dot;
mod edge_list;
mod game_table;
mod gml;
mod graph6;
mod graphml;
mod input;
mod json;
mod letters;
mod node_link;
mod planar_code;
mod python;

use crate::{Board, InputError, Layout, Limits, Shape, nearest};
use input::Lines;
pub(crate) use input::{distinct, name_by_number, repeated_ignored, self_loop};
use std::fmt;
use std::io::Read;

type Words = &'static [&'static str];

/// A file format for boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The language of Graphviz. Vertices named 0, …, n−1 are those numbers,
    /// other names are kept; `pos` is read and written as the layout. A file may
    /// hold several graphs.
    Dot,
    /// graph6, one undirected graph a line. Lines of sparse6 and digraph6 are
    /// understood in the same file.
    Graph6,
    /// sparse6, one undirected graph a line, short for graphs with few edges.
    Sparse6,
    /// digraph6, one digraph a line.
    Digraph6,
    /// One edge a line, `a b`, `a,b`, `a-b`, or an arc `a -> b`; a vertex alone
    /// on a line for an isolated one. Vertices are numbers from 0 or names.
    EdgeList,
    /// One line a vertex with the letters of its neighbours.
    Letters,
    /// A list of `{"color": 0, "adj": [1, 2]}`, one for every vertex. `name`, and
    /// `x` with `y`, are read where present and written where the board has them.
    Json,
    /// The table of vertices and faces of the Game of Cycles.
    GameTable,
    /// The `.col` files of the DIMACS colouring challenge.
    Dimacs,
    /// GraphML. Node data named `x` and `y` are the layout.
    GraphMl,
    /// A vertex and its neighbours on a line, as networkx's `write_adjlist`. Read only.
    Adjlist,
    /// A vertex and its degree on a line, and then a neighbour a line, as
    /// networkx's `write_multiline_adjlist`. Read only.
    MultilineAdjlist,
    /// The Graph Modelling Language. Read only.
    Gml,
    /// JSON with `nodes` and `edges` (or `links`), as networkx's
    /// `node_link_data`. Read only.
    NodeLink,
    /// plantri's binary format: plane graphs, one after the other. Read only.
    PlanarCode,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 15] = [
        Self::Dot,
        Self::Graph6,
        Self::Sparse6,
        Self::Digraph6,
        Self::EdgeList,
        Self::Letters,
        Self::Json,
        Self::GameTable,
        Self::Dimacs,
        Self::GraphMl,
        Self::Adjlist,
        Self::MultilineAdjlist,
        Self::Gml,
        Self::NodeLink,
        Self::PlanarCode,
    ];

    /// Its name, other names for it, the endings of its files, and what such a file holds.
    fn facts(self) -> (&'static str, Words, Words, &'static str) {
        const GRAPHS: &str = "one graph6, sparse6 or digraph6 graph a line";
        match self {
            Self::Dot => ("dot", &["graphviz"], &["dot", "gv"], "a DOT graph"),
            Self::Graph6 => ("graph6", &[], &["g6"], GRAPHS),
            Self::Sparse6 => ("sparse6", &[], &["s6"], GRAPHS),
            Self::Digraph6 => ("digraph6", &[], &["d6"], GRAPHS),
            Self::EdgeList => (
                "edges",
                &["edge-list"],
                &["edges", "edgelist", "txt"],
                "one edge a line",
            ),
            Self::Letters => (
                "adj",
                &["letters"],
                &["adj"],
                "one line of neighbours for every vertex",
            ),
            Self::Json => (
                "json",
                &[],
                &["json"],
                "a list of {\"color\": 0, \"adj\": […]}",
            ),
            Self::GameTable => (
                "table",
                &["game-table"],
                &["table"],
                "a row for every vertex and a column for every face",
            ),
            Self::Dimacs => (
                "dimacs",
                &[],
                &["col"],
                "a line \"p edge VERTICES EDGES\" and lines \"e A B\"",
            ),
            Self::GraphMl => ("graphml", &[], &["graphml"], "a GraphML graph"),
            Self::Adjlist => (
                "adjlist",
                &["adjacency-list"],
                &["adjlist"],
                "a vertex and its neighbours on every line",
            ),
            Self::MultilineAdjlist => (
                "multiline-adjlist",
                &[],
                &[],
                "a vertex and its number of neighbours on a line, and then a neighbour a line",
            ),
            Self::Gml => ("gml", &[], &["gml"], "graph [ node [ … ] edge [ … ] ]"),
            Self::NodeLink => (
                "node-link",
                &["node_link"],
                &[],
                "{\"nodes\": […], \"edges\": […]}",
            ),
            Self::PlanarCode => (
                "planar-code",
                &["planar_code"],
                &["plc"],
                "the header >>planar_code<< and plane graphs",
            ),
        }
    }

    /// The format's name on the command line.
    pub fn name(self) -> &'static str {
        self.facts().0
    }

    /// The usual endings of its files.
    pub fn endings(self) -> &'static [&'static str] {
        self.facts().2
    }

    /// May a file hold several graphs, one after the other, without end?
    pub fn is_stream(self) -> bool {
        matches!(
            self,
            Self::Graph6 | Self::Sparse6 | Self::Digraph6 | Self::PlanarCode
        )
    }

    /// Can boards be written in this format, or only read?
    pub fn is_written(self) -> bool {
        !matches!(
            self,
            Self::Adjlist | Self::MultilineAdjlist | Self::Gml | Self::NodeLink | Self::PlanarCode
        )
    }

    /// The format with this name, or with this usual file ending.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| {
            let (own, others, endings, _) = format.facts();
            own == name || others.iter().chain(endings).any(|&other| other == name)
        })
    }

    /// The format that the ending of a file name stands for.
    ///
    /// ```
    /// use outplay_board::formats::Format;
    /// assert_eq!(Format::from_path("boards/all.g6"), Some(Format::Graph6));
    /// assert_eq!(Format::from_path("notes.pdf"), None);
    /// ```
    pub fn from_path(path: &str) -> Option<Self> {
        let file = path.rsplit(['/', '\\']).next()?;
        let ending = file.rsplit_once('.')?.1.to_ascii_lowercase();
        let known = |format: &Self| format.endings().contains(&&*ending);
        Self::ALL.into_iter().find(known)
    }

    /// A guess from the beginning of the text, for input without a file name.
    ///
    /// A game table with one or two columns looks like an edge list and is taken
    /// for one.
    pub fn sniff(text: &[u8]) -> Option<Self> {
        let text = text.strip_prefix(input::BYTE_ORDER_MARK).unwrap_or(text);
        let lines = || text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = lines().find(|line| !line.is_empty())?;
        let begins: [(&[u8], Self); 8] = [
            (b">>graph6<<", Self::Graph6),
            (b">>sparse6<<", Self::Sparse6),
            (b">>digraph6<<", Self::Digraph6),
            (planar_code::HEADER, Self::PlanarCode),
            (b"<", Self::GraphMl),
            (b":", Self::Sparse6),
            (b";", Self::Sparse6),
            (b"&", Self::Digraph6),
        ];
        if let Some(&(_, format)) = begins.iter().find(|(begin, _)| first.starts_with(begin)) {
            return Some(format);
        }
        // Before JSON, because a graph with 28 or 60 vertices begins with a bracket.
        if graph6::looks_like(first) {
            return Some(Self::Graph6);
        }
        if first.starts_with(b"[") {
            return Some(Self::Json);
        }
        if first.starts_with(b"{") {
            return Some(Self::NodeLink);
        }
        if gml::looks_like(text) {
            return Some(Self::Gml);
        }
        if dot::looks_like(text) {
            return Some(Self::Dot);
        }
        if lines().any(|line| line.starts_with(b"p edge") || line.starts_with(b"p col")) {
            return Some(Self::Dimacs);
        }
        // networkx says when it wrote an adjacency list, and begins the data of an
        // edge with a brace: after the neighbour in the lists with many lines.
        let second_is_data = |line: &[u8]| {
            let mut words = line.split(u8::is_ascii_whitespace);
            words.nth(1).is_some_and(|word| word.starts_with(b"{"))
        };
        if lines().take(5).any(|line| line.starts_with(b"# GMT ")) {
            return Some(match lines().any(second_is_data) {
                true => Self::MultilineAdjlist,
                false => Self::Adjlist,
            });
        }
        if matches!(letters::read(text), Ok(Some(_))) {
            return Some(Self::Letters);
        }
        let first = lines().find(|line| !matches!(line, [] | [b'#' | b'%', ..]))?;
        if first.starts_with(b"\"") {
            return Some(Self::EdgeList);
        }
        if first
            .iter()
            .any(|byte| byte.is_ascii_control() && *byte != b'\t')
        {
            return None;
        }
        let is_entry = |byte: &u8| byte.is_ascii_digit() || b", \t".contains(byte);
        let words: Vec<&[u8]> = first
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .collect();
        match words[..] {
            [_] | [_, _] | [_, b"->" | b"-" | b"--" | b",", _] => Some(Self::EdgeList),
            [_, _, [b'{', ..], ..] => Some(Self::EdgeList),
            [_, _, weight] if edge_list::is_decimal(weight) => Some(Self::EdgeList),
            _ if first.iter().all(is_entry) => Some(Self::GameTable),
            _ => None,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The boards of a file, read one at a time.
///
/// Only one graph is in memory at once, however many a graph6 file holds. After
/// an error there is nothing more.
///
/// ```
/// use outplay_board::{Limits, formats::{Boards, Format}};
/// let file = ">>graph6<<Bw\n:Bd\n";
/// let boards: Result<Vec<_>, _> =
///     Boards::new(file.as_bytes(), Format::Graph6, Limits::BOARD).collect();
/// let sizes: Vec<_> = boards.unwrap().iter().map(|board| board.edge_count()).collect();
/// assert_eq!(sizes, [3, 2]);
/// ```
pub struct Boards<'a> {
    lines: Lines<'a>,
    format: Format,
    limits: Limits,
    reading: edge_list::Reading,
    dot: Option<dot::Source>,
    planar_code: planar_code::Source,
    progress: Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Start,
    Between,
    Done,
}

impl<'a> Boards<'a> {
    /// Reads `input` as `format`. Edges count against the limits as often as they
    /// are listed.
    pub fn new(input: impl Read + 'a, format: Format, limits: Limits) -> Self {
        let longest_line = match format {
            Format::Graph6 | Format::Sparse6 | Format::Digraph6 => graph6::LONGEST_LINE,
            _ => 1 << 20,
        };
        Self {
            lines: Lines::new(input, longest_line),
            format,
            // Rows are indexed with 32 bits, and an undirected edge takes two places.
            limits: Limits {
                vertices: limits.vertices.min((1 << 31) - 1),
                edges: limits.edges.min((1 << 31) - 1),
            },
            reading: edge_list::Reading::default(),
            dot: None,
            planar_code: planar_code::Source::default(),
            progress: Progress::Start,
        }
    }

    /// With `true`, plain lines `a b` of an edge list or adjacency list are arcs
    /// from a to b (and may be self-loops). Other formats say themselves what is directed.
    pub fn directed(mut self, directed: bool) -> Self {
        self.reading.directed = directed;
        self
    }

    /// Is the first line of an edge list a header? Left open, it is one if it says how many vertices
    /// and edges follow, and cannot well be an edge, or if it has words above numbers.
    pub fn header(mut self, header: Option<bool>) -> Self {
        self.reading.header = header;
        self
    }

    fn read(&mut self) -> Result<Option<Board>, InputError> {
        let limits = &self.limits;
        match self.format {
            Format::Graph6 | Format::Sparse6 | Format::Digraph6 => {
                graph6::read_line(&mut self.lines, limits)
            }
            Format::Dot => {
                if self.dot.is_none() {
                    self.dot = Some(dot::Source::new(self.lines.rest_as_text(limits)?));
                }
                self.dot.as_mut().map_or(Ok(None), |dot| dot.read(limits))
            }
            Format::PlanarCode => self.planar_code.read(&mut self.lines, limits),
            _ if self.progress == Progress::Between => Ok(None),
            Format::EdgeList => edge_list::read(&mut self.lines, limits, self.reading),
            Format::Letters => letters::read(&self.lines.rest(1 << 20)?),
            Format::Json | Format::NodeLink => {
                json::read(&self.lines.rest(input::text_limit(limits))?, limits)
            }
            Format::Adjlist => adjlist::read(&mut self.lines, limits, self.reading.directed),
            Format::MultilineAdjlist => {
                adjlist::read_multiline(&mut self.lines, limits, self.reading.directed)
            }
            Format::Gml => gml::read(&self.lines.rest_as_text(limits)?, limits),
            Format::GameTable => game_table::read(&mut self.lines, limits),
            Format::Dimacs => dimacs::read(&mut self.lines, limits),
            Format::GraphMl => graphml::read(&self.lines.rest_as_text(limits)?, limits),
        }
    }
}

impl Iterator for Boards<'_> {
    type Item = Result<Board, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.progress == Progress::Done {
            return None;
        }
        let foreign = self.reading.header.is_some() && self.format != Format::EdgeList;
        let read = match foreign {
            true => Err(InputError::found(
                format_args!("--header for the format {}", self.format),
                "it for edge lists only",
            )),
            false => self.read(),
        };
        let item = match read {
            Ok(None) if self.progress == Progress::Start => Some(Err(InputError::found(
                "an empty file",
                self.format.facts().3,
            ))),
            read => read.transpose(),
        };
        self.progress = match &item {
            Some(Ok(_)) => Progress::Between,
            _ => Progress::Done,
        };
        item
    }
}

/// A board as text. What a format has no place for (names in graph6, colours in
/// DOT) is left out; a graph that it cannot hold is an error.
///
/// # Errors
/// The format cannot hold the graph.
pub fn board_text(board: &Board, format: Format) -> Result<String, InputError> {
    let undirected = || match &board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => Err(unsuitable(format, "it is directed")),
    };
    match format {
        Format::Dot => Ok(dot::write(board)),
        Format::Graph6 => graph6::write_graph6(undirected()?),
        Format::Sparse6 => Ok(graph6::write_sparse6(undirected()?)),
        Format::Digraph6 => graph6::write_digraph6(&board.shape),
        Format::EdgeList => edge_list::write(board),
        Format::Letters => letters::write(undirected()?),
        Format::Json => Ok(json::write(board, undirected()?)),
        Format::GameTable => game_table::write(board),
        Format::Dimacs => Ok(dimacs::write(undirected()?)),
        Format::GraphMl => graphml::write(board),
        Format::Adjlist
        | Format::MultilineAdjlist
        | Format::Gml
        | Format::NodeLink
        | Format::PlanarCode => Err(unsuitable(format, "that format is only read")),
    }
}

/// What of a board is not there any more when a file in this format is read: of
/// colours, arrows, names, coordinates (where they are the user's) and embedding.
pub fn loses(board: &Board, format: Format) -> Vec<&'static str> {
    let keeps_coordinates = matches!(format, Format::Dot | Format::Json | Format::GraphMl);
    let keeps_names = keeps_coordinates || format == Format::EdgeList;
    // Some formats call the vertices by themselves.
    let implied: fn(usize) -> Option<String> = match format {
        Format::Letters => |v| letters::names(v + 1).ok()?.pop(),
        Format::GameTable => |v| Some((v + 1).to_string()),
        _ => |v| Some(v.to_string()),
    };
    let named_alike = |names: &Vec<String>| {
        let mut names = names.iter().enumerate();
        names.all(|(v, name)| implied(v).as_ref() == Some(name))
    };
    let names = board.names.as_ref().filter(|names| !named_alike(names));
    let layout = finite_layout(board).filter(|_| keeps_coordinates);
    let keeps_embedding = format == Format::GameTable || layout.is_some();
    [
        (board.colors.is_some() && format != Format::Json, "colours"),
        (
            board.arrows.is_some() && format != Format::GameTable,
            "arrows",
        ),
        (names.is_some() && !keeps_names, "names"),
        (board.drawn && layout.is_none(), "coordinates"),
        (board.plane.is_some() && !keeps_embedding, "embedding"),
    ]
    .into_iter()
    .filter_map(|(lost, what)| lost.then_some(what))
    .collect()
}

fn unsuitable(format: Format, reason: impl fmt::Display) -> InputError {
    InputError::new(format!(
        "this board cannot be written as {format} because {reason}"
    ))
}

/// The layout, if a file can hold it: formats have no words for infinity.
fn finite_layout(board: &Board) -> Option<&Layout> {
    board
        .layout
        .as_ref()
        .filter(|layout| layout.iter().flatten().all(|x| x.is_finite()))
}

/// Every edge or arc of a board.
fn pairs(shape: &Shape) -> Box<dyn Iterator<Item = (u32, u32)> + '_> {
    match shape {
        Shape::Undirected(graph) => Box::new(graph.edges()),
        Shape::Directed(digraph) => Box::new(digraph.arcs()),
    }
}

/// What to say about a name that no format has.
pub fn unknown_format(name: &str) -> InputError {
    let names = Format::ALL.map(Format::name);
    let meant = match nearest(name, names) {
        Some(near) => format!(" (did you mean {near}?)"),
        None => String::new(),
    };
    InputError::found(
        format_args!("format '{}'", crate::shortened(name)),
        format_args!("one of {}{meant}", names.join(", ")),
    )
}
