//! `outplay serve`: the page, on this machine.

use crate::args::ServeArgs;
use crate::output::{Failed, say};
use outplay_board::InputError;
use outplay_server::{Options, Shutdown, serve};
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failed> {
    let usual = Options::default();
    let options = Options {
        address: args.address,
        hosts: args.host.clone(),
        port: args.port,
        workers: args.threads.map_or(usual.workers, usize::from),
        memory: args.memory.unwrap_or(usual.memory),
        time: args.time_limit.unwrap_or(usual.time),
        vertices: args.max_vertices.unwrap_or(usual.vertices),
        ..usual
    };
    let shutdown = Shutdown::default();
    let stop = shutdown.clone();
    // Without a handler Ctrl-C simply ends the program, which is acceptable.
    let _ = ctrlc::set_handler(move || stop.stop());
    let open = match (args.open, args.no_open) {
        (true, _) => true,
        (_, true) => false,
        _ => std::io::stdout().is_terminal(),
    };
    let mut said = Ok(());
    serve(&options, &shutdown, &mut |address| {
        let page = page(address);
        said = say(format!("Outplay is at {page} (Ctrl-C ends it)"));
        if said.is_err() {
            shutdown.stop();
        } else if open {
            open_browser(&page);
        }
    })
    .map_err(|error| {
        let place = SocketAddr::new(options.address, options.port);
        InputError::new(format!("cannot listen on {place}: {error}"))
    })?;
    Ok(said?)
}

/// Where a browser on this machine finds the page.
fn page(mut address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    format!("http://{address}/")
}

/// Opens the page in the user's browser, if there is one.
fn open_browser(page: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    // The address was printed: nothing is lost without a browser.
    let _ = Command::new(program)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}
