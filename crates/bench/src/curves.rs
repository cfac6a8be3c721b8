//! The curves that a program of 2013 printed, made again with its player, and by a sampler that
//! takes nothing that it never tried for won. Each published share must lie within the 99 %
//! interval of its difference from the new one.
//!
//! The player takes the first of equal moves, so that its curves depend on how vertices are
//! numbered, and the files of 2013 are not known: the 2×5 grid is taken two by two, and the
//! icosahedron under twenty numberings (35 to 53 % by number, with four colours).

use outplay_board::{Board, Graph, Limits, Shape, families};
use outplay_engine::{Player, Rng};
use outplay_games::{Coloring, Pass, Side, any};
use outplay_players::{Match, NO_CLOCK, Resources, may_be_alike, prepare};

const CURVES: &str = include_str!("../../../tests/data/report2013_curves.csv");
/// On boards up to so many vertices as many games are played as there were, on others a tenth.
const SMALL: usize = 12;
/// Under so many numberings, where one of them says little.
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
        let boards = boards(name)?;
        let games = match boards[0].vertex_count() <= SMALL {
            true => published,
            false => published.div_ceil(10),
        };
        let play = |player: &str, games: u64| -> Result<[u64; 2], String> {
            let each = games.div_ceil(boards.len() as u64);
            let mut won = 0;
            for board in &boards {
                won += won_by_alice(board, colors as u32, player, each)?;
            }
            Ok([won, each * boards.len() as u64])
        };
        let now = play(&format!("mcts-2013:{simulations}"), games)?;
        let tried = play(&format!("mcts:{simulations},solver=off"), games.min(50))?;
        let published = [won, published];
        let alike = may_be_alike(published, now);
        unlike += u32::from(!alike);
        let share = |[won, games]: [u64; 2]| 100.0 * won as f64 / games as f64;
        println!(
            "| {name} | {colors} | {simulations} | {:.1} % | {:.1} % of {} | {} | {:.1} % |",
            share(published),
            share(now),
            now[1],
            if alike { "yes" } else { "NO" },
            share(tried),
        );
    }
    match unlike {
        0 => Ok(()),
        _ => Err(format!("{unlike} curves are not those that were published")),
    }
}

/// The board of 2013, in one numbering or several.
fn boards(name: &str) -> Result<Vec<Board>, String> {
    let family = |name| families::board(name, Limits::BOARD).map_err(|e| e.to_string());
    match name {
        "grid:2x5" => Ok(vec![family("grid:5x2")?]),
        "icosahedron" => {
            let board = family(name)?;
            let Shape::Undirected(graph) = &board.shape else {
                return Err(format!("{name} is directed"));
            };
            let mut rng = Rng::new(1);
            let renumbered = (0..NUMBERINGS).map(|_| {
                let mut map: Vec<u32> = graph.vertices().collect();
                for i in (1..map.len()).rev() {
                    map.swap(i, rng.below(i + 1));
                }
                let edges = graph
                    .edges()
                    .map(|(a, b)| (map[a as usize], map[b as usize]));
                let graph = Graph::new(map.len(), edges).map_err(|e| e.to_string())?;
                Ok(Board::undirected(graph))
            });
            renumbered.collect()
        }
        _ => Ok(vec![family(name)?]),
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
