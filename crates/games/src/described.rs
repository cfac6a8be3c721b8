//! What a game says about itself, once, in its folder. Everything that shows, offers or
//! documents games reads it from here, so that nobody else knows a game by its name.

use crate::lessons::Lesson;
use crate::parameters::{Default, Parameter, Value, Values};
use outplay_board::embedding::{Origin, embed_board};
use outplay_board::{Board, Failed, InputError, MOST_EMBEDDINGS, embeddings};
use outplay_engine::Game;
use outplay_engine::Outcome;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::borrow::Cow;

/// The board that a game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// An undirected graph.
    Undirected,
    /// A plane graph: connected, with an embedding.
    Plane,
    /// A digraph; on an undirected graph every edge is two arcs.
    Directed,
    /// No board at all.
    None,
}

/// The words for who wins a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum LabelWords {
    /// P and N: the previous or the next player wins.
    #[serde(rename = "pn")]
    PreviousNext,
    /// W, L and D: win, lose or draw for the player to move.
    #[serde(rename = "wld")]
    WinLoseDraw,
    /// The name of the side that wins.
    #[serde(rename = "sides")]
    Sides,
}

impl LabelWords {
    /// The label of a position that comes to `outcome` for the player to move, where the mover
    /// and the other player have these names.
    pub fn label<'a>(self, outcome: Outcome, mover: &'a str, other: &'a str) -> &'a str {
        match (self, outcome) {
            (Self::PreviousNext, Outcome::Win) => "N",
            (Self::PreviousNext, Outcome::Lose) => "P",
            (Self::WinLoseDraw, Outcome::Win) => "W",
            (Self::WinLoseDraw, Outcome::Lose) => "L",
            (Self::Sides, Outcome::Win) => mover,
            (Self::Sides, Outcome::Lose) => other,
            (Self::Sides, Outcome::Draw) => "draw",
            (_, Outcome::Draw) => "D",
        }
    }
}

/// What a move of a game touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sites {
    /// Vertices.
    Vertices,
    /// Edges, which get a direction.
    Edges,
    /// The arcs along which a token moves.
    Arcs,
    /// Heaps of pebbles.
    Heaps,
}

/// One of the two sides of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideName {
    /// In a word, for programs: `alice`.
    pub word: Cow<'static, str>,
    /// At the beginning of a sentence: `Alice`, `The first player`.
    pub title: Cow<'static, str>,
    /// Are they several, so that they win where one wins?
    pub many: bool,
}

impl SideName {
    /// A side.
    pub const fn new(word: &'static str, title: &'static str) -> Self {
        Self {
            word: Cow::Borrowed(word),
            title: Cow::Borrowed(title),
            many: false,
        }
    }

    /// A side of several.
    pub const fn many(word: &'static str, title: &'static str) -> Self {
        Self {
            word: Cow::Borrowed(word),
            title: Cow::Borrowed(title),
            many: true,
        }
    }

    /// What the side does, at the beginning of a sentence; the verb as one does it: `wins`.
    pub fn does(&self, verb: &str) -> String {
        format!("{} {}", self.title, self.verb(verb))
    }

    /// A verb as this side takes it.
    pub fn verb<'a>(&self, one: &'a str) -> &'a str {
        match (self.many, one) {
            (true, "has") => "have",
            (true, "does") => "do",
            (true, verb) => verb.strip_suffix('s').unwrap_or(verb),
            (false, verb) => verb,
        }
    }

    /// In the middle of a sentence: `Alice`, `the first player`.
    pub fn inside(&self) -> String {
        match self.title.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => self.title.to_string(),
        }
    }

    /// The two players of games in which they differ only in who begins.
    pub fn first_and_second() -> [Self; 2] {
        [
            Self::new("first", "The first player"),
            Self::new("second", "The second player"),
        ]
    }
}

/// A game on which a newcomer can win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The board, if the game has one: a family, or `edges:` for a small graph.
    pub board: Cow<'static, str>,
    /// The parameters.
    pub values: Values,
    /// The side that the newcomer takes and can win, as a word.
    pub side: Cow<'static, str>,
}

impl Example {
    /// An example on a board that the source of the program names.
    pub(crate) fn new(board: &'static str, values: Values, side: &'static str) -> Self {
        Self {
            board: board.into(),
            values,
            side: side.into(),
        }
    }
}

/// What is true of a game, whatever the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Description {
    /// The name on the command line.
    pub name: Cow<'static, str>,
    /// The name in a text.
    pub title: Cow<'static, str>,
    /// What it is, in a line.
    pub about: Cow<'static, str>,
    /// What a move is, in a sentence.
    pub rules: Cow<'static, str>,
    /// Who wins, in a sentence.
    pub goal: Cow<'static, str>,
    /// What is true where a player has no move left, in words; empty where the rules say it all.
    #[serde(skip)]
    pub no_move: Cow<'static, str>,
    /// The sides. Where no parameter says who starts, the first one does.
    pub sides: [SideName; 2],
    /// The parameter that says which side starts.
    pub starter: Option<Cow<'static, str>>,
    /// The words for labels.
    pub labels: LabelWords,
    /// The board that it needs.
    pub board: BoardKind,
    /// Are lines `a b` of an edge list arcs, because the game is about digraphs alone? Elsewhere they
    /// are edges, also in games that can be played on digraphs.
    #[serde(skip)]
    pub plain_arcs: bool,
    /// Must the board be connected?
    pub connected: bool,
    /// Have both sides the same moves, and does the last mover win, so that positions have
    /// Grundy values?
    pub impartial: bool,
    /// Does a position record whose turn it is?
    pub records_turn: bool,
    /// Can play go on for ever, so that positions can be drawn?
    pub draws: bool,
    /// What a move touches.
    pub sites: Sites,
    /// What marks are called where they are chosen: `colour`, say; empty if a move needs no choice.
    pub mark: Cow<'static, str>,
    /// The parameters.
    #[serde(skip)]
    pub parameters: Vec<Parameter>,
    /// Where a newcomer begins.
    #[serde(skip)]
    pub example: Example,
    /// What it teaches beside what every game does.
    #[serde(skip)]
    pub lessons: Vec<Lesson>,
    /// All that a rule file says of play; 0 where the rules are part of the program.
    #[serde(skip)]
    pub fingerprint: u128,
    /// What sides are called in texts, and what they are to be called instead.
    #[serde(skip)]
    pub renamed: Vec<[String; 2]>,
}

fn spoken(renamed: &[[String; 2]], text: String) -> String {
    let names = renamed.iter();
    names.fold(text, |text, [old, new]| text.replace(old, new))
}

/// What a game is: its name and, where people write the rules, all of their meaning. What is kept
/// of a game, in memory or in files, is kept under this and found by nothing else, so that what was
/// learnt of one game is never believed of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(String);

impl std::fmt::Display for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where nothing is known: a game for two players with the same moves on an undirected graph,
/// which the last mover wins. A game names what differs.
impl std::default::Default for Description {
    fn default() -> Self {
        Self {
            name: "".into(),
            title: "".into(),
            about: "".into(),
            rules: "".into(),
            goal: "Who cannot move loses.".into(),
            no_move: "".into(),
            sides: SideName::first_and_second(),
            starter: None,
            labels: LabelWords::PreviousNext,
            board: BoardKind::Undirected,
            plain_arcs: false,
            connected: false,
            impartial: true,
            records_turn: true,
            draws: false,
            sites: Sites::Vertices,
            mark: "".into(),
            parameters: Vec::new(),
            example: Example::new("path:3", Values::new(), "first"),
            lessons: Vec::new(),
            fingerprint: 0,
            renamed: Vec::new(),
        }
    }
}

impl Description {
    /// The same with other names for the sides, in every text.
    #[must_use]
    pub fn with_names(mut self, names: [&str; 2]) -> Self {
        for (side, name) in self.sides.iter_mut().zip(names) {
            let inside = [side.inside(), name.to_owned()];
            self.renamed
                .extend([[side.title.to_string(), name.to_owned()], inside]);
            (side.title, side.many) = (name.to_owned().into(), false);
        }
        for text in [
            &mut self.about,
            &mut self.rules,
            &mut self.goal,
            &mut self.no_move,
        ] {
            *text = spoken(&self.renamed, text.to_string()).into();
        }
        self
    }

    /// A text with the names that the sides have.
    pub fn spoken(&self, text: String) -> String {
        spoken(&self.renamed, text)
    }

    /// What the game is.
    pub fn identity(&self) -> Identity {
        Identity(match self.fingerprint {
            0 => self.name.to_string(),
            fingerprint => format!("{} {fingerprint:032x}", self.name),
        })
    }

    /// That a side has no move left, and why.
    pub fn without_move(&self, side: usize) -> String {
        let who = self.sides[side].inside();
        match self.no_move.is_empty() {
            true => format!("{who} has no move left"),
            false => format!("{who} has no move left: {}", self.no_move),
        }
    }

    /// The declaration of a parameter.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|p| p.name == name)
    }

    /// Are the sides nothing but who moves first and who second, so that it is all the same whose
    /// turn it is? Then answers about a position call the player to move there `first`.
    pub fn is_by_turn(&self) -> bool {
        let words = self.sides.each_ref().map(|side| &*side.word);
        self.starter.is_none()
            && words == ["first", "second"]
            && (self.impartial || !self.records_turn)
    }

    /// The side with this word.
    pub fn side(&self, word: &str) -> Option<usize> {
        let same = |side: &SideName| side.word.eq_ignore_ascii_case(word);
        self.sides.iter().position(same)
    }

    /// Which side starts with these parameters.
    pub fn starting_side(&self, values: &Values) -> usize {
        let parameter = self.starter.as_deref();
        let said = parameter.and_then(|name| values.word(name).or_else(|| self.usual_word(name)));
        said.and_then(|word| self.side(word)).unwrap_or(0)
    }

    fn usual_word(&self, name: &str) -> Option<&str> {
        match &self.parameter(name)?.default {
            Default::Value(Value::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// What a heading says about the parameters: "3 colours", "Alice first".
    pub fn phrases(&self, values: &Values) -> Vec<String> {
        let phrase = |(name, value): (&str, &Value)| {
            let parameter = self.parameter(name)?;
            let (one, many) = match parameter.phrase.split_once('|') {
                Some((one, many)) => (one, many),
                None => (parameter.phrase.as_ref(), parameter.phrase.as_ref()),
            };
            let template = if *value == Value::Count(1) { one } else { many };
            let text = value.text();
            let silent = template.is_empty() || text.is_empty() || text == "none";
            let shown = match self.side(&text) {
                Some(side) => self.sides[side].title.to_string(),
                None => text,
            };
            (!silent).then(|| template.replace("{}", &shown))
        };
        values.iter().filter_map(phrase).collect()
    }

    /// Refuses a parameter that the game does not take, naming those it does.
    pub fn foreign(&self, name: &str) -> InputError {
        let taken: Vec<&str> = self.parameters.iter().map(|p| p.name.as_ref()).collect();
        let taken = match taken.is_empty() {
            true => "no parameters".to_owned(),
            false => taken.join(", "),
        };
        InputError::new(format!(
            "'{}' does not take {}: it takes {taken}",
            self.name,
            outplay_board::shortened(name)
        ))
    }

    /// Checks what was said and adds the defaults.
    ///
    /// # Errors
    /// A parameter is foreign, or one is missing.
    pub fn complete(&self, said: &Values) -> Result<Values, InputError> {
        if let Some((name, _)) = said.iter().find(|(name, _)| self.parameter(name).is_none()) {
            return Err(self.foreign(name));
        }
        let mut values = Values::new();
        for parameter in &self.parameters {
            match (said.get(&parameter.name), &parameter.default) {
                (Some(value), _) => values.set(parameter.name.clone(), value.clone()),
                (None, Default::Value(value)) => values.set(parameter.name.clone(), value.clone()),
                (None, Default::Computed(_)) => {}
                (None, Default::Required) => {
                    return Err(InputError::new(format!(
                        "{} is missing: say {}, {}",
                        parameter.name,
                        parameter.help,
                        parameter.expected()
                    )));
                }
            }
        }
        Ok(values)
    }

    /// The values that a program says in an object.
    ///
    /// # Errors
    /// A parameter is foreign, or its value wrong.
    pub fn values_from_json<'a>(
        &self,
        said: impl IntoIterator<Item = (&'a String, &'a Json)>,
    ) -> Result<Values, InputError> {
        let mut values = Values::new();
        for (name, json) in said {
            let parameter = self.parameter(name).ok_or_else(|| self.foreign(name))?;
            if !json.is_null() {
                let value = parameter
                    .from_json(json)
                    .map_err(|error| InputError::new(format!("{name}: {error}")))?;
                values.set(parameter.name.clone(), value);
            }
        }
        Ok(values)
    }

    /// All of it, for programs.
    pub fn json(&self) -> Json {
        use crate::parameters::Kind;
        let parameter = |p: &Parameter| {
            let mut json = json!({
                "name": p.name,
                "help": p.help,
                "required": p.is_required(),
                "expected": p.expected(),
                "kind": null,
            });
            json["kind"] = json!(match &p.kind {
                Kind::Count { least, most } => {
                    json["least"] = json!(least);
                    json["most"] = json!((*most < u64::MAX).then_some(most));
                    "count"
                }
                Kind::Counts { least } => {
                    json["least"] = json!(least);
                    "counts"
                }
                Kind::Choice(words) => {
                    json["choices"] = json!(words);
                    "choice"
                }
                Kind::Vertex => "vertex",
                Kind::Vertices => "vertices",
            });
            match &p.default {
                Default::Required => {}
                Default::Value(value) => json["default"] = value.json(),
                Default::Computed(words) => json["computed"] = json!(words),
            }
            if let Some(short) = p.short {
                json["short"] = json!(short.to_string());
            }
            json
        };
        let mut json = json!(self);
        json["parameters"] = self.parameters.iter().map(parameter).collect();
        let has_board = self.board != BoardKind::None;
        json["example"] = json!({
            "board": has_board.then_some(&self.example.board),
            "parameters": self.example.values.json(),
            "side": self.example.side,
        });
        json["lessons"] = self.lessons_json();
        json
    }
}

impl Values {
    /// As an object.
    pub fn json(&self) -> Json {
        let map: serde_json::Map<String, Json> = self
            .iter()
            .map(|(name, value)| (name.to_owned(), value.json()))
            .collect();
        Json::Object(map)
    }
}

/// A game that describes itself.
pub trait Described: Game + Sized + 'static {
    /// What is true of it on every board.
    fn describe() -> Description;

    /// Finds the defaults that depend on the board.
    ///
    /// # Errors
    /// `stop` came first.
    fn prepare(board: &Board, values: &mut Values, stop: &dyn Fn() -> bool) -> Result<(), Failed> {
        let _ = (board, values, stop);
        Ok(())
    }

    /// Sets the game up. The parameters are complete and of their kinds, and the board has
    /// what the description says it needs.
    ///
    /// # Errors
    /// The game is not played on such a board or with such parameters.
    fn open(board: &Board, values: &Values) -> Result<Self, InputError>;
}

/// The names of the parameters of every game on plane boards.
pub(crate) const PLANE: [&str; 2] = ["outer", "embedding"];

/// The parameters of every game on plane boards: which face is the outer one, or which
/// embedding is meant.
pub(crate) fn plane_parameters() -> Vec<Parameter> {
    use crate::parameters::Kind;
    let parameter =
        |name: &'static str, kind, default: &'static str, help: &'static str| Parameter {
            name: name.into(),
            short: None,
            kind,
            default: Default::Computed(default.into()),
            help: help.into(),
            phrase: Cow::Owned(match name {
                "outer" => "outer face {}".to_owned(),
                _ => format!("{name} {{}}"),
            }),
        };
    let [outer, embedding] = PLANE;
    let most = MOST_EMBEDDINGS as u64;
    vec![
        parameter(
            outer,
            Kind::Vertices,
            "the outer face of the board as it is drawn",
            "the outer face, by its vertices, such as 0,1,2",
        ),
        parameter(
            embedding,
            Kind::Count { least: 1, most },
            "the board as it is drawn",
            "which embedding in the plane, by its number in 'outplay embeddings' ('solve' takes all, too)",
        ),
    ]
}

/// Gives a board the embedding that a game needs, if it needs one. What was chosen for the
/// user is said in a remark.
pub(crate) fn embed(
    description: &Description,
    board: &mut Board,
    drawn: bool,
    values: &Values,
    stop: &dyn Fn() -> bool,
) -> Result<Option<String>, InputError> {
    if description.board != BoardKind::Plane {
        return Ok(None);
    }
    let [outer, embedding] = PLANE;
    let origin = embed_board(board, drawn, values.word(outer))?;
    if let (Some(number), Some(plane)) = (values.count(embedding), &board.plane) {
        if values.word(outer).is_some() {
            return Err(InputError::found("both outer and embedding", "one of them"));
        }
        let all = embeddings(plane, MOST_EMBEDDINGS, stop)?;
        let count = all.len();
        let chosen = all.into_iter().nth(number as usize - 1).ok_or_else(|| {
            InputError::found(
                format_args!("embedding {number}"),
                format_args!("one from 1 to {count}, as 'outplay embeddings' lists them"),
            )
        })?;
        chosen.put_on(board);
        return Ok(None);
    }
    Ok((origin == Origin::Computed).then(|| {
        let outer = board.plane.as_ref().map(|plane| {
            let names = plane.outer().walk.iter().map(|&v| board.name(v));
            names.collect::<Vec<_>>().join(",")
        });
        format!(
            "no coordinates, so an embedding was computed with the outer face {}; the winner can depend on it",
            outer.unwrap_or_default()
        )
    }))
}
