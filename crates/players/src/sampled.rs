//! A move for positions that are not settled: what random games say.

use crate::strategy::Turn;
use outplay_engine::{Game, Outcome, Rng};

/// About how many games are played for a move.
const GAMES: usize = 256;
/// A game that has lasted so long counts as a draw.
const LONGEST: usize = 1000;

/// The move after which the mover does best in random games, and how that was
/// found; `None` if the turn's `stop` became true.
pub(crate) fn sampled<G: Game>(turn: Turn<'_, G>) -> Option<(G::Move, String)> {
    let mut moves = Vec::new();
    turn.game.moves(turn.position, &mut moves);
    let each = (GAMES / moves.len()).max(1);
    let mut best: Option<(i64, G::Move)> = None;
    for &mv in &moves {
        let next = turn.game.apply(turn.position, mv);
        let mut score = 0;
        for _ in 0..each {
            if (turn.stop)() {
                return None;
            }
            score -= random_game(turn.game, next.clone(), turn.rng);
        }
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, mv));
        }
    }
    let games = each * moves.len();
    best.map(|(_, mv)| (mv, format!("sampled by {games} random games")))
}

/// 1 if the player to move wins a random game, −1 if the other does, else 0.
fn random_game<G: Game>(game: &G, mut position: G::Position, rng: &mut Rng) -> i64 {
    let mut moves = Vec::new();
    let mut sign = 1;
    for _ in 0..LONGEST {
        match game.result(&position) {
            Some(Outcome::Win) => return sign,
            Some(Outcome::Lose) => return -sign,
            Some(Outcome::Draw) => return 0,
            None => {}
        }
        moves.clear();
        game.moves(&position, &mut moves);
        position = game.apply(&position, moves[rng.below(moves.len())]);
        sign = -sign;
    }
    0
}
