//! Plain depth-first search with the table: children in the order in which the
//! game gives them, those that the table already knows first.

use super::driver::Worker;
use super::{Entry, Glance, SearchGame};

impl<G: SearchGame> Worker<'_, G> {
    /// Does the player to move win an open node? `None` when the search is stopped.
    pub(super) fn depth_first(&mut self, node: &G::Node, key: u128) -> Option<bool> {
        if self.stopped() {
            return None;
        }
        let before = self.positions;
        let mut children = Vec::new();
        self.game.children(node, &mut self.scratch, &mut children);
        let mut open = Vec::with_capacity(children.len());
        let mut won = false;
        for mut child in children {
            let value = match self.look(&mut child) {
                Glance::Settled(value) => Some(value),
                Glance::Open {
                    key,
                    proof,
                    disproof,
                } => {
                    let known = self.table.get(key).and_then(Entry::value);
                    if known.is_none() && !open.iter().any(|&(_, k, _)| k == key) {
                        let guess = self.perturbed(key, Entry { proof, disproof });
                        open.push((child, key, guess));
                    }
                    known
                }
            };
            if value == Some(false) {
                won = true;
                break;
            }
        }
        if !won {
            open.sort_by_key(|&(_, _, guess)| (guess.disproof, guess.proof));
            for (child, key, _) in &open {
                let value = match self.table.get(*key).and_then(Entry::value) {
                    Some(value) => value,
                    None => self.depth_first(child, *key)?,
                };
                if !value {
                    won = true;
                    break;
                }
            }
        }
        self.table
            .put(key, Entry::settled(won), self.positions - before);
        Some(won)
    }
}
