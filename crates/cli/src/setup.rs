//! A game and its board on the command line. The flags of games come from what the games
//! declare, and a flag that a game does not take is refused.

use crate::args::CommonArgs;
use crate::boards::{self, Reading};
use crate::limits::memory_limit;
use crate::output::Failed;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use outplay_board::{Board, InputError, shortened};
use outplay_games::parameters::{Default, Kind, Parameter};
use outplay_games::registry::{self, Entry, GAMES};
use outplay_games::{BoardKind, Coloring, Described, Description, Identity, Values, ruled};
use outplay_service::{Opened, Source, missing_colors};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

/// What was said about a game.
pub(crate) struct SetupArgs {
    pub(crate) game: String,
    pub(crate) board: Option<String>,
    pub(crate) at: Option<String>,
    /// The flags of games, as they were typed.
    said: Vec<(String, String)>,
    /// What the sides are to be called.
    names: Option<String>,
    /// The game, if it stands in a rule file or its sides have other names.
    written: OnceLock<Entry>,
}

/// What rule files can take, whose names are not known before they are read.
static OF_FILES: LazyLock<Vec<Parameter>> = LazyLock::new(ruled::parameters_of_files);

/// Every parameter of every game, by its name, with the games that take it.
fn declared() -> Vec<(&'static Parameter, Vec<&'static str>)> {
    let mut list: Vec<(&'static Parameter, Vec<&'static str>)> = Vec::new();
    for entry in GAMES.iter() {
        for parameter in &entry.description.parameters {
            match list
                .iter_mut()
                .find(|(known, _)| known.name == parameter.name)
            {
                Some((_, games)) => games.push(entry.name()),
                None => list.push((parameter, vec![entry.name()])),
            }
        }
    }
    for parameter in OF_FILES.iter() {
        let known = list
            .iter_mut()
            .find(|(known, _)| known.name == parameter.name);
        match known {
            Some((_, games)) => games.push("rule files"),
            None => list.push((parameter, vec!["rule files"])),
        }
    }
    list
}

fn flag(parameter: &'static Parameter, help: String) -> Arg {
    let mut arg = Arg::new(parameter.name.as_ref())
        .long(parameter.name.as_ref())
        .value_name(parameter.placeholder())
        .allow_hyphen_values(true)
        .help(help)
        .help_heading("The game");
    if let Some(short) = parameter.short {
        arg = arg.short(short);
    }
    arg
}

/// The help of a parameter in one game, with its default.
fn help_of(parameter: &Parameter) -> String {
    let default = match &parameter.default {
        Default::Required => String::new(),
        Default::Value(value) => format!(" [default: {}]", value.text()),
        Default::Computed(words) => format!(" [default: {words}]"),
    };
    format!("{}: {}{default}", parameter.help, parameter.expected())
}

/// The position, and what games take.
fn flags() -> Vec<Arg> {
    let at = Arg::new("at")
        .long("at")
        .value_name("POSITION")
        .allow_hyphen_values(true)
        .action(ArgAction::Set)
        .help("The position, as answers write it, or a file that holds it");
    let of_games = declared().into_iter().map(|(parameter, games)| {
        let help = format!("{} ({})", parameter.help, games.join(", "));
        flag(parameter, help)
    });
    let names = Arg::new("names")
        .long("names")
        .value_name("A,B")
        .help("What the two sides are called in texts, such as Ali,Matin");
    [at, names].into_iter().chain(of_games).collect()
}

/// A position of a game on a board that a command takes anyhow, if one was said.
pub(crate) struct PositionArgs(pub(crate) SetupArgs);

impl Args for PositionArgs {
    fn augment_args(command: Command) -> Command {
        let game = Arg::new("game").long("game").value_name("GAME");
        let game = game.help("The game whose position stands on the board");
        command.arg(game).args(flags())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PositionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        SetupArgs::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Args for SetupArgs {
    fn augment_args(command: Command) -> Command {
        let names: Vec<&str> = GAMES.iter().map(Entry::name).collect();
        command
            .arg(
                Arg::new("game")
                    .value_name("GAME")
                    .required(true)
                    .help(format!(
                        "The game: {}, or a rule file .toml",
                        names.join(", ")
                    )),
            )
            .arg(
                Arg::new("board")
                    .value_name("BOARD")
                    .help("The board: a file, - for standard input, or a family such as grid:3x3"),
            )
            .args(flags())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SetupArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let word = |name: &str| matches.get_one::<String>(name).cloned();
        let said = declared().into_iter().filter_map(|(parameter, _)| {
            let text = matches.get_one::<String>(&parameter.name)?;
            Some((parameter.name.to_string(), text.clone()))
        });
        let at = match word("at") {
            Some(path) if Path::new(&path).is_file() => Some(position_in(&path)?),
            at => at,
        };
        Ok(Self {
            game: word("game").unwrap_or_default(),
            board: word("board"),
            at,
            said: said.collect(),
            names: word("names"),
            written: OnceLock::new(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The position in a file.
pub(crate) fn position_in(path: &str) -> Result<String, clap::Error> {
    const LONGEST: u64 = 1 << 22;
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    let wrong = |error| clap::Error::raw(ErrorKind::Io, format!("{path}: cannot read: {error}\n"));
    read.map(|_| text.trim_end().to_owned()).map_err(wrong)
}

/// The flags of one game only, for its help: those of other games are hidden.
pub(crate) fn only(command: Command, description: &'static Description) -> Command {
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_id() == name);
    if !has("game") {
        return command;
    }
    let about = format!(
        "{}. {} {}",
        description.title, description.rules, description.goal
    );
    let has_values = has("grundy");
    let mut command = command.before_help(about);
    if has_values && !description.impartial {
        command = command.mut_arg("grundy", |arg| arg.hide(true));
    }
    for (parameter, _) in declared() {
        command = command.mut_arg(parameter.name.as_ref(), |arg| {
            match description.parameter(&parameter.name) {
                Some(own) => arg.help(help_of(own)),
                None => arg.hide(true),
            }
        });
    }
    command
}

/// Asks about every embedding of the board in the plane.
pub(crate) const ALL: (&str, &str) = ("embedding", "all");

/// Leaves a parameter to a player.
pub(crate) const CHOOSE: &str = "choose";
/// The parameter that players know how to choose.
pub(crate) const CHOSEN: &str = "colors";

/// Refuses to let a player choose a parameter, where nobody plays or no player knows how.
pub(crate) fn not_chosen(name: &str, player: &str) -> InputError {
    InputError::found(
        format_args!("--{name} {CHOOSE}{}", shortened(player)),
        format_args!(
            "a number; it is chosen in a match, tournament (choose:PLAYER) or play (choose) of {}",
            Coloring::describe().name
        ),
    )
}

/// The two names in a list.
fn two_names(text: &str) -> Result<[&str; 2], InputError> {
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    match names[..] {
        [a, b] if !a.is_empty() && !b.is_empty() && a != b => Ok([a, b]),
        _ => Err(InputError::found(
            format_args!("--names '{}'", shortened(text)),
            "two names, such as Ali,Matin",
        )),
    }
}

impl SetupArgs {
    /// The game that was asked for: by its name, or in a rule file.
    pub(crate) fn entry(&self) -> Result<&Entry, InputError> {
        let path = Path::new(&self.game);
        let known = !self.game.ends_with(".toml")
            && (!path.is_file() || registry::find(&self.game).is_ok());
        if known && self.names.is_none() {
            return registry::find(&self.game);
        }
        if self.written.get().is_none() {
            let names = self.names.as_deref().map(two_names).transpose()?;
            let entry = match (known, names) {
                (true, Some(names)) => registry::find(&self.game)?.with_names(names),
                (_, None) => crate::game::read(&self.game)?,
                (false, Some(names)) => crate::game::read(&self.game)?.with_names(names),
            };
            // Another thread may have been quicker, with the same file.
            let _ = self.written.set(entry);
        }
        Ok(self.written.get().expect("it was just set"))
    }

    /// What the game is that was asked for.
    pub(crate) fn identity(&self) -> Result<Identity, InputError> {
        Ok(self.entry()?.description.identity())
    }

    /// The parameters that say where play begins.
    pub(crate) fn places(&self) -> Result<Vec<&str>, InputError> {
        let parameters = self.entry()?.description.parameters.iter();
        let places = parameters.filter(|parameter| parameter.kind == Kind::Vertex);
        Ok(places.map(|parameter| parameter.name.as_ref()).collect())
    }

    /// Places that were not said become the first vertex.
    pub(crate) fn somewhere(&self, mut values: Values, places: &[&str], board: &Board) -> Values {
        for &place in places.iter().filter(|name| self.said(name).is_none()) {
            if board.vertex_count() > 0 {
                values.set(place.to_owned(), board.name(0).as_str());
            }
        }
        values
    }

    /// Refuses what only games take, where no game was said; but for one flag.
    pub(crate) fn refuse_without_game(&self, but: &str) -> Result<(), InputError> {
        let flags = self.said.iter().map(|(name, _)| name.as_str());
        let mut flags = flags
            .filter(|&name| name != but)
            .chain(self.at.as_ref().map(|_| "at"))
            .chain(self.names.as_ref().map(|_| "names"));
        match flags.next() {
            Some(flag) => Err(InputError::new(format!(
                "--{flag} is said of a game: say which with --game"
            ))),
            None => Ok(()),
        }
    }

    /// What was typed for a parameter.
    pub(crate) fn said(&self, name: &str) -> Option<&str> {
        let mut list = self.said.iter();
        list.find(|(known, _)| known == name)
            .map(|(_, text)| text.as_str())
    }

    /// The parameters that were said. Those that are `found` otherwise need not be, and a
    /// player may choose them.
    pub(crate) fn values(&self, found: &[&str]) -> Result<Values, InputError> {
        let description = &self.entry()?.description;
        let flags = || {
            let flags: Vec<String> = description
                .parameters
                .iter()
                .map(|p| format!("--{}", p.name))
                .collect();
            match flags.is_empty() {
                true => "no flags of its own".to_owned(),
                false => flags.join(", "),
            }
        };
        let mut values = Values::new();
        for (name, text) in &self.said {
            let Some(parameter) = description.parameter(name) else {
                return Err(InputError::new(format!(
                    "'{}' does not take --{name}: it takes {}",
                    self.game,
                    flags()
                )));
            };
            if (name.as_str(), text.as_str()) == ALL && found.contains(&ALL.0) {
                continue;
            }
            if let Some(player) = text.strip_prefix(CHOOSE) {
                match found.contains(&name.as_str()) {
                    true => continue,
                    false => return Err(not_chosen(name, player)),
                }
            }
            let value = parameter
                .parse(text)
                .map_err(|error| InputError::new(format!("--{name}: {error}")))?;
            values.set(parameter.name.clone(), value);
        }
        let missing = description.parameters.iter().find(|p| {
            p.is_required() && values.get(&p.name).is_none() && !found.contains(&p.name.as_ref())
        });
        match missing {
            Some(parameter) => {
                let asked = match parameter.name == CHOSEN {
                    true => missing_colors(self.entry()?, &values, self.first().as_ref(), "--"),
                    false => None,
                };
                Err(asked.unwrap_or_else(|| {
                    InputError::new(format!(
                        "--{} is missing: say {}, {}",
                        parameter.name,
                        parameter.help,
                        parameter.expected()
                    ))
                }))
            }
            None => Ok(values),
        }
    }

    /// The first board that was said, if it can be read without standard input.
    fn first(&self) -> Option<Source> {
        let board = self.board.as_deref().filter(|board| *board != "-")?;
        let mut first = None;
        let _ = boards::for_each(board, Reading::default(), |source| {
            first = Some(source);
            // One board is enough.
            Err(Failed::Interrupted)
        });
        first
    }

    /// The BOARD argument; nothing in games without one.
    pub(crate) fn board(&self) -> Result<Option<&str>, InputError> {
        let entry = self.entry()?;
        match (&self.board, entry.description.board) {
            (Some(board), BoardKind::None) => Err(InputError::found(
                format_args!("board '{}'", shortened(board)),
                format_args!("no board, because '{}' is not played on one", entry.name()),
            )),
            (None, BoardKind::None) => Ok(None),
            (Some(board), _) => Ok(Some(board)),
            (None, _) => Err(InputError::new(format!(
                "the board is missing: try 'outplay solve {} {}', or - for standard input",
                entry.name(),
                entry.description.example.board
            ))),
        }
    }

    /// How the board is to be read.
    pub(crate) fn reading<'a>(&self, common: &'a CommonArgs) -> Result<Reading<'a>, InputError> {
        let description = &self.entry()?.description;
        let directed = description.board == BoardKind::Directed;
        Ok(Reading {
            format: common.format.as_deref(),
            directed: description.plain_arcs,
            header: common.header,
            memory: directed.then(|| memory_limit(common)),
        })
    }

    /// Opens the game on the one board that was said.
    pub(crate) fn open_one(
        &self,
        common: &CommonArgs,
        stop: &dyn Fn() -> bool,
    ) -> Result<Opened, Failed> {
        let values = self.values(&[])?;
        self.open(self.source(common)?, &values, stop, common.quiet)
    }

    /// The one board that was said.
    pub(crate) fn source(&self, common: &CommonArgs) -> Result<Source, Failed> {
        Ok(match self.board()? {
            None => Source::none(),
            Some(board) => {
                let mut found = None;
                boards::for_each(board, self.reading(common)?, |source| {
                    if found.is_some() {
                        let error = InputError::found("several graphs", "one board");
                        return Err(error.in_source(source.name.as_str()).into());
                    }
                    found = Some(source);
                    Ok(())
                })?;
                found.ok_or_else(|| InputError::found("no board", "one").in_source(board))?
            }
        })
    }

    /// Opens the game on a board, and says what was done for the user.
    pub(crate) fn open(
        &self,
        source: Source,
        values: &Values,
        stop: &dyn Fn() -> bool,
        quiet: bool,
    ) -> Result<Opened, Failed> {
        let opened = Opened::new(self.entry()?, source, values, stop)?;
        for remark in opened.remarks.iter().filter(|_| !quiet) {
            let choose = remark.parameter;
            let choose = choose.map_or(String::new(), |name| format!(" (choose with --{name})"));
            eprintln!("outplay: {}: {}{choose}", opened.name, remark.text);
        }
        Ok(opened)
    }
}
