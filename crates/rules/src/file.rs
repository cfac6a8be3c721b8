//! The file of a game: which keys it has, what they may say, and where it is wrong.

use crate::condition::{Condition, Looks};
use crate::ending::Ending;
use crate::expression::Wrong;
use crate::place::Place;
use outplay_board::{InputError, nearest, shortened};
use outplay_engine::search::Hash128;
use std::hash::Hash;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest file, in bytes.
const LARGEST: usize = 16 << 10;
/// The most marks.
pub const MOST_MARKS: u64 = 31;
/// The greatest limit on moves.
pub const MOST_MOVES: u64 = 60_000;

const KEYS: &str = "name title about rules goal no-move source sites move takes marks mark legal end \
                    until sides turns pass moves connected example";

/// The keys that say nothing of play.
const TALK: &[&str] = &[
    "name", "title", "about", "rules", "goal", "no-move", "source", "mark", "example",
];

/// What is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// The vertices.
    Vertices,
    /// The edges.
    Edges,
    /// The arcs.
    Arcs,
}

impl Where {
    /// As they are written.
    pub const WORDS: [(&'static str, Self); 3] = [
        ("vertices", Self::Vertices),
        ("edges", Self::Edges),
        ("arcs", Self::Arcs),
    ];
}

/// The word for one of some choices.
pub fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    let found = words.iter().find(|(_, known)| *known == value);
    found.map_or("condition", |(word, _)| word)
}

/// What a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// Puts a mark on a site.
    Mark,
    /// Removes a site.
    Remove,
    /// Removes a site with its neighbours.
    RemoveClosed,
    /// Moves a token along an edge or arc, and marks where it goes, or along what.
    Token,
}

/// The marks that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkSet {
    /// One for each player.
    Own,
    /// So many.
    Count(u8),
    /// As many as the parameter `colors` says.
    Colors,
    /// Those with these names.
    Named(Vec<String>),
}

/// How the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
    /// When nobody can move on, the first side wins iff every site is marked.
    Maker,
    /// The same, but the second side wins as soon as an unmarked site can take no mark.
    Stuck,
    /// The first side wins iff it has put more marks than the other.
    Most,
    /// The first side wins iff nobody can move on when the limit on moves is reached.
    Within,
    /// The first side wins iff a condition holds when nobody can move on.
    Condition,
}

impl End {
    /// As they are written, but for conditions.
    pub const WORDS: [(&'static str, Self); 6] = [
        ("normal", Self::Normal),
        ("misere", Self::Misere),
        ("maker", Self::Maker),
        ("stuck", Self::Stuck),
        ("most", Self::Most),
        ("within", Self::Within),
    ];
}

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// Both put marks.
    Mark,
    /// The first side points at a site, the second one marks it.
    Point,
}

impl Turns {
    /// As they are written.
    pub const WORDS: [(&'static str, Self); 2] = [("mark", Self::Mark), ("point", Self::Point)];
}

/// A limit on how many moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// There is none.
    None,
    /// So many.
    Fixed(u64),
    /// As many as the parameter `moves` says.
    Parameter,
}

/// What an example says.
#[derive(Clone, Debug, Default)]
pub struct ExampleText {
    /// The board.
    pub board: Option<String>,
    /// The side that wins there.
    pub side: Option<String>,
    /// How many colours.
    pub colors: Option<u64>,
    /// The limit on moves.
    pub moves: Option<u64>,
    /// Where the token starts.
    pub start: Option<String>,
}

/// The words of a file.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// What the game is called on the command line.
    pub name: String,
    /// What it is called in a text.
    pub title: Option<String>,
    /// What it is, in a line.
    pub about: Option<String>,
    /// What a move is, in a sentence.
    pub rules: Option<String>,
    /// Who wins, in a sentence.
    pub goal: Option<String>,
    /// What is true where a player has no move left.
    pub no_move: Option<String>,
    /// What marks are called.
    pub mark: Option<String>,
}

/// A file that was read.
pub struct File {
    /// Its words.
    pub words: Words,
    /// What is marked.
    pub sites: Where,
    /// What a move does.
    pub moving: Moving,
    /// With what.
    pub marks: MarkSet,
    /// When a mark is legal.
    pub legal: Condition,
    /// How the game ends.
    pub end: End,
    /// The condition of the end, if it is one.
    pub ending: Option<Ending>,
    /// Until when the game is played, if not until nobody can move on.
    pub until: Option<Ending>,
    /// The names of the sides.
    pub sides: Option<[String; 2]>,
    /// Who does what.
    pub turns: Turns,
    /// The side that may pass.
    pub pass: Option<usize>,
    /// The limit on moves.
    pub limit: Limit,
    /// Must the board be connected?
    pub connected: bool,
    /// A hash of all that is said of play. Files that say it in other words may differ in it.
    pub fingerprint: u128,
    /// Where a newcomer wins.
    pub example: ExampleText,
    /// Where the condition stands, for what shows only when it is asked.
    pub place: Place,
}

impl File {
    /// Is `--colors` a parameter?
    pub fn takes_colors(&self) -> bool {
        self.marks == MarkSet::Colors || self.legal.looks.k || self.ends_look_at("k")
    }

    /// Does the end look at a name?
    pub(crate) fn ends_look_at(&self, name: &str) -> bool {
        let mut ends = self.ending.iter().chain(&self.until);
        ends.any(|ending| ending.looks_at(name))
    }

    /// Have both sides the same moves, and does the last mover win?
    pub fn is_impartial(&self) -> bool {
        self.end == End::Normal
            && self.until.is_none()
            && self.marks != MarkSet::Own
            && !self.legal.looks.mover
            && self.pass.is_none()
            && self.sides.is_none()
    }

    /// Does a token stand on a marked vertex before the first move?
    pub fn begins_marked(&self) -> bool {
        self.moving == Moving::Token && self.sites == Where::Vertices
    }

    /// Does a move remove sites?
    pub fn removes(&self) -> bool {
        matches!(self.moving, Moving::Remove | Moving::RemoveClosed)
    }
}

/// The text with what was read of it.
struct Reader<'a> {
    text: &'a str,
    source: &'a str,
    table: DeTable<'a>,
}

/// A value and where it stands.
type Entry<'b, 'a> = &'b Spanned<DeValue<'a>>;

impl<'a> Reader<'a> {
    fn error(&self, span: Range<usize>, message: impl AsRef<str>) -> InputError {
        Place::new(self.text, self.source, span.start).error(message)
    }

    fn found(&self, entry: Entry<'_, 'a>, expected: &str) -> InputError {
        let raw = self.text.get(entry.span()).unwrap_or("");
        let message = format!("found {}, expected {expected}", shortened(raw));
        self.error(entry.span(), message)
    }

    /// The same of the value of a key that was read.
    fn unlike(&self, key: &str, expected: &str) -> InputError {
        self.found(self.get(key).expect("it was read"), expected)
    }

    fn get(&self, key: &str) -> Option<Entry<'_, 'a>> {
        let mut list = self.table.iter();
        list.find(|(known, _)| known.get_ref() == key)
            .map(|(_, value)| value)
    }

    fn missing(&self, key: &str, expected: &str) -> InputError {
        self.error(
            self.text.len()..self.text.len(),
            format!("{key} is missing, expected {key} = {expected}"),
        )
    }

    fn word(&self, key: &str, expected: &str) -> Result<Option<&str>, InputError> {
        let Some(entry) = self.get(key) else {
            return Ok(None);
        };
        let word = entry.get_ref().as_str().map(str::trim);
        match word.filter(|word| !word.is_empty()) {
            Some(word) => Ok(Some(word)),
            None => Err(self.found(entry, expected)),
        }
    }

    /// Words that people read: on one line, of bearable length.
    fn sentence(&self, key: &str) -> Result<Option<String>, InputError> {
        let expected = "a text of up to 500 letters, in quotes";
        let Some(word) = self.word(key, expected)? else {
            return Ok(None);
        };
        if word.chars().count() > 500 {
            return Err(self.unlike(key, expected));
        }
        let words: Vec<&str> = word.split_whitespace().collect();
        Ok(Some(words.join(" ")))
    }

    fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>, InputError> {
        let Some(entry) = self.get(key) else {
            return Ok(None);
        };
        let word = entry.get_ref().as_str();
        let found = choices.iter().find(|(name, _)| Some(*name) == word);
        match found {
            Some(&(_, value)) => Ok(Some(value)),
            None => {
                let names: Vec<String> = choices.iter().map(|(n, _)| format!("\"{n}\"")).collect();
                Err(self.found(entry, &format!("one of {}", names.join(", "))))
            }
        }
    }

    fn number(&self, entry: Entry<'_, 'a>) -> Option<u64> {
        let number = entry.get_ref().as_integer()?;
        u64::from_str_radix(number.as_str(), number.radix()).ok()
    }

    fn numbers(
        &self,
        entry: Entry<'_, 'a>,
        range: std::ops::RangeInclusive<u64>,
    ) -> Result<u64, InputError> {
        let number = self.number(entry).filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            self.found(entry, &format!("a number from {least} to {most}"))
        })
    }

    fn name(&self) -> Result<String, InputError> {
        let expected = "a name of small letters, digits and -, such as \"col\"";
        let Some(name) = self.word("name", expected)? else {
            return Err(self.missing("name", "\"…\""));
        };
        let simple = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let first = name.starts_with(|c: char| c.is_ascii_lowercase());
        match first && name.chars().all(simple) && name.len() <= 40 {
            true => Ok(name.to_owned()),
            false => Err(self.unlike("name", expected)),
        }
    }

    /// What a move does, with the one kind of marks that removing and walking know.
    fn moving(&self, place: &Place, looks: Looks) -> Result<Moving, InputError> {
        let choices = [
            ("mark", Moving::Mark),
            ("remove", Moving::Remove),
            ("token", Moving::Token),
        ];
        let moving = self.choice("move", &choices)?.unwrap_or(Moving::Mark);
        let takes = [("site", moving), ("neighbours", Moving::RemoveClosed)];
        let takes = self.choice("takes", &takes)?.unwrap_or(moving);
        if takes != moving && moving != Moving::Remove {
            return Err(self.unlike("takes", "\"site\", or move = \"remove\""));
        }
        let looked = match moving {
            Moving::Mark => "",
            _ if looks.last || looks.beside => "the last move",
            Moving::Token => "",
            _ if looks.seen || looks.count || looks.marked => "marks on neighbours",
            _ if looks.far || looks.fresh => "marks around",
            _ => "",
        };
        if !looked.is_empty() {
            return Err(place.error(format!(
                "found a condition on {looked}, expected none where a move removes sites or walks; what was removed is gone, and degree counts what is left"
            )));
        }
        Ok(takes)
    }

    fn marks(&self) -> Result<MarkSet, InputError> {
        let expected = format!(
            "\"own\", a number from 1 to {MOST_MARKS}, \"k\", or a list of names such as [\"red\", \"blue\"]"
        );
        let moves = self.get("move").and_then(|entry| entry.get_ref().as_str());
        let marking = !matches!(moves, Some("remove" | "token"));
        let Some(entry) = self.get("marks") else {
            return match marking {
                true => Err(self.missing("marks", &expected)),
                false => Ok(MarkSet::Count(1)),
            };
        };
        if !marking && self.number(entry) != Some(1) {
            return Err(self.found(entry, "1 or nothing, because a move does not choose a mark"));
        }
        let wrong = || self.found(entry, &expected);
        match entry.get_ref() {
            DeValue::String(word) => match word.as_ref() {
                "own" => Ok(MarkSet::Own),
                "k" => Ok(MarkSet::Colors),
                _ => Err(wrong()),
            },
            DeValue::Integer(_) => Ok(MarkSet::Count(self.numbers(entry, 1..=MOST_MARKS)? as u8)),
            DeValue::Array(list) => {
                let mut names: Vec<String> = Vec::new();
                for item in list.iter() {
                    let letter = |c: char| c.is_alphanumeric() || c == '_';
                    let name = item.get_ref().as_str().unwrap_or("");
                    let plain = name.chars().all(letter) && name.chars().any(char::is_alphabetic);
                    let known = names.iter().any(|known| known == name) || name == "null";
                    if !plain || known || name.chars().count() > 20 {
                        let expected = "a name with a letter, of letters and digits, each once";
                        return Err(self.found(item, expected));
                    }
                    names.push(name.to_owned());
                }
                match (1..=MOST_MARKS as usize).contains(&names.len()) {
                    true => Ok(MarkSet::Named(names)),
                    false => Err(wrong()),
                }
            }
            _ => Err(wrong()),
        }
    }

    fn sides(&self) -> Result<Option<[String; 2]>, InputError> {
        let Some(entry) = self.get("sides") else {
            return Ok(None);
        };
        let expected = "two names of small letters, such as [\"alice\", \"bob\"]";
        let names = entry.get_ref().as_array().map(|list| {
            let names = list.iter().filter_map(|name| name.get_ref().as_str());
            names.map(str::to_owned).collect::<Vec<String>>()
        });
        let simple = |name: &String| {
            (1..=20).contains(&name.len()) && name.chars().all(|c| c.is_ascii_lowercase())
        };
        match names.as_deref() {
            Some([a, b]) if a != b && simple(a) && simple(b) => Ok(Some([a.clone(), b.clone()])),
            _ => Err(self.found(entry, expected)),
        }
    }

    /// All keys but those that say nothing of play: a key that is new takes part.
    fn fingerprint(&self) -> u128 {
        let keys = self.table.iter().map(|(key, value)| (key.get_ref(), value));
        let mut keys: Vec<_> = keys
            .filter(|(key, _)| !TALK.contains(&key.as_ref()))
            .collect();
        keys.sort_by_key(|(key, _)| *key);
        let mut hash = Hash128::new(0);
        for (key, entry) in keys {
            let value = entry.get_ref();
            let raw = self.text.get(entry.span()).unwrap_or("");
            (key.as_ref(), value.as_str().map(str::trim).ok_or(raw)).hash(&mut hash);
        }
        hash.value()
    }

    fn condition(&self, marks: &MarkSet) -> Result<(Condition, Place), InputError> {
        let expected = "a condition in quotes, such as \"!(mark in seen)\"";
        let Some(text) = self.word("legal", expected)? else {
            return Err(self.missing("legal", "\"…\", a condition such as \"!(mark in seen)\""));
        };
        let place = self.inside("legal", text);
        match Condition::read(text, matches!(marks, MarkSet::Named(_))) {
            Ok(condition) => Ok((condition, place)),
            Err(wrong) => Err(place.error_at(wrong.offset, wrong.message)),
        }
    }

    /// Where the text of a key begins.
    fn inside(&self, key: &str, text: &str) -> Place {
        let span = self.get(key).map_or(0..0, Spanned::span);
        Place::inside(self.text, self.source, span, text)
    }

    /// One of the words for ends, or a condition.
    fn end(&self, named: bool) -> Result<(End, Option<Ending>), InputError> {
        let letter = |c: char| c.is_alphanumeric() || c == '_';
        match self.get("end").and_then(|entry| entry.get_ref().as_str()) {
            Some(text) if !text.trim().chars().all(letter) => {
                Ok((End::Condition, self.ending("end", named)?))
            }
            _ => Ok((
                self.choice("end", &End::WORDS)?.unwrap_or(End::Normal),
                None,
            )),
        }
    }

    fn ending(&self, key: &str, named: bool) -> Result<Option<Ending>, InputError> {
        let Some(text) = self.word(key, "a condition in quotes, such as \"free == 0\"")? else {
            return Ok(None);
        };
        let wrong = |wrong: Wrong| self.inside(key, text).error_at(wrong.offset, wrong.message);
        Ending::read(text, named).map(Some).map_err(wrong)
    }

    fn example(&self) -> Result<ExampleText, InputError> {
        let mut example = ExampleText::default();
        let Some(entry) = self.get("example") else {
            return Ok(example);
        };
        let expected = "a table such as { board = \"path:5\", side = \"first\" }, with colors, moves and start if needed";
        let Some(table) = entry.get_ref().as_table() else {
            return Err(self.found(entry, expected));
        };
        for (key, value) in table.iter() {
            let wrong = || self.found(value, expected);
            let word = || {
                let word = value.get_ref().as_str().map(str::to_owned);
                word.ok_or_else(wrong).map(Some)
            };
            let number = || self.number(value).ok_or_else(wrong).map(Some);
            match key.get_ref().as_ref() {
                "board" => example.board = word()?,
                "side" => example.side = word()?,
                "start" => example.start = word()?,
                "colors" => example.colors = number()?,
                "moves" => example.moves = number()?,
                _ => return Err(self.error(key.span(), format!("expected {expected}"))),
            }
        }
        Ok(example)
    }
}

/// Reads a file; `source` is what it is called in messages.
pub(crate) fn read(text: &str, source: &str) -> Result<File, InputError> {
    if text.len() > LARGEST {
        return Err(InputError::found(
            format_args!("{} bytes", text.len()),
            format_args!("a rule file of at most {LARGEST} bytes"),
        )
        .in_source(source));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        let message = error.message().replace('\n', ", ");
        Place::new(text, source, span.start).error(message)
    })?;
    let reader = Reader {
        text,
        source,
        table: table.into_inner(),
    };
    for (key, _) in reader.table.iter() {
        let name = key.get_ref().as_ref();
        if KEYS.split(' ').all(|key| key != name) {
            let near = nearest(name, KEYS.split(' '))
                .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
            let message = format!(
                "found the key '{}', expected one of {}{near}",
                shortened(name),
                KEYS.replace(' ', ", ")
            );
            return Err(reader.error(key.span(), message));
        }
    }
    let words = Words {
        name: reader.name()?,
        title: reader.sentence("title")?,
        about: reader.sentence("about")?,
        rules: reader.sentence("rules")?,
        goal: reader.sentence("goal")?,
        no_move: reader.sentence("no-move")?,
        mark: reader.sentence("mark")?,
    };
    reader.sentence("source")?;
    let sites = reader.choice("sites", &Where::WORDS)?;
    let marks = reader.marks()?;
    let (legal, place) = reader.condition(&marks)?;
    let moving = reader.moving(&place, legal.looks)?;
    let named = matches!(marks, MarkSet::Named(_));
    let (end, ending) = reader.end(named)?;
    let until = reader.ending("until", named)?;
    if let Some(entry) = reader.get("until").filter(|_| end == End::Stuck) {
        return Err(reader.found(entry, "nothing, because \"stuck\" says until when"));
    }
    if end == End::Most && marks != MarkSet::Own {
        let expected = "another end, because \"most\" counts the marks of each player: it needs marks = \"own\"";
        return Err(reader.unlike("end", expected));
    }
    if end == End::Stuck && moving == Moving::Token {
        let expected =
            "another end, because a token reaches few sites at a time: \"maker\", for one";
        return Err(reader.unlike("end", expected));
    }
    let sides = reader.sides()?;
    let turns = reader
        .choice("turns", &Turns::WORDS)?
        .unwrap_or(Turns::Mark);
    let pointing = turns == Turns::Point;
    let told = matches!(end, End::Maker | End::Stuck | End::Condition);
    if pointing && (!told || marks == MarkSet::Own || moving != Moving::Mark) {
        let expected = "\"mark\"; \"point\" needs end = \"maker\", \"stuck\" or a condition, marks that are not \"own\", and moves that mark";
        return Err(reader.unlike("turns", expected));
    }
    let word = |i: usize| sides.as_ref().map_or(["first", "second"][i], |s| &s[i]);
    let passes = [("none", None), (word(0), Some(0)), (word(1), Some(1))];
    let pass = reader.choice("pass", &passes)?.flatten();
    if pass.is_some() && turns == Turns::Point {
        let expected = "\"none\", because one side points and the other marks";
        return Err(reader.unlike("pass", expected));
    }
    let unknown = match (pointing, moving) {
        (true, _) => Some((
            "last",
            "the last move, because one side points where the other marks",
        )),
        (_, Moving::Token) => Some(("last", "the last move, because that is where the token is")),
        (_, Moving::RemoveClosed) => Some((
            "made",
            "how many moves were made, because each can remove several sites",
        )),
        _ => None,
    };
    if let Some((name, why)) = unknown {
        let ends = |ending: Option<&Ending>| ending.is_some_and(|ending| ending.looks_at(name));
        let looks = [
            (
                "legal",
                pointing && (legal.looks.last || legal.looks.beside),
            ),
            ("end", ends(ending.as_ref())),
            ("until", ends(until.as_ref())),
        ];
        if let Some((key, _)) = looks.iter().find(|(_, looks)| *looks) {
            return Err(reader.unlike(key, &format!("one that does not look at {why}")));
        }
    }
    let limit = match reader.get("moves") {
        None => Limit::None,
        Some(entry) if entry.get_ref().as_str() == Some("n") => Limit::Parameter,
        Some(entry) => Limit::Fixed(reader.numbers(entry, 0..=MOST_MOVES)?),
    };
    match reader.get("moves") {
        None if end == End::Within => {
            return Err(reader.missing("moves", "a number, or \"n\", for end = \"within\""));
        }
        Some(entry) if moving == Moving::RemoveClosed => {
            let expected = "nothing, because a move can remove several sites";
            return Err(reader.found(entry, expected));
        }
        _ => {}
    }
    let connected = match reader.get("connected") {
        None => false,
        Some(entry) => match entry.get_ref().as_bool() {
            Some(connected) => connected,
            None => return Err(reader.found(entry, "true or false")),
        },
    };
    Ok(File {
        words,
        sites: sites.unwrap_or(Where::Vertices),
        moving,
        marks,
        legal,
        end,
        ending,
        until,
        turns,
        pass,
        limit,
        connected,
        fingerprint: reader.fingerprint(),
        example: reader.example()?,
        place,
        sides,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_all_that_is_said_of_play_and_no_more() {
        let of = |text: &str| read(text, "x.toml").expect("it is right").fingerprint;
        let one = "marks = 1\nlegal = 'size(seen) == 0'\n";
        let [name, about] = ["name = 'x'\n", "about = 'another word'\n"];
        let print = of(&format!("{name}{one}"));
        assert_eq!(print, of(&format!("{one}{about}{name}")));
        for (word, other) in [
            ("seen", "far"),
            ("marks = 1", "marks = 2"),
            ("== 0", "== 1"),
        ] {
            assert_ne!(
                print,
                of(&format!("{name}{}", one.replace(word, other))),
                "{word}"
            );
        }
        assert_ne!(print, of(&format!("{name}{one}end = 'misere'\n")));
    }
}
