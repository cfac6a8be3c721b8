//! `outplay count`: how many positions and plays a game has.

use crate::args::CountArgs;
use crate::checkpoint::Memory;
use crate::output::{Failed, grouped, heading};
use crate::questions::for_each_game;
use crate::solve::json_line;
use outplay_service::{Count, count};

pub(crate) fn run(args: &CountArgs) -> Result<(), Failed> {
    let common = &args.game.search.common;
    let memory = Memory::new(&args.game.search, &args.game.setup.game)?;
    for_each_game(&args.game, &memory, |opened, host| {
        let at = args.game.setup.at.as_deref();
        let counted = count(opened, at, common.seed, host)?;
        if common.json {
            return Ok((json_line(&counted)?, true));
        }
        let mut text = heading(opened);
        text.push('\n');
        for (what, count) in [
            ("Positions", &counted.positions),
            ("Positions up to symmetry", &counted.up_to_symmetry),
            ("Plays", &counted.plays),
        ] {
            text += &format!("  {what}: {}\n", words(count));
        }
        if let Some(bound) = &counted.bound {
            let value = power(bound.log10);
            text += &format!("  Plays are at most {} = {value}\n", bound.formula);
        }
        Ok((text, true))
    })?;
    memory.finish()
}

fn words(count: &Count) -> String {
    match count {
        Count::Exact(digits) => match digits.parse() {
            Ok(number) => grouped(number),
            Err(_) => digits.clone(),
        },
        Count::Infinite => "infinitely many, because play can go on for ever".to_owned(),
        Count::Estimated { about, .. } if about.is_infinite() => "more than 10^38".to_owned(),
        Count::Estimated { about, error } => {
            let how = match error {
                Some(error) => format!("sampled, with a standard error of {:.1} %", 100.0 * error),
                None => "an estimate".to_owned(),
            };
            format!("about {} ({how})", power(about.log10()))
        }
    }
}

/// A number by its decimal logarithm: 1.5 · 10^20.
fn power(log10: f64) -> String {
    let exponent = log10.floor();
    let digits = 10f64.powf(log10 - exponent);
    match exponent < 6.0 {
        true => grouped(10f64.powf(log10).round() as u64),
        false => format!("{digits:.1} · 10^{exponent}"),
    }
}
