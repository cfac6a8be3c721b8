//! The numbers of a graph that belong to the colouring game, and the bounds that
//! strategies and theorems give, side by side.

use crate::answer::{KnownNumber, Row};
use crate::ask::{Ask, SchemaOf, Told};
use crate::host::{Event, Host};
use crate::number::{AskNumber, Known, coloring_number, graph_number, marking_number, undirected};
use crate::setup::{Source, graph6};
use crate::text::count;
use outplay_board::{Failed, Graph, is_planar, numbers};
use outplay_engine::Stop;
use outplay_games::coloring::Start;
use outplay_games::{Pass, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// What activation gives for planar boards.
const S4: u32 = 18;

/// What a line of the table says: a number, or a bound of χ_g, Alice starting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Number,
    Lower,
    Upper,
}

/// Every line, its name and title and where it comes from, in the order of the table.
#[rustfmt::skip]
const LINES: [(&str, &str, Says, &str); 17] = [
    ("game-chromatic", "χ_g", Says::Number, "least k with which Alice wins, Alice first"),
    ("game-chromatic-bob", "χ_g, Bob first", Says::Number, "least k with which Alice wins, Bob first"),
    ("game-coloring", "col_g", Says::Number, "marking game, whose moves Alice can copy: χ_g ≤ col_g"),
    ("game-greedy", "Γ_g", Says::Number, "colours that the greedy colouring game uses, Alice first"),
    ("indicated", "χ_i", Says::Number, "least k with which Ann wins indicated colouring"),
    ("connected-game", "χ_cg", Says::Number, "least k with which Alice wins the connected colouring game, Alice first"),
    ("game-domination", "γ_g", Says::Number, "moves of the domination game, Dominator first"),
    ("chromatic", "χ", Says::Number, "without so many colours nobody can colour the board: χ ≤ χ_g"),
    ("acyclic", "a", Says::Number, "acyclic chromatic number, for S2"),
    ("col2", "col_2", Says::Number, "2-colouring number, for S1 and S3"),
    ("edcn", "λ", Says::Number, "colours of the Edge-Distinguishing Game"),
    ("clique", "clique", Says::Lower, "vertices that need different colours"),
    ("delta+1", "Δ+1", Says::Upper, "more colours than neighbours: all vertices are safe"),
    ("S1", "S1 = χ·(1+col_2)", Says::Upper, "answer a backward neighbour, else a loose one, with χ palettes"),
    ("S2", "S2 = a·(a+1)", Says::Upper, "acyclic colouring with a+1 shades of every colour"),
    ("S3", "S3 = 3·col_2−1", Says::Upper, "activation along an order for col_2"),
    ("S4", "S4", Says::Upper, "activation on planar boards (best known: 17)"),
];

/// Every number and bound of the colouring game on a board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Bounds {
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
    /// Is it planar?
    pub planar: bool,
    /// Said if the board carries colours: what is left out then, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<&'static str>,
    /// The lines, each under its name.
    #[serde(flatten, serialize_with = "by_name")]
    #[schemars(with = "std::collections::BTreeMap<String, KnownNumber>")]
    pub rows: Vec<Row>,
    /// The least upper bound of χ_g that needs no search of the game.
    pub best_upper: BestUpper,
    /// How long it took.
    pub seconds: f64,
}

/// The least upper bound of χ_g, and the lines that give it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BestUpper {
    /// The bound.
    pub value: u32,
    /// The names of the lines.
    pub by: Vec<&'static str>,
}

fn by_name<S: serde::Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
    use serde::ser::{Error, SerializeMap};
    let mut map = serializer.serialize_map(Some(rows.len()))?;
    for row in rows {
        let mut value = serde_json::to_value(row).map_err(S::Error::custom)?;
        if let Json::Object(entries) = &mut value {
            entries.shift_remove("name");
        }
        map.serialize_entry(row.name, &value)?;
    }
    map.end()
}

/// A bound counts as exact if what it is made of is known exactly.
fn bound(value: u32, exact: bool) -> Known {
    Known {
        lower: if exact { value } else { 0 },
        upper: value,
        reason: (!exact).then(|| "from upper bounds of what it is made of".to_owned()),
    }
}

/// Collects the lines as they become known.
struct Table<'a> {
    host: &'a Host<'a>,
    began: f64,
    time: f64,
    rows: Vec<Row>,
}

impl Table<'_> {
    fn add(&mut self, name: &str, known: &Known) {
        let Some(&(name, title, says, from)) = LINES.iter().find(|line| line.0 == name) else {
            return;
        };
        let mut answer = known.answer();
        if says != Says::Number {
            // A bound holds, even where it could be better.
            answer = KnownNumber {
                value: Some(known.upper),
                lower: None,
                upper: None,
                ..answer
            };
        }
        let row = Row {
            name,
            title,
            kind: match says {
                Says::Number => "number",
                Says::Lower => "lower",
                Says::Upper => "upper",
            },
            known: answer,
            from,
        };
        (self.host.tell)(Event::Row(&row));
        self.rows.push(row);
    }

    /// Does `work` within one of so many equal parts of the time that is left.
    fn share<T>(&self, parts: u32, work: impl FnOnce(&Host<'_>) -> T) -> T {
        let clock = self.host.clock;
        let elapsed = clock() - self.began;
        let until = elapsed + (self.time - elapsed).max(0.0) / f64::from(parts);
        let stop = |positions: u64| {
            let late = || Stop::Time(self.time);
            (self.host.stop)(positions).or_else(|| (clock() - self.began >= until).then(late))
        };
        work(&Host {
            stop: &stop,
            ..*self.host
        })
    }

    fn number(
        &mut self,
        parts: u32,
        name: &str,
        graph: &Graph,
        number: fn(&Graph, &dyn Fn() -> bool) -> numbers::Number,
    ) -> Known {
        let known = self.share(parts, |host| graph_number(graph, number, host).0);
        self.add(name, &known);
        known
    }
}

/// Some numbers of middling graphs are beyond reach; without a limit of time, the others do not
/// wait longer than so many seconds for them.
const SECONDS: f64 = 30.0;

/// Every number in turn, each with its share of the time; lines are told as they become known,
/// and numbers out of reach leave time for the others.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskBounds {}

impl Ask for AskBounds {
    type About = Source;
    type Answer = Bounds;
    const EVENTS: &'static [(&'static str, SchemaOf)] = &[("row", Row::json_schema)];

    fn answer(&self, source: &Source, host: &Host<'_>) -> Result<Bounds, Failed> {
        let time = match host.seconds.is_finite() {
            true => host.seconds,
            false => SECONDS,
        };
        let graph = undirected(source)?;
        let planar = is_planar(graph);
        let mut table = Table {
            host,
            began: (host.clock)(),
            time,
            rows: Vec::with_capacity(LINES.len()),
        };
        let chromatic = table.number(8, "chromatic", graph, numbers::chromatic);
        let clique = table.share(1, |host| {
            numbers::clique(graph, &|| host.is_over()).len() as u32
        });
        table.add("clique", &bound(clique, true));
        let start = |first| Start::new(graph, source.board.colors.as_deref(), first, Pass::None);
        let colors = start(Side::Alice).colors;
        let degree = *start(Side::Alice).range().end();
        table.add("delta+1", &bound(degree, true));
        let mut upper = degree;
        let mut marking = degree;
        // What theory promises, it promises on uncoloured boards.
        if colors.is_none() {
            let acyclic = table.number(7, "acyclic", graph, numbers::acyclic);
            let col2 = table.number(6, "col2", graph, numbers::col2);
            let s1 = chromatic.upper.saturating_mul(1 + col2.upper);
            let s2 = acyclic.upper.saturating_mul(1 + acyclic.upper);
            let s3 = (3 * col2.upper).saturating_sub(1);
            table.add("S1", &bound(s1, chromatic.is_exact() && col2.is_exact()));
            table.add("S2", &bound(s2, acyclic.is_exact()));
            table.add("S3", &bound(s3, col2.is_exact()));
            if planar {
                table.add("S4", &bound(S4, true));
            }
            table.number(5, "edcn", graph, numbers::edcn);
            let mut found = table.share(4, |host| marking_number(graph, Side::Alice, host));
            found.upper = found.upper.min(s3);
            table.add("game-coloring", &found);
            marking = found.upper;
            let others = [degree, marking, s1, s2].into_iter();
            upper = others.chain(planar.then_some(S4)).fold(s3, u32::min);
        }
        for (name, first, upper, parts) in [
            ("game-chromatic", Side::Alice, upper, 3),
            ("game-chromatic-bob", Side::Bob, degree, 2),
        ] {
            let start = start(first);
            let lower = (*start.range().start()).max(chromatic.lower.min(upper));
            let known = table
                .share(parts, |host| coloring_number(start, lower..=upper, host))
                .map_err(|error| error.in_source(source.name.as_str()))?;
            table.add(name, &known);
        }
        if colors.is_none() {
            for (name, parts) in [
                ("game-greedy", 4),
                ("indicated", 3),
                ("connected-game", 2),
                ("game-domination", 1),
            ] {
                let asked = AskNumber::new(name, None, None)?;
                // The connected game is for connected boards.
                if let Ok((known, _)) = table.share(parts, |host| asked.found(graph, None, host)) {
                    table.add(name, &known);
                }
            }
        }
        let place = |row: &Row| LINES.iter().position(|&(name, ..)| name == row.name);
        table.rows.sort_by_key(place);
        let (value, by) = best_upper(&table.rows, marking);
        Ok(Bounds {
        board: source.name.clone(),
        index: source.index,
        graph6: source.index.and_then(|_| graph6(&source.board)),
        vertices: graph.vertex_count(),
        edges: graph.edge_count(),
        planar,
        remark: colors.map(|_| {
            match start(Side::Alice).to_move {
            Side::Alice => "the board carries colours, so if Alice was first she is to move, and if Bob was, he is; what holds on uncoloured boards only is left out",
            Side::Bob => "the board carries colours, so if Alice was first Bob is to move, and if Bob was, she is; what holds on uncoloured boards only is left out",
        }
        }),
        seconds: (host.clock)() - table.began,
        rows: table.rows,
        best_upper: BestUpper { value, by },
    })
    }
}

impl Told<Source> for Bounds {
    fn text(&self, source: &Source) -> String {
        let mut text = format!(
            "bounds on {} ({}, {}, {})\n",
            source.title(),
            count(self.vertices as u64, "vertex"),
            count(self.edges as u64, "edge"),
            if self.planar { "planar" } else { "not planar" },
        );
        if let Some(remark) = self.remark {
            text += &format!("  ({remark})\n");
        }
        let value = |row: &Row| {
            let value = row.known.value.unwrap_or_default();
            match row.kind {
                "lower" => format!("≥ {value}"),
                "upper" => format!("≤ {value}"),
                _ if row.known.exact => format!("= {value}"),
                _ => {
                    let [lower, upper] = [row.known.lower, row.known.upper];
                    let [lower, upper] = [lower, upper].map(Option::unwrap_or_default);
                    format!("unknown ({lower}..{upper})")
                }
            }
        };
        let rows = &self.rows;
        let width = |text: &dyn Fn(&Row) -> usize| rows.iter().map(text).max().unwrap_or(0);
        let titles = width(&|row| row.title.chars().count());
        let values = width(&|row| value(row).chars().count());
        for row in rows {
            let (title, value) = (row.title, value(row));
            text += &format!("  {title:titles$}  {value:values$}  {}\n", row.from);
        }
        let by = self.best_upper.by.iter();
        let by = by.filter_map(|name| Some(rows.iter().find(|row| row.name == *name)?.title));
        text += &format!(
            "  χ_g ≤ {} without a search of the game: {}.\n",
            self.best_upper.value,
            by.collect::<Vec<_>>().join(", ")
        );
        text
    }

    fn is_settled(&self) -> bool {
        let mut games = self.rows.iter().filter(|row| row.title.starts_with("χ_g"));
        games.all(|row| row.known.exact)
    }
}

/// The least upper bound of χ_g, and the lines that give it.
fn best_upper(rows: &[Row], marking: u32) -> (u32, Vec<&'static str>) {
    let bounds = || {
        rows.iter().filter_map(move |row| match row.kind {
            "upper" => Some((row.known.value?, row.name)),
            _ if row.title == "col_g" => Some((marking, row.name)),
            _ => None,
        })
    };
    let least = bounds().map(|(value, _)| value).min().unwrap_or(0);
    let by = bounds().filter(|&(value, _)| value == least);
    (least, by.map(|(_, name)| name).collect())
}
