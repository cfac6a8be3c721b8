//! What a game tells the search about its positions.

use super::Table;

/// What is seen of a position without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Over, or as good as over: does the player to move win?
    Settled(bool),
    /// Still to be searched.
    Open {
        /// Positions with equal keys have equal values.
        key: u128,
        /// A guess of how hard it is to show that the player to move wins, from 1.
        proof: u32,
        /// A guess of how hard it is to show that the player to move loses, from 1.
        disproof: u32,
    },
}

/// A finite two-player game without draws, as the exact search sees it.
///
/// Every child of a node has the opponent to move, and no play goes on for ever.
/// A node need not be a position of the rules: games are free to forget what does
/// not matter, as long as the player to move wins the node exactly if the player
/// to move wins the position.
pub trait SearchGame: Sync {
    /// A position, small, with everything that the search needs.
    type Node: Clone + Send;
    /// Memory that the methods reuse, one for every thread.
    type Scratch: Send;

    /// Fresh scratch memory.
    fn scratch(&self) -> Self::Scratch;

    /// Looks at a node without looking ahead. May simplify the node.
    fn glance(&self, node: &mut Self::Node, scratch: &mut Self::Scratch) -> Glance;

    /// Appends the children of an open node: all of them, or at least so many
    /// that the player to move wins one of these exactly if one of all. Promising
    /// ones first.
    fn children(
        &self,
        node: &Self::Node,
        scratch: &mut Self::Scratch,
        children: &mut Vec<Self::Node>,
    );

    /// Tries harder to settle a node, once, when the table does not know it.
    /// Adds the positions it looked at to `positions`; gives up soon.
    fn settle(
        &self,
        node: &Self::Node,
        scratch: &mut Self::Scratch,
        table: &Table,
        positions: &mut u64,
    ) -> Option<bool> {
        let _ = (node, scratch, table, positions);
        None
    }
}
