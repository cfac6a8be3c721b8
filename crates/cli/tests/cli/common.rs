//! Runs the built program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the program did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `outplay` with arguments and standard input.
pub(crate) fn outplay_with(args: &[&str], input: &[u8]) -> Ran {
    outplay_in(Path::new("."), args, input)
}

/// Runs `outplay` in a folder.
pub(crate) fn outplay_in(folder: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    // The program may end without reading; a closed pipe is no failure.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the feeder ends");
    Ran {
        status: output.status.code().expect("no signal ended the program"),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

pub(crate) fn outplay(line: &str) -> Ran {
    outplay_with(&line.split_whitespace().collect::<Vec<_>>(), b"")
}

/// The JSON objects that a successful command prints.
pub(crate) fn json(line: &str) -> Vec<serde_json::Value> {
    let ran = outplay(line);
    assert_eq!(ran.status, 0, "{line}: {ran:?}");
    objects(&ran.stdout)
}

pub(crate) fn objects(stdout: &str) -> Vec<serde_json::Value> {
    let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    stdout.lines().map(parse).collect()
}

/// A fresh folder for files.
pub(crate) fn folder(name: &str) -> std::path::PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder can be made");
    path
}
