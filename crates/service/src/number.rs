//! Numbers of graphs, some of them of games.

use crate::answer::KnownNumber;
use crate::ask::{Ask, Told};
use crate::host::Host;
use crate::limits::check_work;
use crate::setup::{Source, graph6};
use crate::text::count;
use outplay_board::{Board, Failed, Graph, InputError, Shape, nearest, numbers, shortened};
use outplay_games::coloring::{Start, game_chromatic, monotone};
use outplay_games::marking::{self, game_coloring};
use outplay_games::{
    Coloring, Described, Identity, Marks, Pass, Side, SideName, Values, least, registry,
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A number that can be asked for.
#[derive(Debug)]
pub struct NumberInfo {
    /// Its name.
    pub name: &'static str,
    /// How it is written in formulas.
    pub title: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The sides that may start, the usual one first; none if it does not depend on that.
    pub first: &'static [SideName],
    /// Does it depend on who may pass?
    pub takes_pass: bool,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A number of the graph alone, shown by a colouring or by an order of the vertices.
    Graph {
        number: fn(&Graph, &dyn Fn() -> bool) -> numbers::Number,
        ordered: bool,
    },
    GameChromatic,
    GameColoring,
    /// The least value of a parameter with which the first side wins a game, known to lie in a
    /// range.
    Least {
        game: &'static str,
        parameter: &'static str,
        range: fn(&Graph, &Host<'_>) -> RangeInclusive<u32>,
    },
}

/// The least number of colours with which the first side wins the game of this name.
const fn least_colors(game: &'static str) -> Kind {
    Kind::Least {
        game,
        parameter: "colors",
        range: colors_needed,
    }
}

const fn of_graph(
    name: &'static str,
    title: &'static str,
    about: &'static str,
    number: fn(&Graph, &dyn Fn() -> bool) -> numbers::Number,
) -> NumberInfo {
    NumberInfo {
        name,
        title,
        about,
        first: &[],
        takes_pass: false,
        kind: Kind::Graph {
            number,
            ordered: false,
        },
    }
}

const ALICE_AND_BOB: &[SideName] = &[SideName::new("alice", "Alice"), SideName::new("bob", "Bob")];

/// Every number.
pub const NUMBERS: &[NumberInfo] = &[
    of_graph("chromatic", "χ", "the chromatic number", numbers::chromatic),
    NumberInfo {
        name: "game-chromatic",
        title: "χ_g",
        about: "the least number of colours with which Alice wins the colouring game",
        first: ALICE_AND_BOB,
        takes_pass: true,
        kind: Kind::GameChromatic,
    },
    NumberInfo {
        name: "game-coloring",
        title: "col_g",
        about: "the game colouring number, of the marking game",
        first: ALICE_AND_BOB,
        takes_pass: false,
        kind: Kind::GameColoring,
    },
    NumberInfo {
        name: "game-domination",
        title: "γ_g",
        about: "the game domination number: how many moves the domination game takes",
        first: &[
            SideName::new("dominator", "Dominator"),
            SideName::new("staller", "Staller"),
        ],
        takes_pass: false,
        kind: Kind::Least {
            game: "domination",
            parameter: "moves",
            range: moves_needed,
        },
    },
    NumberInfo {
        name: "game-greedy",
        title: "Γ_g",
        about: "the game Grundy number: how many colours the greedy colouring game uses",
        first: ALICE_AND_BOB,
        takes_pass: false,
        kind: least_colors("greedy"),
    },
    NumberInfo {
        name: "indicated",
        title: "χ_i",
        about: "the least number of colours with which Ann wins indicated colouring",
        first: &[],
        takes_pass: false,
        kind: least_colors("indicated"),
    },
    NumberInfo {
        name: "connected-game",
        title: "χ_cg",
        about: "the least number of colours with which Alice wins the connected colouring game",
        first: ALICE_AND_BOB,
        takes_pass: false,
        kind: least_colors("connected"),
    },
    NumberInfo {
        name: "cops",
        title: "c",
        about: "the cop number: how many cops it takes to catch a robber",
        first: &[],
        takes_pass: false,
        kind: Kind::Least {
            game: "cops",
            parameter: "cops",
            range: cops_needed,
        },
    },
    of_graph(
        "edcn",
        "λ",
        "the edge-distinguishing chromatic number",
        numbers::edcn,
    ),
    of_graph(
        "acyclic",
        "a",
        "the acyclic chromatic number",
        numbers::acyclic,
    ),
    NumberInfo {
        kind: Kind::Graph {
            number: numbers::col2,
            ordered: true,
        },
        ..of_graph(
            "col2",
            "col_2",
            "the 2-colouring number, of loose backward neighbours",
            numbers::col2,
        )
    },
];

/// Which number, and of which variant of its game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "NumberWords")]
pub struct AskNumber {
    /// The number.
    pub number: &'static NumberInfo,
    /// Who starts, in numbers that depend on it.
    pub first: Option<&'static SideName>,
    /// Who may pass.
    pub pass: Pass,
    /// Also what shows the number, in numbers that have such a thing.
    pub witness: bool,
}

/// The same in words.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AskNumber")]
struct NumberWords {
    /// Its name.
    name: String,
    /// Who starts, in numbers of games.
    first: Option<String>,
    /// Who may pass, in numbers of games.
    pass: Option<String>,
    /// Also what shows the number, in numbers that have such a thing?
    #[serde(default)]
    witness: bool,
}

impl TryFrom<NumberWords> for AskNumber {
    type Error = InputError;

    fn try_from(words: NumberWords) -> Result<Self, InputError> {
        let asked = Self::new(&words.name, words.first.as_deref(), words.pass.as_deref())?;
        match words.witness {
            true => asked.with_witness(),
            false => Ok(asked),
        }
    }
}

impl JsonSchema for AskNumber {
    fn schema_name() -> Cow<'static, str> {
        NumberWords::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        NumberWords::json_schema(generator)
    }
}

/// What shows that a number is at most its value; any program can verify it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Witness {
    /// The colour of every vertex, from 1.
    Coloring(Map<String, Json>),
    /// The vertices in order.
    Order(Vec<String>),
}

impl Witness {
    /// A picture of the board: in its colours, or with the place of every vertex in the order.
    pub fn svg(&self, board: &Board) -> String {
        match self {
            Self::Coloring(colors) => {
                let color = |color: &Json| color.as_u64().unwrap_or(0) as u32;
                let marks = Marks {
                    colors: Some(colors.values().map(color).collect()),
                    ..Marks::default()
                };
                outplay_draw::board_svg(board, &marks)
            }
            Self::Order(order) => {
                let place = |name: &String| order.iter().position(|v| v == name);
                let names = (0..board.vertex_count() as u32).map(|v| board.name(v));
                let named = |name: String| {
                    let place = place(&name).map_or(0, |place| place + 1);
                    format!("{name}: {place}")
                };
                let board = Board {
                    names: Some(names.map(named).collect()),
                    ..board.clone()
                };
                outplay_draw::board_svg(&board, &Marks::default())
            }
        }
    }
}

impl AskNumber {
    /// The number with this name, and the variant that was said.
    ///
    /// # Errors
    /// There is no such number, or it has no such variants.
    pub fn new(name: &str, first: Option<&str>, pass: Option<&str>) -> Result<Self, InputError> {
        let names = || NUMBERS.iter().map(|number| number.name);
        let number = NUMBERS
            .iter()
            .find(|number| number.name == name)
            .ok_or_else(|| {
                let near = nearest(name, names())
                    .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
                InputError::found(
                    format_args!("number '{}'", shortened(name)),
                    format_args!("one of {}{near}", names().collect::<Vec<_>>().join(", ")),
                )
            })?;
        let foreign = |flag: &str| {
            InputError::new(format!(
                "'{name}' does not take {flag}: it is the same whoever starts or passes"
            ))
        };
        let first = match first {
            Some(_) if number.first.is_empty() => return Err(foreign("first")),
            Some(word) => {
                let side = number.first.iter().find(|side| side.word == word);
                Some(side.ok_or_else(|| {
                    let words: Vec<&str> = number.first.iter().map(|s| s.word.as_ref()).collect();
                    InputError::found(
                        format_args!("'{}' for first", shortened(word)),
                        words.join(" or "),
                    )
                })?)
            }
            None => number.first.first(),
        };
        let pass = match pass {
            Some(_) if !number.takes_pass => {
                return Err(InputError::new(format!("'{name}' does not take pass")));
            }
            Some(word) => Pass::named(word).ok_or_else(|| {
                InputError::found(
                    format_args!("'{}' for pass", shortened(word)),
                    "none, alice or bob",
                )
            })?,
            None => Pass::None,
        };
        Ok(Self {
            number,
            first,
            pass,
            witness: false,
        })
    }

    /// The same with what shows it.
    ///
    /// # Errors
    /// The number has no such thing.
    pub fn with_witness(self) -> Result<Self, InputError> {
        match self.number.kind {
            Kind::Graph { .. } => Ok(Self {
                witness: true,
                ..self
            }),
            _ => Err(InputError::new(format!(
                "'{}' does not take witness: it is a number of a game; 'prove' writes a certificate",
                self.number.name
            ))),
        }
    }
}

impl AskNumber {
    /// What is known of the number of a graph, on which colours may stand already: nothing
    /// but the question, for those who ask it of very many graphs.
    ///
    /// # Errors
    /// The colours are no legal position. A limit that ran out is no error.
    pub fn known(
        &self,
        graph: &Graph,
        colors: Option<&[u32]>,
        host: &Host<'_>,
    ) -> Result<KnownNumber, InputError> {
        Ok(self.found(graph, colors, host)?.0.answer())
    }

    /// The game whose table the search fills, if it is a number of a game.
    pub fn searches(&self) -> Option<Identity> {
        match self.number.kind {
            Kind::Graph { .. } => None,
            Kind::GameChromatic => Some(COLORING.clone()),
            Kind::GameColoring => Some(MARKING.clone()),
            Kind::Least { game, .. } => {
                let entry = registry::find(game).ok()?;
                Some(entry.description.identity())
            }
        }
    }

    /// Who starts, in games of Alice and Bob.
    pub(crate) fn side(&self) -> Side {
        let named = self.first.and_then(|side| Side::named(&side.word));
        named.unwrap_or(Side::Alice)
    }

    /// What is known, and in numbers of the graph alone what shows the upper bound.
    pub(crate) fn found(
        &self,
        graph: &Graph,
        colors: Option<&[u32]>,
        host: &Host<'_>,
    ) -> Result<(Known, Vec<u32>), InputError> {
        let known = match self.number.kind {
            Kind::Graph { number, .. } => return Ok(graph_number(graph, number, host)),
            Kind::GameColoring => marking_number(graph, self.side(), host),
            Kind::Least {
                game,
                parameter,
                range,
            } => {
                let entry = registry::find(game)?;
                if entry.description.connected && !graph.is_connected() {
                    return Err(InputError::found(
                        "a graph in several parts",
                        format_args!("a connected graph, because '{game}' is played on those"),
                    ));
                }
                let mut said = Values::new();
                if let Some(side) = self.first {
                    said.set("first", side.word.as_ref());
                }
                let board = Board::undirected(graph.clone());
                let among = (parameter, range(graph, host));
                let known = host.search(&entry.description.identity(), |means| {
                    least(entry, &board, &said, among, means)
                });
                known.into()
            }
            Kind::GameChromatic => {
                let start = Start::new(graph, colors, self.side(), self.pass);
                let (mut lower, upper) = start.range().into_inner();
                if graph.vertex_count() > SMALL && start.colors.is_none() {
                    let clique = numbers::clique(graph, &|| host.is_over());
                    lower = lower.max(clique.len() as u32).min(upper);
                }
                coloring_number(start, lower..=upper, host)?
            }
        };
        Ok((known, Vec::new()))
    }

    /// Does Alice win the colouring game with every number of colours from the game chromatic
    /// number on? Where a limit ran out, why it is not known. Asked of the variant of this number.
    ///
    /// # Errors
    /// The colours are no legal position.
    pub fn monotone(
        &self,
        graph: &Graph,
        colors: Option<&[u32]>,
        host: &Host<'_>,
    ) -> Result<Result<bool, Option<String>>, InputError> {
        let (known, _) = self.found(graph, colors, host)?;
        if !known.is_exact() {
            return Ok(Err(known.reason));
        }
        let start = Start::new(graph, colors, self.side(), self.pass);
        let (answer, reason) =
            host.search(&COLORING, |means| monotone(start, known.upper, means))?;
        Ok(answer.ok_or(reason))
    }
}

/// A number of a graph.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NumberAnswer {
    /// Which number.
    pub name: &'static str,
    /// The board as given.
    pub board: String,
    /// Which board of a list, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The board of a list in graph6.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph6: Option<String>,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges.
    pub edges: usize,
    /// Who starts, in numbers that depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<&'static str>,
    /// Who may pass, in numbers that depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<&'static str>,
    /// How many vertices are coloured already, if some are and it matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colored: Option<usize>,
    /// Who is to move on a board that carries colours: the players took turns on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<&'static str>,
    /// What is known.
    #[serde(flatten)]
    pub known: KnownNumber,
    /// What shows the value, or the upper bound, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
    /// How long it took.
    pub seconds: f64,
}

/// What is known of a number: exact if the bounds meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) lower: u32,
    pub(crate) upper: u32,
    pub(crate) reason: Option<String>,
}

impl Known {
    pub(crate) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    pub(crate) fn answer(&self) -> KnownNumber {
        let exact = self.is_exact();
        KnownNumber {
            value: exact.then_some(self.upper),
            exact,
            lower: (!exact).then_some(self.lower),
            upper: (!exact).then_some(self.upper),
            reason: self.reason.clone().filter(|_| !exact),
        }
    }
}

/// The undirected graph of a board.
pub(crate) fn undirected(source: &Source) -> Result<&Graph, InputError> {
    match &source.board.shape {
        Shape::Undirected(graph) => Ok(graph),
        Shape::Directed(_) => {
            Err(InputError::found("a digraph", "an undirected graph")
                .in_source(source.name.as_str()))
        }
    }
}

/// A number of a graph by itself, and what shows its upper bound.
pub(crate) fn graph_number(
    graph: &Graph,
    number: fn(&Graph, &dyn Fn() -> bool) -> numbers::Number,
    host: &Host<'_>,
) -> (Known, Vec<u32>) {
    let found = number(graph, &|| host.is_over());
    let reason = match (host.stop)(0) {
        Some(why) => why.to_string(),
        None => "too large to settle exactly".to_owned(),
    };
    let known = Known {
        lower: found.lower,
        upper: found.upper,
        reason: Some(reason),
    };
    (known, found.witness)
}

/// The names of tables, made once: numbers are asked of very many graphs.
static COLORING: LazyLock<Identity> = LazyLock::new(|| Coloring::describe().identity());
static MARKING: LazyLock<Identity> = LazyLock::new(|| marking::entry().description.identity());

/// Fewer colours than the chromatic number colour no board, and with more colours than neighbours
/// nobody gets stuck.
fn colors_needed(graph: &Graph, host: &Host<'_>) -> RangeInclusive<u32> {
    let upper = match graph.vertex_count() {
        0 => 0,
        _ => graph.max_degree() as u32 + 1,
    };
    let chromatic = graph_number(graph, numbers::chromatic, host).0;
    chromatic.lower.min(upper)..=upper
}

/// A move dominates at most a vertex of the largest degree and its neighbours, and at least one
/// vertex.
fn moves_needed(graph: &Graph, _: &Host<'_>) -> RangeInclusive<u32> {
    let (n, most) = (graph.vertex_count(), graph.max_degree() + 1);
    n.div_ceil(most) as u32..=n as u32
}

/// Cops on a set that dominates the board catch the robber with their first move.
fn cops_needed(graph: &Graph, _: &Host<'_>) -> RangeInclusive<u32> {
    let mut open = vec![true; graph.vertex_count()];
    let mut cops = 0;
    while open.contains(&true) {
        let reaches = |v: u32| {
            let near = graph.neighbors(v).iter().copied().chain([v]);
            near.filter(|&w| open[w as usize]).count()
        };
        let best = graph.vertices().max_by_key(|&v| reaches(v));
        for v in best
            .into_iter()
            .flat_map(|v| graph.neighbors(v).iter().copied().chain([v]))
        {
            open[v as usize] = false;
        }
        cops += 1;
    }
    cops.min(1)..=cops
}

pub(crate) fn marking_number(graph: &Graph, first: Side, host: &Host<'_>) -> Known {
    let alice = first == Side::Alice;
    host.search(&MARKING, |means| game_coloring(graph, alice, means))
        .into()
}

/// The game chromatic number from a start, known to lie in a range.
pub(crate) fn coloring_number(
    start: Start<'_>,
    range: RangeInclusive<u32>,
    host: &Host<'_>,
) -> Result<Known, InputError> {
    let known = host.search(&COLORING, |means| game_chromatic(start, range, means))?;
    Ok(known.into())
}

impl From<outplay_games::Least> for Known {
    fn from(known: outplay_games::Least) -> Self {
        Self {
            lower: known.lower,
            upper: known.upper,
            reason: known.reason,
        }
    }
}

/// On larger boards a clique is looked for before the game is searched with fewer colours.
const SMALL: usize = 20;

impl Ask for AskNumber {
    type About = Source;
    type Answer = NumberAnswer;

    /// The undirected graph must not be too large to compute with.
    fn bound(&mut self, source: &Source) -> Result<(), InputError> {
        check_work(source.board.vertex_count(), source.board.edge_count())
    }

    fn answer(&self, source: &Source, host: &Host<'_>) -> Result<NumberAnswer, Failed> {
        let asked = self;
        let began = (host.clock)();
        let graph = undirected(source)?;
        let AskNumber {
            number,
            first,
            pass,
            ..
        } = *asked;
        let colors = source.board.colors.as_deref();
        let start = Start::new(graph, colors, asked.side(), pass);
        let colored = match number.kind {
            Kind::GameChromatic => start.colors,
            _ => None,
        };
        let (known, found) = asked
            .found(graph, colors, host)
            .map_err(|error| error.in_source(source.name.as_str()))?;
        let name = |v: u32| source.board.name(v);
        let witness = match number.kind {
            Kind::Graph { ordered: true, .. } if asked.witness => {
                Some(Witness::Order(found.into_iter().map(name).collect()))
            }
            Kind::Graph { .. } if asked.witness => {
                let colors = found.into_iter().zip(0..);
                let colors = colors.map(|(c, v)| (name(v), (c + 1).into()));
                Some(Witness::Coloring(colors.collect()))
            }
            _ => None,
        };
        Ok(NumberAnswer {
            name: number.name,
            board: source.name.clone(),
            index: source.index,
            graph6: source.index.and_then(|_| graph6(&source.board)),
            vertices: graph.vertex_count(),
            edges: graph.edge_count(),
            first: first.map(|side| side.word.as_ref()),
            pass: number.takes_pass.then(|| pass.name()),
            colored: colored.map(|row| row.iter().filter(|&&c| c != 0).count()),
            to_move: colored.map(|_| start.to_move.name()),
            known: known.answer(),
            witness,
            seconds: (host.clock)() - began,
        })
    }
}

impl Told<Source> for NumberAnswer {
    fn text(&self, source: &Source) -> String {
        let mut variant = Vec::new();
        let sides = NUMBERS.iter().filter(|number| number.name == self.name);
        let mut other = sides.flat_map(|number| number.first.iter().skip(1));
        if let Some(side) = other.find(|side| self.first == Some(&*side.word)) {
            variant.push(format!("{} first", side.title));
        }
        let title = |word| Side::named(word).map_or(word, Side::title);
        if let (Some(colored), Some(mover)) = (self.colored, self.to_move) {
            let mover = title(mover);
            variant.push(format!(
                "{} coloured, {mover} to move",
                count(colored as u64, "vertex")
            ));
        }
        if let Some(word) = self.pass.filter(|word| Side::named(word).is_some()) {
            variant.push(format!("{} may pass", title(word)));
        }
        let variant = match variant.is_empty() {
            true => String::new(),
            false => format!(" ({})", variant.join(", ")),
        };
        let (name, board, known) = (self.name, source.title(), &self.known);
        let value = match (known.value, &known.reason) {
            (Some(value), _) => value.to_string(),
            (None, reason) => {
                let [lower, upper] = [known.lower, known.upper].map(Option::unwrap_or_default);
                let reason = reason
                    .as_ref()
                    .map_or(String::new(), |why| format!(" ({why})"));
                format!("unknown, from {lower} to {upper}{reason}")
            }
        };
        let witness = match &self.witness {
            Some(Witness::Coloring(colors)) => {
                let pairs: Vec<String> = colors.iter().map(|(v, c)| format!("{v}={c}")).collect();
                format!("  colouring: {}\n", pairs.join(" "))
            }
            Some(Witness::Order(order)) => format!("  order: {}\n", order.join(" ")),
            None => String::new(),
        };
        format!("{name} {board}{variant}: {value}\n{witness}")
    }

    fn is_settled(&self) -> bool {
        self.known.exact
    }
}
