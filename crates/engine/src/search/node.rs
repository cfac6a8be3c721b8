//! What a game tells the search about its positions.

use super::Entry;

/// What is seen of a position without looking ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// Over, or as good as over: does the player to move win?
    Settled(bool),
    /// Still to be searched.
    Open {
        /// Positions with equal keys have equal values.
        key: u128,
        /// A guess of how hard a win and a loss are to prove, each from 1.
        guess: Entry,
    },
    /// The same where a key takes long: most positions are met once and never again, and a sketch is enough
    /// to see that. The key is then asked for by [`SearchGame::key`].
    Sketched {
        /// Positions with equal keys have equal sketches, and other positions seldom.
        sketch: u64,
        /// As above.
        guess: Entry,
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
    type Node: Clone + Send + Sync;
    /// Memory that the methods reuse, one for every thread.
    type Scratch: Send;

    /// Fresh scratch memory.
    fn scratch(&self) -> Self::Scratch;

    /// Looks at a node without looking ahead. May simplify the node.
    fn glance(&self, node: &mut Self::Node, scratch: &mut Self::Scratch) -> Glance;

    /// The key of a node that was only sketched at a glance.
    fn key(&self, node: &Self::Node, scratch: &mut Self::Scratch) -> u128 {
        let _ = (node, scratch);
        unreachable!("a game that sketches has keys")
    }

    /// Looks at a node: its key, sketched or not, with the guesses; an error is the value of a settled one.
    fn glance_with_key(
        &self,
        node: &mut Self::Node,
        scratch: &mut Self::Scratch,
    ) -> Result<(u128, Entry), bool> {
        match self.glance(node, scratch) {
            Glance::Settled(value) => Err(value),
            Glance::Open { key, guess } => Ok((key, guess)),
            Glance::Sketched { guess, .. } => Ok((self.key(node, scratch), guess)),
        }
    }

    /// Appends the children of an open node: all of them, or at least so many
    /// that the player to move wins one of these exactly if one of all. Promising
    /// ones first.
    fn children(
        &self,
        node: &Self::Node,
        scratch: &mut Self::Scratch,
        children: &mut Vec<Self::Node>,
    );

    /// Another node with the same player to move that this player is at least as
    /// sure to win: whoever loses even the shadow loses the node. A shadow is worth
    /// having where it is much easier to search. It must not be part of a cycle of
    /// shadows and children.
    fn shadow(&self, node: &Self::Node) -> Option<Self::Node> {
        let _ = node;
        None
    }
}
