//! The condition of a rule file: an expression in CEL, read when the file is read, and asked only
//! while tables are filled. It sees nothing but the variables listed here, calls nothing but the
//! functions listed here, and how long an answer takes is bounded before it is asked.

use cel::common::ast::{Expr, IdedExpr, ListExpr};
use cel::{Context, Env, Program, Value};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

/// The longest condition, in bytes.
const LONGEST: usize = 1000;
/// How deep macros such as `all` may stand inside each other.
const DEEPEST: usize = 2;

/// The variables, with what each is.
pub(super) const VARIABLES: &[(&str, &str)] = &[
    ("mark", "the mark that is to be put"),
    ("mover", "who moves: 1 or 2"),
    ("marks", "the list of all marks"),
    ("seen", "the list of the marks on neighbours, each once"),
    ("marked", "how many neighbours are marked"),
    ("far", "the list of the marks at distance 2, each once"),
    ("degree", "how many neighbours there are"),
    ("empty", "whether nothing is marked yet"),
    ("last", "the mark of the last move, 0 or \"\" before it"),
    ("beside", "whether the last move marked a neighbour"),
];

const FUNCTIONS: &[&str] = &["size", "count"];
const OPERATORS: &[&str] = &[
    "_?_:_",
    "_&&_",
    "_||_",
    "!_",
    "_-_",
    "_+_",
    "_*_",
    "_/_",
    "_%_",
    "_==_",
    "_!=_",
    "_>=_",
    "_<=_",
    "_>_",
    "_<_",
    "-_",
    "_[_]",
    "@in",
    "@not_strictly_false",
];

/// What a condition looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Looks {
    pub(super) seen: bool,
    pub(super) count: bool,
    pub(super) marked: bool,
    pub(super) far: bool,
    pub(super) degree: bool,
    pub(super) empty: bool,
    pub(super) last: bool,
    pub(super) beside: bool,
    pub(super) mover: bool,
}

/// A condition that was read.
pub(super) struct Condition {
    pub(super) text: String,
    pub(super) looks: Looks,
    program: Program,
    work: Work,
}

/// How many steps an answer takes at most: the steps outside of macros, and those inside
/// one and two of them.
#[derive(Clone, Copy, Default)]
struct Work {
    steps: [f64; DEEPEST + 1],
    /// How long lists are at most, beside what the marks make.
    listed: f64,
    /// How often lists of marks may be put together.
    joined: f64,
}

/// What is wrong with a condition, and where: an offset into its text.
pub(super) struct Wrong {
    pub(super) offset: usize,
    pub(super) message: String,
}

impl Wrong {
    fn new(offset: usize, message: impl Into<String>) -> Self {
        Self {
            offset,
            message: message.into(),
        }
    }
}

impl Condition {
    pub(super) fn read(text: &str) -> Result<Self, Wrong> {
        let program = compile(text, "!(mark in seen)")?;
        let mut reading = Reading {
            program: &program,
            looks: Looks::default(),
            work: Work::default(),
            own: Vec::new(),
        };
        reading.walk(program.expression())?;
        let (looks, work) = (reading.looks, reading.work);
        Ok(Self {
            text: text.to_owned(),
            looks,
            program,
            work,
        })
    }

    /// At most about so many steps for an answer with `marks` marks.
    pub(super) fn steps(&self, marks: usize) -> f64 {
        let longest = (marks as f64).max(self.work.listed) * (1.0 + self.work.joined);
        let deep = self.work.steps.iter().rev();
        deep.fold(0.0, |inside, here| here + longest * inside)
    }
}

/// Reads an expression of bearable length; `example` is one, for messages.
pub(super) fn compile(text: &str, example: &str) -> Result<Program, Wrong> {
    if text.len() > LONGEST {
        let message = format!(
            "found a condition of {} letters, expected at most {LONGEST}",
            text.len()
        );
        return Err(Wrong::new(0, message));
    }
    Program::compile(text).map_err(|errors| {
        let first = errors.errors.into_iter().next();
        first.map_or_else(
            || Wrong::new(0, "found no condition, expected one in CEL"),
            |error| Wrong::new(offset_of(text, error.pos), plain(&error.msg, example)),
        )
    })
}

/// What the first line of a message of the parser says, without its own place.
fn plain(message: &str, example: &str) -> String {
    let line = message.lines().next().unwrap_or("").trim();
    let line = line.strip_prefix("Syntax error: ").unwrap_or(line);
    let shortened = outplay_board::shortened(line);
    format!("{shortened}; expected a condition in CEL, such as {example}")
}

/// The offset of a line and a column, both from 1.
fn offset_of(text: &str, (line, column): (isize, isize)) -> usize {
    let mut start = 0;
    for (i, row) in text.split_inclusive('\n').enumerate() {
        if i as isize + 1 == line {
            let before = row.chars().take((column - 1).max(0) as usize);
            return start + before.map(char::len_utf8).sum::<usize>();
        }
        start += row.len();
    }
    text.len()
}

/// Looks at every part of a condition once.
struct Reading<'a> {
    program: &'a Program,
    looks: Looks,
    work: Work,
    /// The variables of the macros around.
    own: Vec<String>,
}

impl Reading<'_> {
    fn wrong(&self, expr: &IdedExpr, message: String) -> Wrong {
        let place = self.program.source_info().offset_for(expr.id);
        Wrong::new(place.map_or(0, |(start, _)| start as usize), message)
    }

    fn variable(&mut self, expr: &IdedExpr, name: &str) -> Result<(), Wrong> {
        if name.starts_with('@') || self.own.iter().any(|own| own == name) {
            return Ok(());
        }
        let looks = &mut self.looks;
        match name {
            "mark" | "marks" => {}
            "mover" => looks.mover = true,
            "seen" => looks.seen = true,
            "marked" => looks.marked = true,
            "far" => looks.far = true,
            "degree" => looks.degree = true,
            "empty" => looks.empty = true,
            "last" => looks.last = true,
            "beside" => looks.beside = true,
            _ => {
                let names: Vec<&str> = VARIABLES.iter().map(|v| v.0).collect();
                let near = outplay_board::nearest(name, names.iter().copied())
                    .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
                let message = format!(
                    "found '{}', expected one of {}, count(…), size(…){near}",
                    outplay_board::shortened(name),
                    names.join(", ")
                );
                return Err(self.wrong(expr, message));
            }
        }
        Ok(())
    }

    fn walk(&mut self, expr: &IdedExpr) -> Result<(), Wrong> {
        let depth = self.own.len() / 2;
        self.work.steps[depth] += 1.0;
        match &expr.expr {
            Expr::Unspecified | Expr::Literal(_) => Ok(()),
            Expr::Ident(name) => self.variable(expr, name),
            Expr::Call(call) => {
                let name = call.func_name.as_str();
                if name == "_+_" {
                    self.work.joined += 1.0;
                }
                if name == "count" {
                    self.looks.count = true;
                }
                if !FUNCTIONS.contains(&name) && !OPERATORS.contains(&name) {
                    let message = format!(
                        "found the function '{}', expected one of {}, or all, exists, exists_one, filter or map on a list",
                        outplay_board::shortened(name),
                        FUNCTIONS.join(", ")
                    );
                    return Err(self.wrong(expr, message));
                }
                call.target
                    .iter()
                    .try_for_each(|target| self.walk(target))?;
                call.args.iter().try_for_each(|arg| self.walk(arg))
            }
            Expr::List(ListExpr { elements, .. }) => {
                self.work.listed += elements.len() as f64;
                elements.iter().try_for_each(|element| self.walk(element))
            }
            Expr::Comprehension(inner) => {
                self.walk(&inner.iter_range)?;
                self.walk(&inner.accu_init)?;
                if depth == DEEPEST {
                    let message =
                        format!("found more than {DEEPEST} of all, exists, … inside each other");
                    return Err(self.wrong(expr, message));
                }
                self.own.push(inner.iter_var.clone());
                self.own.push(inner.accu_var.clone());
                let walked = self
                    .walk(&inner.loop_cond)
                    .and_then(|()| self.walk(&inner.loop_step))
                    .and_then(|()| self.walk(&inner.result));
                self.own.truncate(2 * depth);
                walked
            }
            Expr::Map(_) | Expr::Select(_) | Expr::Struct(_) => {
                let message = "found a map or a field, expected numbers, lists and conditions";
                Err(self.wrong(expr, message.to_owned()))
            }
        }
    }
}

/// Where a mark is to be put, by whom, and what is around.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) mark: u8,
    /// 0 or 1.
    pub(super) mover: usize,
    /// How many neighbours have each mark, from mark 1.
    pub(super) counts: &'a [u32],
    /// The set of marks at distance 2: bit 0 for mark 1.
    pub(super) far: u32,
    pub(super) degree: u32,
    pub(super) empty: bool,
    pub(super) last: u8,
    pub(super) beside: bool,
}

/// The operators and functions of CEL, of which conditions may use some.
static STANDARD: LazyLock<Arc<Env>> = LazyLock::new(|| Arc::new(Env::stdlib()));

/// A condition with marks to ask it about.
pub(super) struct Asking<'a> {
    condition: &'a Condition,
    context: Context<'static, 'static>,
    names: Arc<Vec<Value>>,
    counts: Arc<Vec<AtomicU32>>,
}

impl<'a> Asking<'a> {
    /// `names` are the names of the marks, if they have names.
    pub(super) fn new(condition: &'a Condition, marks: usize, names: &[String]) -> Self {
        let names: Vec<Value> = match names.is_empty() {
            true => (1..=marks as i64).map(Value::Int).collect(),
            false => names
                .iter()
                .map(|name| Value::from(name.as_str()))
                .collect(),
        };
        let names = Arc::new(names);
        let counts: Arc<Vec<AtomicU32>> = Arc::new((0..marks).map(|_| AtomicU32::new(0)).collect());
        let mut context = Context::with_env(STANDARD.clone());
        context.add_variable_from_value("marks", Value::List(names.clone()));
        let (known, count) = (names.clone(), counts.clone());
        let counted = move |mark: Value| -> i64 {
            let found = known.iter().position(|name| *name == mark);
            found.map_or(0, |i| count[i].load(Relaxed).into())
        };
        let added = context.add_function("count", counted);
        debug_assert!(added.is_ok(), "CEL has no function of this name");
        Self {
            condition,
            context,
            names,
            counts,
        }
    }

    fn list(&self, set: impl Fn(usize) -> bool) -> Value {
        let list = self.names.iter().enumerate();
        let list = list.filter(|&(i, _)| set(i)).map(|(_, name)| name.clone());
        Value::List(Arc::new(list.collect()))
    }

    fn name(&self, mark: u8) -> Value {
        match (mark.checked_sub(1), self.names.first()) {
            (Some(i), _) => self.names[usize::from(i)].clone(),
            (None, Some(Value::String(_))) => Value::from(""),
            (None, _) => Value::Int(0),
        }
    }

    /// Does the condition hold?
    pub(super) fn ask(&mut self, asked: Asked<'_>) -> Result<bool, String> {
        let looks = self.condition.looks;
        let mut set = |name: &str, value: Value| {
            self.context.add_variable_from_value(name, value);
        };
        if looks.mover {
            set("mover", Value::Int(asked.mover as i64 + 1));
        }
        if looks.marked {
            set(
                "marked",
                Value::Int(asked.counts.iter().sum::<u32>().into()),
            );
        }
        if looks.degree {
            set("degree", Value::Int(asked.degree.into()));
        }
        if looks.empty {
            set("empty", Value::Bool(asked.empty));
        }
        if looks.beside {
            set("beside", Value::Bool(asked.beside));
        }
        let mark = self.name(asked.mark);
        self.context.add_variable_from_value("mark", mark);
        if looks.seen {
            let seen = self.list(|i| asked.counts[i] > 0);
            self.context.add_variable_from_value("seen", seen);
        }
        if looks.far {
            let far = self.list(|i| asked.far >> i & 1 == 1);
            self.context.add_variable_from_value("far", far);
        }
        if looks.last {
            let last = self.name(asked.last);
            self.context.add_variable_from_value("last", last);
        }
        for (count, &n) in self.counts.iter().zip(asked.counts) {
            count.store(n, Relaxed);
        }
        match self.condition.program.execute(&self.context) {
            Ok(Value::Bool(holds)) => Ok(holds),
            Ok(other) => Err(format!(
                "the condition gives a value of type {}, expected true or false",
                other.type_of()
            )),
            Err(error) => Err(format!(
                "{}; expected a condition that is true or false",
                outplay_board::shortened(&error.to_string())
            )),
        }
    }
}
