//! The tables of searches, by the names of games: what one question has learnt serves the next.

use outplay_engine::search::Table;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tables under the names that they are asked for.
pub struct Tables {
    bytes: AtomicUsize,
    most: usize,
    /// The last one was used last.
    live: Mutex<Vec<(String, Arc<Table>)>>,
}

impl Tables {
    /// At most so many tables at a time, each of so many bytes: the one that was not used for
    /// longest makes room. Nothing is allocated before it is asked for.
    pub const fn new(bytes: usize, most: usize) -> Self {
        Self {
            bytes: AtomicUsize::new(bytes),
            most,
            live: Mutex::new(Vec::new()),
        }
    }

    fn live(&self) -> MutexGuard<'_, Vec<(String, Arc<Table>)>> {
        // Nothing panics while the lock is held.
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table with a name. If all that live are being worked with, a small one that is
    /// forgotten after the work.
    pub fn get(&self, name: &str) -> Arc<Table> {
        let mut live = self.live();
        let bytes = self.bytes.load(Relaxed);
        let entry = match live.iter().position(|(known, _)| known == name) {
            Some(place) => live.remove(place),
            None => {
                if live.len() >= self.most {
                    let unused = |(_, table): &(String, Arc<Table>)| Arc::strong_count(table) == 1;
                    match live.iter().position(unused) {
                        Some(place) => drop(live.remove(place)),
                        None => return Arc::new(Table::new(bytes / 16)),
                    }
                }
                (name.to_owned(), Arc::new(Table::new(bytes)))
            }
        };
        let found = entry.1.clone();
        live.push(entry);
        found
    }

    /// Takes a table that was read from a file.
    pub fn put(&self, name: &str, table: Arc<Table>) {
        let mut live = self.live();
        live.retain(|(known, _)| known != name);
        live.push((name.to_owned(), table));
    }

    /// Tables that are made from now on have at most so many bytes.
    pub fn at_most(&self, bytes: usize) {
        self.bytes.fetch_min(bytes, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_tables_live_and_those_in_use_stay() {
        let tables = Tables::new(1 << 22, 4);
        let names = || -> Vec<String> {
            let live = tables.live();
            live.iter().map(|(name, _)| name.clone()).collect()
        };
        let first = tables.get("a");
        for name in ["b", "c", "d", "b", "e", "f"] {
            tables.get(name);
        }
        assert_eq!(names(), ["a", "b", "e", "f"]);
        assert!(Arc::ptr_eq(&first, &tables.get("a")));
        let used: Vec<_> = ["b", "e", "f"].map(|name| tables.get(name)).into();
        let small = tables.get("g");
        assert!(small.bytes() < first.bytes());
        assert_eq!(names(), ["a", "b", "e", "f"]);
        drop((first, used));
        tables.get("g");
        assert_eq!(names(), ["b", "e", "f", "g"]);
    }
}
