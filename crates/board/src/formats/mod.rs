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
mod matrix;
mod node_link;
mod pajek;
mod planar_code;
mod python;
mod showg;

use crate::{Board, Graph, InputError, Layout, Limits, Shape, nearest};
pub use game_table::edges_text;
use input::Lines;
pub(crate) use input::{distinct, name_by_number, repeated_ignored, self_loop};
use std::fmt;
use std::io::Read;

type Words = &'static [&'static str];
type Next = Result<Option<Board>, InputError>;
type Written = Result<String, InputError>;

/// What is to be known of a format.
struct Facts {
    name: &'static str,
    /// Other names for it.
    others: Words,
    /// The endings of its files.
    endings: Words,
    /// What such a file holds.
    holds: &'static str,
    /// Can a text be such a file?
    looks: fn(&[u8]) -> Looks,
    /// Reads the next board.
    read: fn(&mut Input<'_>) -> Next,
    write: Option<fn(&Board) -> Written>,
    /// What of a board it keeps beside the edges, in the words of [`loses`].
    keeps: Words,
    /// May a file hold several graphs, without end?
    stream: bool,
}

const READ_ONLY: Facts = Facts {
    name: "",
    others: &[],
    endings: &[],
    holds: "",
    looks: |_| Looks::No,
    read: |_| Ok(None),
    write: None,
    keeps: &[],
    stream: false,
};

/// Can a text be a file of a format?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    No,
    /// If it can be read as one, and differently as no other.
    Perhaps,
    Surely,
}

impl Looks {
    fn surely(is: bool) -> Self {
        if is { Self::Surely } else { Self::No }
    }
}

/// What readers read from, and how.
struct Input<'a> {
    lines: Lines<'a>,
    limits: Limits,
    reading: edge_list::Reading,
    dot: Option<dot::Source>,
    planar_code: planar_code::Source,
}

impl Input<'_> {
    /// Reads what is left as one text.
    fn text(&mut self, read: impl Fn(&str, &Limits) -> Next) -> Next {
        read(&self.lines.rest_as_text(&self.limits)?, &self.limits)
    }

    fn json(&mut self) -> Next {
        let text = self.lines.rest(input::text_limit(&self.limits))?;
        json::read(&text, &self.limits, self.reading.directed)
    }

    fn dot(&mut self) -> Next {
        if self.dot.is_none() {
            self.dot = Some(dot::Source::new(self.lines.rest_as_text(&self.limits)?));
        }
        self.dot
            .as_mut()
            .map_or(Ok(None), |dot| dot.read(&self.limits))
    }
}

macro_rules! formats {
    ($($(#[$about:meta])* $format:ident = $facts:expr;)*) => {
        /// A file format for boards.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $($(#[$about])* $format,)*
        }

        impl Format {
            /// Every format.
            pub const ALL: [Self; [$(stringify!($format)),*].len()] = [$(Self::$format),*];

            fn facts(self) -> &'static Facts {
                const TABLE: &[Facts] = &[$($facts),*];
                &TABLE[self as usize]
            }
        }
    };
}

// The table of all formats, in the order in which a text is looked at that does not say its own.
formats! {
    /// plantri's binary format: plane graphs, one after the other. Read only.
    PlanarCode = Facts {
        name: "planar-code",
        others: &["planar_code"],
        endings: &["plc"],
        holds: "the header >>planar_code<< and plane graphs",
        looks: |text| Looks::surely(text.starts_with(planar_code::HEADER)),
        read: |input| input.planar_code.read(&mut input.lines, &input.limits),
        stream: true,
        ..READ_ONLY
    };
    /// graph6, one undirected graph a line. Lines of sparse6 and digraph6 are
    /// understood in the same file.
    Graph6 = Facts {
        name: "graph6",
        endings: &["g6"],
        // Before JSON, because a graph with 28 or 60 vertices begins with a bracket.
        looks: |text| Looks::surely(begins(text, &[b">>graph6<<"]) || graph6::looks_like(first(text))),
        write: Some(|board| graph6::write_graph6(undirected(board, Format::Graph6)?)),
        ..graph6::LINES
    };
    /// sparse6, one undirected graph a line, short for graphs with few edges.
    Sparse6 = Facts {
        name: "sparse6",
        endings: &["s6"],
        looks: |text| Looks::surely(begins(text, &[b">>sparse6<<", b":", b";"])),
        write: Some(|board| Ok(graph6::write_sparse6(undirected(board, Format::Sparse6)?))),
        ..graph6::LINES
    };
    /// digraph6, one digraph a line.
    Digraph6 = Facts {
        name: "digraph6",
        endings: &["d6"],
        looks: |text| Looks::surely(begins(text, &[b">>digraph6<<", b"&"])),
        write: Some(|board| graph6::write_digraph6(&board.shape)),
        ..graph6::LINES
    };
    /// GEXF, as Gephi has it. Read only.
    Gexf = Facts {
        name: "gexf",
        endings: &["gexf"],
        holds: "a GEXF graph",
        looks: |text| Looks::surely(begins(text, &[b"<"]) && text.windows(5).any(|tag| tag == b"<gexf")),
        read: |input| input.text(graphml::read),
        ..READ_ONLY
    };
    /// GraphML. Node data named `x` and `y` are the layout.
    GraphMl = Facts {
        name: "graphml",
        endings: &["graphml"],
        holds: "a GraphML graph",
        looks: |text| Looks::surely(begins(text, &[b"<"])),
        read: |input| input.text(graphml::read),
        write: Some(graphml::write),
        keeps: &["names", "coordinates"],
        ..READ_ONLY
    };
    /// What nauty's `showg` prints. Read only.
    Showg = Facts {
        name: "showg",
        holds: "\"Graph 1, order 5.\" and the neighbours of every vertex",
        looks: showg::looks,
        read: |input| showg::read(&mut input.lines, &input.limits),
        stream: true,
        ..READ_ONLY
    };
    /// Pajek's vertices and edges. Read only.
    Pajek = Facts {
        name: "pajek",
        endings: &["net"],
        holds: "*Vertices, and *Edges or *Arcs",
        looks: pajek::looks,
        read: |input| pajek::read(&mut input.lines, &input.limits),
        ..READ_ONLY
    };
    /// An adjacency matrix as text. Read only.
    Matrix = Facts {
        name: "matrix",
        endings: &["mat"],
        holds: "a row of zeros and ones for every vertex",
        looks: matrix::looks,
        read: |input| input.text(matrix::read),
        ..READ_ONLY
    };
    /// A list of `{"color": 0, "adj": [1, 2]}`, one for every vertex. `name`, and
    /// `x` with `y`, are read where present and written where the board has them. Other lists of
    /// JSON and Python are read, too, and programs that assign one.
    Json = Facts {
        name: "json",
        endings: &["json"],
        holds: "a list of {\"color\": 0, \"adj\": […]}",
        looks: |text| Looks::surely(!begins(text, &[b"{"]) && python::looks_like(text)),
        read: |input| input.json(),
        write: Some(|board| Ok(json::write(board, undirected(board, Format::Json)?))),
        keeps: &["colours", "names", "coordinates"],
        ..READ_ONLY
    };
    /// JSON with `nodes` and `edges` (or `links`, or `adjacency`), as networkx writes it, or with
    /// the neighbours of every vertex. Read only.
    NodeLink = Facts {
        name: "node-link",
        others: &["node_link"],
        holds: "{\"nodes\": […], \"edges\": […]}",
        looks: |text| Looks::surely(begins(text, &[b"{"])),
        read: |input| input.json(),
        ..READ_ONLY
    };
    /// The Graph Modelling Language.
    Gml = Facts {
        name: "gml",
        endings: &["gml"],
        holds: "graph [ node [ … ] edge [ … ] ]",
        looks: |text| Looks::surely(gml::looks_like(text)),
        read: |input| input.text(gml::read),
        write: Some(|board| Ok(gml::write(board))),
        keeps: &["names", "coordinates"],
        ..READ_ONLY
    };
    /// The language of Graphviz. Vertices named 0, …, n−1 are those numbers,
    /// other names are kept; `pos` is read and written as the layout. A file may
    /// hold several graphs.
    Dot = Facts {
        name: "dot",
        others: &["graphviz"],
        endings: &["dot", "gv"],
        holds: "a DOT graph",
        looks: |text| Looks::surely(dot::looks_like(text)),
        read: |input| input.dot(),
        write: Some(|board| Ok(dot::write(board))),
        keeps: &["names", "coordinates"],
        ..READ_ONLY
    };
    /// The `.col` files of the DIMACS colouring challenge.
    Dimacs = Facts {
        name: "dimacs",
        endings: &["col"],
        holds: "a line \"p edge VERTICES EDGES\" and lines \"e A B\"",
        looks: |text| Looks::surely(lines(text).any(|line| begins(line, &[b"p edge", b"p col"]))),
        read: |input| dimacs::read(&mut input.lines, &input.limits),
        write: Some(|board| Ok(dimacs::write(undirected(board, Format::Dimacs)?))),
        ..READ_ONLY
    };
    /// A vertex and its degree on a line, and then a neighbour a line, as
    /// networkx's `write_multiline_adjlist`. Read only.
    MultilineAdjlist = Facts {
        name: "multiline-adjlist",
        holds: "a vertex and its number of neighbours on a line, and then a neighbour a line",
        looks: adjlist::looks_multiline,
        read: |input| adjlist::read_multiline(&mut input.lines, &input.limits, input.reading.directed),
        ..READ_ONLY
    };
    /// A vertex and its neighbours on a line, as networkx's `write_adjlist` and, with a colon, the
    /// House of Graphs. Read only.
    Adjlist = Facts {
        name: "adjlist",
        others: &["adjacency-list"],
        endings: &["adjlist"],
        holds: "a vertex and its neighbours on every line",
        looks: adjlist::looks,
        read: |input| adjlist::read(&mut input.lines, &input.limits, input.reading.directed),
        ..READ_ONLY
    };
    /// One line a vertex with the letters of its neighbours.
    Letters = Facts {
        name: "adj",
        others: &["letters"],
        endings: &["adj"],
        holds: "one line of neighbours for every vertex",
        looks: |text| Looks::surely(matches!(letters::read(text), Ok(Some(_)))),
        read: |input| letters::read(&input.lines.rest(1 << 20)?),
        write: Some(|board| letters::write(undirected(board, Format::Letters)?)),
        ..READ_ONLY
    };
    /// The table of vertices and faces of the Game of Cycles.
    GameTable = Facts {
        name: "table",
        others: &["game-table"],
        endings: &["table"],
        holds: "a row for every vertex and a column for every face",
        looks: game_table::looks,
        read: |input| game_table::read(&mut input.lines, &input.limits),
        write: Some(game_table::write),
        keeps: &["arrows", "embedding"],
        ..READ_ONLY
    };
    /// One edge a line, `a b`, `a,b`, `a-b`, or an arc `a -> b`; a vertex alone
    /// on a line for an isolated one. Vertices are numbers from 0 or names.
    EdgeList = Facts {
        name: "edges",
        others: &["edge-list"],
        endings: &["edges", "edgelist", NOTHING_SAID],
        holds: "one edge a line",
        looks: edge_list::looks,
        read: |input| edge_list::read(&mut input.lines, &input.limits, &mut input.reading),
        write: Some(edge_list::write),
        keeps: &["names"],
        ..READ_ONLY
    };
}

/// An ending that says nothing of the content.
const NOTHING_SAID: &str = "txt";

/// So much of a text is looked at, and so much is read on trial where that says too little.
const HEAD: usize = 1 << 16;
const TRIAL: usize = 1 << 23;

/// The lines of a text.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii)
}

/// The first line that is not empty.
fn first(text: &[u8]) -> &[u8] {
    lines(text)
        .find(|line| !line.is_empty())
        .unwrap_or_default()
}

fn begins(text: &[u8], with: &[&[u8]]) -> bool {
    let text = text.trim_ascii_start();
    with.iter().any(|begin| text.starts_with(begin))
}

impl Format {
    /// The format's name on the command line.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The usual endings of its files.
    pub fn endings(self) -> &'static [&'static str] {
        self.facts().endings
    }

    /// May a file hold several graphs, one after the other, without end?
    pub fn is_stream(self) -> bool {
        self.facts().stream
    }

    /// Can boards be written in this format, or only read?
    pub fn is_written(self) -> bool {
        self.facts().write.is_some()
    }

    /// The format with this name, or with this usual file ending.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| {
            let Facts {
                name: own,
                others,
                endings,
                ..
            } = format.facts();
            *own == name || others.iter().chain(*endings).any(|&other| other == name)
        })
    }

    /// The format that the ending of a file name stands for. What is in a `.txt` is decided by its
    /// content all the same; see [`Boards::open`].
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
    input: Input<'a>,
    format: Option<Format>,
    /// Did only the ending of a file say so?
    by_ending: bool,
    progress: Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Start,
    Between,
    Done,
}

impl<'a> Boards<'a> {
    /// Reads `input` as `format`, or as what its content says. Edges count against the limits as
    /// often as they are listed.
    pub fn new(input: impl Read + 'a, format: impl Into<Option<Format>>, limits: Limits) -> Self {
        Self {
            input: Input {
                lines: Lines::new(input),
                // Rows are indexed with 32 bits, and an undirected edge takes two places.
                limits: Limits {
                    vertices: limits.vertices.min((1 << 31) - 1),
                    edges: limits.edges.min((1 << 31) - 1),
                },
                reading: edge_list::Reading::default(),
                dot: None,
                planar_code: planar_code::Source::default(),
            },
            format: format.into(),
            by_ending: false,
            progress: Progress::Start,
        }
    }

    /// Reads a file: as the format with the name `said`, or as its path says, or its content.
    ///
    /// # Errors
    /// There is no such format.
    pub fn open(
        input: impl Read + 'a,
        said: Option<&str>,
        path: &str,
        limits: Limits,
    ) -> Result<Self, InputError> {
        let telling = !path
            .to_ascii_lowercase()
            .ends_with(&format!(".{NOTHING_SAID}"));
        let format = match said {
            Some(name) => Some(Format::from_name(name).ok_or_else(|| unknown_format(name))?),
            None => Format::from_path(path).filter(|_| telling),
        };
        Ok(Self {
            by_ending: said.is_none(),
            ..Self::new(input, format, limits)
        })
    }

    /// With `true`, plain lines `a b` of an edge list or adjacency list are arcs
    /// from a to b (and may be self-loops). Other formats say themselves what is directed.
    pub fn directed(mut self, directed: bool) -> Self {
        self.input.reading.directed = directed;
        self
    }

    /// Is the first line of an edge list a header? Left open, it is one if it says how many vertices
    /// and edges follow, and cannot well be an edge, or if it has words above numbers.
    pub fn header(mut self, header: Option<bool>) -> Self {
        self.input.reading.header = header;
        self
    }

    /// The format, where it is known: from the first board on at the latest.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Did the last board begin with a header?
    pub fn had_header(&self) -> bool {
        self.input.reading.had_header
    }

    fn read(&mut self) -> Next {
        if self.by_ending && self.progress == Progress::Start {
            // A program is one in any file, and so is a literal.
            self.format = match self.format {
                Some(format) if !format.facts().stream => {
                    let literal = python::looks_like(self.input.lines.head(HEAD)?);
                    Some(format).filter(|_| !literal)
                }
                format => format,
            };
        }
        let format = match self.format {
            Some(format) => format,
            None => {
                let format = self.guess()?;
                *self.format.insert(format)
            }
        };
        if self.input.reading.header.is_some() && format != Format::EdgeList {
            return Err(InputError::found(
                format_args!("--header for the format {format}"),
                "it for edge lists only",
            ));
        }
        let facts = format.facts();
        if self.progress == Progress::Between && !facts.stream && format != Format::Dot {
            return Ok(None);
        }
        self.input.lines.longest = match facts.stream {
            true => graph6::LONGEST_LINE,
            false => 1 << 20,
        };
        match (facts.read)(&mut self.input)? {
            None if self.progress == Progress::Start => {
                Err(InputError::found("an empty file", facts.holds))
            }
            board => Ok(board),
        }
    }

    /// The format that the content says. Where it may be in several, they are tried: it must be
    /// the same board in each in which it is one.
    fn guess(&mut self) -> Result<Format, InputError> {
        let head = self.input.lines.head(HEAD)?;
        if head.trim_ascii().is_empty() {
            return Err(InputError::found("an empty file", "a board"));
        }
        let looking = |wanted: Looks, head: &[u8]| {
            let formats = Format::ALL.into_iter();
            formats
                .filter(|format| (format.facts().looks)(head) == wanted)
                .collect::<Vec<_>>()
        };
        if let [format, ..] = looking(Looks::Surely, head)[..] {
            return Ok(format);
        }
        let mut candidates = looking(Looks::Perhaps, head);
        // Games on digraphs alone are not played on tables.
        candidates.retain(|&format| !self.input.reading.directed || format != Format::GameTable);
        if self.input.reading.header.is_some() && candidates.contains(&Format::EdgeList) {
            return Ok(Format::EdgeList);
        }
        let text = self.input.lines.head(TRIAL)?;
        // Of a longer text the beginning is tried, without what may be a header.
        let cut = text.len() >= TRIAL;
        let text = match cut {
            false => text,
            true => {
                let line = |at: Option<usize>| at.map_or(0, |at| at + 1);
                &text[line(memchr::memchr(b'\n', text))..line(memchr::memrchr(b'\n', text))]
            }
        };
        let (mut read, mut failed) = (Vec::<(Format, Board)>::new(), Vec::new());
        for format in candidates {
            let mut trial = Boards::new(text, format, self.input.limits);
            trial.input.reading = self.input.reading;
            if cut && format == Format::EdgeList {
                trial.input.reading.header = Some(false);
            }
            match trial.read() {
                Ok(Some(board)) => read.push((format, board)),
                Ok(None) => {}
                Err(error) => failed.push((format, error)),
            }
        }
        let directed = self.input.reading.directed;
        // A symmetric matrix is a graph, and where arcs are wanted the same as arcs both ways.
        read.sort_by_key(|(_, board)| directed && matches!(board.shape, Shape::Undirected(_)));
        // Lines of neighbours have no header, so that they would be read in one of two ways unasked.
        let unclear = |(_, wrong): &(Format, InputError)| wrong.message.contains("--header ");
        if failed.iter().any(unclear) {
            read.retain(|&(format, _)| format != Format::Adjlist);
        }
        let Some(((format, board), others)) = read.split_first() else {
            return Err(in_no_format(failed));
        };
        match others
            .iter()
            .find(|(_, other)| !other.is_same(board, directed))
        {
            None => Ok(*format),
            Some((second, other)) => Err(InputError::found(
                "a text that can be read in two ways",
                format_args!(
                    "--format {format}, if it is {} ({}), or --format {second}, if it is {} ({})",
                    format.facts().holds,
                    size(board),
                    second.facts().holds,
                    size(other)
                ),
            )),
        }
    }
}

impl Board {
    /// Do two readings say the same, as digraphs or as what they are?
    fn is_same(&self, other: &Self, directed: bool) -> bool {
        let says = |board: &Self| {
            (
                match &board.shape {
                    Shape::Undirected(graph) if directed => Shape::Directed(graph.into()),
                    shape => shape.clone(),
                },
                board.names.clone(),
                board.colors.clone(),
            )
        };
        says(self) == says(other)
    }
}

/// How large a board is, in words.
fn size(board: &Board) -> String {
    let (n, m) = (board.vertex_count(), board.edge_count());
    let edges = if m == 1 { "edge" } else { "edges" };
    format!("{n} vertices, {m} {edges}")
}

/// What to say of a text that is a board in none of the formats in which it may be one: what is
/// wrong in the format in which most of it could be read, and in the others.
fn in_no_format(mut failed: Vec<(Format, InputError)>) -> InputError {
    // Whose header is unclear could be read.
    let read =
        |(_, wrong): &(Format, InputError)| (wrong.message.contains("--header "), wrong.line);
    let furthest = (0..failed.len()).max_by_key(|&i| read(&failed[i]));
    let Some((format, mut error)) = furthest.map(|i| failed.remove(i)) else {
        let known = Format::ALL.map(Format::name).join(", ");
        let expected = format!("one of {known} (say which with --format)");
        return InputError::found("text in no format that is known", expected);
    };
    error.message += &format!(" (read as {format}");
    for (other, wrong) in failed {
        error.message += &format!("; as {other}, {wrong}");
    }
    error.message += "; another format is said with --format)";
    error
}

impl Iterator for Boards<'_> {
    type Item = Result<Board, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.progress == Progress::Done {
            return None;
        }
        let item = self.read().transpose();
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
    match format.facts().write {
        Some(write) => write(board),
        None => Err(unsuitable(format, "that format is only read")),
    }
}

/// The graph of a board, for formats that hold no other.
fn undirected(board: &Board, format: Format) -> Result<&Graph, InputError> {
    match &board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => Err(unsuitable(format, "it is directed")),
    }
}

/// What of a board is not there any more when a file in this format is read: of
/// colours, arrows, names, coordinates (where they are the user's) and embedding.
pub fn loses(board: &Board, format: Format) -> Vec<&'static str> {
    let keeps = |what| format.facts().keeps.contains(&what);
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
    let layout = finite_layout(board).filter(|_| keeps("coordinates"));
    [
        (board.colors.is_some(), "colours"),
        (board.arrows.is_some(), "arrows"),
        (names.is_some(), "names"),
        (board.drawn && layout.is_none(), "coordinates"),
        (board.plane.is_some() && layout.is_none(), "embedding"),
    ]
    .into_iter()
    .filter_map(|(there, what)| (there && !keeps(what)).then_some(what))
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
