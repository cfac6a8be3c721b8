//! The player that samples: `mcts:SIMULATIONS[,OPTION=VALUE…]`.
//!
//! | option | value | default |
//! |---|---|---|
//! | `c` | factor of the exploration bound √(2 ln n / n_j), 0 to 1000 | 1 |
//! | `final` | `max`, `robust`, `robust-max` or `secure` | `robust` |
//! | `rollouts` | a player who plays both sides of the random games | `random` |
//! | `solver` | `on`, `off`: back up proven results, and stop when the position is settled | `on` |
//! | `reuse` | `on`, `off`: go on with the tree of the last move | `on` |
//! | `transpositions` | `on`, `off`: one node for all ways to a position | `off` |
//! | `nodes` | the most nodes in memory | what memory allows |
//! | `trees` | trees that share the simulations, on all cores | 1 |
//! | `tree` | with its moves, shows so many children of the root: games, share won, bound | 0 |
//! | `longest` | a random game of so many moves counts as endless | 10000 |

use crate::roster::{Resources, prepare};
use crate::strategy::{Choice, Prepared, Strategy, Turn};
use outplay_board::{InputError, shortened};
use outplay_engine::monte_carlo::{
    FinalChoice, Options, PlainCode, PlainSampler, PlainState, Report, Sampler, Situation, Status,
    Thinker, TreeSearch, node_bytes,
};
use outplay_engine::{Endless, Outcome, Player, Rng};
use outplay_games::{AnyGame, AnyMove, AnyPosition};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How this player is written.
pub(crate) const USAGE: &str = "mcts:SIMULATIONS[,OPTION=VALUE…]";
/// What it does.
pub(crate) const ABOUT: &str = "Monte-Carlo tree search with so many simulations a move; options: c=1, \
     final=robust|max|robust-max|secure, rollouts=PLAYER, solver=on|off, reuse=on|off, \
     transpositions=off|on, nodes=N, trees=N, tree=N (shows N moves of the tree), longest=MOVES";

const SIMULATIONS: RangeInclusive<u64> = 1..=1_000_000_000;
const TREES: RangeInclusive<usize> = 1..=1024;
const SHOWN: RangeInclusive<usize> = 0..=1000;
const LONGEST: RangeInclusive<usize> = 1..=1_000_000;
const EXPLORATION: RangeInclusive<f64> = 0.0..=1000.0;

/// Monte-Carlo tree search on a game.
pub(crate) struct Mcts<'a> {
    game: &'a dyn AnyGame,
    options: Options,
    rollouts: Option<Box<dyn Prepared + 'a>>,
    /// How many moves of the tree are shown.
    shown: usize,
}

impl<'a> Mcts<'a> {
    pub(crate) fn new(
        text: &str,
        game: &'a dyn AnyGame,
        resources: Resources<'_>,
    ) -> Result<Self, InputError> {
        let mut words = text.strip_prefix("mcts:").unwrap_or("").split(',');
        let simulations = words.next().unwrap_or("");
        if simulations.is_empty() {
            let (least, most) = SIMULATIONS.into_inner();
            return Err(InputError::found(
                "mcts without a number of simulations",
                format_args!("a number from {least} to {most}, such as mcts:1000"),
            ));
        }
        let mut options = Options {
            simulations: number("simulations", simulations, SIMULATIONS)?,
            ..Options::default()
        };
        let (mut rollouts, mut nodes, mut shown) = (None, None, 0);
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name {
                "c" => options.exploration = number(name, value, EXPLORATION)?,
                "final" => options.choice = final_choice(value)?,
                "rollouts" if value == "random" => rollouts = None,
                "rollouts" if value.starts_with("mcts") => {
                    let expected = "a player that does not sample itself";
                    return Err(found(name, value, expected));
                }
                "rollouts" => rollouts = Some(prepare(value, game, resources)?),
                "solver" => options.solver = switch(name, value)?,
                "reuse" => options.reuse = switch(name, value)?,
                "transpositions" => options.transpositions = switch(name, value)?,
                "nodes" => nodes = Some(value),
                "tree" => shown = number(name, value, SHOWN)?,
                "trees" => options.trees = number(name, value, TREES)?,
                "longest" => options.longest = number(name, value, LONGEST)?,
                _ => {
                    return Err(InputError::found(
                        format_args!("mcts option '{}'", shortened(word)),
                        "c=, final=, rollouts=, solver=, reuse=, transpositions=, nodes=, trees=, tree= or longest=",
                    ));
                }
            }
        }
        let bytes = node_bytes::<AnyMove>(options.transpositions) as u64;
        let most = usize::try_from(resources.memory / bytes)
            .unwrap_or(usize::MAX)
            .max(1);
        options.nodes = nodes.map_or(Ok(most), |value| number("nodes", value, 1..=most))?;
        if options.trees > 1 {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            options.threads = options.trees.min(cores);
        }
        Ok(Self {
            game,
            options,
            rollouts,
            shown,
        })
    }
}

fn found(name: &str, value: &str, expected: impl Display) -> InputError {
    InputError::found(
        format_args!("mcts with {name} '{}'", shortened(value)),
        expected,
    )
}

fn number<T: FromStr + PartialOrd + Display>(
    name: &str,
    value: &str,
    range: RangeInclusive<T>,
) -> Result<T, InputError> {
    let parsed = value.parse().ok().filter(|number| range.contains(number));
    parsed.ok_or_else(|| {
        let (start, end) = range.into_inner();
        found(name, value, format_args!("a number from {start} to {end}"))
    })
}

fn switch(name: &str, value: &str) -> Result<bool, InputError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(found(name, value, "on or off")),
    }
}

fn final_choice(value: &str) -> Result<FinalChoice, InputError> {
    match value {
        "max" => Ok(FinalChoice::Max),
        "robust" => Ok(FinalChoice::Robust),
        "robust-max" => Ok(FinalChoice::RobustMax),
        "secure" => Ok(FinalChoice::Secure),
        _ => Err(found("final", value, "max, robust, robust-max or secure")),
    }
}

impl Prepared for Mcts<'_> {
    fn strategy(&self) -> Box<dyn Strategy + '_> {
        let thinker = match &self.rollouts {
            None => self.game.thinker(self.options),
            Some(player) => Box::new(TreeSearch::new(
                Guided {
                    plain: PlainSampler {
                        game: self.game,
                        longest: self.options.longest,
                    },
                    player: player.as_ref(),
                },
                self.options,
            )),
        };
        Box::new(Seated {
            player: self,
            thinker,
            tree: None,
        })
    }
}

struct Seated<'a> {
    player: &'a Mcts<'a>,
    thinker: Box<dyn Thinker<AnyPosition, AnyMove> + 'a>,
    /// The tree behind the last move, in words.
    tree: Option<String>,
}

impl Seated<'_> {
    /// What the tree says of the moves: how often each was sampled, what share of its games the
    /// mover won, and the bound by which the next simulation would choose.
    fn told(&self, report: &Report<AnyMove>) -> String {
        let all: u64 = report.moves.iter().map(|m| m.visits).sum();
        let mut moves: Vec<_> = report.moves.iter().collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.visits));
        let told = moves.iter().take(self.player.shown).map(|m| {
            let text = self.player.game.move_text(m.mv);
            match (m.proven, m.visits) {
                (Some(outcome), _) => format!("{text} is proven {}", proven(outcome)),
                (None, 0) => format!("{text} never"),
                (None, visits) => format!(
                    "{text} {visits} games, {:.1} % won, bound {:.3}",
                    100.0 * m.value,
                    m.bound(all, self.player.options.exploration)
                ),
            }
        });
        format!(
            "sampled {all} games: {}",
            told.collect::<Vec<_>>().join("; ")
        )
    }
}

fn proven(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "a win",
        Outcome::Lose => "a loss",
        Outcome::Draw => "a draw",
    }
}

impl Strategy for Seated<'_> {
    fn begin(&mut self) {
        self.thinker.forget();
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<Choice> {
        let situation = Situation {
            position: turn.position,
            mover: turn.mover,
            moves: turn.moves,
        };
        let report = self
            .thinker
            .think(&situation, turn.rng.next_u64(), turn.stop);
        if report.stopped {
            return None;
        }
        self.tree = (self.player.shown > 0).then(|| self.told(&report));
        let remark = report
            .proven
            .map(|outcome| format!("proven to be {}", proven(outcome)));
        let remark = remark.filter(|_| self.tree.is_none());
        report.chosen.map(|mv| Choice { mv, remark })
    }

    fn reason(&self) -> Option<String> {
        self.tree.clone()
    }
}

/// A game whose random games are played by a player, who sits on both sides.
struct Guided<'a> {
    plain: PlainSampler<'a, dyn AnyGame + 'a>,
    player: &'a dyn Prepared,
}

/// A state with the moves that led to it from the start of the game, for players that look back.
struct Led {
    state: PlainState<AnyPosition>,
    moves: Vec<AnyMove>,
}

impl Clone for Led {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            moves: self.moves.clone(),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.state.clone_from(&other.state);
        self.moves.clone_from(&other.moves);
    }
}

impl<'a> Sampler for Guided<'a> {
    type Position = AnyPosition;
    type Move = AnyMove;
    type State = Led;
    type Code = PlainCode<AnyMove>;
    type Scratch = [Box<dyn Strategy + 'a>; 2];

    fn scratch(&self) -> Self::Scratch {
        [self.player.strategy(), self.player.strategy()]
    }

    fn state(&self, from: &Situation<'_, AnyPosition, AnyMove>) -> Option<Led> {
        Some(Led {
            state: self.plain.state(from)?,
            moves: from.moves.to_vec(),
        })
    }

    fn moves(&self, led: &Led, codes: &mut Vec<Self::Code>) {
        self.plain.moves(&led.state, codes);
    }

    fn decode(&self, code: Self::Code) -> AnyMove {
        self.plain.decode(code)
    }

    fn play(&self, led: &mut Led, code: Self::Code) -> Status {
        led.moves.push(self.plain.decode(code));
        self.plain.play(&mut led.state, code)
    }

    fn playout(
        &self,
        Led { state, moves }: &mut Led,
        players: &mut Self::Scratch,
        rng: &mut Rng,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Option<Player>> {
        let game = self.plain.game;
        players.iter_mut().for_each(|player| player.begin());
        for _ in 0..self.plain.longest {
            if game.result(&state.position).is_some() {
                break;
            }
            let seat = crate::r#match::side(state.mover);
            let choice = players[seat].choose(Turn {
                game,
                position: &state.position,
                mover: state.mover,
                moves,
                rng,
                stop,
            })?;
            state.position = game.apply(&state.position, choice.mv);
            state.mover = state.mover.other();
            moves.push(choice.mv);
        }
        Some(match game.result(&state.position) {
            Some(Outcome::Win) => Some(state.mover),
            Some(Outcome::Lose) => Some(state.mover.other()),
            Some(Outcome::Draw) => None,
            None => game.endless().and_then(Endless::winner),
        })
    }

    fn key(&self, led: &Led) -> u128 {
        self.plain.key(&led.state)
    }
}
