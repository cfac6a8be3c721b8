//! The JSON Schema of a setup, from what the games say about themselves.

use crate::setup::{BoardText, Setup};
use outplay_games::parameters::{Default, Kind, Parameter};
use outplay_games::registry::GAMES;
use outplay_games::{BoardKind, Description};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;

impl JsonSchema for Setup {
    fn schema_name() -> Cow<'static, str> {
        "Setup".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let board = generator.subschema_for::<BoardText>().to_value();
        let games = GAMES.iter().map(|entry| setup(&entry.description, &board));
        json_schema!({
            "description": "A game with its board and its parameters, each under its name.",
            "oneOf": games.collect::<Vec<_>>(),
        })
    }
}

fn setup(game: &Description, board: &Json) -> Json {
    let mut properties = Map::new();
    let mut required = vec![json!("game")];
    properties.insert("game".into(), json!({ "const": game.name }));
    if game.board != BoardKind::None {
        properties.insert("board".into(), board.clone());
        required.push(json!("board"));
    }
    for parameter in &game.parameters {
        properties.insert(parameter.name.to_string(), value(parameter));
        if parameter.is_required() {
            required.push(json!(parameter.name));
        }
    }
    json!({
        "type": "object",
        "title": game.title,
        "description": game.about,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn value(parameter: &Parameter) -> Json {
    let mut schema = match &parameter.kind {
        Kind::Count { least, most } => {
            let mut schema = json!({ "type": "integer", "minimum": least });
            if *most < u64::MAX {
                schema["maximum"] = json!(most);
            }
            schema
        }
        Kind::Counts { least } => json!({
            "type": ["array", "integer"],
            "items": { "type": "integer", "minimum": least },
            "minItems": 1,
            "minimum": least,
        }),
        Kind::Choice(words) => json!({ "type": "string", "enum": words }),
        Kind::Vertex => json!({ "type": ["string", "integer"] }),
        Kind::Vertices => json!({
            "type": ["string", "array"],
            "items": { "type": ["string", "integer"] },
        }),
    };
    schema["description"] = match &parameter.default {
        Default::Computed(words) => json!(format!("{}; {words}", parameter.help)),
        _ => json!(parameter.help),
    };
    if let Default::Value(value) = &parameter.default {
        schema["default"] = value.json();
    }
    schema
}
