//! A game under way between people and players: moves are made and taken back, players choose,
//! and what is found out about the game is kept from question to question.

use crate::answer::{JudgedMove, NamedMove};
use crate::host::{Host, How};
use crate::play::{View, view};
use crate::setup::Opened;
use crate::why::{Line, Why, legal};
use outplay_board::{Failed, InputError};
use outplay_engine::{Outcome, Player, Rng};
use outplay_games::{Analysis, AnyMove, AnyPosition, Failure, MoveValue, value_moves};
use outplay_players::{Prepared, Resources, Seat, prepare};

/// Gets a player ready for a game, within the limits of the host.
///
/// # Errors
/// There is no such player, or it does not play this game.
pub fn opponent<'a>(
    opened: &'a Opened,
    name: &str,
    host: &Host<'_>,
) -> Result<Box<dyn Prepared + 'a>, InputError> {
    let stop = || host.is_over();
    prepare(name, &*opened.game, Resources::new(host.bytes / 2, &stop))
}

/// A game under way. Whose turn it is follows from how many moves were made, because not every
/// position records it.
pub struct Session<'a> {
    opened: &'a Opened,
    how: How,
    /// Positions so far; the last is the current one.
    positions: Vec<AnyPosition>,
    /// The moves between them.
    moves: Vec<AnyMove>,
    starter: Player,
    /// Made once, when first needed; it learns as it is asked.
    analysis: Option<Box<dyn Analysis + 'a>>,
}

/// What a player did.
pub struct Reply {
    /// Its move.
    pub named: NamedMove,
    /// What it says about the move.
    pub remark: Option<String>,
}

impl<'a> Session<'a> {
    /// A game from a position, or from the start.
    ///
    /// # Errors
    /// It is no legal, reachable position.
    pub fn new(opened: &'a Opened, at: Option<&str>, how: How) -> Result<Self, InputError> {
        let start = opened.position(at)?;
        Ok(Self {
            opened,
            how,
            starter: opened.game.to_move(&start),
            positions: vec![start],
            moves: Vec::new(),
            analysis: None,
        })
    }

    fn position(&self) -> &AnyPosition {
        self.positions.last().expect("the start is never undone")
    }

    /// Where the game began.
    pub fn start(&self) -> &AnyPosition {
        &self.positions[0]
    }

    /// The moves so far.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// Who moved first.
    pub fn starter(&self) -> Player {
        self.starter
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        self.mover_at(self.moves.len())
    }

    fn mover_at(&self, ply: usize) -> Player {
        match ply.is_multiple_of(2) {
            true => self.starter,
            false => self.starter.other(),
        }
    }

    /// The position as who plays sees it.
    pub fn view(&self) -> View {
        view(self.opened, self.position(), self.mover())
    }

    /// The edges that can never be directed any more.
    pub fn impossible(&self) -> Vec<String> {
        let (game, board) = (&self.opened.game, &self.opened.board);
        let edges = game.notes(self.position()).impossible_edges;
        let edges = edges.into_iter().flatten();
        edges
            .map(|(a, b)| format!("{}-{}", board.name(a), board.name(b)))
            .collect()
    }

    /// The board in characters, with colours if they can be shown.
    pub fn picture(&self, colors: bool) -> String {
        let marks = self.opened.game.marks(self.position());
        outplay_draw::board_text(&self.opened.board, &marks, colors)
    }

    /// Makes the move that a text says.
    ///
    /// # Errors
    /// It is no legal move; the message says why.
    pub fn play(&mut self, text: &str) -> Result<NamedMove, InputError> {
        let mv = legal(self.opened, self.position(), text)?;
        self.make(mv);
        Ok(self.opened.named(mv))
    }

    fn make(&mut self, mv: AnyMove) {
        let next = self.opened.game.apply(self.position(), mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes moves back; false, and nothing is done, if there are not so many.
    pub fn undo(&mut self, moves: usize) -> bool {
        let left = self.moves.len().checked_sub(moves);
        if let Some(left) = left {
            self.moves.truncate(left);
            self.positions.truncate(left + 1);
        }
        left.is_some()
    }

    /// Lets a player move. Where the limits run out before it has chosen, chance does, and the
    /// remark says so.
    ///
    /// # Errors
    /// The game is over.
    pub fn reply(
        &mut self,
        seat: &mut Seat<'_>,
        rng: &mut Rng,
        host: &Host<'_>,
    ) -> Result<Reply, Failed> {
        let stop = || host.is_over();
        let (mv, remark) = match seat.choose(&self.positions[0], &self.moves, &stop)? {
            Some(choice) => (choice.mv, choice.remark),
            None => {
                let moves = self.opened.game.legal_moves(self.position());
                let remark = "no choice within the limits: a random move";
                (moves[rng.below(moves.len())], Some(remark.to_owned()))
            }
        };
        self.make(mv);
        let named = self.opened.named(mv);
        Ok(Reply { named, remark })
    }

    fn analysed(&mut self, host: &Host<'_>) -> Result<&dyn Analysis, Failure> {
        let game = &*self.opened.game;
        let analysis = match self.analysis.take() {
            Some(analysis) => analysis,
            None => {
                let effort = host.effort(&game.description().identity(), &self.how);
                host.run(&String::new, |budget| {
                    game.analyse(&self.positions[0], &effort, budget)
                })?
            }
        };
        Ok(&**self.analysis.insert(analysis))
    }

    /// Every legal move with what is found out about it within the limits, the best first.
    ///
    /// # Errors
    /// There are too many to list.
    pub fn judged(&mut self, host: &Host<'_>) -> Result<Vec<JudgedMove>, Failed> {
        let (opened, position) = (self.opened, self.position().clone());
        let values = match self.analysed(host) {
            Ok(analysis) => host.run(&String::new, |budget| analysis.moves(&position, budget))?,
            Err(Failure::Stopped(_)) => value_moves(&*opened.game, &position, &mut |_| Ok(None))?,
            Err(failure) => return Err(failure.into()),
        };
        Ok(values.iter().map(|m| opened.judged(m, false)).collect())
    }

    /// The last move by which a player gave a won game away, by its number from 0, and one that
    /// would have kept it; nothing if there was none, or it is not known within the limits.
    ///
    /// # Errors
    /// The question is wrong.
    pub fn lost_by(
        &mut self,
        player: Player,
        host: &Host<'_>,
    ) -> Result<Option<(usize, String)>, Failed> {
        let opened = self.opened;
        self.analysed(host).map(drop).unwrap_or_default();
        let Some(analysis) = &self.analysis else {
            return Ok(None);
        };
        // Looked at from the end, because what comes later is settled sooner.
        for ply in (0..self.moves.len()).rev() {
            if self.mover_at(ply) != player {
                continue;
            }
            let position = &self.positions[ply];
            let judged = host.run(&String::new, |budget| analysis.moves(position, budget));
            let Ok(values) = judged else {
                return Ok(None);
            };
            let wins = |m: &&MoveValue| m.value.is_some_and(|value| value.outcome == Outcome::Win);
            if let Some(better) = values.iter().find(wins) {
                return Ok(Some((ply, opened.game.move_text(better.mv))));
            }
        }
        Ok(None)
    }

    /// Why the move that a text says wins or loses.
    ///
    /// # Errors
    /// It is no legal move.
    pub fn why(&mut self, text: &str, host: &Host<'_>) -> Result<Why, Failed> {
        let (opened, position, mover) = (self.opened, self.position().clone(), self.mover());
        let mv = legal(opened, &position, text)?;
        let analysis = self.analysed(host).map_err(Failed::from)?;
        Line {
            opened,
            analysis,
            mover,
            position: &position,
            mv,
        }
        .why(host)
    }
}
