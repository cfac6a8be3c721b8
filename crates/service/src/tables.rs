//! The tables of searches, by what each game is: what one question has learnt serves the next.

use outplay_engine::search::Table;
use outplay_games::Identity;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tables under the games that they are of.
pub struct Tables {
    bytes: AtomicUsize,
    /// Of all tables together.
    total: usize,
    /// The last one was used last.
    live: Mutex<Vec<(Identity, Arc<Table>)>>,
}

impl Tables {
    /// At most so many tables at a time, each of so many bytes: the one that was not used for
    /// longest makes room. Nothing is allocated before it is asked for.
    pub const fn new(bytes: usize, most: usize) -> Self {
        Self {
            bytes: AtomicUsize::new(bytes),
            total: bytes.saturating_mul(most),
            live: Mutex::new(Vec::new()),
        }
    }

    fn live(&self) -> MutexGuard<'_, Vec<(Identity, Arc<Table>)>> {
        // Nothing panics while the lock is held.
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a game. If all that live are being worked with, a small one that is
    /// forgotten after the work.
    pub fn get(&self, game: &Identity) -> Arc<Table> {
        let mut live = self.live();
        let bytes = self.bytes.load(Relaxed);
        let entry = match live.iter().position(|(known, _)| known == game) {
            Some(place) => live.remove(place),
            None => {
                if live.len() >= self.total.checked_div(bytes).unwrap_or(0) {
                    let unused =
                        |(_, table): &(Identity, Arc<Table>)| Arc::strong_count(table) == 1;
                    match live.iter().position(unused) {
                        Some(place) => drop(live.remove(place)),
                        None => return Arc::new(Table::new(bytes / 16)),
                    }
                }
                (game.clone(), Arc::new(Table::new(bytes)))
            }
        };
        let found = entry.1.clone();
        live.push(entry);
        found
    }

    /// Takes a table that was read from a file.
    pub fn put(&self, game: &Identity, table: Arc<Table>) {
        let mut live = self.live();
        live.retain(|(known, _)| known != game);
        live.push((game.clone(), table));
    }

    /// Tables that are made from now on have at most so many bytes; there can be more of them.
    pub fn at_most(&self, bytes: usize) {
        self.bytes.fetch_min(bytes, Relaxed);
    }

    /// So many games are asked about in turns: each has a part of the memory.
    pub fn divide(&self, games: usize) {
        self.at_most(self.total / games.max(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_games::Description;

    #[test]
    fn few_tables_live_and_those_in_use_stay() {
        let tables = Tables::new(1 << 22, 4);
        let game = |name: &'static str| {
            let name = name.into();
            Description {
                name,
                ..Description::default()
            }
            .identity()
        };
        let names = || -> Vec<String> {
            let live = tables.live();
            live.iter().map(|(game, _)| game.to_string()).collect()
        };
        let first = tables.get(&game("a"));
        for name in ["b", "c", "d", "b", "e", "f"] {
            tables.get(&game(name));
        }
        assert_eq!(names(), ["a", "b", "e", "f"]);
        assert!(Arc::ptr_eq(&first, &tables.get(&game("a"))));
        let used: Vec<_> = ["b", "e", "f"].map(|name| tables.get(&game(name))).into();
        let small = tables.get(&game("g"));
        assert!(small.bytes() < first.bytes());
        assert_eq!(names(), ["a", "b", "e", "f"]);
        drop((first, used));
        tables.get(&game("g"));
        assert_eq!(names(), ["b", "e", "f", "g"]);
    }
}
