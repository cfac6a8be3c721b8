//! Certificates: written, and checked.

use crate::answer::{Heading, Judgement};
use crate::failure::Failed;
use crate::host::{Host, How};
use crate::number::{AskNumber, undirected};
use crate::setup::{Opened, Source};
use outplay_board::{Graph, InputError, Limits, Shape, families, numbers};
use outplay_checker::Options;
use outplay_engine::Outcome;
use outplay_games::certificate::{self, Claim, Uncertified};
use outplay_games::{AnyGame, Coloring, Described, Marking, Side, any};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::io::{BufRead, Write};
use std::sync::Arc;

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
    /// The Grundy value, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
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

/// Settles a position and writes a certificate of the verdict, or of its Grundy value, to `out`.
///
/// # Errors
/// The question is wrong, certificates do not know the game or cannot hold the board, a limit
/// ran out, or `out` cannot be written. What was written by then is no certificate.
pub fn prove(
    opened: &Opened,
    at: Option<&str>,
    claim: Claim,
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
            certificate::prove(game, &position, claim, !strict, &mut out, &effort, budget)
        })
        .map_err(uncertified)?;
    Ok(Proved {
        heading: Heading::new(opened, at.map(|_| &position)),
        judgement: opened.judgement(&position, Some(written.outcome)),
        positions: written.positions,
        bytes: out.bytes,
        seconds: (host.clock)() - began,
        grundy: written.grundy,
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
    /// Who starts, in numbers that depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<&'static str>,
    /// Who may pass, in numbers that depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<&'static str>,
    /// The number.
    pub value: u32,
    /// How many positions the certificate settles.
    pub positions: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// Finds a number and writes a certificate of it to `out`: for numbers of games one for every number of colours, the last of
/// which Alice wins, or for the last two; for edcn a colouring, and why there is none with fewer colours.
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
    let number = asked.number;
    let wrong = |found: &str, expected: &str| {
        InputError::found(found, expected).in_source(source.name.as_str())
    };
    let graph = undirected(source)?;
    if graph.vertex_count() == 0 {
        return Err(wrong("a board without vertices", "one with some").into());
    }
    let mut colors = source.board.colors.iter().flatten();
    if colors.any(|&color| color != 0) {
        return Err(wrong("a board with colours on it", "one without").into());
    }
    let proof = asked.proof(source, graph, strict, &how, host)?;
    let called = match families::board(&source.name, Limits::BOARD) {
        Ok(_) => format!("called {}\n", source.name),
        Err(_) => String::new(),
    };
    let (name, value) = (number.name, proof.value);
    let head = format!("outplay-number 1\nnumber {name}\nvalue {value}\n{called}");
    let mut bytes = [head.as_bytes(), &proof.text].concat();
    if proof.sealed {
        let seal = format!(
            "end {} {:016x}\n",
            proof.positions,
            certificate::checksum(certificate::BASIS, &bytes)
        );
        bytes.extend(seal.bytes());
    }
    out.write_all(&bytes)
        .and_then(|()| out.flush())
        .map_err(Failed::Output)?;
    Ok(ProvedNumber {
        name,
        board: source.name.clone(),
        vertices: graph.vertex_count(),
        edges: graph.edge_count(),
        first: asked.first.map(|_| asked.side().name()),
        pass: number.takes_pass.then(|| asked.pass.name()),
        value,
        positions: proof.positions,
        bytes: bytes.len() as u64,
        seconds: (host.clock)() - began,
    })
}

/// What follows in a certificate of a number after its head. The value stands before, so it is kept until that is known.
struct Proof {
    value: u32,
    text: Vec<u8>,
    positions: u64,
    /// Does the whole end with a checksum of its own? Certificates of games have theirs.
    sealed: bool,
}

impl AskNumber {
    fn proof(
        &self,
        source: &Source,
        graph: &Graph,
        strict: bool,
        how: &How,
        host: &Host<'_>,
    ) -> Result<Proof, Failed> {
        let (first, board) = (self.side(), &source.board);
        match self.number.name {
            "game-chromatic" => {
                let open = |colors| Ok(any(Coloring::new(board, colors, first, self.pass)?));
                let name = Coloring::describe().name;
                colors_needed(&name, &open, first, false, strict, how, host)
            }
            "game-coloring" => {
                let open = |colors| Ok(any(Marking::new(board, colors, first)?));
                let name = Marking::describe().name;
                colors_needed(&name, &open, first, true, strict, how, host)
            }
            "edcn" => distinguished(graph, host),
            name => {
                let expected =
                    "game-chromatic, game-coloring or edcn, of which there are certificates";
                Err(InputError::found(format_args!("number '{name}'"), expected).into())
            }
        }
    }
}

/// Certificates of a game of Alice's and Bob's with more and more colours, until she wins. If it is clear that she
/// then wins with more, the last that she does not win is enough.
fn colors_needed(
    name: &str,
    open: &dyn Fn(u32) -> Result<Arc<dyn AnyGame>, InputError>,
    first: Side,
    monotone: bool,
    strict: bool,
    how: &How,
    host: &Host<'_>,
) -> Result<Proof, Failed> {
    let effort = host.effort(name, how);
    let note = || format!("table {:.0} % full", 100.0 * effort.table.fill());
    let (mut text, mut positions) = (Vec::new(), 0);
    for value in 1.. {
        let game = open(value)?;
        let start = game.start();
        let mut proof = Vec::new();
        let written = host
            .run(&note, |budget| {
                let claim = Claim::Winner;
                certificate::prove(&*game, &start, claim, !strict, &mut proof, &effort, budget)
            })
            .map_err(uncertified)?;
        let alice = (written.outcome == Outcome::Win) == (first == Side::Alice);
        if monotone && !alice {
            (text, positions) = (Vec::new(), 0);
        }
        text.append(&mut proof);
        positions += written.positions;
        if alice {
            return Ok(Proof {
                value,
                text,
                positions,
                sealed: false,
            });
        }
    }
    unreachable!("with more colours than neighbours no vertex is ever in danger")
}

/// How many vertices of the tree stand in a line.
const IN_LINE: usize = 100;

/// A colouring with as few colours as can be for edges that differ, and a tree that tries all with one less.
fn distinguished(graph: &Graph, host: &Host<'_>) -> Result<Proof, Failed> {
    let stop = || host.is_over();
    let number = numbers::edcn(graph, &stop);
    let tree = match number.value() {
        Some(1) => Some(Vec::new()),
        Some(value) => numbers::edcn_exhaustion(graph, value - 1, &stop),
        None => None,
    };
    let Some(tree) = tree else {
        let why = (host.stop)(0).map(|why| why.to_string());
        let large = || "the board is too large to go through all colourings".to_owned();
        return Err(Failed::Stopped(why.unwrap_or_else(large)));
    };
    let value = number.upper;
    let colors: Vec<u8> = number.witness.iter().map(|&c| c as u8 + 1).collect();
    let mut rows = certificate::colored_rows(graph, &colors, value)?;
    for part in tree.chunks(IN_LINE) {
        let word = |v: &Option<u32>| v.map_or("x".to_owned(), |v| v.to_string());
        let words: Vec<String> = part.iter().map(word).collect();
        rows.push(format!("try {}", words.join(" ")));
    }
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    Ok(Proof {
        value,
        text: text.into(),
        positions: tree.len() as u64,
        sealed: true,
    })
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
                "{}({name}) = {}{}",
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
