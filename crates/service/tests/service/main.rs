//! Questions and answers, against plain rules and against each other.

mod alike;
mod boards;
mod bounds;
mod count;
mod number;
mod proved_numbers;
mod puzzles;
mod referee;
mod results;
mod session;
mod why;
mod world;

/// The seeds of random sequences: `SEEDS=1..1000` asks for more of them, for hours.
fn seeds(usual: u64) -> std::ops::Range<u64> {
    let seeds = std::env::var("SEEDS").unwrap_or_default();
    let number = |text: &str| text.parse().expect("SEEDS=FROM..TO");
    match seeds.split_once("..") {
        Some((from, to)) => number(from)..number(to),
        None => 1..usual + 1,
    }
}
