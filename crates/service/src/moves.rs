//! Every legal move of a position with its verdict.

use crate::alike::classes;
use crate::answer::{Effort, JudgedMove, Verdict};
use crate::ask::{Ask, SchemaOf, Told};
use crate::host::{Event, Host, How};
use crate::setup::Opened;
use crate::solve::must_have_values;
use crate::text::{move_line, side};
use outplay_board::Failed;
use outplay_engine::monte_carlo::{self, Situation};
use outplay_engine::{Outcome, Stopped};
use outplay_games::{
    Analysis, AnyGame, AnyMove, AnyPosition, Failure, LabelWords, MoveValue, sort_moves,
    value_moves,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Which position, and what is wanted.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskMoves {
    /// The position; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// Also the Grundy value after every move?
    pub grundy: bool,
    /// The words for who wins, if not those of the game.
    #[serde(skip)]
    pub words: Option<LabelWords>,
    /// How to settle them.
    #[serde(skip)]
    pub how: How,
}

/// Every legal move, best first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moves {
    /// The position.
    pub position: String,
    /// The side to move there.
    pub to_move: String,
    /// The moves.
    pub moves: Vec<JudgedMove>,
    /// What the work was.
    #[serde(flatten)]
    pub effort: Effort,
    #[serde(skip)]
    words: Option<LabelWords>,
}

impl Ask for AskMoves {
    type About = Opened;
    type Answer = Moves;
    const EVENTS: &'static [(&'static str, SchemaOf)] = &[("move", JudgedMove::json_schema)];

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Moves, Failed> {
        let asked = self;
        let game = &*opened.game;
        must_have_values(game, asked.grundy)?;
        let began = (host.clock)();
        let position = opened.position(asked.at.as_deref())?;
        let mut effort = host.effort(&game.description().identity(), &asked.how);
        effort.grundy = asked.grundy;
        let mut stopped: Option<Stopped> = None;
        let nothing = String::new;
        let classes = match asked.how.no_symmetry {
            true => HashMap::new(),
            false => classes(opened, &position, host),
        };
        let told = |m: &MoveValue| JudgedMove {
            class: classes.get(&m.mv).copied(),
            ..opened.judged(m, asked.grundy)
        };
        let analysed = host.run(&nothing, |budget| game.analyse(&position, &effort, budget));
        let (values, positions) = match &analysed {
            Ok(analysis) => {
                let judging = Judging {
                    game,
                    analysis: &**analysis,
                    classes: &classes,
                    grundy: asked.grundy,
                    host,
                    tell: &|m| (host.tell)(Event::Move(&told(m))),
                };
                let values = judging.judge(&position, &mut stopped)?;
                (values, analysis.positions())
            }
            Err(Failure::Stopped(why)) => {
                stopped = Some(*why);
                (unsettled(game, &position)?, why.positions)
            }
            Err(failure) => return Err(failure.clone().into()),
        };
        Ok(Moves {
            position: game.position_text(&position),
            to_move: opened.mover_word(&position).to_owned(),
            moves: values.iter().map(told).collect(),
            effort: Effort {
                positions,
                seconds: (host.clock)() - began,
                exact: values.iter().all(|m| m.value.is_some()),
                reason: stopped.map(|why| why.to_string()),
            },
            words: asked.words,
        })
    }
}

/// How long looking up what is known may take before moves are settled, in seconds.
const LOOK_UP_TIME: f64 = 0.3;

/// Random games by which moves are put in order before they are settled. They decide nothing else.
const SAMPLES: u64 = 1000;
/// Of so many moves, no order is worth its time.
const MOST_ORDERED: usize = 2000;

/// Moves that are to be settled.
struct Judging<'a> {
    game: &'a dyn AnyGame,
    analysis: &'a dyn Analysis,
    classes: &'a HashMap<AnyMove, u32>,
    grundy: bool,
    host: &'a Host<'a>,
    tell: &'a dyn Fn(&MoveValue),
}

impl Judging<'_> {
    fn judge(
        &self,
        position: &AnyPosition,
        stopped: &mut Option<Stopped>,
    ) -> Result<Vec<MoveValue>, Failed> {
        // What takes long to look up is settled below, one by one.
        let known = self.host.within(LOOK_UP_TIME);
        let mut moves = self.analysis.known_moves(position, &known)?;
        let open = |m: &MoveValue| m.value.is_none() || self.grundy && !self.analysis.is_complete();
        if moves.iter().filter(|m| open(m)).count() > 1 {
            self.promising_first(position, &mut moves);
        }
        let mut settled = HashMap::new();
        for i in 0..moves.len() {
            let class = self.classes.get(&moves[i].mv);
            if let Some(&value) = class.and_then(|class| settled.get(class)) {
                moves[i].value = Some(value);
            } else if open(&moves[i]) && stopped.is_none() {
                let note = || format!("{i} of {} moves settled", moves.len());
                let found = self
                    .host
                    .run(&note, |budget| self.analysis.value(&moves[i].to, budget));
                moves[i].value = match found {
                    Ok(after) => Some(after.before()),
                    Err(Failure::Stopped(why)) => {
                        *stopped = Some(why);
                        moves[i].value.filter(|_| !self.grundy)
                    }
                    Err(failure) => return Err(failure.into()),
                };
            }
            if let Some(value) = moves[i].value {
                class.map(|&class| settled.insert(class, value));
                (self.tell)(&moves[i]);
            }
        }
        sort_moves(&mut moves);
        Ok(moves)
    }

    /// Puts what is known first, then the moves that win the most random games.
    fn promising_first(&self, position: &AnyPosition, moves: &mut [MoveValue]) {
        if moves.len() > MOST_ORDERED {
            return;
        }
        let situation = Situation {
            position,
            mover: self.game.to_move(position),
            moves: &[],
        };
        let mut thinker = self.game.thinker(monte_carlo::Options {
            simulations: SAMPLES,
            ..monte_carlo::Options::default()
        });
        let report = thinker.think(&situation, 1, &|| self.host.is_over());
        // Moves that are alike are worth as much as the best of them, and stay together.
        let kind = |mv: AnyMove| {
            self.classes
                .get(&mv)
                .map_or((None, Some(mv)), |c| (Some(c), None))
        };
        let mut worth: HashMap<_, f64> = HashMap::new();
        for root in &report.moves {
            let own = match root.proven {
                Some(Outcome::Win) => f64::INFINITY,
                Some(Outcome::Lose) => f64::NEG_INFINITY,
                _ => root.value,
            };
            let best = worth.entry(kind(root.mv)).or_insert(own);
            *best = best.max(own);
        }
        let of = |m: &MoveValue| worth.get(&kind(m.mv)).copied().unwrap_or(0.0);
        moves.sort_by(|a, b| {
            let [[open, class], [other_open, other]] = [a, b].map(|m| {
                let class = self.classes.get(&m.mv).map_or(0, |&class| class);
                [u32::from(m.value.is_none()), class]
            });
            let by_worth = of(b).total_cmp(&of(a));
            open.cmp(&other_open).then(by_worth).then(class.cmp(&other))
        });
    }
}

/// The legal moves, with nothing known about them.
fn unsettled(game: &dyn AnyGame, position: &AnyPosition) -> Result<Vec<MoveValue>, Failed> {
    value_moves(game, position, &mut |_| Ok(None)).map_err(Failed::from)
}

impl Told<Opened> for Moves {
    fn text(&self, opened: &Opened) -> String {
        let description = opened.game.description();
        let mover = side(opened, &self.to_move);
        let mut sides = description.sides.iter();
        let other = sides.find(|side| *side != mover).unwrap_or(mover);
        let words = self.words.unwrap_or(description.labels);
        let winner = |m: &JudgedMove| {
            if m.verdict == Verdict::Win {
                mover
            } else {
                other
            }
        };
        let (moves, answers) = (mover.title.as_ref(), other.title.as_ref());
        let mut text = format!("{moves} to move at {}\n", self.position);
        for m in &self.moves {
            // The label of the position that the move leads to.
            let label = match m.verdict {
                Verdict::Win => words.label(Outcome::Lose, answers, moves),
                Verdict::Lose => words.label(Outcome::Win, answers, moves),
                Verdict::Draw => words.label(Outcome::Draw, answers, moves),
                Verdict::Unknown => "?",
            };
            let label = match words {
                LabelWords::Sides if m.verdict == Verdict::Unknown => String::new(),
                LabelWords::Sides if m.verdict == Verdict::Draw => format!(" ({label})"),
                LabelWords::Sides => format!(" ({})", winner(m).does("wins")),
                _ => format!(" (to {label})"),
            };
            text += &format!("  {}{label}\n", move_line(m));
        }
        if self.moves.is_empty() {
            text += "  no legal move: the game is over\n";
        }
        text
    }

    fn is_settled(&self) -> bool {
        self.effort.exact
    }
}
