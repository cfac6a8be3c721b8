//! The types of an expression: every part gives what is wanted of it, and every name is known.

use super::{
    DEEPEST_EACH, Each, Found, Kind, Literal, Node, Operator, Place, Scope, Term, Type, Wrong,
};
use outplay_board::{nearest, shortened};

const BOOL: Type = Type::One(Kind::Bool);
const INT: Type = Type::One(Kind::Int);
const TEXT: Type = Type::One(Kind::Text);

impl Type {
    fn words(self) -> &'static str {
        match self {
            Self::One(Kind::Bool) => "true or false",
            Self::One(Kind::Int) => "a number",
            Self::One(Kind::Text) => "a text",
            Self::List(_) => "a list",
            Self::Null => "null",
        }
    }

    /// An always empty list is as good as any other.
    fn fits(self, other: Self) -> bool {
        let some_list = |kind: Self| matches!(kind, Self::List(_));
        let empty = self == Self::List(None) || other == Self::List(None);
        self == other || empty && some_list(self) && some_list(other)
    }
}

/// Checks the types of a whole expression.
pub(super) fn check(root: &mut Term, scope: &Scope<'_>) -> Result<Found, Wrong> {
    let mut checking = Checking {
        scope,
        found: Found {
            used: vec![false; scope.names.len()],
            ..Found::default()
        },
        variables: Vec::new(),
    };
    if let Some(number) = is_number(root) {
        return Err(number);
    }
    let given = checking.walk(root)?;
    if given != BOOL {
        let found = format!("{} as the whole condition", given.words());
        return Err(Wrong::found(root.start, &found, BOOL.words()));
    }
    Ok(checking.found)
}

/// A sum where a condition stands is refused as such, whatever is wrong inside of it.
fn is_number(term: &Term) -> Option<Wrong> {
    use Operator::{Minus, Modulo, Over, Plus, Times};
    match term.node {
        Node::Binary(Plus | Minus | Times | Over | Modulo, _) | Node::Negative(_) => {
            Some(Wrong::found(term.start, "a number", BOOL.words()))
        }
        _ => None,
    }
}

struct Checking<'a> {
    scope: &'a Scope<'a>,
    found: Found,
    /// The variables of `all`, `exists` and their kin around, and what their lists hold.
    variables: Vec<(String, Kind)>,
}

impl Checking<'_> {
    fn typed(&mut self, term: &mut Term, wanted: Type) -> Result<(), Wrong> {
        if let Some(number) = is_number(term).filter(|_| wanted == BOOL) {
            return Err(number);
        }
        let given = self.walk(term)?;
        match given.fits(wanted) {
            true => Ok(()),
            false => Err(Wrong::found(term.start, given.words(), wanted.words())),
        }
    }

    /// Several of the same type, such as the first one.
    fn alike(&mut self, first: Type, rest: &mut [Term]) -> Result<(), Wrong> {
        rest.iter_mut().try_for_each(|term| self.typed(term, first))
    }

    /// What the items of a list are; nothing if it has none.
    fn items(&mut self, list: &mut Term) -> Result<Option<Kind>, Wrong> {
        match self.walk(list)? {
            Type::List(kind) => Ok(kind),
            other => {
                let expected = "a list such as [1, 2, 3]";
                Err(Wrong::found(list.start, other.words(), expected))
            }
        }
    }

    fn kind(&mut self, term: &mut Term) -> Result<Kind, Wrong> {
        match self.walk(term)? {
            Type::One(kind) => Ok(kind),
            other => {
                let expected = "a number, a text, true or false";
                Err(Wrong::found(term.start, other.words(), expected))
            }
        }
    }

    fn ordered(&mut self, term: &mut Term) -> Result<Type, Wrong> {
        match self.walk(term)? {
            given @ (INT | TEXT) => Ok(given),
            other => Err(Wrong::found(
                term.start,
                other.words(),
                "a number or a text",
            )),
        }
    }

    fn name(&mut self, name: &str, start: usize) -> Result<(Place, Type), Wrong> {
        let variables = &self.variables;
        if let Some(i) = variables.iter().rposition(|(known, _)| known == name) {
            return Ok((Place::Variable(i), Type::One(variables[i].1)));
        }
        let names = self.scope.names;
        if let Some(i) = names.iter().position(|(known, _)| *known == name) {
            self.found.used[i] = true;
            return Ok((Place::Given(i), names[i].1));
        }
        let known = || names.iter().map(|(known, _)| *known);
        // `game-chromatic` is read as a difference.
        let begun = known().find(|known| {
            let rest = known.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('_'))
        });
        let near = nearest(name, known())
            .or(begun)
            .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        let list = known().collect::<Vec<_>>().join(", ");
        let expected = format!("one of {}{list}{near}", self.scope.called);
        let found = format!("'{}'", shortened(name));
        Err(Wrong::found(start, &found, &expected))
    }

    fn walk(&mut self, term: &mut Term) -> Result<Type, Wrong> {
        let start = term.start;
        Ok(match &mut term.node {
            Node::Literal(Literal::Bool(_)) => BOOL,
            Node::Literal(Literal::Int(_)) => INT,
            Node::Literal(Literal::Text(_)) => TEXT,
            Node::Null => Type::Null,
            Node::Name { name, place } => {
                let (found, given) = self.name(name, start)?;
                *place = found;
                given
            }
            Node::List(terms) => {
                let Some((first, rest)) = terms.split_first_mut() else {
                    return Ok(Type::List(None));
                };
                let kind = self.kind(first)?;
                self.alike(Type::One(kind), rest)?;
                Type::List(Some(kind))
            }
            Node::Not(inner) => {
                self.typed(inner, BOOL)?;
                BOOL
            }
            Node::Negative(inner) => {
                self.typed(inner, INT)?;
                INT
            }
            Node::Binary(operator, pair) => self.binary(*operator, pair)?,
            Node::If(three) => {
                let [condition, then, other] = &mut **three;
                self.typed(condition, BOOL)?;
                let given = self.walk(then)?;
                self.alike(given, std::slice::from_mut(other))?;
                given
            }
            Node::Call { name, at, values } => self.call(name, *at, values)?,
            Node::Each {
                how,
                at,
                variable,
                list,
                body,
            } => {
                if self.scope.marks.is_none() {
                    let expected = "columns, numbers, texts and operators";
                    return Err(Wrong::found(*at, "a list, a map or a macro", expected));
                }
                let items = self.items(list)?;
                if self.variables.len() == DEEPEST_EACH {
                    let found =
                        format!("more than {DEEPEST_EACH} of all, exists, … inside each other");
                    return Err(Wrong::found(*at, &found, "fewer"));
                }
                // What is said of the items of an empty list does not matter, but is checked.
                let kind = items.or(self.scope.marks).unwrap_or(Kind::Int);
                self.variables.push((variable.clone(), kind));
                let given = match how {
                    Each::Map => Type::List(Some(self.kind(body)?)),
                    Each::Filter => {
                        self.typed(body, BOOL)?;
                        Type::List(items)
                    }
                    Each::All | Each::Exists | Each::ExistsOne => {
                        self.typed(body, BOOL)?;
                        BOOL
                    }
                };
                self.variables.pop();
                given
            }
        })
    }

    fn binary(&mut self, operator: Operator, pair: &mut [Term; 2]) -> Result<Type, Wrong> {
        let [a, b] = pair;
        match operator {
            Operator::Or | Operator::And => {
                self.alike(BOOL, pair)?;
                Ok(BOOL)
            }
            Operator::Plus
            | Operator::Minus
            | Operator::Times
            | Operator::Over
            | Operator::Modulo => {
                self.alike(INT, pair)?;
                Ok(INT)
            }
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                let given = self.ordered(a)?;
                self.typed(b, given)?;
                Ok(BOOL)
            }
            Operator::In => {
                let kind = self.kind(a)?;
                let items = self.items(b)?;
                match items.is_none_or(|items| items == kind) {
                    true => Ok(BOOL),
                    false => {
                        let expected = format!("a list of {}", Type::One(kind).words());
                        Err(Wrong::found(b.start, "a list of something else", &expected))
                    }
                }
            }
            Operator::Equal | Operator::Unequal => match (self.walk(a)?, self.walk(b)?) {
                (Type::Null, Type::Null) => {
                    Err(Wrong::found(a.start, "null", "a column on one side"))
                }
                (first, second) if first.fits(second) || [first, second].contains(&Type::Null) => {
                    Ok(BOOL)
                }
                (first, second) => {
                    let expected = format!("{}, as on the left", first.words());
                    Err(Wrong::found(b.start, second.words(), &expected))
                }
            },
        }
    }

    fn call(&mut self, name: &str, at: usize, values: &mut [Term]) -> Result<Type, Wrong> {
        if let (Some(sites), "all" | "exists" | "number", [said]) =
            (self.scope.sites, name, &mut *values)
        {
            // What is said of a site speaks of nothing else.
            check(said, sites)?;
            self.found.sites = true;
            return Ok(if name == "number" { INT } else { BOOL });
        }
        match (name, &mut *values) {
            ("size", [value]) => match self.walk(value)? {
                Type::List(_) | TEXT => Ok(INT),
                other => Err(Wrong::found(value.start, other.words(), "a list or a text")),
            },
            ("startsWith" | "endsWith" | "contains", [_, _]) => {
                self.alike(TEXT, values)?;
                Ok(BOOL)
            }
            ("count", [mark]) if self.scope.marks.is_some() => {
                self.found.counts = true;
                let kind = self.scope.marks.unwrap_or(Kind::Int);
                self.typed(mark, Type::One(kind))?;
                Ok(INT)
            }
            _ => {
                let found = format!(
                    "the function '{}' with {} values",
                    shortened(name),
                    values.len()
                );
                let mut expected = "an operator, or one of size(…), text.startsWith(text), text.endsWith(text), text.contains(text)".to_owned();
                if self.scope.sites.is_some() {
                    expected += ", all(…), exists(…), number(…)";
                }
                if self.scope.marks.is_some() {
                    expected +=
                        ", count(mark), and all, exists, exists_one, filter and map on a list";
                }
                Err(Wrong::found(at, &found, &expected))
            }
        }
    }
}
