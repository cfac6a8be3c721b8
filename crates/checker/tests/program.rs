//! The program `outplay-check`: what it prints and how it ends.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay-check"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end without reading, which is none of our business here.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

const THREE_PEBBLES: &str = "\
outplay-certificate 1
game subtraction
take 1,2
start 3
winner second
strategy
l 3 0-1:0-2 0-2:0-1
end 1 2 44ecb8c5b33ac580
";

#[test]
fn says_what_was_proved() {
    for arguments in [&["-"][..], &["--strict", "-"]] {
        let output = run(arguments, THREE_PEBBLES);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("take 1,2, start 3: the player to move loses"),
            "{text}"
        );
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn says_what_is_wrong() {
    let output = run(&["-"], &THREE_PEBBLES.replace("0-2:0-1", "0-2:0-2"));
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 7: '0-2' is no legal reply"));
    for arguments in [&["no such file"][..], &[], &["-", "-"]] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}
