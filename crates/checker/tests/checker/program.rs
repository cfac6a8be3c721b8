//! The program `outplay-check`: what it prints and how it ends.

use std::io::Write;
use std::path::PathBuf;
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

/// The exit status, and what was printed.
fn ran(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = run(arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    (status, text(output.stdout), text(output.stderr))
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

const FINGERPRINT: &str = "b2ebcfb59fbbe30126abdd87fdfcda93c8dc986e782cfbf13c4de538f85ebfe3";

/// A file with this text, of which nobody else knows the name.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn says_what_was_proved() {
    let path = file("three-pebbles", THREE_PEBBLES);
    let path = path.to_str().unwrap();
    for (arguments, input) in [
        (&["-"][..], THREE_PEBBLES),
        (&["--strict", "-"], THREE_PEBBLES),
        (&["-", "--strict"], THREE_PEBBLES),
        (&[path], ""),
        (&["--strict", path], "this is not read"),
    ] {
        let (status, text, errors) = ran(arguments, input);
        assert_eq!((status, errors.as_str()), (0, ""), "{arguments:?}");
        let said = "subtraction, take 1,2, start 3: the player to move loses\n";
        assert!(text.starts_with(said), "{text}");
        let lines = format!("(lines 1 to 5): {FINGERPRINT}\n");
        assert!(text.ends_with(&lines), "{text}");
    }
}

#[test]
fn says_it_in_json() {
    let (status, text, errors) = ran(&["--json", "-"], THREE_PEBBLES);
    assert_eq!((status, errors.as_str()), (0, ""));
    assert_eq!(
        text,
        format!(
            "{{\"valid\":true,\"game\":\"subtraction\",\"winner\":\"second\",\
             \"statement\":\"subtraction, take 1,2, start 3: the player to move loses\",\
             \"fingerprint\":\"{FINGERPRINT}\",\"full\":[\"outplay-certificate 1\",\
             \"game subtraction\",\"take 1,2\",\"start 3\",\"winner second\"],\
             \"positions\":3,\"symmetries\":0,\"lemmas\":[]}}\n"
        )
    );
    // What does not hold is said in words, with nothing where the answer would be.
    let (status, text, errors) = ran(&["--json", "-"], "outplay-certificate 3\n");
    assert_eq!((status, text.as_str()), (1, ""));
    assert!(errors.contains("line 1"), "{errors}");
}

#[test]
fn helps() {
    for arguments in [&["--help"][..], &["-h"], &["--strict", "--help", "-"]] {
        let (status, text, errors) = ran(arguments, "");
        assert_eq!((status, errors.as_str()), (0, ""), "{arguments:?}");
        assert!(text.starts_with("usage: outplay-check"), "{text}");
    }
}

#[test]
fn says_what_is_wrong() {
    let wrong = THREE_PEBBLES.replace("0-2:0-1", "0-2:0-2");
    let path = file("wrong", &wrong);
    let path = path.to_str().unwrap();
    for (arguments, input) in [(["-"], wrong.as_str()), ([path], THREE_PEBBLES)] {
        let (status, text, errors) = ran(&arguments, input);
        assert_eq!((status, text.as_str()), (1, ""));
        let reason = format!("{}: line 7: '0-2' is no legal reply\n", arguments[0]);
        assert_eq!(errors, reason);
    }
    // An empty file is a file: it does not hold.
    let empty = file("empty", "");
    for (argument, input) in [("-", ""), (empty.to_str().unwrap(), THREE_PEBBLES)] {
        let (status, text, errors) = ran(&[argument], input);
        assert_eq!((status, text.as_str()), (1, ""));
        assert!(errors.contains("line 1: the file ends here"), "{errors}");
    }
}

#[test]
fn says_that_nothing_was_checked() {
    let path = file("twice", THREE_PEBBLES);
    let path = path.to_str().unwrap();
    let folder = env!("CARGO_TARGET_TMPDIR");
    for (arguments, reason) in [
        (&["no such file"][..], "no such file: "),
        (&[""], ""),
        (&[folder], folder),
        (&["--strict", folder], folder),
        (&[], "usage: "),
        (&["--strict"], "usage: "),
        (&["-", "-"], "usage: "),
        (&[path, path], "usage: "),
        (&[path, "no such file"], "usage: "),
        (&["--lenient", path], "no such option: --lenient"),
        (&["-s", path], "no such option: -s"),
        (&["--"], "no such option: --"),
    ] {
        let (status, text, errors) = ran(arguments, THREE_PEBBLES);
        assert_eq!((status, text.as_str()), (2, ""), "{arguments:?}");
        assert!(!errors.is_empty() && errors.starts_with(reason), "{errors}");
    }
}

/// What nobody can read was not said.
#[cfg(target_os = "linux")]
#[test]
fn says_when_it_cannot_print() {
    let path = file("unprinted", THREE_PEBBLES);
    let full = std::fs::File::options().write(true).open("/dev/full");
    let status = Command::new(env!("CARGO_BIN_EXE_outplay-check"))
        .arg(path)
        .stdout(full.unwrap())
        .stderr(Stdio::null())
        .status();
    assert_eq!(status.unwrap().code(), Some(2));
}
