//! The transcripts of the README are what the program really prints.

use crate::common::{folder, outplay_in};

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

#[test]
fn transcripts_can_be_repeated() {
    let readme = include_str!("../../../../README.md");
    let folder = folder("readme");
    let mut checked = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for run in block.split("$ ./outplay ").skip(1) {
            let (command, expected) = run.split_once('\n').unwrap_or((run, ""));
            let args: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
            let ran = outplay_in(&folder, &args, b"");
            assert_eq!(
                without_times(ran.stdout.trim_end()),
                without_times(expected.trim_end()),
                "outplay {command}: {}",
                ran.stderr
            );
            checked += 1;
        }
    }
    assert!(checked >= 5, "only {checked} transcripts were found");
}
