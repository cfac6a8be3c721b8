//! The README and the book in `docs`: what they show is what the program prints, their links lead
//! somewhere, and their lines fit.

use crate::common::{folder, outplay_in};
use std::path::{Path, PathBuf};

/// Times differ from run to run: they become a question mark, and their lines lose what
/// aligns them.
fn without_times(text: &str) -> String {
    let line = |line: &str| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let times: Vec<usize> = (1..words.len())
            .filter(|&i| ["ns", "µs", "ms", "s", "s."].contains(&words[i]))
            .collect();
        match times.is_empty() {
            true => line.to_owned(),
            false => {
                for i in times {
                    words[i - 1] = "";
                    words[i] = "?";
                }
                words.join(" ")
            }
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every page of the book and what lies at the top, by path.
fn documents() -> Vec<(String, String)> {
    let names = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.ends_with(".md"))
            .map(|name| format!("{folder}{name}"))
            .collect()
    };
    let mut paths = [names("docs/"), names("")].concat();
    paths.sort();
    let read = |path: String| {
        let text = std::fs::read_to_string(root().join(&path)).unwrap();
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn transcripts_can_be_repeated() {
    let folder = folder("documents");
    let mut checked = 0;
    for (path, text) in documents() {
        for block in text.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            for run in block.split("$ ").skip(1) {
                let (line, expected) = run.split_once('\n').unwrap_or((run, ""));
                let (input, line) = line.rsplit_once(" | ").unwrap_or(("", line));
                let input = input.strip_prefix("printf '").unwrap_or(input);
                let input = input.trim_end_matches('\'').replace("\\n", "\n");
                let command = line.strip_prefix("./outplay ").expect(line);
                let args: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
                let ran = outplay_in(&folder, &args, input.as_bytes());
                assert_eq!(
                    without_times(ran.stdout.trim_end()),
                    without_times(expected.trim_end()),
                    "{path}: outplay {command}: {}",
                    ran.stderr
                );
                checked += 1;
            }
        }
    }
    assert!(checked >= 18, "only {checked} transcripts were found");
}

#[test]
fn every_page_is_in_the_book_and_links_lead_somewhere() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for (path, text) in documents() {
        if let Some(page) = path
            .strip_prefix("docs/")
            .filter(|page| *page != "SUMMARY.md")
        {
            assert!(
                summary.contains(&format!("]({page})")),
                "{path} is not in SUMMARY.md"
            );
        }
        let here = root().join(&path);
        let targets = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            let file = target.split('#').next().unwrap_or_default();
            let there = here.parent().unwrap().join(file);
            assert!(there.exists(), "{path} has a link to {target}");
        }
    }
}

#[test]
fn every_format_is_listed() {
    let text = std::fs::read_to_string(root().join("docs/boards.md")).unwrap();
    for format in outplay_board::formats::Format::ALL {
        let name = format!("`{format}`");
        let row = text.lines().find(|line| line.contains(&name));
        let row = row.unwrap_or_else(|| panic!("{name} is missing"));
        for ending in format.endings() {
            assert!(row.contains(&format!("`.{ending}`")), "{format}: .{ending}");
        }
        assert_eq!(row.contains("read only"), !format.is_written(), "{format}");
    }
}

/// Tables, code and what cannot be broken may be longer.
#[test]
fn prose_is_wrapped_at_100_columns() {
    for (path, text) in documents() {
        let mut in_code = false;
        for (line, number) in text.lines().zip(1..) {
            in_code ^= line.trim_start().starts_with("```");
            let breakable = line.trim().contains(' ') && !line.starts_with("    ");
            let prose = !in_code && breakable && !line.trim_start().starts_with(['|', '!']);
            assert!(
                !prose || line.chars().count() <= 100,
                "{path}:{number}: {line}"
            );
        }
    }
}
