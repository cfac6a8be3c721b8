//! Boards as programs have them: literals of Python and its kin as JSON, alone or assigned.
//!
//! Strings in single quotes, `True`, `False`, `None`, tuples, sets, arrays, comments, keys without
//! quotes and a comma before a closing bracket become what JSON has for them; a set becomes a
//! list. Line ends stay where they are, so that an error in the JSON is one of the literal.

use super::input::{line_of, quoted};

/// Words before a parenthesis that say nothing of what is inside.
const WRAPPERS: [&[u8]; 7] = [
    b"set",
    b"frozenset",
    b"array",
    b"matrix",
    b"np.array",
    b"np.matrix",
    b"numpy.array",
];

/// A literal as JSON.
pub(super) struct Literal {
    pub(super) json: Vec<u8>,
    /// Is it a list of tuples?
    pub(super) tuples: bool,
    length: usize,
}

/// The literal as JSON, or `None` where it is neither.
pub(super) fn as_json(text: &[u8]) -> Option<Literal> {
    let mut found = literal(text).ok()?;
    let length = found.length;
    let mut rest = &text[length..];
    while let Some((&byte, after)) = rest.split_first() {
        let comment = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        rest = match byte {
            b'#' => &rest[comment..],
            b';' => after,
            _ if byte.is_ascii_whitespace() => after,
            _ => return None,
        };
    }
    let lines = line_of(text, text.len()) - line_of(text, length);
    found.json.resize(found.json.len() + lines, b'\n');
    Some(found)
}

/// The JSON of a literal is at most so many times as long: a quote in a key of several parts is four
/// bytes.
const MOST_LONGER: usize = 8;

/// What is open while a literal is read.
struct Open {
    begin: u8,
    /// Where its JSON began.
    at: usize,
    /// Has a colon shown that braces are a dictionary?
    colon: bool,
}

/// The literal with which a text begins; or where it stops being one.
fn literal(text: &[u8]) -> Result<Literal, usize> {
    let mut json = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    // Where the last bracket began in the JSON that was closed.
    let mut closed = 0;
    // How many elements have brackets, and are they all round?
    let (mut elements, mut tuples) = (0, true);
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let here = text.len() - rest.len();
        let wrong = Err(here + 1);
        rest = after;
        match byte {
            b'"' | b'\'' => match string(after, byte, &mut json) {
                Some(after) => rest = after,
                None => return wrong,
            },
            b'#' => rest = &after[memchr::memchr(b'\n', after).unwrap_or(after.len())..],
            b'[' | b'(' | b'{' => {
                if open.len() == 1 {
                    elements += 1;
                    tuples &= byte == b'(';
                }
                open.push(Open {
                    begin: byte,
                    at: json.len(),
                    colon: false,
                });
                json.push(if byte == b'(' { b'[' } else { byte });
            }
            b']' | b')' | b'}' => {
                let Some(Open { begin, at, colon }) = open.pop() else {
                    return wrong;
                };
                let empty = json[at..]
                    .get(1..)
                    .is_none_or(|inner| inner.trim_ascii().is_empty());
                let end = match begin {
                    b'[' => b']',
                    b'{' => b'}',
                    _ => b')',
                };
                if byte != end {
                    return wrong;
                }
                if begin == b'w' {
                    // Nothing in it is an empty set.
                    if json[at..].trim_ascii().is_empty() {
                        json.extend_from_slice(b"[]");
                    }
                } else {
                    drop_comma(&mut json);
                    if byte == b'}' && !colon && !empty {
                        json[at] = b'[';
                    }
                    let close = if json[at] == b'[' { b']' } else { b'}' };
                    json.push(close);
                    closed = at;
                }
                if open.is_empty() {
                    return Ok(Literal {
                        json,
                        tuples: tuples && elements > 0,
                        length: here + 1,
                    });
                }
            }
            b',' if open.last().is_some_and(|open| open.begin == b'w') => {
                // What an array says beside its entries.
                let end = memchr::memchr2(b')', b'\n', after).unwrap_or(0);
                rest = &after[end..];
            }
            b':' => {
                match open.last_mut() {
                    Some(open) if open.begin == b'{' => open.colon = true,
                    _ => return wrong,
                }
                quote_key(&mut json, closed);
                json.push(byte);
                // No program's key has keys in it, whose quotes would double at every level.
                if json.len() > MOST_LONGER * text.len() {
                    return wrong;
                }
            }
            _ if byte.is_ascii_alphabetic() => {
                let is_word = |b: &&u8| b.is_ascii_alphanumeric() || b"_.".contains(b);
                let word = &text[here..here + 1 + after.iter().take_while(is_word).count()];
                rest = &text[here + word.len()..];
                json.extend_from_slice(match word {
                    b"True" => b"true",
                    b"False" => b"false",
                    b"None" => b"null",
                    word if WRAPPERS.contains(&word) => {
                        rest = rest.strip_prefix(b"(").ok_or(here)?;
                        open.push(Open {
                            begin: b'w',
                            at: json.len(),
                            colon: false,
                        });
                        continue;
                    }
                    word => word,
                });
            }
            _ => json.push(byte),
        }
        if open.is_empty() && !byte.is_ascii_whitespace() && byte != b'#' {
            return wrong;
        }
    }
    Err(text.len())
}

/// Python allows a comma after the last element.
fn drop_comma(json: &mut [u8]) {
    if let Some(last) = json.iter_mut().rfind(|byte| !byte.is_ascii_whitespace())
        && *last == b','
    {
        *last = b' ';
    }
}

/// Puts a key that is not a text in quotes: a number, a name, or a tuple, whose JSON becomes the
/// text.
fn quote_key(json: &mut Vec<u8>, closed: usize) {
    let end = json.trim_ascii_end().len();
    json.truncate(end);
    let begin = match json.last() {
        Some(b'"') | None => return,
        Some(b']') => closed,
        _ => json
            .iter()
            .rposition(|byte| b"{,:\n \t".contains(byte))
            .map_or(0, |at| at + 1),
    };
    let key = json.split_off(begin);
    json.push(b'"');
    for byte in key {
        match byte {
            b'"' | b'\\' => json.extend([b'\\', byte]),
            b'\n' => json.push(b' '),
            _ => json.push(byte),
        }
    }
    json.push(b'"');
}

/// Writes a string that has begun with `quote`; the answer is what follows it.
fn string<'a>(mut text: &'a [u8], quote: u8, json: &mut Vec<u8>) -> Option<&'a [u8]> {
    json.push(b'"');
    loop {
        let (&byte, after) = text.split_first()?;
        text = after;
        match byte {
            _ if byte == quote => break,
            b'\n' => return None,
            b'"' => json.extend_from_slice(b"\\\""),
            b'\\' => {
                let (&escaped, after) = text.split_first()?;
                text = after;
                match escaped {
                    b'\'' => json.push(b'\''),
                    b'x' => {
                        let digits = text.get(..2)?;
                        json.extend_from_slice(b"\\u00");
                        json.extend_from_slice(digits);
                        text = &text[2..];
                    }
                    b'"' | b'\\' | b'n' | b'r' | b't' | b'u' => json.extend([b'\\', escaped]),
                    _ => json.extend([b'\\', b'\\', escaped]),
                }
            }
            _ => json.push(byte),
        }
    }
    json.push(b'"');
    Some(text)
}

/// A name and the literal that a program gives it.
pub(super) struct Assigned<'a> {
    pub(super) name: &'a str,
    /// The line on which the literal begins.
    pub(super) line: usize,
    pub(super) literal: Literal,
}

/// What stands on a line of its own as `NAME = …`, and where the value begins in the line.
fn assignment(line: &str) -> Option<(&str, usize)> {
    let mut left = line.split('=').next()?;
    let value = left.len() + 1;
    (value <= line.len()).then_some(())?;
    left = left.trim();
    for word in ["const ", "let ", "var "] {
        left = left.strip_prefix(word).unwrap_or(left);
    }
    // A type may stand behind the name.
    let name = left.split(':').next()?.trim();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let is_name =
        name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(word);
    is_name.then_some((name, value))
}

/// Does a value begin as a literal with brackets does?
fn begins_literal(value: &str) -> bool {
    let value = value.trim_start();
    let wrapped = |word: &&[u8]| {
        let rest = value.as_bytes().strip_prefix(*word);
        rest.is_some_and(|rest| rest.starts_with(b"("))
    };
    value.starts_with(['[', '{', '(']) || WRAPPERS.iter().any(wrapped)
}

/// Is a text a literal, or a program that gives a name to one?
pub(super) fn looks_like(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let assigned =
        |line: &str| assignment(line).is_some_and(|(_, value)| begins_literal(&line[value..]));
    begins_literal(&text) || text.lines().any(assigned)
}

/// The names to which a program gives literals, and those in capitals to which it gives numbers.
pub(super) fn assigned(text: &str) -> (Vec<Assigned<'_>>, Vec<String>) {
    let (mut found, mut constants) = (Vec::new(), Vec::new());
    let (mut at, mut in_text) = (0, false);
    // The line of a place, counted on from the last one.
    let (mut number, mut counted) = (1, 0);
    while at < text.len() {
        let line = text[at..].split('\n').next().unwrap_or_default();
        let next = at + line.len() + 1;
        // Text of several lines explains and assigns nothing.
        let marks = line.matches("\"\"\"").count() + line.matches("'''").count();
        let skipped = in_text || marks > 0;
        in_text ^= marks % 2 == 1;
        if let Some((name, value)) = assignment(line).filter(|_| !skipped) {
            let said = line[value..].split('#').next().unwrap_or_default();
            let said = said.trim().trim_end_matches(';');
            if begins_literal(said) {
                match literal(&text.as_bytes()[at + value..]) {
                    Ok(literal) => {
                        number += line_of(&text.as_bytes()[counted..], at + value - counted) - 1;
                        counted = at + value;
                        let line = number;
                        at += value + literal.length;
                        found.push(Assigned {
                            name,
                            line,
                            literal,
                        });
                    }
                    Err(length) => at += value + length,
                }
                // What follows on the line belongs to it.
                let rest = text.as_bytes().get(at..).unwrap_or_default();
                at += memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
                continue;
            }
            if said.parse::<i64>().is_ok() && !name.contains(char::is_lowercase) {
                constants.push(format!(
                    "{name} = {}",
                    quoted(said.as_bytes()).trim_matches('"')
                ));
            }
        }
        at = next;
    }
    (found, constants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_json() {
        for (python, json) in [
            ("[{'a': 1}, (2, 3,),]", "[{\"a\": 1}, [2, 3 ] ]"),
            ("{'b'}", "[\"b\"]"),
            ("{'a', \"it's\"}", "[\"a\", \"it's\"]"),
            ("[{}, set()]", "[{}, []]"),
            ("{'x': {1, 2}}", "{\"x\": [1, 2]}"),
            ("[True, None, False, null]", "[true, null, false, null]"),
            ("['\\'\"\\x41'] # [", "[\"'\\\"\\u0041\"]"),
            ("{0: [1],\n 1 : [0]};\n", "{\"0\": [1],\n \"1\": [0]}\n"),
            (
                "{(0, 'b'): [(1, 0)], a: []}",
                "{\"[0, \\\"b\\\"]\": [[1, 0]], \"a\": []}",
            ),
            ("[set(['b']), frozenset({'a'})]", "[[\"b\"], [\"a\"]]"),
            ("np.array([[0, 1], [1, 0]], dtype=int8)", "[[0, 1], [1, 0]]"),
        ] {
            let out = as_json(python.as_bytes()).unwrap_or_else(|| panic!("{python}"));
            assert_eq!(String::from_utf8(out.json).unwrap(), json);
        }
        for bad in ["[", "]", "'a", ":", "'\\", "[)", "[] []", "f(x)", "[1: 2]"] {
            assert!(as_json(bad.as_bytes()).is_none(), "{bad}");
        }
    }

    /// Each colon put all before it in quotes once more, so that a kilobyte was read for hours.
    #[test]
    fn colons_take_no_longer_than_their_text() {
        let colons = "a:\n:".repeat(300);
        let nested = format!("{}{}", "{[".repeat(300), "1]:0}".repeat(300));
        assert!(as_json(nested.as_bytes()).is_none());
        for text in [format!("{{{colons}"), format!("{{{colons}}}")] {
            let found = as_json(text.as_bytes()).map(|found| found.json.len());
            assert!(found.is_none_or(|length| length <= MOST_LONGER * text.len()));
        }
    }

    #[test]
    fn assignments_are_found() {
        let text = "\"\"\"docs\nX = [9]\n\"\"\"\nimport os\nA: list[int] = [1,  # one\n 2]\n\
            const b = {'x': 1};\nif a == [1]:\n    c.d = [3]\n    e = (4,)\nK = 3\nk = 4\nZ = [f(\n";
        let (found, constants) = assigned(text);
        let found: Vec<_> = found
            .iter()
            .map(|a| {
                (
                    a.name,
                    a.line,
                    std::str::from_utf8(&a.literal.json).unwrap(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("A", 5, " [1,  \n 2]"),
                ("b", 7, " {\"x\": 1}"),
                ("e", 10, " [4 ]")
            ]
        );
        assert_eq!(constants, ["K = 3"]);
    }
}
