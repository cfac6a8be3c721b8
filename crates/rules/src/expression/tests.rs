//! Printing and reading again, asking whatever can be written, and what is said about what cannot.

use super::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const LIST: Type = Type::List(Some(Kind::Int));
const NAMES: &[(&str, Type)] = &[
    ("mark", Type::One(Kind::Int)),
    ("seen", LIST),
    ("empty", Type::One(Kind::Bool)),
    ("word", Type::One(Kind::Text)),
];
const SCOPE: Scope<'_> = Scope {
    names: NAMES,
    called: "",
    marks: Some(Kind::Int),
    sites: Some(&Scope {
        names: NAMES,
        called: "",
        marks: Some(Kind::Int),
        sites: None,
        example: "",
    }),
    example: "!(mark in seen)",
};

fn print(term: &Term) -> String {
    let list = |terms: &[Term]| terms.iter().map(print).collect::<Vec<_>>().join(", ");
    match &term.node {
        Node::Literal(Literal::Bool(value)) => value.to_string(),
        Node::Literal(Literal::Int(value)) => value.to_string(),
        Node::Literal(Literal::Text(text)) => {
            let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
            format!("'{escaped}'")
        }
        Node::Null => "null".to_owned(),
        Node::Name { name, .. } => name.clone(),
        Node::List(terms) => format!("[{}]", list(terms)),
        Node::Not(inner) => format!("!({})", print(inner)),
        Node::Negative(inner) => format!("-({})", print(inner)),
        Node::Binary(operator, pair) => {
            let sign = OPERATORS.iter().find(|known| known.1 == *operator);
            let sign = sign.unwrap().0;
            format!("({}) {sign} ({})", print(&pair[0]), print(&pair[1]))
        }
        Node::If(three) => {
            let [a, b, c] = [0, 1, 2].map(|i| print(&three[i]));
            format!("({a}) ? ({b}) : ({c})")
        }
        Node::Call { name, values, .. } => format!("{name}({})", list(values)),
        Node::Each {
            how,
            variable,
            list,
            body,
            ..
        } => {
            let how = EACH.iter().find(|known| known.1 == *how).unwrap().0;
            format!("({}).{how}({variable}, {})", print(list), print(body))
        }
    }
}

/// Makes expressions of the right types out of numbers.
struct Maker<'a> {
    choices: &'a [u8],
    variables: Vec<&'static str>,
    /// Is something said of sites?
    inside: bool,
}

impl Maker<'_> {
    fn choose(&mut self, most: u8) -> u8 {
        let Some((first, rest)) = self.choices.split_first() else {
            return 0;
        };
        self.choices = rest;
        first % most
    }

    fn pair(&mut self, deep: u32, signs: &[&str], part: fn(&mut Self, u32) -> String) -> String {
        let sign = signs[usize::from(self.choose(signs.len() as u8))];
        let (a, b) = (part(self, deep - 1), part(self, deep - 1));
        format!("({a} {sign} {b})")
    }

    fn each(&mut self, deep: u32, how: &[&str], part: fn(&mut Self, u32) -> String) -> String {
        let list = self.list(deep - 1);
        if self.variables.len() == DEEPEST_EACH {
            return "true".to_owned();
        }
        let how = how[usize::from(self.choose(how.len() as u8))];
        let variable = ["m", "other"][self.variables.len()];
        self.variables.push(variable);
        let body = part(self, deep - 1);
        self.variables.pop();
        format!("{list}.{how}({variable}, {body})")
    }

    fn condition(&mut self, deep: u32) -> String {
        if deep == 0 {
            return ["true", "false", "empty"][usize::from(self.choose(3))].to_owned();
        }
        match self.choose(9) {
            0 => format!("!{}", self.condition(deep - 1)),
            1 | 2 => self.pair(deep, &["&&", "||", "==", "!="], Self::condition),
            3 => self.pair(deep, &["<", "<=", ">", ">=", "==", "!="], Self::number),
            4 => format!("({} in {})", self.number(deep - 1), self.list(deep - 1)),
            5 => self.each(deep, &["all", "exists", "exists_one"], Self::condition),
            6 => format!("({} == null)", self.number(deep - 1)),
            7 if self.variables.is_empty() && !self.inside => {
                self.inside = true;
                let text = format!("exists({})", self.condition(deep - 1));
                self.inside = false;
                text
            }
            _ => "word.startsWith('a\\'b')".to_owned(),
        }
    }

    fn number(&mut self, deep: u32) -> String {
        if deep == 0 {
            let variable = self.variables.last().copied().unwrap_or("mark");
            let words = ["1", "0", "9223372036854775807", "mark", variable, "7"];
            return words[usize::from(self.choose(6))].to_owned();
        }
        match self.choose(5) {
            0 => format!("-{}", self.number(deep - 1)),
            1 | 2 => self.pair(deep, &["+", "-", "*", "/", "%"], Self::number),
            3 => format!("size({})", self.list(deep - 1)),
            _ => {
                let condition = self.condition(deep - 1);
                let (a, b) = (self.number(deep - 1), self.number(deep - 1));
                format!("({condition} ? {a} : {b})")
            }
        }
    }

    fn list(&mut self, deep: u32) -> String {
        if deep == 0 || self.variables.len() == DEEPEST_EACH {
            return ["seen", "[1, 2]", "[mark]"][usize::from(self.choose(3))].to_owned();
        }
        match self.choose(2) {
            0 => self.each(deep, &["filter"], Self::condition),
            _ => self.each(deep, &["map"], Self::number),
        }
    }
}

fn check<T: std::fmt::Debug>(cases: u32, strategy: impl Strategy<Value = T>, test: impl Fn(T)) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let run = runner.run(&strategy, |value| {
        test(value);
        Ok(())
    });
    run.unwrap();
}

/// Asks where the list `seen` is as given, beside two sites with the marks 1 and 2.
fn ask(expression: &Expression, seen: &[i64], most: u64) -> Result<bool, Unknown> {
    let seen: Vec<Item<'_>> = seen.iter().map(|&m| Item::Int(m)).collect();
    let values = |mark| {
        [
            Some(Value::One(Item::Int(mark))),
            Some(Value::List(seen.clone().into())),
            Some(Value::One(Item::Bool(false))),
            None,
        ]
    };
    let all = [values(2), values(1), values(2)];
    let marks = [Item::Int(1), Item::Int(2)];
    let given = |i: usize, sites| Given {
        values: &all[i],
        marks: &marks,
        counts: &[3, 0],
        sites,
    };
    let sites = [given(1, &[]), given(2, &[])];
    expression.holds(&given(0, &sites), &mut { most })
}

#[test]
fn what_is_printed_is_read_again_and_can_be_asked() {
    let choices = prop::collection::vec(any::<u8>(), 0..60);
    check(3000, choices, |choices| {
        let mut maker = Maker {
            choices: &choices,
            variables: Vec::new(),
            inside: false,
        };
        let text = maker.condition(5);
        let read = match Expression::read(&text, &SCOPE) {
            Ok(read) => read,
            Err(wrong) => {
                let found = wrong.message;
                assert!(text.len() > LONGEST, "{text}: {found}");
                return;
            }
        };
        let printed = print(&read.root);
        if printed.len() <= LONGEST {
            let again = parse::parse(&printed, "").unwrap();
            assert_eq!(print(&again), printed, "{text}");
        }
        for seen in [&[][..], &[1], &[1, 2, 2]] {
            let (few, many) = (ask(&read, seen, 10), ask(&read, seen, 1 << 20));
            // With few steps there is the same answer or none.
            assert!(few.is_err() || few == many, "{text}");
        }
    });
}

#[test]
fn no_text_makes_it_panic() {
    let words = prop::sample::select(vec![
        "mark",
        "seen",
        "empty",
        "word",
        "(",
        ")",
        "[",
        "]",
        "!",
        "&&",
        "||",
        "in",
        "==",
        "-",
        "+",
        "/",
        "%",
        "1",
        "0",
        ",",
        "size(",
        "count(",
        ".all(m,",
        ".map(m,",
        "m",
        "?",
        ":",
        "'a'",
        "null",
        "true",
        "9223372036854775807",
        ".",
        "é",
        "'",
        "\\",
    ]);
    let texts = prop_oneof![
        prop::collection::vec(words, 0..14).prop_map(|words| words.join(" ")),
        any::<String>(),
    ];
    check(5000, texts, |text| match Expression::read(&text, &SCOPE) {
        Ok(read) => drop(ask(&read, &[1], 1000)),
        Err(wrong) => assert!(text.is_char_boundary(wrong.offset), "{text}"),
    });
    for (open, close) in [("(", ")"), ("!", ""), ("[", "]"), ("-", ""), ("size(", ")")] {
        let text = format!("{}true{}", open.repeat(160), close.repeat(160));
        assert!(Expression::read(&text, &SCOPE).is_err(), "{open}");
    }
}

#[test]
fn operators_bind_and_compute_as_they_should() {
    for (text, expected) in [
        ("1 + 2 * 3 == 7", Ok(true)),
        ("10 - 3 - 2 == 5 && -7 / 2 == -3 && -7 % 2 == -1", Ok(true)),
        ("true || false && false", Ok(true)),
        ("!(1 in seen) || 2 > 1 == true", Ok(true)),
        ("empty ? false : mark == 2 ? true : false", Ok(true)),
        (
            "size(seen) == 2 && seen.size() == 2 && count(1) == 3",
            Ok(true),
        ),
        ("count(2) == 0 && count(7) == 0", Ok(true)),
        ("seen == [1, 4] && [] != seen", Ok(true)),
        ("seen.map(m, m * 2) == [2, 8]", Ok(true)),
        ("seen.filter(m, m > 1).exists_one(m, m == 4)", Ok(true)),
        ("seen.all(m, m > 1) || seen.exists(m, m > 4)", Ok(false)),
        ("seen.all(a, seen.exists(b, a != b))", Ok(true)),
        ("1 / 0 == 1 || mark == 2", Ok(true)),
        ("mark == 2 || 1 / 0 == 1", Ok(true)),
        ("seen.exists(m, 1 / (m - 1) == 0)", Ok(true)),
        ("mark == 2 && 1 / 0 == 1", Err(13)),
        ("9223372036854775807 + mark > 0", Err(0)),
        ("-9223372036854775807 - mark < 0", Err(0)),
        ("4 * 9223372036854775807 > 0", Err(0)),
        (
            "all(mark > 0 && count(1) == 3) && exists(mark == 1)",
            Ok(true),
        ),
        ("all(mark == 1) || exists(mark == 3)", Ok(false)),
        ("number(mark == 2) + number(true) == 3", Ok(true)),
        ("exists(word == 'a')", Err(7)),
        ("word == 'a'", Err(0)),
        ("word == null && mark != null", Ok(true)),
        ("!word.contains('a')", Err(1)),
        ("'a\\'b\\n'.endsWith('b\n')", Ok(true)),
        ("size('\u{e9}e') == 2", Ok(true)),
    ] {
        let read = Expression::read(text, &SCOPE);
        let read = read.unwrap_or_else(|wrong| panic!("{text}: {}", wrong.message));
        let found = ask(&read, &[1, 4], 1000).map_err(|unknown| unknown.offset);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    for (text, offset, message) in [
        ("", 0, "found the end, expected a value"),
        ("mark ==", 7, "found the end, expected a value"),
        ("mark == 1 1", 10, "expected an operator, or the end"),
        ("(mark == 1", 10, "expected ')'"),
        ("mark == 1.5", 8, "found '1.5', expected a whole number"),
        ("mark == 99999999999999999999", 8, "expected a whole number"),
        ("word == 'a", 8, "ends with the same quote"),
        ("mark = 1", 5, "found '= 1', expected names"),
        ("mark == sen", 8, "did you mean seen?"),
        ("mark in word", 8, "found a text, expected a list"),
        ("'a' in seen", 7, "expected a list of a text"),
        ("mark && empty", 0, "found a number, expected true or false"),
        ("mark + seen", 0, "found a number, expected true or false"),
        (
            "size(mark) == 1",
            5,
            "found a number, expected a list or a text",
        ),
        ("seen.sum() == 1", 8, "the function 'sum' with 1 values"),
        ("seen.all(1, true)", 9, "expected a variable"),
        ("[1, 'a'] == seen", 4, "found a text, expected a number"),
        ("all(exists(true))", 10, "the function 'exists'"),
        (
            "[seen] == seen",
            1,
            "found a list, expected a number, a text",
        ),
        (
            "(empty ? 1 : 'a') == 1",
            13,
            "found a text, expected a number",
        ),
        (
            "word.length == 3",
            4,
            "found '.length == 3', expected a function",
        ),
    ] {
        let wrong = Expression::read(text, &SCOPE).err();
        let wrong = wrong.unwrap_or_else(|| panic!("{text} is read"));
        assert_eq!(wrong.offset, offset, "{text}: {}", wrong.message);
        assert!(wrong.message.contains(message), "{text}: {}", wrong.message);
    }
}
