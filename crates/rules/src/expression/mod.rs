//! Expressions: what rule files say about marks, and what sweeps say about rows of a table.
//!
//! A text is read into a tree ([`parse`]), the types of the tree are checked once against the names
//! that there are ([`check`]), and then it is asked as often as one likes ([`value`]). It is a small
//! part of what CEL can say, in the same words. It is written here rather than taken from a crate,
//! because whoever wrote an expression, asking it must cost few steps and little memory, and what is
//! wrong with it must have a place.
//!
//! A value can be missing, in a table; a sum that is too large, a division by zero are as good as
//! missing. What depends on something missing is unknown, but for `&&` and `||`, of which one side
//! may decide, and `== null`, which asks.

mod check;
mod parse;
#[cfg(test)]
mod tests;
mod value;

pub use value::{Given, Item, Unknown, Value};

/// The longest expression, in bytes.
const LONGEST: usize = 1000;
/// How deep parts may stand inside each other.
const DEEPEST: usize = 100;
/// How deep `all`, `exists` and their kin may.
const DEEPEST_EACH: usize = 2;

/// What single values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Bool,
    /// A whole number.
    Int,
    /// A text.
    Text,
}

/// What a part of an expression gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A single value.
    One(Kind),
    /// A list of such values; nothing is known of them if it is always empty.
    List(Option<Kind>),
    /// The word `null`.
    Null,
}

/// What an expression may speak of.
pub struct Scope<'a> {
    /// The names, in the order in which their values will be given.
    pub names: &'a [(&'a str, Type)],
    /// What names are called in messages, with a blank after it: `the columns `.
    pub called: &'a str,
    /// Are there marks, as these values, which can be listed and counted?
    pub marks: Option<Kind>,
    /// What may be asked of each of some sites, by `all(…)`, `exists(…)` and `number(…)`.
    pub sites: Option<&'a Scope<'a>>,
    /// An expression, for messages.
    pub example: &'a str,
}

/// What is wrong with an expression, and where: an offset into its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The offset.
    pub offset: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// An expression that is true or false.
#[derive(Clone, Debug)]
pub struct Expression {
    root: Term,
    found: Found,
}

/// What was found when an expression was checked.
#[derive(Clone, Debug, Default)]
struct Found {
    /// Which of the names of the scope it speaks of.
    used: Vec<bool>,
    /// Does it count marks?
    counts: bool,
    /// Does it ask something of each site?
    sites: bool,
}

/// A part of an expression, and where it begins.
#[derive(Clone, Debug)]
struct Term {
    start: usize,
    node: Node,
}

#[derive(Clone, Debug)]
enum Node {
    Literal(Literal),
    Null,
    Name {
        name: String,
        /// Which of the names that are given, or of the variables around; found when it is checked.
        place: Place,
    },
    List(Vec<Term>),
    Not(Box<Term>),
    Negative(Box<Term>),
    Binary(Operator, Box<[Term; 2]>),
    If(Box<[Term; 3]>),
    Call {
        name: String,
        /// Where its values begin.
        at: usize,
        values: Vec<Term>,
    },
    Each {
        how: Each,
        at: usize,
        variable: String,
        list: Box<Term>,
        body: Box<Term>,
    },
}

#[derive(Clone, Debug)]
enum Literal {
    Bool(bool),
    Int(i64),
    Text(String),
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Given(usize),
    Variable(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    LessEqual,
    Less,
    GreaterEqual,
    Greater,
    In,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// The operators with their signs and how tightly they bind; a sign that another one begins with
/// comes after it.
const OPERATORS: [(&str, Operator, u8); 14] = [
    ("||", Operator::Or, 1),
    ("&&", Operator::And, 2),
    ("==", Operator::Equal, 3),
    ("!=", Operator::Unequal, 3),
    ("<=", Operator::LessEqual, 3),
    ("<", Operator::Less, 3),
    (">=", Operator::GreaterEqual, 3),
    (">", Operator::Greater, 3),
    ("in", Operator::In, 3),
    ("+", Operator::Plus, 4),
    ("-", Operator::Minus, 4),
    ("*", Operator::Times, 5),
    ("/", Operator::Over, 5),
    ("%", Operator::Modulo, 5),
];

/// What is asked of the items of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Each {
    All,
    Exists,
    ExistsOne,
    Filter,
    Map,
}

const EACH: [(&str, Each); 5] = [
    ("all", Each::All),
    ("exists", Each::Exists),
    ("exists_one", Each::ExistsOne),
    ("filter", Each::Filter),
    ("map", Each::Map),
];

impl Wrong {
    fn new(offset: usize, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { offset, message }
    }

    fn found(offset: usize, found: &str, expected: &str) -> Self {
        Self::new(offset, format!("found {found}, expected {expected}"))
    }
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// It is none, speaks of what is not there or mixes types: where, and what was expected.
    pub fn read(text: &str, scope: &Scope<'_>) -> Result<Self, Wrong> {
        let mut root = parse::parse(text, scope.example)?;
        let found = check::check(&mut root, scope)?;
        Ok(Self { root, found })
    }

    /// Does it speak of a name, by its number in the scope?
    pub fn looks_at(&self, name: usize) -> bool {
        self.found.used[name]
    }

    /// Does it count marks?
    pub fn counts(&self) -> bool {
        self.found.counts
    }

    /// Does it ask something of each site?
    pub fn asks_sites(&self) -> bool {
        self.found.sites
    }
}
