//! `outplay match` and `outplay tournament`: players meet, and the table says how often each won.

use crate::args::{GamesArgs, MatchArgs, TournamentArgs};
use crate::boards;
use crate::limits::{Limits, threads};
use crate::memory::Memory;
use crate::output::{Failed, all_settled, json_line, write_whole};
use crate::picture::{self, Picture};
use crate::setup::{CHOOSE, CHOSEN, not_chosen};
use outplay_board::InputError;
use outplay_games::parameters::Kind;
use outplay_games::{Coloring, Described, Values};
use outplay_players::{Resources, choose_colors, split_players};
use outplay_service::{Ask, AskMatch, Host, Meetings, Opened, Remarked, Source, Told};
use serde_json::Value as Json;
use std::io::Write;

pub(crate) fn run_match(args: &MatchArgs) -> Result<(), Failed> {
    let asked = AskMatch {
        players: vec![args.alice.clone(), args.bob.clone()],
        shown: args.show.unwrap_or(0),
        ..asked(&args.games)
    };
    run(&args.games, &asked)
}

pub(crate) fn run_tournament(args: &TournamentArgs) -> Result<(), Failed> {
    let players = split_players(&args.players).into_iter();
    let asked = AskMatch {
        players: players.map(str::to_owned).collect(),
        tournament: true,
        ..asked(&args.games)
    };
    run(&args.games, &asked)
}

fn asked(args: &GamesArgs) -> AskMatch {
    AskMatch {
        at: args.setup.at.clone(),
        games: args.games,
        seed: args.common.seed,
        longest: args.longest as usize,
        history: args.history.clone(),
        ..AskMatch::default()
    }
}

/// Who chooses the number of colours, if that was left to a player.
fn chooser(args: &GamesArgs) -> Result<Option<&str>, InputError> {
    let said = args.setup.said(CHOSEN);
    let Some(player) = said.and_then(|text| text.strip_prefix(CHOOSE)) else {
        return Ok(None);
    };
    let named = player.strip_prefix(':').unwrap_or_default();
    if named.is_empty() || args.setup.game != Coloring::describe().name {
        return Err(not_chosen(CHOSEN, player));
    }
    Ok(Some(named))
}

/// Holds the meetings on every board, and writes the table.
fn run(args: &GamesArgs, asked: &AskMatch) -> Result<(), Failed> {
    let common = &args.common;
    if common.max_positions.is_some() {
        let error = InputError::found("--max-positions", "perfect:positions=N for such a player");
        return Err(error.into());
    }
    let chooser = chooser(args)?;
    let values = args.setup.values(chooser.map(|_| CHOSEN).as_slice())?;
    let table = args.output.as_deref().filter(|path| strip(path).is_none());
    if table.is_none() && args.output.is_some() && asked.shown == 0 {
        let expected = "--show, whose games are drawn";
        return Err(InputError::found("a picture without --show", expected).into());
    }
    let output = table.map(Output::new).transpose()?;
    let memory = Memory::without_file(common);
    let (mut complete, mut rows) = (true, Vec::new());
    let mut each = |source: Source| {
        let limits = Limits::new(common);
        let (met, opened, text) = limits.host(&memory, threads(args.threads), |host| {
            let values = match chooser {
                Some(player) => choose(args, player, &source, &values, host)?,
                None => values.clone(),
            };
            meet(args, asked, &source, &values, host)
        })?;
        complete &= met.is_settled();
        let mut lines = String::new();
        for meeting in &met.meetings {
            let meeting = Remarked::new(meeting, &opened);
            lines += &json_line(&meeting)?;
            rows.push(serde_json::to_value(&meeting).map_err(std::io::Error::from)?);
        }
        let text = if common.json { lines } else { text };
        Ok(std::io::stdout().write_all(text.as_bytes())?)
    };
    match args.setup.board()? {
        Some(board) => boards::for_each(board, args.setup.reading(common)?, each)?,
        None => each(Source::none())?,
    }
    if let Some(output) = output {
        output.write(&rows)?;
    }
    all_settled(complete)
}

/// The file for a strip of boards, if a file is one.
fn strip(path: &str) -> Option<&str> {
    Picture::of(path).map(|_| path)
}

/// The meetings on a board. In a tournament every side that may start does, if nobody said which.
fn meet(
    args: &GamesArgs,
    asked: &AskMatch,
    source: &Source,
    values: &Values,
    host: &Host<'_>,
) -> Result<(Meetings, Opened, String), Failed> {
    let description = &args.setup.entry()?.description;
    let starter = description.starter.as_ref();
    let starter = starter.and_then(|name| description.parameter(name));
    let starter = starter.filter(|starter| asked.tournament && values.get(&starter.name).is_none());
    let (variants, mixed) = match starter.map(|starter| (&starter.kind, &*starter.name)) {
        Some((Kind::Choice(words), name)) => {
            let words = words.iter().map(|word| word.as_ref());
            let variants = words.map(|word: &str| values.clone().with(name.to_owned(), word));
            (variants.collect(), vec![name])
        }
        _ => (vec![values.clone()], Vec::new()),
    };
    let mut all: Option<(Meetings, _)> = None;
    for values in &variants {
        let stop = || host.is_over();
        let quiet = args.common.quiet;
        let opened = args.setup.open(source.clone(), values, &stop, quiet)?;
        let met = asked.answer(&opened, host)?;
        match &mut all {
            Some((all, _)) => all.meetings.extend(met.meetings),
            None => all = Some((met, opened)),
        }
    }
    let (met, opened) = all.expect("somebody starts");
    if let Some(path) = args.output.as_deref().and_then(strip) {
        boards::first_only(opened.index, &opened.name, "-o FILE")?;
        picture::write(path, || met.strip(&opened))?;
    }
    let text = match asked.tournament {
        true => met.standings(&opened, &mixed),
        false => met.text(&opened),
    };
    Ok((met, opened, text))
}

/// The parameters with the number of colours that a player chose.
fn choose(
    args: &GamesArgs,
    player: &str,
    source: &Source,
    values: &Values,
    host: &Host<'_>,
) -> Result<Values, Failed> {
    let stop = || host.is_over();
    let resources = Resources::new(host.bytes / 4, &stop);
    let seed = args.common.seed;
    let chosen = choose_colors(
        player,
        &source.board,
        values,
        (seed, host.threads),
        resources,
    )?;
    if !args.common.quiet {
        eprintln!("outplay: {player} chooses {}", chosen.why);
    }
    Ok(values.clone().with(CHOSEN, u64::from(chosen.colors)))
}

/// A file for the table, in the format that its ending says.
struct Output<'a> {
    path: &'a str,
    csv: bool,
}

impl<'a> Output<'a> {
    /// Finds out before the games that the file cannot be written.
    fn new(path: &'a str) -> Result<Self, Failed> {
        let csv = match path.rsplit_once('.') {
            Some((_, "csv")) => true,
            Some((_, "json")) => false,
            _ if path == "-" => true,
            _ => {
                return Err(InputError::found(
                    format_args!("file name '{path}'"),
                    "a name that ends in .csv or .json, or - for standard output",
                )
                .into());
            }
        };
        if path != "-" {
            write_whole(&format!("{path}.try"), |_| Ok(()))?;
            std::fs::remove_file(format!("{path}.try"))?;
        }
        Ok(Self { path, csv })
    }

    fn write(&self, rows: &[Json]) -> Result<(), Failed> {
        write_whole(self.path, |out| {
            if !self.csv {
                serde_json::to_writer_pretty(&mut *out, rows).map_err(std::io::Error::from)?;
                return Ok(out.write_all(b"\n")?);
            }
            let wrong =
                |error: csv::Error| std::io::Error::other(format!("{}: {error}", self.path));
            let rows: Vec<Vec<(String, String)>> = rows
                .iter()
                .map(|row| {
                    let mut cells = Vec::new();
                    flatten("", row, &mut cells);
                    cells
                })
                .collect();
            // Rows need not have the same columns.
            let mut columns: Vec<&str> = Vec::new();
            for (name, _) in rows.iter().flatten() {
                if !columns.contains(&name.as_str()) {
                    columns.push(name);
                }
            }
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(&columns).map_err(wrong)?;
            for row in &rows {
                let cell = |column: &&str| {
                    let found = row.iter().find(|(name, _)| name == column);
                    found.map_or("", |(_, value)| value.as_str())
                };
                csv.write_record(columns.iter().map(cell)).map_err(wrong)?;
            }
            Ok(csv.flush()?)
        })
    }
}

/// What has keys of its own, which differ from row to row, stays one cell.
const WHOLE: &str = "said";

/// The values of an object as columns; those of an inner object as `outer_inner`.
fn flatten(prefix: &str, value: &Json, cells: &mut Vec<(String, String)>) {
    match value {
        Json::Object(object) if prefix != WHOLE => {
            for (key, value) in object {
                let name = match prefix {
                    "" => key.clone(),
                    prefix => format!("{prefix}_{key}"),
                };
                flatten(&name, value, cells);
            }
        }
        Json::Null => cells.push((prefix.to_owned(), String::new())),
        Json::String(text) => cells.push((prefix.to_owned(), text.clone())),
        other => cells.push((prefix.to_owned(), other.to_string())),
    }
}
