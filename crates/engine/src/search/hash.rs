//! Hashes of 128 bits for keys.

use std::hash::Hasher;

/// Spreads 64 bits over a word, for hashes of single things that are then added up.
#[inline]
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 29)
}

/// Spreads 128 bits, for hashes of things in no order: each is spread, and they are added up. A bijection.
#[inline]
pub fn spread(x: u128) -> u128 {
    const FACTOR: u128 = 0xDA94_2042_E4DD_58B5_9E37_79B9_7F4A_7C15;
    let x = x ^ 0x6A09_E667_F3BC_C908_B2FB_1366_EA95_7D3E;
    let x = (x ^ (x >> 67)).wrapping_mul(FACTOR);
    let x = (x ^ (x >> 61)).wrapping_mul(FACTOR);
    x ^ (x >> 67)
}

/// Sorts a list of hashes with what has them. Keys spend much of their time here, and crates of games may be compiled
/// for size.
pub fn sort_hashes(order: &mut [(u64, u8)]) {
    order.sort_unstable();
}

/// A hash of 128 bits, fixed for ever and quick on words. Each word of 64 bits goes into
/// one half of the state, and each step is a bijection of the whole state, so that what
/// differs in the other half cannot be made equal by the next word.
#[derive(Clone, Copy, Debug)]
pub struct Hash128(u128);

impl Hash128 {
    /// The hash of nothing but a seed.
    #[inline]
    pub fn new(seed: u64) -> Self {
        let mut hash = Self(0x243F_6A88_85A3_08D3_1319_8A2E_0370_7344);
        hash.word(seed);
        hash
    }

    /// Adds a word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        const FACTOR: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        let state = (self.0 ^ u128::from(word)).wrapping_mul(FACTOR);
        self.0 = state ^ (state >> 65);
    }

    /// The hash of all words so far.
    #[inline]
    pub fn value(mut self) -> u128 {
        self.word(0);
        self.word(0);
        self.0
    }
}

impl Hasher for Hash128 {
    fn write(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.word(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.word(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    fn write_u128(&mut self, n: u128) {
        self.word(n as u64);
        self.word((n >> 64) as u64);
    }
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
    fn finish(&self) -> u64 {
        self.value() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Flipping any bit of two words flips every bit of the hash about half of the time.
    fn every_bit_counts(hash: fn([u64; 2]) -> u128) {
        let mut rng = crate::Rng::new(9);
        const ROUNDS: u32 = 400;
        for flipped in 0..128 {
            let mut ones = [0u32; 128];
            for _ in 0..ROUNDS {
                let words = [rng.next_u64(), rng.next_u64()];
                let mut other = words;
                other[flipped / 64] ^= 1 << (flipped % 64);
                let difference = hash(words) ^ hash(other);
                for (bit, count) in ones.iter_mut().enumerate() {
                    *count += (difference >> bit & 1) as u32;
                }
            }
            for count in ones {
                assert!(
                    (ROUNDS / 4..ROUNDS * 3 / 4).contains(&count),
                    "{flipped} {count}"
                );
            }
        }
    }

    #[test]
    fn every_bit_of_a_hash_counts() {
        every_bit_counts(|words| {
            let mut hash = Hash128::new(0);
            words.iter().for_each(|&word| hash.word(word));
            hash.value()
        });
    }

    #[test]
    fn every_bit_that_is_spread_counts() {
        every_bit_counts(|[a, b]| spread(u128::from(a) << 64 | u128::from(b)));
    }
}
