//! Writes certificates: a verdict with a winning strategy that the checker can
//! follow without searching. `docs/certificates.md` describes the format.
//!
//! The strategy is walked from the position in question. Where the loser is to
//! move every move is followed, where the winner is to move one winning reply;
//! a position is written when everything below it has been, and once only. Among
//! winning replies those are preferred that lead to positions written already.

use crate::analysis::{Analysis, Effort, Value};
use crate::any::{AnyGame, AnyMove, AnyPosition, Failure};
use crate::notation::Notation;
use outplay_board::{Graph, InputError};
use outplay_engine::search::Table;
use outplay_engine::{Budget, Endless, Outcome, Player, Stopped};
use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

/// How certificates write a game, and which positions the checker takes for the same.
pub trait Certified: Notation {
    /// The lines that say the game, the board and the parameters; none if certificates do not know
    /// the game.
    ///
    /// # Errors
    /// The board is more than certificates can hold.
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        Ok(Vec::new())
    }

    /// The position in the words of the format.
    fn position_word(&self, position: &Self::Position) -> String {
        self.position_text(position)
    }

    /// A move from a position in the words of the format.
    fn move_word(&self, position: &Self::Position, mv: Self::Move) -> String {
        let _ = position;
        self.move_text(mv)
    }

    /// The symmetries of the board that the key uses, as maps of vertices.
    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        Vec::new()
    }

    /// The lemmas that shorten certificates of this game, beyond symmetries.
    fn lemmas(&self) -> &'static [&'static str] {
        &[]
    }

    /// Equal for two positions if and only if the checker takes them for the same once the board is moved, with or
    /// without the lemmas; and the number of a symmetry row that moves the position there.
    fn key(&self, position: &Self::Position, lemmas: bool) -> (Vec<u8>, usize) {
        let _ = lemmas;
        (self.position_word(position).into_bytes(), 0)
    }

    /// How long the rest of a certificate is likely to be after the winner moved to
    /// `position`: winning replies are tried in this order. `disproof` is what a search has learnt
    /// of it: how much is missing to show that it is lost, 0 where that is shown.
    fn effort(&self, position: &Self::Position, disproof: Option<u32>) -> u64 {
        let _ = position;
        disproof.map_or(u64::MAX, u64::from)
    }

    /// The result where a lemma settles it although the game is not over.
    fn settled(&self, position: &Self::Position, lemmas: bool) -> Option<Outcome> {
        let _ = (position, lemmas);
        None
    }

    /// How the game shows by its regions that a position is lost, if a lemma lets it. The table is
    /// that of the search.
    fn regions(&self, table: &Arc<Table>) -> Option<Box<dyn Regions<Self::Position> + '_>> {
        let _ = table;
        None
    }
}

/// Shows that the first player wins, the other being to move, by lines about regions of the game.
pub trait Regions<P> {
    /// About how much there is left to write, if it is known that the position can be shown lost in this way.
    fn effort(&mut self, position: &P) -> Option<u32>;

    /// What shows that the position is lost; `None` if regions do not.
    ///
    /// # Errors
    /// The budget ran out.
    fn show(&mut self, position: &P, budget: &Budget<'_>) -> Result<Option<Shown>, Stopped>;
}

/// What shows a position lost by its regions.
pub struct Shown {
    /// The lines that must stand before, and how many replies they have.
    pub lines: Vec<(String, u64)>,
    /// How the regions of the position are found among them and earlier ones.
    pub maps: String,
}

/// A position of a game, and the nim heap beside it. A heap proves a Grundy value: a position has the value
/// v exactly if the player to move loses it beside a heap of v.
#[derive(Clone, Debug)]
struct At {
    position: AnyPosition,
    heap: u32,
}

/// A move in the game, or the heap taken down to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Game(AnyMove),
    Heap(u32),
}

/// What to prove of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Who wins it.
    Winner,
    /// Its Grundy value.
    Grundy,
}

impl Claim {
    /// The Grundy value if that is asked for, else the winner.
    pub fn of(grundy: bool) -> Self {
        match grundy {
            true => Self::Grundy,
            false => Self::Winner,
        }
    }
}

/// A certificate that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The outcome that is proved, for the player to move; of a Grundy value the one that it implies.
    pub outcome: Outcome,
    /// The Grundy value, if that is proved.
    pub grundy: Option<u32>,
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

/// A certificate that is asked for.
#[derive(Clone, Copy)]
pub struct Proving<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// What is to be proved.
    pub claim: Claim,
    /// Use lemmas? Without them it also holds under strict checking, and is longer.
    pub lemmas: bool,
    /// The limits.
    pub budget: &'a Budget<'a>,
}

/// Who wins where, and what a search has learnt on its way, which lets lemmas go further. The
/// analysis must know every position that a strategy can reach, and be right; if it errs, the
/// certificate does not pass the checker.
pub type Known<'a> = (&'a dyn Analysis, Option<&'a Arc<Table>>);

fn no_values(game: &dyn AnyGame) -> InputError {
    let name = &game.description().name;
    InputError::new(format!("positions of '{name}' have no Grundy values here"))
}

/// The lines of the board, if certificates know the game.
fn known_rows(game: &dyn AnyGame) -> Result<Vec<String>, InputError> {
    let rows = game.board_rows()?;
    match rows.is_empty() {
        false => Ok(rows),
        true => Err(InputError::new(format!(
            "certificates do not know the game '{}'",
            game.description().name
        ))),
    }
}

impl Proving<'_> {
    /// Settles `position` and writes the certificate.
    ///
    /// # Errors
    /// Certificates do not know the game, the board is too large for one, the game has no Grundy
    /// values, the budget ran out, or `out` cannot be written.
    pub fn prove(
        &self,
        position: &AnyPosition,
        effort: &Effort,
        out: &mut dyn Write,
    ) -> Result<Written, Uncertified> {
        let game = self.game;
        known_rows(game)?;
        let grundy = self.claim == Claim::Grundy;
        if grundy && !(game.description().impartial && game.endless().is_none()) {
            return Err(no_values(game).into());
        }
        let settled = || game.settled(position, self.lemmas).is_some();
        if !grundy && (game.result(position).is_some() || settled()) {
            return self.certify(position, None, out);
        }
        let effort = Effort {
            grundy,
            ..effort.clone()
        };
        let analysis = game.analyse(position, &effort, self.budget)?;
        self.certify(position, Some((&*analysis, Some(&effort.table))), out)
    }

    /// Writes the certificate for `position`, of which nothing need be known if it is over.
    ///
    /// # Errors
    /// As in [`Self::prove`].
    pub fn certify(
        &self,
        position: &AnyPosition,
        known: Option<Known<'_>>,
        out: &mut dyn Write,
    ) -> Result<Written, Uncertified> {
        let Self {
            game,
            claim,
            lemmas,
            budget,
        } = *self;
        let board = known_rows(game)?;
        let rows = game.symmetry_rows();
        let identity = |map: &Vec<u32>| map.iter().zip(0..).all(|(&to, v)| to == v);
        let numbered = rows.iter().filter(|map| !identity(map)).zip(1..);
        let heaps = claim == Claim::Grundy;
        let mut writer = Writer {
            game,
            lemmas,
            heaps,
            analysis: known.map(|known| known.0),
            budget,
            out: Sealed::new(out),
            numbers: numbered
                .map(|(map, number)| (map.clone(), number))
                .collect(),
            rows,
            regions: known
                .and_then(|known| known.1)
                .filter(|_| lemmas && !heaps)
                .and_then(|table| game.regions(table)),
            won: HashMap::new(),
            lost: HashMap::new(),
            entries: 0,
            replies: 0,
        };
        let grundy = match heaps {
            true => Some(writer.grundy(position)?.ok_or_else(|| no_values(game))?),
            false => None,
        };
        let start = At {
            position: position.clone(),
            heap: grundy.unwrap_or(0),
        };
        let settled = writer.result(&start);
        let outcome = match settled {
            Some(outcome) => outcome,
            None => writer.judge(&start)?.0,
        };
        writer.statement(&board, &start, outcome)?;
        match outcome {
            _ if settled.is_some() => {}
            _ if writer.is_held_out(&start, outcome)? => writer.held(start, outcome)?,
            Outcome::Win => writer.won(&start)?,
            Outcome::Lose => match writer.show(&start)? {
                Some(maps) => {
                    let position = writer.position_word(&start);
                    writer.line(&format!("l {position} {maps}"))?;
                    writer.entries += 1;
                }
                None => writer.lost(start)?,
            },
            Outcome::Draw => writer.drawn(&start)?,
        }
        let positions = writer.entries + writer.replies;
        let footer = format!(
            "end {} {} {:016x}",
            writer.entries, writer.replies, writer.out.checksum
        );
        writer.line(&footer)?;
        writer.out.inner.flush().map_err(Uncertified::Output)?;
        Ok(Written {
            outcome: grundy.map_or(outcome, |value| Outcome::of(value != 0)),
            grundy,
            positions,
        })
    }
}

struct Writer<'a> {
    game: &'a dyn AnyGame,
    lemmas: bool,
    /// Is the game played beside a heap?
    heaps: bool,
    analysis: Option<&'a dyn Analysis>,
    budget: &'a Budget<'a>,
    out: Sealed<'a>,
    /// The symmetries, and their numbers in the certificate.
    rows: Vec<Vec<u32>>,
    numbers: HashMap<Vec<u32>, usize>,
    /// What shows positions lost without a strategy, if the first player wins.
    regions: Option<Box<dyn Regions<AnyPosition> + 'a>>,
    /// Positions written, with the winner or the loser to move, and which symmetry makes their keys.
    won: HashMap<Vec<u8>, usize>,
    lost: HashMap<Vec<u8>, usize>,
    entries: u64,
    replies: u64,
}

/// A position with the loser to move, of which some moves have been followed.
struct Frame {
    position: At,
    moves: std::vec::IntoIter<Step>,
    followed: Vec<Followed>,
}

/// A move after which the game goes on, the position that it leads to, and where that was not
/// known the reply with its hint.
type Followed = (Step, Key, Option<(Step, String)>);

/// What stands for a position, and the number of the symmetry that takes it there.
type Key = (Vec<u8>, usize);

/// How a reply is known to win.
enum After {
    /// The position after it is over or written: this says how to find it.
    Settled(String),
    /// It has still to be written.
    Open(At),
}

impl Writer<'_> {
    fn line(&mut self, text: &str) -> Result<(), Uncertified> {
        self.out.line(text).map_err(Uncertified::Output)
    }

    fn statement(
        &mut self,
        board: &[String],
        start: &At,
        outcome: Outcome,
    ) -> Result<(), Uncertified> {
        let game = self.game;
        self.line("outplay-certificate 2")?;
        for row in board {
            self.line(row)?;
        }
        if self.heaps {
            self.line(&format!("heap {}", start.heap))?;
        }
        self.line(&format!("start {}", self.position_word(start)))?;
        let mut mover = Player::First;
        if !game.description().impartial {
            mover = game.to_move(&start.position);
            self.line(&format!("to-move {}", game.player_word(mover)))?;
        }
        self.line(&match outcome {
            Outcome::Win => format!("winner {}", game.player_word(mover)),
            Outcome::Lose => format!("winner {}", game.player_word(mover.other())),
            Outcome::Draw => "winner draw".to_owned(),
        })?;
        if self.lemmas {
            for lemma in self.game.lemmas() {
                self.line(&format!("lemma {lemma}"))?;
            }
        }
        for map in self.game.symmetry_rows() {
            if map.iter().zip(0..).any(|(&image, v)| image != v) {
                let images: Vec<String> = map.iter().map(u32::to_string).collect();
                self.line(&format!("symmetry {}", images.join(" ")))?;
            }
        }
        self.line("strategy")
    }

    fn key(&self, at: &At) -> Key {
        let (mut key, symmetry) = self.game.key(&at.position, self.lemmas);
        if self.heaps {
            key.extend(at.heap.to_le_bytes());
        }
        (key, symmetry)
    }

    fn position_word(&self, at: &At) -> String {
        let word = self.game.position_word(&at.position);
        match self.heaps {
            true => format!("{word}*{}", at.heap),
            false => word,
        }
    }

    fn step_word(&self, at: &At, step: Step) -> String {
        match step {
            Step::Game(mv) => self.game.move_word(&at.position, mv),
            Step::Heap(left) => format!("*{left}"),
        }
    }

    fn apply(&self, at: &At, step: Step) -> At {
        match step {
            Step::Game(mv) => At {
                position: self.game.apply(&at.position, mv),
                heap: at.heap,
            },
            Step::Heap(left) => At {
                heap: left,
                ..at.clone()
            },
        }
    }

    fn value(&self, position: &AnyPosition) -> Result<Value, Stopped> {
        let analysis = self
            .analysis
            .expect("only of what is over nothing is known");
        match analysis.value(position, self.budget) {
            Ok(value) => Ok(value),
            Err(Failure::Stopped(stopped)) => Err(stopped),
            Err(Failure::Input(_)) => unreachable!("positions that can follow can be settled"),
        }
    }

    fn grundy(&self, position: &AnyPosition) -> Result<Option<u32>, Stopped> {
        Ok(self.value(position)?.grundy)
    }

    /// The outcome for the player to move, and how far away it is, where that is known: among
    /// winning replies the nearest is taken, and one at 0 at once. Where play can go in circles
    /// it is known.
    fn judge(&self, at: &At) -> Result<(Outcome, u32), Stopped> {
        let value = self.value(&at.position)?;
        if self.heaps {
            return Ok((Outcome::of(value.grundy != Some(at.heap)), 0));
        }
        Ok((value.outcome, value.remoteness.unwrap_or(0)))
    }

    /// How a position is found that is the image of a written one: `@` and the symmetry that takes it there.
    fn hint(&self, symmetry: usize, written: usize) -> String {
        let (from, to) = (&self.rows.get(symmetry), &self.rows.get(written));
        let (Some(from), Some(to)) = (from, to) else {
            return String::new();
        };
        let mut map = vec![0; from.len()];
        let mut back = vec![0; to.len()];
        for (&image, v) in to.iter().zip(0..) {
            back[image as usize] = v;
        }
        for (image, &through) in map.iter_mut().zip(*from) {
            *image = back[through as usize];
        }
        let number = self.numbers.get(&map);
        number.map_or(String::new(), |number| format!("@{number}"))
    }

    fn result(&self, at: &At) -> Option<Outcome> {
        if at.heap > 0 {
            return None;
        }
        let over = self.game.result(&at.position);
        let lemmas = self.lemmas && !self.heaps;
        over.or_else(|| self.game.settled(&at.position, lemmas))
    }

    fn moves(&self, at: &At) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.game.result(&at.position).is_none() {
            let moves = self.game.legal_moves(&at.position);
            steps.extend(moves.into_iter().map(Step::Game));
        }
        steps.extend((0..at.heap).map(Step::Heap));
        steps
    }

    /// A winning move, and what there is to say about the position after it.
    fn reply(&mut self, position: &At) -> Result<(Step, After), Uncertified> {
        let mut open = Vec::new();
        for mv in self.moves(position) {
            let next = self.apply(position, mv);
            match self.result(&next) {
                Some(Outcome::Lose) => return Ok((mv, After::Settled(String::new()))),
                Some(_) => {}
                None => {
                    let (key, symmetry) = self.key(&next);
                    if let Some(&written) = self.lost.get(&key) {
                        return Ok((mv, After::Settled(self.hint(symmetry, written))));
                    }
                    open.push((mv, next));
                }
            }
        }
        if !self.heaps {
            open.sort_by_cached_key(|(_, next)| {
                let next = &next.position;
                let disproof = self.analysis.and_then(|analysis| analysis.disproof(next));
                self.game.effort(next, disproof)
            });
        }
        if let Some(regions) = &mut self.regions {
            let efforts = open.iter().zip(0..);
            let efforts =
                efforts.filter_map(|((_, next), i)| Some((regions.effort(&next.position)?, i)));
            if let Some((_, i)) = efforts.min() {
                let (mv, next): &(Step, At) = &open[i];
                if let Some(maps) = self.show(next)? {
                    return Ok((*mv, After::Settled(maps)));
                }
            }
        }
        let mut best: Option<(u32, Step, At)> = None;
        for (mv, next) in open {
            let (outcome, effort) = self.judge(&next)?;
            let better = best.as_ref().is_none_or(|best| effort < best.0);
            if outcome == Outcome::Lose && better {
                best = Some((effort, mv, next));
                if effort == 0 {
                    break;
                }
            }
        }
        match best {
            Some((_, mv, next)) => Ok((
                mv,
                match self.show(&next)? {
                    Some(maps) => After::Settled(maps),
                    None => After::Open(next),
                },
            )),
            None => {
                let position = self.game.position_text(&position.position);
                let reason = format!("the search says {position} is won, but no move wins");
                Err(InputError::new(reason).into())
            }
        }
    }

    /// Writes what shows a position lost by its regions, if that can be.
    fn show(&mut self, at: &At) -> Result<Option<String>, Uncertified> {
        let Some(regions) = &mut self.regions else {
            return Ok(None);
        };
        let Some(shown) = regions.show(&at.position, self.budget)? else {
            return Ok(None);
        };
        for (line, replies) in shown.lines {
            self.line(&line)?;
            self.entries += 1;
            self.replies += replies;
        }
        self.poll(0)?;
        Ok(Some(shown.maps))
    }

    /// Is there room and time to go on, with so many positions begun and not written?
    fn poll(&self, begun: usize) -> Result<(), Stopped> {
        let positions = self.entries + self.replies + begun as u64;
        let each = self.game.position_bytes() + size_of::<Vec<u8>>() + 16;
        self.budget.check(positions, 2 * positions * each as u64)?;
        self.budget.poll(positions)
    }

    /// Writes `start`, where the loser is to move, and what it needs before it.
    fn lost(&mut self, start: At) -> Result<(), Uncertified> {
        let frame = |moves: Vec<Step>, position| Frame {
            position,
            moves: moves.into_iter(),
            followed: Vec::new(),
        };
        let mut stack = vec![frame(self.moves(&start), start)];
        while let Some(top) = stack.last_mut() {
            if let Some(mv) = top.moves.next() {
                let next = self.apply(&top.position, mv);
                if self.result(&next).is_some() {
                    continue;
                }
                let key = self.key(&next);
                let same = |(_, (other, _), _): &Followed| *other == key.0;
                if self.won.contains_key(&key.0) || top.followed.iter().any(same) {
                    top.followed.push((mv, key, None));
                    continue;
                }
                let (reply, after) = self.reply(&next)?;
                match after {
                    After::Settled(hint) => top.followed.push((mv, key, Some((reply, hint)))),
                    After::Open(after) => {
                        top.followed.push((mv, key, Some((reply, String::new()))));
                        stack.push(frame(self.moves(&after), after));
                        self.poll(stack.len())?;
                    }
                }
                continue;
            }
            let Some(done) = stack.pop() else { break };
            let mut text = format!("l {}", self.position_word(&done.position));
            for (mv, (key, symmetry), reply) in done.followed {
                let word = self.step_word(&done.position, mv);
                // Something below may have needed the same position.
                match (self.won.get(&key), reply) {
                    (Some(&written), _) => {
                        let hint = self.hint(symmetry, written);
                        if !hint.is_empty() {
                            text += &format!(" {word}{hint}");
                        }
                    }
                    (None, Some((reply, hint))) => {
                        let next = self.apply(&done.position, mv);
                        let reply = self.step_word(&next, reply);
                        text += &format!(" {word}:{reply}{hint}");
                        self.won.insert(key, symmetry);
                        self.replies += 1;
                    }
                    (None, None) => unreachable!("known when it was met"),
                }
            }
            self.line(&text)?;
            let (key, symmetry) = self.key(&done.position);
            self.lost.insert(key, symmetry);
            self.entries += 1;
            self.poll(stack.len())?;
        }
        Ok(())
    }

    /// Writes `position`, where the winner is to move, and what it needs before it.
    fn won(&mut self, position: &At) -> Result<(), Uncertified> {
        let (reply, after) = self.reply(position)?;
        let hint = match after {
            After::Settled(hint) => hint,
            After::Open(after) => {
                self.lost(after)?;
                String::new()
            }
        };
        self.line(&format!(
            "w {} {}{hint}",
            self.position_word(position),
            self.step_word(position, reply)
        ))?;
        let (key, symmetry) = self.key(position);
        self.won.insert(key, symmetry);
        self.entries += 1;
        Ok(self.poll(0)?)
    }

    /// Does somebody win there who has only to hold out, and cannot force an end?
    fn is_held_out(&self, at: &At, outcome: Outcome) -> Result<bool, Stopped> {
        let Some(winner) = self.game.endless().and_then(Endless::winner) else {
            return Ok(false);
        };
        let wins = match outcome {
            Outcome::Win => winner == self.game.to_move(&at.position),
            _ => winner != self.game.to_move(&at.position),
        };
        Ok(wins && self.value(&at.position)?.remoteness.is_none())
    }

    /// Writes `start`, where somebody wins by holding out, with all positions that can follow when
    /// the loser makes any move and the winner one that goes on holding out.
    fn held(&mut self, start: At, outcome: Outcome) -> Result<(), Uncertified> {
        let mut listed = HashSet::new();
        let mut queue = VecDeque::new();
        let mut begin = None;
        let first = match outcome {
            Outcome::Win => {
                let (reply, after) = self.hold(&start, &listed)?;
                begin = Some((start, reply));
                after
            }
            _ => start,
        };
        listed.insert(self.key(&first).0);
        queue.push_back(first);
        while let Some(position) = queue.pop_front() {
            let mut text = format!("h {}", self.position_word(&position));
            for mv in self.moves(&position) {
                let next = self.apply(&position, mv);
                let (key, symmetry) = self.key(&next);
                if self.result(&next).is_some() || self.won.contains_key(&key) {
                    continue;
                }
                let (reply, after) = self.hold(&next, &listed)?;
                let word = self.step_word(&position, mv);
                text += &format!(" {word}:{}", self.step_word(&next, reply));
                self.won.insert(key, symmetry);
                self.replies += 1;
                if listed.insert(self.key(&after).0) {
                    queue.push_back(after);
                }
            }
            self.line(&text)?;
            self.entries += 1;
            self.poll(queue.len())?;
        }
        if let Some((start, reply)) = begin {
            let position = self.position_word(&start);
            let reply = self.step_word(&start, reply);
            self.line(&format!("w {position} {reply}"))?;
            self.entries += 1;
        }
        Ok(())
    }

    /// A move that holds out, to a position that is listed if there is one, and where it leads.
    fn hold(&self, at: &At, listed: &HashSet<Vec<u8>>) -> Result<(Step, At), Uncertified> {
        let mut found = None;
        for mv in self.moves(at) {
            let next = self.apply(at, mv);
            let known = listed.contains(&self.key(&next).0);
            if known || found.is_none() && self.judge(&next)?.0 == Outcome::Lose {
                found = Some((mv, next));
                if known {
                    break;
                }
            }
        }
        Ok(found.expect("who holds out has a move to hold out with"))
    }

    /// Writes `start`, which is a draw, with all draws that can follow, and
    /// shows that whoever leaves them loses.
    fn drawn(&mut self, start: &At) -> Result<(), Uncertified> {
        let mut listed = HashSet::from([self.key(start).0]);
        let mut queue = VecDeque::from([start.clone()]);
        while let Some(position) = queue.pop_front() {
            for mv in self.moves(&position) {
                let next = self.apply(&position, mv);
                let (key, _) = self.key(&next);
                if self.judge(&next)?.0 == Outcome::Draw {
                    if listed.insert(key) {
                        queue.push_back(next);
                    }
                } else if !self.won.contains_key(&key) {
                    self.won(&next)?;
                }
            }
            self.line(&format!("d {}", self.position_word(&position)))?;
            self.entries += 1;
            self.poll(queue.len())?;
        }
        Ok(())
    }
}

/// Where a checksum begins.
pub const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// The checksum (FNV-1a, 64 bits) of what had the checksum `before`, and then these bytes.
pub fn checksum(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Lines, and the checksum of all of them.
struct Sealed<'a> {
    inner: BufWriter<&'a mut dyn Write>,
    checksum: u64,
}

impl<'a> Sealed<'a> {
    fn new(out: &'a mut dyn Write) -> Self {
        Self {
            inner: BufWriter::new(out),
            checksum: BASIS,
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.checksum = checksum(checksum(self.checksum, text.as_bytes()), b"\n");
        self.inner.write_all(text.as_bytes())?;
        self.inner.write_all(b"\n")
    }
}

/// The lines of a graph and of a colouring with so many colours, for certificates of numbers.
///
/// # Errors
/// The graph or the number of colours is more than certificates can hold.
pub fn colored_rows(graph: &Graph, marks: &[u8], colors: u32) -> Result<Vec<String>, InputError> {
    let colors = u8::try_from(colors).unwrap_or(u8::MAX);
    colors_row(colors)?;
    let n = graph.vertex_count();
    let mut rows = board_rows(n, graph.edges(), "edges", '-', MOST_VERTICES)?;
    rows.push(format!("coloring {}", colors_word(marks, colors)));
    Ok(rows)
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

/// The lines `game`, `vertices` and `edges` of a game on a graph.
pub(crate) fn graph_rows(game: &str, graph: &Graph) -> Result<Vec<String>, InputError> {
    let n = graph.vertex_count();
    let rows = board_rows(n, graph.edges(), "edges", '-', MOST_VERTICES)?;
    Ok([vec![format!("game {game}")], rows].concat())
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
