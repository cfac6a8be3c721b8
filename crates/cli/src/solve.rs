//! `outplay solve`: who wins.

use crate::args::SolveArgs;
use crate::boards;
use crate::lists::Answer;
use crate::output::{Failed, json_line};
use crate::picture;
use crate::questions::{each_source, said};
use crate::setup::ALL;
use outplay_board::InputError;
use outplay_games::{LabelWords, Values};
use outplay_service::text::{count, grouped, heading, verdict_line};
use outplay_service::{Ask, AskEmbeddings, AskSolve, Host, Opened, Remarked, Source};
use std::path::Path;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failed> {
    let (setup, common) = (&args.game.setup, &args.game.search.common);
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
    each_source(&args.game, &|source, host| {
        let values = setup.somewhere(values.clone(), &places, &source.board);
        if all_embeddings {
            return each_embedding(args, source, &values, host);
        }
        let opened = setup.open(source, &values, &|| host.is_over(), common.quiet)?;
        if args.all {
            return all_positions(args, &opened, host);
        }
        let asked = asked(args, &opened);
        let solved = match &args.jobs {
            Some(folder) => outplay_sweep::hard::solve(folder, &opened, asked, host)?,
            None => asked.answer(&opened, host)?,
        };
        said(&solved, &opened, common)
    })
}

fn asked(args: &SolveArgs, opened: &Opened) -> AskSolve {
    AskSolve {
        at: args.game.setup.at.clone(),
        grundy: args.grundy,
        steps: args.steps,
        words: args.words.or(args
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
    let list = AskEmbeddings {}.answer(&source, host)?;
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
        let asked = AskSolve {
            first_moves: false,
            ..asked(args, &opened)
        };
        let solved = asked.answer(&opened, host)?;
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
            text += &json_line(&Remarked::new(line, &opened))?;
        } else {
            text += &format!("  {}. {verdict}\n", embedding.described());
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

/// The labels of all legal positions, at any size: counted, and written to a file.
fn all_positions(args: &SolveArgs, opened: &Opened, host: &Host<'_>) -> Result<Answer, Failed> {
    let description = opened.game.description();
    let said = |name: &&str| args.game.setup.said(name).is_some();
    let begins = args.game.setup.places()?.iter().all(said);
    let asked = outplay_service::AskLabels {
        at: begins.then(|| opened.game.start()),
        grundy: args.grundy,
        listed: args.output.is_some(),
    };
    let labelled = outplay_service::labels(opened, asked, host)?;
    let mut answer = labelled.answer;
    if let (Some(path), Some((labels, names))) = (&args.output, &labelled.listed) {
        boards::first_only(opened.index, &opened.name, "-o FILE")?;
        let name = |v: u32| names.as_ref().map(|names| names[v as usize].clone());
        let word = match args.words {
            None => outplay_tables::plain,
            Some(LabelWords::WinLoseDraw) => {
                |outcome| LabelWords::WinLoseDraw.label(outcome, "", "")
            }
            Some(LabelWords::PreviousNext) => {
                |outcome| LabelWords::PreviousNext.label(outcome, "", "")
            }
            Some(LabelWords::Sides) if picture::Picture::of(path).is_some() => {
                outplay_tables::plain
            }
            Some(LabelWords::Sides) => {
                let expected = "pn or wl: a table says what a position is for the player to move";
                return Err(InputError::found("--words win with -o", expected).into());
            }
        };
        if picture::Picture::of(path).is_some() {
            if opened.game.own_digraph().is_none() {
                let expected =
                    "a game whose positions are the vertices of the board, such as token";
                let found = InputError::found(format_args!("'{path}' with --all"), expected);
                return Err(found.into());
            }
            let words = args.words.unwrap_or(description.labels);
            picture::write(path, || {
                outplay_draw::labels_svg(&opened.board, labels, words, args.steps)
            })?;
        } else if path == "-" {
            let mut text = Vec::new();
            outplay_tables::write_csv(&mut text, labels, &name, word)?;
            return Ok(Answer {
                text: String::from_utf8_lossy(&text).into_owned(),
                settled: true,
            });
        } else {
            outplay_tables::write_labels(Path::new(path), labels, &name, word)?;
        }
        answer.output = Some(path.clone());
    }
    let text = match args.game.search.common.json {
        true => json_line(&Remarked::new(&answer, opened))?,
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
