//! From a text to a tree: words and signs by winnow, operators by how tightly they bind.

use super::{DEEPEST, EACH, LONGEST, Literal, Node, OPERATORS, Place, Term, Wrong};
use outplay_board::shortened;
use winnow::combinator::{alt, delimited, fail, repeat};
use winnow::error::EmptyError;
use winnow::prelude::*;
use winnow::token::{none_of, one_of, take_while};

#[derive(Clone, Debug, PartialEq)]
enum Token<'a> {
    /// Begins with a digit.
    Number(&'a str),
    Text(String),
    Word(&'a str),
    Sign(&'a str),
}

/// A letter of a text between quotes, of which some are written with a backslash.
fn letter(quote: char) -> impl FnMut(&mut &str) -> Result<char, EmptyError> {
    move |input| {
        let escaped = one_of(['\\', '\'', '"', 'n', 't', 'r']).map(|c| match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            same => same,
        });
        alt((('\\', escaped).map(|(_, c)| c), none_of([quote, '\\']))).parse_next(input)
    }
}

fn quoted<'a>(quote: char) -> impl FnMut(&mut &'a str) -> Result<Token<'a>, EmptyError> {
    move |input| {
        let letters = repeat(0.., letter(quote));
        let text = delimited(quote, letters, quote);
        text.map(Token::Text).parse_next(input)
    }
}

fn sign<'a>(input: &mut &'a str) -> Result<&'a str, EmptyError> {
    let signs = OPERATORS.map(|operator| operator.0);
    let others = ["(", ")", "[", "]", ",", ".", "?", ":", "!"];
    for sign in signs.into_iter().chain(others) {
        if input.starts_with(sign) {
            return winnow::token::literal(sign).parse_next(input);
        }
    }
    fail(input)
}

fn token<'a>(input: &mut &'a str) -> Result<Token<'a>, EmptyError> {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let digits = (one_of('0'..='9'), take_while(0.., (inside, '.'))).take();
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    let word = (one_of(begins), take_while(0.., inside)).take();
    alt((
        digits.map(Token::Number),
        word.map(Token::Word),
        quoted('"'),
        quoted('\''),
        sign.map(Token::Sign),
    ))
    .parse_next(input)
}

/// Reads a text.
pub(super) fn parse(text: &str, example: &str) -> Result<Term, Wrong> {
    if text.len() > LONGEST {
        let found = format!("a condition of {} letters", text.len());
        return Err(Wrong::found(0, &found, &format!("at most {LONGEST}")));
    }
    let mut tokens = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let start = text.len() - rest.len();
        match token(&mut rest) {
            Ok(token) => tokens.push((start, token)),
            Err(_) if rest.is_empty() => break,
            Err(_) => {
                let expected = match rest.starts_with(['"', '\'']) {
                    true => "a text that ends with the same quote, with \\\\ for a backslash",
                    false => "names, numbers, texts and operators",
                };
                return Err(Wrong::found(start, &said(rest), expected));
            }
        }
    }
    let mut parser = Reading {
        text,
        example,
        tokens,
        next: 0,
        depth: 0,
    };
    let root = parser.choice()?;
    match parser.peek() {
        None => Ok(root),
        Some(_) => Err(parser.unexpected("an operator, or the end")),
    }
}

fn said(rest: &str) -> String {
    format!("'{}'", shortened(rest))
}

struct Reading<'a> {
    text: &'a str,
    example: &'a str,
    tokens: Vec<(usize, Token<'a>)>,
    next: usize,
    depth: usize,
}

impl<'a> Reading<'a> {
    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    /// Where the next token begins.
    fn here(&self) -> usize {
        let token = self.tokens.get(self.next);
        token.map_or(self.text.len(), |(start, _)| *start)
    }

    fn unexpected(&self, expected: &str) -> Wrong {
        let found = match self.peek() {
            Some(_) => said(&self.text[self.here()..]),
            None => "the end".to_owned(),
        };
        let expected = format!("{expected}; a condition is, for example, {}", self.example);
        Wrong::found(self.here(), &found, &expected)
    }

    fn skips(&mut self, sign: &str) -> bool {
        let found = self.peek() == Some(&Token::Sign(sign));
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), Wrong> {
        match self.skips(sign) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("'{sign}'"))),
        }
    }

    /// One level deeper.
    fn inside(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Term, Wrong>,
    ) -> Result<Term, Wrong> {
        if self.depth == DEEPEST {
            let found = format!("more than {DEEPEST} parts inside each other");
            return Err(Wrong::found(self.here(), &found, "a simpler condition"));
        }
        self.depth += 1;
        let term = read(self);
        self.depth -= 1;
        term
    }

    /// `a ? b : c`, or what binds tighter.
    fn choice(&mut self) -> Result<Term, Wrong> {
        self.inside(|parser| {
            let condition = parser.binary(1)?;
            if !parser.skips("?") {
                return Ok(condition);
            }
            let then = parser.choice()?;
            parser.expect(":")?;
            let other = parser.choice()?;
            Ok(Term {
                start: condition.start,
                node: Node::If(Box::new([condition, then, other])),
            })
        })
    }

    /// Operators that bind at least so tightly, the first one first.
    fn binary(&mut self, least: u8) -> Result<Term, Wrong> {
        let mut left = self.unary()?;
        loop {
            let (Some(Token::Sign(sign)) | Some(Token::Word(sign))) = self.peek() else {
                return Ok(left);
            };
            let found = OPERATORS.iter().find(|(known, ..)| known == sign);
            let Some(&(_, operator, level)) = found.filter(|found| found.2 >= least) else {
                return Ok(left);
            };
            self.next += 1;
            let right = self.binary(level + 1)?;
            left = Term {
                start: left.start,
                node: Node::Binary(operator, Box::new([left, right])),
            };
        }
    }

    fn unary(&mut self) -> Result<Term, Wrong> {
        let start = self.here();
        let wrap = match self.peek() {
            Some(Token::Sign("!")) => Node::Not,
            Some(Token::Sign("-")) => Node::Negative,
            _ => return self.member(),
        };
        self.next += 1;
        let inner = self.inside(Self::unary)?;
        Ok(Term {
            start,
            node: wrap(Box::new(inner)),
        })
    }

    /// A value and what is asked of it: `seen.all(…)`.
    fn member(&mut self) -> Result<Term, Wrong> {
        let mut term = self.primary()?;
        loop {
            let (start, dot) = (term.start, self.here());
            if !self.skips(".") {
                return Ok(term);
            }
            let (Some(&Token::Word(name)), Some((at, Token::Sign("(")))) =
                (self.peek(), self.tokens.get(self.next + 1))
            else {
                let expected = "a function, or a name with _ for what is no letter or digit";
                return Err(Wrong::found(dot, &said(&self.text[dot..]), expected));
            };
            let at = *at;
            self.next += 2;
            let each = EACH.iter().find(|(known, _)| *known == name);
            let node = match (each, self.peek()) {
                (Some(&(_, how)), Some(&Token::Word(variable))) => {
                    self.next += 1;
                    self.expect(",")?;
                    let body = self.choice()?;
                    self.expect(")")?;
                    Node::Each {
                        how,
                        at,
                        variable: variable.to_owned(),
                        list: Box::new(term),
                        body: Box::new(body),
                    }
                }
                (Some(_), _) => {
                    let expected = "a variable, a comma and what is said of it";
                    return Err(self.unexpected(expected));
                }
                (None, _) => Node::Call {
                    name: name.to_owned(),
                    at,
                    values: self.list(vec![term], ")")?,
                },
            };
            term = Term { start, node };
        }
    }

    /// What stands between commas up to a bracket, after some.
    fn list(&mut self, mut terms: Vec<Term>, end: &str) -> Result<Vec<Term>, Wrong> {
        if self.skips(end) {
            return Ok(terms);
        }
        loop {
            terms.push(self.choice()?);
            if self.skips(end) {
                return Ok(terms);
            }
            if !self.skips(",") {
                return Err(self.unexpected(&format!("a comma or '{end}'")));
            }
        }
    }

    fn primary(&mut self) -> Result<Term, Wrong> {
        let start = self.here();
        let Some(token) = self.peek().cloned() else {
            return Err(self.unexpected("a value"));
        };
        let node = match token {
            Token::Number(digits) => {
                let number = digits.parse().map_err(|_| {
                    let expected = format!("a whole number up to {}", i64::MAX);
                    Wrong::found(start, &said(digits), &expected)
                })?;
                self.next += 1;
                Node::Literal(Literal::Int(number))
            }
            Token::Text(text) => {
                self.next += 1;
                Node::Literal(Literal::Text(text))
            }
            Token::Word(word) if OPERATORS.iter().all(|(sign, ..)| *sign != word) => {
                self.next += 1;
                let at = self.here();
                match word {
                    "true" | "false" => Node::Literal(Literal::Bool(word == "true")),
                    "null" => Node::Null,
                    _ if self.skips("(") => Node::Call {
                        name: word.to_owned(),
                        at,
                        values: self.list(Vec::new(), ")")?,
                    },
                    _ => Node::Name {
                        name: word.to_owned(),
                        place: Place::Given(0),
                    },
                }
            }
            Token::Sign("(") => {
                self.next += 1;
                let inner = self.choice()?;
                self.expect(")")?;
                inner.node
            }
            Token::Sign("[") => {
                self.next += 1;
                Node::List(self.list(Vec::new(), "]")?)
            }
            _ => return Err(self.unexpected("a value")),
        };
        Ok(Term { start, node })
    }
}
