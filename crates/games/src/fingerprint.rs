//! Hashes of 128 bits that stand for positions in a table.

/// Spreads 64 bits.
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    x ^ (x >> 29)
}

/// A hash in two lanes; each step is a bijection of each lane.
pub(crate) struct Fingerprint {
    a: u64,
    b: u64,
}

impl Fingerprint {
    /// A hash that begins with a number.
    #[inline]
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            a: seed ^ 0xA409_3822_299F_31D0,
            b: seed ^ 0x082E_FA98_EC4E_6C89,
        }
    }

    /// Takes in a word.
    #[inline]
    pub(crate) fn word(&mut self, x: u64) {
        self.a = (self.a ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.a ^= self.a >> 29;
        self.b = self
            .b
            .rotate_left(23)
            .wrapping_add(x)
            .wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        self.b ^= self.b >> 31;
    }

    /// The hash of all words taken in.
    #[inline]
    pub(crate) fn finish(self) -> u128 {
        let last = |x: u64| {
            let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            x ^ (x >> 31)
        };
        u128::from(last(self.a)) << 64 | u128::from(last(self.b))
    }
}
