//! How far a share of games can be trusted.

/// The 95 % quantile of the normal distribution, both tails.
const Z: f64 = 1.959_963_984_540_054;

/// The 99 % quantile.
const Z_99: f64 = 2.575_829_303_548_901;

/// The 95 % confidence interval of a share after so many successes of so many trials
/// (Wilson 1927, without correction for continuity). Everything is possible before
/// the first trial.
pub fn wilson(successes: u64, trials: u64) -> (f64, f64) {
    interval(Z, [successes, trials])
}

/// Can two shares, each so many successes of so many trials, be samples of the same one? Whether
/// 0 lies in the 99 % interval of their difference.
pub fn may_be_alike(a: [u64; 2], b: [u64; 2]) -> bool {
    let (low, high) = difference(Z_99, a, b);
    low <= 0.0 && 0.0 <= high
}

/// The interval of the difference of two shares (Newcombe 1998, method 10).
fn difference(z: f64, a: [u64; 2], b: [u64; 2]) -> (f64, f64) {
    let share = |[successes, trials]: [u64; 2]| successes as f64 / trials.max(1) as f64;
    let ends = [a, b].map(|shares| (share(shares), interval(z, shares)));
    let [(p, (p_low, p_high)), (q, (q_low, q_high))] = ends;
    let down = (p - p_low).hypot(q_high - q);
    (p - q - down, p - q + (p_high - p).hypot(q - q_low))
}

fn interval(z: f64, [successes, trials]: [u64; 2]) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (share, n) = (successes as f64 / trials as f64, trials as f64);
    let z2 = z * z;
    let center = share + z2 / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    let low = match successes {
        0 => 0.0,
        _ => ((center - half) / scale).max(0.0),
    };
    let high = match trials - successes {
        0 => 1.0,
        _ => ((center + half) / scale).min(1.0),
    };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_published_values() {
        // Newcombe (1998), Statistics in Medicine 17, table I: Wilson's score method.
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials);
            assert!(
                (found.0 - low).abs() < 5e-5,
                "{successes}/{trials}: {found:?}"
            );
            assert!(
                (found.1 - high).abs() < 5e-5,
                "{successes}/{trials}: {found:?}"
            );
        }
    }

    #[test]
    fn differences_agree_with_published_values() {
        // Newcombe (1998), Statistics in Medicine 17, 873–890, table II: method 10.
        let (low, high) = difference(Z, [56, 70], [48, 80]);
        assert!((low - 0.0524).abs() < 5e-5 && (high - 0.3339).abs() < 5e-5);
        assert!(!may_be_alike([643, 1000], [0, 1000]) && may_be_alike([612, 1000], [643, 1000]));
    }

    #[test]
    fn solves_its_equation() {
        // The ends are the shares p with |x/n − p| = z √(p (1 − p) / n).
        for trials in [1_u64, 2, 10, 999] {
            for successes in 0..=trials {
                let (low, high) = wilson(successes, trials);
                let share = successes as f64 / trials as f64;
                assert!(low <= share && share <= high);
                for end in [low, high]
                    .into_iter()
                    .filter(|end| (1e-9..1.0 - 1e-9).contains(end))
                {
                    let deviation = Z * (end * (1.0 - end) / trials as f64).sqrt();
                    assert!(((share - end).abs() - deviation).abs() < 1e-12);
                }
            }
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert_eq!(wilson(0, 5).0, 0.0);
        assert_eq!(wilson(5, 5).1, 1.0);
    }
}
