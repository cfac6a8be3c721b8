//! Certificates: written, and checked.

use crate::answer::{Heading, Judgement};
use crate::failure::Failed;
use crate::host::{Host, How};
use crate::setup::Opened;
use outplay_board::InputError;
use outplay_checker::Options;
use outplay_engine::Outcome;
use outplay_games::certificate::{self, Uncertified};
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
        .map_err(|error| match error {
            Uncertified::Failure(failure) => failure.into(),
            Uncertified::Output(error) => Failed::Output(error),
        })?;
    Ok(Proved {
        heading: Heading::new(opened, at.map(|_| &position)),
        judgement: opened.judgement(&position, Some(written.outcome)),
        positions: written.positions,
        bytes: out.bytes,
        seconds: (host.clock)() - began,
        outcome: written.outcome,
    })
}

/// A certificate that holds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// It holds.
    pub valid: bool,
    /// What it proves, in a sentence.
    pub statement: String,
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
    let parameters = checked.parameters.iter();
    Ok(Checked {
        valid: true,
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
