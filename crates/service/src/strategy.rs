//! Everything that a strategy of Alice's uses on a board: numbers, orders, palettes, forests,
//! auxiliary graphs, as words, as data and as a picture.

use crate::ask::{Ask, Told};
use crate::boards::layout_of;
use crate::host::Host;
use crate::setup::Source;
use crate::text::{count, table};
use outplay_board::{Board, Digraph, Failed, Graph, InputError, Shape};
use outplay_games::coloring::{Coloring, Pass, Side};
use outplay_games::{Described, Marks};
use outplay_players::{Anatomy, anatomy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// Everything on one sheet, as SVG, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
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

/// What a strategy of Alice's is made of on a board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskStrategy {
    /// A player of the catalogue that is a strategy.
    pub strategy: String,
    /// Also a picture?
    #[serde(default)]
    pub picture: bool,
}

/// Vertices times edges of a board in a request: every step of a strategy can name every edge.
const MOST_STEPS: usize = 200_000;

impl Ask for AskStrategy {
    type About = Source;
    type Answer = StrategyParts;

    fn bound(&mut self, source: &Source) -> Result<(), InputError> {
        let (vertices, edges) = (source.board.vertex_count(), source.board.edge_count());
        match vertices.saturating_mul(edges) > MOST_STEPS {
            true => Err(InputError::found(
                format_args!("a board with {vertices} vertices and {edges} edges"),
                format_args!("vertices times edges at most {MOST_STEPS} for a strategy"),
            )),
            false => Ok(()),
        }
    }

    fn answer(&self, source: &Source, host: &Host<'_>) -> Result<StrategyParts, Failed> {
        let mut parts = parts(source.clone(), &self.strategy, host)?;
        parts.picture = self.picture.then(|| parts.svg());
        Ok(parts)
    }
}

fn parts(source: Source, name: &str, host: &Host<'_>) -> Result<StrategyParts, Failed> {
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
        picture: None,
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

impl Told<Source> for StrategyParts {
    fn text(&self, _: &Source) -> String {
        let parts = self;
        let name = parts.strategy.split(':').next().unwrap_or_default();
        let mut text = format!(
            "{} on {} ({}, {})\n",
            parts.strategy,
            parts.board,
            count(parts.vertices as u64, "vertex"),
            count(parts.edges as u64, "edge")
        );
        for line in &parts.made_of {
            text += &format!("  {line}\n");
        }
        text += &format!(
            "  {name} promises that Alice never loses with {} colours or more, whoever starts\n",
            parts.colors
        );
        let or_none = |list: &[String]| match list.is_empty() {
            true => "–".to_owned(),
            false => list.join(" "),
        };
        if !parts.palettes.is_empty() {
            text += "Palettes\n";
            for (palette, class) in parts.palettes.iter().zip(1..) {
                let (from, to) = palette.colors;
                let vertices = palette.vertices.join(" ");
                text += &format!("  class {class}: colours {from} to {to} for {vertices}\n");
            }
        }
        if !parts.order.is_empty() {
            text += "In order, with the neighbours before each vertex\n";
            let header = ["vertex", "adjacent", "joined by a later vertex only"];
            let mut lines = vec![header.map(str::to_owned).to_vec()];
            for placed in &parts.order {
                lines.push(vec![
                    placed.vertex.clone(),
                    or_none(&placed.backward),
                    or_none(&placed.loose),
                ]);
            }
            text += &table(&lines, 3);
            text.push('\n');
        }
        let arrow = |(a, b): &(String, String)| format!("{a}→{b}");
        if !parts.forests.is_empty() {
            text += "Forests of two classes, each vertex with the next one towards its root\n";
        }
        for forest in &parts.forests {
            let [a, b] = forest.classes;
            let arcs: Vec<String> = forest.arcs.iter().map(arrow).collect();
            text += &format!("  classes {a} and {b}: {}\n", arcs.join(" "));
        }
        if !parts.auxiliary.is_empty() {
            text +=
                "The order from its end: the vertex that gets less than 6 in the auxiliary graph\n";
        }
        for (step, i) in parts.auxiliary.iter().zip(1..) {
            let edges: Vec<String> = step.edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
            let (chosen, gets) = (&step.chosen, step.gets);
            text += &format!(
                "  step {i}: {chosen} gets {gets}; edges {}\n",
                or_none(&edges)
            );
        }
        text
    }
}
