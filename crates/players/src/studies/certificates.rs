//! Proofs that are named: a certificate is written, read back by the checker that
//! shares no code with the search, and only then believed. A certificate that is
//! there already is read again instead of being made again.

use super::coloring::ColoringGame;
use super::exact::Exactly;
use super::journal::write_whole;
use outplay_board::Failed;
use outplay_checker::{Checked, Options, check};
use outplay_engine::Stop;
use outplay_games::certificate::{self, Proving, Uncertified};
use outplay_games::{Failure, Side};
use std::path::Path;

/// A certificate that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The name of the file, within its folder.
    pub file: String,
    /// How many positions it settles.
    pub positions: u64,
    /// What it proves, in the checker's words.
    pub statement: String,
}

/// What is to be proved.
pub(crate) struct Claim<'a> {
    pub(crate) game: &'a ColoringGame,
    pub(crate) winner: Side,
}

/// Why there is no proof.
#[derive(Debug)]
pub(crate) enum NoProof {
    /// The limits did not allow it, or the checker refused it; in words.
    Missing(String),
    /// Somebody interrupted.
    Interrupted,
    /// The file could not be written.
    Failed(Failed),
}

impl Claim<'_> {
    /// Writes a certificate and checks it.
    pub(crate) fn prove(
        &self,
        folder: &Path,
        file: &str,
        exactly: &Exactly<'_>,
    ) -> Result<Proof, NoProof> {
        let path = folder.join(file);
        if let Ok(text) = std::fs::read(&path)
            && let Ok(proof) = self.checked(&text, file)
        {
            return Ok(proof);
        }
        let mut text = Vec::new();
        let effort = exactly.effort();
        let written = exactly.limited(|budget| {
            let proving = Proving {
                game: &**self.game,
                claim: certificate::Claim::Winner,
                lemmas: true,
                budget,
            };
            proving.prove(&self.game.start(), &effort, &mut text)
        });
        match written {
            Ok(_) => {}
            Err(Uncertified::Failure(Failure::Stopped(stopped)))
                if stopped.why == Stop::Interrupted =>
            {
                return Err(NoProof::Interrupted);
            }
            Err(error) => return Err(NoProof::Missing(error.to_string())),
        }
        let proof = self.checked(&text, file).map_err(NoProof::Missing)?;
        write_whole(&path, &text).map_err(NoProof::Failed)?;
        Ok(proof)
    }

    /// Lets the checker read a certificate, and compares what it proves with the claim.
    fn checked(&self, text: &[u8], file: &str) -> Result<Proof, String> {
        let checked = check(text, &Options::default())
            .map_err(|why| format!("the checker rejected the certificate: {why}"))?;
        match self.is_what(&checked) {
            true => Ok(Proof {
                file: file.to_owned(),
                positions: checked.positions,
                statement: checked.statement,
            }),
            false => Err(format!(
                "the certificate proves something else: {}",
                checked.statement
            )),
        }
    }

    /// Is this what the checker was shown to be true?
    fn is_what(&self, checked: &Checked) -> bool {
        let game = self.game.typed();
        let start = self.game.start();
        let parameters = [
            ("colors", game.colors().to_string()),
            ("pass", game.pass().name().to_owned()),
            ("start", self.game.position_word(&start)),
            (
                "to-move",
                game.side(self.game.to_move(&start)).name().to_owned(),
            ),
        ];
        let in_order = |(a, b): (u32, u32)| (a.min(b), a.max(b));
        let mut edges: Vec<(u32, u32)> = checked.edges.iter().copied().map(in_order).collect();
        let mut expected: Vec<(u32, u32)> = game.graph().edges().map(in_order).collect();
        edges.sort_unstable();
        expected.sort_unstable();
        checked.game == self.game.description().name
            && checked.winner == self.winner.name()
            && checked.vertices == game.graph().vertex_count()
            && edges == expected
            && checked.parameters == parameters
    }
}
