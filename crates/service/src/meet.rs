//! Players who meet many times: how often each won. What is said here is sampled, and called so.

use crate::ask::{Ask, Told};
use crate::host::{Event as Tell, Host};
use crate::play::{view, without_files};
use crate::setup::Opened;
use crate::text::{count, heading, percent, table};
use outplay_board::{Failed, InputError};
use outplay_draw::sheet_svg;
use outplay_engine::Player;
use outplay_games::{AnyPosition, Marks};
use outplay_players::{Event, Met, Played, Resources, wilson};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::time::Duration;

/// Two players meet many times, or everyone meets everyone.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskMatch {
    /// The players: first who plays the side that the game lists first. In a request at most 20.
    pub players: Vec<String>,
    /// Does everyone meet everyone, on both sides?
    pub tournament: bool,
    /// Where games begin; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// How many games; 100 without it, and in a request at most 100000.
    pub games: u64,
    /// Where chance comes from; 1 without it.
    pub seed: u64,
    /// A game that goes on for ever is called a draw after so many moves; 10000 without it.
    pub longest: usize,
    /// The file in which games are kept.
    #[serde(skip)]
    pub history: Option<String>,
    /// Of so many games the moves are told.
    #[serde(skip)]
    pub shown: u64,
}

impl Default for AskMatch {
    fn default() -> Self {
        Self {
            players: Vec::new(),
            tournament: false,
            at: None,
            games: 100,
            seed: 1,
            longest: 10_000,
            history: None,
            shown: 0,
        }
    }
}

/// What came of those who met.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Meetings {
    /// One for each pair that can meet.
    pub meetings: Vec<Meeting>,
    #[serde(skip)]
    asked: AskMatch,
}

/// What came of two players.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Meeting {
    game: String,
    board: String,
    /// The parameters of the game.
    #[serde(flatten)]
    pub parameters: Map<String, Json>,
    /// How many games were played.
    pub games: u64,
    /// Where chance came from.
    seed: u64,
    alice: Score,
    bob: Score,
    /// How many games nobody won.
    draws: u64,
    average_length: Option<f64>,
    /// What players said of their moves, and how often.
    said: BTreeMap<String, u64>,
    sampled: bool,
    complete: bool,
    /// What players said beforehand.
    #[serde(skip)]
    before: Vec<String>,
    /// The moves of the first games, in words.
    #[serde(skip)]
    shown: String,
    /// The same as boards, each with what is said of it.
    #[serde(skip)]
    strip: Vec<(String, Marks)>,
    /// Why moves were made, by players that go by rules.
    #[serde(skip)]
    whys: Vec<String>,
    /// What ran out before all games were played, and how many there were to be.
    #[serde(skip)]
    stopped: Option<(String, u64)>,
    #[serde(skip)]
    heading: String,
}

/// How a player fared.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Score {
    player: String,
    wins: u64,
    share: Option<f64>,
    low: f64,
    high: f64,
    seconds_per_move: Option<f64>,
    #[serde(skip)]
    games: u64,
    #[serde(skip)]
    moves: u64,
    #[serde(skip)]
    time: Duration,
}

impl Score {
    fn new(player: &str, [games, wins, moves]: [u64; 3], time: Duration) -> Self {
        let (low, high) = wilson(wins, games);
        Self {
            player: player.to_owned(),
            wins,
            share: (games > 0).then(|| wins as f64 / games as f64),
            low,
            high,
            seconds_per_move: (moves > 0).then(|| time.as_secs_f64() / moves as f64),
            games,
            moves,
            time,
        }
    }

    /// The sum of several.
    fn sum<'a>(player: &str, scores: impl Iterator<Item = &'a Self>) -> Self {
        let (mut counts, mut time) = ([0; 3], Duration::ZERO);
        for score in scores {
            let own = [score.games, score.wins, score.moves];
            counts = std::array::from_fn(|i| counts[i] + own[i]);
            time += score.time;
        }
        Self::new(player, counts, time)
    }

    /// Wins, share, interval and time in words.
    fn cells(&self) -> [String; 4] {
        [
            self.wins.to_string(),
            self.share.map_or("–".to_owned(), percent),
            format!("{} to {}", percent(self.low), percent(self.high)),
            self.seconds_per_move.map_or("–".to_owned(), time_words),
        ]
    }
}

fn time_words(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}

/// So many games can a request ask for.
const MOST_GAMES: u64 = 100_000;
/// And so many players: everyone meets everyone.
const MOST_PLAYERS: u64 = 20;

impl Ask for AskMatch {
    type About = Opened;
    type Answer = Meetings;

    fn bound(&mut self, _: &Opened) -> Result<(), InputError> {
        let players = self.players.len() as u64;
        for (n, most, noun) in [
            (self.games, MOST_GAMES, "game"),
            (players, MOST_PLAYERS, "player"),
        ] {
            if n > most {
                return Err(InputError::found(
                    count(n, noun),
                    format_args!("at most {most}"),
                ));
            }
        }
        self.players
            .iter()
            .try_for_each(|player| without_files(player))
    }

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Meetings, Failed> {
        let players: Vec<&str> = self.players.iter().map(String::as_str).collect();
        let twice = |&i: &usize| players[..i].contains(&players[i]);
        if let Some(i) = (0..players.len()).find(twice).filter(|_| self.tournament) {
            let found = format!("'{}' twice", players[i]);
            return Err(InputError::found(found, "every player once").into());
        }
        let all = 0..players.len();
        let pairs: Vec<(usize, usize)> = match (self.tournament, players.len()) {
            (false, 2) => vec![(0, 1)],
            (true, 2..) => {
                let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
                pairs.filter(|(a, b)| a != b).collect()
            }
            (tournament, n) => {
                let expected = match tournament {
                    true => "two or more, such as random,perfect",
                    false => "two",
                };
                return Err(InputError::found(count(n as u64, "player"), expected).into());
            }
        };
        Ok(Meetings {
            meetings: self.hold(opened, &players, &pairs, host)?,
            asked: self.clone(),
        })
    }
}

impl AskMatch {
    /// Lets the pairs of players play their games.
    fn hold(
        &self,
        opened: &Opened,
        players: &[&str],
        pairs: &[(usize, usize)],
        host: &Host<'_>,
    ) -> Result<Vec<Meeting>, Failed> {
        let game = &*opened.game;
        let start = opened.position(self.at.as_deref())?;
        let title = opened.title();
        let stop = || host.is_over();
        let clock = || Duration::from_secs_f64((host.clock)());
        let event = Event {
            game,
            board: &opened.board,
            board_name: &title,
            start: Some(&start),
            players,
            pairs,
            games: self.games,
            seed: self.seed,
            longest: self.longest,
            threads: host.threads,
            clock: &clock,
            history: self.history.as_deref(),
            resources: Resources::new(host.bytes / 4, &stop),
        };
        let total = self.games.saturating_mul(pairs.len() as u64);
        let (mut done, mut shown) = (0u64, String::new());
        let (mut strip, mut whys) = (Vec::new(), Vec::new());
        let met = event.hold(&mut |played| {
            done += 1;
            if played.index < self.shown {
                shown += &moves(opened, &start, played);
                if strip.len() < MOST_BOARDS {
                    strip.extend(boards(opened, &start, played));
                    whys.extend(whys_of(played));
                }
            }
            (host.tell)(Tell::Note(format!("{done} of {total} games")));
        })?;
        let stopped = (host.stop)(0).map(|why| why.to_string());
        let told = |met: Met| {
            let tally = &met.tally;
            let score = |player: usize, side: usize| {
                let i = usize::from(met.sides[side] == Player::Second);
                let counts = [tally.games, tally.wins[i], tally.moves[i]];
                Score::new(players[player], counts, tally.time[i])
            };
            let moves = (tally.moves[0] + tally.moves[1]) as f64;
            let complete = tally.games == self.games;
            let stopped = stopped.clone().filter(|_| !complete);
            Meeting {
                game: game.description().name.to_string(),
                board: opened.name.clone(),
                parameters: match game.values().json() {
                    Json::Object(map) => map,
                    _ => Map::new(),
                },
                games: tally.games,
                seed: self.seed,
                alice: score(met.pair.0, 0),
                bob: score(met.pair.1, 1),
                draws: tally.draws(),
                average_length: (tally.games > 0).then(|| moves / tally.games as f64),
                said: met.said,
                sampled: true,
                complete,
                before: met.remarks,
                shown: shown.clone(),
                strip: strip.clone(),
                whys: whys.clone(),
                stopped: stopped.map(|why| (why, self.games)),
                heading: self.heading(opened, &[]),
            }
        };
        Ok(met.into_iter().map(told).collect())
    }

    /// What was sampled; the parameters that are left out were not the same in all meetings.
    fn heading(&self, opened: &Opened, left_out: &[&str]) -> String {
        let description = opened.game.description();
        let mut words = vec![match opened.has_board() {
            false => description.name.to_string(),
            true => format!("{} on {}", description.name, opened.title()),
        }];
        let mut values = outplay_games::Values::new();
        for (name, value) in opened.game.values().iter() {
            if !left_out.contains(&name) {
                values.set(name.to_owned(), value.clone());
            }
        }
        words.extend(description.phrases(&values));
        let games = count(self.games, "game");
        format!(
            "{}: {games} sampled with seed {}",
            words.join(", "),
            self.seed
        )
    }
}

/// Did all games end?
fn unfinished(stopped: Option<&(String, u64)>, played: u64) -> String {
    stopped.map_or(String::new(), |(why, of)| {
        let played = count(played, "game");
        format!("  Stopped early ({why}): {played} of {of} were played.\n")
    })
}

const TITLES: [&str; 4] = ["wins", "share", "95 % interval", "time a move"];

impl Meeting {
    fn text(&self, opened: &Opened) -> String {
        let mut text = format!("{}{}\n", self.shown, self.heading);
        for remark in &self.before {
            text += &format!("  {remark}\n");
        }
        let title = |word: &str| word.to_owned();
        let mut lines = vec![
            ["side", "player"]
                .into_iter()
                .chain(TITLES)
                .map(title)
                .collect(),
        ];
        for (side, score) in side_words(opened).into_iter().zip([&self.alice, &self.bob]) {
            lines.push(
                [side, score.player.clone()]
                    .into_iter()
                    .chain(score.cells())
                    .collect(),
            );
        }
        text += &format!("{}\n", table(&lines, 2));
        text += &match self.average_length {
            Some(length) => format!("  {length:.1} moves a game on average"),
            None => "  No game was finished".to_owned(),
        };
        if self.draws > 0 {
            text += &format!(", {}", count(self.draws, "draw"));
        }
        text += ".\n";
        for (remark, &times) in &self.said {
            text += &format!("  Said of {}: {remark}.\n", count(times, "move"));
        }
        text + &unfinished(self.stopped.as_ref(), self.games)
    }

    fn is_settled(&self) -> bool {
        self.complete
    }
}

/// The sides in a word: by name where they have one.
fn side_words(opened: &Opened) -> [String; 2] {
    let sides = opened.game.description().sides.clone();
    sides.map(|side| match side.title.starts_with("The ") {
        true => side.word.into_owned(),
        false => side.title.into_owned(),
    })
}

/// The moves of a game with their reasons, and how it ended.
fn moves(opened: &Opened, start: &AnyPosition, played: &Played) -> String {
    let game = &*opened.game;
    let sides = side_words(opened);
    let mut position = start.clone();
    let mut mover = game.to_move(&position);
    let mut lines = Vec::new();
    for (i, &mv) in played.moves.iter().enumerate() {
        let said = played.reasons.iter().chain(&played.remarks);
        let said = said
            .filter(|(at, _)| *at == i)
            .map(|(_, text)| text.as_str());
        lines.push(vec![
            format!("{}.", i + 1),
            sides[game.side(mover)].clone(),
            game.move_text(mv),
            said.collect::<Vec<_>>().join("; "),
        ]);
        position = game.apply(&position, mv);
        mover = mover.other();
    }
    let winner = match played.winner {
        Some(winner) => game.player_name(winner).does("wins"),
        None => "Nobody wins".to_owned(),
    };
    let why = match view(opened, &position, mover).over {
        Some(over) => over.reason,
        None => {
            let moves = count(played.moves.len() as u64, "move");
            format!("after {moves} it counts as a draw")
        }
    };
    let moves = table(&lines, 4);
    format!("Game {}\n{moves}\n  {winner}: {why}.\n", played.index + 1)
}

/// So many boards are drawn at most.
const MOST_BOARDS: usize = 400;

/// The boards of a game after each move, each with the move.
fn boards(opened: &Opened, start: &AnyPosition, played: &Played) -> Vec<(String, Marks)> {
    let game = &*opened.game;
    let mut position = start.clone();
    let mut list = vec![(format!("game {}", played.index + 1), game.marks(start))];
    for (i, &mv) in played.moves.iter().enumerate() {
        let side = &game.description().sides[game.side(game.to_move(&position))];
        let note = format!("{}. {} {}", i + 1, side.word, game.move_text(mv));
        position = game.apply(&position, mv);
        list.push((note, game.marks(&position)));
    }
    list
}

fn whys_of(played: &Played) -> impl Iterator<Item = String> {
    let game = played.index + 1;
    let whys = played.reasons.iter();
    whys.map(move |(at, why)| format!("game {game}, move {}: {why}", at + 1))
}

impl Meetings {
    /// The games that were to be shown, as a strip of small boards.
    pub fn strip(&self, opened: &Opened) -> String {
        let games = self.meetings.iter().flat_map(|met| &met.strip);
        let list: Vec<_> = games
            .map(|(note, marks)| (note.clone(), &opened.board, marks.clone()))
            .collect();
        let whys: Vec<String> = self
            .meetings
            .iter()
            .flat_map(|met| met.whys.clone())
            .collect();
        sheet_svg(&heading(opened), &list, &whys)
    }
}

impl Told<Opened> for Meetings {
    fn text(&self, opened: &Opened) -> String {
        match self.asked.tournament {
            true => self.standings(opened, &[]),
            false => self.meetings.iter().map(|met| met.text(opened)).collect(),
        }
    }

    fn is_settled(&self) -> bool {
        self.meetings.iter().all(Meeting::is_settled)
    }
}

impl Meetings {
    /// Who won how often over all, and against whom, where the parameters that are `mixed` were
    /// not the same in all meetings.
    pub fn standings(&self, opened: &Opened, mixed: &[&str]) -> String {
        let (asked, meetings) = (&self.asked, &self.meetings);
        let title = |word: &str| word.to_owned();
        let mut text = format!("{}, for each pair\n", asked.heading(opened, mixed));
        let both = || meetings.iter().flat_map(|met| [&met.alice, &met.bob]);
        let mut standings: Vec<Score> = asked
            .players
            .iter()
            .map(|player| Score::sum(player, both().filter(|score| score.player == *player)))
            .collect();
        let share = |score: &Score| score.share.unwrap_or(0.0);
        standings.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let mut lines = vec![
            ["player", "games"]
                .into_iter()
                .chain(TITLES)
                .map(title)
                .collect(),
        ];
        for score in &standings {
            let line = [score.player.clone(), score.games.to_string()];
            lines.push(line.into_iter().chain(score.cells()).collect());
        }
        text += &table(&lines, 1);
        let [one, other] = opened.game.description().sides.clone();
        let (one, other) = (one.inside(), other.inside());
        text += &format!("\n  Share that {one} (left) wins against {other} (above):\n");
        let mut lines = vec![vec![String::new()]];
        lines[0].extend(asked.players.iter().cloned());
        for alice in &asked.players {
            let mut line = vec![alice.clone()];
            for bob in &asked.players {
                let pair = |met: &&Meeting| met.alice.player == *alice && met.bob.player == *bob;
                let own = meetings.iter().filter(pair).map(|met| &met.alice);
                line.push(Score::sum(alice, own).share.map_or("–".to_owned(), percent));
            }
            lines.push(line);
        }
        text += &format!("{}\n", table(&lines, 1));
        let played = meetings.iter().map(|met| met.games).sum();
        let stopped = meetings.iter().find_map(|met| met.stopped.clone());
        let all = asked.games * meetings.len() as u64;
        text + &unfinished(stopped.map(|(why, _)| (why, all)).as_ref(), played)
    }
}
