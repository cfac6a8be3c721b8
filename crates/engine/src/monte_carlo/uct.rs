//! The formula of UCT. Of the moves of a node that was visited n times, a simulation takes the one
//! with the greatest
//!
//! > w_j / n_j + c · √(2 ln n / n_j)
//!
//! where n_j is how often move j was taken and w_j what it won for the player to move; c is
//! `Options::exploration`. `tree.rs` keeps w_j / n_j and 1 / √n_j at every edge, so that the best of
//! many is found with vectors; √(2 ln n) is wanted once a node and comes from a table here. The table
//! holds it for all n that have at most ten binary digits before their zeros, and other n are
//! rounded down to such a one: less than 0.02 % of the bound.

use std::sync::LazyLock;

const DIGITS: u32 = 10;
const HALF: usize = 1 << (DIGITS - 1);

static TABLE: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let direct = 0..2 * HALF as u64;
    let rounded =
        (1..=32 - DIGITS).flat_map(|shift| (HALF..2 * HALF).map(move |n| (n as u64) << shift));
    direct.chain(rounded).map(|n| root(n) as f32).collect()
});

/// √(2 ln n), and 0 for n = 0.
pub(super) fn root(n: u64) -> f64 {
    (2.0 * (n.max(1) as f64).ln()).sqrt()
}

/// The table of √(2 ln n).
#[derive(Clone, Copy)]
pub(super) struct Roots(&'static [f32]);

impl Roots {
    pub(super) fn new() -> Self {
        Self(&TABLE)
    }

    #[inline]
    pub(super) fn at(self, n: u32) -> f32 {
        let shift = (u32::BITS - n.leading_zeros()).saturating_sub(DIGITS);
        self.0[(n >> shift) as usize + HALF * shift as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_close_to_the_formula() {
        let roots = Roots::new();
        assert_eq!(roots.at(0), 0.0);
        assert_eq!(roots.at(1), 0.0);
        for n in (2..5000)
            .chain((0..32).map(|e| 1 << e))
            .chain([999_999_999, u32::MAX])
        {
            let exact = (2.0 * f64::from(n).ln()).sqrt();
            let error = (f64::from(roots.at(n)) - exact).abs();
            assert!(error <= 2e-4 * exact + 1e-6, "{n}: off by {error}");
        }
    }
}
