//! Certificates that are checked, and the sentence that says what they prove. The work is that of
//! the checker, which shares no code with what is checked.

use crate::ask::{Ask, Told};
use crate::host::Host;
use crate::limits::{MOST_BYTES, MOST_CERTIFICATE};
use crate::text::count;
use outplay_board::{Failed, InputError, Shape, families};
use outplay_checker::{Options, Rejection, check_until};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::io::BufRead;

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

/// Does a certificate hold?
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskCheck {
    /// The certificate.
    certificate: String,
    /// Trust no lemma beyond renamed colours and symmetries?
    #[serde(default)]
    strict: bool,
}

impl Ask for AskCheck {
    type About = ();
    type Answer = Checked;
    /// In JSON every line is longer than it is.
    const MOST_BYTES: usize = MOST_CERTIFICATE + 4 * MOST_BYTES;

    fn answer(&self, (): &(), host: &Host<'_>) -> Result<Checked, Failed> {
        let input = self.certificate.as_bytes();
        check(input, "the certificate", self.strict, host)
    }
}

/// Does a certificate hold? `source` is what messages call it.
///
/// # Errors
/// It does not, and the message says where and why; or the host stopped the check.
pub fn check(
    input: impl BufRead,
    source: &str,
    strict: bool,
    host: &Host<'_>,
) -> Result<Checked, Failed> {
    let refused = |rejection: Rejection| match (host.stop)(0) {
        Some(why) => why.into(),
        None => Failed::from(InputError {
            source: Some(source.to_owned()),
            line: usize::try_from(rejection.line).ok(),
            message: format!("refused: {}", rejection.reason),
        }),
    };
    let checked = check_until(input, &Options { strict }, &|| host.is_over()).map_err(refused)?;
    let short = checked.number.as_ref().and_then(|number| {
        let name = number.called.as_deref()?;
        let board = families::board(name, host.boards).ok()?;
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

impl Told<()> for Checked {
    fn text(&self, (): &()) -> String {
        let short = self
            .short
            .as_ref()
            .map_or(String::new(), |short| format!("{short}\n"));
        let lemmas = match self.lemmas.is_empty() {
            true => "by plain rules and symmetries".to_owned(),
            false => format!("with the lemmas {}", self.lemmas.join(", ")),
        };
        let positions = count(self.positions, "position");
        format!(
            "{short}Proved: {}\n  {positions} checked, {lemmas}.\n",
            self.statement
        )
    }
}
