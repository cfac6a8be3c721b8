//! The transposition table: what is known of positions met before.
//!
//! A fixed array of 64-byte buckets with four entries of two words each, shared by
//! all threads without locks. The first word holds 64 bits of the key, xored with
//! the second word; a torn pair of words, written by two threads at once, then
//! matches no key and is not believed. The second word holds 27 more bits of
//! the key, two numbers and the effort that was spent. With the bucket's number
//! (at least 14 bits) that is 105 bits of the key or more that must agree.
//! A full bucket gives up its entry with the least effort.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

    /// The entry of a settled position.
    pub fn settled(win: bool) -> Self {
        if win {
            Self {
                proof: 0,
                disproof: Self::INFINITE,
            }
        } else {
            Self {
                proof: Self::INFINITE,
                disproof: 0,
            }
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

#[repr(align(64))]
#[derive(Default)]
struct Bucket([AtomicU64; 8]);

/// A transposition table of fixed size.
pub struct Table {
    buckets: Vec<Bucket>,
}

const EFFORT_BITS: u32 = 5;
const CHECK_BITS: u32 = 27;
const CHECK_SHIFT: u32 = 64 - CHECK_BITS;

impl Table {
    /// A table of about `bytes` bytes, never less than one megabyte.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket>()).max(1 << 14);
        Self {
            buckets: std::iter::repeat_with(Bucket::default)
                .take(buckets)
                .collect(),
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// About which part of the table is in use, from a sample.
    pub fn fill(&self) -> f64 {
        let sample = &self.buckets[..self.buckets.len().min(1 << 12)];
        let used: usize = sample
            .iter()
            .map(|bucket| {
                (0..4)
                    .filter(|i| bucket.0[2 * i + 1].load(Relaxed) != 0)
                    .count()
            })
            .sum();
        used as f64 / (4 * sample.len()) as f64
    }

    /// The bucket, the first word and the check bits that belong to a key.
    #[inline]
    fn place(&self, key: u128) -> (&Bucket, u64, u64) {
        let (high, low) = ((key >> 64) as u64, key as u64);
        let index = (u128::from(high) * self.buckets.len() as u128) >> 64;
        (&self.buckets[index as usize], low, high << CHECK_SHIFT)
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn get(&self, key: u128) -> Option<Entry> {
        let (bucket, word, check) = self.place(key);
        for i in 0..4 {
            let data = bucket.0[2 * i + 1].load(Relaxed);
            if data >> CHECK_SHIFT == check >> CHECK_SHIFT
                && bucket.0[2 * i].load(Relaxed) ^ data == word
                && data != 0
            {
                return Some(Entry {
                    proof: unpack(data as u16),
                    disproof: unpack((data >> 16) as u16),
                });
            }
        }
        None
    }

    /// Stores an entry that took about `effort` positions to find.
    pub fn put(&self, key: u128, entry: Entry, effort: u64) {
        let (bucket, word, check) = self.place(key);
        let effort = u64::from((effort.max(1).ilog2() + 1).min((1 << EFFORT_BITS) - 1));
        let data = u64::from(pack(entry.proof))
            | u64::from(pack(entry.disproof)) << 16
            | effort << 32
            | check;
        let mut victim = 0;
        let mut least = u64::MAX;
        for i in 0..4 {
            let old = bucket.0[2 * i + 1].load(Relaxed);
            let old_effort = if old == 0 {
                0
            } else if bucket.0[2 * i].load(Relaxed) ^ old == word
                && old >> CHECK_SHIFT == check >> CHECK_SHIFT
            {
                let known = Entry {
                    proof: unpack(old as u16),
                    disproof: unpack((old >> 16) as u16),
                };
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
        bucket.0[2 * victim].store(word ^ data, Relaxed);
        bucket.0[2 * victim + 1].store(data, Relaxed);
    }
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
fn unpack(packed: u16) -> u32 {
    match packed {
        PACKED_INFINITE => Entry::INFINITE,
        _ => (u32::from(packed) & ((1 << MANTISSA_BITS) - 1)) << (packed >> MANTISSA_BITS),
    }
}
