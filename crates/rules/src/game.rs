//! The rules of a file, and the game that they make on a board.

use crate::condition::VARIABLES;
use crate::file::{self, File, Limit, MarkSet, Moving, Turns, Where};
use crate::play::At;
use crate::table::{self, Marking};
use outplay_board::{Board, Digraph, Graph, InputError, Shape, Vertices};
use outplay_engine::Automorphisms;
use outplay_engine::search::{Ask, Found, Hash128, Means, Unsearchable};
use std::hash::Hash;
use std::sync::{Arc, OnceLock};

/// The rules of a file, read and understood.
#[derive(Clone)]
pub struct Rules(Arc<File>);

/// What is said when a game is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Said<'a> {
    /// How many colours there are.
    pub colors: Option<u64>,
    /// Where the token starts.
    pub start: Option<&'a str>,
    /// The limit on moves.
    pub moves: Option<u64>,
    /// The side that starts, 0 or 1.
    pub first: usize,
}

/// A game from a rule file on a board.
pub struct Ruled {
    /// The rules.
    pub rules: Rules,
    /// The vertices of the board.
    pub vertices: Vertices,
    /// The board.
    pub board: Shape,
    /// What is marked.
    pub sites: SiteGraph,
    /// Where the token starts.
    pub start: u32,
    /// The condition on this board.
    pub table: table::Table,
    /// How many marks there are.
    pub marks: u8,
    /// The names of the marks, if they have names.
    pub names: Vec<String>,
    /// For every mark the least one that the rules treat alike.
    pub alike: Vec<u8>,
    /// Does what is illegal stay so when more is marked?
    pub hereditary: bool,
    /// The number that the rules call k, if they do.
    pub k: u64,
    /// The side that starts.
    pub starter: usize,
    /// At most so many moves mark or remove something.
    pub limit: usize,
    /// A quicker way to settle positions than by the table.
    pub quick: Option<Quick>,
    automorphisms: Automorphisms,
    pub(crate) site_maps: OnceLock<Vec<Vec<u32>>>,
    /// Tells the rules on this board from all others in tables of the search.
    pub(crate) salt: u64,
}

/// A quicker way to settle positions of one game, where somebody knows one for what is asked; the
/// verdict is that of the rules.
pub type Quick = fn(&Ruled, At<'_>, Ask<'_>, &Means<'_>) -> Option<Result<Found, Unsearchable>>;

/// What is marked, and what lies beside what.
pub struct SiteGraph {
    /// Which sites are neighbours.
    pub graph: Graph,
    /// The ends of the sites in order, if they are edges (the lower end first) or arcs.
    pub ends: Vec<(u32, u32)>,
    /// Does an end come before the other?
    pub directed: bool,
    /// Where a token can go from every vertex, and the site that this marks.
    pub(crate) walks: Vec<Vec<(u32, u32)>>,
    /// The sites at distance 2, if the condition looks there.
    far: Vec<Vec<u32>>,
}

/// Marks or removes a site, moves the token, or passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The site: a vertex, or the number of an edge; the vertex to which a token goes. [`PASS`] is a
    /// pass.
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

/// The mark of every site, 0 for none (1 if it was removed); after them, where the rules need it,
/// whose turn it is (one byte) and the last place (four bytes, counted from 1): the site that was
/// marked last or pointed at, or the vertex of the token.
pub type Position = Box<[u8]>;

impl SiteGraph {
    fn new(board: &Shape, file: &File) -> Result<Self, InputError> {
        let arcs = match board {
            Shape::Undirected(graph) => Digraph::from(graph),
            Shape::Directed(digraph) => digraph.clone(),
        };
        let directed = file.sites == Where::Arcs || matches!(board, Shape::Directed(_));
        let n = arcs.vertex_count();
        let (graph, ends) = match (file.sites, board) {
            (Where::Vertices, Shape::Undirected(graph)) => (graph.clone(), Vec::new()),
            (Where::Vertices, _) => {
                let edges = arcs.arcs().filter(|&(a, b)| a != b);
                (Graph::new(n, edges)?, Vec::new())
            }
            (Where::Edges | Where::Arcs, _) => {
                // A loop has no ends to have in common, but a token can walk along it.
                let walks = file.moving == Moving::Token;
                let all = arcs
                    .arcs()
                    .filter(|&(a, b)| a < b || directed && (a > b || walks));
                line_graph(n, all.collect())?
            }
        };
        let mut sites = Self {
            graph,
            ends,
            directed,
            walks: Vec::new(),
            far: Vec::new(),
        };
        if file.moving == Moving::Token {
            let walk = |from: u32, &to: &u32| match file.sites {
                Where::Vertices => Some((to, to)),
                Where::Edges | Where::Arcs => Some((to, sites.site_between(from, to)?)),
            };
            let walks = |v: u32| {
                let list = arcs.successors(v).iter();
                list.filter_map(|to| walk(v, to)).collect()
            };
            sites.walks = arcs.vertices().map(walks).collect();
        }
        if file.legal.looks.far {
            let graph = &sites.graph;
            let degrees = graph.vertices().map(|v| graph.degree(v));
            few_pairs(degrees, "the condition looks at distance 2")?;
            let far = graph.vertices().map(|v| at_distance_two(graph, v));
            sites.far = far.collect();
        }
        Ok(sites)
    }

    /// The site with these ends.
    pub fn site_between(&self, a: u32, b: u32) -> Option<u32> {
        let ends = match self.directed {
            true => (a, b),
            false => (a.min(b), a.max(b)),
        };
        let found = self.ends.binary_search(&ends);
        found.ok().map(|site| site as u32)
    }

    /// How many there are.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.graph.vertex_count()
    }

    pub(crate) fn far(&self, site: u32) -> &[u32] {
        self.far.get(site as usize).map_or(&[], Vec::as_slice)
    }
}

/// Refuses boards with too many pairs of edges that have an end in common.
fn few_pairs(degrees: impl Iterator<Item = usize>, because: &str) -> Result<(), InputError> {
    const MOST: usize = 1 << 24;
    let pairs: usize = degrees.map(|degree| degree * degree).sum();
    match pairs > MOST {
        true => Err(InputError::found(
            format_args!("{pairs} pairs of edges with a common end"),
            format_args!("at most {MOST}, because {because}"),
        )),
        false => Ok(()),
    }
}

/// Which edges or arcs have an end in common, and themselves.
fn line_graph(n: usize, ends: Vec<(u32, u32)>) -> Result<(Graph, Vec<(u32, u32)>), InputError> {
    let mut at: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (edge, &(a, b)) in (0u32..).zip(&ends) {
        at[a as usize].push(edge);
        if a != b {
            at[b as usize].push(edge);
        }
    }
    few_pairs(at.iter().map(Vec::len), "edges are marked or removed")?;
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
        let board = Shape::Undirected(Graph::new(3, [(0, 1), (1, 2)])?);
        let (marks, names) = rules.mark_names(2);
        let marking = rules.marking(marks, &names, 2);
        let sites = SiteGraph::new(&board, &rules.0)?;
        if marks <= 8 {
            table::Table::fill(&rules.0, &marking, &sites.graph, &sites.far)?;
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

    fn marking<'a>(&self, marks: usize, names: &'a [String], k: u64) -> Marking<'a> {
        Marking {
            marks,
            names,
            own: self.0.marks == MarkSet::Own,
            removes: self.0.removes(),
            begins_marked: self.0.begins_marked(),
            k,
        }
    }

    /// The variables that a condition may look at, with what each is.
    pub fn variables() -> &'static [(&'static str, &'static str)] {
        VARIABLES
    }

    /// What the file says.
    pub fn file(&self) -> &File {
        &self.0
    }

    /// Opens the game on a board. What the rules need is said.
    ///
    /// # Errors
    /// The game is not played on such a board, or the condition would need too large a table there.
    pub fn open(&self, board: &Board, said: Said<'_>) -> Result<Ruled, InputError> {
        let file = &self.0;
        let walks = file.moving == Moving::Token;
        if !walks && file.sites != Where::Arcs && matches!(board.shape, Shape::Directed(_)) {
            return Err(InputError::found("a digraph", "an undirected graph"));
        }
        let vertices = Vertices::of(board);
        let start = match walks {
            true => vertices.parse(said.start.unwrap_or_default())?,
            false => 0,
        };
        let k = said.colors.unwrap_or(1);
        let (marks, names) = self.mark_names(k as u8);
        let sites = SiteGraph::new(&board.shape, file)?;
        let own = file.marks == MarkSet::Own;
        let marking = self.marking(marks, &names, k);
        let table = table::Table::fill(file, &marking, &sites.graph, &sites.far)?;
        let starter = said.first;
        let limit = match file.limit {
            Limit::None => usize::MAX,
            Limit::Fixed(moves) => moves as usize,
            Limit::Parameter => said.moves.map_or(usize::MAX, |n| n as usize),
        };
        let mut salt = Hash128::new(0);
        (file.fingerprint, marks, k, starter, limit).hash(&mut salt);
        (sites.len(), vertices.count(), &sites.walks).hash(&mut salt);
        sites.graph.edges().for_each(|edge| edge.hash(&mut salt));
        Ok(Ruled {
            rules: self.clone(),
            vertices,
            board: board.shape.clone(),
            start,
            // An end may tell marks from each other.
            alike: match own || file.ending.is_some() || file.until.is_some() {
                true => (0..=marks as u8).collect(),
                false => table.alike(),
            },
            hereditary: table.is_hereditary(),
            table,
            marks: marks as u8,
            names,
            starter,
            limit,
            k,
            quick: None,
            automorphisms: Automorphisms::default(),
            site_maps: OnceLock::new(),
            salt: salt.value() as u64,
            sites,
        })
    }
}

impl Ruled {
    /// What the file of the rules says.
    pub fn file(&self) -> &File {
        &self.rules.0
    }

    /// Has each side a mark of its own?
    pub fn own(&self) -> bool {
        self.file().marks == MarkSet::Own
    }

    /// Does the mover choose among several marks?
    pub fn chooses(&self) -> bool {
        self.marks > 1 && !self.own()
    }

    /// Does one side point at what the other marks?
    pub fn points(&self) -> bool {
        self.file().turns == Turns::Point
    }

    /// Does a token walk?
    pub fn walks(&self) -> bool {
        self.file().moving == Moving::Token
    }

    /// Can a token walk along whatever is unmarked?
    pub(crate) fn walks_freely(&self) -> bool {
        let plain = self.limit == usize::MAX && !self.records_turn();
        self.walks() && plain && self.table.allows_all()
    }

    /// Can it not be counted how many moves were made?
    pub fn records_turn(&self) -> bool {
        self.file().pass.is_some() || self.file().moving == Moving::RemoveClosed
    }

    /// Does a position say where the last move was?
    pub fn records_last(&self) -> bool {
        let looks = self.file().legal.looks;
        let last = looks.last || self.file().ends_look_at("last");
        last || looks.beside || self.points() || self.walks()
    }

    /// How many vertices the board has.
    pub fn vertex_count(&self) -> usize {
        self.vertices.count()
    }

    /// The automorphisms of the board.
    pub fn automorphisms(&self) -> &[Vec<u32>] {
        match &self.board {
            Shape::Undirected(graph) => self.automorphisms.of(graph),
            Shape::Directed(digraph) => self.automorphisms.of_digraph(digraph),
        }
    }
}
