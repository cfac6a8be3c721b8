//! Saved tables: what a search has learnt, written down so that it can be continued.
//!
//! Little-endian words of 64 bits: a mark, the caller's tag, the number of buckets; then for
//! every entry its bucket and its two words; then `u64::MAX` and a checksum. A table can be
//! saved while a search uses it: an entry that is just being written is saved torn, and
//! a torn entry is not believed. To lose nothing when a save is interrupted, write to
//! a new file and rename it when it is complete.

use super::Table;
use std::io::{self, Read, Write};

const MARK: u64 = u64::from_le_bytes(*b"outplay1");
const END: u64 = u64::MAX;

/// A word stream that keeps a checksum of all it has seen.
struct Words<T> {
    stream: T,
    sum: u64,
}

impl<T> Words<T> {
    fn new(stream: T) -> Self {
        Self { stream, sum: MARK }
    }

    fn add(&mut self, word: u64) {
        self.sum = (self.sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.sum ^= self.sum >> 32;
    }
}

impl<T: Write> Words<T> {
    fn put(&mut self, word: u64) -> io::Result<()> {
        self.add(word);
        self.stream.write_all(&word.to_le_bytes())
    }
}

impl<T: Read> Words<T> {
    fn get(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.stream.read_exact(&mut bytes)?;
        let word = u64::from_le_bytes(bytes);
        self.add(word);
        Ok(word)
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

impl Table {
    /// Writes the table. The tag says what the keys mean, and must be the same
    /// when the table is read.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn save(&self, tag: u64, stream: impl Write) -> io::Result<()> {
        let mut words = Words::new(io::BufWriter::new(stream));
        for word in [MARK, tag, self.bucket_count() as u64] {
            words.put(word)?;
        }
        for (bucket, first, second) in self.raw_entries() {
            for word in [bucket as u64, first, second] {
                words.put(word)?;
            }
        }
        words.put(END)?;
        words.put(words.sum)?;
        words.stream.flush()
    }

    /// Reads a table that was saved with the same tag, if it takes no more than
    /// `most_bytes` (or the least size of a table).
    ///
    /// # Errors
    /// Those of the stream; a stream that is no saved table, that has another tag or is damaged
    /// or cut; a table that is too large.
    pub fn load(tag: u64, stream: impl Read, most_bytes: usize) -> io::Result<Self> {
        let mut words = Words::new(io::BufReader::new(stream));
        if words.get()? != MARK {
            return Err(damaged("not a saved table"));
        }
        if words.get()? != tag {
            return Err(damaged("a saved table of another game or version"));
        }
        let buckets = words.get()?;
        let table = usize::try_from(buckets)
            .ok()
            .and_then(|buckets| Self::with_buckets(buckets, most_bytes))
            .ok_or_else(|| damaged("a saved table larger than the memory limit"))?;
        loop {
            match words.get()? {
                END => break,
                bucket if bucket < buckets => {
                    let (first, second) = (words.get()?, words.get()?);
                    table.put_raw(bucket as usize, first, second);
                }
                _ => return Err(damaged("a damaged saved table")),
            }
        }
        let sum = words.sum;
        if words.get()? != sum {
            return Err(damaged("a damaged saved table"));
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::*;

    fn sample() -> (Table, Vec<u8>) {
        let table = Table::new(0);
        let mut rng = crate::Rng::new(5);
        for i in 0..500 {
            let key = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let open = Entry {
                proof: i + 1,
                disproof: 2,
            };
            table.put(key, open, u64::from(i));
        }
        let mut saved = Vec::new();
        table.save(42, &mut saved).unwrap();
        (table, saved)
    }

    #[test]
    fn a_table_comes_back() {
        let (table, saved) = sample();
        let loaded = Table::load(42, &saved[..], 0).unwrap();
        assert_eq!(loaded.bytes(), table.bytes());
        let entries: Vec<_> = table.raw_entries().collect();
        assert_eq!(entries.len(), 500);
        assert_eq!(loaded.raw_entries().collect::<Vec<_>>(), entries);
    }

    #[test]
    fn damage_is_noticed() {
        let (_, saved) = sample();
        assert!(Table::load(43, &saved[..], 0).is_err(), "another tag");
        for cut in [0, 7, 24, 100, saved.len() - 1] {
            assert!(Table::load(42, &saved[..cut], 0).is_err(), "cut at {cut}");
        }
        for place in (0..saved.len()).step_by(13) {
            let mut changed = saved.clone();
            changed[place] ^= 0x10;
            assert!(
                Table::load(42, &changed[..], 1 << 20).is_err(),
                "byte {place}"
            );
        }
    }
}
