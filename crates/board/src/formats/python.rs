//! Boards that were printed by Python: its literals as JSON.
//!
//! Strings in single quotes, `True`, `False`, `None`, tuples, sets, comments and
//! a comma before a closing bracket become what JSON has for them; a set becomes
//! a list. Line ends stay where they are, so that an error in the JSON is one of
//! the literal.

/// The literal as JSON, or `None` where it is neither.
pub(super) fn as_json(text: &[u8]) -> Option<Vec<u8>> {
    let mut json = Vec::with_capacity(text.len() + 16);
    // Where braces began, and whether a colon has shown that they are a dictionary.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'"' | b'\'' => rest = string(after, byte, &mut json)?,
            b'#' => {
                let end = memchr::memchr(b'\n', after).unwrap_or(after.len());
                rest = &after[end..];
            }
            b'[' | b'(' | b'{' => {
                open.push((json.len(), byte != b'{'));
                json.push(if byte == b'(' { b'[' } else { byte });
            }
            b']' | b')' | b'}' => {
                let (at, decided) = open.pop()?;
                let empty = json[at + 1..].trim_ascii().is_empty();
                drop_comma(&mut json);
                if byte == b'}' && !decided && !empty {
                    json[at] = b'[';
                }
                let close = if json[at] == b'[' { b']' } else { b'}' };
                json.push(close);
            }
            b':' => {
                open.last_mut()?.1 = true;
                json.push(byte);
            }
            _ if byte.is_ascii_alphabetic() => {
                let length = 1 + after
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                    .count();
                let begins = text.len() - after.len() - 1;
                let word = &text[begins..begins + length];
                rest = &text[begins + length..];
                json.extend_from_slice(match word {
                    b"True" => b"true",
                    b"False" => b"false",
                    b"None" => b"null",
                    b"set" | b"frozenset" => {
                        rest = rest.strip_prefix(b"()")?;
                        b"[]"
                    }
                    word => word,
                });
            }
            _ => json.push(byte),
        }
    }
    open.is_empty().then_some(json)
}

/// Python allows a comma after the last element.
fn drop_comma(json: &mut [u8]) {
    if let Some(last) = json.iter_mut().rfind(|byte| !byte.is_ascii_whitespace())
        && *last == b','
    {
        *last = b' ';
    }
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
            ("['\\'\"\\x41'] # [", "[\"'\\\"\\u0041\"] "),
        ] {
            let out = as_json(python.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), json);
        }
        for bad in ["[", "]", "'a", ":", "set([1])", "'\\"] {
            assert_eq!(as_json(bad.as_bytes()), None, "{bad}");
        }
    }
}
