//! The questions as requests say them. Each is carried to the service, and its answer back.

use crate::api::App;
use crate::jobs::{Asked, Job};
use crate::limits::{MOST_BYTES, MOST_CERTIFICATE, Sizes, open, open_for_work};
use crate::problem::Problem;
use crate::routes::Question;
use axum::http::StatusCode;
use outplay_board::InputError;
use outplay_service::boards::{self, BoardView, FileText};
use outplay_service::lesson::{Lesson, rounds};
use outplay_service::play::{self, Choose, Chosen, View};
use outplay_service::{
    self as service, AskDigraph, AskMoves, BoardText, Bounds, Catalogue, Checked, Claim, Explained,
    Failed, How, Moves, Opened, Proved, Setup, Solve, Solved, StateGraph, Why,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::io::{self, BufReader, Read, Write};
use std::time::{Duration, Instant};

/// A small question gets so long for defaults that depend on the board.
const PREPARATION: Duration = Duration::from_secs(2);

/// What there is, and how much of it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Offer {
    /// What there is.
    #[serde(flatten)]
    catalogue: Catalogue,
    /// How much may be asked.
    limits: Sizes,
}

pub(crate) fn catalogue(app: &App) -> Offer {
    Offer {
        catalogue: service::catalogue(false),
        limits: app.sizes(),
    }
}

/// A game that somebody wrote.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AboutRules {
    /// The text of the rule file.
    rules: String,
}

impl Question for AboutRules {}

/// What a game says about itself, as in the catalogue.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DescribedGame {
    game: Json,
}

pub(crate) fn describe(_: &App, asked: AboutRules) -> Result<DescribedGame, Problem> {
    let game = service::describe(&asked.rules)?;
    Ok(DescribedGame { game })
}

/// A question about a board.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AboutBoard {
    board: BoardText,
    /// The outer face, by some of its vertices: 0,1,2.
    outer: Option<String>,
}

impl Question for AboutBoard {}

pub(crate) fn board(app: &App, asked: AboutBoard) -> Result<BoardView, Problem> {
    let source = asked.board.read(app.limits, false)?;
    Ok(boards::view(&source, asked.outer.as_deref())?)
}

pub(crate) fn tidy(app: &App, asked: AboutBoard) -> Result<BoardView, Problem> {
    let source = boards::tidied(asked.board.read(app.limits, false)?);
    Ok(boards::view(&source, asked.outer.as_deref())?)
}

/// A board in another format.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    board: BoardText,
    /// A format, or svg.
    to: String,
    /// The outer face, by some of its vertices: 0,1,2.
    outer: Option<String>,
}

impl Question for Export {}

pub(crate) fn export(app: &App, asked: Export) -> Result<FileText, Problem> {
    let source = asked.board.read(app.limits, false)?;
    Ok(boards::export(source, &asked.to, asked.outer.as_deref())?)
}

/// A position as a player sees it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AtPosition {
    setup: Setup,
    /// The start without it.
    position: Option<String>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    mover: Option<String>,
}

impl Question for AtPosition {}

fn open_at_once(app: &App, setup: &Setup) -> Result<Opened, Problem> {
    let began = Instant::now();
    open(app, setup, &|| began.elapsed() > PREPARATION)
}

pub(crate) fn position(app: &App, asked: AtPosition) -> Result<View, Problem> {
    let opened = open_at_once(app, &asked.setup)?;
    let position = opened.position(asked.position.as_deref())?;
    let mover = play::mover(&opened, &position, asked.mover.as_deref())?;
    Ok(play::view(&opened, &position, mover))
}

/// A move.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    setup: Setup,
    /// The start without it.
    position: Option<String>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    mover: Option<String>,
    /// The move, by its text or its JSON.
    #[serde(rename = "move")]
    mv: Json,
}

impl Question for Play {}

/// Work about a move.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AboutMove {
    setup: Setup,
    /// The start without it.
    position: Option<String>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    mover: Option<String>,
    /// The move, by its text or its JSON.
    #[serde(rename = "move")]
    mv: Json,
    limits: Option<Asked>,
}

impl Question for AboutMove {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

pub(crate) fn why(app: &App, job: &Job, asked: AboutMove) -> Result<Why, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let at = said(&opened, asked.position);
    let mover = asked.mover.as_deref();
    job.host(|host| {
        let how = How::default();
        Ok(service::why(
            &opened,
            Some(&at),
            &asked.mv,
            mover,
            how,
            host,
        )?)
    })
}

pub(crate) fn play(app: &App, asked: Play) -> Result<View, Problem> {
    let opened = open_at_once(app, &asked.setup)?;
    let position = opened.position(asked.position.as_deref())?;
    let mover = play::mover(&opened, &position, asked.mover.as_deref())?;
    Ok(play::play(&opened, &position, mover, &asked.mv)?)
}

/// A question about a position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    setup: Setup,
    /// The start without it.
    position: Option<String>,
    /// Also Grundy values?
    #[serde(default)]
    grundy: bool,
    limits: Option<Asked>,
}

impl Question for About {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// The position that is asked about; answers always name it.
fn said(opened: &Opened, position: Option<String>) -> String {
    position.unwrap_or_else(|| opened.game.position_text(&opened.game.start()))
}

pub(crate) fn solve(app: &App, job: &Job, asked: About) -> Result<Solved, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let at = said(&opened, asked.position);
    let solve = Solve {
        at: Some(&at),
        grundy: asked.grundy,
        words: None,
        line: true,
        first_moves: false,
        ..Solve::default()
    };
    job.host(|host| Ok(service::solve(&opened, solve, host)?))
}

pub(crate) fn moves(app: &App, job: &Job, asked: About) -> Result<Moves, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let moves = AskMoves {
        at: asked.position.as_deref(),
        grundy: asked.grundy,
        ..AskMoves::default()
    };
    job.host(|host| Ok(service::moves(&opened, moves, host)?))
}

pub(crate) fn explain(app: &App, job: &Job, asked: About) -> Result<Explained, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let at = said(&opened, asked.position);
    job.host(|host| Ok(service::explain(&opened, Some(&at), How::default(), host)?))
}

/// A move of a player.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChooseMove {
    setup: Setup,
    /// The start without it.
    position: Option<String>,
    /// The moves from the start to the position, for players that look back.
    #[serde(default)]
    moves: Vec<Json>,
    /// The player, as the catalogue says.
    player: String,
    /// Where chance comes from; 1 without it.
    seed: Option<u64>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    mover: Option<String>,
    limits: Option<Asked>,
}

impl Question for ChooseMove {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

pub(crate) fn choose(app: &App, job: &Job, asked: ChooseMove) -> Result<Chosen, Problem> {
    without_files(&asked.player)?;
    let opened = open_for_work(app, job, &asked.setup)?;
    let position = opened.position(asked.position.as_deref())?;
    let mover = play::mover(&opened, &position, asked.mover.as_deref())?;
    let choose = Choose {
        player: &asked.player,
        moves: &asked.moves,
        seed: asked.seed.unwrap_or(1),
    };
    job.host(|host| Ok(play::choose(&opened, &position, mover, choose, host)?))
}

/// Refuses players that touch files, also inside the options of another.
pub(crate) fn without_files(player: &str) -> Result<(), InputError> {
    match outplay_players::touches_files(player) {
        true => Err(InputError::found(
            format_args!("player '{}'", outplay_board::shortened(player)),
            "a player that touches no file",
        )),
        false => Ok(()),
    }
}

/// A question about all positions.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AllPositions {
    setup: Setup,
    /// The position to begin with; the start without it.
    position: Option<String>,
    /// Are symmetric positions one?
    #[serde(default)]
    symmetry: bool,
    /// The most positions; 400 without it, and at most 3000.
    most: Option<u64>,
    limits: Option<Asked>,
}

impl Question for AllPositions {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// So many positions are drawn by default, and at most.
const USUAL_NODES: u64 = 400;
const MOST_NODES: u64 = 3000;

pub(crate) fn digraph(app: &App, job: &Job, asked: AllPositions) -> Result<StateGraph, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let digraph = AskDigraph {
        at: asked.position.as_deref(),
        symmetry: asked.symmetry,
        most: asked.most.unwrap_or(USUAL_NODES).min(MOST_NODES),
    };
    job.host(|host| Ok(service::digraph(&opened, digraph, host)?))
}

/// How the labels are found.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskLesson {
    setup: Setup,
    limits: Option<Asked>,
}

impl Question for AskLesson {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

pub(crate) fn lesson(app: &App, job: &Job, asked: AskLesson) -> Result<Lesson, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let found =
        job.host(|host| host.run(&String::new, |budget| rounds(&*opened.game, None, budget)));
    let steps = found.map_err(Failed::from)?;
    Ok(Lesson { steps })
}

/// A question about a graph.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskNumbers {
    board: BoardText,
    limits: Option<Asked>,
}

impl Question for AskNumbers {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

pub(crate) fn numbers(app: &App, job: &Job, asked: AskNumbers) -> Result<Bounds, Problem> {
    let source = asked.board.read(app.limits, false)?;
    let time = job.time_left().as_secs_f64();
    job.host(|host| Ok(service::bounds(&source, time, host)?))
}

/// A certificate that is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prove {
    setup: Setup,
    /// The start without it.
    position: Option<String>,
    /// Use no lemma beyond renamed colours and symmetries?
    #[serde(default)]
    strict: bool,
    /// Prove the Grundy value instead of the winner?
    #[serde(default)]
    grundy: bool,
    limits: Option<Asked>,
}

impl Question for Prove {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// A certificate, and what it proves.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Certificate {
    #[serde(flatten)]
    proved: Proved,
    /// The certificate.
    certificate: String,
}

/// Takes so many bytes and no more.
struct Bounded {
    bytes: Vec<u8>,
    full: bool,
}

impl Write for Bounded {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.full |= self.bytes.len() + buffer.len() > MOST_CERTIFICATE;
        match self.full {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => self.bytes.write(buffer),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn prove(app: &App, job: &Job, asked: Prove) -> Result<Certificate, Problem> {
    let opened = open_for_work(app, job, &asked.setup)?;
    let at = said(&opened, asked.position);
    let mut out = Bounded {
        bytes: Vec::new(),
        full: false,
    };
    let (claim, how) = (Claim::of(asked.grundy), How::default());
    let proved = job
        .host(|host| service::prove(&opened, Some(&at), claim, asked.strict, how, &mut out, host));
    if out.full {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("the certificate has more than {MOST_CERTIFICATE} bytes"),
        ));
    }
    Ok(Certificate {
        proved: proved?,
        certificate: String::from_utf8(out.bytes).map_err(|_| Problem::internal())?,
    })
}

/// A certificate that is to be checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    /// The certificate.
    certificate: String,
    /// Trust no lemma beyond renamed colours and symmetries?
    #[serde(default)]
    strict: bool,
    limits: Option<Asked>,
}

impl Question for Check {
    /// In JSON every line is longer than it is.
    const MOST_BYTES: usize = MOST_CERTIFICATE + 4 * MOST_BYTES;

    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// Reads on as long as the job goes on.
struct Watched<'a> {
    text: &'a [u8],
    job: &'a Job,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.job.stop(0) {
            Some(why) => Err(io::Error::other(why.to_string())),
            None => self.text.read(buffer),
        }
    }
}

/// How much is read at a time; between, the job can be stopped.
const PIECE: usize = 1 << 12;

pub(crate) fn check(_: &App, job: &Job, asked: Check) -> Result<Checked, Problem> {
    let text = asked.certificate.as_bytes();
    let input = BufReader::with_capacity(PIECE, Watched { text, job });
    Ok(service::check(input, "the certificate", asked.strict)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_player_reaches_a_file() {
        assert!(without_files("mcts:10,rollouts=pseudo-smart,c=2").is_ok());
        for text in [
            "smart:games.db",
            "mcts:10,rollouts=smart:games.db",
            "mcts:10,c=1,rollouts=mcts:5,rollouts=smart:games.db",
        ] {
            assert!(without_files(text).is_err(), "{text}");
        }
    }
}
