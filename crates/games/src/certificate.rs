//! Writes certificates: a verdict with a winning strategy that the checker can
//! follow without searching. `docs/certificates.md` describes the format.
//!
//! The strategy is walked from the position in question. Where the loser is to
//! move every move is followed, where the winner is to move one winning reply;
//! a position is written when everything below it has been, and once only. Among
//! winning replies those are preferred that lead to positions written already.

use crate::any::Failure;
use crate::notation::Notation;
use outplay_board::InputError;
use outplay_engine::{Budget, Outcome, Player, Stopped};
use std::collections::{HashSet, VecDeque};
use std::fmt;
use std::hash::Hash;
use std::io::{self, BufWriter, Write};

/// A game for which certificates can be written: how the format writes it, and
/// which positions the checker takes for the same.
pub trait Certifiable: Notation + Send + Sync {
    /// Equal for two positions if and only if the checker takes them for the same.
    type Key: Clone + Eq + Hash;

    /// The lines that say the game, the board and the parameters.
    ///
    /// # Errors
    /// The board is more than certificates can hold.
    fn certificate_board(&self) -> Result<Vec<String>, InputError>;

    /// The position in the words of the format.
    fn certificate_position(&self, position: &Self::Position) -> String;

    /// The move in the words of the format.
    fn certificate_move(&self, mv: Self::Move) -> String;

    /// The symmetries of the board that the key uses, as maps of vertices.
    fn certificate_symmetries(&self) -> Vec<Vec<u32>> {
        Vec::new()
    }

    /// The lemmas that shorten certificates of this game, beyond symmetries.
    fn certificate_lemmas(&self) -> &'static [&'static str] {
        &[]
    }

    /// What stands for a position, with or without the lemmas.
    fn certificate_key(&self, position: &Self::Position, lemmas: bool) -> Self::Key;

    /// How long the rest of a certificate is likely to be after the winner moved to
    /// `position`: winning replies are tried in this order.
    fn certificate_effort(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// The result of a game that is over, or that a lemma settles.
    fn certificate_result(&self, position: &Self::Position, lemmas: bool) -> Option<Outcome> {
        let _ = lemmas;
        self.result(position)
    }
}

/// What an oracle knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// Among winning replies the one with the least effort is taken, and 0 at
    /// once. Where play can go in circles this must be the remoteness.
    pub effort: u32,
}

/// A certificate that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The outcome that is proved, for the player to move.
    pub outcome: Outcome,
    /// How many positions it settles.
    pub positions: u64,
}

/// Why no certificate was written to its end.
#[derive(Debug)]
pub enum Uncertified {
    /// The question is wrong, or the budget ran out.
    Failure(Failure),
    /// The file could not be written.
    Output(io::Error),
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failure(Failure::Input(error)) => error.fmt(f),
            Self::Failure(Failure::Stopped(stopped)) => stopped.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Uncertified {}

impl<E: Into<Failure>> From<E> for Uncertified {
    fn from(error: E) -> Self {
        Self::Failure(error.into())
    }
}

/// Writes a certificate for `position`. Without `lemmas` it also holds under
/// strict checking, and is longer.
///
/// The oracle must know every position that a strategy can reach, and be right;
/// if it errs, the certificate does not pass the checker.
///
/// # Errors
/// The board is too large for a certificate, the budget or the oracle's ran
/// out, or `out` cannot be written.
pub fn certify<G: Certifiable>(
    game: &G,
    position: &G::Position,
    lemmas: bool,
    oracle: &dyn Fn(&G::Position) -> Result<Judged, Stopped>,
    out: &mut dyn Write,
    budget: &Budget<'_>,
) -> Result<Certified, Uncertified> {
    let settled = game.certificate_result(position, lemmas);
    let outcome = match settled {
        Some(outcome) => outcome,
        None => oracle(position)?.outcome,
    };
    let mut writer = Writer {
        game,
        lemmas,
        oracle,
        budget,
        out: Sealed::new(out),
        won: HashSet::new(),
        lost: HashSet::new(),
        entries: 0,
        replies: 0,
    };
    writer.statement(position, outcome)?;
    match outcome {
        _ if settled.is_some() => {}
        Outcome::Win => writer.won(position)?,
        Outcome::Lose => writer.lost(position.clone())?,
        Outcome::Draw => writer.drawn(position)?,
    }
    let positions = writer.entries + writer.replies;
    let footer = format!(
        "end {} {} {:016x}",
        writer.entries, writer.replies, writer.out.checksum
    );
    writer.line(&footer)?;
    writer.out.inner.flush().map_err(Uncertified::Output)?;
    Ok(Certified { outcome, positions })
}

struct Writer<'a, G: Certifiable> {
    game: &'a G,
    lemmas: bool,
    oracle: &'a dyn Fn(&G::Position) -> Result<Judged, Stopped>,
    budget: &'a Budget<'a>,
    out: Sealed<'a>,
    /// Positions written, with the winner or the loser to move.
    won: HashSet<G::Key>,
    lost: HashSet<G::Key>,
    entries: u64,
    replies: u64,
}

/// A position with the loser to move, of which some moves have been followed.
struct Frame<G: Certifiable> {
    position: G::Position,
    moves: std::vec::IntoIter<G::Move>,
    replies: Vec<(G::Move, G::Move, G::Key)>,
}

impl<G: Certifiable> Writer<'_, G> {
    fn line(&mut self, text: &str) -> Result<(), Uncertified> {
        self.out.line(text).map_err(Uncertified::Output)
    }

    fn statement(&mut self, start: &G::Position, outcome: Outcome) -> Result<(), Uncertified> {
        let game = self.game;
        let board = game.certificate_board()?;
        self.line("outplay-certificate 1")?;
        for row in board {
            self.line(&row)?;
        }
        self.line(&format!("start {}", game.certificate_position(start)))?;
        let mut mover = Player::First;
        if !game.is_impartial() {
            mover = game.to_move(start);
            self.line(&format!("to-move {}", game.player_name(mover)))?;
        }
        self.line(&match outcome {
            Outcome::Win => format!("winner {}", game.player_name(mover)),
            Outcome::Lose => format!("winner {}", game.player_name(mover.other())),
            Outcome::Draw => "winner draw".to_owned(),
        })?;
        if self.lemmas {
            for lemma in game.certificate_lemmas() {
                self.line(&format!("lemma {lemma}"))?;
            }
        }
        for map in game.certificate_symmetries() {
            if map.iter().zip(0..).any(|(&image, v)| image != v) {
                let images: Vec<String> = map.iter().map(u32::to_string).collect();
                self.line(&format!("symmetry {}", images.join(" ")))?;
            }
        }
        self.line("strategy")
    }

    fn key(&self, position: &G::Position) -> G::Key {
        self.game.certificate_key(position, self.lemmas)
    }

    fn result(&self, position: &G::Position) -> Option<Outcome> {
        self.game.certificate_result(position, self.lemmas)
    }

    fn moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        moves
    }

    /// A winning move, the position after it, and whether nothing more need be
    /// said about that.
    fn reply(&self, position: &G::Position) -> Result<(G::Move, G::Position, bool), Uncertified> {
        let mut open = Vec::new();
        for mv in self.moves(position) {
            let next = self.game.apply(position, mv);
            let settled = match self.result(&next) {
                Some(outcome) => outcome == Outcome::Lose,
                None => self.lost.contains(&self.key(&next)),
            };
            if settled {
                return Ok((mv, next, true));
            }
            open.push((mv, next));
        }
        open.sort_by_cached_key(|(_, next)| self.game.certificate_effort(next));
        let mut best: Option<(u32, G::Move, G::Position)> = None;
        for (mv, next) in open {
            if self.result(&next).is_some() {
                continue;
            }
            let judged = (self.oracle)(&next)?;
            let better = best.as_ref().is_none_or(|best| judged.effort < best.0);
            if judged.outcome == Outcome::Lose && better {
                best = Some((judged.effort, mv, next));
                if judged.effort == 0 {
                    break;
                }
            }
        }
        match best {
            Some((_, mv, next)) => Ok((mv, next, false)),
            None => {
                let position = self.game.position_text(position);
                let reason = format!("the search says {position} is won, but no move wins");
                Err(InputError::new(reason).into())
            }
        }
    }

    fn poll(&self) -> Result<(), Stopped> {
        let positions = self.entries + self.replies;
        let each = self.game.position_bytes() + size_of::<G::Key>() + 16;
        self.budget.check(positions, 2 * positions * each as u64)?;
        self.budget.poll(positions)
    }

    /// Writes `start`, where the loser is to move, and what it needs before it.
    fn lost(&mut self, start: G::Position) -> Result<(), Uncertified> {
        let frame = |moves: Vec<G::Move>, position| Frame::<G> {
            position,
            moves: moves.into_iter(),
            replies: Vec::new(),
        };
        let mut stack = vec![frame(self.moves(&start), start)];
        while let Some(top) = stack.last_mut() {
            if let Some(mv) = top.moves.next() {
                let next = self.game.apply(&top.position, mv);
                if self.result(&next).is_some() {
                    continue;
                }
                let key = self.key(&next);
                if self.won.contains(&key) || top.replies.iter().any(|(_, _, k)| *k == key) {
                    continue;
                }
                let (reply, after, settled) = self.reply(&next)?;
                top.replies.push((mv, reply, key));
                if !settled {
                    stack.push(frame(self.moves(&after), after));
                }
                continue;
            }
            let Some(done) = stack.pop() else { break };
            let mut text = format!("l {}", self.game.certificate_position(&done.position));
            for (mv, reply, key) in done.replies {
                // Something below may have needed the same position.
                if self.won.insert(key) {
                    text.push(' ');
                    text.push_str(&self.game.certificate_move(mv));
                    text.push(':');
                    text.push_str(&self.game.certificate_move(reply));
                    self.replies += 1;
                }
            }
            self.line(&text)?;
            self.lost.insert(self.key(&done.position));
            self.entries += 1;
            self.poll()?;
        }
        Ok(())
    }

    /// Writes `position`, where the winner is to move, and what it needs before it.
    fn won(&mut self, position: &G::Position) -> Result<(), Uncertified> {
        let (reply, after, settled) = self.reply(position)?;
        if !settled {
            self.lost(after)?;
        }
        self.line(&format!(
            "w {} {}",
            self.game.certificate_position(position),
            self.game.certificate_move(reply)
        ))?;
        self.won.insert(self.key(position));
        self.entries += 1;
        Ok(self.poll()?)
    }

    /// Writes `start`, which is a draw, with all draws that can follow, and
    /// shows that whoever leaves them loses.
    fn drawn(&mut self, start: &G::Position) -> Result<(), Uncertified> {
        let mut listed = HashSet::from([self.key(start)]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(position) = queue.pop_front() {
            for mv in self.moves(&position) {
                let next = self.game.apply(&position, mv);
                let key = self.key(&next);
                if (self.oracle)(&next)?.outcome == Outcome::Draw {
                    if listed.insert(key) {
                        queue.push_back(next);
                    }
                } else if !self.won.contains(&key) {
                    self.won(&next)?;
                }
            }
            self.line(&format!("d {}", self.game.certificate_position(&position)))?;
            self.entries += 1;
            self.poll()?;
        }
        Ok(())
    }
}

/// Lines, and the checksum (FNV-1a, 64 bits) of all of them.
struct Sealed<'a> {
    inner: BufWriter<&'a mut dyn Write>,
    checksum: u64,
}

impl<'a> Sealed<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Self {
            inner: BufWriter::new(out),
            checksum: 0xcbf2_9ce4_8422_2325,
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        for byte in text.bytes().chain([b'\n']) {
            self.checksum = (self.checksum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.inner.write_all(text.as_bytes())?;
        self.inner.write_all(b"\n")
    }
}

/// The lines `vertices` and `edges` (or `arcs`), one row for each first end.
pub(crate) fn board_rows(
    vertices: usize,
    edges: impl Iterator<Item = (u32, u32)>,
    key: &str,
    sign: char,
    most: usize,
) -> Result<Vec<String>, InputError> {
    if vertices > most {
        return Err(InputError::found(
            format_args!("a board with {vertices} vertices"),
            format_args!("at most {most}, which is what certificates can hold"),
        ));
    }
    let mut rows = vec![format!("vertices {vertices}")];
    let mut first = None;
    for (a, b) in edges {
        if first.replace(a) != Some(a) {
            rows.push(key.to_owned());
        }
        if let Some(row) = rows.last_mut() {
            row.push_str(&format!(" {a}{sign}{b}"));
        }
    }
    Ok(rows)
}

/// The most vertices of a board on which vertices or edges are marked.
pub(crate) const MOST_VERTICES: usize = 1 << 12;

const MOST_COLORS: u8 = 60;

/// The line `colors`.
pub(crate) fn colors_row(colors: u8) -> Result<String, InputError> {
    if colors > MOST_COLORS {
        return Err(InputError::found(
            format_args!("{colors} colours"),
            format_args!("at most {MOST_COLORS}, which is what certificates can hold"),
        ));
    }
    Ok(format!("colors {colors}"))
}

/// The colours of a position: a character a vertex, or between commas if there
/// are ten colours or more.
pub(crate) fn colors_word(marks: &[u8], colors: u8) -> String {
    let mark = |&mark: &u8| match mark {
        0 => "-".to_owned(),
        mark => mark.to_string(),
    };
    let marks: Vec<String> = marks.iter().map(mark).collect();
    match marks.len() {
        0 => ".".to_owned(),
        _ => marks.join(if colors > 9 { "," } else { "" }),
    }
}
