//! The HTTP API of Outplay and its page.
//!
//! Small questions (a board, a position, a move) are answered at once. Work (a verdict,
//! hints, an experiment) streams what it finds, line by line, and stops when the client
//! goes away. What is asked and answered is the business of `outplay-service`; here it is carried
//! in and out. [`serve`] runs it all until it is told to stop. Nothing on disk is read: the page
//! is part of the program, and the document at `/api/openapi.json` is made from the types.

mod api;
mod document;
mod jobs;
mod listen;
mod page;
mod problem;
mod routes;

pub use listen::{Shutdown, serve};

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// What the server may use, and for whom it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The address to listen on.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How many long computations run at a time, each on one thread.
    pub workers: usize,
    /// How many more may wait; beyond, the answer is "busy".
    pub waiting: usize,
    /// About how many bytes all computations together may hold.
    pub memory: u64,
    /// The longest computation.
    pub time: Duration,
    /// The largest board.
    pub vertices: u64,
    /// Names beside those of the address under which requests are accepted: of a proxy, or of
    /// this machine in a class room.
    pub hosts: Vec<String>,
    /// What every request must say in the header `x-outplay-token`, where the server is for one program alone.
    pub token: Option<String>,
    /// How long a client may take to send the head of a request, and its body.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7788,
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            waiting: 16,
            memory: 1 << 30,
            time: Duration::from_secs(600),
            vertices: 1000,
            hosts: Vec::new(),
            token: None,
            patience: Duration::from_secs(10),
        }
    }
}
