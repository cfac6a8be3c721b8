//! The page's types of questions' answers are those of the service: `web/src/lib/wire.ts` is made
//! from the document that the server gives. `OUTPLAY_WRITE=1 cargo test -p outplay-server types`
//! writes it anew.

use crate::client::Server;
use serde_json::{Map, Value as Json};
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");

/// What games say of themselves is told in their own words, whose types are written by hand.
const OWN_WORDS: &str =
    "import type { Game, Marks, Notes, Setup, Touch, Value } from \"./types.ts\";\n";

fn comment(out: &mut String, schema: &Json, indent: &str) {
    if let Some(text) = schema["description"].as_str() {
        let text = text.replace('\n', " ");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{indent}/** {text} */");
    }
}

/// A schema as a type of TypeScript.
fn kind(schema: &Json) -> String {
    let any = |list: &Json| -> String {
        let kinds = list.as_array().into_iter().flatten().map(kind);
        let mut kinds: Vec<String> = kinds.collect();
        kinds.dedup();
        kinds.join(" | ")
    };
    if let Some(own) = schema["x-type"].as_str() {
        return own.to_owned();
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if !schema["const"].is_null() {
        return schema["const"].to_string();
    }
    for key in ["anyOf", "oneOf"] {
        if schema[key].is_array() {
            return any(&schema[key]);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(Json::to_string).collect();
        return words.join(" | ");
    }
    let of = |name: &str| match name {
        "integer" | "number" => "number".to_owned(),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<String> = items.iter().map(kind).collect();
                format!("[{}]", items.join(", "))
            }
            None => match kind(&schema["items"]) {
                item if item.contains(" | ") => format!("({item})[]"),
                item => format!("{item}[]"),
            },
        },
        "object" => match &schema["additionalProperties"] {
            _ if schema["properties"].is_object() => fields(schema, "  "),
            Json::Object(inner) => format!("Record<string, {}>", kind(&inner.clone().into())),
            _ => "Record<string, unknown>".to_owned(),
        },
        plain => plain.to_owned(),
    };
    match &schema["type"] {
        Json::String(name) => of(name),
        Json::Array(names) => {
            let names = names.iter().filter_map(Json::as_str);
            names.map(of).collect::<Vec<_>>().join(" | ")
        }
        _ => "unknown".to_owned(),
    }
}

fn fields(schema: &Json, indent: &str) -> String {
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    let required = |name: &str| {
        let list = schema["required"].as_array();
        list.is_some_and(|list| list.iter().any(|known| known == name))
    };
    let mut out = "{\n".to_owned();
    for (name, property) in properties {
        comment(&mut out, property, indent);
        let mark = if required(name) { "" } else { "?" };
        let _ = writeln!(out, "{indent}{name}{mark}: {};", kind(property));
    }
    if schema["additionalProperties"] == true || schema["additionalProperties"].is_object() {
        let _ = writeln!(out, "{indent}[key: string]: unknown;");
    }
    out + "}"
}

/// What a route answers, and in a stream the last line: under a name made of its path.
fn answer(path: &str, operation: &Json) -> Option<(String, Json)> {
    let name = path.strip_prefix("/api/")?.split('/').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    let content = operation["responses"]["200"]["content"].as_object()?;
    let schema = &content.values().next()?["schema"];
    let is_result = |line: &&Json| line["properties"]["event"]["const"] == "result";
    let mut schema = match schema["oneOf"].as_array() {
        Some(lines) => lines.iter().find(is_result)?.clone(),
        None => schema.clone(),
    };
    let properties = schema.get_mut("properties").and_then(Json::as_object_mut);
    properties?.remove("event");
    Some((name.collect::<String>() + "Answer", schema))
}

/// The answers of all routes, and what they are made of.
fn types(document: &Json) -> String {
    let mut out = String::new();
    out += "// Made from the types of the service: see crates/server/tests/api/types.rs.\n\n";
    out += OWN_WORDS;
    let paths = document["paths"].as_object().expect("routes").iter();
    let answers = paths.filter_map(|(path, operations)| {
        let operation = operations.get("post").or(operations.get("get"))?;
        answer(path, operation)
    });
    let mut types: Vec<(String, Json)> = answers.collect();
    let mut done = 0;
    while let Some((_, schema)) = types.get(done).cloned() {
        let mut wanted = Vec::new();
        references(&schema, &mut wanted);
        for name in wanted {
            if types.iter().all(|(known, _)| *known != name) {
                let schema = document["components"]["schemas"][&name].clone();
                types.push((name, schema));
            }
        }
        done += 1;
    }
    types.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (name, schema) in &types {
        out += "\n";
        comment(&mut out, schema, "");
        let _ = match schema["properties"].is_object() {
            true => writeln!(out, "export interface {name} {}", fields(schema, "  ")),
            false => writeln!(out, "export type {name} = {};", kind(schema)),
        };
    }
    out
}

/// The names of what a schema refers to, each once.
fn references(schema: &Json, found: &mut Vec<String>) {
    match schema {
        Json::Object(object) if object.contains_key("x-type") => {}
        Json::Object(object) => {
            if let Some(Json::String(reference)) = object.get("$ref") {
                let name = reference.rsplit('/').next().unwrap_or_default();
                if !found.iter().any(|known| known == name) {
                    found.push(name.to_owned());
                }
            }
            object.values().for_each(|inner| references(inner, found));
        }
        Json::Array(list) => list.iter().for_each(|inner| references(inner, found)),
        _ => {}
    }
}

#[test]
fn the_page_has_the_types_of_the_service() {
    let server = Server::start();
    let types = types(&server.get("/api/openapi.json").json());
    if std::env::var_os("OUTPLAY_WRITE").is_some() {
        std::fs::write(FILE, &types).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        written == types,
        "web/src/lib/wire.ts is not what the service says: OUTPLAY_WRITE=1 makes it anew"
    );
}
