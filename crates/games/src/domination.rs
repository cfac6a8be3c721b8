//! The game domination number: how many moves the domination game takes under best play.

use crate::parameters::Values;
use crate::registry::{self, Entry};
use outplay_board::{Board, Graph};
use outplay_engine::Stop;
use outplay_engine::search::{Ask, Means};

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

/// The game, which is a rule file.
pub fn entry() -> &'static Entry {
    registry::find("domination").expect("it is a game of the registry")
}

/// The least limit with which Dominator wins.
///
/// The limit does not change the play but only what it is worth, so a win with K moves is one
/// with K + 1. The first win from below is the number, and with small limits games are short.
pub fn game_domination(graph: &Graph, dominator_first: bool, means: &Means<'_>) -> GameDomination {
    let mut known = GameDomination::at_once(graph);
    let board = Board::undirected(graph.clone());
    let first = ["staller", "dominator"][usize::from(dominator_first)];
    while known.lower < known.upper {
        let values = Values::new().with("moves", u64::from(known.lower));
        let game = match entry().open_on(&board, &values.with("first", first)) {
            Ok(game) => game,
            Err(error) => {
                known.reason = Some(error.to_string());
                break;
            }
        };
        let search = |means: &Means<'_>| game.search(&game.start(), Ask::Winner, means);
        match means.after(known.positions, search) {
            Err(unsearchable) => {
                known.reason = Some(unsearchable.to_string());
                break;
            }
            Ok(found) => {
                known.positions += found.positions;
                match found.wins {
                    Some(wins) if wins == dominator_first => {
                        known.upper = known.lower;
                    }
                    Some(_) => known.lower += 1,
                    None => {
                        let why = match found.stopped {
                            Some(Stop::Positions(_)) | None => {
                                Stop::Positions(means.budget.positions)
                            }
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
