//! Bad now, good later: moves that look worst to a shallow search and are proven
//! best.
//!
//! How a move looks is sampled: after it, two players of one kind (`random` by
//! default) play many games, and the share that the mover's side wins is its
//! looks. A surprise is a position in which the move that looks worst is proven
//! to win, the move that looks best is proven to lose, and the two intervals of
//! 95 % do not touch. Positions are looked at in the order of the moves made, up
//! to symmetry, as many as one likes. Moves that lead to symmetric positions
//! count as one.

use super::NamedBoard;
use super::certificates::{Claim, NoProof, Proof};
use super::coloring::ColoringGame;
use super::exact::Exactly;
use super::experiment::{Work, cell_seed, seat, share};
use super::journal::{file_name, make_folder, write_whole};
use crate::{Resources, wilson};
use outplay_board::{Failed, InputError};
use outplay_draw::board_svg;
use outplay_engine::Player;
use outplay_games::coloring::search::MOST_VERTICES;
use outplay_games::{AnyMove, AnyPosition, Side};
use serde_json::{Value as Json, json};
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};

/// What to look for, and how hard.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The boards.
    pub boards: Vec<NamedBoard>,
    /// The numbers of colours.
    pub colors: Vec<u32>,
    /// Who starts.
    pub first: Side,
    /// Who plays the games by which a move is looked at.
    pub look: String,
    /// How many of them for each move.
    pub games: u64,
    /// At how many positions to look on each board with each number of colours.
    pub positions: usize,
    /// How many surprises to keep, the greatest first.
    pub most: usize,
    /// Where chance comes from.
    pub seed: u64,
}

/// A move: how it looks, and what is proven.
#[derive(Clone, Debug, PartialEq)]
pub struct LookedAt {
    /// The move, in one word.
    pub text: String,
    /// The move in JSON.
    pub json: Json,
    /// How many of the sampled games the mover won after it.
    pub wins: u64,
    /// How many games were sampled.
    pub games: u64,
    /// Is it proven to win? The other moves are proven to lose.
    pub proven_win: bool,
}

impl LookedAt {
    /// The sampled share and its interval at 95 %.
    pub fn looks(&self) -> (f64, f64, f64) {
        let (low, high) = wilson(self.wins, self.games);
        (share(self.wins, self.games).unwrap_or(0.5), low, high)
    }
}

/// A position in which the move that looks worst is proven to win.
#[derive(Clone, Debug, PartialEq)]
pub struct Surprise {
    /// The board's name.
    pub board: String,
    /// The number of colours.
    pub colors: u32,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub to_move: Side,
    /// The position after the surprising move.
    pub after: String,
    /// Every move up to symmetry, the one that looks best first, the surprising
    /// one last.
    pub moves: Vec<LookedAt>,
    /// A checked certificate of who wins after the move, if one was asked for.
    pub proof: Option<Proof>,
    /// Pictures of the position and of the one after the move, if asked for.
    pub pictures: Vec<String>,
}

impl Surprise {
    /// The surprising move.
    pub fn best(&self) -> &LookedAt {
        &self.moves[self.moves.len() - 1]
    }

    /// Is it the only move that wins, up to symmetry?
    pub fn is_only(&self) -> bool {
        self.moves.iter().filter(|looked| looked.proven_win).count() == 1
    }

    /// By how much the move that looks best, and loses, looks better.
    pub fn gap(&self) -> f64 {
        self.moves[0].looks().0 - self.best().looks().0
    }

    /// Everything about it, for programs.
    pub fn to_json(&self) -> Json {
        let looked = |looked: &LookedAt| {
            let (share, low, high) = looked.looks();
            json!({
                "move": looked.json,
                "text": looked.text,
                "sampled": { "share": share, "low": low, "high": high, "wins": looked.wins, "games": looked.games },
                "verdict": if looked.proven_win { "win" } else { "lose" },
            })
        };
        json!({
            "board": self.board,
            "colors": self.colors,
            "position": self.position,
            "to_move": self.to_move.name(),
            "move": self.best().json,
            "only": self.is_only(),
            "gap": self.gap(),
            "after": self.after,
            "moves": self.moves.iter().map(looked).collect::<Vec<_>>(),
            "certificate": self.proof.as_ref().map(|proof| &proof.file),
            "pictures": self.pictures,
        })
    }
}

/// What a hunt found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The surprises, the greatest first: those with one winning move before the
    /// others, then by how much the wrong move looks better.
    pub surprises: Vec<Surprise>,
    /// How many positions were looked at.
    pub positions: u64,
    /// In how many of them some moves win and some lose, and all is proven.
    pub mixed: u64,
    /// Was everything looked at that was asked for?
    pub complete: bool,
    /// The files that were written.
    pub files: Vec<PathBuf>,
}

/// A move, where it leads, and whether it is proven to win.
type Child = (AnyMove, AnyPosition, bool);

/// How far a hunt is: positions looked at, of at most so many, and surprises.
pub type HuntProgress<'a> = &'a mut dyn FnMut(u64, u64, usize);

impl Hunt {
    /// Looks for surprises. With a folder, writes pictures, certificates and
    /// `surprises.json` there.
    ///
    /// # Errors
    /// A board or a player is wrong, or the folder cannot be written.
    pub fn run(
        &self,
        folder: Option<&Path>,
        work: &Work<'_>,
        progress: HuntProgress<'_>,
    ) -> Result<Found, Failed> {
        if let Some(folder) = folder {
            make_folder(folder)?;
        }
        let exactly = Exactly::new(work);
        let mut found = Found {
            surprises: Vec::new(),
            positions: 0,
            mixed: 0,
            complete: true,
            files: Vec::new(),
        };
        let all = (self.boards.len() * self.colors.len()).saturating_mul(self.positions) as u64;
        for named in &self.boards {
            for &colors in &self.colors {
                let tell = &mut |found: &Found| {
                    progress(found.positions, all, found.surprises.len());
                };
                let on_board = |error: InputError| error.in_source(named.name.as_str());
                let game = self.open(named, colors).map_err(on_board)?;
                let whole = self.hunt(named, &game, &exactly, (&mut found, tell));
                found.complete &= whole.map_err(on_board)?;
            }
        }
        if let Some(folder) = folder {
            self.write(&mut found, folder, &exactly)?;
        }
        Ok(found)
    }

    fn open(&self, named: &NamedBoard, colors: u32) -> Result<ColoringGame, InputError> {
        let vertices = named.board.vertex_count();
        if vertices > MOST_VERTICES {
            let found = format!("a board with {vertices} vertices");
            let expected =
                format!("at most {MOST_VERTICES}, which is what the exact search can handle");
            return Err(InputError::found(found, expected));
        }
        ColoringGame::open(named, colors, self.first)
    }

    /// Looks at the positions of one game; false if it was stopped.
    fn hunt(
        &self,
        named: &NamedBoard,
        game: &ColoringGame,
        exactly: &Exactly<'_>,
        (found, progress): (&mut Found, &mut dyn FnMut(&Found)),
    ) -> Result<bool, InputError> {
        let (work, colors) = (exactly.work, game.typed().colors().into());
        let start = game.canonical(&game.start());
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([start]);
        let mut looked = 0;
        while let Some(position) = queue.pop_front() {
            if looked == self.positions {
                break;
            }
            if (work.stop)() {
                return Ok(false);
            }
            // One move for all that lead to symmetric positions.
            let mut children: Vec<(AnyMove, AnyPosition)> = Vec::new();
            for mv in game.legal_moves(&position) {
                let next = game.canonical(&game.apply(&position, mv));
                if children.iter().all(|(_, other)| *other != next) {
                    if game.result(&next).is_none()
                        && seen.len() < self.positions.saturating_mul(4)
                        && seen.insert(next.clone())
                    {
                        queue.push_back(next.clone());
                    }
                    children.push((mv, next));
                }
            }
            looked += 1;
            found.positions += 1;
            progress(found);
            let Some(children) = self.judged(game, &position, children, exactly) else {
                continue;
            };
            if children.iter().all(|child| child.2 == children[0].2) {
                continue;
            }
            found.mixed += 1;
            let seed = cell_seed(self.seed, &game.position_text(&position), colors);
            let seed = cell_seed(seed, &named.name, colors);
            let Some(moves) = self.look(game, &position, &children, (seed, work))? else {
                return Ok(false);
            };
            let worst = &moves[moves.len() - 1];
            let surprising =
                worst.proven_win && !moves[0].proven_win && worst.looks().2 < moves[0].looks().1;
            if surprising {
                let mv = game.parse_move(&worst.text)?;
                let surprise = Surprise {
                    board: named.name.clone(),
                    colors,
                    position: game.position_text(&position),
                    to_move: game.turn(&position),
                    after: game.position_text(&game.apply(&position, mv)),
                    moves,
                    proof: None,
                    pictures: Vec::new(),
                };
                found.surprises.push(surprise);
                let rank = |s: &Surprise| (!s.is_only(), -s.gap());
                found
                    .surprises
                    .sort_by(|a, b| rank(a).partial_cmp(&rank(b)).expect("shares are numbers"));
                found.surprises.truncate(self.most);
            }
        }
        Ok(true)
    }

    /// The moves with whether they are proven to win; nothing if one is not settled.
    fn judged(
        &self,
        game: &ColoringGame,
        position: &AnyPosition,
        children: Vec<(AnyMove, AnyPosition)>,
        exactly: &Exactly<'_>,
    ) -> Option<Vec<Child>> {
        let mover = game.turn(position);
        let judged = |(mv, next): (AnyMove, AnyPosition)| {
            let winner = exactly.winner(game, &next)?.ok()?;
            Some((mv, next, winner == mover))
        };
        children.into_iter().map(judged).collect()
    }

    /// How the moves look, the best first; nothing if it was stopped.
    fn look(
        &self,
        game: &ColoringGame,
        position: &AnyPosition,
        children: &[Child],
        (seed, work): (u64, &Work<'_>),
    ) -> Result<Option<Vec<LookedAt>>, InputError> {
        let resources = Resources::new(work.memory / 4, work.stop);
        let first = seat(&self.look, &**game, Player::First, resources)?;
        let second = seat(&self.look, &**game, Player::Second, resources)?;
        let mover = game.to_move(position);
        let mut moves = Vec::new();
        for (mv, next, proven_win) in children {
            let games = work.meeting(game, next.clone(), [&*first, &*second], seed);
            let mut wins = 0;
            let whole = games.play(0..self.games, |played| {
                wins += u64::from(played.winner == Some(mover));
            });
            if !whole {
                return Ok(None);
            }
            moves.push(LookedAt {
                text: game.move_text(*mv),
                json: game.move_json(*mv),
                wins,
                games: self.games,
                proven_win: *proven_win,
            });
        }
        // Among moves that look alike, the winning one is no surprise.
        moves.sort_by_key(|looked| (std::cmp::Reverse(looked.wins), !looked.proven_win));
        Ok(Some(moves))
    }

    fn write(&self, found: &mut Found, folder: &Path, exactly: &Exactly<'_>) -> Result<(), Failed> {
        for (surprise, number) in found.surprises.iter_mut().zip(1..) {
            let Some(named) = self
                .boards
                .iter()
                .find(|named| named.name == surprise.board)
            else {
                continue;
            };
            let game = ColoringGame::open(named, surprise.colors, self.first)?;
            let after = game.parse_position(&surprise.after)?;
            let name = format!(
                "{number:02}-{}-k{}",
                file_name(&surprise.board),
                surprise.colors
            );
            for (text, which) in [(&surprise.position, "before"), (&surprise.after, "after")] {
                let marks = game.marks(&game.parse_position(text)?);
                let file = format!("{name}-{which}.svg");
                let path = folder.join(&file);
                write_whole(&path, board_svg(&named.board, &marks).as_bytes())?;
                found.files.push(path);
                surprise.pictures.push(file);
            }
            let file = format!("{name}.cert");
            let claim = Claim {
                game: &game,
                position: &after,
                winner: surprise.to_move,
            };
            match claim.prove(folder, &file, exactly) {
                Ok(proof) => {
                    found.files.push(folder.join(&file));
                    surprise.proof = Some(proof);
                }
                Err(NoProof::Failed(error)) => return Err(error),
                Err(NoProof::Missing(_) | NoProof::Interrupted) => {}
            }
        }
        let list: Vec<Json> = found.surprises.iter().map(Surprise::to_json).collect();
        let text = serde_json::to_string_pretty(&json!({
            "look": self.look,
            "games": self.games,
            "seed": self.seed,
            "positions": found.positions,
            "mixed": found.mixed,
            "surprises": list,
        }));
        let path = folder.join("surprises.json");
        let text = text.map_err(|error| Failed::writing(&path, error.into()))?;
        write_whole(&path, format!("{text}\n").as_bytes())?;
        found.files.push(path);
        Ok(())
    }
}
