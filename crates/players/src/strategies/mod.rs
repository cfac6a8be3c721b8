//! Alice's theoretical strategies for the colouring game: `s1` … `s4`.
//!
//! Each computes something about the graph once, an order or a colouring, and with it
//! promises that Alice wins with so many colours, against every Bob. All four
//! choose a vertex by a [`Rule`] and colour it with the first free colour of that
//! vertex's palette.
//!
//! The proofs never use who starts, only that Alice has the move after Bob: what they
//! keep true holds on an uncoloured board, survives a move of Alice's that answers
//! nothing (the first move, or the answer to a pass), and a move of Bob's spoils it
//! by at most one. So every promise holds with either side starting and whoever
//! may pass, but not on a board that has colours at the start.
//!
//! Where a number of the graph is beyond reach, the best order or colouring found
//! serves, and what is promised is what that one gives. How long is sought is
//! counted in steps and not in seconds, so that everyone finds the same one.

mod activation;
mod anatomy;
mod s1;
mod s2;
mod s3;
mod s4;

pub use anatomy::{Anatomy, Forest, Half, STRATEGIES, anatomy};

use crate::coloring::{ColoringPlayer, ColoringTurn, Sealed};
use crate::strategy::Prepared;
use outplay_board::numbers::Number;
use outplay_board::{Graph, InputError};
use outplay_engine::{Game, Player};
use outplay_games::Side;
use outplay_games::coloring::{Coloring, Move};
use std::cell::Cell;
use std::ops::Range;

/// Which vertex Alice colours, and with what.
trait Rule: Send + Sync {
    /// The uncoloured vertex to colour on a board with these colours after `moves`,
    /// of which the last is Bob's, and why that one.
    fn vertex(&self, game: &Coloring, colors: &[u8], moves: &[Move]) -> (u32, Reason);

    /// The colours, from 1, that a vertex gets if one of them is free; there are
    /// `colors` of them in all.
    fn palette(&self, vertex: u32, colors: u8) -> Range<u32> {
        let _ = vertex;
        1..u32::from(colors) + 1
    }
}

/// Why a vertex is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// Nothing asks for an answer: the first one without a colour.
    First,
    /// It is the first uncoloured backward neighbour of the vertex that Bob coloured.
    Backward { bobs: u32 },
    /// It is the first uncoloured one of its loose backward neighbours.
    Loose { bobs: u32 },
    /// It is the first uncoloured one of its loose backward neighbours, adjacent or not.
    AsWritten { bobs: u32 },
    /// It is the out-neighbour of Bob's vertex in the class, from 0, of which Bob took a shade.
    Endangered { bobs: u32, class: u32 },
    /// The walk from Bob's vertex met it, and it was active already.
    Active { bobs: u32 },
    /// The walk from Bob's vertex ended there.
    Ended { bobs: u32 },
}

impl Reason {
    /// In words.
    fn text(self, names: &[String], vertex: u32) -> String {
        let name = |v: u32| &names[v as usize];
        let v = name(vertex);
        match self {
            Self::First => {
                format!(
                    "nothing asks for an answer, so Alice colours {v}, the first vertex without a colour"
                )
            }
            Self::Backward { bobs } => format!(
                "Bob coloured {}; {v} is its first backward neighbour without a colour, so Alice colours {v}",
                name(bobs)
            ),
            Self::Loose { bobs } => format!(
                "Bob coloured {}, whose backward neighbours are all coloured; {v} is its first loose backward neighbour without a colour, so Alice colours {v}",
                name(bobs)
            ),
            Self::AsWritten { bobs } => format!(
                "Bob coloured {}; {v} is its first loose backward neighbour without a colour, so Alice colours {v}",
                name(bobs)
            ),
            Self::Endangered { bobs, class } => format!(
                "Bob gave {} a shade of class {}, and {v} is the one vertex of that class in danger, so Alice colours {v}",
                name(bobs),
                class + 1
            ),
            Self::Active { bobs } => format!(
                "Bob coloured {}; the walk back from it reaches {v}, which is already active, so Alice colours {v}",
                name(bobs)
            ),
            Self::Ended { bobs } => format!(
                "Bob coloured {}; the walk back from it ends at {v}, which has no backward neighbour without a colour, so Alice colours {v}",
                name(bobs)
            ),
        }
    }
}

/// A rule with what it promises.
struct Promising<R> {
    rule: R,
    /// With so many colours Alice never loses.
    colors: u32,
    /// What the rule is made of, for people.
    made_of: Vec<String>,
}

/// The strategy with this name on a board; `s1` takes options.
///
/// # Errors
/// It does not play on such boards, or has no such options.
pub(crate) fn prepare(
    name: &str,
    options: Option<&str>,
    game: &Coloring,
    stop: &dyn Fn() -> bool,
) -> Result<Box<dyn Prepared>, InputError> {
    Ok(match name {
        "s1" => theory(
            name,
            game,
            s1::prepare(game, s1::Options::read(options)?, stop),
        ),
        "s2" => theory(name, game, s2::prepare(game, stop)),
        "s3" => theory(name, game, s3::prepare(game, stop)),
        _ => theory(name, game, s4::prepare(game)?),
    })
}

/// A number of a graph with the best witness that a limited number of steps finds.
fn sought(
    number: impl Fn(&Graph, &dyn Fn() -> bool) -> Number,
    graph: &Graph,
    stop: &dyn Fn() -> bool,
) -> Number {
    // It is asked every 256 steps.
    const MOST_ASKED: u32 = 1 << 10;
    let asked = Cell::new(0);
    number(graph, &|| {
        asked.set(asked.get() + 1);
        asked.get() > MOST_ASKED || stop()
    })
}

fn theory<R: Rule + 'static>(
    name: &str,
    game: &Coloring,
    promising: Promising<R>,
) -> Box<dyn Prepared> {
    let Promising {
        rule,
        colors,
        made_of: mut remarks,
    } = promising;
    remarks.push(format!(
        "{name} promises that Alice never loses with {colors} colours or more, whoever starts"
    ));
    if u32::from(game.colors()) < colors {
        let there = game.colors();
        remarks.push(format!("with {there} colours there is no guarantee"));
    }
    if game.start().colors().iter().any(|&c| c != 0) {
        remarks.push("the board has colours at the start: there is no guarantee".to_owned());
    }
    let alice = game.player(Side::Alice);
    Box::new(Sealed(Theory {
        name: name.to_owned(),
        names: game
            .graph()
            .vertices()
            .map(|v| game.vertex_name(v))
            .collect(),
        rule,
        alice,
        colors,
        remarks,
    }))
}

struct Theory<R> {
    name: String,
    /// The names of the vertices.
    names: Vec<String>,
    rule: R,
    alice: Player,
    colors: u32,
    remarks: Vec<String>,
}

impl<R: Rule> ColoringPlayer for Theory<R> {
    type Memory = Option<(u32, Reason)>;

    fn reason(&self, last: &Self::Memory) -> Option<String> {
        last.map(|(vertex, reason)| reason.text(&self.names, vertex))
    }

    fn choose(&self, turn: ColoringTurn<'_>, last: &mut Self::Memory) -> Move {
        let (graph, colors) = (turn.game.graph(), turn.position.colors());
        let (vertex, reason) = self.rule.vertex(turn.game, colors, turn.moves);
        *last = Some((vertex, reason));
        let mut free = vec![true; usize::from(turn.game.colors()) + 1];
        for &w in graph.neighbors(vertex) {
            free[colors[w as usize] as usize] = false;
        }
        let palette = self.rule.palette(vertex, turn.game.colors());
        let color = palette
            .chain(1..free.len() as u32)
            .find(|&c| free[c as usize])
            .expect("the game is not over");
        Move::Color { vertex, color }
    }

    fn plays(&self, player: Player) -> Result<(), InputError> {
        match player == self.alice {
            true => Ok(()),
            false => Err(InputError::found(
                format_args!("player '{}' for Bob", self.name),
                "Alice, because it is a strategy of hers",
            )),
        }
    }

    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }

    fn promise(&self) -> Option<u32> {
        Some(self.colors)
    }
}

/// The vertex and colour of the last move, if that was no pass.
fn answered(moves: &[Move]) -> Option<(u32, u32)> {
    match moves.last() {
        Some(&Move::Color { vertex, color }) => Some((vertex, color)),
        Some(Move::Pass) | None => None,
    }
}

/// An order of the vertices.
struct Order {
    /// The vertices, first to last.
    vertices: Vec<u32>,
    /// The place of every vertex.
    place: Vec<u32>,
}

impl Order {
    fn new(vertices: Vec<u32>) -> Self {
        let mut place = vec![0; vertices.len()];
        for (&v, i) in vertices.iter().zip(0..) {
            place[v as usize] = i;
        }
        Self { vertices, place }
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        self.place[a as usize] < self.place[b as usize]
    }

    /// The loose backward neighbours of `v`, first to last.
    fn loose(&self, graph: &Graph, v: u32) -> Vec<u32> {
        let near = graph.neighbors(v);
        let through = near.iter().filter(|&&w| self.is_before(v, w));
        let loose = near.iter().chain(through.flat_map(|&w| graph.neighbors(w)));
        let mut loose: Vec<u32> = loose.copied().filter(|&w| self.is_before(w, v)).collect();
        loose.sort_unstable_by_key(|&w| self.place[w as usize]);
        loose.dedup();
        loose
    }

    /// The first vertex that has no colour.
    fn first_uncolored(&self, colors: &[u8]) -> u32 {
        let open = |&&v: &&u32| colors[v as usize] == 0;
        *self
            .vertices
            .iter()
            .find(open)
            .expect("the game is not over")
    }

    /// The first of these vertices that has no colour and comes before `v`.
    fn first_before<'a>(
        &self,
        v: u32,
        among: impl IntoIterator<Item = &'a u32>,
        uncolored: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        among
            .into_iter()
            .copied()
            .filter(|&w| self.is_before(w, v) && uncolored(w))
            .min_by_key(|&w| self.place[w as usize])
    }

    fn text(&self, game: &Coloring) -> String {
        let names = self.vertices.iter().map(|&v| game.vertex_name(v));
        format!("order: {}", listed(names))
    }
}

/// The part of the colours, from 1, that belongs to a class: all classes get alike.
fn share(class: u32, classes: u32, colors: u8) -> Range<u32> {
    let from = |class: u32| 1 + class * u32::from(colors) / classes.max(1);
    from(class)..from(class + 1)
}

fn coloring_text(game: &Coloring, classes: &[u32]) -> String {
    let entries = game
        .graph()
        .vertices()
        .map(|v| format!("{}={}", game.vertex_name(v), classes[v as usize] + 1));
    format!("colouring: {}", listed(entries))
}

/// What people read of a list, which can be as long as a board is large.
fn listed(entries: impl ExactSizeIterator<Item = String>) -> String {
    const MOST: usize = 200;
    let rest = entries.len().saturating_sub(MOST);
    let mut text = entries.take(MOST).collect::<Vec<_>>().join(" ");
    if rest > 0 {
        text += &format!(" … and {rest} more");
    }
    text
}

/// What is known of a number.
fn number_text(name: &str, number: &Number) -> String {
    match number.value() {
        Some(value) => format!("{name} = {value}"),
        None => format!(
            "{name} ≤ {} (not known exactly; at least {})",
            number.upper, number.lower
        ),
    }
}
