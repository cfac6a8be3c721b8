//! Every legal move of a position with its verdict.

use crate::alike::classes;
use crate::answer::{Effort, JudgedMove, Sampled, Verdict};
use crate::ask::{Ask, SchemaOf, Told};
use crate::host::{Event, Host, How};
use crate::setup::Opened;
use crate::solve::must_have_values;
use crate::text::{move_line, sampled, side};
use outplay_board::{Failed, InputError};
use outplay_draw::{Simulated, simulations_svg};
use outplay_engine::monte_carlo::{self, PlainSampler, Situation, TreeSearch};
use outplay_engine::{Outcome, Player, Stopped};
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
    /// Also what so many simulations of Monte-Carlo tree search say of every move?
    pub sample: Option<u64>,
    /// Where their chance comes from.
    pub seed: u64,
    /// Also a picture of the first of them, each in its four steps?
    pub picture: bool,
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
    /// The move that sampling would play, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling_plays: Option<String>,
    /// The first simulations, as SVG, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    #[serde(skip)]
    words: Option<LabelWords>,
}

/// The most simulations.
const MOST_SAMPLES: u64 = 1_000_000_000;
/// So many of them are drawn.
const MOST_DRAWN: u64 = 20;

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
        let simulations = asked.simulations()?;
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
        let mut moves: Vec<JudgedMove> = values.iter().map(told).collect();
        let (mut sampling_plays, mut picture) = (None, None);
        if let Some(simulations) = simulations {
            let sampling = Sampling {
                situation: &Situation {
                    position: &position,
                    mover: game.to_move(&position),
                    moves: &[],
                },
                simulations,
                seed: asked.seed,
                host,
            };
            sampling_plays = sampling.estimate(opened, &mut moves, &values);
            picture = asked.picture.then(|| sampling.picture(opened));
        }
        Ok(Moves {
            position: game.position_text(&position),
            to_move: opened.mover_word(&position).to_owned(),
            moves,
            sampling_plays,
            picture,
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

impl AskMoves {
    /// How many simulations are asked for.
    fn simulations(&self) -> Result<Option<u64>, InputError> {
        match self.sample {
            Some(0) => Err(InputError::found("0 simulations", "a number from 1")),
            Some(many) if many > MOST_SAMPLES => Err(InputError::found(
                format_args!("{many} simulations"),
                format_args!("at most {MOST_SAMPLES}"),
            )),
            None if self.picture => Err(InputError::found(
                "a picture without simulations",
                "how many of them to sample",
            )),
            sample => Ok(sample),
        }
    }
}

/// A position whose moves are judged by sampling, beside their verdicts. Nothing is proven by it:
/// what is wrong is to be seen.
struct Sampling<'a> {
    situation: &'a Situation<'a, AnyPosition, AnyMove>,
    simulations: u64,
    seed: u64,
    host: &'a Host<'a>,
}

impl Sampling<'_> {
    fn options(&self) -> monte_carlo::Options {
        monte_carlo::Options {
            simulations: self.simulations,
            solver: false,
            ..monte_carlo::Options::default()
        }
    }

    /// Says of every move what sampling says, and gives the move that it would play.
    fn estimate(
        &self,
        opened: &Opened,
        judged: &mut [JudgedMove],
        values: &[MoveValue],
    ) -> Option<String> {
        let stop = || self.host.is_over();
        let options = self.options();
        let mut thinker = opened.game.thinker(options);
        let report = thinker.think(self.situation, self.seed, &stop);
        let all = report.moves.iter().map(|root| root.visits).sum();
        for (judged, value) in judged.iter_mut().zip(values) {
            let root = report.moves.iter().find(|root| root.mv == value.mv);
            judged.sampled = root.map(|root| Sampled {
                games: root.visits,
                share: root.value,
                bound: (root.visits > 0).then(|| root.bound(all, options.exploration)),
                wrong: match judged.verdict {
                    Verdict::Win => root.visits > 0 && root.value < 0.5,
                    Verdict::Lose => root.value > 0.5,
                    Verdict::Draw | Verdict::Unknown => false,
                },
            });
        }
        report.chosen.map(|mv| opened.game.move_text(mv))
    }

    /// The first simulations of a tree.
    fn picture(&self, opened: &Opened) -> String {
        let game = &*opened.game;
        let options = monte_carlo::Options {
            simulations: self.simulations.min(MOST_DRAWN),
            ..self.options()
        };
        let sampler = PlainSampler {
            game,
            longest: options.longest,
        };
        let watched = TreeSearch::new(sampler, options)
            .watch(self.situation, self.seed, &|| self.host.is_over());
        let said = |winner: Option<Player>| match winner {
            Some(player) => game.player_name(player).does("wins"),
            None => "nobody wins".to_owned(),
        };
        let simulated = watched.iter().map(|simulation| Simulated {
            path: simulation
                .path
                .iter()
                .map(|&mv| game.move_text(mv))
                .collect(),
            end: game.marks(&simulation.end.position),
            winner: simulation.winner,
            note: said(simulation.winner),
        });
        let simulated: Vec<Simulated> = simulated.collect();
        let title = format!(
            "Monte-Carlo tree search: {} on {}",
            game.description().title,
            opened.title()
        );
        simulations_svg(&title, &opened.board, &simulated, self.situation.mover)
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
            let sampling = m.sampled.as_ref().map_or(String::new(), sampled);
            text += &format!("  {}{label}{sampling}\n", move_line(m));
        }
        if let Some(mv) = &self.sampling_plays {
            let verdict = self.moves.iter().find(|m| m.named.text == *mv);
            let told = match verdict.map(|m| m.verdict) {
                Some(Verdict::Win) => ", which wins",
                Some(Verdict::Lose) => ", which loses",
                Some(Verdict::Draw) => ", which draws",
                Some(Verdict::Unknown) | None => "",
            };
            text += &format!("Sampling would play {mv}{told}.\n");
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
