//! `outplay match` and `outplay tournament`: players meet, and the table says how
//! often each won. What it says is sampled, and called so.

use crate::args::{GamesArgs, MatchArgs, TournamentArgs};
use crate::boards;
use crate::limits::{Limits, memory_limit, threads};
use crate::output::{Failed, all_settled, say, write_whole};
use crate::setup::{CHOOSE, CHOSEN, not_chosen};
use outplay_board::InputError;
use outplay_engine::Player;
use outplay_games::parameters::Kind;
use outplay_games::{Coloring, Described, Values};
use outplay_players::{
    Event, Met, Played, Resources, Tally, choose_colors, split_players, system_clock, wilson,
};
use outplay_service::text::{count, percent, table};
use outplay_service::{Opened, Source};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;

pub(crate) fn run_match(args: &MatchArgs) -> Result<(), Failed> {
    let players = [args.alice.as_str(), args.bob.as_str()];
    run(&args.games, |meetings, values| {
        let mut shown = Vec::new();
        let most = args.show.unwrap_or(0);
        let (opened, rows) = meetings.meet(values, &players, &[(0, 1)], &mut |played| {
            if played.index < most {
                shown.push(played.clone());
            }
        })?;
        for played in &shown {
            meetings.show(&opened, played)?;
        }
        for row in &rows {
            row.print(meetings, &opened)?;
        }
        Ok(rows)
    })
}

pub(crate) fn run_tournament(args: &TournamentArgs) -> Result<(), Failed> {
    let players = split_players(&args.players);
    if players.len() < 2 {
        let found = format!(
            "{} in '{}'",
            count(players.len() as u64, "player"),
            args.players
        );
        return Err(InputError::found(found, "two or more, such as random,perfect").into());
    }
    let twice = players
        .iter()
        .enumerate()
        .find(|(i, player)| players[..*i].contains(player));
    if let Some((_, player)) = twice {
        return Err(
            InputError::found(format_args!("'{player}' twice"), "every player once").into(),
        );
    }
    let pairs: Vec<(usize, usize)> = (0..players.len())
        .flat_map(|alice| (0..players.len()).map(move |bob| (alice, bob)))
        .filter(|(alice, bob)| alice != bob)
        .collect();
    run(&args.games, |meetings, values| {
        let mut rows = Vec::new();
        let mut last = None;
        let variants = meetings.variants(values)?;
        for values in &variants {
            let (opened, met) = meetings.meet(values, &players, &pairs, &mut |_| {})?;
            rows.extend(met);
            last = Some(opened);
        }
        if let Some(opened) = last {
            print_standings(meetings, &opened, variants.len() > 1, &players, &rows)?;
        }
        Ok(rows)
    })
}

/// Who chooses the number of colours, if that was left to a player.
fn chooser(args: &GamesArgs) -> Result<Option<&str>, InputError> {
    let Some(player) = args
        .setup
        .said(CHOSEN)
        .and_then(|text| text.strip_prefix(CHOOSE))
    else {
        return Ok(None);
    };
    let named = player.strip_prefix(':').unwrap_or_default();
    if named.is_empty() || args.setup.game != Coloring::describe().name {
        return Err(not_chosen(CHOSEN, player));
    }
    Ok(Some(named))
}

/// Holds the meetings on every board, and writes the table.
fn run(
    args: &GamesArgs,
    meet: impl Fn(&Meetings<'_>, &Values) -> Result<Vec<Row>, Failed>,
) -> Result<(), Failed> {
    if args.common.max_positions.is_some() {
        let error = InputError::found("--max-positions", "perfect:positions=N for such a player");
        return Err(error.into());
    }
    let chooser = chooser(args)?;
    let found: &[&str] = if chooser.is_some() { &[CHOSEN] } else { &[] };
    let values = args.setup.values(found)?;
    let output = args.output.as_deref().map(Output::new).transpose()?;
    let mut complete = true;
    let mut table = Vec::new();
    let mut each = |source: Source| {
        let limits = Limits::new(&args.common);
        let meetings = Meetings {
            args,
            source: &source,
            limits: &limits,
        };
        let values = match chooser {
            Some(player) => meetings.choose(player, &values)?,
            None => values.clone(),
        };
        let rows = meet(&meetings, &values)?;
        for row in &rows {
            complete &= row.tally.games == args.games;
            let object = row.json(&meetings);
            if args.common.json {
                say(object.to_string())?;
            }
            table.push(object);
        }
        Ok(())
    };
    match args.setup.board()? {
        Some(board) => boards::for_each(board, args.setup.reading(&args.common)?, each)?,
        None => each(Source::none())?,
    }
    if let Some(output) = output {
        output.write(&table)?;
    }
    all_settled(complete)
}

/// Meetings on one board.
struct Meetings<'a> {
    args: &'a GamesArgs,
    source: &'a Source,
    limits: &'a Limits,
}

impl Meetings<'_> {
    fn resources<'a>(&self, stop: &'a (dyn Fn() -> bool + Sync)) -> Resources<'a> {
        Resources::new(memory_limit(&self.args.common) / 4, stop)
    }

    /// The parameters, once for every side that may start, if nobody said which.
    fn variants(&self, values: &Values) -> Result<Vec<Values>, InputError> {
        let description = &self.args.setup.entry()?.description;
        let starter = description.starter.as_ref();
        let starter = starter.and_then(|name| description.parameter(name));
        Ok(match starter {
            Some(starter) if values.get(&starter.name).is_none() => match &starter.kind {
                Kind::Choice(words) => words
                    .iter()
                    .map(|word| values.clone().with(starter.name.clone(), word.as_ref()))
                    .collect(),
                _ => vec![values.clone()],
            },
            _ => vec![values.clone()],
        })
    }

    /// The parameters with the number of colours that a player chose.
    fn choose(&self, player: &str, values: &Values) -> Result<Values, Failed> {
        let stop = || self.limits.ran_out().is_some();
        let chosen = choose_colors(
            player,
            &self.source.board,
            values,
            self.args.common.seed,
            threads(self.args.threads),
            self.resources(&stop),
        )?;
        if !self.args.common.quiet {
            eprintln!("outplay: {player} chooses {}", chosen.why);
        }
        Ok(values.clone().with(CHOSEN, u64::from(chosen.colors)))
    }

    /// Lets the pairs of players play their games.
    fn meet(
        &self,
        values: &Values,
        players: &[&str],
        pairs: &[(usize, usize)],
        each: &mut dyn FnMut(&Played),
    ) -> Result<(Opened, Vec<Row>), Failed> {
        let stop = || self.limits.ran_out().is_some();
        let setup = &self.args.setup;
        let opened = setup.open(self.source.clone(), values, &stop, self.args.common.quiet)?;
        let game = &*opened.game;
        let start = match &setup.at {
            Some(text) => Some(game.parse_position(text)?),
            None => None,
        };
        let title = opened.title();
        let event = Event {
            game,
            board: &opened.board,
            board_name: &title,
            start: start.as_ref(),
            players,
            pairs,
            games: self.args.games,
            seed: self.args.common.seed,
            longest: self.args.longest as usize,
            threads: threads(self.args.threads),
            clock: &system_clock,
            history: self.args.history.as_deref(),
            resources: self.resources(&stop),
        };
        let total = self.args.games * pairs.len() as u64;
        let met = self.limits.run_games(total, |progress| {
            event.hold(&mut |played| {
                each(played);
                progress(1);
            })
        })?;
        let parameters = game.values();
        let row = |met: Met| Row {
            players: [met.pair.0, met.pair.1].map(|player| players[player].to_owned()),
            sides: met.sides,
            parameters: parameters.clone(),
            tally: met.tally,
            remarks: met.remarks,
            said: met.said,
        };
        let rows = met.into_iter().map(row).collect();
        Ok((opened, rows))
    }
}

/// What came of one pair of players, in the order in which the game lists its sides.
struct Row {
    players: [String; 2],
    sides: [Player; 2],
    parameters: Values,
    tally: Tally,
    remarks: Vec<String>,
    said: BTreeMap<String, u64>,
}

/// One side of a row.
struct Score {
    wins: u64,
    games: u64,
    moves: u64,
    time: Duration,
}

impl Score {
    fn share(&self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    fn seconds_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / self.moves as f64)
    }

    fn json(&self, player: &str) -> Json {
        let (low, high) = wilson(self.wins, self.games);
        json!({
            "player": player,
            "wins": self.wins,
            "share": self.share(),
            "low": low,
            "high": high,
            "seconds_per_move": self.seconds_a_move(),
        })
    }

    /// Wins, share, interval and time in words.
    fn cells(&self) -> Vec<String> {
        let (low, high) = wilson(self.wins, self.games);
        vec![
            self.wins.to_string(),
            self.share().map_or("–".to_owned(), percent),
            format!("{} to {}", percent(low), percent(high)),
            self.seconds_a_move().map_or("–".to_owned(), time_words),
        ]
    }
}

impl Row {
    /// Alice's side, then Bob's.
    fn scores(&self) -> [Score; 2] {
        let tally = &self.tally;
        let score = |i: usize| Score {
            wins: tally.wins[i],
            games: tally.games,
            moves: tally.moves[i],
            time: tally.time[i],
        };
        self.sides.map(|player| match player {
            Player::First => score(0),
            Player::Second => score(1),
        })
    }

    fn average_length(&self) -> Option<f64> {
        let moves = (self.tally.moves[0] + self.tally.moves[1]) as f64;
        (self.tally.games > 0).then(|| moves / self.tally.games as f64)
    }

    fn json(&self, event: &Meetings<'_>) -> Json {
        let mut object = Map::new();
        object.insert("game".to_owned(), json!(event.args.setup.game));
        object.insert("board".to_owned(), json!(event.source.name));
        for (key, value) in self.parameters.iter() {
            object.insert(key.to_owned(), value.json());
        }
        let [alice, bob] = self.scores();
        for (key, value) in [
            ("games", json!(self.tally.games)),
            ("seed", json!(event.args.common.seed)),
            ("alice", alice.json(&self.players[0])),
            ("bob", bob.json(&self.players[1])),
            ("draws", json!(self.tally.draws())),
            ("average_length", json!(self.average_length())),
            ("remarks", json!(self.said)),
            ("sampled", json!(true)),
            ("complete", json!(self.tally.games == event.args.games)),
        ] {
            object.insert(key.to_owned(), value);
        }
        Json::Object(object)
    }

    fn print(&self, event: &Meetings<'_>, opened: &Opened) -> Result<(), Failed> {
        if event.args.common.json {
            return Ok(());
        }
        say(event.heading(opened, &self.parameters))?;
        for remark in self.remarks.iter().filter(|_| !event.args.common.quiet) {
            say(format!("  {remark}"))?;
        }
        let sides = side_words(opened);
        let mut lines = vec![words(&[
            "side",
            "player",
            "wins",
            "share",
            "95 % interval",
            "time a move",
        ])];
        for (i, score) in self.scores().iter().enumerate() {
            let mut line = words(&[&sides[i], &self.players[i]]);
            line.extend(score.cells());
            lines.push(line);
        }
        say(table(&lines, 2))?;
        let mut end = match self.average_length() {
            Some(length) => format!("{length:.1} moves a game on average"),
            None => "No game was finished".to_owned(),
        };
        if self.tally.draws() > 0 {
            end += &format!(", {}", count(self.tally.draws(), "draw"));
        }
        say(format!("  {end}."))?;
        for (remark, &times) in &self.said {
            say(format!("  Said of {}: {remark}.", count(times, "move")))?;
        }
        event.say_if_unfinished(self.tally.games, event.args.games)
    }
}

impl Meetings<'_> {
    /// The moves of a game with their reasons, and how it ended.
    fn show(&self, opened: &Opened, played: &Played) -> Result<(), Failed> {
        let game = &*opened.game;
        let sides = side_words(opened);
        let mut position = opened.position(self.args.setup.at.as_deref())?;
        let mut mover = game.to_move(&position);
        let mut lines = Vec::new();
        for (i, &mv) in played.moves.iter().enumerate() {
            let said = played.reasons.iter().chain(&played.remarks);
            let said: Vec<&str> = said
                .filter(|(at, _)| *at == i)
                .map(|(_, text)| text.as_str())
                .collect();
            lines.push(vec![
                format!("{}.", i + 1),
                sides[game.side(mover)].clone(),
                game.move_text(mv),
                said.join("; "),
            ]);
            position = game.apply(&position, mv);
            mover = mover.other();
        }
        say(format!("Game {}", played.index + 1))?;
        say(table(&lines, 4))?;
        let winner = match played.winner {
            Some(winner) => format!("{} wins", game.description().sides[game.side(winner)].title),
            None => "Nobody wins".to_owned(),
        };
        let why = match outplay_service::play::view(opened, &position, mover).over {
            Some(over) => over.reason,
            None => format!(
                "after {} it counts as a draw",
                count(played.moves.len() as u64, "move")
            ),
        };
        Ok(say(format!("  {winner}: {why}."))?)
    }

    fn heading(&self, opened: &Opened, parameters: &Values) -> String {
        let name = &opened.game.description().name;
        let mut words = vec![match opened.has_board() {
            false => name.to_string(),
            true => format!("{name} on {}", opened.title()),
        }];
        words.extend(opened.game.description().phrases(parameters));
        let games = count(self.args.games, "game");
        format!(
            "{}: {games} sampled with seed {}",
            words.join(", "),
            self.args.common.seed
        )
    }

    fn say_if_unfinished(&self, played: u64, of: u64) -> Result<(), Failed> {
        if played < of
            && let Some(why) = self.limits.ran_out()
        {
            let played = count(played, "game");
            say(format!(
                "  Stopped early ({why}): {played} of {of} were played."
            ))?;
        }
        Ok(())
    }
}

/// The sides in a word: by name where they have one.
fn side_words(opened: &Opened) -> [String; 2] {
    let description = opened.game.description();
    description
        .sides
        .clone()
        .map(|side| match side.title.starts_with("The ") {
            true => side.word.into_owned(),
            false => side.title.into_owned(),
        })
}

/// Who won how often over all, and against whom. `mixed` says that both sides started.
fn print_standings(
    event: &Meetings<'_>,
    opened: &Opened,
    mixed: bool,
    players: &[&str],
    rows: &[Row],
) -> Result<(), Failed> {
    if event.args.common.json {
        return Ok(());
    }
    let Some(row) = rows.first() else {
        return Ok(());
    };
    let starter = opened.game.description().starter.as_deref();
    let mut parameters = Values::new();
    for (name, value) in row.parameters.iter() {
        if !mixed || Some(name) != starter {
            parameters.set(name.to_owned(), value.clone());
        }
    }
    let heading = event.heading(opened, &parameters);
    say(format!("{heading}, for each pair"))?;
    let mut standings: Vec<(usize, Score)> = (0..players.len())
        .map(|player| {
            (
                player,
                total(rows, |row, i| row.players[i] == players[player]),
            )
        })
        .collect();
    let share = |score: &Score| score.share().unwrap_or(0.0);
    standings.sort_by(|(_, a), (_, b)| share(b).total_cmp(&share(a)));
    let mut lines = vec![words(&[
        "player",
        "games",
        "wins",
        "share",
        "95 % interval",
        "time a move",
    ])];
    for (player, score) in &standings {
        let mut line = words(&[players[*player], &score.games.to_string()]);
        line.extend(score.cells());
        lines.push(line);
    }
    say(table(&lines, 1))?;
    let [one, other] = opened.game.description().sides.clone();
    let (one, other) = (one.inside(), other.inside());
    say(format!(
        "  Share that {one} (left) wins against {other} (above):"
    ))?;
    let mut lines = vec![words(&[""])];
    lines[0].extend(players.iter().map(|&player| player.to_owned()));
    for alice in players {
        let mut line = words(&[alice]);
        for bob in players {
            let pair = |row: &Row, i| i == 0 && row.players == [*alice, *bob];
            let share = total(rows, pair).share();
            line.push(share.map_or("–".to_owned(), percent));
        }
        lines.push(line);
    }
    say(table(&lines, 1))?;
    let played = rows.iter().map(|row| row.tally.games).sum();
    event.say_if_unfinished(played, event.args.games * rows.len() as u64)
}

/// The sum of the sides that `counts`.
fn total(rows: &[Row], counts: impl Fn(&Row, usize) -> bool) -> Score {
    let mut sum = Score {
        wins: 0,
        games: 0,
        moves: 0,
        time: Duration::ZERO,
    };
    for row in rows {
        for (i, score) in row.scores().into_iter().enumerate() {
            if counts(row, i) {
                sum.wins += score.wins;
                sum.games += score.games;
                sum.moves += score.moves;
                sum.time += score.time;
            }
        }
    }
    sum
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|&word| word.to_owned()).collect()
}

fn time_words(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
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
const WHOLE: &str = "remarks";

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
