//! Serves the page and the API without the rest of the program:
//! `cargo run --release -p outplay-server --example serve -- --port 0`

use outplay_server::{Options, Shutdown, serve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--port" => options.port = arguments.next().ok_or("expected a port")?.parse()?,
            "--host" => options.hosts.extend(arguments.next()),
            // As the program has it; no browser is opened here.
            "serve" | "--no-open" => {}
            other => return Err(format!("found '{other}', expected --port or --host").into()),
        }
    }
    serve(&options, &Shutdown::default(), &mut |address| {
        println!("Outplay is at http://{address}/ (Ctrl-C ends it)");
    })?;
    Ok(())
}
