//! `outplay history`: what a history file holds, shown, replayed, exported, forgotten.

use crate::args::{FilterArgs, HistoryAction, HistoryArgs};
use crate::output::{Failed, say, write_whole};
use outplay_board::InputError;
use outplay_games::registry::{self, Opened};
use outplay_players::history::{Filter, Finished, History, Move, Prune, Replay, Setup, utc};
use outplay_service::text::{count, grouped, table};
use serde_json::{Map, Value as Json, json};
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::time::{Duration, SystemTime};

/// So many games are listed for people who do not say how many.
const LISTED: u64 = 100;

pub(crate) fn run(args: &HistoryArgs) -> Result<(), Failed> {
    let history = History::open_existing(&args.file)?;
    match &args.action {
        HistoryAction::List { filter, last, json } => list(&history, &meant(filter), *last, *json),
        HistoryAction::Show { id, json } => show(&history, *id, *json),
        HistoryAction::Replay { id, json } => replay(&history, *id, *json),
        HistoryAction::Export {
            filter,
            to,
            output,
            json,
        } => export(
            &history,
            &meant(filter),
            to.as_deref(),
            output.as_deref(),
            *json,
        ),
        HistoryAction::Prune {
            filter,
            keep,
            older_than,
            json,
        } => prune(&history, &meant(filter), *keep, *older_than, *json),
    }
}

fn meant(args: &FilterArgs) -> Filter {
    Filter {
        game: args.game.clone(),
        board: args.board.clone(),
        player: args.player.clone(),
    }
}

/// Hands the games that are meant to `each`, and tells if the last line is torn.
fn each_game(
    history: &History,
    filter: &Filter,
    mut each: impl FnMut(Finished) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let mut games = history.games()?;
    for game in &mut games {
        let game = game?;
        if filter.takes(&game) {
            each(game)?;
        }
    }
    if let Some(remark) = games.remark() {
        eprintln!("outplay: {remark}");
    }
    Ok(())
}

/// The same, with the moves and the positions between them.
fn each_with_moves(
    history: &History,
    filter: &Filter,
    mut each: impl FnMut(&Finished, &[Move]) -> Result<(), Failed>,
) -> Result<(), Failed> {
    // Games that follow each other are mostly of one match.
    let mut opened: Option<(Setup, Opened)> = None;
    each_game(history, filter, |game| {
        let wrong = |error: InputError| error.in_source(history.path());
        let playable = match opened.take() {
            Some((setup, playable)) if setup == game.setup => playable,
            _ => game.setup.open(&game.board).map_err(wrong)?,
        };
        each(
            &game,
            &game
                .moves_in(&*playable.game, &playable.board)
                .map_err(wrong)?,
        )?;
        opened = Some((game.setup, playable));
        Ok(())
    })
}

/// The game in words: "coloring on grid:2x4, 3 colours, Alice first".
fn heading(game: &Finished) -> String {
    let name = match game.board.as_str() {
        "" => game.setup.game.clone(),
        board => format!("{} on {board}", game.setup.game),
    };
    with_parameters(name, game)
}

fn with_parameters(name: String, game: &Finished) -> String {
    let mut words = vec![name];
    if let Ok(entry) = registry::find(&game.setup.game)
        && let Ok(values) = entry.description.values_from_json(&game.setup.parameters)
    {
        words.extend(entry.description.phrases(&values));
    }
    words.join(", ")
}

fn object(game: &Finished) -> Map<String, Json> {
    let mut object = Map::new();
    let side = |i: usize| json!({ "side": game.setup.sides[i], "player": game.players[i] });
    for (key, value) in [
        ("id", json!(game.id)),
        ("when", json!(game.when)),
        ("game", json!(game.setup.game)),
        ("board", json!(game.board)),
        ("parameters", json!(game.setup.parameters)),
        ("first", side(0)),
        ("second", side(1)),
        ("seed", json!(game.seed)),
        ("number", json!(game.number)),
        ("winner", json!(game.winner)),
        ("length", json!(game.moves.len())),
    ] {
        object.insert(key.to_owned(), value);
    }
    object
}

fn list(history: &History, filter: &Filter, last: Option<u64>, json: bool) -> Result<(), Failed> {
    let most = last.unwrap_or(if json { u64::MAX } else { LISTED });
    let mut shown = VecDeque::new();
    let mut all = 0;
    each_game(history, filter, |game| {
        all += 1;
        shown.push_back(game);
        if shown.len() as u64 > most {
            shown.pop_front();
        }
        Ok(())
    })?;
    if json {
        let mut games = shown.iter();
        return games.try_for_each(|game| Ok(say(Json::Object(object(game)).to_string())?));
    }
    let heads = [
        "number", "when", "game", "board", "players", "winner", "length",
    ];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for game in &shown {
        let seat = |i: usize| format!("{} {}", game.setup.sides[i], game.players[i]);
        lines.push(vec![
            game.id.to_string(),
            game.when.get(..16).unwrap_or(&game.when).replace('T', " "),
            with_parameters(game.setup.game.clone(), game),
            game.board.clone(),
            format!("{}, {}", seat(0), seat(1)),
            winner(game).to_owned(),
            game.moves.len().to_string(),
        ]);
    }
    if !shown.is_empty() {
        say(table(&lines, heads.len() - 1))?;
    }
    let shown = shown.len() as u64;
    say(match shown < all {
        true => format!("The last {} of {}.", grouped(shown), count(all, "game")),
        false => format!("{}.", count(all, "game")),
    })?;
    Ok(())
}

fn winner(game: &Finished) -> &str {
    game.winner.as_deref().unwrap_or("draw")
}

/// What a side is called at the beginning of a sentence.
fn title(game: &Finished, word: &str) -> String {
    let entry = registry::find(&game.setup.game).ok();
    let side = entry.and_then(|entry| {
        let description = &entry.description;
        Some(&description.sides[description.side(word)?])
    });
    side.map_or(word.to_owned(), |side| side.title.to_string())
}

fn ending(game: &Finished) -> String {
    let moves = count(game.moves.len() as u64, "move");
    match &game.winner {
        Some(winner) => format!("{} won after {moves}.", title(game, winner)),
        None => format!("A draw after {moves}."),
    }
}

fn introduce(game: &Finished) -> Result<(), Failed> {
    say(format!("Game {}: {}", game.id, heading(game)))?;
    let seat = |i: usize| format!("{}: {}", game.setup.sides[i], game.players[i]);
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
            "graph": m.graph,
        })
    });
    Json::Array(moves.collect())
}

/// The game with a number, played again.
fn played_again(history: &History, id: u64) -> Result<(Finished, Replay), Failed> {
    let game = history.game(id)?;
    let replay = game.replay();
    let replay = replay.map_err(|error| error.in_source(history.path()))?;
    Ok((game, replay))
}

fn show(history: &History, id: u64, json: bool) -> Result<(), Failed> {
    let (game, replay) = played_again(history, id)?;
    let moves = game.moves_in(&*replay.game, &replay.board)?;
    if json {
        let mut object = object(&game);
        object.insert("start".to_owned(), json!(game.start));
        object.insert("moves".to_owned(), moves_json(&moves));
        return Ok(say(Json::Object(object).to_string())?);
    }
    introduce(&game)?;
    let mut lines = Vec::new();
    for (m, number) in moves.iter().zip(1..) {
        lines.push(vec![format!("{number}."), m.mover.clone(), m.mv.clone()]);
    }
    if !lines.is_empty() {
        say(table(&lines, 3))?;
    }
    Ok(say(ending(&game))?)
}

fn replay(history: &History, id: u64, json: bool) -> Result<(), Failed> {
    let (logged, replay) = played_again(history, id)?;
    let game = &*replay.game;
    let mut mover = game.to_move(&replay.positions[0]);
    if json {
        let position = game.position_text(&replay.positions[0]);
        say(json!({ "number": 0, "position": position }).to_string())?;
    } else {
        introduce(&logged)?;
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
        false => Ok(say(format!("\n{}", ending(&logged)))?),
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
    to: Option<&str>,
    output: Option<&str>,
    json: bool,
) -> Result<(), Failed> {
    let by_ending = output.and_then(|path| match path.rsplit_once('.') {
        Some((_, "csv")) => Some("csv"),
        Some((_, "json" | "jsonl")) => Some("json"),
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
        "json" => each_with_moves(history, filter, |game, moves| {
            games += 1;
            let mut object = object(game);
            object.insert("moves".to_owned(), moves_json(moves));
            Ok(writeln!(out, "{}", Json::Object(object))?)
        }),
        _ => {
            let wrong = |error: csv::Error| io::Error::from(error);
            let mut out = csv::Writer::from_writer(out);
            out.write_record(CSV_COLUMNS).map_err(wrong)?;
            each_with_moves(history, filter, |game, moves| {
                games += 1;
                let parameters = json!(game.setup.parameters).to_string();
                for (m, number) in moves.iter().zip(1..) {
                    out.write_record([
                        &game.id.to_string(),
                        &game.when,
                        &game.setup.game,
                        &game.board,
                        &parameters,
                        &game.players[0],
                        &game.players[1],
                        &game.seed.to_string(),
                        &game.number.to_string(),
                        winner(game),
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
    history: &History,
    filter: &Filter,
    keep: Option<usize>,
    older_than: Option<Duration>,
    json: bool,
) -> Result<(), Failed> {
    if *filter == Filter::default() && keep.is_none() && older_than.is_none() {
        return Err(InputError::new(
            "nothing says which games to forget: say --keep, --older-than, --game, --board or --player",
        )
        .into());
    }
    let before = older_than.map(|age| SystemTime::now().checked_sub(age));
    let pruned = history.prune(&Prune {
        of: filter.clone(),
        keep: keep.unwrap_or(0),
        before: before.map(|time| utc(time.unwrap_or(SystemTime::UNIX_EPOCH))),
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
