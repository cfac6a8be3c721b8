//! The relaxed game: a quick way to see that Alice wins.
//!
//! Alice promises to colour only vertices in danger, and always to answer in the
//! region of the game in which Bob has just moved; edges between vertices out of
//! danger are forgotten, which only gives Bob more moves, and he may pass. If Alice
//! wins even so, she wins [relaxed game]. There are far fewer such positions,
//! and they fall apart into small regions that are settled one by one.

use super::Words;
use super::key::Keys;
use super::residual::{Pass, Residual, Rules, Standing};
use outplay_engine::search::{Entry, Table};

/// A run of the relaxed search.
pub(super) struct Relaxed<'a, S> {
    pub(super) rules: &'a Rules<S>,
    pub(super) table: &'a Table,
    /// How many positions may still be looked at.
    pub(super) left: u64,
    /// Reusable memory, one for each ply.
    pub(super) pool: &'a mut Vec<Keys<S>>,
}

impl<S: Words> Relaxed<'_, S> {
    /// Does Alice win every region, with Bob to move there? `None` if the limit was
    /// reached. The position must be relaxed.
    pub(super) fn robust<const K: usize>(&mut self, mut rest: Residual<S, K>) -> Option<bool> {
        match self.reduce(&mut rest)? {
            Standing::AliceWins => return Some(true),
            Standing::BobWins => return Some(false),
            Standing::Open => {}
        }
        let mut keys = self.pool.pop().unwrap_or_else(Keys::new);
        self.rules.split(&rest, &mut keys);
        let value = if keys.regions.len() > 1 {
            let mut all = Some(true);
            for &region in &keys.regions {
                let mut part = rest;
                for set in &mut part.free {
                    *set = set.intersection(region);
                }
                part.danger = part.danger.intersection(region);
                all = self.robust(part);
                if all != Some(true) {
                    break;
                }
            }
            all
        } else {
            self.remembered(&rest, &mut keys, Self::robust_region)
        };
        self.pool.push(keys);
        value
    }

    fn reduce<const K: usize>(&mut self, rest: &mut Residual<S, K>) -> Option<Standing> {
        self.left = self.left.checked_sub(1)?;
        Some(self.rules.reduce(rest))
    }

    /// Is Bob to move? Then the value is Alice's, as everywhere in this file.
    fn remembered<const K: usize>(
        &mut self,
        rest: &Residual<S, K>,
        keys: &mut Keys<S>,
        search: impl Fn(&mut Self, &Residual<S, K>, &Keys<S>) -> Option<bool>,
    ) -> Option<bool> {
        let key = self.rules.key(rest, keys);
        if let Some(value) = self.table.get(key).and_then(Entry::value) {
            return Some(value == rest.alice);
        }
        let before = self.left;
        let value = search(self, rest, keys)?;
        self.table
            .put(key, Entry::settled(value == rest.alice), before - self.left);
        Some(value)
    }

    fn robust_region<const K: usize>(
        &mut self,
        rest: &Residual<S, K>,
        keys: &Keys<S>,
    ) -> Option<bool> {
        if self.rules.pass != Pass::Alice {
            let passed = Residual {
                alice: true,
                ..*rest
            };
            if !self.answer(passed)? {
                return Some(false);
            }
        }
        let mut unknown = false;
        let refuted = self.rules.moves(rest, keys, |v, color| {
            match self.rules.color(rest, v, color) {
                Err(_) => true,
                Ok(next) => match self.answer(next) {
                    Some(value) => !value,
                    None => {
                        unknown = true;
                        true
                    }
                },
            }
        });
        if unknown { None } else { Some(!refuted) }
    }

    /// Has Alice, to move, a move after which she is robust?
    fn answer<const K: usize>(&mut self, mut rest: Residual<S, K>) -> Option<bool> {
        match self.reduce(&mut rest)? {
            Standing::AliceWins => return Some(true),
            Standing::BobWins => return Some(false),
            Standing::Open => {}
        }
        let mut keys = self.pool.pop().unwrap_or_else(Keys::new);
        self.rules.split(&rest, &mut keys);
        let value = self.remembered(&rest, &mut keys, Self::search_answer);
        self.pool.push(keys);
        value
    }

    fn search_answer<const K: usize>(
        &mut self,
        rest: &Residual<S, K>,
        keys: &Keys<S>,
    ) -> Option<bool> {
        if self.rules.may_pass(rest) && rest.threats.is_empty() {
            let passed = Residual {
                alice: false,
                ..*rest
            };
            if self.robust(passed)? {
                return Some(true);
            }
        }
        let mut unknown = false;
        let found = self.rules.moves(rest, keys, |v, color| {
            match self.rules.color(rest, v, color) {
                Err(_) => false,
                Ok(next) => match self.robust(next) {
                    Some(value) => value,
                    None => {
                        unknown = true;
                        true
                    }
                },
            }
        });
        if unknown { None } else { Some(found) }
    }
}
