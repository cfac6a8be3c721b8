//! The program as its users see it: the built binary, its output and its exit
//! statuses.

mod bad_input;
mod bounds;
mod common;
mod contract;
mod documents;
mod doors;
mod explain;
#[cfg(unix)]
mod faults;
mod history;
mod kept;
mod lab;
mod meet;
mod proofs;
mod reading;
mod rule_files;
mod search;
#[cfg(unix)]
mod serve;
mod sources;
mod sweep;
mod teach;
