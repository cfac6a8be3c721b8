//! Conditions over the columns of a table: expressions in CEL, the language of rule files.
//!
//! An expression is read and its types are checked once, against the columns; what is left is a
//! small tree that is walked for every row, which takes far less time than the language's own
//! interpreter. A value that is missing is unknown: so is what depends on it, and a condition
//! that is unknown does not hold. `column == null` asks whether a value is missing.

use crate::column::Kind;
use cel::Program;
use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue};
use outplay_board::{InputError, nearest, shortened};
use outplay_games::ruled::{expression, point_at};
use outplay_tables::{Cell, Table};
use std::cmp::Ordering;

/// A condition, read against some columns.
pub struct Condition {
    node: Node,
    /// The columns that it looks at, in the order in which nodes number them.
    columns: Vec<String>,
}

enum Node {
    Literal(Literal),
    /// The number of a column that the condition looks at.
    Column(usize),
    IsNull(Box<Node>),
    Not(Box<Node>),
    Negative(Box<Node>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    Arithmetic(fn(i64, i64) -> Option<i64>, Box<[Node; 2]>),
    Compare(fn(Ordering) -> bool, Box<[Node; 2]>),
    Text(fn(&str, &str) -> bool, Box<[Node; 2]>),
    Size(Box<Node>),
    In(Box<Node>, Vec<Node>),
    If(Box<[Node; 3]>),
}

enum Literal {
    Bool(bool),
    Int(i64),
    Text(String),
}

/// What an expression gives; `Null` is the word itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Type {
    Value(Kind),
    Null,
}

impl Type {
    fn words(self) -> &'static str {
        match self {
            Self::Value(Kind::Bool) => "true or false",
            Self::Value(Kind::Int) => "a number",
            Self::Value(Kind::Text) => "a text",
            Self::Null => "null",
        }
    }
}

const BOOL: Type = Type::Value(Kind::Bool);
const INT: Type = Type::Value(Kind::Int);
const TEXT: Type = Type::Value(Kind::Text);

const EXAMPLE: &str = "game_chromatic >= 4 && m < 12";

impl Condition {
    /// Reads a condition over columns; `source` is what it is called in messages.
    ///
    /// # Errors
    /// It is none, names an unknown column or mixes types: where, with a caret below.
    pub fn read(text: &str, source: &str, columns: &[(&str, Kind)]) -> Result<Self, InputError> {
        let program = expression(text, source, EXAMPLE)?;
        let mut reading = Reading {
            text,
            source,
            program: &program,
            known: columns,
            used: Vec::new(),
        };
        let (node, given) = reading.walk(program.expression(), 0)?;
        if given != BOOL {
            let found = format!("{} as the whole condition", given.words());
            return Err(reading.wrong(program.expression(), &found, BOOL.words()));
        }
        Ok(Self {
            node,
            columns: reading.used,
        })
    }

    /// Does it hold in each row? `None` where values are missing that it takes.
    ///
    /// # Panics
    /// The table lacks a column of those that the condition was read with.
    pub fn holds(&self, table: &Table) -> Vec<Option<bool>> {
        let column = |name: &String| table.column(name).expect("the table has the columns");
        let columns: Vec<_> = self.columns.iter().map(column).collect();
        let mut row = vec![Cell::Missing; columns.len()];
        let holds = |i: usize| {
            for (cell, column) in row.iter_mut().zip(&columns) {
                *cell = column.get(i);
            }
            truth(self.node.value(&row))
        };
        (0..table.rows()).map(holds).collect()
    }
}

fn truth(cell: Cell<'_>) -> Option<bool> {
    match cell {
        Cell::Bool(yes) => Some(yes),
        _ => None,
    }
}

impl Node {
    fn value<'a>(&'a self, row: &[Cell<'a>]) -> Cell<'a> {
        let yes = |value: Option<bool>| value.map_or(Cell::Missing, Cell::Bool);
        match self {
            Self::Literal(Literal::Bool(value)) => Cell::Bool(*value),
            Self::Literal(Literal::Int(value)) => Cell::Int(*value),
            Self::Literal(Literal::Text(value)) => Cell::Text(value),
            Self::Column(i) => row[*i],
            Self::IsNull(node) => Cell::Bool(node.value(row) == Cell::Missing),
            Self::Not(node) => yes(truth(node.value(row)).map(|yes| !yes)),
            Self::Negative(node) => match node.value(row) {
                Cell::Int(value) => value.checked_neg().map_or(Cell::Missing, Cell::Int),
                _ => Cell::Missing,
            },
            Self::And(pair) => both(pair, row, false),
            Self::Or(pair) => both(pair, row, true),
            Self::Arithmetic(operator, pair) => match (pair[0].value(row), pair[1].value(row)) {
                (Cell::Int(a), Cell::Int(b)) => operator(a, b).map_or(Cell::Missing, Cell::Int),
                _ => Cell::Missing,
            },
            Self::Compare(operator, pair) => match (pair[0].value(row), pair[1].value(row)) {
                (Cell::Missing, _) | (_, Cell::Missing) => Cell::Missing,
                (a, b) => Cell::Bool(operator(a.cmp(&b))),
            },
            Self::Text(operator, pair) => match (pair[0].value(row), pair[1].value(row)) {
                (Cell::Text(a), Cell::Text(b)) => Cell::Bool(operator(a, b)),
                _ => Cell::Missing,
            },
            Self::Size(node) => match node.value(row) {
                Cell::Text(text) => Cell::Int(text.chars().count() as i64),
                _ => Cell::Missing,
            },
            Self::In(node, list) => match node.value(row) {
                Cell::Missing => Cell::Missing,
                value => Cell::Bool(list.iter().any(|item| item.value(row) == value)),
            },
            Self::If(three) => match truth(three[0].value(row)) {
                Some(true) => three[1].value(row),
                Some(false) => three[2].value(row),
                None => Cell::Missing,
            },
        }
    }
}

/// `&&` and `||`: one side that decides is enough.
fn both<'a>(pair: &'a [Node; 2], row: &[Cell<'a>], decides: bool) -> Cell<'a> {
    let first = truth(pair[0].value(row));
    if first == Some(decides) {
        return Cell::Bool(decides);
    }
    match (first, truth(pair[1].value(row))) {
        (_, Some(second)) if second == decides => Cell::Bool(decides),
        (Some(_), Some(_)) => Cell::Bool(!decides),
        _ => Cell::Missing,
    }
}

/// How deep expressions may stand inside each other.
const DEEPEST: usize = 500;

struct Reading<'a> {
    text: &'a str,
    source: &'a str,
    program: &'a Program,
    known: &'a [(&'a str, Kind)],
    used: Vec<String>,
}

type Typed = (Node, Type);

impl Reading<'_> {
    fn wrong(&self, expr: &IdedExpr, found: &str, expected: &str) -> InputError {
        let place = self.program.source_info().offset_for(expr.id);
        let offset = place.map_or(0, |(start, _)| start as usize);
        let message = format!("found {found}, expected {expected}");
        point_at(self.text, self.source, offset, message)
    }

    fn column(&mut self, expr: &IdedExpr, name: &str) -> Result<Typed, InputError> {
        if let Some(&(_, kind)) = self.known.iter().find(|(known, _)| *known == name) {
            let used = self.used.iter().position(|used| used == name);
            let i = used.unwrap_or_else(|| {
                self.used.push(name.to_owned());
                self.used.len() - 1
            });
            return Ok((Node::Column(i), Type::Value(kind)));
        }
        let names: Vec<&str> = self.known.iter().map(|known| known.0).collect();
        // `game-chromatic` is read as a difference.
        let begun = names.iter().copied().find(|known| {
            let rest = known.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('_'))
        });
        let near = nearest(name, names.iter().copied())
            .or(begun)
            .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        let expected = format!("one of the columns {}{near}", names.join(", "));
        Err(self.wrong(expr, &format!("'{}'", shortened(name)), &expected))
    }

    fn typed(&mut self, expr: &IdedExpr, wanted: Type, depth: usize) -> Result<Node, InputError> {
        let (node, given) = self.walk(expr, depth)?;
        match given == wanted {
            true => Ok(node),
            false => Err(self.wrong(expr, given.words(), wanted.words())),
        }
    }

    fn walk(&mut self, expr: &IdedExpr, depth: usize) -> Result<Typed, InputError> {
        if depth > DEEPEST {
            return Err(self.wrong(expr, "more", "a shorter condition"));
        }
        match &expr.expr {
            Expr::Ident(name) => self.column(expr, name),
            Expr::Literal(literal) => {
                let (literal, given) = match literal {
                    LiteralValue::Boolean(value) => (Literal::Bool(*value.inner()), BOOL),
                    LiteralValue::Int(value) => (Literal::Int(*value.inner()), INT),
                    LiteralValue::String(value) => (Literal::Text(value.inner().to_owned()), TEXT),
                    LiteralValue::Null => (Literal::Bool(false), Type::Null),
                    LiteralValue::UInt(_) | LiteralValue::Double(_) | LiteralValue::Bytes(_) => {
                        let expected = "a whole number, a text in quotes, true or false";
                        return Err(self.wrong(expr, "a literal of another kind", expected));
                    }
                };
                Ok((Node::Literal(literal), given))
            }
            Expr::Call(call) => self.call(expr, call, depth + 1),
            Expr::Select(select) => {
                let found = format!("'.{}'", shortened(&select.field));
                Err(self.wrong(
                    expr,
                    &found,
                    "a column, with _ for what is no letter or digit",
                ))
            }
            _ => Err(self.wrong(
                expr,
                "a list, a map or a macro",
                "columns, numbers, texts and operators",
            )),
        }
    }

    fn pair(
        &mut self,
        args: &[IdedExpr],
        wanted: Type,
        depth: usize,
    ) -> Result<Box<[Node; 2]>, InputError> {
        let a = self.typed(&args[0], wanted, depth)?;
        let b = self.typed(&args[1], wanted, depth)?;
        Ok(Box::new([a, b]))
    }

    fn compare(
        &mut self,
        args: &[IdedExpr],
        operator: fn(Ordering) -> bool,
        depth: usize,
    ) -> Result<Typed, InputError> {
        let (a, given) = self.walk(&args[0], depth)?;
        if given != INT && given != TEXT {
            return Err(self.wrong(&args[0], given.words(), "a number or a text"));
        }
        let b = self.typed(&args[1], given, depth)?;
        Ok((Node::Compare(operator, Box::new([a, b])), BOOL))
    }

    fn equal(&mut self, args: &[IdedExpr], same: bool, depth: usize) -> Result<Typed, InputError> {
        let (a, first) = self.walk(&args[0], depth)?;
        let (b, second) = self.walk(&args[1], depth)?;
        let node = match (first, second) {
            (Type::Null, Type::Null) => {
                return Err(self.wrong(&args[0], "null", "a column on one side"));
            }
            (Type::Null, _) => Node::IsNull(Box::new(b)),
            (_, Type::Null) => Node::IsNull(Box::new(a)),
            (first, second) if first == second => {
                let equal = |order: Ordering| order.is_eq();
                Node::Compare(equal, Box::new([a, b]))
            }
            (first, second) => {
                let expected = format!("{}, as on the left", first.words());
                return Err(self.wrong(&args[1], second.words(), &expected));
            }
        };
        Ok(match same {
            true => (node, BOOL),
            false => (Node::Not(Box::new(node)), BOOL),
        })
    }

    fn call(
        &mut self,
        expr: &IdedExpr,
        call: &CallExpr,
        depth: usize,
    ) -> Result<Typed, InputError> {
        // A function may be called on what it is about: board.startsWith("grid").
        let args: Vec<IdedExpr> = call
            .target
            .iter()
            .map(|t| (**t).clone())
            .chain(call.args.iter().cloned())
            .collect();
        let args = &args[..];
        let name = call.func_name.as_str();
        let arithmetic: Option<fn(i64, i64) -> Option<i64>> = match name {
            "_+_" => Some(i64::checked_add),
            "_-_" => Some(i64::checked_sub),
            "_*_" => Some(i64::checked_mul),
            "_/_" => Some(i64::checked_div),
            "_%_" => Some(i64::checked_rem),
            _ => None,
        };
        let text: Option<fn(&str, &str) -> bool> = match name {
            "startsWith" => Some(|text, other| text.starts_with(other)),
            "endsWith" => Some(|text, other| text.ends_with(other)),
            "contains" => Some(|text, other| text.contains(other)),
            _ => None,
        };
        match (name, args.len()) {
            ("!_", 1) => Ok((
                Node::Not(Box::new(self.typed(&args[0], BOOL, depth)?)),
                BOOL,
            )),
            ("-_", 1) => Ok((
                Node::Negative(Box::new(self.typed(&args[0], INT, depth)?)),
                INT,
            )),
            ("_&&_", 2) => Ok((Node::And(self.pair(args, BOOL, depth)?), BOOL)),
            ("_||_", 2) => Ok((Node::Or(self.pair(args, BOOL, depth)?), BOOL)),
            ("_==_", 2) => self.equal(args, true, depth),
            ("_!=_", 2) => self.equal(args, false, depth),
            ("_<_", 2) => self.compare(args, Ordering::is_lt, depth),
            ("_<=_", 2) => self.compare(args, Ordering::is_le, depth),
            ("_>_", 2) => self.compare(args, Ordering::is_gt, depth),
            ("_>=_", 2) => self.compare(args, Ordering::is_ge, depth),
            ("size", 1) => Ok((
                Node::Size(Box::new(self.typed(&args[0], TEXT, depth)?)),
                INT,
            )),
            ("@in", 2) => self.member(args, depth),
            ("_?_:_", 3) => {
                let condition = self.typed(&args[0], BOOL, depth)?;
                let (then, given) = self.walk(&args[1], depth)?;
                let other = self.typed(&args[2], given, depth)?;
                Ok((Node::If(Box::new([condition, then, other])), given))
            }
            (_, 2) if arithmetic.is_some() => {
                let operator = arithmetic.expect("it was just asked");
                Ok((
                    Node::Arithmetic(operator, self.pair(args, INT, depth)?),
                    INT,
                ))
            }
            (_, 2) if text.is_some() => {
                let operator = text.expect("it was just asked");
                Ok((Node::Text(operator, self.pair(args, TEXT, depth)?), BOOL))
            }
            _ => {
                let found = format!("'{}' with {} values", shortened(name), args.len());
                let expected = "an operator, or one of size(text), text.startsWith(text), text.endsWith(text), text.contains(text)";
                Err(self.wrong(expr, &found, expected))
            }
        }
    }

    fn member(&mut self, args: &[IdedExpr], depth: usize) -> Result<Typed, InputError> {
        let (node, given) = self.walk(&args[0], depth)?;
        let Expr::List(list) = &args[1].expr else {
            return Err(self.wrong(&args[1], "no list", "a list such as [1, 2, 3]"));
        };
        let items = list.elements.iter();
        let items = items.map(|item| self.typed(item, given, depth));
        let items = items.collect::<Result<Vec<_>, _>>()?;
        Ok((Node::In(Box::new(node), items), BOOL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_tables::Column;

    const COLUMNS: &[(&str, Kind)] = &[
        ("game_chromatic", Kind::Int),
        ("game_chromatic_bob", Kind::Int),
        ("planar", Kind::Bool),
        ("winner", Kind::Text),
    ];

    fn table() -> Table {
        let text = |word: &str| Some(word.to_owned());
        let columns = [
            Column::Int(vec![Some(4), Some(2), None]),
            Column::Int(vec![Some(2), Some(3), Some(5)]),
            Column::Bool(vec![Some(true), Some(false), None]),
            Column::Text(vec![text("alice"), text("bob"), text("alice")]),
        ];
        let names = COLUMNS.iter().map(|(name, _)| (*name).to_owned());
        Table {
            columns: names.zip(columns).collect(),
        }
    }

    #[test]
    fn conditions_hold_or_not_or_are_unknown() {
        let (yes, no) = (Some(true), Some(false));
        let known = [
            ("game_chromatic - game_chromatic_bob >= 2", [yes, no, None]),
            (
                "game_chromatic > 100 || game_chromatic_bob == 5",
                [no, no, yes],
            ),
            (
                "game_chromatic > 100 && game_chromatic_bob == 5",
                [no, no, None],
            ),
            (
                "game_chromatic > 100 && game_chromatic_bob == 6",
                [no, no, no],
            ),
            ("game_chromatic == null", [no, no, yes]),
            ("game_chromatic != null && !planar", [no, yes, no]),
            ("game_chromatic != 4", [no, yes, None]),
            ("winner == 'alice'", [yes, no, yes]),
            (
                "winner.startsWith('al') && size(winner) == 5",
                [yes, no, yes],
            ),
            ("game_chromatic in [1, 2, 3]", [no, yes, None]),
            (
                "(planar ? game_chromatic : -game_chromatic) == -2",
                [no, yes, None],
            ),
            (
                "game_chromatic / (game_chromatic - 2) * 3 % 4 == 2",
                [yes, None, None],
            ),
            (
                "9223372036854775807 + game_chromatic > 0",
                [None, None, None],
            ),
        ];
        for (text, expected) in known {
            let condition = Condition::read(text, "--where", COLUMNS);
            let condition = condition.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(condition.holds(&table()), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let wrong = [
            ("game_chromatc > 3", 1, "did you mean game_chromatic?"),
            ("2 < chromatic", 5, "expected one of the columns"),
            ("game-chromatic > 3", 1, "did you mean game_chromatic?"),
            (
                "planar > 3",
                1,
                "found true or false, expected a number or a text",
            ),
            (
                "game_chromatic > 'a'",
                18,
                "found a text, expected a number",
            ),
            (
                "planar && winner",
                11,
                "found a text, expected true or false",
            ),
            ("game_chromatic", 1, "found a number as the whole condition"),
            (
                "game_chromatic == 'x'",
                19,
                "found a text, expected a number",
            ),
            ("game_chromatic > 1.5", 18, "expected a whole number"),
            ("winner.all(x, x)", 11, "found a list, a map or a macro"),
            ("winner.reverse() == 'a'", 15, "expected an operator"),
            ("game_chromatic >", 17, "expected a condition in CEL"),
            ("", 1, "expected"),
            ("null == null", 1, "expected a column"),
        ];
        for (text, column, message) in wrong {
            let error = Condition::read(text, "--where", COLUMNS).err();
            let error = error
                .unwrap_or_else(|| panic!("{text} is read"))
                .to_string();
            let place = format!("--where:1: column {column}: ");
            assert!(error.starts_with(&place), "{text}: {error}");
            assert!(error.contains(message), "{text}: {error}");
            let caret = format!("\n    {}^", " ".repeat(column - 1));
            assert!(error.ends_with(&caret), "{text}: {error}");
        }
        let deep = format!("{}planar{}", "(".repeat(400), ")".repeat(400));
        let _ = Condition::read(&deep, "--where", COLUMNS);
        let long = "planar && ".repeat(90) + "planar";
        assert!(Condition::read(&long, "--where", COLUMNS).is_ok());
        let nested = "!".repeat(900) + "planar";
        let _ = Condition::read(&nested, "--where", COLUMNS);
    }
}
