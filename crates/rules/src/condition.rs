//! The condition of a rule file: an expression, read when the file is read, and asked only while
//! tables are filled. It sees nothing but the names listed here.

use crate::expression::{Expression, Given, Item, Kind, Scope, Type, Unknown, Value, Wrong};

/// The names, with what each is, in the order in which their values are given.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("mark", "the mark that is to be put"),
    ("mover", "who moves: 1 or 2"),
    ("marks", "the list of all marks"),
    ("seen", "the list of the marks on neighbours, each once"),
    ("marked", "how many neighbours are marked"),
    ("far", "the list of the marks at distance 2, each once"),
    (
        "fresh",
        "how many neighbours are neither marked nor beside a marked site",
    ),
    (
        "degree",
        "how many neighbours there are, of those that were not removed",
    ),
    ("empty", "whether no mark was put yet"),
    ("last", "the mark of the last move, 0 or \"\" before it"),
    ("beside", "whether the last move marked a neighbour"),
    ("k", "the number that --colors says"),
];

/// The types of names, in conditions about marks and about positions, where marks are of this kind.
pub(crate) fn typed(kind: Kind) -> impl Fn(&(&'static str, &str)) -> (&'static str, Type) {
    move |&(name, _)| match name {
        "mark" | "last" => (name, Type::One(kind)),
        "marks" | "seen" | "far" => (name, Type::List(Some(kind))),
        "empty" | "beside" | "blocked" => (name, Type::One(Kind::Bool)),
        _ => (name, Type::One(Kind::Int)),
    }
}

/// The marks as expressions have them; `names` are their names, if they have names.
pub(crate) fn items(marks: usize, names: &[String]) -> Vec<Item<'_>> {
    match names.is_empty() {
        true => (1..=marks as i64).map(Item::Int).collect(),
        false => names.iter().map(|name| Item::Text(name)).collect(),
    }
}

/// One of the marks, or what stands for none.
pub(crate) fn item<'a>(marks: &[Item<'a>], mark: u8) -> Item<'a> {
    match (mark.checked_sub(1), marks.first()) {
        (Some(i), _) => marks[usize::from(i)],
        (None, Some(Item::Text(_))) => Item::Text(""),
        (None, _) => Item::Int(0),
    }
}

/// What a condition looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// At the marks on neighbours.
    pub seen: bool,
    /// At how often neighbours have a mark.
    pub count: bool,
    /// At how many neighbours are marked.
    pub marked: bool,
    /// At the marks at distance 2.
    pub far: bool,
    /// At neighbours that are neither marked nor beside a mark.
    pub fresh: bool,
    /// At how many neighbours there are.
    pub degree: bool,
    /// At whether no mark was put yet.
    pub empty: bool,
    /// At the mark of the last move.
    pub last: bool,
    /// At whether the last move was beside.
    pub beside: bool,
    /// At who moves.
    pub mover: bool,
    /// At the number k.
    pub k: bool,
}

/// A condition that was read.
pub struct Condition {
    /// As it was written.
    pub text: String,
    /// What it looks at.
    pub looks: Looks,
    expression: Expression,
}

impl Condition {
    /// Reads a condition about marks that have names, or numbers.
    pub(crate) fn read(text: &str, named: bool) -> Result<Self, Wrong> {
        let kind = if named { Kind::Text } else { Kind::Int };
        let names: Vec<(&str, Type)> = VARIABLES.iter().map(typed(kind)).collect();
        let scope = Scope {
            names: &names,
            called: "count(…), size(…), ",
            marks: Some(kind),
            sites: None,
            example: "!(mark in seen)",
        };
        let expression = Expression::read(text, &scope)?;
        let looks = |name| {
            let at = names.iter().position(|(known, _)| *known == name);
            at.is_some_and(|at| expression.looks_at(at))
        };
        Ok(Self {
            text: text.to_owned(),
            looks: Looks {
                seen: looks("seen"),
                count: expression.counts(),
                marked: looks("marked"),
                far: looks("far"),
                fresh: looks("fresh"),
                degree: looks("degree"),
                empty: looks("empty"),
                last: looks("last"),
                beside: looks("beside"),
                mover: looks("mover"),
                k: looks("k"),
            },
            expression,
        })
    }
}

/// Where a mark is to be put, by whom, and what is around.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub mark: u8,
    /// 0 or 1.
    pub mover: usize,
    /// How many neighbours have each mark, from mark 1.
    pub counts: &'a [u32],
    /// The set of marks at distance 2: bit 0 for mark 1.
    pub far: u32,
    pub fresh: u32,
    pub degree: u32,
    pub empty: bool,
    pub last: u8,
    pub beside: bool,
}

/// A condition with marks to ask it about.
pub(crate) struct Asking<'a> {
    condition: &'a Condition,
    marks: Vec<Item<'a>>,
    k: u64,
}

impl<'a> Asking<'a> {
    /// `names` are the names of the marks, if they have names.
    pub(crate) fn new(condition: &'a Condition, marks: usize, names: &'a [String], k: u64) -> Self {
        Self {
            condition,
            marks: items(marks, names),
            k,
        }
    }

    fn list(&self, set: impl Fn(usize) -> bool) -> Value<'a> {
        let list = self.marks.iter().enumerate();
        let list = list.filter(|&(i, _)| set(i)).map(|(_, &mark)| mark);
        Value::List(list.collect::<Vec<_>>().into())
    }

    /// Does the condition hold? Takes what that costs from `steps`.
    pub(crate) fn ask(&self, asked: Asked<'_>, steps: &mut u64) -> Result<bool, Unknown> {
        let looks = self.condition.looks;
        let int = |number: u32| Value::One(Item::Int(number.into()));
        let values = [
            Some(Value::One(item(&self.marks, asked.mark))),
            Some(int(asked.mover as u32 + 1)),
            Some(Value::List(self.marks.as_slice().into())),
            looks.seen.then(|| self.list(|i| asked.counts[i] > 0)),
            Some(int(asked.counts.iter().sum())),
            looks.far.then(|| self.list(|i| asked.far >> i & 1 == 1)),
            Some(int(asked.fresh)),
            Some(int(asked.degree)),
            Some(Value::One(Item::Bool(asked.empty))),
            Some(Value::One(item(&self.marks, asked.last))),
            Some(Value::One(Item::Bool(asked.beside))),
            Some(Value::One(Item::Int(self.k as i64))),
        ];
        let given = Given {
            values: &values,
            marks: &self.marks,
            counts: asked.counts,
            sites: &[],
        };
        self.condition.expression.holds(&given, steps)
    }
}
