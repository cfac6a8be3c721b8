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
    if let Some(list) = schema["oneOf"].as_array() {
        let fits = |schema: &&Json| fault(document, schema, value).is_none();
        return match list.iter().filter(fits).count() {
            1 => None,
            n => Some(format!("{value} fits {n} of {schema}")),
        };
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
    let listed = match schema["enum"].as_array() {
        Some(list) => list.contains(value),
        None => true,
    };
    if !fits || !listed {
        return Some(format!("{value} is not {schema}"));
    }
    if let Some(entries) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !entries.contains_key(name.as_str().unwrap()) {
                return Some(format!("{name} is missing in {value}"));
            }
        }
        for (name, value) in entries {
            match schema["properties"].get(name) {
                Some(schema) => {
                    if let Some(fault) = fault(document, schema, value) {
                        return Some(format!("{name}: {fault}"));
                    }
                }
                None if schema["additionalProperties"] == false => {
                    return Some(format!("{name} is not described"));
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
    items
        .iter()
        .find_map(|item| fault(document, &schema["items"], item))
}

#[test]
fn faults_are_found() {
    let schema = json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": { "a": { "type": ["integer", "null"] }, "b": { "enum": ["x"] } },
    });
    let fits = |value: Json| fault(&json!({}), &schema, &value).is_none();
    assert!(fits(json!({ "a": 1, "b": "x" })) && fits(json!({ "a": null })));
    for wrong in [
        json!([]),
        json!({}),
        json!({ "a": 1.5 }),
        json!({ "a": 1, "b": "y" }),
        json!({ "a": 1, "c": 1 }),
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
        for path in ["position", "solve", "moves", "explain", "digraph", "lesson"] {
            let path = match path {
                "position" => "/api/position",
                "solve" => "/api/solve",
                "moves" => "/api/moves",
                "explain" => "/api/explain",
                "digraph" => "/api/digraph",
                _ => "/api/lesson",
            };
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
        questions.push(("/api/board/tidy", json!({ "board": board })));
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
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 17);
    for (path, operations) in paths {
        for (_, operation) in operations.as_object().unwrap() {
            let example = &operation["requestBody"]["content"]["application/json"]["example"];
            fits(operation, path, example);
        }
    }
    for (path, question) in questions() {
        fits(&document["paths"][path]["post"], path, &question);
    }
    let wrong = server.post("/api/position", &json!({}));
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    assert_eq!(fault(&document, &schema, &wrong.json()), None);
}
