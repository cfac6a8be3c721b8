//! How sure one can be of a share that was sampled.

/// The 97.5 % quantile of the normal distribution, for intervals at 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The share of `successes` in `trials`, or nothing without trials.
pub fn share(successes: u64, trials: u64) -> Option<f64> {
    (trials > 0).then(|| successes as f64 / trials as f64)
}

/// Wilson's score interval at 95 % for the probability of success. Unlike the
/// textbook's it stays between 0 and 1 and is not empty where all trials agree.
/// Without trials nothing is known: from 0 to 1.
///
/// ```
/// let (low, high) = outplay_lab::statistics::wilson(5, 10);
/// assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    let Some(share) = share(successes.min(trials), trials) else {
        return (0.0, 1.0);
    };
    let n = trials as f64;
    let z2 = Z * Z;
    let centre = share + z2 / (2.0 * n);
    let margin = Z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // Exactly 0 and 1 where all trials agree, whatever rounding does.
    let low = match successes {
        0 => 0.0,
        _ => ((centre - margin) / scale).max(0.0),
    };
    let high = match successes >= trials {
        true => 1.0,
        false => ((centre + margin) / scale).min(1.0),
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near((low, high): (f64, f64), expected: (f64, f64), by: f64) {
        assert!((low - expected.0).abs() < by, "{low} {expected:?}");
        assert!((high - expected.1).abs() < by, "{high} {expected:?}");
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion",
    /// Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn published_intervals() {
        near(wilson(81, 263), (0.2553, 0.3662), 5e-5);
        near(wilson(15, 148), (0.0624, 0.1605), 5e-5);
        near(wilson(0, 20), (0.0, 0.1611), 5e-5);
        near(wilson(1, 29), (0.0061, 0.1718), 5e-5);
    }

    #[test]
    fn closed_formulas() {
        near(wilson(5, 10), (0.2366, 0.7634), 5e-5);
        for n in [1, 2, 10, 1000, 1_000_000_000] {
            // All or none: 1 / (1 + z²/n) and its mirror image.
            let rest = 1.0 / (1.0 + Z * Z / n as f64);
            near(wilson(n, n), (rest, 1.0), 1e-12);
            near(wilson(0, n), (0.0, 1.0 - rest), 1e-12);
        }
        near(wilson(10, 10), (0.7225, 1.0), 5e-5);
    }

    #[test]
    fn intervals_hold_the_share_and_mirror_each_other() {
        for trials in 1..60 {
            for successes in 0..=trials {
                let (low, high) = wilson(successes, trials);
                let share = share(successes, trials).unwrap();
                assert!((0.0..=share).contains(&low) && (share..=1.0).contains(&high));
                let (other_low, other_high) = wilson(trials - successes, trials);
                near((low, high), (1.0 - other_high, 1.0 - other_low), 1e-12);
            }
        }
    }

    #[test]
    fn nothing_is_known_without_trials() {
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!(share(0, 0), None);
        assert_eq!(share(1, 4), Some(0.25));
    }
}
