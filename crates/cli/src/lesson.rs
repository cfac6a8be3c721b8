//! `outplay lesson`: how positions get their labels, round by round, with a question before each
//! answer. Any game is a game with a token on the digraph of its positions, and this is how all
//! of them are settled.

use crate::args::{LessonArgs, Words};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, count, heading, read_line, say};
use crate::solve::json_line;
use outplay_board::InputError;
use outplay_service::lesson::{Lesson, Round, rounds};
use std::collections::BTreeSet;
use std::io::Write;

pub(crate) fn run(args: &LessonArgs) -> Result<(), Failed> {
    let setup = &args.game.setup;
    let common = &args.game.search.common;
    if setup.board.as_deref() == Some("-") && !args.all {
        let error = InputError::found(
            "the board on standard input",
            "a file or a family, because the answers come from there, or --all",
        );
        return Err(error.into());
    }
    let limits = Limits::new(common);
    let opened = setup.open_one(common, &|| limits.ran_out().is_some())?;
    let memory = Memory::new(&args.game.search, &setup.game)?;
    let words = args.words.map(Words::labels);
    let steps = limits.host(&memory, 1, |host| {
        host.run(&String::new, |budget| rounds(&*opened.game, words, budget))
    })?;
    if common.json {
        let text = json_line(&Lesson { steps })?;
        return Ok(std::io::stdout().write_all(text.as_bytes())?);
    }
    let description = opened.game.description();
    say(heading(&opened))?;
    say(format!("{} {}", description.rules, description.goal))?;
    say(format!(
        "A position is a place, a move an arrow from one to another, and to play is to push a token \
         along the arrows. There are {} here; the end is where to begin.",
        count(
            steps.iter().map(|round| round.steps.len() as u64).sum(),
            "place"
        )
    ))?;
    match args.all {
        true => tell(&steps),
        false => ask(&steps),
    }
}

fn tell(rounds: &[Round]) -> Result<(), Failed> {
    for round in rounds {
        say(format!("\n{}", round.heading))?;
        for step in &round.steps {
            say(format!(
                "  {}  {}: {}",
                step.position, step.label, step.because
            ))?;
        }
    }
    Ok(())
}

/// Asks for the label of every position, and then says it. In a round with many positions the
/// first few are asked, and the others said.
fn ask(rounds: &[Round]) -> Result<(), Failed> {
    const ASKED: usize = 3;
    let labels = rounds.iter().flat_map(|round| &round.steps);
    let labels: BTreeSet<&str> = labels.map(|step| step.label.as_str()).collect();
    let choices = labels.iter().copied().collect::<Vec<_>>().join(", ");
    let (mut right, mut asked) = (0u64, 0u64);
    for round in rounds {
        say(format!("\n{}", round.heading))?;
        for (i, step) in round.steps.iter().enumerate() {
            if i >= ASKED {
                say(format!(
                    "  {}  {}: {}",
                    step.position, step.label, step.because
                ))?;
                continue;
            }
            let Some(line) = read_line(&format!("  {}: {choices}?", step.position))? else {
                return Ok(());
            };
            if matches!(line.as_str(), "quit" | "q") {
                return Ok(());
            }
            asked += 1;
            let first = |text: &str| text.chars().next().map(|c| c.to_ascii_lowercase());
            let alike = labels
                .iter()
                .filter(|label| first(label) == first(&line))
                .count();
            let hit = line.eq_ignore_ascii_case(&step.label)
                || alike == 1 && line.len() == 1 && first(&line) == first(&step.label);
            right += u64::from(hit);
            let verdict = if hit { "Right" } else { "No" };
            say(format!("  {verdict}: {}, {}.", step.label, step.because))?;
        }
    }
    Ok(say(format!("\n{right} of {asked} right."))?)
}
