//! Games that people write themselves, in a few lines of text.
//!
//! A rule file says what is marked and with what, a condition for legal marks, and how the game
//! ends. The condition is asked when the game is opened on a board ([`table`]); from then on play
//! is a look-up, and a game from a file is a game like any other.

mod condition;
mod describe;
mod file;
mod notation;
mod parts;
mod play;
mod table;

use crate::parameters::{Values, Vertices};
use crate::symmetry::Automorphisms;
use condition::VARIABLES;
pub use describe::{parameters_of_files, template};
use file::{File, Limit, MarkSet, Place, Turns, Where};
use outplay_board::{Board, Graph, InputError};
use outplay_engine::search::Hash128;
use std::hash::Hash;
use std::sync::{Arc, OnceLock};
use table::{Marking, Table};

/// An expression in CEL, the language of conditions, for those who give it other variables;
/// `example` is one, for messages.
///
/// # Errors
/// `text` is none: where, with a caret below it.
pub fn expression(text: &str, source: &str, example: &str) -> Result<cel::Program, InputError> {
    condition::compile(text, example)
        .map_err(|wrong| point_at(text, source, wrong.offset, wrong.message))
}

/// An error at an offset of a text, with the line and a caret below it.
pub fn point_at(text: &str, source: &str, offset: usize, message: impl AsRef<str>) -> InputError {
    Place::new(text, source, offset).error(message)
}

/// The rules of a file, read and understood.
#[derive(Clone)]
pub struct Rules(Arc<File>);

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$((
            concat!("games/", $name, ".toml"),
            include_str!(concat!("../../../../games/", $name, ".toml")),
        )),+]
    };
}

/// The files that are part of the program and games of the registry.
pub(crate) const SHIPPED: &[(&str, &str)] = shipped![
    "arc-kayles",
    "col",
    "snort",
    "greedy",
    "indicated",
    "connected"
];

/// A game from a rule file on a board.
pub struct Ruled {
    rules: Rules,
    vertices: Vertices,
    board: Graph,
    sites: SiteGraph,
    table: Table,
    marks: u8,
    /// The names of the marks, if they have names.
    names: Vec<String>,
    /// For every mark the least one that the rules treat alike.
    alike: Vec<u8>,
    /// Does what is illegal stay so when more is marked?
    hereditary: bool,
    /// Do the players differ only in who moves, and loses who cannot?
    impartial: bool,
    /// The side that starts.
    starter: usize,
    /// At most so many marks are put.
    limit: usize,
    values: Values,
    automorphisms: Automorphisms,
    site_maps: OnceLock<Vec<Vec<u32>>>,
    /// Tells the rules on this board from all others in tables of the search.
    salt: u64,
}

/// What is marked, and what lies beside what.
struct SiteGraph {
    graph: Graph,
    /// The ends of the sites, if they are edges.
    ends: Vec<(u32, u32)>,
    /// The sites at distance 2, if the condition looks there.
    far: Vec<Vec<u32>>,
}

/// Marks a site, or passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The site: a vertex, or the number of an edge. [`PASS`] is a pass.
    pub site: u32,
    /// The mark; 0 where the mover has no choice.
    pub mark: u32,
}

/// The site of a pass.
pub const PASS: u32 = u32::MAX;

impl outplay_engine::Move for Move {
    fn pack(self) -> u128 {
        (self.site, self.mark).pack()
    }
    fn unpack(word: u128) -> Self {
        let (site, mark) = <(u32, u32)>::unpack(word);
        Self { site, mark }
    }
}

/// The mark of every site, 0 for none; after them, where the rules need it, whose turn it is
/// (one byte) and the last site (four bytes, counted from 1): the one that was marked last, or
/// the one that was pointed at.
pub type Position = Box<[u8]>;

impl SiteGraph {
    fn new(graph: &Graph, sites: Where, far: bool) -> Result<Self, InputError> {
        let (graph, ends) = match sites {
            Where::Vertices => (graph.clone(), Vec::new()),
            Where::Edges => line_graph(graph)?,
        };
        let far = match far {
            true => graph
                .vertices()
                .map(|v| at_distance_two(&graph, v))
                .collect(),
            false => Vec::new(),
        };
        Ok(Self { graph, ends, far })
    }

    fn len(&self) -> usize {
        self.graph.vertex_count()
    }

    fn far(&self, site: u32) -> &[u32] {
        self.far.get(site as usize).map_or(&[], Vec::as_slice)
    }
}

/// The edges of a graph in order, and which of them have an end in common.
fn line_graph(graph: &Graph) -> Result<(Graph, Vec<(u32, u32)>), InputError> {
    const MOST: usize = 1 << 23;
    let ends: Vec<(u32, u32)> = graph.edges().collect();
    let mut at: Vec<Vec<u32>> = vec![Vec::new(); graph.vertex_count()];
    for (edge, &(a, b)) in (0u32..).zip(&ends) {
        at[a as usize].push(edge);
        at[b as usize].push(edge);
    }
    let pairs: usize = at.iter().map(|list| list.len() * list.len()).sum();
    if pairs > 2 * MOST {
        return Err(InputError::found(
            format_args!("{pairs} pairs of edges with a common end"),
            format_args!("at most {}, because edges are marked", 2 * MOST),
        ));
    }
    let meeting = at.iter().flat_map(|list| {
        let pairs = list.iter().enumerate();
        pairs.flat_map(|(i, &a)| list[i + 1..].iter().map(move |&b| (a, b)))
    });
    Ok((Graph::new(ends.len(), meeting)?, ends))
}

fn at_distance_two(graph: &Graph, v: u32) -> Vec<u32> {
    let near = graph.neighbors(v);
    let mut far: Vec<u32> = near
        .iter()
        .flat_map(|&w| graph.neighbors(w).iter().copied())
        .filter(|&u| u != v && near.binary_search(&u).is_err())
        .collect();
    far.sort_unstable();
    far.dedup();
    far
}

impl Rules {
    /// Reads a rule file; `source` is what it is called in messages.
    ///
    /// # Errors
    /// It is wrong: where, what was found and what was expected.
    pub fn read(text: &str, source: &str) -> Result<Self, InputError> {
        let rules = Self(Arc::new(file::read(text, source)?));
        // What shows only when the condition is asked shows on a small board.
        let board = Graph::new(3, [(0, 1), (1, 2)])?;
        let (marks, names) = rules.mark_names(2);
        let marking = Marking {
            marks,
            names: &names,
            own: rules.0.marks == MarkSet::Own,
        };
        let sites = SiteGraph::new(&board, Where::Vertices, rules.0.legal.looks.far)?;
        if marks <= 8 {
            Table::fill(&rules.0, &marking, &sites.graph, &sites.far)?;
        }
        Ok(rules)
    }

    /// How many marks there are with so many colours, and their names, if they have names.
    fn mark_names(&self, colors: u8) -> (usize, Vec<String>) {
        match &self.0.marks {
            MarkSet::Own => (2, Vec::new()),
            MarkSet::Count(count) => (usize::from(*count), Vec::new()),
            MarkSet::Colors => (usize::from(colors), Vec::new()),
            MarkSet::Named(names) => (names.len(), names.clone()),
        }
    }

    /// The variables that a condition may look at, with what each is.
    pub fn variables() -> &'static [(&'static str, &'static str)] {
        VARIABLES
    }

    /// Opens the game on a board. The parameters are complete.
    ///
    /// # Errors
    /// The board is directed, or the condition would need too large a table there.
    pub fn open(&self, board: &Board, values: &Values) -> Result<Ruled, InputError> {
        let graph = crate::coloring::undirected(board)?;
        let file = &self.0;
        let (marks, names) = self.mark_names(values.count("colors").unwrap_or(1) as u8);
        let sites = SiteGraph::new(graph, file.sites, file.legal.looks.far)?;
        let own = file.marks == MarkSet::Own;
        let marking = Marking {
            marks,
            names: &names,
            own,
        };
        let table = Table::fill(file, &marking, &sites.graph, &sites.far)?;
        let description = self.describe();
        let starter = description.starting_side(values);
        let limit = match file.limit {
            Limit::None => usize::MAX,
            Limit::Fixed(moves) => moves as usize,
            Limit::Parameter => values.count("moves").map_or(usize::MAX, |n| n as usize),
        };
        let mut salt = Hash128::new(u64::from(marks as u32));
        (
            starter,
            limit,
            file.end as u8,
            file.turns as u8,
            file.pass,
            own,
        )
            .hash(&mut salt);
        sites.graph.edges().for_each(|edge| edge.hash(&mut salt));
        table.words().for_each(|word| word.hash(&mut salt));
        Ok(Ruled {
            rules: self.clone(),
            vertices: Vertices::of(board),
            board: graph.clone(),
            alike: match own {
                true => (0..=marks as u8).collect(),
                false => table.alike(),
            },
            hereditary: table.is_hereditary(),
            impartial: description.impartial,
            table,
            marks: marks as u8,
            names,
            starter,
            limit,
            values: values.clone(),
            automorphisms: Automorphisms::default(),
            site_maps: OnceLock::new(),
            salt: salt.value() as u64,
            sites,
        })
    }
}

impl Ruled {
    fn file(&self) -> &File {
        &self.rules.0
    }

    fn own(&self) -> bool {
        self.file().marks == MarkSet::Own
    }

    /// Does the mover choose among several marks?
    fn chooses(&self) -> bool {
        self.marks > 1 && !self.own()
    }

    fn points(&self) -> bool {
        self.file().turns == Turns::Point
    }

    fn records_turn(&self) -> bool {
        self.file().pass.is_some()
    }

    fn records_last(&self) -> bool {
        let looks = self.file().legal.looks;
        looks.last || looks.beside || self.points()
    }
}
