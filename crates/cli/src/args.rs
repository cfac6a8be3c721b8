//! The command line.

use crate::lab_args::{ExperimentArgs, ReportArgs};
use crate::setup::{PositionArgs, SetupArgs};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use outplay_board::formats::Format;
use outplay_draw::Arrangement;
use outplay_games::{LabelWords, Method as Settle, Side};
use outplay_service::How;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What every command says about boards at the end of its help.
fn boards() -> String {
    let endings: Vec<String> = Format::ALL
        .iter()
        .flat_map(|format| format.endings())
        .map(|ending| format!(".{ending}"))
        .collect();
    format!(
        "\
A BOARD is a file, - for standard input, or a named family such as petersen, path:5, grid:4x4,
complete-bipartite:3,3, edges:0-1,1-2, power:2:cycle:6 ('outplay convert --families' lists them all).
Files: {} (--format overrules the ending).

Exit status: 0 settled, 2 the input or the arguments are wrong, 3 a limit ran out, 1 anything else.",
        endings.join(" ")
    )
}

/// What boards can be written as.
fn targets() -> String {
    let written = Format::ALL.into_iter().filter(|format| format.is_written());
    let names: Vec<&str> = written.map(Format::name).collect();
    format!(
        "The format to write: {}, or a picture svg tex",
        names.join(" ")
    )
}

/// Settles, explains and plays combinatorial games on graphs.
#[derive(Parser)]
#[command(version, name = "outplay", after_help = boards())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Say who wins a game
    Solve(SolveArgs),
    /// Give the shortest reason for who wins, verified
    Explain(ExplainArgs),
    /// Count the positions and plays of a game
    Count(CountArgs),
    /// Learn how positions get their labels, with a question before each answer
    Lesson(LessonArgs),
    /// Make puzzles: positions in which only one move wins
    Puzzles(PuzzlesArgs),
    /// List the legal moves of a position with their verdicts
    Moves(MovesArgs),
    /// Write the labelled digraph of all positions
    Digraph(DigraphArgs),
    /// List all embeddings of a board in the plane, with every outer face
    Embeddings(EmbeddingsArgs),
    /// Compute a number of a graph
    Number(ShowNumberArgs),
    /// Ask something of millions of boards, in parts that can be done anywhere
    Sweep(SweepArgs),
    /// List the numbers and bounds of the colouring game, and where they come from
    Bounds(BoundsArgs),
    /// Show what a strategy of Alice's in the colouring game is made of on a board
    Strategy(StrategyArgs),
    /// Write a certificate that proves who wins
    Prove(ProveArgs),
    /// Check a certificate, without the solver
    Check(CheckArgs),
    /// Say what a rule file means, or begin one
    #[command(subcommand)]
    Game(GameCommand),
    /// Convert boards between formats, or list the families
    Convert(ConvertArgs),
    /// Say what is understood of a board file, with every decision that was made
    Read(ReadArgs),
    /// Play a game in the terminal
    #[command(after_help = players())]
    Play(PlayArgs),
    /// Serve the page on this machine
    Serve(ServeArgs),
    /// Let two players meet many times
    #[command(after_help = players())]
    Match(MatchArgs),
    /// Let everyone play against everyone, on both sides
    #[command(after_help = players())]
    Tournament(TournamentArgs),
    /// List, show, replay, export or forget games of a history file
    History(HistoryArgs),
    /// Sample many games on many boards, beside what is proven
    #[command(after_help = players())]
    Experiment(ExperimentArgs),
    /// Write a study to a folder
    Report(ReportArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// The players, for the help of commands that take some.
fn players() -> String {
    let mut text = "A PLAYER is one of:".to_owned();
    for player in outplay_players::PLAYERS {
        text += &format!("\n  {}: {}", player.usage, player.about);
    }
    text
}

/// What a command takes that settles a game.
#[derive(Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// How to settle it: dense (label all rows of marks), digraph (label all positions), search, or auto (what suits)
    #[arg(
        long,
        value_name = "METHOD",
        value_parser = one_of(METHODS),
        default_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) method: Settle,
    /// Treat symmetric positions as different ones: all positions are labelled, none is searched
    #[arg(long)]
    pub(crate) no_symmetry: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

impl GameArgs {
    /// How to settle positions.
    pub(crate) fn how(&self) -> How {
        How {
            method: self.method,
            no_symmetry: self.no_symmetry,
        }
    }
}

/// A word of a list for what it means.
pub(crate) fn one_of<T: Clone + Send + Sync + 'static>(
    list: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let means = |word: String| list.iter().find(|(known, _)| *known == word);
    PossibleValuesParser::new(list.iter().map(|(word, _)| *word))
        .map(move |word| means(word).expect("only these are taken").1.clone())
}

const METHODS: &[(&str, Settle)] = &[
    ("auto", Settle::Auto),
    ("dense", Settle::Dense),
    ("digraph", Settle::Labels),
    ("search", Settle::Search),
];
const WORDS: &[(&str, LabelWords)] = &[
    ("pn", LabelWords::PreviousNext),
    ("wl", LabelWords::WinLoseDraw),
    ("win", LabelWords::Sides),
];
const YES_OR_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
const ORDERS: &[(&str, Arrangement)] = &[
    ("layers", Arrangement::Layers),
    ("topological", Arrangement::Topological),
];
pub(crate) const SIDES: &[(&str, Side)] = &[("alice", Side::Alice), ("bob", Side::Bob)];

#[derive(Args)]
pub(crate) struct ReadArgs {
    /// The board: a file, - for standard input, or a family such as grid:3x3
    pub(crate) board: String,
    /// Read an edge list as arcs
    #[arg(long)]
    pub(crate) directed: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Args)]
pub(crate) struct CommonArgs {
    /// The format of the board file, whatever its ending
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Is the first line of an edge list a header? By its content without it
    #[arg(long, value_parser = one_of(YES_OR_NO))]
    pub(crate) header: Option<bool>,
    /// Print one JSON object for each result
    #[arg(long)]
    pub(crate) json: bool,
    /// Where chance comes from, if there is any: the same seed, the same answer
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// Stop after this long, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Hold at most about this much memory, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// Look at most at this many positions
    #[arg(long, value_name = "N")]
    pub(crate) max_positions: Option<u64>,
    /// No progress line and no remarks
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What a search takes beside the common options.
#[derive(Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) common: CommonArgs,
    /// Search and label on this many threads; all cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) threads: Option<u16>,
    /// Use what searches have settled, and add what this one does, now and then and at the end; the file is made if
    /// need be
    #[arg(long, value_name = "FILE")]
    pub(crate) learn: Option<String>,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Also give the Grundy value (impartial games)
    #[arg(long)]
    pub(crate) grundy: bool,
    /// Show how the labels are found, round by round
    #[arg(long)]
    pub(crate) steps: bool,
    /// The words for who wins, if not the game's own: pn (P, N), wl (W, L, D) or win (who wins)
    #[arg(long, value_name = "WORDS", value_parser = one_of(WORDS), hide_possible_values = true)]
    pub(crate) words: Option<LabelWords>,
    /// Label every legal position (in token games, every vertex); with -o, write the labels to a file
    #[arg(long)]
    pub(crate) all: bool,
    /// Where to write the labels of all positions: .csv or .parquet; of token games also .svg or .tex, drawn on the board, with --steps one round after the other
    #[arg(long, short, value_name = "FILE", requires = "all")]
    pub(crate) output: Option<String>,
    /// For one hard board: search in jobs, keep all that is learnt in this folder, and go on with it
    /// when the same question is asked again
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "grundy", "steps", "method", "no_symmetry"])]
    pub(crate) jobs: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Explain this move instead: why it wins or loses, with the best play after it
    #[arg(long = "move", value_name = "MOVE")]
    pub(crate) mv: Option<String>,
}

#[derive(Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Also give the Grundy value after every move (impartial games)
    #[arg(long)]
    pub(crate) grundy: bool,
    /// The words for who wins, if not the game's own: pn (P, N), wl (W, L, D) or win (who wins)
    #[arg(long, value_name = "WORDS", value_parser = one_of(WORDS), hide_possible_values = true)]
    pub(crate) words: Option<LabelWords>,
    /// Also what so many simulations of Monte-Carlo tree search (with --seed) say of every move
    #[arg(long, value_name = "SIMULATIONS")]
    pub(crate) sample: Option<u64>,
    /// Draw the first of them, each in its four steps, to this file (.svg or .tex)
    #[arg(long, short, value_name = "FILE", requires = "sample")]
    pub(crate) output: Option<String>,
}

#[derive(Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

#[derive(Args)]
pub(crate) struct LessonArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The lesson: labels, outcomes, or one of the game's own with its own boards, such as mirror; another word lists them
    #[arg(long, value_name = "NAME", default_value = "labels")]
    pub(crate) topic: String,
    /// Say everything without asking
    #[arg(long)]
    pub(crate) all: bool,
    /// The words for who wins, if not the game's own: pn (P, N), wl (W, L, D) or win (who wins)
    #[arg(long, value_name = "WORDS", value_parser = one_of(WORDS), hide_possible_values = true)]
    pub(crate) words: Option<LabelWords>,
}

#[derive(Args)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// More boards
    #[arg(value_name = "BOARD")]
    pub(crate) more: Vec<String>,
    /// How many puzzles from each board
    #[arg(long, short = 'n', value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) number: u16,
    /// The file to write: .html or .svg for a sheet to print with solutions, or .json; - for JSON on standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Args)]
pub(crate) struct DigraphArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file to write: .svg, .tex (TikZ), .dot, .graphml or .json; - for JSON on standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: String,
    /// All legal positions, also those that play cannot reach (in token games, every vertex)
    #[arg(long)]
    pub(crate) all: bool,
    /// One position for all that are symmetric to it
    #[arg(long)]
    pub(crate) symmetry: bool,
    /// Write Grundy values too (impartial games)
    #[arg(long)]
    pub(crate) grundy: bool,
    /// The words for who wins, if not the game's own: pn (P, N), wl (W, L, D) or win (who wins)
    #[arg(long, value_name = "WORDS", value_parser = one_of(WORDS), hide_possible_values = true)]
    pub(crate) words: Option<LabelWords>,
    /// The order of a picture from top to bottom: layers (by moves made) or topological (moves lead down; strongly connected parts are framed)
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS), hide_possible_values = true)]
    pub(crate) layout: Option<Arrangement>,
    /// Draw moves as arrows between at most this many positions; more are drawn in strips without arrows
    #[arg(long, value_name = "N", default_value = "400")]
    pub(crate) max_nodes: usize,
}

#[derive(Args)]
pub(crate) struct EmbeddingsArgs {
    /// The board: a file, - for standard input, or a family such as grid:3x3
    pub(crate) board: String,
    /// Draw them on one sheet (.svg or .tex), or write their tables to a file (.table)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Args)]
pub(crate) struct ShowNumberArgs {
    #[command(flatten)]
    pub(crate) number: NumberArgs,
    /// Also show the colouring or the order that gives the number
    #[arg(long)]
    pub(crate) witness: bool,
    /// Draw it to this file (.svg or .tex)
    #[arg(long, short, value_name = "FILE", requires = "witness")]
    pub(crate) output: Option<String>,
}

#[derive(Args)]
#[command(after_help = crate::questions::list_numbers())]
pub(crate) struct NumberArgs {
    /// The number
    pub(crate) name: String,
    /// The board: a file, - for standard input, or a family such as grid:3x3
    pub(crate) board: String,
    /// Who starts, in numbers of games
    #[arg(long, value_name = "PLAYER")]
    pub(crate) first: Option<String>,
    /// Who may pass, in numbers of games
    #[arg(long, value_name = "PLAYER")]
    pub(crate) pass: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
#[command(
    after_help = crate::sweep::list(),
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct SweepArgs {
    #[command(subcommand)]
    pub(crate) command: Option<SweepCommand>,
    /// Where the boards come from
    #[arg(value_name = "SOURCE", required = true)]
    pub(crate) sources: Vec<String>,
    /// What to ask of every board, separated by commas
    #[arg(long, value_name = "COLUMNS", required = true)]
    pub(crate) ask: Vec<String>,
    /// The folder for the answers; the same command goes on in it
    #[arg(long, short, value_name = "DIR", required = true)]
    pub(crate) output: Option<String>,
    /// Do only the I-th of N shares, I from 0
    #[arg(long, value_name = "I/N")]
    pub(crate) part: Option<String>,
    /// Keep only rows for which this holds, such as 'm < 12 && planar'
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<String>,
    /// Ask again what ran out of its limit, and nothing else
    #[arg(long)]
    pub(crate) again: bool,
    /// Use what searches of the colouring game have settled, and add to it; the file is made if need be
    #[arg(long, value_name = "FILE")]
    pub(crate) learn: Option<String>,
    /// Do this many parts at a time; as many as there are cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Subcommand)]
pub(crate) enum SweepCommand {
    /// Show the rows of a sweep: filtered, counted, sorted
    Show(ShowArgs),
}

#[derive(Args)]
pub(crate) struct ShowArgs {
    /// The folder of the sweep
    #[arg(value_name = "DIR")]
    pub(crate) folder: String,
    /// Only rows for which this holds, such as 'game_chromatic >= 4 && m < 12'
    #[arg(long = "where", value_name = "CONDITION")]
    pub(crate) condition: Option<String>,
    /// Count the rows with the same values in these columns
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) group: Vec<String>,
    /// In the order of these columns, or of count
    #[arg(long, value_name = "COLUMNS")]
    pub(crate) sort: Vec<String>,
    /// The greatest first
    #[arg(long, requires = "sort")]
    pub(crate) descending: bool,
    /// Only the N smallest boards; with --group, N of each group
    #[arg(long, value_name = "N")]
    pub(crate) examples: Option<usize>,
    /// The form: table, csv, json, g6, latex or bfile
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub(crate) to: String,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    /// No remarks
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct BoundsArgs {
    /// The board: a file, - for standard input, or a family such as grid:3x3
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
pub(crate) struct StrategyArgs {
    /// The strategy: s1, s2, s3 or s4
    pub(crate) strategy: String,
    /// The board: a file, - for standard input, or a family such as grid:3x3
    pub(crate) board: String,
    /// Draw it to this file (.svg or .tex)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// What to prove: a verdict, or a number.
pub(crate) enum ProveArgs {
    Game(Box<ProveGame>),
    Number(Box<ProveNumber>),
}

impl Args for ProveArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        ProveNumber::augment_subcommands(ProveGame::augment_args(command))
            .args_conflicts_with_subcommands(true)
            .subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ProveArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand_name() {
            Some(_) => {
                ProveNumber::from_arg_matches(matches).map(|number| Self::Number(Box::new(number)))
            }
            None => ProveGame::from_arg_matches(matches).map(|game| Self::Game(Box::new(game))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Args)]
pub(crate) struct ProveGame {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The certificate to write; - for standard output; packed if it ends in .zst
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: String,
    /// Use no lemmas but the renaming of colours and symmetries of the board
    #[arg(long)]
    pub(crate) strict: bool,
    /// Prove the Grundy value instead of the winner (impartial games)
    #[arg(long)]
    pub(crate) grundy: bool,
}

#[derive(Subcommand)]
pub(crate) enum ProveNumber {
    /// A certificate for a number: game-chromatic, game-coloring or edcn
    Number {
        #[command(flatten)]
        number: NumberArgs,
        /// The certificate to write; - for standard output; packed if it ends in .zst
        #[arg(long, short, value_name = "FILE")]
        output: String,
        /// Use no lemmas but the renaming of colours and symmetries of the board
        #[arg(long)]
        strict: bool,
    },
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The certificate, or - for standard input
    pub(crate) certificate: String,
    /// Trust no lemmas but the renaming of colours and symmetries of the board
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum GameCommand {
    /// Say what was understood, or what is wrong
    Check {
        /// The rule file, or - for standard input
        file: String,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write a commented rule file to begin with
    New {
        /// The name of the game: small letters, digits and -
        name: String,
        /// The file to write, - for standard output [default: NAME.toml]
        #[arg(short, long, value_name = "FILE")]
        output: Option<String>,
    },
}

#[derive(Args)]
pub(crate) struct ConvertArgs {
    /// The board: a file, - for standard input, or a family such as grid:3x3
    #[arg(required_unless_present = "families")]
    pub(crate) board: Option<String>,
    /// The file to write; standard output without it
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    #[arg(long, value_name = "FORMAT", help = targets())]
    pub(crate) to: Option<String>,
    /// The format of the board file, whatever its ending
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Is the first line of an edge list a header? By its content without it
    #[arg(long, value_parser = one_of(YES_OR_NO))]
    pub(crate) header: Option<bool>,
    /// Read an edge list as arcs
    #[arg(long)]
    pub(crate) directed: bool,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// With a game table, say which edge is which in positions, and which can't be marked
    #[arg(long)]
    pub(crate) edges: bool,
    /// List the named families
    #[arg(long)]
    pub(crate) families: bool,
    /// No remarks
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Whom to play against: human, or a player such as easy, medium, hard or perfect
    #[arg(long, value_name = "PLAYER", default_value = "perfect")]
    pub(crate) against: String,
    /// Your side: first or second, or its name, such as alice
    #[arg(long = "as", value_name = "SIDE", default_value = "first")]
    pub(crate) side: String,
    /// Keep the game in this history file when it is over
    #[arg(long, value_name = "FILE")]
    pub(crate) history: Option<String>,
}

/// How many games are played, and how.
#[derive(Args)]
pub(crate) struct GamesArgs {
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// Call a game that goes on for ever a draw after so many moves
    #[arg(long, value_name = "MOVES", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) longest: u32,
    /// Play so many games at a time; as many as there are cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) threads: Option<u16>,
    /// Write the table to this file: .csv or .json; with --show, the boards after each move: .svg or .tex
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<String>,
    /// Keep the games in this history file; smart players that name none learn from it
    #[arg(long, value_name = "FILE")]
    pub(crate) history: Option<String>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) games: GamesArgs,
    /// Who plays the first side: Alice, or who moves first
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "perfect",
        visible_alias = "player1"
    )]
    pub(crate) alice: String,
    /// Who plays the second side: Bob, or who moves second
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "perfect",
        visible_alias = "player2"
    )]
    pub(crate) bob: String,
    /// Show the moves of the first N games (1), and why players that go by rules made them
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        conflicts_with = "json"
    )]
    pub(crate) show: Option<u64>,
}

#[derive(Args)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) games: GamesArgs,
    /// Who takes part, such as random,perfect,mcts:1000; options of a player follow its name
    #[arg(long, value_name = "PLAYERS")]
    pub(crate) players: String,
}

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on; others than loopback let other machines in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// Also answer to this name: that of a proxy, or of this machine in a class room
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = outplay_server::Options::default().port)]
    pub(crate) port: u16,
    /// Open the page in a browser; the default if standard output is a terminal
    #[arg(long)]
    pub(crate) open: bool,
    /// Do not open the page in a browser
    #[arg(long, conflicts_with = "open")]
    pub(crate) no_open: bool,
    /// How many long computations run at a time; as many as there are cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) threads: Option<u16>,
    /// Hold at most about this much memory for all computations, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// The longest computation that the page may ask for, such as 30s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time_limit: Option<Duration>,
    /// The largest board
    #[arg(long, value_name = "N")]
    pub(crate) max_vertices: Option<u64>,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct HistoryArgs {
    /// The history file, as made by 'outplay match … --history FILE'
    pub(crate) file: String,
    #[command(subcommand)]
    pub(crate) action: HistoryAction,
}

#[derive(Subcommand)]
pub(crate) enum HistoryAction {
    /// List games
    List {
        #[command(flatten)]
        filter: FilterArgs,
        /// Only the last so many; 100 by default, all of them with --json
        #[arg(long, value_name = "N")]
        last: Option<u64>,
        /// Print one JSON object for each game
        #[arg(long)]
        json: bool,
    },
    /// Show a game with its moves
    Show {
        /// The number of the game in the list
        id: u64,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the board after each move of a game
    Replay {
        /// The number of the game in the list
        id: u64,
        /// Print one JSON object for each position
        #[arg(long)]
        json: bool,
    },
    /// Write games to a file: a line for each move (csv) or an object for each game (json)
    Export {
        #[command(flatten)]
        filter: FilterArgs,
        /// The format to write; by the ending of the file if left out
        #[arg(long, value_parser = ["csv", "json"])]
        to: Option<String>,
        /// The file to write; standard output without it
        #[arg(long, short, value_name = "FILE")]
        output: Option<String>,
        /// With -o, print a JSON object about what was written
        #[arg(long)]
        json: bool,
    },
    /// Forget the games that match everything that is said, and what they taught
    Prune {
        #[command(flatten)]
        filter: FilterArgs,
        /// Only those that are not among the last so many
        #[arg(long, value_name = "N")]
        keep: Option<usize>,
        /// Only those that ended so long ago, such as 30d or 12h
        #[arg(long, value_name = "TIME", value_parser = duration)]
        older_than: Option<Duration>,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Which games of a history.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Only of this game
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Only on this board, called as it was in the match
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Only with this player on either side; with or without its options
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
}

/// A time: 30s, 5m, 1h.
///
/// # Errors
/// It is none; the message says what was expected.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("found '{text}', expected a time such as 30s, 5m, 1h or 500ms");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * unit).map_err(|_| wrong())
}

/// A size: 500M, 4G.
///
/// # Errors
/// It is none; the message says what was expected.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("found '{text}', expected a size with its unit, such as 500M or 4G");
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "K" | "KB" | "KIB" => 1024.0,
        "M" | "MB" | "MIB" => 1_048_576.0,
        "G" | "GB" | "GIB" => 1_073_741_824.0,
        "T" | "TB" | "TIB" => 1_099_511_627_776.0,
        _ => return Err(wrong()),
    };
    let size = number * unit;
    // A few bytes are a unit that was forgotten.
    let least = if unit == 1.0 { 1_048_576.0 } else { 1024.0 };
    if !(least..1e18).contains(&size) {
        return Err(wrong());
    }
    Ok(size as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn times_and_sizes() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("2d"), Ok(Duration::from_secs(48 * 3600)));
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("1.5K"), Ok(1536));
        assert_eq!(bytes("4000000000"), Ok(4_000_000_000));
        assert!(bytes("4").is_err() && bytes("4B").is_err());
        for junk in ["", "s", "-1s", "1e400", "nan", "30 parsecs", "٣s"] {
            assert!(duration(junk).is_err(), "{junk}");
            assert!(bytes(junk).is_err(), "{junk}");
        }
    }
}
