//! `outplay play`: a game in the terminal or through a pipe. What happens at the board is the
//! service's; here lines are read and answers are said.

use crate::args::PlayArgs;
use crate::limits::{Limits, memory_limit};
use crate::memory::Memory;
use crate::output::{Failed, read_line, say};
use crate::setup::{CHOOSE, CHOSEN, not_chosen};
use outplay_board::{InputError, nearest};
use outplay_engine::{Player, Rng};
use outplay_games::{AnyGame, Coloring, Described};
use outplay_players::history::{History, Occasion, Record, setup_of};
use outplay_players::{LEVELS, PLAYERS, Played, Resources, Seat, choose_colors};
use outplay_service::answer::Verdict;
use outplay_service::session::{Session, opponent};
use outplay_service::text::move_line;
use outplay_service::{Host, Opened};
use std::io::IsTerminal;
use std::time::Duration;

/// Who is asked at the keyboard.
const HUMAN: &str = "human";

const HELP: &str = "\
rules        the rules and the goal
moves        every legal move
board        show the board again
hint         a best move
why          the verdict of every move
why MOVE     why that move wins or loses
undo         take back your last move
level NAME   play on against easy, medium, hard or perfect
quit         leave the game
A legal move is a move, whatever it is called; with / before it, such as /undo, it is a command.";

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
    let stop = || limits.ran_out().is_some();
    let opened = match setup.said(CHOSEN) {
        Some(CHOOSE) => open_chosen(args, &stop)?,
        _ => setup.open_one(common, &stop)?,
    };
    let memory = Memory::new(&args.game.search, Some(setup.identity()?))?;
    let human = human(args, &*opened.game)?;
    // Find out now, not after the game, that it cannot be kept.
    let history = args.history.as_deref();
    let history = match history {
        Some(file) => Some((
            setup_of(&*opened.game, &opened.board)?,
            History::open(file)?,
        )),
        None => None,
    };
    let mut table = Table {
        args,
        game: &*opened.game,
        session: Session::new(&opened, setup.at.as_deref(), args.game.how())?,
        human,
        impossible: Vec::new(),
        memory: &memory,
        rng: Rng::new(common.seed),
    };
    let mut against = args.against.clone();
    let mut greeted = false;
    let ended = loop {
        let ended = match against.as_str() {
            HUMAN => {
                table.welcome(&mut greeted)?;
                table.take_turns(None)?
            }
            name => {
                // The time limit is that of a move, and begins anew with each.
                let prepared = table.ask_host(|_, host| opponent(&opened, name, host))?;
                let seat = Seat::new(&*opened.game, &*prepared, human.other(), common.seed)?;
                table.welcome(&mut greeted)?;
                for remark in seat.remarks().iter().filter(|_| !common.quiet) {
                    say(format!("({name}: {remark})"))?;
                }
                table.take_turns(Some(seat))?
            }
        };
        match ended {
            Ended::Level(name) => against = name,
            ended => break ended,
        }
    };
    if let (Ended::Over(winner), Some((setup, history))) = (ended, history) {
        let mut players = [HUMAN, against.as_str()];
        if human == Player::Second {
            players.reverse();
        }
        let title = opened.title();
        let occasion = Occasion {
            game: &*opened.game,
            start: table.session.start(),
            seed: common.seed,
            board: &title,
            players,
        };
        let mut record = Record::new(&history, &setup, occasion);
        record.add(&Played {
            index: 0,
            winner,
            moves: table.session.moves().to_vec(),
            remarks: Vec::new(),
            reasons: Vec::new(),
            time: [Duration::ZERO; 2],
        })?;
        record.finish()?;
    }
    drop(table);
    memory.finish()
}

/// Opens the game with a number of colours that is chosen first, by the side that has to win
/// with them: the person is asked, a player tries.
fn open_chosen(args: &PlayArgs, stop: &(dyn Fn() -> bool + Sync)) -> Result<Opened, Failed> {
    let setup = &args.game.setup;
    let common = &args.game.search.common;
    if setup.game != Coloring::describe().name {
        return Err(not_chosen(CHOSEN, "").into());
    }
    let values = setup.values(&[CHOSEN])?;
    let source = setup.source(common)?;
    let with = |colors: u32| values.clone().with(CHOSEN, u64::from(colors));
    let open = |colors| setup.open(source.clone(), &with(colors), stop, common.quiet);
    // Whose side is whose does not depend on the number.
    let used = source.board.colors.iter().flatten().max();
    let any = open(used.copied().unwrap_or(1).max(1))?;
    let chooses = any.game.side(human(args, &*any.game)?) == 0;
    if chooses || args.against == HUMAN {
        let title = &any.game.description().sides[0].title;
        loop {
            let Some(line) = read_line(&format!("How many colours? {title} chooses"))? else {
                return Err(InputError::found("the end", "a number of colours").into());
            };
            let refused = match line.parse() {
                Ok(colors) => match open(colors) {
                    Ok(opened) => return Ok(opened),
                    Err(Failed::Input(error)) => error.message,
                    Err(failed) => return Err(failed),
                },
                Err(_) => InputError::found(format_args!("'{line}'"), "a number").message,
            };
            say(format!("Not possible: {refused}."))?;
        }
    }
    let resources = Resources::new(memory_limit(common) / 4, stop);
    let board = &source.board;
    let chosen = choose_colors(&args.against, board, &values, (common.seed, 1), resources)?;
    say(format!("{} chooses {}.", args.against, chosen.why))?;
    open(chosen.colors)
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

/// How taking turns ended.
enum Ended {
    /// The game is over; somebody has won, or nobody.
    Over(Option<Player>),
    /// Somebody left.
    Quit,
    /// Another opponent is wanted.
    Level(String),
}

/// What a line came to.
enum Said {
    Done,
    Quit,
    Level(String),
}

/// A game at the terminal.
struct Table<'a> {
    args: &'a PlayArgs,
    game: &'a dyn AnyGame,
    session: Session<'a>,
    human: Player,
    /// The edges of which it was said that they can never be directed.
    impossible: Vec<String>,
    memory: &'a Memory,
    rng: Rng,
}

impl Table<'_> {
    /// Says the rules and who is who, once.
    fn welcome(&self, greeted: &mut bool) -> Result<(), Failed> {
        if std::mem::replace(greeted, true) {
            return Ok(());
        }
        self.rules()?;
        say("Also: rules, moves, board, hint, why, undo, level, help, quit.")?;
        if self.args.against != HUMAN {
            let name = &self.args.against;
            let about = PLAYERS.iter().find(|player| player.name == name);
            let about = about.map_or(String::new(), |player| format!(": {}", player.about));
            let [me, other] = [self.human, self.human.other()]
                .map(|player| self.game.description().sides[self.game.side(player)].inside());
            say(format!("You are {me}; {other} is played by {name}{about}."))?;
        }
        Ok(())
    }

    fn rules(&self) -> Result<(), Failed> {
        let description = self.game.description();
        say(format!(
            "{}. {} {}",
            description.title, description.rules, description.goal
        ))?;
        Ok(say(format!("Moves: {}.", self.game.move_help()))?)
    }

    /// Asks the service within fresh limits.
    fn ask_host<T>(&mut self, ask: impl FnOnce(&mut Self, &Host<'_>) -> T) -> T {
        let limits = Limits::new(&self.args.game.search.common);
        let memory = self.memory;
        limits.host(memory, memory.threads(), |host| ask(self, host))
    }

    fn take_turns(&mut self, mut seat: Option<Seat<'_>>) -> Result<Ended, Failed> {
        loop {
            let player = self.session.mover();
            let title = self.game.player_title(player).to_owned();
            let view = self.session.view();
            if let Some(over) = view.over {
                self.show()?;
                let sides = [Player::First, Player::Second];
                let winner = over.winner.and_then(|word| {
                    sides
                        .into_iter()
                        .find(|&side| self.game.player_word(side) == word)
                });
                say(format!(
                    "{}. {}",
                    capital(&over.reason),
                    self.verdict(winner, &seat)
                ))?;
                if seat.is_some() && winner == Some(self.human.other()) && self.again()? {
                    continue;
                }
                return Ok(Ended::Over(winner));
            }
            match &mut seat {
                Some(seat) if player != self.human => {
                    let reply = self
                        .ask_host(|table, host| table.session.reply(seat, &mut table.rng, host))?;
                    let quiet = self.args.game.search.common.quiet;
                    if let Some(remark) = reply.remark.filter(|_| !quiet) {
                        say(format!("({remark})"))?;
                    }
                    say(format!("{title} plays {}", reply.named.text))?;
                }
                _ => {
                    self.show()?;
                    match self.ask(self.game.player_word(player), seat.is_some())? {
                        Said::Done => {}
                        Said::Quit => return Ok(Ended::Quit),
                        Said::Level(name) => return Ok(Ended::Level(name)),
                    }
                }
            }
        }
    }

    /// Who won, also from where the person sits.
    fn verdict(&self, winner: Option<Player>, seat: &Option<Seat<'_>>) -> String {
        let Some(winner) = winner else {
            return "Nobody wins.".to_owned();
        };
        let wins = self.game.player_name(winner).does("wins");
        match (seat, winner == self.human) {
            (None, _) => format!("{wins}."),
            (Some(_), true) => format!("You won: {wins}."),
            (Some(_), false) => format!("You lost: {wins}."),
        }
    }

    /// After a lost game: the move that lost it, and whether the person tries again from there.
    fn again(&mut self) -> Result<bool, Failed> {
        let human = self.human;
        let Some((ply, better)) =
            self.ask_host(|table, host| table.session.lost_by(human, host))?
        else {
            return Ok(false);
        };
        let lost = self.game.move_text(self.session.moves()[ply]);
        say(format!(
            "{lost} (move {}) lost it; {better} would have won. Type again to try from there.",
            ply + 1
        ))?;
        let line = read_line(self.game.player_word(human))?.unwrap_or_default();
        let again = line.trim_start_matches('/').eq_ignore_ascii_case("again");
        Ok(again && self.session.undo(self.session.moves().len() - ply))
    }

    fn show(&mut self) -> Result<(), Failed> {
        let picture = self.session.picture(std::io::stdout().is_terminal());
        say(format!("\n{}", picture.trim_end()))?;
        let impossible = self.session.impossible();
        if impossible != self.impossible && !impossible.is_empty() {
            say(format!("Can never be directed: {}.", impossible.join(", ")))?;
        }
        self.impossible = impossible;
        Ok(say(format!("Position: {}", self.session.view().position))?)
    }

    /// Reads lines until one of them is a legal move or ends the question.
    fn ask(&mut self, name: &str, alone: bool) -> Result<Said, Failed> {
        loop {
            let Some(line) = read_line(name)? else {
                return Ok(Said::Quit);
            };
            // A move that is legal is a move, also where a vertex is called q.
            if self.session.play(&line).is_ok() {
                return Ok(Said::Done);
            }
            let command = line.trim_start_matches('/');
            let (word, rest) = command
                .split_once(char::is_whitespace)
                .unwrap_or((command, ""));
            match (word.to_ascii_lowercase().as_str(), rest.trim()) {
                ("", _) => {}
                ("quit" | "exit" | "q", "") => return Ok(Said::Quit),
                ("undo" | "u", "") => match self.session.undo(1 + usize::from(alone)) {
                    true => return Ok(Said::Done),
                    false => say("There is no move of yours to take back.")?,
                },
                ("board" | "b", "") => self.show()?,
                ("rules", "") => self.rules()?,
                ("moves", "") => self.list()?,
                ("hint", "") => self.hint()?,
                ("why", "") => self.why()?,
                ("why", mv) => self.why_move(mv)?,
                ("level", name) => match level(name) {
                    Ok(name) => return Ok(Said::Level(name)),
                    Err(expected) => say(expected)?,
                },
                ("help" | "?", "") => {
                    say(format!("A move: {}.", self.game.move_help()))?;
                    say(HELP)?;
                }
                _ => {
                    if let Err(error) = self.session.play(&line) {
                        say(format!("Not possible: {}.", error.message))?;
                    }
                }
            }
        }
    }

    fn list(&self) -> Result<(), Failed> {
        let moves = self.session.view().moves;
        let texts: Vec<String> = moves.into_iter().map(|mv| mv.text).collect();
        Ok(say(format!("  {}", texts.join("  ")))?)
    }

    fn hint(&mut self) -> Result<(), Failed> {
        let moves = self.ask_host(|table, host| table.session.judged(host))?;
        let Some(best) = moves.first() else {
            return Ok(());
        };
        let text = &best.named.text;
        Ok(say(match (best.verdict, best.remoteness) {
            (Verdict::Unknown, _) => {
                "No hint: this could not be settled within the limits.".to_owned()
            }
            (Verdict::Lose, Some(_)) => {
                format!("Hint: every move loses; {text} holds out longest.")
            }
            (Verdict::Lose, None) => format!("Hint: every move loses, {text} as well as any."),
            _ => format!("Hint: {}", move_line(best)),
        })?)
    }

    fn why(&mut self) -> Result<(), Failed> {
        let moves = self.ask_host(|table, host| table.session.judged(host))?;
        for m in &moves {
            say(format!("  {}", move_line(m)))?;
        }
        // One reason says more than many verdicts: that of the first move that errs, or else
        // that of the best.
        let errs = moves.iter().find(|m| m.verdict == Verdict::Lose);
        match errs
            .or(moves.first())
            .filter(|m| m.verdict != Verdict::Unknown)
        {
            Some(m) => self.why_move(&m.named.text),
            None => Ok(()),
        }
    }

    fn why_move(&mut self, mv: &str) -> Result<(), Failed> {
        match self.ask_host(|table, host| table.session.why(mv, host)) {
            Ok(told) => Ok(say(told.effort.reason.unwrap_or_default())?),
            Err(outplay_service::Failed::Input(error)) => {
                Ok(say(format!("Not possible: {}.", error.message))?)
            }
            Err(failed) => Err(failed),
        }
    }
}

/// The level that was asked for, or what could be.
fn level(name: &str) -> Result<String, String> {
    if LEVELS.contains(&name) {
        return Ok(name.to_owned());
    }
    let about = |level: &str| {
        let player = PLAYERS.iter().find(|player| player.name == level);
        format!("  {level}: {}", player.map_or("", |player| player.about))
    };
    let guess = nearest(name, LEVELS);
    let guess = guess.map_or(String::new(), |name| format!("Did you mean {name}? "));
    let list = LEVELS.map(about).join("\n");
    Err(format!("{guess}Levels:\n{list}"))
}

/// With a capital letter, at the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
