//! The game domination number: how many moves the domination game takes under best play.

use super::{Domination, Side};
use outplay_board::Graph;
use outplay_engine::search::{Ask, Hash128, SearchOptions, Table, search_by_rules};
use outplay_engine::{Budget, Game, Stop};
use std::hash::Hash;

/// What is known of the game domination number: exact if the bounds meet.
#[derive(Clone, Debug, PartialEq)]
pub struct GameDomination {
    /// The number is at least this.
    pub lower: u32,
    /// The number is at most this.
    pub upper: u32,
    /// How many positions were looked at, repeated ones again.
    pub positions: u64,
    /// Why the bounds do not meet.
    pub reason: Option<String>,
}

impl GameDomination {
    /// What is known without playing: a move dominates at most a vertex of the largest degree
    /// and its neighbours, and at least one vertex.
    fn at_once(graph: &Graph) -> Self {
        let (n, most) = (graph.vertex_count(), graph.max_degree() + 1);
        Self {
            lower: n.div_ceil(most) as u32,
            upper: n as u32,
            positions: 0,
            reason: None,
        }
    }

    /// The number, if it is known exactly.
    pub fn value(&self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.upper)
    }
}

/// The least limit with which Dominator wins.
///
/// The limit does not change the play but only what it is worth, so a win with K moves is one
/// with K + 1. The first win from below is the number, and with small limits games are short.
pub fn game_domination(
    graph: &Graph,
    first: Side,
    table: &Table,
    options: &SearchOptions,
    budget: &Budget<'_>,
) -> GameDomination {
    let mut known = GameDomination::at_once(graph);
    let mut game = Domination::on(graph.clone(), known.lower.into(), first);
    while known.lower < known.upper {
        game.moves = known.lower.into();
        let before = known.positions;
        let left = Budget {
            positions: budget.positions.saturating_sub(before),
            stop: &|now| (budget.stop)(before + now),
            ..*budget
        };
        // The table may serve other limits and other boards.
        let mut salt = Hash128::new(game.moves);
        (first.name(), graph.vertex_count()).hash(&mut salt);
        graph.edges().for_each(|edge| edge.hash(&mut salt));
        let salt = salt.value() as u64;
        let start = game.start();
        match search_by_rules(&game, &start, Ask::Winner, table, salt, options, &left) {
            Err(unsearchable) => {
                known.reason = Some(unsearchable.to_string());
                break;
            }
            Ok(found) => {
                known.positions += found.positions;
                match found.wins {
                    Some(wins) if wins == (first == Side::Dominator) => {
                        known.upper = known.lower;
                    }
                    Some(_) => known.lower += 1,
                    None => {
                        let why = match found.stopped {
                            Some(Stop::Positions(_)) | None => Stop::Positions(budget.positions),
                            Some(why) => why,
                        };
                        known.reason = Some(why.to_string());
                        break;
                    }
                }
            }
        }
    }
    known
}
