//! Everything that a strategy of Alice's uses on a board: numbers, orders, palettes, forests,
//! auxiliary graphs, as words, as data and as a picture.

use crate::boards::layout_of;
use crate::failure::Failed;
use crate::host::Host;
use crate::setup::Source;
use outplay_board::{Board, Digraph, Graph, InputError, Shape};
use outplay_games::coloring::{Coloring, Pass, Side};
use outplay_games::{Described, Marks};
use outplay_players::{Anatomy, anatomy};
use schemars::JsonSchema;
use serde::Serialize;

/// What a strategy uses.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StrategyParts {
    /// The strategy.
    pub strategy: String,
    /// The board as given.
    pub board: String,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges it has.
    pub edges: usize,
    /// With so many colours Alice never loses.
    pub colors: u32,
    /// Its numbers, in words.
    pub made_of: Vec<String>,
    /// The vertices in their order, with what comes before each; empty where no order is used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Placed>,
    /// The classes of a colouring, each with its palette.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub palettes: Vec<Palette>,
    /// The forests of every two classes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forests: Vec<ForestView>,
    /// The auxiliary graphs from which the order was built, from its end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub auxiliary: Vec<Auxiliary>,
    #[serde(skip)]
    drawn: Board,
    #[serde(skip)]
    anatomy: Anatomy,
}

/// A vertex in its place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Placed {
    /// The vertex.
    pub vertex: String,
    /// Its backward neighbours.
    pub backward: Vec<String>,
    /// Its loose backward neighbours, which are not adjacent to it.
    pub loose: Vec<String>,
}

/// A class with its palette.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Palette {
    /// The vertices.
    pub vertices: Vec<String>,
    /// The first and the last colour that Alice gives them.
    pub colors: (u32, u32),
}

/// The forest of two classes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForestView {
    /// The classes, from 1.
    pub classes: [u32; 2],
    /// From every vertex to the next one on the way to the root.
    pub arcs: Vec<(String, String)>,
}

/// The auxiliary graph at one step.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Auxiliary {
    /// The vertex that is chosen, the last of those that are left.
    pub chosen: String,
    /// What it gets; less than 6.
    pub gets: f64,
    /// The edges of the graph.
    pub edges: Vec<(String, String)>,
}

/// Takes a strategy apart.
///
/// # Errors
/// There is no such strategy, or not on such boards.
pub fn strategy(source: Source, name: &str, host: &Host<'_>) -> Result<StrategyParts, Failed> {
    let title = source.title();
    let wrong = |error: InputError| error.in_source(title.as_str());
    let mut board = source.board;
    board.colors = None;
    let game = Coloring::new(&board, 1, Side::Alice, Pass::None).map_err(wrong)?;
    let found = anatomy(name, &game, &|| host.is_over())?;
    let name_of = |&v: &u32| board.name(v);
    let names = |list: &[u32]| -> Vec<String> { list.iter().map(name_of).collect() };
    let pairs = |list: &[(u32, u32)]| {
        let pairs = list.iter().map(|(a, b)| (name_of(a), name_of(b)));
        pairs.collect::<Vec<_>>()
    };
    let placed = |&v: &u32| {
        let backward = &found.backward[v as usize];
        let loose = found.loose[v as usize].iter();
        let loose: Vec<u32> = loose.filter(|w| !backward.contains(w)).copied().collect();
        Placed {
            vertex: board.name(v),
            backward: names(backward),
            loose: names(&loose),
        }
    };
    let palette = |(class, colors): (u32, &std::ops::Range<u32>)| {
        let vertices = (0..).zip(&found.class).filter(|&(_, &own)| own == class);
        let vertices: Vec<u32> = vertices.map(|(v, _)| v).collect();
        Palette {
            vertices: names(&vertices),
            colors: (colors.start, colors.end - 1),
        }
    };
    let forests = found.forests.iter().map(|forest| ForestView {
        classes: forest.classes.map(|class| class + 1),
        arcs: pairs(&forest.arcs),
    });
    let auxiliary = found.halves.iter().map(|half| Auxiliary {
        chosen: board.name(half.vertex),
        gets: f64::from(half.twice) / 2.0,
        edges: pairs(&half.edges),
    });
    let layout = layout_of(&board);
    Ok(StrategyParts {
        strategy: name.to_owned(),
        board: source.name,
        vertices: board.vertex_count(),
        edges: board.edge_count(),
        colors: found.colors,
        made_of: found.made_of.clone(),
        order: found.order.iter().map(placed).collect(),
        palettes: (0..).zip(&found.palettes).map(palette).collect(),
        forests: forests.collect(),
        auxiliary: auxiliary.collect(),
        drawn: Board {
            layout: Some(layout),
            ..board
        },
        anatomy: found,
    })
}

impl StrategyParts {
    /// Everything on one sheet.
    pub fn svg(&self) -> String {
        let Anatomy {
            order,
            backward,
            loose,
            class,
            forests,
            halves,
            ..
        } = &self.anatomy;
        let n = self.vertices;
        let board = &self.drawn;
        let classes = Marks {
            colors: (!class.is_empty()).then(|| class.iter().map(|c| c + 1).collect()),
            ..Marks::default()
        };
        let arrows = |arcs: Vec<(u32, u32)>| Board {
            shape: Shape::Directed(Digraph::new(n, arcs).expect("vertices of the board")),
            plane: None,
            ..board.clone()
        };
        let mut sheet: Vec<(String, Board, Marks)> = Vec::new();
        if !class.is_empty() {
            let note = "a palette for every class".to_owned();
            sheet.push((note, board.clone(), classes.clone()));
        }
        if !order.is_empty() {
            let mut place = vec![0; n];
            for (i, &v) in order.iter().enumerate() {
                place[v as usize] = i + 1;
            }
            let names = place.iter().map(usize::to_string).collect();
            let numbered = Board {
                names: Some(names),
                ..board.clone()
            };
            sheet.push(("places in the order".to_owned(), numbered, Marks::default()));
            let rows = |rows: &[Vec<u32>]| {
                let rows = (0..).zip(rows);
                arrows(
                    rows.flat_map(|(v, row)| row.iter().map(move |&w| (v, w)))
                        .collect(),
                )
            };
            let note = "to backward neighbours".to_owned();
            sheet.push((note, rows(backward), Marks::default()));
            let note = "to loose backward neighbours".to_owned();
            sheet.push((note, rows(loose), Marks::default()));
        }
        for forest in forests {
            let [a, b] = forest.classes.map(|class| class + 1);
            let note = format!("the forest of classes {a} and {b}");
            sheet.push((note, arrows(forest.arcs.clone()), classes.clone()));
        }
        for (i, half) in halves.iter().enumerate() {
            let mut chosen = vec![0; n];
            halves[..i]
                .iter()
                .for_each(|half| chosen[half.vertex as usize] = 1);
            chosen[half.vertex as usize] = 2;
            let graph = Graph::new(n, half.edges.iter().copied()).expect("vertices of the board");
            let auxiliary = Board {
                shape: Shape::Undirected(graph),
                plane: None,
                ..board.clone()
            };
            let marks = Marks {
                colors: Some(chosen),
                ..Marks::default()
            };
            let gets = f64::from(half.twice) / 2.0;
            let note = format!("step {}: {} gets {gets}", i + 1, board.name(half.vertex));
            sheet.push((note, auxiliary, marks));
        }
        let sheet: Vec<(String, &Board, Marks)> = sheet
            .iter()
            .map(|(note, board, marks)| (note.clone(), board, marks.clone()))
            .collect();
        let game = Coloring::describe().title;
        let title = format!("{game}: {} on {}", self.strategy, self.board);
        outplay_draw::sheet_svg(&title, &sheet, &[])
    }
}
