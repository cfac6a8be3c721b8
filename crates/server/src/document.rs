//! The OpenAPI document, put together from the table of routes and the types of its
//! questions and answers.

use crate::jobs::Told;
use crate::problem::Details;
use crate::routes::Route;
use outplay_service::{MOST_BYTES, SchemaOf};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value as Json, json};

/// What can come instead of an answer: the status, its name here, and what it means.
const REFUSALS: [(&str, &str, &str); 7] = [
    ("400", "NoJson", "The body is no JSON."),
    ("403", "Stranger", "The request comes from another site."),
    ("408", "TooSlow", "The body came too slowly."),
    ("413", "TooLarge", "The body is too large."),
    ("415", "OtherType", "The body is not application/json."),
    ("422", "Wrong", "The question is wrong; detail says how."),
    (
        "503",
        "Busy",
        "Busy, or a limit ran out; detail says which. Try again soon, or ask for less.",
    ),
];

const STREAM: &str = "The answer is a stream of lines, each a JSON object; the last is the \
    result or an error. Closing the connection stops the work.";

/// The document of these routes.
pub(crate) fn document(routes: &[Route]) -> Json {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut asked = settings.clone().for_deserialize().into_generator();
    let mut told = settings.for_serialize().into_generator();
    let page = content("text/html", json!({ "type": "string" }));
    let mut paths = Map::new();
    paths.insert(
        "/".into(),
        json!({ "get": {
            "summary": "The page; its other files are found by their paths.",
            "responses": { "200": { "description": "The page.", "content": page } },
        } }),
    );
    for route in routes {
        let method = if route.question.is_some() {
            "post"
        } else {
            "get"
        };
        let mut described = Map::new();
        described.insert(method.into(), operation(route, &mut asked, &mut told));
        paths.insert(route.path.into(), described.into());
    }
    let problem = told.subschema_for::<Details>().to_value();
    let mut responses = Map::new();
    for (status, name, meaning) in REFUSALS {
        let mut response = json!({
            "description": meaning,
            "content": content("application/problem+json", problem.clone()),
        });
        if status == "503" {
            response["headers"] = json!({ "Retry-After": { "schema": { "type": "integer" } } });
        }
        responses.insert(name.into(), response);
    }
    let mut schemas = told.take_definitions(true);
    schemas.extend(asked.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Outplay",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!(
                "Combinatorial games on graphs: boards, positions, verdicts, explanations, \
                 certificates, experiments. POST bodies are JSON of at most {MOST_BYTES} bytes \
                 (certificates: 8 MB). Errors are problem details."
            ),
        },
        "paths": paths,
        "components": { "responses": responses, "schemas": schemas },
    })
}

fn content(kind: &str, schema: Json) -> Json {
    let mut content = Map::new();
    content.insert(kind.into(), json!({ "schema": schema }));
    content.into()
}

fn operation(route: &Route, asked: &mut SchemaGenerator, told: &mut SchemaGenerator) -> Json {
    let mut operation = json!({ "summary": route.summary });
    if let Some((question, example)) = &route.question {
        let mut content = content("application/json", question(asked).to_value());
        if !example.is_null() {
            content["application/json"]["example"] = example.clone();
        }
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    let (meaning, content) = match &route.events {
        None => {
            let answer = (route.answer)(told).to_value();
            ("The answer.", content("application/json", answer))
        }
        Some(events) => {
            operation["description"] = STREAM.into();
            let mut lines = vec![line(told, "progress", Told::json_schema)];
            lines.extend(
                events
                    .iter()
                    .map(|&(event, schema)| line(told, event, schema)),
            );
            lines.push(line(told, "result", route.answer));
            let problem = told.subschema_for::<Details>().to_value();
            lines.push(json!({
                "type": "object",
                "properties": { "event": { "const": "error" }, "problem": problem },
                "required": ["event", "problem"],
            }));
            let lines = content("application/x-ndjson", json!({ "oneOf": lines }));
            ("Lines, each as described.", lines)
        }
    };
    let mut responses = Map::new();
    responses.insert(
        "200".into(),
        json!({ "description": meaning, "content": content }),
    );
    for (status, name, _) in REFUSALS {
        if route.question.is_some() || status == "403" {
            let reference = format!("#/components/responses/{name}");
            responses.insert(status.into(), json!({ "$ref": reference }));
        }
    }
    operation["responses"] = responses.into();
    operation
}

/// A line of a stream: what it holds, and the word that tells lines apart.
fn line(told: &mut SchemaGenerator, event: &str, schema: SchemaOf) -> Json {
    let mut json = schema(told).to_value();
    json["properties"]["event"] = json!({ "const": event });
    match json["required"].as_array_mut() {
        Some(required) => required.push("event".into()),
        None => json["required"] = json!(["event"]),
    }
    json
}
