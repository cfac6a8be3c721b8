//! The curves that a program of 2013 printed, made again with its player, and by a sampler that
//! takes nothing that it never tried for won. Each published share must lie within the 99 %
//! interval of its difference from the new one.
//!
//! The player takes the first of equal moves, so that its curves depend on how vertices are
//! numbered, and the files of 2013 are not known. Where the numbers of the family give another
//! share, twenty other numberings are tried, and the published one must lie among theirs.

use crate::search::in_order;
use outplay_board::{Board, Limits, families};
use outplay_engine::Player;
use outplay_games::{Coloring, Pass, Side, any};
use outplay_players::{Match, NO_CLOCK, Resources, may_be_alike, prepare};

const CURVES: &str = include_str!("../../../tests/data/report2013_curves.csv");
/// On boards up to so many vertices as many games are played as there were, on others a tenth.
const SMALL: usize = 12;
/// So many numberings are tried.
const NUMBERINGS: u64 = 20;

pub(super) fn run(arguments: &[String]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("2013 takes no argument".to_owned());
    }
    println!("| board | colours | simulations | published | now | alike at 99 % | tried first |");
    println!("|---|--:|--:|--:|--:|---|--:|");
    let mut unlike = 0;
    for line in CURVES.lines().skip(1) {
        let (name, numbers) = line.split_once(',').unwrap_or((line, ""));
        let numbers: Result<Vec<u64>, _> = numbers.split(',').map(str::parse).collect();
        let Ok(&[colors, published, won, simulations]) = numbers.as_deref() else {
            return Err(format!("{line}: expected a board and four numbers"));
        };
        let board = families::board(name, Limits::BOARD).map_err(|e| e.to_string())?;
        let games = match board.vertex_count() <= SMALL {
            true => published,
            false => published.div_ceil(10),
        };
        let play = |board: &Board, player: &str, games: u64| -> Result<[u64; 2], String> {
            Ok([won_by_alice(board, colors as u32, player, games)?, games])
        };
        let share = |[won, games]: [u64; 2]| 100.0 * won as f64 / games as f64;
        let player = format!("mcts-2013:{simulations}");
        let now = play(&board, &player, games)?;
        let tried = play(
            &board,
            &format!("mcts:{simulations},solver=off"),
            games.min(50),
        )?;
        let published = [won, published];
        let mut alike = "yes".to_owned();
        if !may_be_alike(published, now) {
            let (mut low, mut high) = (share(now), share(now));
            for order in 1..=NUMBERINGS {
                let one = share(play(&in_order(&board, order), &player, games)?);
                (low, high) = (low.min(one), high.max(one));
            }
            let among = (low..=high).contains(&share(published));
            unlike += u32::from(!among);
            let word = if among { "by number" } else { "NO" };
            alike = format!("{word}: {low:.0} to {high:.0} %");
        }
        println!(
            "| {name} | {colors} | {simulations} | {:.1} % | {:.1} % of {games} | {alike} | {:.1} % |",
            share(published),
            share(now),
            share(tried),
        );
    }
    match unlike {
        0 => Ok(()),
        _ => Err(format!("{unlike} curves are not those that were published")),
    }
}

fn won_by_alice(board: &Board, colors: u32, player: &str, games: u64) -> Result<u64, String> {
    let game = Coloring::new(board, colors, Side::Alice, Pass::None);
    let game = any(game.map_err(|e| e.to_string())?);
    let player = prepare(player, &*game, Resources::new(1 << 31, &|| false));
    let player = player.map_err(|e| e.to_string())?;
    let meeting = Match {
        game: &*game,
        start: game.start(),
        first: player.as_ref(),
        second: player.as_ref(),
        seed: 1,
        longest: 1000,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        clock: NO_CLOCK,
        stop: &|| false,
    };
    let mut won = 0;
    meeting.play(0..games, |one| {
        won += u64::from(one.winner == Some(Player::First))
    });
    Ok(won)
}
