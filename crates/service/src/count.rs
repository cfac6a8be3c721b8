//! How many positions and plays a game has: exactly where its digraph fits, else an estimate that
//! is called one.

use crate::answer::Heading;
use crate::ask::{Ask, Told};
use crate::host::Host;
use crate::random::RandomPlay;
use crate::setup::Opened;
use crate::text::{grouped, heading_at};
use outplay_board::Failed;
use outplay_engine::{Budget, Rng, Stop};
use outplay_games::{AnyGame, AnyPosition, StateView};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Larger digraphs are not explored, only estimated.
const MOST_COUNTED: u64 = 5_000_000;
/// How many random plays an estimate takes, and how long they may be where they need not end.
const SAMPLES: u32 = 10_000;
const LONGEST: usize = 10_000;

/// What there is to count.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counted {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// Positions that can follow.
    pub positions: Count,
    /// The same with symmetric ones counted once.
    pub up_to_symmetry: Count,
    /// Plays from here to the end of the game.
    pub plays: Count,
    /// Legal positions, also those that play cannot reach, where they are few enough to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    /// What formulas say of boards and plays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<Bound>,
    /// How long it took.
    pub seconds: f64,
}

/// How many positions are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Legal {
    /// With a move left.
    pub playable: u64,
    /// Without one: play is over.
    pub over: u64,
}

/// A number that a formula gives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Bound {
    /// What it counts.
    pub of: &'static str,
    /// As a formula.
    pub formula: String,
    /// The decimal logarithm of its value.
    pub log10: f64,
}

/// A number, exact or estimated.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// So many, in digits, because it may be large.
    Exact(String),
    /// Play can go on for ever.
    Infinite,
    /// About so many.
    Estimated {
        /// The estimate.
        about: f64,
        /// Its standard error over the estimate, where it was sampled.
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<f64>,
    },
}

/// How many positions and plays there are from a position.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskCount {
    /// The position; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// Where chance comes from, where plays are sampled; 1 without it.
    pub seed: u64,
}

impl Default for AskCount {
    fn default() -> Self {
        Self { at: None, seed: 1 }
    }
}

impl Ask for AskCount {
    type About = Opened;
    type Answer = Counted;

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Counted, Failed> {
        let game = &*opened.game;
        let began = (host.clock)();
        let start = opened.position(self.at.as_deref())?;
        let explored = |from: Option<&AnyPosition>, symmetry: bool| {
            let states = host.run(&String::new, |budget| {
                let some = Budget {
                    positions: budget.positions.min(MOST_COUNTED),
                    ..*budget
                };
                game.state_digraph(from, symmetry, host.threads, &some)
            });
            match states {
                Ok(states) => Ok(Some(states)),
                Err(stopped) => match stopped.why {
                    Stop::Positions(_) | Stop::TooMany { .. } => Ok(None),
                    _ => Err(Failed::from(stopped)),
                },
            }
        };
        let exact = |n: usize| Count::Exact(n.to_string());
        let guess = |symmetry: bool| Count::Estimated {
            about: game.expected_positions(&start, symmetry),
            error: None,
        };
        let folded = explored(Some(&start), true)?;
        let folded = folded.map_or_else(|| guess(true), |s| exact(s.digraph().vertex_count()));
        let states = explored(Some(&start), false)?;
        let (positions, plays) = match &states {
            Some(states) => {
                let first = states.index(&start).unwrap_or(0);
                let positions = exact(states.digraph().vertex_count());
                (positions, plays(&**states, first, host)?)
            }
            None => (guess(false), sampled(game, &start, self.seed, host)?),
        };
        // Where those that play reaches are too many, all of them are.
        let legal = match (&states, &self.at) {
            (Some(_), None) => explored(None, false)?.map(|all| {
                let over = |&v: &u32| all.destinations(v).is_empty();
                let over = all.digraph().vertices().filter(over).count() as u64;
                let playable = all.digraph().vertex_count() as u64 - over;
                Legal { playable, over }
            }),
            _ => None,
        };
        let bounds = game.formulas().into_iter().map(|formula| Bound {
            of: formula.of,
            formula: formula.formula,
            log10: formula.log10,
        });
        Ok(Counted {
            heading: Heading::new(opened, self.at.as_ref().map(|_| &start)),
            positions,
            up_to_symmetry: folded,
            plays,
            legal,
            bounds: bounds.collect(),
            seconds: (host.clock)() - began,
        })
    }
}

/// The sequences of moves from a position to where the game is over.
fn plays(states: &dyn StateView, start: u32, host: &Host<'_>) -> Result<Count, Failed> {
    #[derive(Clone, Copy)]
    enum State {
        New,
        Open,
        Done(Option<u128>),
    }
    let mut known = vec![State::New; states.digraph().vertex_count()];
    let mut stack = vec![(start, states.destinations(start), 0, Some(0u128))];
    known[start as usize] = State::Open;
    // Depth first; the sum of a position is complete when all those that follow are.
    while let Some((v, successors, next, sum)) = stack.last_mut() {
        if let Some(&w) = successors.get(*next) {
            match known[w as usize] {
                State::New => {
                    known[w as usize] = State::Open;
                    stack.push((w, states.destinations(w), 0, Some(0)));
                    if let Some(why) = (host.stop)(0) {
                        return Err(why.into());
                    }
                }
                State::Open => return Ok(Count::Infinite),
                State::Done(paths) => {
                    *sum = sum.zip(paths).and_then(|(a, b)| a.checked_add(b));
                    *next += 1;
                }
            }
        } else {
            let sum = if successors.is_empty() { Some(1) } else { *sum };
            known[*v as usize] = State::Done(sum);
            stack.pop();
        }
    }
    Ok(match known[start as usize] {
        State::Done(Some(sum)) => Count::Exact(sum.to_string()),
        _ => Count::Estimated {
            about: f64::INFINITY,
            error: None,
        },
    })
}

/// An estimate of the number of plays: the mean, over random plays, of the product of how many
/// moves there were at every turn. Its expectation is the number of plays.
fn sampled(
    game: &dyn AnyGame,
    start: &AnyPosition,
    seed: u64,
    host: &Host<'_>,
) -> Result<Count, Failed> {
    let mut rng = Rng::new(seed);
    let (mut sum, mut squares, mut samples) = (0.0, 0.0, 0.0);
    for _ in 0..SAMPLES {
        let longest = match game.endless().is_some() {
            true => LONGEST,
            false => usize::MAX,
        };
        let mut play = RandomPlay::new(game, start.clone(), longest, &mut rng, host);
        let product: f64 = play.by_ref().map(|(_, moves)| moves as f64).product();
        if !play.is_over() {
            if host.is_over() {
                break;
            }
            let message =
                format!("a play was not over after {LONGEST} moves, so that none is sampled");
            return Err(Failed::Stopped(message));
        }
        sum += product;
        squares += product * product;
        samples += 1.0;
    }
    if samples == 0.0 {
        return Err(Failed::Stopped("no play was sampled in time".to_owned()));
    }
    let mean: f64 = sum / samples;
    let variance = (squares / samples - mean * mean).max(0.0);
    Ok(Count::Estimated {
        about: mean,
        error: Some((variance / samples).sqrt() / mean),
    })
}

impl Told<Opened> for Counted {
    fn text(&self, opened: &Opened) -> String {
        let mut text = heading_at(opened, None);
        for (what, count) in [
            ("Positions", &self.positions),
            ("Positions up to symmetry", &self.up_to_symmetry),
            ("Plays", &self.plays),
        ] {
            text += &format!("  {what}: {}\n", words(count));
        }
        if let Some(Legal { playable, over }) = self.legal {
            text += &format!(
                "  Legal positions: {}, of which {} are playable and {} over\n",
                grouped(playable + over),
                grouped(playable),
                grouped(over)
            );
        }
        for bound in &self.bounds {
            let value = power(bound.log10);
            text += &format!("  {}: {} = {value}\n", bound.of, bound.formula);
        }
        text
    }
}

fn words(count: &Count) -> String {
    match count {
        Count::Exact(digits) => match digits.parse() {
            Ok(number) => grouped(number),
            Err(_) => digits.clone(),
        },
        Count::Infinite => "infinitely many, because play can go on for ever".to_owned(),
        Count::Estimated { about, .. } if about.is_infinite() => "more than 10^38".to_owned(),
        Count::Estimated { about, error } => {
            let how = match error {
                Some(error) => format!("sampled, with a standard error of {:.1} %", 100.0 * error),
                None => "an estimate".to_owned(),
            };
            format!("about {} ({how})", power(about.log10()))
        }
    }
}

/// A number by its decimal logarithm: 1.5 · 10^20.
fn power(log10: f64) -> String {
    let exponent = log10.floor();
    let digits = 10f64.powf(log10 - exponent);
    match exponent < 6.0 {
        true => grouped(10f64.powf(log10).round() as u64),
        false => format!("{digits:.1} · 10^{exponent}"),
    }
}
