//! Why a move wins or loses: the line of best play after it, in words of the game.
//!
//! Every move of the winner in the line is proven to win, and the line is played by the rules,
//! so that what is said can be checked move by move. Where the loser can only choose how to lose
//! with the next move, the line ends there.

use crate::answer::{Effort, JudgedMove, NamedMove, Verdict};
use crate::ask::{Ask, Told};
use crate::host::{Host, How};
use crate::play::{move_text, mover};
use crate::setup::Opened;
use outplay_board::{Failed, InputError};
use outplay_engine::{Budget, Outcome, Player};
use outplay_games::{Analysis, AnyMove, AnyPosition, Failure, MoveValue, SideName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Why a move comes to what it comes to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Why {
    /// The position before the move.
    pub position: String,
    /// The move, with its verdict for who makes it.
    #[serde(flatten)]
    pub judged: JudgedMove,
    /// What follows it under best play.
    pub line: Vec<Ply>,
    /// Moves of the winner that end the game after the line, at least one of them whatever the
    /// loser does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<NamedMove>,
    /// The vertices that are in danger there, by index.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub threatened: Vec<u32>,
    /// Is the end of the game, or a position in which it is decided by the next move, shown?
    pub shown: bool,
    /// What the work was; its reason says why, in words.
    #[serde(flatten)]
    pub effort: Effort,
}

/// A move of a line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ply {
    /// The side that makes it.
    pub by: String,
    /// The move.
    #[serde(flatten)]
    pub named: NamedMove,
    /// The position after it.
    pub to: String,
}

/// Longer lines are not told: nobody reads them.
const LONGEST: usize = 12;
/// Looking at every answer to every move is for positions with few moves.
const FEW_MOVES: usize = 200;

/// Why a move wins or loses.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskWhy {
    /// The position; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    pub mover: Option<String>,
    /// The move, by its text or its JSON.
    #[serde(rename = "move")]
    pub mv: Json,
    /// How to settle it.
    #[serde(skip)]
    pub how: How,
}

impl Ask for AskWhy {
    type About = Opened;
    type Answer = Why;

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Why, Failed> {
        let game = &*opened.game;
        let began = (host.clock)();
        let position = opened.position(self.at.as_deref())?;
        let mover = mover(opened, &position, self.mover.as_deref())?;
        let mv = legal(opened, &position, &move_text(&self.mv))?;
        let effort = host.effort(&game.description().identity(), &self.how);
        let analysed = host.run(&String::new, |budget| {
            game.analyse(&position, &effort, budget)
        });
        let mut told = match &analysed {
            Ok(analysis) => Line {
                opened,
                analysis: &**analysis,
                mover,
                position: &position,
                mv,
            }
            .why(host)?,
            Err(Failure::Stopped(stopped)) => unknown(opened, &position, mv, stopped.to_string()),
            Err(failure) => return Err(failure.clone().into()),
        };
        told.effort.seconds = (host.clock)() - began;
        Ok(told)
    }
}

impl Told<Opened> for Why {
    fn text(&self, _: &Opened) -> String {
        let reason = self.effort.reason.as_deref().unwrap_or_default();
        match self.effort.exact {
            true => format!("{reason}\n"),
            false => format!("Unknown: {reason}.\n"),
        }
    }

    fn is_settled(&self) -> bool {
        self.effort.exact
    }
}

/// The legal move that a text says.
pub(crate) fn legal(
    opened: &Opened,
    position: &AnyPosition,
    text: &str,
) -> Result<AnyMove, InputError> {
    let game = &*opened.game;
    let mv = game.parse_move(text)?;
    match game.refusal(position, mv) {
        Some(refusal) => Err(InputError::new(refusal.to_string())),
        None => Ok(mv),
    }
}

fn unknown(opened: &Opened, position: &AnyPosition, mv: AnyMove, reason: String) -> Why {
    let to = opened.game.apply(position, mv);
    let value = None;
    Why {
        position: opened.game.position_text(position),
        judged: opened.judged(&MoveValue { mv, to, value }, false),
        line: Vec::new(),
        threats: Vec::new(),
        threatened: Vec::new(),
        shown: false,
        effort: Effort {
            positions: 0,
            seconds: 0.0,
            exact: false,
            reason: Some(reason),
        },
    }
}

/// A legal move that is to be explained.
pub(crate) struct Line<'a> {
    pub(crate) opened: &'a Opened,
    pub(crate) analysis: &'a dyn Analysis,
    pub(crate) mover: Player,
    pub(crate) position: &'a AnyPosition,
    pub(crate) mv: AnyMove,
}

impl Line<'_> {
    /// Why it comes to what it comes to, within the limits.
    pub(crate) fn why(&self, host: &Host<'_>) -> Result<Why, Failed> {
        match host.run(&String::new, |budget| self.tell(budget)) {
            Ok(told) => Ok(told),
            Err(Failure::Stopped(stopped)) => {
                let reason = stopped.to_string();
                Ok(unknown(self.opened, self.position, self.mv, reason))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    fn side(&self, player: Player) -> &SideName {
        let game = &*self.opened.game;
        &game.description().sides[game.side(player)]
    }

    fn title(&self, player: Player) -> String {
        self.side(player).inside()
    }

    /// What a player does: `Alice plays`.
    fn does(&self, player: Player, verb: &str) -> String {
        format!("{} {}", self.title(player), self.side(player).verb(verb))
    }

    fn tell(&self, budget: &Budget<'_>) -> Result<Why, Failure> {
        let (opened, game) = (self.opened, &*self.opened.game);
        let to = game.apply(self.position, self.mv);
        let value = self.analysis.value(&to, budget)?.before();
        let winner = match value.outcome {
            Outcome::Win => Some(self.mover),
            Outcome::Lose => Some(self.mover.other()),
            Outcome::Draw => None,
        };
        let judged = opened.judged(
            &MoveValue {
                mv: self.mv,
                to: to.clone(),
                value: Some(value),
            },
            false,
        );
        let end = match winner {
            Some(winner) => self.play_out(to, winner, budget)?,
            None => End {
                words: vec!["neither side can force the end".to_owned()],
                shown: true,
                ..End::default()
            },
        };
        let words = end.words.join("; ");
        let verdict = match judged.verdict {
            Verdict::Win => "wins",
            Verdict::Lose => "loses",
            Verdict::Draw | Verdict::Unknown => "draws",
        };
        Ok(Why {
            position: game.position_text(self.position),
            line: end.line,
            threats: end.threats,
            threatened: end.threatened,
            shown: end.shown,
            effort: Effort {
                positions: self.analysis.positions(),
                seconds: 0.0,
                exact: true,
                reason: Some(format!("{} {verdict}: {words}.", judged.named.text)),
            },
            judged,
        })
    }

    /// Plays on from the position after the move, and says how it goes.
    fn play_out(
        &self,
        mut at: AnyPosition,
        winner: Player,
        budget: &Budget<'_>,
    ) -> Result<End, Failure> {
        let (opened, game) = (self.opened, &*self.opened.game);
        let mut mover = self.mover.other();
        let mut end = End::default();
        loop {
            if game.result(&at).is_some() {
                end.words.push(self.ending(&at, mover));
                end.shown = true;
                return Ok(end);
            }
            if mover != winner && self.fork(&at, mover, &mut end) {
                end.shown = true;
                return Ok(end);
            }
            let End { line, words, .. } = &mut end;
            if line.len() >= LONGEST {
                words.push(format!("and so on, and {}", self.does(winner, "wins")));
                return Ok(end);
            }
            let best = self.best(&at, mover == winner, budget)?;
            let named = opened.named(best.mv);
            let title = self.title(mover);
            words.push(match (mover == winner, line.is_empty()) {
                (true, true) => format!("{} {}", self.does(mover, "answers"), named.text),
                (true, false) => format!("then {} {}", self.does(mover, "plays"), named.text),
                (false, true) => match best.value.and_then(|value| value.remoteness) {
                    Some(_) => {
                        let holds = self.does(mover, "holds");
                        format!("{holds} out longest with {}", named.text)
                    }
                    None => format!("if {} {}", self.does(mover, "answers"), named.text),
                },
                (false, false) => format!("{title} {}", named.text),
            });
            line.push(Ply {
                by: game.player_word(mover).to_owned(),
                named,
                to: game.position_text(&best.to),
            });
            at = best.to;
            mover = mover.other();
        }
    }

    /// The best move: a proven win for the winner, for the loser what holds out longest.
    fn best(
        &self,
        at: &AnyPosition,
        wins: bool,
        budget: &Budget<'_>,
    ) -> Result<MoveValue, Failure> {
        let mut moves = self.analysis.known_moves(at, &|| false)?;
        let complete = self.analysis.is_complete();
        let proven = |m: &MoveValue| m.value.is_some_and(|v| v.outcome == Outcome::Win);
        if wins && !moves.first().is_some_and(proven) {
            // One of them wins; the first that is found does.
            for m in &mut moves {
                let after = self.analysis.value(&m.to, budget)?;
                if after.outcome == Outcome::Lose {
                    m.value = Some(after.before());
                    return Ok(m.clone());
                }
            }
        }
        if !wins && !complete {
            // All lose; how long each takes is not known, so the first one stands for all.
            moves.iter_mut().for_each(|m| m.value = None);
        }
        let first = moves.into_iter().next();
        first.ok_or_else(|| InputError::new("there is no move").into())
    }

    /// How the game ended, in words, where `mover` would be next.
    fn ending(&self, at: &AnyPosition, mover: Player) -> String {
        let game = &*self.opened.game;
        let over = game.notes(at).over;
        over.unwrap_or_else(|| game.description().without_move(game.side(mover)))
    }

    /// Says that the opponent of `mover` wins with the next move whatever `mover` does, if that
    /// is so.
    fn fork(&self, at: &AnyPosition, mover: Player, end: &mut End) -> bool {
        let game = &*self.opened.game;
        let moves = game.legal_moves(at);
        if moves.len() > FEW_MOVES {
            return false;
        }
        // For every move that does not end the game, all answers that do.
        let mut answered: Vec<Vec<AnyMove>> = Vec::new();
        for mv in moves {
            let next = game.apply(at, mv);
            match game.result(&next) {
                Some(Outcome::Win) => continue,
                Some(_) => return false,
                None => {}
            }
            let mut answers = game.legal_moves(&next);
            answers.retain(|&mv| game.result(&game.apply(&next, mv)) == Some(Outcome::Lose));
            if answers.is_empty() {
                return false;
            }
            answered.push(answers);
        }
        let loser = self.title(mover);
        let board = &self.opened.board;
        end.threatened = game.notes(at).threatened.unwrap_or_default();
        let names: Vec<String> = end.threatened.iter().map(|&v| board.name(v)).collect();
        end.words.push(match names.as_slice() {
            [a, b] => {
                format!("then {a} and {b} have one colour left each, and {loser} can save only one")
            }
            [rest @ .., last] if rest.len() > 1 => format!(
                "then {} and {last} have one colour left each, and {loser} cannot save them all",
                rest.join(", ")
            ),
            _ => {
                let does = self.does(mover, "does");
                let wins = self.does(mover.other(), "wins");
                format!("whatever {does} then, {wins} with the next move")
            }
        });
        // The answer to the most moves, then to the most of the rest, ….
        while let Some(best) = most_common(&answered) {
            answered.retain(|answers| !answers.contains(&best));
            end.threats.push(self.opened.named(best));
        }
        true
    }
}

/// How a line ends.
#[derive(Default)]
struct End {
    line: Vec<Ply>,
    words: Vec<String>,
    threats: Vec<NamedMove>,
    threatened: Vec<u32>,
    shown: bool,
}

/// What stands in the most lists; the first of several.
fn most_common(lists: &[Vec<AnyMove>]) -> Option<AnyMove> {
    let mut counts: Vec<(AnyMove, usize)> = Vec::new();
    for &mv in lists.iter().flatten() {
        match counts.iter_mut().find(|(other, _)| *other == mv) {
            Some((_, count)) => *count += 1,
            None => counts.push((mv, 1)),
        }
    }
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.map(|(mv, _)| *mv)
}
