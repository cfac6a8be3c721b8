//! Proofs that are named: a certificate is written, read back by the checker that
//! shares no code with the search, and only then believed. A certificate that is
//! there already is read again instead of being made again.

use crate::LabError;
use crate::coloring::ColoringGame;
use crate::exact::Exactly;
use outplay_checker::{Checked, Options, check};
use outplay_engine::Stop;
use outplay_games::certificate::{self, Uncertified, prove};
use outplay_games::{AnyPosition, Failure, Side};
use std::fs::File;
use std::io::BufReader;
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
    pub(crate) position: &'a AnyPosition,
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
    Failed(LabError),
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
        if let Ok(proof) = self.read_back(&path, file) {
            return Ok(proof);
        }
        let part = folder.join(format!("{file}.part"));
        let failed = |error| NoProof::Failed(LabError::writing(&path, error));
        let mut out = File::create(&part).map_err(failed)?;
        let effort = exactly.effort();
        let written = exactly.limited(|budget| {
            prove(
                &**self.game,
                self.position,
                certificate::Claim::Winner,
                true,
                &mut out,
                &effort,
                budget,
            )
        });
        let checked = match written {
            Ok(_) => out
                .sync_all()
                .map_err(failed)
                .and_then(|()| self.read_back(&part, file).map_err(NoProof::Missing)),
            Err(Uncertified::Failure(Failure::Stopped(stopped)))
                if stopped.why == Stop::Interrupted =>
            {
                Err(NoProof::Interrupted)
            }
            Err(Uncertified::Output(error)) => Err(failed(error)),
            Err(error) => Err(NoProof::Missing(error.to_string())),
        };
        match checked {
            Ok(proof) => std::fs::rename(&part, &path)
                .map(|()| proof)
                .map_err(failed),
            Err(error) => {
                let _ = std::fs::remove_file(&part);
                Err(error)
            }
        }
    }

    /// Lets the checker read a certificate, and compares what it proves with the claim.
    fn read_back(&self, path: &Path, file: &str) -> Result<Proof, String> {
        let input = File::open(path).map_err(|error| format!("cannot read: {error}"))?;
        let checked = check(BufReader::new(input), &Options::default())
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
        let Some(words) = self.game.certified() else {
            return false;
        };
        let game = self.game.typed();
        let parameters = [
            ("colors", game.colors().to_string()),
            ("pass", game.pass().name().to_owned()),
            ("start", words.position_word(self.position)),
            ("to-move", self.game.turn(self.position).name().to_owned()),
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
