//! The transcripts of the README are what the program really prints.

use crate::common::{folder, outplay_in};

/// Numbers of seconds differ from run to run.
fn without_seconds(text: &str) -> String {
    let words = text.split_inclusive([' ', '\n']);
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    for i in 1..words.len() {
        if words[i].trim_end() == "s." {
            words[i - 1] = "? ".to_owned();
        }
    }
    words.concat()
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
                without_seconds(ran.stdout.trim_end()),
                without_seconds(expected.trim_end()),
                "outplay {command}: {}",
                ran.stderr
            );
            checked += 1;
        }
    }
    assert!(checked >= 5, "only {checked} transcripts were found");
}
