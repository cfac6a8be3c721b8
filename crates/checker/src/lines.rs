//! Reads a certificate line by line, with a limit on the length of a line, and
//! keeps the checksum that shows accidental damage.

use crate::meter::Meter;
use std::io::{BufRead, Read};

/// What was read, or why it cannot be right.
pub(crate) type Outcome<T> = Result<T, String>;

/// No honest line comes near; a file of one endless line stops here.
const LONGEST: u64 = 1 << 24;

pub(crate) struct Lines<'a> {
    input: &'a mut dyn BufRead,
    /// What reading and checking may cost.
    pub(crate) meter: &'a Meter<'a>,
    /// The line that was read last, unless it has been taken.
    current: Option<String>,
    /// Its number, from 1.
    pub(crate) number: u64,
    /// The lines that were taken, as they stand, for as long as somebody keeps them.
    pub(crate) kept: Option<Vec<String>>,
    /// The parameters of the statement that were read so far.
    pub(crate) parameters: Vec<(&'static str, String)>,
    /// The checksum of all lines before it, and with it.
    before: u64,
    with: u64,
}

/// Where the checksum begins: FNV-1a, 64 bits.
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

impl<'a> Lines<'a> {
    pub(crate) fn new(input: &'a mut dyn BufRead, meter: &'a Meter<'a>) -> Self {
        Self {
            input,
            meter,
            current: None,
            number: 0,
            kept: Some(Vec::new()),
            parameters: Vec::new(),
            before: BASIS,
            with: BASIS,
        }
    }

    /// Begins a certificate in the middle of a file, with the line that has not been taken yet.
    pub(crate) fn restart(&mut self) {
        self.kept = Some(Vec::new());
        self.parameters.clear();
        let read = self.current.as_ref().map(|line| format!("{line}\n"));
        self.before = BASIS;
        self.with = checksum(BASIS, read.unwrap_or_default().as_bytes());
    }

    fn peek(&mut self) -> Outcome<&str> {
        if self.current.is_none() {
            let mut bytes = Vec::new();
            let mut limited = (&mut *self.input).take(LONGEST);
            limited
                .read_until(b'\n', &mut bytes)
                .map_err(|error| format!("the file cannot be read: {error}"))?;
            self.number += 1;
            self.meter.read(bytes.len())?;
            self.before = self.with;
            self.with = checksum(self.with, &bytes);
            if bytes.pop() != Some(b'\n') {
                return Err("the file ends here, or the line is too long".to_owned());
            }
            let text = String::from_utf8(bytes).map_err(|_| "this is no text".to_owned())?;
            self.current = Some(text);
        }
        Ok(self.current.as_deref().unwrap_or_default())
    }

    /// What follows `key` on the next line, if the line begins with that word.
    pub(crate) fn accept(&mut self, key: &str) -> Outcome<Option<String>> {
        let rest = match self.peek()?.strip_prefix(key) {
            Some("") => String::new(),
            Some(rest) if rest.starts_with(' ') => rest[1..].to_owned(),
            _ => return Ok(None),
        };
        let line = self.current.take().unwrap_or_default();
        if let Some(kept) = &mut self.kept {
            self.meter.hold(line.len())?;
            kept.push(line);
        }
        Ok(Some(rest))
    }

    /// What follows `key` on the next line, which must begin with that word.
    pub(crate) fn expect(&mut self, key: &str) -> Outcome<String> {
        match self.accept(key)? {
            Some(rest) => Ok(rest),
            None => Err(format!("expected '{key}', found {}", quote(self.peek()?))),
        }
    }

    /// The same, and keeps it as a parameter of the statement.
    pub(crate) fn parameter(&mut self, key: &'static str) -> Outcome<String> {
        let value = self.expect(key)?;
        self.parameters.push((key, value.clone()));
        Ok(value)
    }

    /// The next line, whatever it is.
    pub(crate) fn found(&mut self) -> Outcome<String> {
        Ok(quote(self.peek()?))
    }

    /// Compares what the last line should say: some counts, and the checksum of all before it.
    pub(crate) fn check_footer(&self, footer: &str, counts: &str) -> Outcome<()> {
        let expected = format!("{counts} {:016x}", self.before);
        match footer == expected {
            true => Ok(()),
            false => Err(format!(
                "cut or altered: the last line should be 'end {expected}', found {}",
                quote(footer)
            )),
        }
    }

    /// Is there nothing after the line that was taken last?
    pub(crate) fn at_end(&mut self) -> Outcome<bool> {
        let rest = self.input.fill_buf();
        Ok(rest.map_err(|error| error.to_string())?.is_empty())
    }
}

fn checksum(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// `text` in quotation marks, short and without control characters.
pub(crate) fn quote(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let start: String = text.chars().take(60).map(clean).collect();
    match text.chars().nth(60) {
        Some(_) => format!("'{start}…'"),
        None => format!("'{start}'"),
    }
}

/// A number in decimal digits.
pub(crate) fn number(text: &str) -> Outcome<u64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err(format!("expected a number, found {}", quote(text))),
    }
}

/// A number from `least` to `most`.
pub(crate) fn number_in(text: &str, least: u64, most: u64) -> Outcome<u64> {
    match number(text)? {
        n if n < least || n > most => Err(format!(
            "expected a number from {least} to {most}, found {n}"
        )),
        n => Ok(n),
    }
}

/// Two numbers with `sign` between them.
pub(crate) fn pair(text: &str, sign: char) -> Outcome<(u64, u64)> {
    let wrong = || format!("expected two numbers and '{sign}', found {}", quote(text));
    let (a, b) = text.split_once(sign).ok_or_else(wrong)?;
    Ok((number(a)?, number(b)?))
}

/// The words of a line, separated by single blanks; an empty line has none.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(move |_| !text.is_empty())
}
