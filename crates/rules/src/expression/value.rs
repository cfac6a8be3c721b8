//! What an expression gives. It is counted how many steps that takes, so that nobody who writes an
//! expression can make it take more than its asker allows; lists cost a step for each item.

use super::{Each, Expression, Literal, Node, Operator, Place, Term};
use std::borrow::Cow;
use std::cmp::Ordering;

/// A single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item<'a> {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(&'a str),
}

/// What a name stands for, or a part of an expression gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// A single value.
    One(Item<'a>),
    /// Several of the same kind.
    List(Cow<'a, [Item<'a>]>),
}

/// What an expression is asked about.
pub struct Given<'a> {
    /// The values of the names, in their order; `None` for what is missing or not looked at.
    pub values: &'a [Option<Value<'a>>],
    /// The marks, and how often there is each.
    pub marks: &'a [Item<'a>],
    /// How often there is each of the marks.
    pub counts: &'a [u32],
    /// The same for each of the sites, if something may be asked of them.
    pub sites: &'a [Given<'a>],
}

/// Why an expression gives nothing, and where in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The offset.
    pub offset: usize,
    /// What is the matter.
    pub reason: &'static str,
}

const OUT_OF_STEPS: &str = "found more steps than a condition may take";

type Found<'a> = Result<Value<'a>, Unknown>;

impl Expression {
    /// Does it hold? Takes what it costs from `steps`.
    ///
    /// # Errors
    /// Something that it depends on is missing, cannot be computed, or the steps ran out.
    pub fn holds<'a>(&'a self, given: &'a Given<'a>, steps: &mut u64) -> Result<bool, Unknown> {
        let mut asking = Asking {
            given,
            steps,
            variables: Vec::new(),
        };
        let found = asking.truth(&self.root);
        match *asking.steps {
            // A part that was not looked at may have been taken for one that is missing.
            0 => Err(self.root.unknown(OUT_OF_STEPS)),
            _ => found,
        }
    }
}

impl Term {
    fn unknown(&self, reason: &'static str) -> Unknown {
        let offset = self.start;
        Unknown { offset, reason }
    }
}

struct Asking<'s, 'a> {
    given: &'a Given<'a>,
    steps: &'s mut u64,
    variables: Vec<Item<'a>>,
}

/// The types were checked before.
const CHECKED: &str = "types are as they were checked";

impl<'a> Value<'a> {
    fn one(self) -> Item<'a> {
        match self {
            Self::One(item) => item,
            Self::List(_) => unreachable!("{CHECKED}"),
        }
    }
}

impl<'a> Asking<'_, 'a> {
    fn spend(&mut self, term: &Term, steps: usize) -> Result<(), Unknown> {
        *self.steps = self.steps.saturating_sub(steps as u64);
        match *self.steps {
            0 => Err(term.unknown(OUT_OF_STEPS)),
            _ => Ok(()),
        }
    }

    fn item(&mut self, term: &'a Term) -> Result<Item<'a>, Unknown> {
        self.value(term).map(Value::one)
    }

    fn truth(&mut self, term: &'a Term) -> Result<bool, Unknown> {
        match self.item(term)? {
            Item::Bool(yes) => Ok(yes),
            _ => unreachable!("{CHECKED}"),
        }
    }

    fn int(&mut self, term: &'a Term) -> Result<i64, Unknown> {
        match self.item(term)? {
            Item::Int(number) => Ok(number),
            _ => unreachable!("{CHECKED}"),
        }
    }

    fn text(&mut self, term: &'a Term) -> Result<&'a str, Unknown> {
        match self.item(term)? {
            Item::Text(text) => Ok(text),
            _ => unreachable!("{CHECKED}"),
        }
    }

    fn list(&mut self, term: &'a Term) -> Result<Cow<'a, [Item<'a>]>, Unknown> {
        match self.value(term)? {
            Value::List(list) => {
                self.spend(term, list.len())?;
                Ok(list)
            }
            Value::One(_) => unreachable!("{CHECKED}"),
        }
    }

    fn value(&mut self, term: &'a Term) -> Found<'a> {
        self.spend(term, 1)?;
        let yes = |yes| Ok(Value::One(Item::Bool(yes)));
        let int = |number| Ok(Value::One(Item::Int(number)));
        match &term.node {
            Node::Literal(Literal::Bool(value)) => yes(*value),
            Node::Literal(Literal::Int(value)) => int(*value),
            Node::Literal(Literal::Text(text)) => Ok(Value::One(Item::Text(text))),
            Node::Null => Err(term.unknown("found null")),
            Node::Name { place, .. } => match *place {
                Place::Variable(i) => Ok(Value::One(self.variables[i])),
                Place::Given(i) => match &self.given.values[i] {
                    Some(value) => Ok(value.clone()),
                    None => Err(term.unknown("found nothing")),
                },
            },
            Node::List(terms) => {
                let items = terms.iter().map(|term| self.item(term));
                let items: Vec<Item<'a>> = items.collect::<Result<_, _>>()?;
                Ok(Value::List(items.into()))
            }
            Node::Not(inner) => yes(!self.truth(inner)?),
            Node::Negative(inner) => match self.int(inner)?.checked_neg() {
                Some(number) => int(number),
                None => Err(term.unknown("found a number that is too large")),
            },
            Node::Binary(operator, pair) => self.binary(term, *operator, pair),
            Node::If(three) => {
                let [condition, then, other] = &**three;
                let chosen = if self.truth(condition)? { then } else { other };
                self.value(chosen)
            }
            Node::Call { name, values, .. } => match (name.as_str(), &values[..]) {
                ("size", [value]) => match self.value(value)? {
                    Value::List(list) => int(list.len() as i64),
                    Value::One(Item::Text(text)) => int(text.chars().count() as i64),
                    Value::One(_) => unreachable!("{CHECKED}"),
                },
                ("count", [mark]) => {
                    let mark = self.item(mark)?;
                    let found = self.given.marks.iter().position(|known| *known == mark);
                    int(found.map_or(0, |i| self.given.counts[i].into()))
                }
                (_, [said]) => {
                    let (sites, mut held) = (self.given.sites, 0);
                    for given in sites {
                        let mut asking = Asking {
                            given,
                            steps: self.steps,
                            variables: Vec::new(),
                        };
                        held += usize::from(asking.truth(said)?);
                    }
                    match name.as_str() {
                        "all" => yes(held == sites.len()),
                        "exists" => yes(held > 0),
                        _ => int(held as i64),
                    }
                }
                (_, [text, part]) => {
                    let (text, part) = (self.text(text)?, self.text(part)?);
                    yes(match name.as_str() {
                        "startsWith" => text.starts_with(part),
                        "endsWith" => text.ends_with(part),
                        _ => text.contains(part),
                    })
                }
                _ => unreachable!("{CHECKED}"),
            },
            Node::Each {
                how, list, body, ..
            } => {
                let list = self.list(list)?;
                self.each(*how, &list, body)
            }
        }
    }

    fn each(&mut self, how: Each, list: &[Item<'a>], body: &'a Term) -> Found<'a> {
        let mut kept = Vec::new();
        let mut unknown = None;
        for &item in list {
            self.variables.push(item);
            let found = match how {
                Each::Map => self.item(body),
                _ => self.truth(body).map(Item::Bool),
            };
            self.variables.pop();
            match (how, found) {
                (Each::Map, Ok(found)) => kept.push(found),
                (Each::All, Ok(Item::Bool(false))) | (Each::Exists, Ok(Item::Bool(true))) => {
                    return Ok(Value::One(Item::Bool(how == Each::Exists)));
                }
                (_, Ok(Item::Bool(true))) => kept.push(item),
                (_, Ok(_)) => {}
                // Another item may decide.
                (Each::All | Each::Exists, Err(why)) => unknown = Some(why),
                (_, Err(why)) => return Err(why),
            }
        }
        match (how, unknown) {
            (_, Some(why)) => Err(why),
            (Each::All | Each::Exists, None) => Ok(Value::One(Item::Bool(how == Each::All))),
            (Each::ExistsOne, None) => Ok(Value::One(Item::Bool(kept.len() == 1))),
            (Each::Filter | Each::Map, None) => Ok(Value::List(kept.into())),
        }
    }

    fn binary(&mut self, term: &'a Term, operator: Operator, pair: &'a [Term; 2]) -> Found<'a> {
        let [a, b] = pair;
        let yes = |yes| Ok(Value::One(Item::Bool(yes)));
        match operator {
            Operator::Or => self.both(pair, true),
            Operator::And => self.both(pair, false),
            Operator::Equal => yes(self.equal(pair)?),
            Operator::Unequal => yes(!self.equal(pair)?),
            Operator::Less => yes(self.order(pair)?.is_lt()),
            Operator::LessEqual => yes(self.order(pair)?.is_le()),
            Operator::Greater => yes(self.order(pair)?.is_gt()),
            Operator::GreaterEqual => yes(self.order(pair)?.is_ge()),
            Operator::In => {
                let item = self.item(a)?;
                yes(self.list(b)?.contains(&item))
            }
            Operator::Plus => self.number(term, pair, i64::checked_add),
            Operator::Minus => self.number(term, pair, i64::checked_sub),
            Operator::Times => self.number(term, pair, i64::checked_mul),
            Operator::Over => self.number(term, pair, i64::checked_div),
            Operator::Modulo => self.number(term, pair, i64::checked_rem),
        }
    }

    fn number(
        &mut self,
        term: &Term,
        pair: &'a [Term; 2],
        compute: fn(i64, i64) -> Option<i64>,
    ) -> Found<'a> {
        let number = compute(self.int(&pair[0])?, self.int(&pair[1])?);
        let too_large = || term.unknown("found a number that is too large, or a division by zero");
        Ok(Value::One(Item::Int(number.ok_or_else(too_large)?)))
    }

    fn order(&mut self, pair: &'a [Term; 2]) -> Result<Ordering, Unknown> {
        Ok(self.item(&pair[0])?.cmp(&self.item(&pair[1])?))
    }

    fn equal(&mut self, pair: &'a [Term; 2]) -> Result<bool, Unknown> {
        match pair {
            [
                Term {
                    node: Node::Null, ..
                },
                other,
            ]
            | [
                other,
                Term {
                    node: Node::Null, ..
                },
            ] => Ok(self.value(other).is_err()),
            [a, b] => Ok(self.value(a)? == self.value(b)?),
        }
    }

    /// `&&` and `||`: one side that decides is enough.
    fn both(&mut self, pair: &'a [Term; 2], decides: bool) -> Found<'a> {
        let known = |yes| Ok(Value::One(Item::Bool(yes)));
        let first = self.truth(&pair[0]);
        if first == Ok(decides) {
            return known(decides);
        }
        match (first, self.truth(&pair[1])) {
            (_, Ok(second)) if second == decides => known(decides),
            (Err(why), _) | (_, Err(why)) => Err(why),
            (Ok(_), Ok(_)) => known(!decides),
        }
    }
}
