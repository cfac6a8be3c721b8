//! `--steps`: the lesson in text and in JSON.

use crate::output::{Failed, say};
use outplay_lab::lesson::Round;
use serde_json::{Value as Json, json};

pub(crate) fn print(rounds: &[Round]) -> Result<(), Failed> {
    for round in rounds {
        say(&round.heading)?;
        let steps = round.steps.iter();
        let width = steps.map(|s| s.position.chars().count()).max().unwrap_or(0);
        for step in &round.steps {
            let (position, label, because) = (&step.position, step.label, &step.because);
            say(format!("  {position:>width$}  {label}  {because}"))?;
        }
    }
    Ok(())
}

pub(crate) fn json(rounds: &[Round]) -> Json {
    let round = |round: &Round| {
        let steps = round.steps.iter().map(|step| {
            json!({ "position": step.position, "label": step.label, "because": step.because })
        });
        json!({ "rule": round.heading, "positions": steps.collect::<Vec<_>>() })
    };
    rounds.iter().map(round).collect()
}
