//! Certificates: written, and checked.

use crate::answer::{Heading, Judgement};
use crate::failure::Failed;
use crate::host::{Host, How};
use crate::number::{AskNumber, undirected};
use crate::setup::{Opened, Source};
use outplay_board::{InputError, Limits, Shape, families};
use outplay_checker::Options;
use outplay_engine::Outcome;
use outplay_games::certificate::{self, Uncertified};
use outplay_games::{Coloring, Described, Side, any};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::io::{BufRead, Write};

/// A certificate that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Proved {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// Who wins.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// How many positions it settles.
    pub positions: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
    /// What it comes to for the player to move.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// Counts what goes through.
struct Counting<'a> {
    inner: &'a mut dyn Write,
    bytes: u64,
}

impl Write for Counting<'_> {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.bytes += written as u64;
        Ok(written)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

/// Settles a position and writes a certificate of the verdict to `out`.
///
/// # Errors
/// The question is wrong, certificates do not know the game or cannot hold the board, a limit
/// ran out, or `out` cannot be written. What was written by then is no certificate.
pub fn prove(
    opened: &Opened,
    at: Option<&str>,
    strict: bool,
    how: How,
    out: &mut dyn Write,
    host: &Host<'_>,
) -> Result<Proved, Failed> {
    let game = &*opened.game;
    let began = (host.clock)();
    let position = opened.position(at)?;
    let effort = host.effort(&game.description().name, &how);
    let note = || format!("table {:.0} % full", 100.0 * effort.table.fill());
    let mut out = Counting {
        inner: out,
        bytes: 0,
    };
    let written = host
        .run(&note, |budget| {
            certificate::prove(game, &position, !strict, &mut out, &effort, budget)
        })
        .map_err(uncertified)?;
    Ok(Proved {
        heading: Heading::new(opened, at.map(|_| &position)),
        judgement: opened.judgement(&position, Some(written.outcome)),
        positions: written.positions,
        bytes: out.bytes,
        seconds: (host.clock)() - began,
        outcome: written.outcome,
    })
}

/// A certificate of a number that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProvedNumber {
    /// Which number.
    pub name: &'static str,
    /// The board as given.
    pub board: String,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges.
    pub edges: usize,
    /// Who starts.
    pub first: &'static str,
    /// Who may pass.
    pub pass: &'static str,
    /// The number.
    pub value: u8,
    /// How many positions the certificate settles.
    pub positions: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// Finds a number and writes a certificate of it to `out`: one for every number of colours, the last of
/// which Alice wins.
///
/// # Errors
/// There are no certificates of the number, the board is a digraph, empty, coloured or too large, a limit
/// ran out, or `out` cannot be written. What was written by then is no certificate.
pub fn prove_number(
    source: &Source,
    asked: AskNumber,
    strict: bool,
    how: How,
    out: &mut dyn Write,
    host: &Host<'_>,
) -> Result<ProvedNumber, Failed> {
    let began = (host.clock)();
    let AskNumber { number, pass, .. } = asked;
    let first = asked.side();
    let wrong = |found: &str, expected: &str| {
        InputError::found(found, expected).in_source(source.name.as_str())
    };
    if number.name != "game-chromatic" {
        let expected = "game-chromatic, the number that there are certificates of";
        return Err(InputError::found(format_args!("number '{}'", number.name), expected).into());
    }
    let graph = undirected(source)?;
    if graph.vertex_count() == 0 {
        return Err(wrong("a board without vertices", "one with some").into());
    }
    if source
        .board
        .colors
        .iter()
        .flatten()
        .any(|&color| color != 0)
    {
        return Err(wrong("a board with colours on it", "one without").into());
    }
    let game_name = Coloring::describe().name;
    let effort = host.effort(&game_name, &how);
    let note = || format!("table {:.0} % full", 100.0 * effort.table.fill());
    let mut out = Counting {
        inner: out,
        bytes: 0,
    };
    let called = match families::board(&source.name, Limits::BOARD) {
        Ok(_) => format!("called {}\n", source.name),
        Err(_) => String::new(),
    };
    let mut positions = 0;
    // The value stands before its proofs, so these are kept until it is known.
    let mut proofs = Vec::new();
    let most = graph.max_degree() as u32 + 1;
    for colors in 1..=most {
        let game = any(Coloring::new(&source.board, colors, first, pass)?);
        let start = game.start();
        let written = host
            .run(&note, |budget| {
                certificate::prove(&*game, &start, !strict, &mut proofs, &effort, budget)
            })
            .map_err(uncertified)?;
        positions += written.positions;
        let alice = (written.outcome == Outcome::Win) == (first == Side::Alice);
        if alice {
            let head = format!(
                "outplay-number 1\nnumber {}\nvalue {colors}\n{called}",
                number.name
            );
            let whole = out
                .write_all(head.as_bytes())
                .and_then(|()| out.write_all(&proofs));
            whole.map_err(Failed::Output)?;
            return Ok(ProvedNumber {
                name: number.name,
                board: source.name.clone(),
                vertices: graph.vertex_count(),
                edges: graph.edge_count(),
                first: first.name(),
                pass: pass.name(),
                value: colors as u8,
                positions,
                bytes: out.bytes,
                seconds: (host.clock)() - began,
            });
        }
    }
    unreachable!("with more colours than neighbours no vertex is ever in danger")
}

fn uncertified(error: Uncertified) -> Failed {
    match error {
        Uncertified::Failure(failure) => failure.into(),
        Uncertified::Output(error) => Failed::Output(error),
    }
}

/// A certificate that holds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// It holds.
    pub valid: bool,
    /// What it proves, in a sentence.
    pub statement: String,
    /// The number that it proves, if it proves one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<&'static str>,
    /// Its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u64>,
    /// The number in short, where the board is the one that the certificate calls it by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The SHA-256 of the full statement.
    pub fingerprint: String,
    /// The full statement, line by line.
    pub full: Vec<String>,
    /// The game.
    pub game: String,
    /// How many vertices the board has.
    pub vertices: usize,
    /// How many edges or arcs.
    pub edges: usize,
    /// The parameters.
    pub parameters: Map<String, Json>,
    /// Who wins.
    pub winner: String,
    /// How many positions were checked.
    pub positions: u64,
    /// How many symmetries it uses.
    pub symmetries: usize,
    /// The lemmas that it uses.
    pub lemmas: Vec<&'static str>,
}

/// Does a certificate hold? `source` is what messages call it.
///
/// # Errors
/// It does not; the message says where and why.
pub fn check(input: impl BufRead, source: &str, strict: bool) -> Result<Checked, InputError> {
    let checked =
        outplay_checker::check(input, &Options { strict }).map_err(|rejection| InputError {
            source: Some(source.to_owned()),
            line: usize::try_from(rejection.line).ok(),
            message: format!("refused: {}", rejection.reason),
        })?;
    let short = checked.number.as_ref().and_then(|number| {
        let name = number.called.as_deref()?;
        let board = families::board(name, Limits::BOARD).ok()?;
        let Shape::Undirected(graph) = &board.shape else {
            return None;
        };
        let same = graph.vertex_count() == checked.vertices
            && graph.edges().eq(checked.edges.iter().copied());
        same.then(|| {
            format!(
                "{}({name}) = {}, {}",
                number.sign, number.value, number.variant
            )
        })
    });
    let parameters = checked.parameters.iter();
    Ok(Checked {
        valid: true,
        short,
        number: checked.number.as_ref().map(|number| number.name),
        value: checked.number.as_ref().map(|number| number.value),
        statement: checked.statement,
        fingerprint: checked.fingerprint,
        full: checked.full,
        game: checked.game,
        vertices: checked.vertices,
        edges: checked.edges.len(),
        parameters: parameters
            .map(|(key, value)| ((*key).to_owned(), json!(value)))
            .collect(),
        winner: checked.winner,
        positions: checked.positions,
        symmetries: checked.symmetries,
        lemmas: checked.lemmas,
    })
}
