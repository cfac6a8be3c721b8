//! Conditions over the columns of a table: expressions in the language of rule files.
//!
//! An expression is read and its types are checked once, against the columns. A value that is
//! missing is unknown: so is what depends on it, and a condition that is unknown does not hold.
//! `column == null` asks whether a value is missing.

use crate::column::Kind;
use outplay_board::InputError;
use outplay_rules::Place;
use outplay_rules::expression::{Expression, Given, Item, Scope, Type, Value};
use outplay_tables::{Cell, Table};

/// A condition, read against some columns.
pub struct Condition {
    expression: Expression,
    /// How many columns there were, and those that it looks at, with their numbers.
    known: usize,
    columns: Vec<(usize, String)>,
}

impl Condition {
    /// Reads a condition over columns; `source` is what it is called in messages.
    ///
    /// # Errors
    /// It is none, names an unknown column or mixes types: where, with a caret below.
    pub fn read(text: &str, source: &str, columns: &[(&str, Kind)]) -> Result<Self, InputError> {
        let names = columns.iter().map(|&(name, kind)| (name, Type::One(kind)));
        let scope = Scope {
            names: &names.collect::<Vec<_>>(),
            called: "the columns ",
            marks: None,
            sites: None,
            example: "game_chromatic >= 4 && m < 12",
        };
        let expression = Expression::read(text, &scope)
            .map_err(|wrong| Place::new(text, source, wrong.offset).error(wrong.message))?;
        let used = columns.iter().enumerate();
        let used = used.filter(|&(i, _)| expression.looks_at(i));
        Ok(Self {
            columns: used.map(|(i, (name, _))| (i, (*name).to_owned())).collect(),
            known: columns.len(),
            expression,
        })
    }

    /// Does it hold in each row? `None` where values are missing that it takes.
    ///
    /// # Panics
    /// The table lacks a column of those that the condition was read with.
    pub fn holds(&self, table: &Table) -> Vec<Option<bool>> {
        let column = |name: &String| table.column(name).expect("the table has the columns");
        let columns = self.columns.iter().map(|(i, name)| (*i, column(name)));
        let columns: Vec<_> = columns.collect();
        let holds = |row: usize| {
            let mut values = vec![None; self.known];
            for (i, column) in &columns {
                values[*i] = match column.get(row) {
                    Cell::Missing => None,
                    Cell::Bool(yes) => Some(Value::One(Item::Bool(yes))),
                    Cell::Int(number) => Some(Value::One(Item::Int(number))),
                    Cell::Text(text) => Some(Value::One(Item::Text(text))),
                };
            }
            let given = Given {
                values: &values,
                marks: &[],
                counts: &[],
                sites: &[],
            };
            // Without lists, an expression takes no more steps than it has parts.
            self.expression.holds(&given, &mut { u64::MAX }).ok()
        };
        (0..table.rows()).map(holds).collect()
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
            ("game_chromatic >", 17, "expected a value"),
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
