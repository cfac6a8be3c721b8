//! The transposition table: what is known of positions met before.
//!
//! A fixed array of 64-byte buckets with four entries of two words each, shared by
//! all threads without locks. The first word holds 64 bits of the key, xored with
//! the second word; a torn pair of words, written by two threads at once, then
//! matches no key and is not believed. The second word holds 27 more bits of
//! the key, two numbers and the effort that was spent. With the bucket's number
//! (at least 14 bits) that is 105 bits of the key or more that must agree; in tables of 64 MB and
//! more 111, without a gap, so that an entry can be moved to a table of another size.
//! A full bucket gives up its entry with the least effort.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// What the table knows of a position, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How hard a win is to prove; 0 when it is proven.
    pub proof: u32,
    /// How hard a loss is to prove; 0 when it is proven.
    pub disproof: u32,
}

impl Entry {
    /// More than any finite proof number.
    pub const INFINITE: u32 = u32::MAX >> 2;

    /// How hard a win and a loss are to prove.
    pub const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    /// The entry of a settled position.
    pub fn settled(win: bool) -> Self {
        match win {
            true => Self::new(0, Self::INFINITE),
            false => Self::new(Self::INFINITE, 0),
        }
    }

    /// Does the player to move win, if that is known?
    pub fn value(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// A transposition table of fixed size.
pub struct Table {
    words: Vec<AtomicU64>,
    /// Where the first whole page begins.
    offset: usize,
    buckets: usize,
    /// A bit for every page of memory that was written to. The others are not read: the system would give them
    /// a page of zeros, and take that away from all threads when somebody writes there.
    written: Vec<AtomicU64>,
    /// A bit for every sketch of an entry; whether that is true of all entries. Others may have the same bit.
    sketches: Vec<AtomicU64>,
    all_sketched: AtomicBool,
    /// Settled positions that took at least so much effort, since they were last asked for.
    news: Mutex<Vec<Verdict>>,
    news_from: AtomicU64,
}

/// The number of the bucket, among so many, of a key with this upper half.
#[inline]
pub(super) fn bucket_of(high: u64, buckets: usize) -> usize {
    ((u128::from(high) * buckets as u128) >> 64) as usize
}

/// What the bucket of an entry, of so many, and its second word tell of the upper half of its key: all but the last bits. Nothing is
/// known of the bits between the two in a table of less than 64 MB.
pub(super) fn upper_half(buckets: usize, index: usize, data: u64) -> u64 {
    let first = |index: usize| ((index as u128) << 64).div_ceil(buckets as u128);
    let known = data >> CHECK_SHIFT << (CHECK_SHIFT - CHECK_AFTER);
    let inside = first(index)..first(index + 1);
    let begins = inside.start >> (64 - CHECK_AFTER);
    (begins..=begins + 1)
        .map(|begin| begin << (64 - CHECK_AFTER) | u128::from(known))
        .find(|high| inside.contains(&(high | 1 << (CHECK_SHIFT - CHECK_AFTER - 1))))
        .unwrap_or(inside.start) as u64
}

/// A key, and whether the player to move wins the position that it stands for.
pub type Verdict = (u128, bool);

pub(super) const BUCKET_WORDS: usize = 8;
pub(super) const LEAST_BUCKETS: usize = 1 << 14;
/// So many buckets are about a page of memory.
const PAGE: usize = 64;
/// Two megabytes of sketches are enough for ten million entries; with more of them, keys are made again.
const MOST_SKETCHES: usize = 1 << 18;
const EFFORT_BITS: u32 = 5;
const CHECK_BITS: u32 = 27;
const CHECK_SHIFT: u32 = 64 - CHECK_BITS;
/// The check bits come after so many bits of the key's upper half, of which the first say the bucket.
const CHECK_AFTER: u32 = 20;
/// Tables with so many buckets know their keys without a gap.
pub(super) const MOVABLE: usize = 1 << CHECK_AFTER;

impl Table {
    /// A table of about `bytes` bytes, never less than one megabyte. Memory is taken
    /// from the system as it is used; where it gives out addresses sparingly, as under a limit of
    /// them, the table takes at most half of what is left.
    pub fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / (8 * BUCKET_WORDS)).max(LEAST_BUCKETS);
        let fits = |buckets| {
            let words = 2 * BUCKET_WORDS * buckets;
            Vec::<u64>::new().try_reserve_exact(words).is_ok()
        };
        while buckets > LEAST_BUCKETS && !fits(buckets) {
            buckets = (buckets / 2).max(LEAST_BUCKETS);
        }
        Self::with_buckets(buckets)
    }

    pub(super) fn with_buckets(buckets: usize) -> Self {
        let words = zeros((buckets + PAGE) * BUCKET_WORDS);
        let page = PAGE * BUCKET_WORDS;
        let offset = words.as_ptr().align_offset(8 * page) % page;
        Self {
            words,
            offset,
            buckets,
            written: zeros(buckets / PAGE / 64 + 1),
            sketches: zeros(buckets.div_ceil(4).min(MOST_SKETCHES)),
            all_sketched: AtomicBool::new(true),
            news: Mutex::default(),
            news_from: AtomicU64::new(u64::MAX),
        }
    }

    /// From now on keeps a list of the positions that it learns to be settled and that took at
    /// least `effort` positions, to be told to other tables.
    pub fn keep_news(&self, effort: u64) {
        self.news_from.store(effort, Relaxed);
    }

    /// What was settled since this was last asked.
    pub fn take_news(&self) -> Vec<Verdict> {
        std::mem::take(&mut self.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Believes what another table has learnt.
    pub fn learn(&self, news: impl IntoIterator<Item = Verdict>) {
        // Not more than that, so that what comes later finds room.
        let effort = self.news_from.load(Relaxed).min(1 << 16);
        for (key, wins) in news {
            self.store(key, Entry::settled(wins), effort);
            self.all_sketched.store(false, Relaxed);
        }
    }

    /// Remembers the sketch of a position that was put into the table.
    pub(super) fn sketch(&self, sketch: u64) {
        let (word, bit) = self.sketched(sketch);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// May a position with this sketch be in the table?
    #[inline]
    pub(super) fn may_hold(&self, sketch: u64) -> bool {
        let (word, bit) = self.sketched(sketch);
        word.load(Relaxed) & bit != 0 || !self.all_sketched.load(Relaxed)
    }

    fn sketched(&self, sketch: u64) -> (&AtomicU64, u64) {
        let word = (u128::from(sketch) * self.sketches.len() as u128) >> 64;
        (&self.sketches[word as usize], 1 << (sketch % 64))
    }

    pub(super) fn bucket_count(&self) -> usize {
        self.buckets
    }

    /// Where the bit of a bucket's page is.
    fn page(&self, index: usize) -> (&AtomicU64, u64) {
        let page = index / PAGE;
        (&self.written[page / 64], 1 << (page % 64))
    }

    fn is_written(&self, index: usize) -> bool {
        let (word, bit) = self.page(index);
        word.load(Relaxed) & bit != 0
    }

    /// Tells that a bucket's page may be read from now on.
    fn write(&self, index: usize) {
        let (word, bit) = self.page(index);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    pub(super) fn bucket(&self, index: usize) -> [u64; BUCKET_WORDS] {
        if !self.is_written(index) {
            return [0; BUCKET_WORDS];
        }
        let start = self.offset + index * BUCKET_WORDS;
        std::array::from_fn(|i| self.words[start + i].load(Relaxed))
    }

    pub(super) fn set_bucket(&self, index: usize, bucket: [u64; BUCKET_WORDS]) {
        self.all_sketched.store(false, Relaxed);
        self.write(index);
        let start = self.offset + index * BUCKET_WORDS;
        for (word, value) in self.words[start..].iter().zip(bucket) {
            word.store(value, Relaxed);
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        8 * (self.words.len() + self.sketches.len() + self.written.len())
    }

    /// About which part of the table is in use, from a sample.
    pub fn fill(&self) -> f64 {
        let entries = 4 * self.buckets.min(1 << 12);
        let used = (0..entries)
            .filter(|i| self.words[self.offset + 2 * i + 1].load(Relaxed) != 0)
            .count();
        used as f64 / entries as f64
    }

    /// The number of the bucket of a key with this upper half.
    #[inline]
    pub(super) fn index(&self, high: u64) -> usize {
        bucket_of(high, self.buckets)
    }

    /// The number of the bucket, the bucket, the first word and the check bits that belong to a key.
    #[inline]
    fn place(&self, key: u128) -> (usize, &[AtomicU64], u64, u64) {
        let (high, low) = ((key >> 64) as u64, key as u64);
        let index = self.index(high);
        let start = self.offset + index * BUCKET_WORDS;
        (
            index,
            &self.words[start..start + BUCKET_WORDS],
            low,
            high << CHECK_AFTER >> CHECK_SHIFT << CHECK_SHIFT,
        )
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u128) -> Option<Entry> {
        let (index, bucket, word, check) = self.place(key);
        if !self.is_written(index) {
            return None;
        }
        for i in 0..4 {
            let data = bucket[2 * i + 1].load(Relaxed);
            if data >> CHECK_SHIFT == check >> CHECK_SHIFT
                && bucket[2 * i].load(Relaxed) ^ data == word
                && data != 0
            {
                return Some(unpacked(data));
            }
        }
        None
    }

    /// Stores an entry that took about `effort` positions to find.
    pub fn put(&self, key: u128, entry: Entry, effort: u64) {
        if effort >= self.news_from.load(Relaxed)
            && let Some(wins) = entry.value()
        {
            let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
            news.push((key, wins));
        }
        self.store(key, entry, effort);
    }

    fn store(&self, key: u128, entry: Entry, effort: u64) {
        let (index, bucket, word, check) = self.place(key);
        let effort = u64::from((effort.max(1).ilog2() + 1).min((1 << EFFORT_BITS) - 1));
        let data = u64::from(pack(entry.proof))
            | u64::from(pack(entry.disproof)) << 16
            | effort << 32
            | check;
        let mut victim = 0;
        let mut least = u64::MAX;
        let used = if self.is_written(index) { 4 } else { 0 };
        for i in 0..used {
            let old = bucket[2 * i + 1].load(Relaxed);
            let old_effort = if old == 0 {
                0
            } else if bucket[2 * i].load(Relaxed) ^ old == word
                && old >> CHECK_SHIFT == check >> CHECK_SHIFT
            {
                let known = unpacked(old);
                if known.value().is_some() && entry.value().is_none() {
                    return;
                }
                victim = i;
                break;
            } else {
                1 + ((old >> 32) & ((1 << EFFORT_BITS) - 1))
            };
            if old_effort < least {
                least = old_effort;
                victim = i;
            }
        }
        bucket[2 * victim].store(word ^ data, Relaxed);
        bucket[2 * victim + 1].store(data, Relaxed);
        self.write(index);
    }
}

/// Zeroed memory from the system, not touched; the conversion does nothing.
fn zeros(words: usize) -> Vec<AtomicU64> {
    vec![0u64; words].into_iter().map(AtomicU64::new).collect()
}

/// Does the second word of an entry say that the position is won or lost?
pub(super) fn is_settled(data: u64) -> bool {
    let packed = [data as u16, (data >> 16) as u16];
    data != 0 && packed.contains(&0)
}

const MANTISSA_BITS: u32 = 12;
const PACKED_INFINITE: u16 = u16::MAX;

/// A proof number in 16 bits, twelve of them significant, rounded upwards.
#[inline]
fn pack(number: u32) -> u16 {
    if number >= Entry::INFINITE {
        return PACKED_INFINITE;
    }
    let mut exponent = (32 - number.leading_zeros()).saturating_sub(MANTISSA_BITS);
    let mut mantissa = (number + ((1 << exponent) - 1)) >> exponent;
    if mantissa >> MANTISSA_BITS != 0 {
        exponent += 1;
        mantissa = number.div_ceil(1 << exponent);
    }
    if exponent > 15 {
        return PACKED_INFINITE - 1;
    }
    ((exponent << MANTISSA_BITS | mantissa) as u16).min(PACKED_INFINITE - 1)
}

#[inline]
fn unpacked(data: u64) -> Entry {
    Entry::new(unpack(data as u16), unpack((data >> 16) as u16))
}

#[inline]
fn unpack(packed: u16) -> u32 {
    match packed {
        PACKED_INFINITE => Entry::INFINITE,
        _ => (u32::from(packed) & ((1 << MANTISSA_BITS) - 1)) << (packed >> MANTISSA_BITS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers_are_never_too_small_and_keep_their_order() {
        let mut last = 0;
        for number in (0..5000).chain((0..4000).map(|i| 5000 + i * 33_333)) {
            let back = unpack(pack(number));
            assert!(
                back >= number && back <= number + number / 1024,
                "{number} {back}"
            );
            assert!(back >= last);
            last = back;
        }
        for number in [0, 1, 4095] {
            assert_eq!(unpack(pack(number)), number);
        }
        assert_eq!(unpack(pack(Entry::INFINITE)), Entry::INFINITE);
        assert!(unpack(pack(Entry::INFINITE - 1)) < Entry::INFINITE);
    }

    #[test]
    fn remembers_and_keeps_what_took_most_effort() {
        let table = Table::new(0);
        assert_eq!(table.bytes() >> 20, 1);
        let key = |i: u128| (7 << 120) + i;
        let open = Entry::new(3, 5);
        assert_eq!(table.get(key(1)), None);
        table.put(key(1), open, 1 << 20);
        assert_eq!(table.get(key(1)), Some(open));
        for i in 2..100 {
            table.put(key(i), Entry::settled(i % 2 == 0), i as u64);
            assert_eq!(table.get(key(i)).and_then(Entry::value), Some(i % 2 == 0));
        }
        assert_eq!(
            table.get(key(1)),
            Some(open),
            "the entry that took most effort"
        );
        assert!(table.fill() < 0.01);

        table.keep_news(100);
        table.put(key(1), Entry::settled(true), 100);
        table.put(key(1), open, 1 << 30);
        assert_eq!(
            table.get(key(1)),
            Some(Entry::settled(true)),
            "settled for good"
        );

        table.put(key(2), Entry::settled(true), 99);
        let news = table.take_news();
        assert_eq!(news, [(key(1), true)], "settled, and worth telling");
        assert_eq!(table.take_news(), []);
        let other = Table::new(0);
        other.learn(news);
        assert_eq!(other.get(key(1)), Some(Entry::settled(true)));
        assert_eq!(other.get(key(2)), None);
    }
}
