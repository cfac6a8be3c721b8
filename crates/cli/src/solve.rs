//! `outplay solve`: who wins.

use crate::args::{SolveArgs, Words};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::lists::{Answer, answer_each};
use crate::output::{Failed, all_settled, count, grouped, heading, side};
use crate::setup::ALL;
use outplay_board::InputError;
use outplay_engine::Outcome;
use outplay_games::{LabelWords, Values};
use outplay_service::lesson::Round;
use outplay_service::{Host, Opened, Solve, Solved, Source};
use std::fmt::Write;
use std::path::PathBuf;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failed> {
    let setup = &args.game.setup;
    let common = &args.game.search.common;
    // For all positions it does not matter where play begins.
    let places: Vec<&str> = match args.all {
        true => setup.places()?,
        false => Vec::new(),
    };
    let all_embeddings = setup.said(ALL.0) == Some(ALL.1);
    if all_embeddings && (args.all || setup.at.is_some() || setup.said("outer").is_some()) {
        let message = format!("--{} {} goes without --all, --at and --outer", ALL.0, ALL.1);
        return Err(InputError::new(message).into());
    }
    let values = setup.values(&[&places[..], &[ALL.0]].concat())?;
    let memory = Memory::new(&args.game.search, &setup.game)?;
    let answer = |source: Source, host: &Host<'_>| {
        let values = setup.somewhere(values.clone(), &places, &source.board);
        let stop = || host.is_over();
        if all_embeddings {
            return each_embedding(args, source, &values, host);
        }
        let opened = setup.open(source, &values, &stop, common.quiet)?;
        if args.all {
            return all_positions(args, &opened, host);
        }
        solve_one(args, &opened, host)
    };
    let done = match setup.board()? {
        Some(board) => answer_each(board, setup.reading(common)?, common, &memory, &answer),
        None => {
            let limits = Limits::new(common);
            let answer = limits.host(&memory, memory.threads(), |host| {
                answer(Source::none(), host)
            })?;
            print!("{}", answer.text);
            all_settled(answer.settled)
        }
    };
    memory.finish()?;
    done
}

fn asked<'a>(args: &'a SolveArgs, opened: &Opened) -> Solve<'a> {
    Solve {
        at: args.game.setup.at.as_deref(),
        grundy: args.grundy,
        steps: args.steps,
        words: args.words.map(Words::labels).or(args
            .game
            .search
            .common
            .json
            .then_some(LabelWords::WinLoseDraw)),
        line: false,
        // Beside a list of boards nothing is done but what was asked.
        first_moves: opened.index.is_none(),
        how: args.game.how(),
    }
}

/// Who wins on every embedding of a board, and whether that depends on it.
fn each_embedding(
    args: &SolveArgs,
    source: Source,
    values: &Values,
    host: &Host<'_>,
) -> Result<Answer, Failed> {
    let common = &args.game.search.common;
    let setup = &args.game.setup;
    // The game says whether it takes such a board at all.
    setup.open(source.clone(), values, &|| host.is_over(), true)?;
    let list = outplay_service::embeddings(source.clone(), host)?;
    let mut text = String::new();
    let mut settled = true;
    let mut wins: Vec<(String, usize)> = Vec::new();
    for embedding in &list.embeddings {
        let board = embedding.board.clone();
        let on = Source {
            board,
            drawn: false,
            ..source.clone()
        };
        let opened = setup.open(on, values, &|| host.is_over(), true)?;
        if text.is_empty() && !common.json {
            text = format!(
                "{}, {}\n",
                heading(&opened),
                count(list.embeddings.len() as u64, "embedding")
            );
        }
        let asked = Solve {
            first_moves: false,
            ..asked(args, &opened)
        };
        let solved = outplay_service::solve(&opened, asked, host)?;
        settled &= solved.effort.exact;
        let verdict = match solved.outcome {
            Some(outcome) => verdict_line(&opened, &None, outcome, None),
            None => format!(
                "Unknown: {}.",
                solved.effort.reason.as_deref().unwrap_or("not settled")
            ),
        };
        match wins.iter_mut().find(|known| known.0 == verdict) {
            Some(known) => known.1 += 1,
            None => wins.push((verdict.clone(), 1)),
        }
        if common.json {
            let mut line = serde_json::to_value(&solved).map_err(std::io::Error::from)?;
            line[ALL.0] = embedding.number.into();
            line["outer"] = embedding.outer.clone().into();
            line["stands_for"] = embedding.stands_for.into();
            text += &json_line(&line)?;
        } else {
            text += &format!("  {}. {verdict}\n", crate::embeddings::described(embedding));
        }
    }
    if !common.json {
        text += &match &wins[..] {
            [(verdict, _)] if settled => {
                format!("  Whatever the embedding: {}\n", in_sentence(verdict))
            }
            list => {
                let list: Vec<String> = list
                    .iter()
                    .map(|(verdict, n)| {
                        let on = count(*n as u64, "embedding");
                        format!("on {on}, {}", in_sentence(verdict).trim_end_matches('.'))
                    })
                    .collect();
                let depends = match settled {
                    true => "The winner depends on the embedding: ",
                    false => "",
                };
                format!("  {depends}{}.\n", list.join("; "))
            }
        };
    }
    Ok(Answer { text, settled })
}

/// A sentence as a part of another.
fn in_sentence(text: &str) -> String {
    match text.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => text.to_owned(),
    }
}

fn solve_one(args: &SolveArgs, opened: &Opened, host: &Host<'_>) -> Result<Answer, Failed> {
    let asked = asked(args, opened);
    let solved = match &args.jobs {
        Some(folder) => outplay_sweep::hard::solve(folder, opened, asked, host)?,
        None => outplay_service::solve(opened, asked, host)?,
    };
    let text = match args.game.search.common.json {
        true => json_line(&solved)?,
        false => text(opened, &solved),
    };
    Ok(Answer {
        text,
        settled: solved.effort.exact,
    })
}

/// One JSON object on a line.
pub(crate) fn json_line(answer: &impl serde::Serialize) -> Result<String, Failed> {
    let mut text = serde_json::to_string(answer).map_err(std::io::Error::from)?;
    text.push('\n');
    Ok(text)
}

fn text(opened: &Opened, solved: &Solved) -> String {
    let mut text = heading(opened);
    if let Some(position) = &solved.heading.position {
        text += &format!(", at {position}");
    }
    text.push('\n');
    let mut line = |words: String| text += &format!("  {words}\n");
    let effort = &solved.effort;
    let Some(outcome) = solved.outcome else {
        line(format!(
            "Unknown: {}.",
            effort.reason.as_deref().unwrap_or("not settled")
        ));
        if let Some(known) = &solved.known_moves {
            let words: Vec<String> = known
                .iter()
                .map(|m| format!("{} {}", m.named.text, m.verdict.word()))
                .collect();
            let all = solved.legal_moves as u64;
            line(match words.len() {
                0 => format!("None of {} is settled.", count(all, "first move")),
                n => format!(
                    "Settled are {n} of {all} first moves: {}.",
                    words.join(", ")
                ),
            });
        }
        return text;
    };
    line(verdict_line(
        opened,
        &solved.heading.to_move,
        outcome,
        solved.remoteness.flatten(),
    ));
    if let Some(grundy) = solved.grundy {
        line(match grundy {
            Some(grundy) => format!("Grundy value {grundy}."),
            None => "No Grundy value, because play can go on for ever.".to_owned(),
        });
    }
    if !solved.winning_texts.is_empty() {
        let mut words = winning_line(&solved.winning_texts);
        if let Some(known) = &solved.known_moves {
            let (known, all) = (known.len(), solved.legal_moves);
            words += &format!(" ({known} of {all} first moves are settled.)");
        }
        line(words);
    }
    line(match (solved.by_theory, solved.varies) {
        (true, _) => "Settled by theory.".to_owned(),
        (_, varies) => format!(
            "{}{} looked at in {:.2} s.",
            if varies { "About " } else { "" },
            count(effort.positions, "position"),
            effort.seconds
        ),
    });
    if let Some(rounds) = &solved.steps {
        text += &steps(rounds);
    }
    text
}

fn steps(rounds: &[Round]) -> String {
    let mut text = String::new();
    for round in rounds {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", round.heading);
        let steps = round.steps.iter();
        let width = steps.map(|s| s.position.chars().count()).max().unwrap_or(0);
        for step in &round.steps {
            let (position, label, because) = (&step.position, &step.label, &step.because);
            let _ = writeln!(text, "  {position:>width$}  {label}  {because}");
        }
    }
    text
}

/// Who wins, in a sentence. `to_move` is there if a position was said.
pub(crate) fn verdict_line(
    opened: &Opened,
    to_move: &Option<String>,
    outcome: Outcome,
    moves: Option<u32>,
) -> String {
    let description = opened.game.description();
    let lasts = match moves {
        Some(0) => ", the game is over".to_owned(),
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    let relative = description.is_by_turn();
    match (outcome, to_move) {
        (Outcome::Draw, _) => "A draw: neither player can force a win.".to_owned(),
        (_, Some(_)) if relative => {
            let wins = if outcome == Outcome::Win {
                "wins"
            } else {
                "loses"
            };
            format!("The player to move {wins}{lasts}.")
        }
        (_, Some(word)) => {
            let mover = side(opened, word);
            let winner = match outcome {
                Outcome::Win => mover,
                _ => description
                    .sides
                    .iter()
                    .find(|side| *side != mover)
                    .unwrap_or(mover),
            };
            format!("{} wins{lasts} ({} to move).", winner.title, mover.title)
        }
        (_, None) => {
            let start = opened.game.start();
            let mover = opened.game.to_move(&start);
            let winner = match outcome {
                Outcome::Win => mover,
                _ => mover.other(),
            };
            let title = match relative {
                true => side(opened, opened.word_at(&start, winner)).title.as_ref(),
                false => opened.game.player_title(winner),
            };
            format!("{title} wins{lasts}.")
        }
    }
}

fn winning_line(moves: &[String]) -> String {
    const SHOWN: usize = 12;
    let shown = moves[..moves.len().min(SHOWN)].join(", ");
    let more = match moves.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u64)),
    };
    let noun = if moves.len() == 1 { "move" } else { "moves" };
    format!("Winning {noun}: {shown}{more}.")
}

/// The labels of all legal positions, at any size: counted, and written to a file.
fn all_positions(args: &SolveArgs, opened: &Opened, host: &Host<'_>) -> Result<Answer, Failed> {
    let description = opened.game.description();
    let said = |name: &&str| args.game.setup.said(name).is_some();
    let begins = args.game.setup.places()?.iter().all(said);
    let asked = outplay_service::AskLabels {
        at: begins.then(|| opened.game.start()),
        grundy: args.grundy,
    };
    let labelled = outplay_service::labels(opened, asked, host)?;
    let mut answer = labelled.answer;
    if let Some(path) = &args.output {
        // The first board of a list is written; the others do not fit into its file.
        if opened.index.is_some_and(|index| index > 1) {
            let error = InputError::found("several graphs", "one board for -o FILE");
            return Err(error.in_source(opened.name.as_str()).into());
        }
        let name = |v: u32| {
            labelled
                .names
                .as_ref()
                .map(|names| names[v as usize].clone())
        };
        let labels = &labelled.labels;
        if path == "-" {
            let mut text = Vec::new();
            outplay_tables::write_csv(&mut text, labels, &name)?;
            return Ok(Answer {
                text: String::from_utf8_lossy(&text).into_owned(),
                settled: true,
            });
        }
        outplay_tables::write_labels(&PathBuf::from(path), labels, &name)
            .map_err(|error| InputError::new(error.to_string()).in_source(path.as_str()))?;
        answer.output = Some(path.clone());
    }
    let text = match args.game.search.common.json {
        true => json_line(&answer)?,
        false => {
            let mut text = match begins {
                true => format!("{}\n", heading(opened)),
                false => format!("{} on {}\n", description.name, opened.title()),
            };
            if let Some(outcome) = labelled.outcome {
                let line = verdict_line(opened, &None, outcome, answer.remoteness.flatten());
                text += &format!("  {line}\n");
            }
            let counts = &answer.labels;
            let [win, lose, draw] = [counts.win, counts.lose, counts.draw].map(grouped);
            text += &format!(
                "  All {} positions: {win} won, {lose} lost, {draw} drawn for the player to move.\n",
                grouped(answer.effort.positions)
            );
            if let Some(path) = &args.output {
                text += &format!("  Labels written to {path}.\n");
            }
            text
        }
    };
    Ok(Answer {
        text,
        settled: true,
    })
}
