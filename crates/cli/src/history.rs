//! `outplay history`: what a history file holds, shown, replayed, exported, forgotten.

use crate::args::{ExportFormat, FilterArgs, HistoryAction, HistoryArgs};
use crate::output::{Failed, say, write_whole};
use outplay_board::InputError;
use outplay_games::registry;
use outplay_players::history::{Filter, History, Logged, Move, Prune, Replay, Summary};
use outplay_service::text::{count, grouped, table};
use serde_json::{Map, Value as Json, json};
use std::io::IsTerminal;
use std::time::{Duration, SystemTime};

/// So many games are listed for people who do not say how many.
const LISTED: u64 = 100;

pub(crate) fn run(args: &HistoryArgs) -> Result<(), Failed> {
    let mut history = History::open_existing(&args.file)?;
    match &args.action {
        HistoryAction::List { filter, last, json } => list(&history, &meant(filter), *last, *json),
        HistoryAction::Show { id, json } => show(&history.game(*id)?, *json),
        HistoryAction::Replay { id, json } => {
            let logged = history.game(*id)?;
            let replayed = replay(&logged, *json);
            replayed.map_err(|failed| match failed {
                Failed::Input(error) => Failed::Input(error.in_source(args.file.as_str())),
                other => other,
            })
        }
        HistoryAction::Export {
            filter,
            to,
            output,
            json,
        } => export(&history, &meant(filter), *to, output.as_deref(), *json),
        HistoryAction::Prune {
            filter,
            keep,
            older_than,
            json,
        } => prune(&mut history, &meant(filter), *keep, *older_than, *json),
    }
}

fn meant(args: &FilterArgs) -> Filter {
    Filter {
        game: args.game.clone(),
        board: args.board.clone(),
        player: args.player.clone(),
    }
}

fn parameters(text: &str) -> Map<String, Json> {
    serde_json::from_str(text).unwrap_or_default()
}

/// The game in words: "coloring on grid:2x4, 3 colours, Alice first".
fn heading(game: &Summary) -> String {
    let name = match game.board.as_str() {
        "" => game.game.clone(),
        board => format!("{} on {board}", game.game),
    };
    with_parameters(name, game)
}

fn with_parameters(name: String, game: &Summary) -> String {
    let mut words = vec![name];
    if let Ok(entry) = registry::find(&game.game)
        && let Ok(values) = entry
            .description
            .values_from_json(&parameters(&game.parameters))
    {
        words.extend(entry.description.phrases(&values));
    }
    words.join(", ")
}

fn object(game: &Summary) -> Map<String, Json> {
    let mut object = Map::new();
    let side = |i: usize| json!({ "side": game.sides[i], "player": game.players[i] });
    for (key, value) in [
        ("id", json!(game.id)),
        ("when", json!(game.when)),
        ("game", json!(game.game)),
        ("board", json!(game.board)),
        ("parameters", Json::Object(parameters(&game.parameters))),
        ("first", side(0)),
        ("second", side(1)),
        ("seed", json!(game.seed)),
        ("number", json!(game.number)),
        ("winner", json!(game.winner)),
        ("length", json!(game.moves)),
    ] {
        object.insert(key.to_owned(), value);
    }
    object
}

fn list(history: &History, filter: &Filter, last: Option<u64>, json: bool) -> Result<(), Failed> {
    if json {
        return history.games(filter, last, |game| {
            Ok(say(Json::Object(object(&game)).to_string())?)
        });
    }
    let last = last.unwrap_or(LISTED);
    let heads = [
        "number", "when", "game", "board", "players", "winner", "length",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    history.games(filter, Some(last), |game| {
        let seat = |i: usize| format!("{} {}", game.sides[i], game.players[i]);
        let when = game.when.get(..16).unwrap_or(&game.when).replace('T', " ");
        lines.push(vec![
            game.id.to_string(),
            when,
            with_parameters(game.game.clone(), &game),
            game.board.clone(),
            format!("{}, {}", seat(0), seat(1)),
            game.winner.clone().unwrap_or("draw".to_owned()),
            game.moves.to_string(),
        ]);
        Ok::<(), Failed>(())
    })?;
    let shown = lines.len() as u64 - 1;
    if shown > 0 {
        say(table(&lines, heads.len() - 1))?;
    }
    let all = history.count(filter)?;
    say(match shown < all {
        true => format!("The last {} of {}.", grouped(shown), count(all, "game")),
        false => format!("{}.", count(all, "game")),
    })?;
    Ok(())
}

/// What a side is called at the beginning of a sentence.
fn title(game: &Summary, word: &str) -> String {
    let entry = registry::find(&game.game).ok();
    let side = entry.and_then(|entry| {
        let description = &entry.description;
        Some(&description.sides[description.side(word)?])
    });
    side.map_or(word.to_owned(), |side| side.title.to_string())
}

fn ending(game: &Summary) -> String {
    let moves = count(game.moves, "move");
    match &game.winner {
        Some(winner) => format!("{} won after {moves}.", title(game, winner)),
        None => format!("A draw after {moves}."),
    }
}

fn introduce(game: &Summary) -> Result<(), Failed> {
    say(format!("Game {}: {}", game.id, heading(game)))?;
    let seat = |i: usize| format!("{}: {}", game.sides[i], game.players[i]);
    say(format!(
        "{}, {}; game {} of a match with seed {}, {}",
        seat(0),
        seat(1),
        game.number,
        game.seed,
        game.when.replace('T', " ").replace('Z', " UTC")
    ))?;
    Ok(())
}

fn moves_json(logged: &[Move]) -> Json {
    let moves = logged.iter().map(|m| {
        json!({
            "mover": m.mover,
            "move": m.mv,
            "position": m.position,
            "child": m.child,
            "result": m.result,
        })
    });
    Json::Array(moves.collect())
}

fn show(logged: &Logged, json: bool) -> Result<(), Failed> {
    if json {
        let mut object = object(&logged.summary);
        object.insert("start".to_owned(), json!(logged.start));
        object.insert("moves".to_owned(), moves_json(&logged.moves_as_made()?));
        return Ok(say(Json::Object(object).to_string())?);
    }
    introduce(&logged.summary)?;
    let mut lines = Vec::new();
    for (m, number) in logged.moves.iter().zip(1..) {
        lines.push(vec![format!("{number}."), m.mover.clone(), m.mv.clone()]);
    }
    if !lines.is_empty() {
        say(table(&lines, 3))?;
    }
    Ok(say(ending(&logged.summary))?)
}

fn replay(logged: &Logged, json: bool) -> Result<(), Failed> {
    let replay = logged.replay()?;
    let game = &*replay.game;
    let mut mover = game.to_move(&replay.positions[0]);
    if json {
        let position = game.position_text(&replay.positions[0]);
        say(json!({ "number": 0, "position": position }).to_string())?;
    } else {
        introduce(&logged.summary)?;
        picture(&replay, 0)?;
    }
    for (number, &mv) in (1..).zip(&replay.moves) {
        let mv = game.move_text(mv);
        if json {
            let object = json!({
                "number": number,
                "mover": game.player_word(mover),
                "move": mv,
                "position": game.position_text(&replay.positions[number]),
            });
            say(object.to_string())?;
        } else {
            let title = game.player_title(mover);
            say(format!("\n{number}. {title} plays {mv}"))?;
            picture(&replay, number)?;
        }
        mover = mover.other();
    }
    match json {
        true => Ok(()),
        false => Ok(say(format!("\n{}", ending(&logged.summary)))?),
    }
}

fn picture(replay: &Replay, number: usize) -> Result<(), Failed> {
    let colors = std::io::stdout().is_terminal();
    let position = &replay.positions[number];
    let marks = replay.game.marks(position);
    let picture = outplay_draw::board_text(&replay.board, &marks, colors);
    Ok(say(format!(
        "{}\nPosition: {}",
        picture.trim_end(),
        replay.game.position_text(position)
    ))?)
}

fn export(
    history: &History,
    filter: &Filter,
    to: Option<ExportFormat>,
    output: Option<&str>,
    json: bool,
) -> Result<(), Failed> {
    let by_ending = output.and_then(|path| match path.rsplit_once('.') {
        Some((_, "csv")) => Some(ExportFormat::Csv),
        Some((_, "json" | "jsonl")) => Some(ExportFormat::Json),
        _ => None,
    });
    let format = to.or(by_ending).ok_or_else(|| {
        InputError::new("the format to write is missing: say --to csv or --to json")
    })?;
    let same = |path: &str| {
        let whole = |path: &str| std::fs::canonicalize(path).ok();
        whole(path).is_some_and(|path| Some(path) == whole(history.path()))
    };
    if let Some(path) = output.filter(|path| same(path)) {
        let error = InputError::found("the history itself", "another file");
        return Err(error.in_source(path).into());
    }
    let mut games = 0;
    write_whole(output.unwrap_or("-"), |out| match format {
        ExportFormat::Json => history.export(filter, |game, moves| -> Result<(), Failed> {
            games += 1;
            let mut object = object(game);
            object.insert("moves".to_owned(), moves_json(moves));
            Ok(writeln!(out, "{}", Json::Object(object))?)
        }),
        ExportFormat::Csv => {
            let wrong = |error: csv::Error| match error.into_kind() {
                csv::ErrorKind::Io(error) => error,
                other => std::io::Error::other(format!("{other:?}")),
            };
            let mut out = csv::Writer::from_writer(out);
            out.write_record(CSV_COLUMNS).map_err(wrong)?;
            history.export(filter, |game, moves| -> Result<(), Failed> {
                games += 1;
                let winner = game.winner.clone().unwrap_or("draw".to_owned());
                for (m, number) in moves.iter().zip(1..) {
                    out.write_record([
                        &game.id.to_string(),
                        &game.when,
                        &game.game,
                        &game.board,
                        &game.parameters,
                        &game.players[0],
                        &game.players[1],
                        &game.seed.to_string(),
                        &game.number.to_string(),
                        &winner,
                        &number.to_string(),
                        &m.mover,
                        &m.mv,
                        &m.position,
                        &m.child,
                        &m.result.to_string(),
                    ])
                    .map_err(wrong)?;
                }
                Ok(())
            })?;
            Ok(out.flush()?)
        }
    })?;
    match output {
        Some(path) if json => Ok(say(json!({ "file": path, "games": games }).to_string())?),
        Some(path) => Ok(say(format!("{path}: {}.", count(games, "game")))?),
        None => Ok(()),
    }
}

const CSV_COLUMNS: [&str; 16] = [
    "id",
    "when",
    "game",
    "board",
    "parameters",
    "first",
    "second",
    "seed",
    "number",
    "winner",
    "move_number",
    "mover",
    "move",
    "position",
    "child",
    "result",
];

fn prune(
    history: &mut History,
    filter: &Filter,
    keep: Option<u64>,
    older_than: Option<Duration>,
    json: bool,
) -> Result<(), Failed> {
    if *filter == Filter::default() && keep.is_none() && older_than.is_none() {
        return Err(InputError::new(
            "nothing says which games to forget: say --keep, --older-than, --game, --board or --player",
        )
        .into());
    }
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = now.map_or(0, |time| time.as_secs());
    let pruned = history.prune(&Prune {
        of: filter.clone(),
        keep: keep.unwrap_or(0),
        before: older_than.map(|age| now.saturating_sub(age.as_secs())),
    })?;
    if json {
        let object = json!({
            "forgotten": pruned.games,
            "moves": pruned.moves,
            "left": pruned.left,
            "bytes_before": pruned.bytes[0],
            "bytes_after": pruned.bytes[1],
        });
        return Ok(say(object.to_string())?);
    }
    let size = |bytes: u64| format!("{} kB", grouped(bytes.div_ceil(1024)));
    say(format!(
        "Forgot {} with {}; {} left. The file had {} and has {}.",
        count(pruned.games, "game"),
        count(pruned.moves, "move"),
        count(pruned.left, "game"),
        size(pruned.bytes[0]),
        size(pruned.bytes[1])
    ))?;
    Ok(())
}
