//! Every route of the document answers, and as the document says.

use crate::client::Server;
use serde_json::{Value as Json, json};

/// What is wrong with `value` by a schema: the part of JSON Schema that the document
/// uses.
fn fault(document: &Json, schema: &Json, value: &Json) -> Option<String> {
    if let Some(path) = schema["$ref"].as_str() {
        let schema = document.pointer(path.strip_prefix('#')?)?;
        return fault(document, schema, value);
    }
    let fits = |schema: &&Json| fault(document, schema, value).is_none();
    if let Some(list) = schema["oneOf"].as_array() {
        return match list.iter().filter(fits).count() {
            1 => None,
            n => Some(format!("{value} fits {n} of {schema}")),
        };
    }
    if let Some(list) = schema["anyOf"].as_array()
        && !list.iter().any(|schema| fits(&schema))
    {
        return Some(format!("{value} fits none of {schema}"));
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        kind => panic!("type {kind}"),
    };
    let fits = match &schema["type"] {
        Json::Null => true,
        Json::String(kind) => is(kind),
        Json::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
        other => panic!("type {other}"),
    };
    let listed = match (schema["enum"].as_array(), schema.get("const")) {
        (Some(list), _) => list.contains(value),
        (None, Some(one)) => one == value,
        (None, None) => true,
    };
    let within = match value.as_f64() {
        Some(n) => {
            schema["minimum"].as_f64().is_none_or(|least| n >= least)
                && schema["maximum"].as_f64().is_none_or(|most| n <= most)
        }
        None => true,
    };
    if !fits || !listed || !within {
        return Some(format!("{value} is not {schema}"));
    }
    if let Some(entries) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !entries.contains_key(name.as_str().unwrap()) {
                return Some(format!("{name} is missing in {value}"));
            }
        }
        for (name, value) in entries {
            let described = schema["properties"].get(name);
            match described.or(schema.get("additionalProperties")) {
                Some(Json::Bool(false)) => return Some(format!("{name} is not described")),
                Some(schema) => {
                    if let Some(fault) = fault(document, schema, value) {
                        return Some(format!("{name}: {fault}"));
                    }
                }
                None => {}
            }
        }
    }
    let items = value.as_array()?;
    let n = items.len() as u64;
    if schema["minItems"].as_u64().is_some_and(|least| n < least)
        || schema["maxItems"].as_u64().is_some_and(|most| n > most)
    {
        return Some(format!("{n} items in {value}"));
    }
    let first = schema["prefixItems"]
        .as_array()
        .map_or(&[][..], |list| list);
    let schemas = first.iter().chain(std::iter::repeat(&schema["items"]));
    items
        .iter()
        .zip(schemas)
        .find_map(|(item, schema)| fault(document, schema, item))
}

#[test]
fn faults_are_found() {
    let schema = json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {
            "a": { "type": ["integer", "null"], "maximum": 9 },
            "b": { "enum": ["x"] },
            "d": { "type": "array", "prefixItems": [{ "const": 1 }], "items": { "type": "string" } },
            "e": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        },
    });
    let fits = |value: Json| fault(&json!({}), &schema, &value).is_none();
    assert!(fits(json!({ "a": 1, "b": "x" })) && fits(json!({ "a": null })));
    assert!(fits(json!({ "a": 9, "d": [1, "x", "y"], "e": null })));
    for wrong in [
        json!([]),
        json!({}),
        json!({ "a": 1.5 }),
        json!({ "a": 1, "b": "y" }),
        json!({ "a": 1, "c": 1 }),
        json!({ "a": 10 }),
        json!({ "a": 1, "d": [2] }),
        json!({ "a": 1, "d": [1, 2] }),
        json!({ "a": 1, "e": 1 }),
    ] {
        assert!(!fits(wrong.clone()), "{wrong}");
    }
}

/// Questions beside the examples of the document, of every kind of game.
fn questions() -> Vec<(&'static str, Json)> {
    let edge = json!({ "game": "edge", "board": { "family": "path:4" } });
    let cycles = json!({ "game": "cycles", "board": { "family": "cycle:4" } });
    let arcs = json!({ "text": "0 1\n1 2\n2 0\n2 3", "format": "edges" });
    let token = json!({ "game": "token", "board": arcs, "start": 0 });
    let heaps = json!({ "game": "subtraction", "pebbles": [3, 4], "take": [1, 2] });
    let passing = json!({
        "game": "coloring", "board": { "family": "cycle:4" }, "colors": 3, "first": "bob",
        "pass": "alice",
    });
    let mut questions = Vec::new();
    for setup in [edge, cycles, token, heaps, passing] {
        for path in [
            "/api/position",
            "/api/solve",
            "/api/moves",
            "/api/explain",
            "/api/digraph",
            "/api/lesson",
            "/api/prove",
        ] {
            questions.push((path, json!({ "setup": setup })));
        }
        for player in ["random", "pseudo-smart", "perfect", "mcts:50"] {
            questions.push((
                "/api/choose",
                json!({ "setup": setup, "player": player, "seed": 3 }),
            ));
        }
    }
    let text = r#"[{"color":0,"adj":[1,2],"x":0,"y":0,"name":"a"},{"color":2,"adj":[0],"x":1,"y":0,"name":"b"},{"color":0,"adj":[0],"x":0,"y":1,"name":"c"}]"#;
    for board in [
        json!({ "text": text }),
        json!({ "text": "a -> b\nb -> a\na -> a", "format": "edges" }),
        json!({ "family": "petersen" }),
        json!({ "family": "edges:0-1,2-3" }),
    ] {
        questions.push(("/api/board", json!({ "board": board })));
        questions.push(("/api/board", json!({ "board": board, "tidy": true })));
    }
    for to in [
        "dot", "graph6", "sparse6", "digraph6", "edges", "adj", "json", "table", "dimacs",
        "graphml", "svg",
    ] {
        let board = json!({ "family": "wheel:4" });
        questions.push(("/api/board/export", json!({ "board": board, "to": to })));
    }
    questions
}

#[test]
fn every_route_answers_as_described() {
    let server = Server::start();
    let document = server.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let fits = |operation: &Json, path: &str, question: &Json| {
        let answer = match operation.get("requestBody") {
            None => server.get(path),
            Some(body) => {
                let schema = &body["content"]["application/json"]["schema"];
                let fault = fault(&document, schema, question);
                assert_eq!(fault, None, "{path} {question}");
                server.post(path, question)
            }
        };
        assert_eq!(answer.status, 200, "{path} {question}: {}", answer.text());
        let kind = answer.header("content-type").unwrap().split(';').next();
        let content = &operation["responses"]["200"]["content"];
        let (described, content) = content.as_object().unwrap().iter().next().unwrap();
        assert_eq!(kind, Some(described.as_str()), "{path}");
        let values = match described.as_str() {
            "application/json" => vec![answer.json()],
            "application/x-ndjson" => answer.lines(),
            _ => vec![json!(answer.text())],
        };
        for value in &values {
            let fault = fault(&document, &content["schema"], value);
            assert_eq!(fault, None, "{path} {question}");
        }
        if described == "application/x-ndjson" {
            let ends = |value: &&Json| value["event"] == "result" || value["event"] == "error";
            assert_eq!(values.iter().filter(ends).count(), 1, "{path} {question}");
            assert_eq!(values.last().unwrap()["event"], "result", "{path}");
        }
    };
    let mut questions = questions();
    let setup = json!({ "game": "cycles", "board": { "family": "cycle:4" } });
    let proved = server.result("/api/prove", &json!({ "setup": setup }));
    questions.push((
        "/api/check",
        json!({ "certificate": proved["certificate"] }),
    ));
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 19);
    for (path, operations) in paths {
        for (_, operation) in operations.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{path}");
            let example = &operation["requestBody"]["content"]["application/json"]["example"];
            let asked = |(asked, _): &(&str, Json)| asked == path;
            match example.is_null() && operation.get("requestBody").is_some() {
                true => assert!(questions.iter().any(asked), "{path}"),
                false => fits(operation, path, example),
            }
        }
    }
    for (path, question) in questions {
        fits(&document["paths"][path]["post"], path, &question);
    }
    let wrong = server.post("/api/position", &json!({}));
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    assert_eq!(fault(&document, &schema, &wrong.json()), None);
}

#[test]
fn setups_are_described_by_the_games() {
    let server = Server::start();
    let document = server.get("/api/openapi.json").json();
    let schema = json!({ "$ref": "#/components/schemas/Setup" });
    let described = &document["components"]["schemas"]["Setup"]["oneOf"];
    let games = &outplay_games::registry::GAMES;
    assert_eq!(described.as_array().unwrap().len(), games.len());
    for (entry, schema) in games.iter().zip(described.as_array().unwrap()) {
        assert_eq!(schema["properties"]["game"]["const"], entry.name());
        for parameter in &entry.description.parameters {
            let described = &schema["properties"][parameter.name.as_ref()];
            let help = described["description"].as_str().unwrap();
            assert!(help.contains(parameter.help.as_ref()), "{help}");
        }
    }
    let fits = |setup: Json| fault(&document, &schema, &setup).is_none();
    let board = json!({ "family": "path:3" });
    assert!(fits(
        json!({ "game": "coloring", "board": board, "colors": 3 })
    ));
    for wrong in [
        json!({}),
        json!({ "game": "chess", "board": board }),
        json!({ "game": "coloring", "board": board }),
        json!({ "game": "coloring", "colors": 3 }),
        json!({ "game": "coloring", "board": board, "colors": 0 }),
        json!({ "game": "coloring", "board": board, "colors": 3, "take": [1] }),
        json!({ "game": "subtraction", "board": board, "pebbles": 3, "take": [1] }),
    ] {
        assert!(!fits(wrong.clone()), "{wrong}");
        let answer = server.post("/api/position", &json!({ "setup": wrong }));
        answer.problem(422);
    }
}
