//! The program `outplay`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(outplay_cli::run(std::env::args_os()))
}
