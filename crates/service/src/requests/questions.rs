//! The questions as requests say them, each with its way to the answer.

use super::limits::{MOST_BYTES, MOST_CERTIFICATE, Room, Sizes, check_work, open, open_for_work};
use super::{Asked, Question};
use crate::boards::{self, BoardView, FileText};
use crate::host::{Host, How};
use crate::lesson::{Lesson, rounds};
use crate::play::{self, Choose, Chosen, View};
use crate::{
    AskDigraph, AskMoves, AskPuzzles, BoardText, Bounds, Catalogue, Checked, Claim, Embeddings,
    Explained, Failed, Moves, Opened, Proved, Puzzles, Setup, Solve, Solved, StateGraph,
    StrategyParts, Why, find_lesson, outcomes, puzzles_at, tasks,
};
use outplay_board::InputError;
use outplay_draw::Arrangement;
use outplay_games::{Lesson as Topic, registry};
use outplay_players::LEVELS;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::io::{self, Write};

/// A small question gets so long for defaults that depend on the board.
const PREPARATION: f64 = 2.0;

/// What there is, and how much of it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Offer {
    /// What there is.
    #[serde(flatten)]
    catalogue: Catalogue,
    /// How much may be asked.
    limits: Sizes,
}

pub(crate) fn catalogue(room: &Room) -> Offer {
    Offer {
        catalogue: crate::catalogue(false),
        limits: room.sizes(),
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

pub(crate) fn describe(_: &Room, _: &Host<'_>, asked: AboutRules) -> Result<DescribedGame, Failed> {
    let game = crate::describe(&asked.rules)?;
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

pub(crate) fn board(room: &Room, _: &Host<'_>, asked: AboutBoard) -> Result<BoardView, Failed> {
    let source = asked.board.read(room.limits, false)?;
    Ok(boards::view(&source, asked.outer.as_deref())?)
}

pub(crate) fn tidy(room: &Room, _: &Host<'_>, asked: AboutBoard) -> Result<BoardView, Failed> {
    let source = boards::tidied(asked.board.read(room.limits, false)?);
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

pub(crate) fn export(room: &Room, _: &Host<'_>, asked: Export) -> Result<FileText, Failed> {
    let source = asked.board.read(room.limits, false)?;
    boards::export(source, &asked.to, asked.outer.as_deref())
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

fn open_at_once(room: &Room, host: &Host<'_>, setup: &Setup) -> Result<Opened, Failed> {
    open(room, setup, &host.within(PREPARATION))
}

pub(crate) fn position(room: &Room, host: &Host<'_>, asked: AtPosition) -> Result<View, Failed> {
    let opened = open_at_once(room, host, &asked.setup)?;
    let position = opened.position(asked.position.as_deref())?;
    let mover = play::mover(&opened, &position, asked.mover.as_deref())?;
    Ok(play::view(&opened, &position, mover))
}

/// Positions of which only what stands on the board is wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ManyPositions {
    setup: Setup,
    /// At most 500.
    positions: Vec<String>,
}

impl Question for ManyPositions {}

/// What stands on the board.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ManyMarks {
    /// For every position, as asked.
    marks: Vec<Json>,
    /// The positions that stand for these and all that are symmetric to them.
    representatives: Vec<String>,
}

/// So many positions are looked at together.
const MOST_TOGETHER: usize = 500;

fn at_most(positions: &[String], most: usize) -> Result<(), InputError> {
    let found = positions.len();
    match found > most {
        true => Err(InputError::found(
            format_args!("{found} positions"),
            format_args!("at most {most}"),
        )),
        false => Ok(()),
    }
}

pub(crate) fn marks(
    room: &Room,
    host: &Host<'_>,
    asked: ManyPositions,
) -> Result<ManyMarks, Failed> {
    at_most(&asked.positions, MOST_TOGETHER)?;
    let opened = open_at_once(room, host, &asked.setup)?;
    let game = &*opened.game;
    let (mut marks, mut representatives) = (Vec::new(), Vec::new());
    for text in &asked.positions {
        let position = opened.position(Some(text))?;
        marks.push(game.marks(&position).json());
        representatives.push(game.position_text(&game.canonical(&position)));
    }
    Ok(ManyMarks {
        marks,
        representatives,
    })
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

pub(crate) fn why(room: &Room, host: &Host<'_>, asked: AboutMove) -> Result<Why, Failed> {
    let opened = open_for_work(room, host, &asked.setup)?;
    let at = said(&opened, asked.position);
    let mover = asked.mover.as_deref();
    crate::why(&opened, Some(&at), &asked.mv, mover, How::default(), host)
}

pub(crate) fn play(room: &Room, host: &Host<'_>, asked: Play) -> Result<View, Failed> {
    let opened = open_at_once(room, host, &asked.setup)?;
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

pub(crate) fn solve(room: &Room, host: &Host<'_>, asked: About) -> Result<Solved, Failed> {
    let opened = open_for_work(room, host, &asked.setup)?;
    let at = said(&opened, asked.position);
    let solve = Solve {
        at: Some(&at),
        grundy: asked.grundy,
        words: None,
        line: true,
        first_moves: false,
        ..Solve::default()
    };
    crate::solve(&opened, solve, host)
}

pub(crate) fn moves(room: &Room, host: &Host<'_>, asked: About) -> Result<Moves, Failed> {
    let opened = open_for_work(room, host, &asked.setup)?;
    let moves = AskMoves {
        at: asked.position.as_deref(),
        grundy: asked.grundy,
        ..AskMoves::default()
    };
    crate::moves(&opened, moves, host)
}

pub(crate) fn explain(room: &Room, host: &Host<'_>, asked: About) -> Result<Explained, Failed> {
    let opened = open_for_work(room, host, &asked.setup)?;
    let at = said(&opened, asked.position);
    crate::explain(&opened, Some(&at), How::default(), host)
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

pub(crate) fn choose(room: &Room, host: &Host<'_>, asked: ChooseMove) -> Result<Chosen, Failed> {
    without_files(&asked.player)?;
    // The two lower levels look a few moves ahead and no further, on boards of any size.
    let opened = match LEVELS[..2].contains(&asked.player.as_str()) {
        true => open(room, &asked.setup, &|| host.is_over())?,
        false => open_for_work(room, host, &asked.setup)?,
    };
    let position = opened.position(asked.position.as_deref())?;
    let mover = play::mover(&opened, &position, asked.mover.as_deref())?;
    let choose = Choose {
        player: &asked.player,
        moves: &asked.moves,
        seed: asked.seed.unwrap_or(1),
    };
    play::choose(&opened, &position, mover, choose, host)
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
    /// The most positions; 400 without it, and at most 8000.
    most: Option<u64>,
    /// In which order they are placed; by the number of moves without it.
    order: Option<Order>,
    /// Answer without positions, instead of refusing, where there are more?
    #[serde(default)]
    or_none: bool,
    limits: Option<Asked>,
}

impl Question for AllPositions {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// In which order positions are placed, from top to bottom.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    /// By how many moves it takes to get there.
    Layers,
    /// Every move leads down, but for those in parts in which play can go round.
    Topological,
}

/// So many positions are drawn by default, and at most.
const USUAL_NODES: u64 = 400;
const MOST_NODES: u64 = 8000;

pub(crate) fn digraph(
    room: &Room,
    host: &Host<'_>,
    asked: AllPositions,
) -> Result<StateGraph, Failed> {
    let opened = open_for_work(room, host, &asked.setup)?;
    opened.position(asked.position.as_deref())?;
    let digraph = AskDigraph {
        at: asked.position.as_deref(),
        symmetry: asked.symmetry,
        most: asked.most.unwrap_or(USUAL_NODES).min(MOST_NODES),
        arrangement: match asked.order {
            None | Some(Order::Layers) => Arrangement::Layers,
            Some(Order::Topological) => Arrangement::Topological,
        },
    };
    match crate::digraph(&opened, digraph, host) {
        // All else that can be wrong with the question was looked at.
        Err(Failed::Input(_)) if asked.or_none => Ok(StateGraph {
            start: 0,
            nodes: Vec::new(),
            arcs: Vec::new(),
        }),
        found => found,
    }
}

/// Puzzles of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WantedPuzzles {
    setup: Setup,
    /// How many; 5 without it, and at most 50.
    count: Option<usize>,
    /// Where chance comes from; 1 without it.
    seed: Option<u64>,
    /// These positions, if they are puzzles, instead of new ones; at most 50.
    positions: Option<Vec<String>>,
    /// Also a picture of every position?
    #[serde(default)]
    pictures: bool,
    limits: Option<Asked>,
}

impl Question for WantedPuzzles {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// So many puzzles are made at most, and as many positions looked at.
const MOST_PUZZLES: usize = 50;

pub(crate) fn puzzles(
    room: &Room,
    host: &Host<'_>,
    asked: WantedPuzzles,
) -> Result<Puzzles, Failed> {
    at_most(asked.positions.as_deref().unwrap_or_default(), MOST_PUZZLES)?;
    let opened = open_for_work(room, host, &asked.setup)?;
    let wanted = AskPuzzles {
        count: asked.count.unwrap_or(5).min(MOST_PUZZLES),
        seed: asked.seed.unwrap_or(1),
    };
    let mut set = match &asked.positions {
        Some(at) => puzzles_at(&opened, at, host)?,
        None => crate::puzzles(&opened, wanted, host)?,
    };
    if asked.pictures {
        set.draw(&opened);
    }
    Ok(set)
}

/// How the labels are found.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskLesson {
    /// The game; its board is left out where the lesson has its own.
    setup: Setup,
    /// The lesson, as the game's description names it; without it, how the labels are found.
    lesson: Option<String>,
    /// Where chance comes from; 1 without it.
    seed: Option<u64>,
    limits: Option<Asked>,
}

impl Question for AskLesson {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

pub(crate) fn lesson(room: &Room, host: &Host<'_>, asked: AskLesson) -> Result<Lesson, Failed> {
    let name = asked.lesson.as_deref().unwrap_or(Topic::LABELS);
    let (mut steps, mut questions) = (Vec::new(), Vec::new());
    if asked.setup.rules.is_none() {
        let game = &registry::find(&asked.setup.game)?.description;
        let lesson = find_lesson(game, name)?;
        if !lesson.tasks.is_empty() {
            questions = tasks(game, &lesson, host)?;
            return Ok(Lesson { steps, questions });
        }
    }
    let opened = open_for_work(room, host, &asked.setup)?;
    match find_lesson(opened.game.description(), name)?.name {
        Topic::LABELS => {
            steps = host.run(&String::new, |budget| rounds(&*opened.game, None, budget))?;
        }
        _ => questions = outcomes(&opened, asked.seed.unwrap_or(1), host)?,
    }
    Ok(Lesson { steps, questions })
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

pub(crate) fn numbers(room: &Room, host: &Host<'_>, asked: AskNumbers) -> Result<Bounds, Failed> {
    let source = asked.board.read(room.limits, false)?;
    crate::bounds(&source, room.seconds, host)
}

/// What a strategy is made of.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskStrategy {
    board: BoardText,
    /// A player of the catalogue that is a strategy.
    strategy: String,
    limits: Option<Asked>,
}

impl Question for AskStrategy {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

/// Vertices times edges of a board: every step of a strategy can name every edge.
const MOST_STEPS: usize = 200_000;

pub(crate) fn strategy(
    room: &Room,
    host: &Host<'_>,
    asked: AskStrategy,
) -> Result<StrategyParts, Failed> {
    let source = asked.board.read(room.limits, false)?;
    let (vertices, edges) = (source.board.vertex_count(), source.board.edge_count());
    if vertices.saturating_mul(edges) > MOST_STEPS {
        let found = format_args!("a board with {vertices} vertices and {edges} edges");
        let expected = format_args!("vertices times edges at most {MOST_STEPS} for a strategy");
        return Err(InputError::found(found, expected).into());
    }
    crate::strategy(source, &asked.strategy, host)
}

/// All embeddings of a board.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskEmbeddings {
    board: BoardText,
    limits: Option<Asked>,
}

impl Question for AskEmbeddings {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

pub(crate) fn embeddings(
    room: &Room,
    host: &Host<'_>,
    asked: AskEmbeddings,
) -> Result<Embeddings, Failed> {
    let source = asked.board.read(room.limits, false)?;
    check_work(source.board.vertex_count(), source.board.edge_count())?;
    crate::embeddings(source, host)
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

pub(crate) fn prove(room: &Room, host: &Host<'_>, asked: Prove) -> Result<Certificate, Failed> {
    let opened = open_for_work(room, host, &asked.setup)?;
    let at = said(&opened, asked.position);
    let mut out = Bounded {
        bytes: Vec::new(),
        full: false,
    };
    let (claim, how) = (Claim::of(asked.grundy), How::default());
    let proved = crate::prove(&opened, Some(&at), claim, asked.strict, how, &mut out, host);
    if out.full {
        let message = format!("the certificate has more than {MOST_CERTIFICATE} bytes");
        return Err(InputError::new(message).into());
    }
    Ok(Certificate {
        proved: proved?,
        certificate: String::from_utf8(out.bytes).map_err(io::Error::other)?,
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

pub(crate) fn check(_: &Room, host: &Host<'_>, asked: Check) -> Result<Checked, Failed> {
    let text = asked.certificate.as_bytes();
    let input = host.watched(text);
    Ok(crate::check(input, "the certificate", asked.strict)?)
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
