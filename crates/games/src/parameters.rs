//! The parameters of a game: declared once, in its folder, with kind, range, default and a
//! line of help. Flags, their refusal, forms, documents and signatures derive from this.

pub(crate) use outplay_board::Vertices;
use outplay_board::{InputError, shortened};
use serde_json::Value as Json;
use std::borrow::Cow;

/// What a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number.
    Count {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
    /// Several numbers.
    Counts {
        /// The least that each may be.
        least: u64,
    },
    /// One of some words.
    Choice(Vec<Cow<'static, str>>),
    /// A vertex of the board.
    Vertex,
    /// Vertices of the board, separated by commas.
    Vertices,
}

/// What holds where nothing is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Default {
    /// It must be said.
    Required,
    /// This.
    Value(Value),
    /// The game finds it out from the board; in words.
    Computed(Cow<'static, str>),
}

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The word in flags, JSON and Python.
    pub name: Cow<'static, str>,
    /// The flag in one letter.
    pub short: Option<char>,
    /// What it takes.
    pub kind: Kind,
    /// What holds where nothing is said.
    pub default: Default,
    /// What it is, in a line.
    pub help: Cow<'static, str>,
    /// How a heading says it: `{}` stands for the value, and `1 colour|{} colours` tells one
    /// from many. Empty for what a heading leaves out.
    pub phrase: Cow<'static, str>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Count(u64),
    /// Several numbers.
    Counts(Vec<u64>),
    /// A word: a choice, a vertex, vertices.
    Word(String),
}

impl From<u64> for Value {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<Vec<u64>> for Value {
    fn from(counts: Vec<u64>) -> Self {
        Self::Counts(counts)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl Value {
    /// In JSON; a single number of several is written as a number.
    pub fn json(&self) -> Json {
        match self {
            Self::Count(count) => Json::from(*count),
            Self::Counts(counts) if counts.len() == 1 => Json::from(counts[0]),
            Self::Counts(counts) => Json::from(counts.as_slice()),
            Self::Word(word) => Json::from(word.as_str()),
        }
    }

    /// As it is typed.
    pub fn text(&self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Counts(counts) => {
                let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
                counts.join(",")
            }
            Self::Word(word) => word.clone(),
        }
    }
}

impl Parameter {
    /// Must it be said?
    pub fn is_required(&self) -> bool {
        self.default == Default::Required
    }

    /// What is expected, in words.
    pub fn expected(&self) -> String {
        match &self.kind {
            Kind::Count { least, most } if *most == u64::MAX => format!("a number from {least}"),
            Kind::Count { least, most } => format!("a number from {least} to {most}"),
            Kind::Counts { least } => {
                format!("numbers from {least}, separated by commas, or a range such as 1-3")
            }
            Kind::Choice(words) => match &words[..] {
                [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
                _ => words.join(""),
            },
            Kind::Vertex => "a vertex of the board".to_owned(),
            Kind::Vertices => "vertices of the board, separated by commas".to_owned(),
        }
    }

    /// One word for what it takes, in usage lines.
    pub fn placeholder(&self) -> String {
        match &self.kind {
            Kind::Count { .. } if self.short == Some('k') => "K".to_owned(),
            Kind::Count { .. } => "N".to_owned(),
            Kind::Counts { .. } => "N,N,…".to_owned(),
            Kind::Choice(words) => words.join("|"),
            Kind::Vertex => "VERTEX".to_owned(),
            Kind::Vertices => "VERTICES".to_owned(),
        }
    }

    fn wrong(&self, found: &str) -> InputError {
        InputError::found(format_args!("'{}'", shortened(found)), self.expected())
    }

    /// The value that `text` says.
    ///
    /// # Errors
    /// `text` says none that this parameter takes.
    pub fn parse(&self, text: &str) -> Result<Value, InputError> {
        let text = text.trim();
        let wrong = || self.wrong(text);
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let value = match &self.kind {
            Kind::Count { .. } => Value::Count(number(text)?),
            Kind::Counts { .. } => {
                let mut counts = Vec::new();
                for part in text.split(',') {
                    match part
                        .split_once("..")
                        .or_else(|| part.trim().split_once('-'))
                    {
                        None => counts.push(number(part)?),
                        Some((first, last)) => {
                            let (first, last) = (number(first)?, number(last)?);
                            if first > last || last - first >= MOST_COUNTS {
                                return Err(wrong());
                            }
                            counts.extend(first..=last);
                        }
                    }
                }
                Value::Counts(counts)
            }
            Kind::Choice(words) => {
                let same = |word: &&Cow<'static, str>| word.eq_ignore_ascii_case(text);
                let word = words.iter().find(same).ok_or_else(wrong)?;
                Value::Word(word.to_string())
            }
            Kind::Vertex | Kind::Vertices if text.is_empty() => return Err(wrong()),
            Kind::Vertex | Kind::Vertices => Value::Word(text.to_owned()),
        };
        self.check(value)
    }

    /// The value that a program says.
    ///
    /// # Errors
    /// It says none that this parameter takes.
    pub fn from_json(&self, json: &Json) -> Result<Value, InputError> {
        let wrong = || self.wrong(&json.to_string());
        match (&self.kind, json) {
            (_, Json::String(text)) => self.parse(text),
            (Kind::Counts { .. }, Json::Array(list)) => {
                let counts: Option<Vec<u64>> = list.iter().map(Json::as_u64).collect();
                self.check(Value::Counts(counts.ok_or_else(wrong)?))
            }
            (Kind::Vertices, Json::Array(list)) => {
                let words = list.iter().map(|word| match word {
                    Json::String(word) => word.clone(),
                    other => other.to_string(),
                });
                self.parse(&words.collect::<Vec<_>>().join(","))
            }
            (_, Json::Number(number)) => self.parse(&number.to_string()),
            _ => Err(wrong()),
        }
    }

    fn check(&self, value: Value) -> Result<Value, InputError> {
        let fits = match (&self.kind, &value) {
            (Kind::Count { least, most }, Value::Count(n)) => (least..=most).contains(&n),
            (Kind::Counts { least }, Value::Counts(list)) => {
                !list.is_empty() && list.iter().all(|n| n >= least)
            }
            _ => true,
        };
        match fits {
            true => Ok(value),
            false => Err(self.wrong(&value.text())),
        }
    }
}

/// How many colours there are.
pub(crate) fn colors_parameter(default: Default, most: u64) -> Parameter {
    Parameter {
        name: "colors".into(),
        short: Some('k'),
        kind: Kind::Count { least: 1, most },
        default,
        help: "how many colours there are".into(),
        phrase: "1 colour|{} colours".into(),
    }
}

/// Which of some sides starts.
pub(crate) fn first_parameter(sides: Vec<Cow<'static, str>>, usual: &str) -> Parameter {
    Parameter {
        name: "first".into(),
        short: None,
        kind: Kind::Choice(sides),
        default: Default::Value(usual.into()),
        help: "who moves first".into(),
        phrase: "{} first".into(),
    }
}

/// The longest range that can be said.
const MOST_COUNTS: u64 = 10_000;

/// What was said about the parameters of a game, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<(Cow<'static, str>, Value)>);

impl Values {
    /// Nothing said.
    pub fn new() -> Self {
        Self::default()
    }

    /// With this value.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    /// Says a value, instead of the one that was said before.
    pub fn set(&mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// As if nothing had been said about a parameter.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// What was said about a parameter.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut list = self.0.iter();
        list.find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// All that was said.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// A number that was said.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Value::Count(count)) => Some(*count),
            _ => None,
        }
    }

    /// Numbers that were said.
    pub fn counts(&self, name: &str) -> Option<&[u64]> {
        match self.get(name) {
            Some(Value::Counts(counts)) => Some(counts),
            Some(Value::Count(count)) => Some(std::slice::from_ref(count)),
            _ => None,
        }
    }

    /// A word that was said.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Value::Word(word)) => Some(word),
            _ => None,
        }
    }
}
