//! The arguments of `experiment` and `report`.

use crate::args::{CommonArgs, SIDES, duration, one_of};
use clap::{Args, Subcommand};
use outplay_games::Side;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct ExperimentArgs {
    #[command(subcommand)]
    pub(crate) experiment: ExperimentCommand,
}

#[derive(Subcommand)]
pub(crate) enum ExperimentCommand {
    /// How often Alice wins by number of colours, a curve for each board, and who is proven to win
    Coloring(ColoringArgs),
    /// How often one Alice wins against stronger and stronger Bobs, and who is proven to win
    Bobs(BobsArgs),
    /// How `smart` gets better with the games that it plays against others
    Learning(LearningArgs),
}

#[derive(Args)]
pub(crate) struct LabArgs {
    /// The boards; ranges make several, such as path:3..12 or grid:2..4x2..4
    #[arg(required = true, value_name = "BOARD")]
    pub(crate) boards: Vec<String>,
    /// How many colours, such as 4, 1..6 or 2,4..6
    #[arg(long, short = 'k', value_name = "K")]
    pub(crate) colors: String,
    /// Who starts
    #[arg(long, value_name = "PLAYER", value_parser = one_of(SIDES), default_value = "alice")]
    pub(crate) first: Side,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}

#[derive(Args)]
pub(crate) struct WorkArgs {
    /// Give the exact search so long for each question, 10s by default (in a report 60s); 0s to leave it out
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) exact_limit: Option<Duration>,
    /// Play so many games, and search on so many threads, at a time; as many as there are cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// What all experiments have that sample cells.
#[derive(Args)]
pub(crate) struct SampledArgs {
    /// How many games for each board, number of colours and players; 1,000 by default, 200 for each of several Bobs
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) games: Option<u64>,
    /// The folder for the plan, the table and the charts, by default named after the question; an experiment that was stopped goes on from there
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: Option<String>,
}

#[derive(Args)]
pub(crate) struct ColoringArgs {
    #[command(flatten)]
    pub(crate) lab: LabArgs,
    #[command(flatten)]
    pub(crate) sampled: SampledArgs,
    /// Who plays Alice
    #[arg(long, value_name = "PLAYER", default_value = "mcts:100")]
    pub(crate) alice: String,
    /// Who plays Bob
    #[arg(long, value_name = "PLAYER", default_value = "mcts:100")]
    pub(crate) bob: String,
}

#[derive(Args)]
pub(crate) struct BobsArgs {
    #[command(flatten)]
    pub(crate) lab: LabArgs,
    #[command(flatten)]
    pub(crate) sampled: SampledArgs,
    /// Who plays Alice
    #[arg(long, value_name = "PLAYER", default_value = "mcts:1000")]
    pub(crate) alice: String,
    /// Who plays Bob, from weak to strong; options of a player follow its name
    #[arg(
        long,
        value_name = "PLAYERS",
        default_value = "random,greedy-bob,mcts:10,mcts:100,mcts:1000,mcts:10000,perfect"
    )]
    pub(crate) ladder: String,
}

#[derive(Args)]
pub(crate) struct LearningArgs {
    #[command(flatten)]
    pub(crate) lab: LabArgs,
    /// The side that smart plays
    #[arg(long = "as", value_name = "SIDE", value_parser = one_of(SIDES), default_value = "alice")]
    pub(crate) side: Side,
    /// Against whom it plays, one after the other, each time without any experience
    #[arg(long, value_name = "PLAYERS", default_value = "random,pseudo-smart")]
    pub(crate) against: String,
    /// After how many games it is examined
    #[arg(
        long,
        value_name = "N,N,…",
        value_delimiter = ',',
        default_value = "0,100,1000,10000"
    )]
    pub(crate) after: Vec<u64>,
    #[command(flatten)]
    pub(crate) sampled: SampledArgs,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    #[command(subcommand)]
    pub(crate) report: ReportCommand,
}

#[derive(Subcommand)]
pub(crate) enum ReportCommand {
    /// The table of the map-colouring report, of 2013 or of any boards: Markdown, CSV, LaTeX, HTML, curves and certificates
    MapColoring(MapColoringArgs),
}

#[derive(Args)]
pub(crate) struct MapColoringArgs {
    /// The boards, ranges included; without any, those of the report of 2013
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<String>,
    /// The folder for the report; a report that was stopped goes on from there
    #[arg(long, short, value_name = "FOLDER", default_value = "map-coloring")]
    pub(crate) output: String,
    /// Sample and count as in 2013: its players with 1,000 simulations, 1,000 games, and Alice must win every one; some quarter of an hour
    #[arg(long = "as-2013")]
    pub(crate) as_2013: bool,
    /// With --as-2013, 100 games and 200 simulations
    #[arg(long, requires = "as_2013")]
    pub(crate) quick: bool,
    /// How many games for each board and number of colours [default: 100, as in 2013 1000]
    #[arg(long, short = 'n', value_name = "N")]
    pub(crate) games: Option<u64>,
    /// Who plays Alice [default: mcts:200, as in 2013 mcts-2013:1000]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) alice: Option<String>,
    /// Who plays Bob [default: as Alice]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) bob: Option<String>,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
}
