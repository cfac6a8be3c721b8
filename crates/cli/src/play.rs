//! `outplay play`: a game in the terminal or through a pipe.

use crate::args::PlayArgs;
use crate::checkpoint::Memory;
use crate::limits::{Limits, memory_limit};
use crate::moves::move_line;
use crate::output::{Failed, say};
use outplay_board::InputError;
use outplay_engine::{Outcome, Player, Rng};
use outplay_games::{Analysis, AnyGame, AnyMove, AnyPosition, Effort, Failure, MoveValue};
use outplay_players::{Resources, Seat, prepare};
use outplay_service::{How, Opened};
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
    let setup = &args.game.setup;
    let common = &args.game.search.common;
    let limits = Limits::new(common);
    let opened = setup.open_one(common, &|| limits.ran_out().is_some())?;
    let game = &*opened.game;
    let human = human(args, game)?;
    let memory = Memory::new(&args.game.search, &setup.game)?;
    if args.against == "human" {
        Table::new(args, &opened, human, None, &memory)?.take_turns()?;
        return memory.finish();
    }
    // The time limit is that of a move, and begins anew with each.
    let clock = Mutex::new(limits);
    let stop = || clock.lock().is_ok_and(|limits| limits.ran_out().is_some());
    let resources = Resources::new(memory_limit(common) / 2, &stop);
    let prepared = prepare(&args.against, game, resources)?;
    let seat = Seat::new(game, &*prepared, human.other(), common.seed, &stop)?;
    if !common.quiet {
        for remark in seat.remarks() {
            say(format!("({}: {remark})", args.against))?;
        }
    }
    let opponent = Opponent {
        seat,
        clock: &clock,
    };
    Table::new(args, &opened, human, Some(opponent), &memory)?.take_turns()?;
    memory.finish()
}

/// The side that the person plays.
fn human(args: &PlayArgs, game: &dyn AnyGame) -> Result<Player, InputError> {
    let sides = [Player::First, Player::Second];
    let named = sides
        .into_iter()
        .zip(["first", "second"])
        .find(|&(player, word)| {
            args.side.eq_ignore_ascii_case(word)
                || args.side.eq_ignore_ascii_case(game.player_word(player))
        });
    named.map(|(player, _)| player).ok_or_else(|| {
        InputError::found(
            format_args!("side '{}'", args.side),
            sides.map(|side| game.player_word(side)).join(" or "),
        )
    })
}

/// Who plays the other side.
struct Opponent<'a> {
    seat: Seat<'a>,
    clock: &'a Mutex<Limits>,
}

/// A game under way. Whose turn it is follows from how many moves were made,
/// because not every position records it.
struct Table<'a> {
    args: &'a PlayArgs,
    opened: &'a Opened,
    game: &'a dyn AnyGame,
    /// Positions so far; the last is the current one.
    history: Vec<AnyPosition>,
    /// The moves between them.
    moves: Vec<AnyMove>,
    starter: Player,
    human: Player,
    opponent: Option<Opponent<'a>>,
    rng: Rng,
    memory: &'a Memory<'a>,
    analysis: Option<Box<dyn Analysis + 'a>>,
}

enum Said {
    Move(AnyMove),
    Undo,
    Quit,
}

impl<'a> Table<'a> {
    fn new(
        args: &'a PlayArgs,
        opened: &'a Opened,
        human: Player,
        opponent: Option<Opponent<'a>>,
        memory: &'a Memory<'a>,
    ) -> Result<Self, Failed> {
        let start = opened.position(args.game.setup.at.as_deref())?;
        let game = &*opened.game;
        Ok(Self {
            args,
            opened,
            game,
            starter: game.to_move(&start),
            history: vec![start],
            moves: Vec::new(),
            human,
            opponent,
            rng: Rng::new(args.game.search.common.seed),
            memory,
            analysis: None,
        })
    }

    fn position(&self) -> &AnyPosition {
        self.history.last().expect("the start is never undone")
    }

    fn to_move(&self) -> Player {
        match (self.history.len() - 1).is_multiple_of(2) {
            true => self.starter,
            false => self.starter.other(),
        }
    }

    fn take_turns(mut self) -> Result<(), Failed> {
        let description = self.game.description();
        say(format!(
            "{}. {} {}",
            description.title, description.rules, description.goal
        ))?;
        say(format!("Moves: {}.", self.game.move_help()))?;
        say("Also: hint, why, undo, board, help, quit.")?;
        loop {
            let player = self.to_move();
            let title = self.game.player_title(player);
            if let Some(result) = self.game.result(self.position()) {
                self.show()?;
                let winner = match result {
                    Outcome::Win => player,
                    Outcome::Lose | Outcome::Draw => player.other(),
                };
                let winner = self.game.player_title(winner);
                let why = self.game.notes(self.position()).over;
                let why = why.unwrap_or_else(|| format!("{title} has no move left"));
                return Ok(say(format!("{}. {winner} wins.", capital(&why)))?);
            }
            let by_hand = self.opponent.is_none() || player == self.human;
            if !by_hand {
                let mv = self.choose()?;
                say(format!("{title} plays {}", self.game.move_text(mv)))?;
                self.make(mv);
                continue;
            }
            self.show()?;
            match self.ask(self.game.player_word(player))? {
                Said::Move(mv) => self.make(mv),
                Said::Undo => self.undo()?,
                Said::Quit => return Ok(()),
            }
        }
    }

    /// Makes a legal move.
    fn make(&mut self, mv: AnyMove) {
        let next = self.game.apply(self.position(), mv);
        self.history.push(next);
        self.moves.push(mv);
    }

    fn show(&self) -> Result<(), Failed> {
        let marks = self.game.marks(self.position());
        let colors = std::io::stdout().is_terminal();
        let picture = outplay_draw::board_text(&self.opened.board, &marks, colors);
        say(format!("\n{}", picture.trim_end()))?;
        let position = self.game.position_text(self.position());
        Ok(say(format!("Position: {position}"))?)
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
                text => match self.read(text) {
                    Ok(mv) => return Ok(Said::Move(mv)),
                    Err(reason) => say(format!("Not possible: {reason}."))?,
                },
            }
        }
    }

    /// The legal move that a line says.
    fn read(&self, text: &str) -> Result<AnyMove, String> {
        let mv = self
            .game
            .parse_move(text)
            .map_err(|error| error.to_string())?;
        match self.game.refusal(self.position(), mv) {
            Some(refusal) => Err(refusal.to_string()),
            None => Ok(mv),
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

    fn choose(&mut self) -> Result<AnyMove, Failed> {
        let common = &self.args.game.search.common;
        if let Some(opponent) = &mut self.opponent {
            if let Ok(mut clock) = opponent.clock.lock() {
                *clock = Limits::new(common);
            }
            if let Some(choice) = opponent.seat.choose(&self.history[0], &self.moves)? {
                if let Some(remark) = choice.remark.filter(|_| !common.quiet) {
                    say(format!("({remark})"))?;
                }
                return Ok(choice.mv);
            }
            say("(no choice within the limits: a random move)")?;
        }
        let moves = self.game.legal_moves(self.position());
        Ok(moves[self.rng.below(moves.len())])
    }

    fn hint(&mut self) -> Result<(), Failed> {
        match self.values()?.first() {
            Some(best) if best.value.is_some() => {
                let line = move_line(&self.opened.judged(best, false));
                Ok(say(format!("Hint: {line}"))?)
            }
            _ => Ok(say(
                "No hint: this could not be settled within the limits.",
            )?),
        }
    }

    fn why(&mut self) -> Result<(), Failed> {
        for m in self.values()? {
            say(format!("  {}", move_line(&self.opened.judged(&m, false))))?;
        }
        Ok(())
    }

    /// Every legal move with what is known about it, the best first. The analysis
    /// is made once and learns as it is asked.
    fn values(&mut self) -> Result<Vec<MoveValue>, Failed> {
        let limits = Limits::new(&self.args.game.search.common);
        let position = self.position().clone();
        let (game, memory) = (self.game, self.memory);
        let how: How = self.args.game.how();
        let analysis = &mut self.analysis;
        let start = &self.history[0];
        let values = limits.host(memory, memory.threads(), |host| {
            let effort: Effort = host.effort(&game.description().name, &how);
            host.run(&String::new, |budget| -> Result<Vec<MoveValue>, Failure> {
                let analysis = match analysis {
                    Some(analysis) => analysis,
                    None => analysis.insert(game.analyse(start, &effort, budget)?),
                };
                Ok(analysis.moves(&position, budget)?)
            })
        });
        match values {
            Ok(values) => Ok(values),
            Err(Failure::Stopped(_)) => {
                let moves = game.legal_moves(&position).into_iter();
                Ok(moves
                    .map(|mv| MoveValue {
                        to: game.apply(&position, mv),
                        mv,
                        value: None,
                    })
                    .collect())
            }
            Err(failure) => Err(failure.into()),
        }
    }
}

/// With a capital letter, at the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
