//! `outplay match` and `outplay tournament`: players meet, and the table says how
//! often each won. What it says is sampled, and called so.

use crate::args::{Colors, GamesArgs, MatchArgs, TournamentArgs};
use crate::boards::Source;
use crate::limits::{Limits, memory_limit, threads};
use crate::output::{Failed, all_settled, count, parameter_words, percent, say, table};
use crate::solve::for_each_setup;
use outplay_board::InputError;
use outplay_engine::Player;
use outplay_games::Side;
use outplay_games::registry::Options;
use outplay_players::{Event, Met, Resources, Setup, Tally, choose_colors, split_players, wilson};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::time::Duration;

pub(crate) fn run_match(args: &MatchArgs) -> Result<(), Failed> {
    let players = [args.alice.as_str(), args.bob.as_str()];
    run(&args.games, |event, options| {
        let rows = event.meet(options, &players, &[(0, 1)])?;
        for row in &rows {
            row.print(event)?;
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
    run(&args.games, |event, options| {
        let mut rows = Vec::new();
        for first in event.starters() {
            let options = Options {
                first,
                ..options.clone()
            };
            rows.extend(event.meet(&options, &players, &pairs)?);
        }
        print_standings(event, &players, &rows)?;
        Ok(rows)
    })
}

/// Holds the meetings on every board, and writes the table.
fn run(
    args: &GamesArgs,
    meet: impl Fn(&Meetings<'_>, &Options) -> Result<Vec<Row>, Failed>,
) -> Result<(), Failed> {
    if args.common.max_positions.is_some() {
        let error = InputError::found("--max-positions", "perfect:positions=N for such a player");
        return Err(error.into());
    }
    if args.setup.game != "coloring" {
        args.setup.without_choice()?;
    }
    let file = args.output.as_deref().map(Output::new).transpose()?;
    let mut complete = true;
    let mut table = Vec::new();
    for_each_setup(&args.setup, &args.common, |source, entry, options| {
        let limits = Limits::new(&args.common);
        let event = Meetings {
            args,
            source,
            game: entry.name,
            limits: &limits,
        };
        let rows = meet(&event, &event.with_colors(options)?)?;
        for row in &rows {
            complete &= row.tally.games == args.games;
            let object = row.json(&event);
            if args.common.json {
                say(object.to_string())?;
            }
            table.push(object);
        }
        Ok(())
    })?;
    if let Some(file) = file {
        file.write(&table)?;
    }
    all_settled(complete)
}

/// Meetings on one board.
struct Meetings<'a> {
    args: &'a GamesArgs,
    source: &'a Source,
    game: &'a str,
    limits: &'a Limits,
}

impl Meetings<'_> {
    fn resources<'a>(&self, stop: &'a (dyn Fn() -> bool + Sync)) -> Resources<'a> {
        Resources::new(memory_limit(&self.args.common) / 4, stop)
    }

    /// Who may start: both sides where they differ, if nobody said.
    fn starters(&self) -> Vec<Option<Side>> {
        match (self.game, self.args.setup.first) {
            ("coloring", None) => vec![Some(Side::Alice), Some(Side::Bob)],
            (_, first) => vec![first.map(|first| first.side())],
        }
    }

    /// The options with the number of colours that a player chose.
    fn with_colors(&self, options: &Options) -> Result<Options, Failed> {
        let Some(Colors::Chosen(player)) = &self.args.setup.colors else {
            return Ok(options.clone());
        };
        let stop = || self.limits.ran_out().is_some();
        let chosen = choose_colors(
            player,
            &self.source.board,
            options,
            self.args.seed,
            threads(self.args.threads),
            self.resources(&stop),
        )?;
        if !self.args.common.quiet {
            eprintln!("outplay: {player} chooses {}", chosen.why);
        }
        Ok(Options {
            colors: Some(chosen.colors),
            ..options.clone()
        })
    }

    /// Lets the pairs of players, as Alice and Bob, play their games.
    fn meet(
        &self,
        options: &Options,
        players: &[&str],
        pairs: &[(usize, usize)],
    ) -> Result<Vec<Row>, Failed> {
        let stop = || self.limits.ran_out().is_some();
        let title = self.source.title();
        let event = Event {
            setup: Setup {
                game: self.game,
                board: &self.source.board,
                options,
            },
            board_name: &title,
            start: self.args.setup.at.as_deref(),
            players,
            pairs,
            games: self.args.games,
            seed: self.args.seed,
            longest: self.args.longest as usize,
            threads: threads(self.args.threads),
            history: self.args.history.as_deref(),
            resources: self.resources(&stop),
        };
        let total = self.args.games * pairs.len() as u64;
        let met = self
            .limits
            .run_games(total, |progress| event.hold(&mut || progress(1)))?;
        let row = |met: Met| Row {
            players: [met.pair.0, met.pair.1].map(|player| players[player].to_owned()),
            alice_is: met.alice_is,
            parameters: met.parameters,
            tally: met.tally,
            remarks: met.remarks,
            said: met.said,
        };
        Ok(met.into_iter().map(row).collect())
    }
}

/// What came of one pair of players, Alice (or who is first) before Bob.
struct Row {
    players: [String; 2],
    alice_is: Player,
    parameters: Vec<(&'static str, Json)>,
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
        match self.alice_is {
            Player::First => [score(0), score(1)],
            Player::Second => [score(1), score(0)],
        }
    }

    fn average_length(&self) -> Option<f64> {
        let moves = (self.tally.moves[0] + self.tally.moves[1]) as f64;
        (self.tally.games > 0).then(|| moves / self.tally.games as f64)
    }

    fn json(&self, event: &Meetings<'_>) -> Json {
        let mut object = Map::new();
        object.insert("game".to_owned(), json!(event.game));
        object.insert("board".to_owned(), json!(event.source.name));
        for (key, value) in &self.parameters {
            object.insert((*key).to_owned(), value.clone());
        }
        let [alice, bob] = self.scores();
        for (key, value) in [
            ("games", json!(self.tally.games)),
            ("seed", json!(event.args.seed)),
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

    fn print(&self, event: &Meetings<'_>) -> Result<(), Failed> {
        if event.args.common.json {
            return Ok(());
        }
        say(event.heading(&self.parameters))?;
        for remark in self.remarks.iter().filter(|_| !event.args.common.quiet) {
            say(format!("  {remark}"))?;
        }
        let sides = match event.game {
            "coloring" => ["Alice", "Bob"],
            _ => ["first", "second"],
        };
        let mut lines = vec![words(&[
            "side",
            "player",
            "wins",
            "share",
            "95 % interval",
            "time a move",
        ])];
        for (i, score) in self.scores().iter().enumerate() {
            let mut line = words(&[sides[i], &self.players[i]]);
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
    fn heading(&self, parameters: &[(&'static str, Json)]) -> String {
        let mut words = vec![match self.source.name.as_str() {
            "" => self.game.to_owned(),
            _ => format!("{} on {}", self.game, self.source.title()),
        }];
        words.extend(parameter_words(parameters));
        let games = count(self.args.games, "game");
        format!(
            "{}: {games} sampled with seed {}",
            words.join(", "),
            self.args.seed
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

/// Who won how often over all, and against whom.
fn print_standings(event: &Meetings<'_>, players: &[&str], rows: &[Row]) -> Result<(), Failed> {
    if event.args.common.json {
        return Ok(());
    }
    let Some(row) = rows.first() else {
        return Ok(());
    };
    let mut parameters = row.parameters.clone();
    if event.starters().len() > 1 {
        parameters.retain(|&(key, _)| key != "first");
    }
    say(format!("{}, for each pair", event.heading(&parameters)))?;
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
    let (one, other) = match event.game {
        "coloring" => ("Alice", "Bob"),
        _ => ("the first player", "the second player"),
    };
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
    file: File,
    csv: bool,
}

impl<'a> Output<'a> {
    /// Finds out before the games that the file cannot be written.
    fn new(path: &'a str) -> Result<Self, InputError> {
        let csv = match path.rsplit_once('.') {
            Some((_, "csv")) => true,
            Some((_, "json")) => false,
            _ => {
                return Err(InputError::found(
                    format_args!("file name '{path}'"),
                    "a name that ends in .csv or .json",
                ));
            }
        };
        let file = File::create(path)
            .map_err(|error| InputError::new(format!("cannot write: {error}")).in_source(path))?;
        Ok(Self { path, file, csv })
    }

    fn write(mut self, rows: &[Json]) -> Result<(), Failed> {
        if !self.csv {
            serde_json::to_writer_pretty(&mut self.file, rows).map_err(std::io::Error::from)?;
            return Ok(self.file.write_all(b"\n")?);
        }
        let mut out = csv::Writer::from_writer(self.file);
        for (i, row) in rows.iter().enumerate() {
            let mut cells = Vec::new();
            flatten("", row, &mut cells);
            let wrong =
                |error: csv::Error| std::io::Error::other(format!("{}: {error}", self.path));
            if i == 0 {
                out.write_record(cells.iter().map(|(key, _)| key))
                    .map_err(wrong)?;
            }
            out.write_record(cells.iter().map(|(_, value)| value))
                .map_err(wrong)?;
        }
        Ok(out.flush()?)
    }
}

/// The values of an object as columns; those of an inner object as `outer_inner`.
fn flatten(prefix: &str, value: &Json, cells: &mut Vec<(String, String)>) {
    match value {
        Json::Object(object) => {
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
