//! Checks certificates: who wins a game, shown by a winning strategy.
//!
//! This crate knows the rules of the games from `docs/rules.md` and the format
//! from `docs/certificates.md`, and shares no code with the programs that play,
//! search and write certificates. A certificate is a list of positions such that
//! everything that a position needs stands before it, so one pass checks it:
//!
//! * where the winner is to move, one legal reply leads to a position that is
//!   known already, or that ends the game well;
//! * where the loser is to move, every legal move does.
//!
//! What else is trusted, and why it is true, is in `docs/lemmas.md`.
//!
//! ```
//! use outplay_checker::{Options, check};
//! // Node Kayles on a path of four vertices: whatever the first player chooses, the answer leaves
//! // nothing. The moves 2 and 3 are 1 and 0 in the mirror.
//! let certificate = "\
//! outplay-certificate 1
//! game node-kayles
//! vertices 4
//! edges 0-1 1-2 2-3
//! start ----
//! winner second
//! symmetry 3 2 1 0
//! strategy
//! l ---- 0:2 1:3
//! end 1 2 0403ae4007d3ff57
//! ";
//! let checked = check(certificate.as_bytes(), &Options::default())?;
//! assert_eq!(
//!     checked.statement,
//!     "node-kayles on 4 vertices with 3 edges 0-1 1-2 2-3, start ----: the player to move loses"
//! );
//! // 0:2 leaves nothing, but 1:0 is no legal reply.
//! let wrong = certificate.replace("1:3", "1:0");
//! assert_eq!(check(wrong.as_bytes(), &Options::default()).unwrap_err().line, 9);
//! # Ok::<(), outplay_checker::Rejection>(())
//! ```

mod edcn;
mod games;
mod graph;
mod heap;
mod lines;
mod meter;
mod number;
mod proof;
mod rules;
mod statement;
#[cfg(test)]
mod tests;

use meter::{Meter, Unpacked};
use std::fmt;
use std::io::{BufRead, BufReader};

/// How much to trust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Trust no lemma beyond renamed colours and symmetries of the board.
    pub strict: bool,
}

/// A certificate that holds: what it proves, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The whole statement in a sentence. Of a long list of edges it has the beginning and
    /// then the fingerprint, so that different statements never read the same.
    pub statement: String,
    /// The board in the words of the statement.
    pub board: String,
    /// The number that is proved, if it is one; `winner` is then who wins with that many colours.
    pub number: Option<Number>,
    /// The lines of the certificate that make the statement, from the first to `winner`:
    /// all that it depends on.
    pub full: Vec<String>,
    /// SHA-256 of these lines, each ended by a newline, in hexadecimal digits.
    pub fingerprint: String,
    /// The name of the game; empty for numbers of no game.
    pub game: String,
    /// How many vertices the board has (0 where there is no board).
    pub vertices: usize,
    /// The edges or arcs of the board, in the order of the certificate.
    pub edges: Vec<(u32, u32)>,
    /// The parameters, the position at the start and who is to move there.
    pub parameters: Vec<(&'static str, String)>,
    /// `alice` or `bob`; `first` (the player to move) or `second`; or `draw`.
    pub winner: String,
    /// How many positions were settled on the way.
    pub positions: u64,
    /// The lemmas that were trusted beyond renamed colours and symmetries.
    pub lemmas: Vec<&'static str>,
    /// How many symmetries were verified and used: different ones, without the identity.
    /// In version 1 of the format every normal form costs an image for each.
    pub symmetries: usize,
}

/// A number of a game that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// How it is written in formulas.
    pub sign: &'static str,
    /// The number.
    pub value: u64,
    /// What the board is called, which nobody has verified.
    pub called: Option<String>,
    /// Who starts, and who may pass, after a comma; empty for numbers of no game.
    pub variant: String,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub reason: String,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Rejection {}

/// The games that the checker knows, by the names in certificates.
pub fn games() -> impl Iterator<Item = &'static str> {
    games::GAMES.iter().map(|&(name, _)| name)
}

/// Checks a certificate, which may be packed by Zstandard. Memory and steps are linear in its
/// length: what would take more is refused.
///
/// # Errors
/// The certificate does not prove what it states.
///
/// ```
/// use outplay_checker::{Options, check};
/// // Three pebbles, of which one or two are taken: the second player leaves none.
/// let certificate = "\
/// outplay-certificate 1
/// game subtraction
/// take 1,2
/// start 3
/// winner second
/// strategy
/// l 3 0-1:0-2 0-2:0-1
/// end 1 2 44ecb8c5b33ac580
/// ";
/// let checked = check(certificate.as_bytes(), &Options { strict: true }).unwrap();
/// assert_eq!(checked.winner, "second");
/// let altered = certificate.replace("start 3", "start 4");
/// assert!(check(altered.as_bytes(), &Options::default()).is_err());
/// ```
pub fn check(input: impl BufRead, options: &Options) -> Result<Checked, Rejection> {
    check_until(input, options, &|| false)
}

/// The same, as long as `stop` says no.
///
/// # Errors
/// The certificate does not prove what it states, or the check was stopped.
pub fn check_until(
    mut input: impl BufRead,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> Result<Checked, Rejection> {
    let broken = |error: &dyn fmt::Display| Rejection {
        line: 1,
        reason: format!("the file cannot be read: {error}"),
    };
    // Certificates begin with a letter, files of Zstandard with this byte.
    if input.fill_buf().map_err(|error| broken(&error))?.first() != Some(&0x28) {
        return check_text(&mut input, options, stop);
    }
    let unpacked = Unpacked::new(&mut input).map_err(|error| broken(&error))?;
    let checked = check_text(&mut BufReader::new(unpacked), options, stop)?;
    match input.fill_buf() {
        Ok([]) => Ok(checked),
        _ => Err(broken(&"something follows after what was packed")),
    }
}

fn check_text(
    input: &mut dyn BufRead,
    options: &Options,
    stop: &dyn Fn() -> bool,
) -> Result<Checked, Rejection> {
    let meter = Meter::new(stop);
    let mut lines = lines::Lines::new(input, &meter);
    let result = check_lines(&mut lines, options);
    result.map_err(|reason| Rejection {
        line: lines.number,
        reason,
    })
}

fn check_lines(lines: &mut lines::Lines, options: &Options) -> lines::Outcome<Checked> {
    let checked = match lines.accept("outplay-number")?.as_deref() {
        Some("1") => number::check(lines, options)?,
        Some(version) => {
            let version = lines::quote(version);
            return Err(format!("this is version {version}, expected version 1"));
        }
        None => check_one(lines, options)?,
    };
    match lines.at_end()? {
        true => Ok(checked),
        false => Err("something follows after the end".to_owned()),
    }
}

fn check_one(lines: &mut lines::Lines, options: &Options) -> lines::Outcome<Checked> {
    let mut statement = statement::read(lines)?;
    if options.strict && !statement.lemmas.is_empty() {
        let lemmas = statement.lemmas.join(", ");
        return Err(format!(
            "strict checking does not trust the lemmas: {lemmas}"
        ));
    }
    let positions = proof::check(lines, &mut statement)?;
    Ok(statement.checked(positions))
}
