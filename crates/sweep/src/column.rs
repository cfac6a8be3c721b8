//! The columns of a sweep: what is asked of every board, read once into typed questions.

use crate::facts::{FACTS, Fact};
use outplay_board::{Board, InputError, Shape, nearest, shortened};
use outplay_engine::search::{Ask as Search, Means};
use outplay_engine::{Outcome, Stopped};
use outplay_games::registry::{self, Entry};
use outplay_games::{AnyGame, BoardKind, Failure, Identity, Values};
pub use outplay_rules::expression::Kind;
use outplay_service::{AskNumber, Failed, Host, NUMBERS, Opened, Source};
use outplay_tables::Cell;
use std::collections::BTreeMap;
use std::io::Read;
use std::sync::Arc;

/// The texts of rule files, by the name that was typed.
pub(crate) type Rules = BTreeMap<String, String>;

/// A column of this kind without values.
pub(crate) fn empty_column(kind: Kind) -> outplay_tables::Column {
    match kind {
        Kind::Bool => outplay_tables::Column::Bool(Vec::new()),
        Kind::Int => outplay_tables::Column::Int(Vec::new()),
        Kind::Text => outplay_tables::Column::Text(Vec::new()),
    }
}

/// What a board says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Bool(bool),
    Int(i64),
    Text(String),
    /// There is no such value, which is an answer too.
    None,
    /// It cannot be asked of this board, and why.
    Unknown(String),
    /// It was not settled, mostly because a limit ran out.
    Stopped(String),
}

impl Answer {
    pub(crate) fn cell(&self) -> Cell<'_> {
        match self {
            Self::Bool(yes) => Cell::Bool(*yes),
            Self::Int(value) => Cell::Int(*value),
            Self::Text(text) => Cell::Text(text),
            Self::None | Self::Unknown(_) | Self::Stopped(_) => Cell::Missing,
        }
    }
}

/// A question about every board.
pub(crate) struct Column {
    /// As it was asked.
    pub(crate) text: String,
    /// As it is written in files and conditions.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    ask: Ask,
}

enum Ask {
    Graph6,
    Board,
    Fact(&'static Fact),
    Number(AskNumber),
    Monotone(AskNumber),
    Game { game: Game, grundy: bool },
}

struct Game {
    entry: Entered,
    values: Values,
    identity: Identity,
}

#[derive(Clone)]
enum Entered {
    Registered(&'static Entry),
    Written(Arc<Entry>),
}

impl Entered {
    fn get(&self) -> &Entry {
        match self {
            Self::Registered(entry) => entry,
            Self::Written(entry) => entry,
        }
    }
}

const GRAPH6: &str = "graph6";
const BOARD: &str = "board";
const MONOTONE: &str = "monotone";
const WINNER: &str = "winner";
const GRUNDY: &str = "grundy";
/// The number that the question of monotonicity is about.
const GAME_CHROMATIC: &str = "game-chromatic";

/// How a column is written in files and conditions: with `_` for what no name has there.
pub fn column_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.trim().chars().map(plain).collect()
}

/// Every column that can be asked for, with what it is.
pub fn column_list() -> Vec<(String, String)> {
    let line = |name: &str, about: &str| (name.to_owned(), about.to_owned());
    let mut list = vec![
        line(GRAPH6, "the board in graph6, a digraph in digraph6"),
        line(BOARD, "the name in its family, else the same as graph6"),
    ];
    list.extend(FACTS.iter().map(|fact| line(fact.name, fact.about)));
    for number in NUMBERS {
        let sides: Vec<&str> = number.first.iter().map(|side| side.word.as_ref()).collect();
        let first = match sides.is_empty() {
            true => String::new(),
            false => format!("[:{}]", sides.join("|")),
        };
        let pass = match number.takes_pass {
            true => "[:pass=alice|bob]",
            false => "",
        };
        let name = format!("{}{first}{pass}", number.name);
        list.push(line(&name, number.about));
    }
    list.push(line(
        "monotone[:alice|bob][:pass=alice|bob]",
        "does Alice win with every number of colours from the game chromatic number on?",
    ));
    list.push(line(
        "winner:GAME[:PARAMETER=VALUE…]",
        "who wins a game, or what it is to the player to move where it can be drawn",
    ));
    list.push(line(
        "grundy:GAME[:PARAMETER=VALUE…]",
        "the Grundy value of an impartial game",
    ));
    list
}

impl Column {
    /// Reads a column. A rule file is looked up in `rules` first, and added there.
    pub(crate) fn read(text: &str, rules: &mut Rules) -> Result<Self, InputError> {
        let text = text.trim();
        let mut words = text.split(':');
        let name = words.next().unwrap_or("");
        let options: Vec<&str> = words.collect();
        let (ask, kind) = Self::ask(text, name, &options, rules)?;
        Ok(Self {
            text: text.to_owned(),
            name: column_name(text),
            kind,
            ask,
        })
    }

    fn ask(
        text: &str,
        name: &str,
        options: &[&str],
        rules: &mut Rules,
    ) -> Result<(Ask, Kind), InputError> {
        let here = |error: InputError| {
            let message = format!("column '{}': {error}", shortened(text));
            InputError::new(message)
        };
        if name == WINNER || name == GRUNDY {
            let game = Game::read(name, options, rules).map_err(here)?;
            let grundy = name == GRUNDY;
            let impartial = game.entry.get().description.impartial;
            if grundy && !impartial {
                return Err(here(InputError::new(format!(
                    "'{}' is not impartial, so its positions have no Grundy values",
                    options[0]
                ))));
            }
            let kind = if grundy { Kind::Int } else { Kind::Text };
            return Ok((Ask::Game { game, grundy }, kind));
        }
        if name == MONOTONE {
            let number = variant(GAME_CHROMATIC, options).map_err(here)?;
            return Ok((Ask::Monotone(number), Kind::Bool));
        }
        if NUMBERS.iter().any(|number| number.name == name) {
            let number = variant(name, options).map_err(here)?;
            return Ok((Ask::Number(number), Kind::Int));
        }
        let fact = FACTS.iter().find(|fact| fact.name == name);
        let (ask, kind) = match (name, fact) {
            (_, Some(fact)) => (Ask::Fact(fact), fact.kind),
            (GRAPH6, _) => (Ask::Graph6, Kind::Text),
            (BOARD, _) => (Ask::Board, Kind::Text),
            _ => return Err(unknown(name)),
        };
        match options.first() {
            None => Ok((ask, kind)),
            Some(option) => Err(here(InputError::found(
                format_args!("':{}'", shortened(option)),
                "nothing after the name: it has no variants",
            ))),
        }
    }

    /// Is it about digraphs alone?
    pub(crate) fn is_directed(&self) -> bool {
        match &self.ask {
            Ask::Game { game, .. } => game.entry.get().description.plain_arcs,
            _ => false,
        }
    }

    /// What a board says. `graph6` is the board in graph6, `name` what its family calls it.
    pub(crate) fn answer(
        &self,
        board: &Board,
        graph6: &str,
        name: Option<&str>,
        host: &Host<'_>,
    ) -> Answer {
        let graph = match (&self.ask, &board.shape) {
            (Ask::Graph6, _) => return Answer::Text(graph6.to_owned()),
            (Ask::Board, _) => return Answer::Text(name.unwrap_or(graph6).to_owned()),
            (Ask::Game { game, grundy }, _) => return game.answer(board, *grundy, host),
            (_, Shape::Undirected(graph)) => graph,
            (_, Shape::Directed(_)) => {
                return Answer::Unknown("found a digraph, expected an undirected graph".to_owned());
            }
        };
        let colors = board.colors.as_deref();
        let unknown = |reason: Option<String>| Answer::Stopped(reason.unwrap_or_default());
        match &self.ask {
            Ask::Fact(fact) => match (fact.find)(graph, &|| host.is_over()) {
                Answer::Unknown(reason) => match (host.stop)(0) {
                    Some(why) => Answer::Stopped(why.to_string()),
                    None => Answer::Unknown(reason),
                },
                answer => answer,
            },
            Ask::Number(asked) => match asked.known(graph, colors, host) {
                Ok(known) => match known.value {
                    Some(value) => Answer::Int(value.into()),
                    None => unknown(known.reason),
                },
                Err(error) => Answer::Unknown(error.to_string()),
            },
            Ask::Monotone(asked) => match asked.monotone(graph, colors, host) {
                Ok(Ok(yes)) => Answer::Bool(yes),
                Ok(Err(reason)) => unknown(reason),
                Err(error) => Answer::Unknown(error.to_string()),
            },
            Ask::Graph6 | Ask::Board | Ask::Game { .. } => unreachable!("answered above"),
        }
    }
}

/// A number with its variant: `bob`, `pass=bob`.
fn variant(name: &str, options: &[&str]) -> Result<AskNumber, InputError> {
    let (mut first, mut pass) = (None, None);
    for option in options {
        let (key, value) = option.split_once('=').unwrap_or(("first", option));
        let slot = match key {
            "first" => &mut first,
            "pass" => &mut pass,
            _ => {
                let found = format!("'{}'", shortened(option));
                let expected = "a variant such as bob or pass=bob";
                return Err(InputError::found(found, expected));
            }
        };
        *slot = Some(value);
    }
    AskNumber::new(name, first, pass)
}

fn unknown(name: &str) -> InputError {
    let numbers = NUMBERS.iter().map(|number| number.name);
    let names: Vec<&str> = [GRAPH6, BOARD]
        .into_iter()
        .chain(FACTS.iter().map(|fact| fact.name))
        .chain(numbers)
        .chain([MONOTONE])
        .collect();
    let dashes = name.replace('_', "-");
    let near = nearest(&dashes, names.iter().copied().chain([WINNER, GRUNDY]))
        .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
    InputError::found(
        format_args!("column '{}'", shortened(name)),
        format_args!(
            "one of {}, winner:GAME, grundy:GAME{near}",
            names.join(", ")
        ),
    )
}

/// On boards with so few sites all rows of one mark are labelled before a search has begun.
const MOST_COUNTED: usize = 14;

/// Rule files are small: more is not read.
const MOST_BYTES: u64 = 1 << 20;

impl Game {
    fn read(column: &str, options: &[&str], rules: &mut Rules) -> Result<Self, InputError> {
        let Some((&name, options)) = options.split_first().filter(|(name, _)| !name.is_empty())
        else {
            let found = format!("'{column}' alone");
            let expected = format!("a game after it, such as {column}:node-kayles");
            return Err(InputError::found(found, expected));
        };
        let entry = match name.ends_with(".toml") {
            false => Entered::Registered(registry::find(name)?),
            true => {
                if !rules.contains_key(name) {
                    let mut text = String::new();
                    std::fs::File::open(name)
                        .and_then(|file| file.take(MOST_BYTES).read_to_string(&mut text))
                        .map_err(|error| {
                            InputError::new(format!("cannot read: {error}")).in_source(name)
                        })?;
                    rules.insert(name.to_owned(), text);
                }
                Entered::Written(Arc::new(Entry::from_rules(&rules[name], name)?))
            }
        };
        let description = &entry.get().description;
        if description.board == BoardKind::None {
            let found = format!("'{name}', which is played without a board");
            return Err(InputError::found(found, "a game on boards"));
        }
        let mut values = Values::new();
        for option in options {
            let Some((key, value)) = option.split_once('=') else {
                let found = format!("'{}'", shortened(option));
                return Err(InputError::found(
                    found,
                    "PARAMETER=VALUE, such as colors=3",
                ));
            };
            let parameter = description
                .parameter(key)
                .ok_or_else(|| description.foreign(key))?;
            let value = parameter
                .parse(value)
                .map_err(|error| InputError::new(format!("{key}: {error}")))?;
            values.set(parameter.name.clone(), value);
        }
        description.complete(&values)?;
        let identity = description.identity();
        Ok(Self {
            entry,
            values,
            identity,
        })
    }

    fn answer(&self, board: &Board, grundy: bool, host: &Host<'_>) -> Answer {
        self.settle(board, grundy, host)
            .unwrap_or_else(|failed| match failed {
                Failed::Stopped(why) => Answer::Stopped(why),
                Failed::Interrupted => Answer::Stopped(failed.to_string()),
                Failed::Input(error) => Answer::Unknown(error.to_string()),
                Failed::Output(error) => Answer::Unknown(error.to_string()),
            })
    }

    /// Settles the start by search, and by labels where nothing can be searched: how many
    /// positions there are is not estimated first, as it would be for a single board.
    fn settle(&self, board: &Board, grundy: bool, host: &Host<'_>) -> Result<Answer, Failed> {
        let source = Source {
            board: board.clone(),
            drawn: board.drawn,
            ..Source::none()
        };
        let opened = Opened::new(self.entry.get(), source, &self.values, &|| host.is_over())?;
        let game = &*opened.game;
        let start = outplay_engine::Game::start(game);
        let ask = match grundy {
            true => Search::Grundy,
            false => Search::Winner,
        };
        let budget = host.budget(host.stop);
        let counted = game
            .counted()
            .filter(|counted| !grundy && counted.neighbors.len() <= MOST_COUNTED);
        let (outcome, value) = match counted {
            // Sooner done than searched.
            Some(counted) => match counted.first_wins(1, &budget)? {
                true => (Outcome::Win, None),
                false => (Outcome::Lose, None),
            },
            None => self.search(game, ask, host)?,
        };
        if grundy {
            return Ok(value.map_or(Answer::None, |value| Answer::Int(value.into())));
        }
        let judgement = opened.judgement(&start, Some(outcome));
        let word = judgement.winner.flatten();
        let word = word.or_else(|| Some(judgement.outcome??.word().to_owned()));
        Ok(word.map_or(Answer::None, Answer::Text))
    }

    /// Who wins from the start, by search; by labels where nothing can be searched.
    fn search(
        &self,
        game: &dyn AnyGame,
        ask: Search,
        host: &Host<'_>,
    ) -> Result<(Outcome, Option<u32>), Failed> {
        let start = outplay_engine::Game::start(game);
        let table = host.tables.get(&self.identity);
        let budget = host.budget(host.stop);
        match game.search(&start, ask, &Means::new(&table, host.threads, &budget)) {
            Ok(found) => match found.wins {
                Some(true) => Ok((Outcome::Win, found.grundy)),
                Some(false) => Ok((Outcome::Lose, found.grundy)),
                None => {
                    let why = found
                        .stopped
                        .unwrap_or(outplay_engine::Stop::Positions(host.positions));
                    let positions = found.positions;
                    Err(Stopped { why, positions }.into())
                }
            },
            Err(_) => {
                let analysis = game.explore(&start, true, host.threads, &budget)?;
                let value = analysis
                    .value(&start, &budget)
                    .map_err(|error| match error {
                        Failure::Stopped(stopped) => Failed::from(stopped),
                        Failure::Input(error) => error.into(),
                    })?;
                Ok((value.outcome, value.grundy))
            }
        }
    }
}
