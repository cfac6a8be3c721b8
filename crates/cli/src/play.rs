//! `outplay play`: a game in the terminal or through a pipe.

use crate::args::PlayArgs;
use crate::boards::Source;
use crate::checkpoint::Memory;
use crate::limits::{Limits, memory_limit};
use crate::moves::{move_line, unsettled_moves};
use crate::output::{Failed, say, title};
use crate::solve::for_each_setup;
use outplay_board::InputError;
use outplay_engine::{Outcome, Player, Rng};
use outplay_games::{Analysis, AnyGame, Failure, MoveValue};
use outplay_players::{Resources, Seat, Setup};
use std::io::{BufRead, IsTerminal, Read, Write};
use std::sync::Mutex;

const LONGEST_LINE: u64 = 1 << 20;

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failed> {
    if args.game.setup.board.as_deref() == Some("-") {
        let error = InputError::found(
            "the board on standard input",
            "a file or a family, because the moves come from there",
        );
        return Err(error.into());
    }
    let mut played = false;
    let common = &args.game.search.common;
    for_each_setup(
        args.game.setup.without_choice()?,
        common,
        |source, entry, options| {
            if std::mem::replace(&mut played, true) {
                let error = InputError::found("several graphs", "one board to play on");
                return Err(error.in_source(source.name.as_str()).into());
            }
            let game = (entry.open)(&source.board, options);
            let game = game.map_err(|error| error.in_source(source.name.as_str()))?;
            let human = human(args, &*game)?;
            if args.against == "human" {
                return Table::new(args, source, &*game, human, None)?.play();
            }
            let setup = Setup {
                game: entry.name,
                board: &source.board,
                options,
            };
            // The time limit is that of a move, and begins anew with each.
            let clock = Mutex::new(Limits::new(common));
            let stop = || clock.lock().is_ok_and(|limits| limits.ran_out().is_some());
            let resources = Resources::new(memory_limit(common) / 2, &stop);
            let mut played = Ok(());
            setup.seat(
                &args.against,
                human.other(),
                args.seed,
                resources,
                &mut |seat| played = against(args, source, &*game, human, seat, &clock),
            )?;
            played
        },
    )
}

fn against(
    args: &PlayArgs,
    source: &Source,
    game: &dyn AnyGame,
    human: Player,
    seat: &mut dyn Seat,
    clock: &Mutex<Limits>,
) -> Result<(), Failed> {
    if !args.game.search.common.quiet {
        for remark in seat.remarks() {
            say(format!("({}: {remark})", args.against))?;
        }
    }
    let opponent = Opponent { seat, clock };
    Table::new(args, source, game, human, Some(opponent))?.play()
}

/// The side that the person plays.
fn human(args: &PlayArgs, game: &dyn AnyGame) -> Result<Player, InputError> {
    let sides = [Player::First, Player::Second];
    let named = sides
        .into_iter()
        .zip(["first", "second"])
        .find(|&(player, word)| args.side == word || args.side == game.player_name(player));
    named.map(|(player, _)| player).ok_or_else(|| {
        InputError::found(
            format_args!("side '{}'", args.side),
            sides.map(|side| game.player_name(side)).join(" or "),
        )
    })
}

/// Who plays the other side.
struct Opponent<'a> {
    seat: &'a mut dyn Seat,
    clock: &'a Mutex<Limits>,
}

/// A game under way. Whose turn it is follows from how many moves were made,
/// because not every position records it.
struct Table<'a> {
    args: &'a PlayArgs,
    source: &'a Source,
    game: &'a dyn AnyGame,
    /// Positions so far; the last is the current one.
    history: Vec<String>,
    /// The moves between them.
    moves: Vec<String>,
    starter: Player,
    human: Player,
    opponent: Option<Opponent<'a>>,
    rng: Rng,
    memory: Memory<'a>,
    analysis: Option<Box<dyn Analysis + 'a>>,
}

enum Said {
    Move(String),
    Undo,
    Quit,
}

impl<'a> Table<'a> {
    fn new(
        args: &'a PlayArgs,
        source: &'a Source,
        game: &'a dyn AnyGame,
        human: Player,
        opponent: Option<Opponent<'a>>,
    ) -> Result<Self, Failed> {
        let start = match &args.game.setup.at {
            Some(text) => game.position(text)?,
            None => game.start(),
        };
        Ok(Self {
            args,
            source,
            game,
            starter: game.to_move(&start)?,
            history: vec![start],
            moves: Vec::new(),
            human,
            opponent,
            rng: Rng::new(args.seed),
            memory: Memory::new(&args.game.search, &args.game.setup.game),
            analysis: None,
        })
    }

    fn position(&self) -> &str {
        self.history.last().expect("the start is never undone")
    }

    fn to_move(&self) -> Player {
        match (self.history.len() - 1).is_multiple_of(2) {
            true => self.starter,
            false => self.starter.other(),
        }
    }

    fn play(mut self) -> Result<(), Failed> {
        self.take_turns()?;
        self.memory.finish()
    }

    fn take_turns(&mut self) -> Result<(), Failed> {
        say(format!("Moves: {}.", self.game.move_help()))?;
        say("Also: hint, why, undo, board, help, quit.")?;
        loop {
            let player = self.to_move();
            let name = self.game.player_name(player);
            if let Some(result) = self.game.result(self.position())? {
                self.show()?;
                let winner = match result {
                    Outcome::Win => player,
                    Outcome::Lose | Outcome::Draw => player.other(),
                };
                let name = self.game.player_name(winner);
                return Ok(say(format!("{} wins.", title(name)))?);
            }
            let by_hand = self.opponent.is_none() || player == self.human;
            if !by_hand {
                let mv = self.choose()?;
                say(format!("{} plays {mv}", title(name)))?;
                self.make(mv)?;
                continue;
            }
            self.show()?;
            match self.ask(name)? {
                Said::Move(mv) => self.make(mv)?,
                Said::Undo => self.undo()?,
                Said::Quit => return Ok(()),
            }
        }
    }

    /// Makes a legal move.
    fn make(&mut self, mv: String) -> Result<(), Failed> {
        let next = self.game.play(self.position(), &mv)?;
        self.history.push(next);
        self.moves.push(mv);
        Ok(())
    }

    fn show(&self) -> Result<(), Failed> {
        let marks = self.game.marks(self.position())?;
        let colors = std::io::stdout().is_terminal();
        let picture = outplay_draw::board_text(&self.source.board, &marks, colors);
        say(format!("\n{}", picture.trim_end()))?;
        Ok(say(format!("Position: {}", self.position()))?)
    }

    /// Reads lines until one of them is a legal move or ends the question.
    fn ask(&mut self, name: &str) -> Result<Said, Failed> {
        loop {
            let mut out = std::io::stdout();
            write!(out, "{}> ", name)?;
            out.flush()?;
            // Junk in the pipe is a bad line, not the end of the game; nor is a long line a bomb.
            let mut raw = Vec::new();
            let mut input = std::io::stdin().lock().take(LONGEST_LINE);
            let length = input.read_until(b'\n', &mut raw)?;
            let line = String::from_utf8_lossy(&raw);
            if !std::io::stdin().is_terminal() {
                say(line.trim_end())?;
            }
            if length == 0 {
                say("")?;
                return Ok(Said::Quit);
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Said::Quit),
                "undo" | "u" => return Ok(Said::Undo),
                "board" | "b" => self.show()?,
                "hint" => self.hint()?,
                "why" => self.why()?,
                "help" | "?" => {
                    say(format!("A move: {}.", self.game.move_help()))?;
                    say(
                        "hint   the best move\nwhy    the verdict of every move\nundo   take back your last move\nboard  show the board again\nquit   leave the game",
                    )?;
                }
                text => match self.game.play(self.position(), text) {
                    Ok(_) => return Ok(Said::Move(text.to_owned())),
                    Err(reason) => say(format!("Not possible: {reason}."))?,
                },
            }
        }
    }

    /// Takes back to the last position in which a person had to move.
    fn undo(&mut self) -> Result<(), Failed> {
        let back = match self.opponent {
            None => 1,
            Some(_) => 2,
        };
        if self.history.len() <= back {
            return Ok(say("There is no move of yours to take back.")?);
        }
        self.history.truncate(self.history.len() - back);
        self.moves.truncate(self.moves.len() - back);
        Ok(())
    }

    fn choose(&mut self) -> Result<String, Failed> {
        if let Some(opponent) = &mut self.opponent {
            if let Ok(mut clock) = opponent.clock.lock() {
                *clock = Limits::new(&self.args.game.search.common);
            }
            if let Some(choice) = opponent.seat.choose(&self.history[0], &self.moves)? {
                if let Some(remark) = choice
                    .remark
                    .filter(|_| !self.args.game.search.common.quiet)
                {
                    say(format!("({remark})"))?;
                }
                return Ok(choice.mv);
            }
            say("(no choice within the limits: a random move)")?;
        }
        let moves = self.game.moves(self.position())?;
        Ok(moves[self.rng.below(moves.len())].text.clone())
    }

    fn hint(&mut self) -> Result<(), Failed> {
        match self.values()?.first() {
            Some(best) if best.value.is_some() => {
                Ok(say(format!("Hint: {}", move_line(best, false)))?)
            }
            _ => Ok(say(
                "No hint: this could not be settled within the limits.",
            )?),
        }
    }

    fn why(&mut self) -> Result<(), Failed> {
        for m in self.values()? {
            say(format!("  {}", move_line(&m, false)))?;
        }
        Ok(())
    }

    /// Every legal move with what is known about it, the best first. The analysis
    /// is made once and learns as it is asked.
    fn values(&mut self) -> Result<Vec<MoveValue>, Failed> {
        let limits = Limits::new(&self.args.game.search.common);
        let position = self.position().to_owned();
        let effort = self.args.game.effort(&self.memory, false)?;
        let values = limits.run(|budget| -> Result<Vec<MoveValue>, Failure> {
            let analysis = match self.analysis.take() {
                Some(analysis) => analysis,
                None => self.game.analyse(&self.history[0], &effort, budget)?,
            };
            let values = analysis.moves(&position, budget);
            self.analysis = Some(analysis);
            Ok(values?)
        });
        match values {
            Ok(values) => Ok(values),
            Err(Failure::Stopped(_)) => Ok(unsettled_moves(self.game, &position)?),
            Err(failure) => Err(failure.into()),
        }
    }
}
