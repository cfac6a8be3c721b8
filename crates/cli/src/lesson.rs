//! `outplay lesson`: how positions get their labels, round by round, with a question before each
//! answer. Any game is a game with a token on the digraph of its positions, and this is how all
//! of them are settled. Other lessons (`--topic`) ask about positions that the game names.

use crate::args::LessonArgs;
use crate::limits::Limits;
use crate::memory::Memory;
use crate::output::{Failed, json_line, read_line, say};
use outplay_board::{InputError, shortened};
use outplay_games::Lesson as Topic;
use outplay_service::lesson::Round;
use outplay_service::text::{count, heading};
use outplay_service::{Ask, AskLesson, Question, Setup, Taught, find_lesson};
use serde_json::Value as Json;
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
    let lesson = find_lesson(&setup.entry()?.description, &args.topic)?;
    let own_boards = !lesson.tasks.is_empty();
    if let Some(board) = setup.board.as_ref().filter(|_| own_boards) {
        let error = InputError::found(
            format_args!("board '{}'", shortened(board)),
            format_args!("none, because the lesson '{}' has its own", lesson.name),
        );
        return Err(error.into());
    }
    let limits = Limits::new(common);
    let memory = Memory::new(&args.game.search, Some(setup.identity()?))?;
    let taught = match own_boards {
        true => Taught::Said(Setup {
            game: setup.game.clone(),
            ..Setup::default()
        }),
        false => Taught::On(setup.open_one(common, &|| limits.ran_out().is_some())?),
    };
    let asked = AskLesson {
        lesson: Some(args.topic.clone()),
        seed: Some(common.seed),
        words: args.words,
    };
    let answer = limits.host(&memory, 1, |host| asked.answer(&taught, host))?;
    memory.finish()?;
    if common.json {
        return Ok(std::io::stdout().write_all(json_line(&answer)?.as_bytes())?);
    }
    let steps = answer.steps;
    let Taught::On(opened) = taught else {
        return quiz(args, &lesson, &answer.questions);
    };
    if lesson.name != Topic::LABELS {
        return quiz(args, &lesson, &answer.questions);
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

/// A lesson that asks about positions.
fn quiz(args: &LessonArgs, lesson: &Topic, questions: &[Question]) -> Result<(), Failed> {
    say(format!("{}\n{}", lesson.title, lesson.about))?;
    let (mut right, mut asked) = (0u64, 0u64);
    for (i, question) in questions.iter().enumerate() {
        say(format!("\n{}. {}", i + 1, place(question)))?;
        let choices = question.choices.join(", ");
        let text = match args.all || choices.is_empty() {
            true => format!("  {}", question.question),
            false => format!("  {} ({choices})", question.question),
        };
        const FEW: usize = 8;
        let answers = match question.answers.len() {
            0..=FEW => question.answers.join(" or "),
            many => format!(
                "{}, or {} more",
                question.answers[..FEW].join(", "),
                many - FEW
            ),
        };
        if args.all {
            say(format!("{text} {answers}. {}", question.because))?;
            continue;
        }
        let Some(line) = read_line(&text)?.filter(|line| !matches!(line.as_str(), "quit" | "q"))
        else {
            return Ok(());
        };
        asked += 1;
        let hit = question
            .answers
            .iter()
            .any(|answer| answer.eq_ignore_ascii_case(&line));
        right += u64::from(hit);
        let verdict = match hit {
            true => "Right.".to_owned(),
            false => format!("No: {answers}."),
        };
        say(format!("  {verdict} {}", question.because))?;
    }
    match args.all {
        true => Ok(()),
        false => Ok(say(format!("\n{right} of {asked} right."))?),
    }
}

/// Where a question is asked: the board and the parameters, and the position.
fn place(question: &Question) -> String {
    let setup = question.setup.as_ref().and_then(|setup| setup.as_object());
    let words = setup
        .into_iter()
        .flatten()
        .filter(|(key, _)| *key != "game");
    let words = words.map(|(key, value)| match value.get("family").unwrap_or(value) {
        Json::String(word) if key == "board" => word.clone(),
        Json::String(word) => format!("{key} {word}"),
        Json::Array(list) => format!(
            "{key} {}",
            list.iter()
                .map(Json::to_string)
                .collect::<Vec<_>>()
                .join(",")
        ),
        other => format!("{key} {other}"),
    });
    let mut words: Vec<String> = words.collect();
    words.push(question.position.clone());
    words.join(", ")
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
