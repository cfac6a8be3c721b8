//! Proofs that are named: a certificate is written, read back by the checker that
//! shares no code with the search, and only then believed.

use crate::LabError;
use crate::exact::{Exactly, side_of};
use outplay_checker::{Options, check};
use outplay_engine::{Outcome, Stop};
use outplay_games::certificate::Uncertified;
use outplay_games::{AnyGame, Coloring, Failure, Side};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A certificate that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The name of the file, within its folder.
    pub file: String,
    /// Who wins.
    pub winner: Side,
    /// How many positions it settles.
    pub positions: u64,
    /// What it proves, in the checker's words.
    pub statement: String,
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

/// Writes a certificate of who wins from `position` and checks it.
pub(crate) fn prove(
    game: &Coloring,
    position: &str,
    folder: &Path,
    file: &str,
    exactly: &Exactly<'_>,
) -> Result<Proof, NoProof> {
    let path = folder.join(file);
    let part = folder.join(format!("{file}.part"));
    let failed = |error| NoProof::Failed(LabError::writing(&path, error));
    let mut out = File::create(&part).map_err(failed)?;
    let effort = exactly.effort();
    let written = exactly.limited(|budget| game.certify(position, true, &mut out, &effort, budget));
    let checked = match written {
        Ok(certified) => out
            .sync_all()
            .map_err(failed)
            .and_then(|()| read_back(game, position, certified.outcome, &part, file)),
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

/// Lets the checker read a certificate, and sees to it that it proves what it should.
fn read_back(
    game: &Coloring,
    position: &str,
    outcome: Outcome,
    path: &Path,
    file: &str,
) -> Result<Proof, NoProof> {
    let missing = |why: String| NoProof::Missing(why);
    let input =
        File::open(path).map_err(|error| NoProof::Failed(LabError::reading(path, error)))?;
    let checked = check(BufReader::new(input), &Options::default())
        .map_err(|why| missing(format!("the checker rejected the certificate: {why}")))?;
    let mover = AnyGame::to_move(game, position).map_err(|error| missing(error.to_string()))?;
    let winner = side_of(
        game,
        match outcome {
            Outcome::Win => mover,
            _ => mover.other(),
        },
    );
    let word = crate::experiment::side_word(winner);
    if checked.winner != word {
        return Err(missing(format!(
            "the certificate says that {} wins, not {word}",
            checked.winner
        )));
    }
    Ok(Proof {
        file: file.to_owned(),
        winner,
        positions: checked.positions,
        statement: checked.statement,
    })
}
