//! Learning curves: what is learnt, repeated and written.

use crate::{boards, work};
use outplay_games::Side;
use outplay_lab::Verdict;
use outplay_lab::learning::School;
use std::fs;

fn school() -> School {
    School {
        boards: boards(&["cycle:6"]),
        colors: vec![2],
        first: Side::Alice,
        side: Side::Bob,
        against: vec!["random".to_owned(), "pseudo-smart".to_owned()],
        after: vec![1000, 0, 100],
        games: 400,
        seed: 3,
    }
}

/// Bob wins on the 6-cycle with two colours (its game chromatic number is 3), and
/// smart finds out how.
#[test]
fn smart_gets_better_and_the_files_show_it() {
    let folder = tempfile::tempdir().unwrap();
    let taught = school()
        .run(Some(folder.path()), &work(2, &|| false), &mut |_, _, _| {})
        .unwrap();
    assert!(taught.complete);
    assert_eq!(taught.stages.len(), 6);
    for curve in taught.stages.chunks(3) {
        assert_eq!(
            curve.iter().map(|s| s.after).collect::<Vec<_>>(),
            [0, 100, 1000]
        );
        assert!(
            curve
                .iter()
                .all(|s| s.games == 400 && s.verdict == Verdict::Wins(Side::Bob))
        );
        assert_eq!(curve[0].positions, 0);
        assert!(curve[2].wins > curve[0].wins + 40, "{curve:?}");
        assert!(curve[2].share().1 > 0.9, "{curve:?}");
    }
    let table = fs::read_to_string(folder.path().join("learning.csv")).unwrap();
    assert_eq!(table.lines().count(), 7);
    assert!(table.lines().all(|line| line.split(',').count() == 13));
    let svg = fs::read_to_string(folder.path().join("learning.svg")).unwrap();
    assert_eq!(svg.matches(r#"class="verdict bob""#).count(), 6);
    assert_eq!(
        fs::read(folder.path().join("learning.png")).unwrap()[..4],
        *b"\x89PNG"
    );
}

#[test]
fn lessons_are_repeatable_and_can_be_stopped() {
    let run = |threads: usize| {
        let taught = school().run(None, &work(threads, &|| false), &mut |_, _, _| {});
        taught.unwrap().stages
    };
    assert_eq!(run(1), run(3));
    let stopped = school().run(None, &work(1, &|| true), &mut |_, _, _| {});
    assert!(!stopped.unwrap().complete);
    for wrong in [
        School {
            after: vec![],
            ..school()
        },
        School {
            games: 0,
            ..school()
        },
        School {
            after: vec![u64::MAX],
            ..school()
        },
        School {
            against: vec![],
            ..school()
        },
        School {
            against: vec!["nobody".to_owned()],
            ..school()
        },
    ] {
        assert!(
            wrong
                .run(None, &work(1, &|| false), &mut |_, _, _| {})
                .is_err()
        );
    }
}
