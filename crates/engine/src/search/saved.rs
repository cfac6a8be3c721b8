//! A table written down, so that what was learnt over hours outlives the process.
//!
//! Only buckets in use are written, in order and each with its number, then their count and a
//! checksum, also of the size. A table can be written while threads still search: an entry that is
//! torn by that matches no key, now or later. What a file holds is believed as the
//! table itself would be, so a label says which game it belongs to. As buckets are in the order of
//! their keys, a file that is larger than the memory can be added to while it is copied.

use super::table::{
    BUCKET_WORDS, LEAST_BUCKETS, MOVABLE, Table, bucket_of, is_settled, upper_half,
};
use std::fmt;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 16] = b"outplay table 4\n";
const END: u64 = u64::MAX;
const LONGEST_LABEL: u64 = 1 << 20;

/// Why a saved table cannot be used.
#[derive(Debug)]
pub enum SavedError {
    /// It could not be read.
    Io(io::Error),
    /// Its successor could not be written.
    Write(io::Error),
    /// It is no saved table, or a damaged one; what is wrong.
    Damaged(&'static str),
    /// It belongs to something else.
    Foreign {
        /// Its label.
        found: String,
        /// The label that was asked for.
        expected: String,
    },
    /// It takes so many bytes, which is more than allowed.
    TooLarge(u64),
}

impl fmt::Display for SavedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read: {error}"),
            Self::Write(error) => write!(f, "cannot write: {error}"),
            Self::Damaged(what) => write!(f, "found {what}, expected a saved table"),
            Self::Foreign { found, expected } => {
                write!(
                    f,
                    "found a table of '{found}', expected one of '{expected}'"
                )
            }
            Self::TooLarge(bytes) => write!(
                f,
                "found a table of {} MB, more than the memory limit",
                bytes >> 20
            ),
        }
    }
}

impl std::error::Error for SavedError {}

impl From<io::Error> for SavedError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self::Damaged("a file that is cut off"),
            _ => Self::Io(error),
        }
    }
}

/// The entries of a bucket that are settled.
fn settled(mut bucket: [u64; BUCKET_WORDS]) -> [u64; BUCKET_WORDS] {
    for entry in bucket.chunks_mut(2) {
        if !is_settled(entry[1]) {
            entry.fill(0);
        }
    }
    bucket
}

/// A running checksum over 64-bit words, against accidents.
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Table {
    /// Adds what is settled in a bucket of a table with so many.
    fn add_all(&self, buckets: usize, index: usize, bucket: [u64; BUCKET_WORDS]) {
        for entry in settled(bucket).chunks(2).filter(|entry| entry[1] != 0) {
            let here = match buckets == self.bucket_count() {
                true => index,
                false => self.index(upper_half(buckets, index, entry[1])),
            };
            let mut bucket = self.bucket(here);
            if add(&mut bucket, entry) {
                self.set_bucket(here, bucket);
            }
        }
    }

    /// What is settled, each entry with its bucket in a table with `buckets` of them, in the order of these.
    fn settled_for(&self, buckets: usize) -> impl Iterator<Item = (usize, [u64; 2])> + '_ {
        (0..self.bucket_count()).flat_map(move |index| {
            let mut entries = [(usize::MAX, [0; 2]); BUCKET_WORDS / 2];
            let kept = settled(self.bucket(index));
            for (entry, words) in entries.iter_mut().zip(kept.chunks(2)) {
                if words[1] != 0 {
                    let high = upper_half(self.bucket_count(), index, words[1]);
                    *entry = (bucket_of(high, buckets), [words[0], words[1]]);
                }
            }
            entries.sort_by_key(|&(index, _)| index);
            entries.into_iter().filter(|entry| entry.1[1] != 0)
        })
    }

    /// Writes what is settled in the table; `label` says what it belongs to.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn save(&self, label: &str, out: &mut impl Write) -> io::Result<()> {
        let mut writer = Writer::new(label, self.bucket_count(), out)?;
        for index in 0..self.bucket_count() {
            writer.write(index, settled(self.bucket(index)))?;
        }
        writer.finish()
    }

    /// Reads a table that was saved with the same label and takes at most `most_bytes`.
    ///
    /// # Errors
    /// It cannot be read, is damaged, too large, or belongs to something else.
    pub fn read(label: &str, most_bytes: u64, input: &mut impl Read) -> Result<Self, SavedError> {
        let saved = Saved::open(label, input)?;
        if saved.bytes() > most_bytes && saved.buckets > LEAST_BUCKETS {
            return Err(SavedError::TooLarge(saved.bytes()));
        }
        let table = Self::with_buckets(saved.buckets);
        saved.for_each(|index, bucket| {
            table.set_bucket(index, bucket);
            Ok(())
        })?;
        Ok(table)
    }
}

/// Can entries be moved from a table with so many buckets to one with so many? One of less than 64 MB knows too
/// little of its keys for a larger one.
fn can_move(from: usize, to: usize) -> bool {
    from >= to.min(MOVABLE)
}

/// Puts a settled entry into a bucket, unless that knows it or is full of others; whether it did.
fn add(bucket: &mut [u64; BUCKET_WORDS], entry: &[u64]) -> bool {
    let settled = settled(*bucket);
    let same = |slot: &[u64]| slot[1] != 0 && slot[0] ^ slot[1] == entry[0] ^ entry[1];
    if settled.chunks(2).any(same) {
        return false;
    }
    let mut slots = bucket.chunks_mut(2).zip(settled.chunks(2));
    let free = slots.find(|(_, settled)| settled[1] == 0);
    free.map(|(slot, _)| slot.copy_from_slice(entry)).is_some()
}

/// Writes a table bucket by bucket, in order.
struct Writer<'a, W> {
    out: &'a mut W,
    sum: Checksum,
    written: u64,
}

impl<'a, W: Write> Writer<'a, W> {
    fn new(label: &str, buckets: usize, out: &'a mut W) -> io::Result<Self> {
        out.write_all(MAGIC)?;
        out.write_all(&(label.len() as u64).to_le_bytes())?;
        out.write_all(label.as_bytes())?;
        out.write_all(&(buckets as u64).to_le_bytes())?;
        Ok(Self {
            out,
            sum: Checksum(buckets as u64),
            written: 0,
        })
    }

    /// Writes a bucket, unless it is empty.
    fn write(&mut self, index: usize, bucket: [u64; BUCKET_WORDS]) -> io::Result<()> {
        if bucket.iter().all(|&word| word == 0) {
            return Ok(());
        }
        for word in std::iter::once(index as u64).chain(bucket) {
            self.sum.add(word);
            self.out.write_all(&word.to_le_bytes())?;
        }
        self.written += 1;
        Ok(())
    }

    fn finish(self) -> io::Result<()> {
        for word in [END, self.written, self.sum.0] {
            self.out.write_all(&word.to_le_bytes())?;
        }
        self.out.flush()
    }
}

/// A saved table whose head was read: whose it is, and how large.
pub struct Saved<'a, R> {
    label: &'a str,
    input: R,
    buckets: usize,
}

impl<'a, R: Read> Saved<'a, R> {
    /// Reads the head of a table that was saved with this label.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or belongs to something else.
    pub fn open(label: &'a str, mut input: R) -> Result<Self, SavedError> {
        let buckets = read_head(label, &mut input)?;
        Ok(Self {
            label,
            input,
            buckets,
        })
    }

    /// How many bytes the table takes that was saved.
    pub fn bytes(&self) -> u64 {
        (self.buckets as u64).saturating_mul(8 * BUCKET_WORDS as u64)
    }

    /// Is it larger than a table, so that not all that it holds may find room there?
    pub fn is_larger_than(&self, table: &Table) -> bool {
        self.buckets > table.bucket_count()
    }

    /// Adds what is settled to a table, where there is room for it. From a table of less than 64 MB nothing can be
    /// added to a larger one, and the answer is no. What a damaged file says may have been added when that is found.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub fn add_to(self, table: &Table) -> Result<bool, SavedError> {
        let buckets = self.buckets;
        if !can_move(buckets, table.bucket_count()) {
            return Ok(false);
        }
        self.for_each(|index, bucket| {
            table.add_all(buckets, index, bucket);
            Ok(())
        })?;
        Ok(true)
    }

    /// Can what a table has settled be added to it? Not from a table of less than 64 MB to a larger one.
    pub fn can_take(&self, table: &Table) -> bool {
        can_move(table.bucket_count(), self.buckets)
    }

    /// Writes it again, with what a table has settled beside what it says itself, where there is room for it. That
    /// takes no memory.
    ///
    /// # Errors
    /// It cannot be read or is damaged, or `out` cannot be written.
    pub fn save_with(self, table: &Table, out: &mut impl Write) -> Result<(), SavedError> {
        let buckets = self.buckets;
        let mut own = table.settled_for(buckets).peekable();
        let mut writer = Writer::new(self.label, buckets, out).map_err(SavedError::Write)?;
        // Before a bucket of the file come those in which only the table has something.
        let mut write_until = |end: usize, theirs: [u64; BUCKET_WORDS]| {
            let mut bucket = [0; BUCKET_WORDS];
            let mut at = None;
            while let Some((index, entry)) = own.next_if(|&(index, _)| index <= end) {
                if at != Some(index) {
                    if let Some(at) = at {
                        writer.write(at, bucket)?;
                    }
                    bucket = if index == end {
                        theirs
                    } else {
                        [0; BUCKET_WORDS]
                    };
                    at = Some(index);
                }
                add(&mut bucket, &entry);
            }
            if let Some(at) = at {
                writer.write(at, bucket)?;
            }
            match at == Some(end) {
                true => Ok(()),
                false => writer.write(end, theirs),
            }
        };
        self.for_each(|index, bucket| write_until(index, settled(bucket)))?;
        write_until(buckets - 1, [0; BUCKET_WORDS])
            .and_then(|()| writer.finish())
            .map_err(SavedError::Write)
    }

    /// Reads the buckets, and whether they are what was written.
    fn for_each(
        mut self,
        mut take: impl FnMut(usize, [u64; BUCKET_WORDS]) -> io::Result<()>,
    ) -> Result<(), SavedError> {
        let mut sum = Checksum(self.buckets as u64);
        let mut read = 0u64;
        let mut least = 0;
        loop {
            let index = read_word(&mut self.input)?;
            if index == END {
                break;
            }
            if index < least || index >= self.buckets as u64 {
                return Err(SavedError::Damaged("a damaged file"));
            }
            least = index + 1;
            sum.add(index);
            let mut bucket = [0; BUCKET_WORDS];
            for slot in &mut bucket {
                *slot = read_word(&mut self.input)?;
                sum.add(*slot);
            }
            take(index as usize, bucket).map_err(SavedError::Write)?;
            read += 1;
        }
        match read_word(&mut self.input)? == read && read_word(&mut self.input)? == sum.0 {
            true => Ok(()),
            false => Err(SavedError::Damaged("a damaged file")),
        }
    }
}

fn read_word(input: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Reads whose table it is, and says how many buckets it has.
fn read_head(label: &str, input: &mut impl Read) -> Result<usize, SavedError> {
    let foreign = |found: String| SavedError::Foreign {
        found,
        expected: label.to_owned(),
    };
    let mut magic = [0; MAGIC.len()];
    input.read_exact(&mut magic)?;
    if &magic != MAGIC {
        return Err(match magic.starts_with(b"outplay table ") {
            true => foreign("another version of outplay".to_owned()),
            false => SavedError::Damaged("another kind of file"),
        });
    }
    let length = read_word(input)?;
    if length > LONGEST_LABEL {
        return Err(SavedError::Damaged("a damaged file"));
    }
    let mut found = vec![0; length as usize];
    input.read_exact(&mut found)?;
    if found != label.as_bytes() {
        return Err(foreign(String::from_utf8_lossy(&found).into_owned()));
    }
    match usize::try_from(read_word(input)?) {
        Ok(buckets) if buckets >= LEAST_BUCKETS => Ok(buckets),
        _ => Err(SavedError::Damaged("a damaged file")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::*;

    fn saved() -> (Table, Vec<u8>) {
        let table = Table::new(0);
        for i in 0..500u128 {
            let key = (i * 0x1234_5678_9ABC_DEF1_0123_4567_89AB_CDEF).rotate_left(7);
            table.put(key, Entry::settled(i % 3 == 0), i as u64);
        }
        let mut bytes = Vec::new();
        table.save("edge path:4", &mut bytes).unwrap();
        (table, bytes)
    }

    #[test]
    fn what_is_settled_can_be_kept_and_put_together() {
        let key = |i: u128| (i * 0x1234_5678_9ABC_DEF1_0123_4567_89AB_CDEF).rotate_left(7);
        let open = Entry::new(3, 4);
        let tables = [Table::new(0), Table::new(0)];
        for i in 0..400u128 {
            let entry = match i % 3 {
                0 => open,
                1 => Entry::settled(true),
                _ => Entry::settled(false),
            };
            tables[(i / 200) as usize].put(key(i), entry, 9);
        }
        // Both know this one; the first has not settled it.
        tables[0].put(key(200 + 1), open, 9);
        let mut bytes = Vec::new();
        tables[1].save("edge", &mut bytes).unwrap();
        let kept = Table::read("edge", 1 << 30, &mut &bytes[..]).unwrap();
        let file = Saved::open("edge", &bytes[..]).unwrap();
        assert!(file.add_to(&tables[0]).unwrap());
        for i in 0..400u128 {
            let known = tables[(i / 200) as usize].get(key(i));
            assert!(known.is_some());
            if i >= 200 {
                let settled = known.filter(|entry| entry.value().is_some());
                assert_eq!(kept.get(key(i)), settled, "{i}");
                let both = tables[0]
                    .get(key(i))
                    .filter(|entry| entry.value().is_some());
                assert_eq!(both, settled, "{i}");
            }
        }
    }

    #[test]
    fn what_is_settled_moves_to_tables_of_other_sizes() {
        let mut rng = crate::Rng::new(3);
        let keys: Vec<u128> = (0..2000)
            .map(|_| u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()))
            .collect();
        let [small, odd, large] = [1 << 14, MOVABLE + 12_345, 3 * MOVABLE + 1];
        for (from, to, moves) in [
            (odd, large, true),
            (large, odd, true),
            (large, small, true),
            (MOVABLE, 2 * MOVABLE, true),
            (small, small, true),
            (small, odd, false),
        ] {
            let tables = [from, to].map(Table::with_buckets);
            for (i, &key) in keys.iter().enumerate() {
                tables[0].put(key, Entry::settled(i % 3 == 0), 9);
            }
            let mut bytes = Vec::new();
            tables[0].save("edge", &mut bytes).unwrap();
            let file = Saved::open("edge", &bytes[..]).unwrap();
            assert_eq!(file.is_larger_than(&tables[1]), from > to);
            assert_eq!(file.add_to(&tables[1]).unwrap(), moves);
            for &key in &keys {
                let expected = tables[0].get(key).filter(|_| moves);
                assert_eq!(tables[1].get(key), expected, "{from} {to}");
            }
        }
    }

    #[test]
    fn a_file_is_added_to_while_it_is_copied() {
        let mut rng = crate::Rng::new(4);
        // Some buckets get several entries, some more than they have room for.
        let keys: Vec<u128> = (0..4000)
            .map(|i| {
                let high = match i % 2 {
                    0 => rng.next_u64(),
                    _ => rng.next_u64() >> 40 << 30,
                };
                u128::from(high) << 64 | u128::from(rng.next_u64())
            })
            .collect();
        let open = Entry::new(3, 4);
        let [small, odd, large] = [1 << 14, MOVABLE + 12_345, 3 * MOVABLE + 1];
        for (file_size, table_size, moves) in [
            (large, odd, true),
            (odd, large, true),
            (odd, odd, true),
            (small, odd, true),
            (small, small, true),
            (large, small, false),
        ] {
            let file = Table::with_buckets(file_size);
            let table = Table::with_buckets(table_size);
            for (i, &key) in keys.iter().enumerate() {
                let settled = Entry::settled(i % 3 == 0);
                match i % 5 {
                    0 | 1 => file.put(key, settled, 9),
                    2 => table.put(key, open, 9),
                    3 => {
                        file.put(key, settled, 9);
                        table.put(key, settled, 9);
                    }
                    _ => table.put(key, settled, 9),
                }
            }
            let mut bytes = Vec::new();
            file.save("edge", &mut bytes).unwrap();
            let saved = Saved::open("edge", &bytes[..]).unwrap();
            assert_eq!(saved.can_take(&table), moves);
            if !moves {
                continue;
            }
            let mut copied = Vec::new();
            saved.save_with(&table, &mut copied).unwrap();
            // The same as is put together in memory.
            let mut of_table = Vec::new();
            table.save("edge", &mut of_table).unwrap();
            let of_table = Saved::open("edge", &of_table[..]).unwrap();
            assert!(of_table.add_to(&file).unwrap());
            let copy = Table::read("edge", 1 << 30, &mut &copied[..]).unwrap();
            assert_eq!(copy.bucket_count(), file_size);
            for &key in &keys {
                assert_eq!(copy.get(key), file.get(key), "{file_size} {table_size}");
            }
            let added = keys.iter().skip(4).step_by(5);
            let found = added.filter(|&&key| copy.get(key).is_some()).count();
            assert!(found > 300, "{found} of 800");
            let mut again = Vec::new();
            copy.save("edge", &mut again).unwrap();
            assert_eq!(copied, again, "in order");

            bytes.truncate(bytes.len() - 100);
            let cut = Saved::open("edge", &bytes[..]).unwrap();
            let damaged = cut.save_with(&table, &mut Vec::new());
            assert!(matches!(damaged, Err(SavedError::Damaged(_))));
        }
    }

    /// It stood outside the checksum: a changed bit put what was learnt in the place of other keys.
    #[test]
    fn a_changed_size_of_a_saved_table_is_seen() {
        let (_, bytes) = saved();
        let size = MAGIC.len() + 8 + "edge path:4".len();
        for bit in 0..24 {
            let mut damaged = bytes.clone();
            damaged[size + bit / 8] ^= 1 << (bit % 8);
            assert!(
                Table::read("edge path:4", 1 << 30, &mut &damaged[..]).is_err(),
                "{bit}"
            );
        }
    }

    #[test]
    fn a_saved_table_knows_the_same() {
        let (table, bytes) = saved();
        let again = Table::read("edge path:4", 1 << 30, &mut &bytes[..]).unwrap();
        for i in 0..1000u128 {
            let key = (i * 0x1234_5678_9ABC_DEF1_0123_4567_89AB_CDEF).rotate_left(7);
            assert_eq!(again.get(key), table.get(key));
        }
        assert!(again.fill() > 0.0);
    }

    #[test]
    fn damage_is_found() {
        let (_, bytes) = saved();
        let read = |bytes: &[u8]| Table::read("edge path:4", 1 << 30, &mut &bytes[..]).is_ok();
        assert!(read(&bytes));
        for cut in (0..bytes.len()).step_by(97) {
            assert!(!read(&bytes[..cut]), "cut at {cut}");
        }
        for at in (0..bytes.len()).step_by(41) {
            let mut spoiled = bytes.clone();
            spoiled[at] ^= 16;
            assert!(!read(&spoiled), "spoiled at {at}");
        }
        let other = Table::read("edge path:5", 1 << 30, &mut &bytes[..]);
        assert!(matches!(other, Err(SavedError::Foreign { found, .. }) if found == "edge path:4"));
        let mut huge = bytes.clone();
        let at = MAGIC.len() + 8 + "edge path:4".len();
        huge[at..at + 8].copy_from_slice(&(1u64 << 40).to_le_bytes());
        let huge = Table::read("edge path:4", 1 << 30, &mut &huge[..]);
        assert!(matches!(huge, Err(SavedError::TooLarge(_))));
    }
}
