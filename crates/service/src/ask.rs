//! What a question is: something that is asked about a game that is open, or about a board, and
//! that has an answer. Doors differ in how a question comes in and in which form of the answer
//! goes out; what is between is the same for all of them, and it is here.
//!
//! A question is read from JSON by its fields. What only programs say (how to settle it, in which
//! words) is left out there.

use crate::host::Host;
use crate::limits;
use crate::setup::{BoardText, Opened, Setup, Source};
use outplay_board::{Failed, InputError};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;

/// Writes the schema of a type.
pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// A question.
pub trait Ask: DeserializeOwned + JsonSchema + Send + Sync + 'static {
    /// What it is asked about.
    type About: About;
    /// Its answer.
    type Answer: Serialize + JsonSchema + Send + 'static;
    /// How much work it is.
    const WORK: Work = Work::Long;
    /// What is told while it is being answered.
    const EVENTS: &'static [(&'static str, SchemaOf)] = &[];
    /// The largest request that is read.
    const MOST_BYTES: usize = limits::MOST_BYTES;

    /// Is this one less work than others of its kind?
    fn work(&self) -> Work {
        Self::WORK
    }

    /// Cuts or refuses what a request may not ask for.
    ///
    /// # Errors
    /// It asks for too much.
    fn bound(&mut self, _: &Self::About) -> Result<(), InputError> {
        Ok(())
    }

    /// Answers it.
    ///
    /// # Errors
    /// The question is wrong. Where a limit ran out, most answers say what is known.
    fn answer(&self, about: &Self::About, host: &Host<'_>) -> Result<Self::Answer, Failed>;
}

/// An answer in words.
pub trait Told<About> {
    /// Whole lines.
    fn text(&self, about: &About) -> String;

    /// Was the question settled?
    fn is_settled(&self) -> bool {
        true
    }
}

/// How much work a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// None: it is answered at once.
    Small,
    /// A little, on boards of any size that can be shown.
    Light,
    /// As much as there is time; boards that are too large for that are refused.
    Long,
}

/// What questions are asked about.
pub trait About: Sized + Sync + 'static {
    /// The key under which requests say it; nothing where there is nothing to say.
    const KEY: Option<&'static str>;
    /// How they say it.
    type Said: DeserializeOwned + JsonSchema + Send + 'static;

    /// What was decided for the asker about it, one sentence each.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Reads and opens it.
    ///
    /// # Errors
    /// It is wrong, or too large for such work.
    fn open(said: &Self::Said, work: Work, host: &Host<'_>) -> Result<Self, Failed>;
}

impl About for Opened {
    const KEY: Option<&'static str> = Some("setup");
    type Said = Setup;

    fn remarks(&self) -> Vec<String> {
        self.remarks
            .iter()
            .map(|remark| remark.text.clone())
            .collect()
    }

    fn open(setup: &Setup, work: Work, host: &Host<'_>) -> Result<Self, Failed> {
        match work {
            Work::Small => limits::open(setup, host, &host.within(limits::PREPARATION)),
            Work::Light => limits::open(setup, host, &|| host.is_over()),
            Work::Long => limits::open_for_work(setup, host),
        }
    }
}

impl About for Source {
    const KEY: Option<&'static str> = Some("board");
    type Said = BoardText;

    fn remarks(&self) -> Vec<String> {
        self.board.remarks.clone()
    }

    fn open(board: &BoardText, _: Work, host: &Host<'_>) -> Result<Self, Failed> {
        Ok(board.read(host.boards, false)?)
    }
}

impl About for () {
    const KEY: Option<&'static str> = None;
    type Said = ();

    fn open((): &(), _: Work, _: &Host<'_>) -> Result<Self, Failed> {
        Ok(())
    }
}

/// What a client asks for at most.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Limits")]
pub struct Asked {
    /// 20 without it; the server caps it.
    pub seconds: Option<f64>,
    /// How many positions may be looked at.
    pub positions: Option<u64>,
}

/// The time of a computation whose client does not say how long, in seconds.
const USUAL_TIME: f64 = 20.0;

impl Asked {
    /// How long the work may take, where it may take `most`.
    pub fn time(&self, most: f64) -> f64 {
        let said = self.seconds.filter(|s| s.is_finite() && *s >= 0.0);
        said.unwrap_or(USUAL_TIME).min(most)
    }
}

/// An answer with what was decided for the asker: as it is said in JSON, at every door.
pub struct Remarked<A> {
    answer: A,
    remarks: Vec<String>,
}

/// The key of remarks.
const REMARKS: &str = "remarks";

impl<A> Remarked<A> {
    /// An answer about something.
    pub fn new(answer: A, about: &impl About) -> Self {
        let remarks = about.remarks();
        Self { answer, remarks }
    }
}

impl<A: Serialize> Serialize for Remarked<A> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.remarks.is_empty() {
            return self.answer.serialize(serializer);
        }
        let mut said = serde_json::to_value(&self.answer).map_err(serde::ser::Error::custom)?;
        if let Json::Object(said) = &mut said
            && let Json::Array(list) = said.entry(REMARKS).or_insert_with(|| json!([]))
        {
            // An answer may have remarks of its own.
            list.extend(self.remarks.iter().map(|remark| json!(remark)));
        }
        said.serialize(serializer)
    }
}

impl<A: JsonSchema> JsonSchema for Remarked<A> {
    fn schema_name() -> Cow<'static, str> {
        A::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let remarks = generator.subschema_for::<Vec<String>>();
        let mut schema = A::json_schema(generator);
        if let Some(Json::Object(fields)) = schema.ensure_object().get_mut("properties") {
            fields.entry(REMARKS).or_insert_with(|| {
                let mut remarks = remarks.to_value();
                remarks["description"] = json!("What was decided for the asker.");
                remarks
            });
        }
        schema
    }
}

/// A question as a request says it: with what it is about and its limits beside it.
pub struct Body<Q: Ask> {
    about: <Q::About as About>::Said,
    /// What the client asks for at most.
    pub limits: Asked,
    question: Q,
}

impl<Q: Ask> Body<Q> {
    /// Opens what the question is about, and answers it within what a request may ask.
    ///
    /// # Errors
    /// The question is wrong, it asks for too much, or a limit ran out.
    pub fn answer(mut self, host: &Host<'_>) -> Result<Remarked<Q::Answer>, Failed> {
        let about = Q::About::open(&self.about, self.question.work(), host)?;
        self.question.bound(&about)?;
        let answer = self.question.answer(&about, host)?;
        Ok(Remarked::new(answer, &about))
    }
}

impl<'de, Q: Ask> Deserialize<'de> for Body<Q> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        fn part<T: DeserializeOwned, E: Error>(said: Json) -> Result<T, E> {
            serde_json::from_value(said).map_err(E::custom)
        }
        let mut said = Map::deserialize(deserializer)?;
        let about = match Q::About::KEY {
            Some(key) => said.remove(key).ok_or_else(|| Error::missing_field(key))?,
            None => Json::Null,
        };
        let limits: Option<Asked> = match Q::WORK {
            Work::Small => None,
            _ => said.remove("limits").map_or(Ok(None), part)?,
        };
        Ok(Self {
            about: part(about)?,
            limits: limits.unwrap_or_default(),
            question: part(said.into())?,
        })
    }
}

impl<Q: Ask> JsonSchema for Body<Q> {
    fn schema_name() -> Cow<'static, str> {
        Q::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let about = generator.subschema_for::<<Q::About as About>::Said>();
        let limits = generator.subschema_for::<Option<Asked>>();
        let mut schema = Q::json_schema(generator);
        let object = schema.ensure_object();
        let mut insert = |key: &str, part: Schema| {
            let properties = object.entry("properties").or_insert_with(|| json!({}));
            properties[key] = part.to_value();
        };
        if Q::WORK != Work::Small {
            insert("limits", limits);
        }
        if let Some(key) = Q::About::KEY {
            insert(key, about);
            let required = object.entry("required").or_insert_with(|| json!([]));
            if let Json::Array(required) = required {
                required.insert(0, json!(key));
            }
        }
        schema
    }
}
