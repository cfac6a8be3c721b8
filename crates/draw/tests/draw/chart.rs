//! Charts: well-formed SVG with a mark for everything.

use outplay_draw::chart::{Chart, Curve, MOST_CURVES, Point, Share, Verdict};
use roxmltree::Document;

fn share(value: f64) -> Option<Share> {
    Some(Share {
        value,
        low: (value - 0.1).max(0.0),
        high: (value + 0.1).min(1.0),
    })
}

fn chart(curves: usize) -> Chart {
    let curve = |i: usize| Curve {
        name: match i {
            1 => "caterpillar:3,2,2,3,3,2,2,3,3,2,2,3,1,1,1,1".to_owned(),
            2 => "\"<&\u{1}>".to_owned(),
            i => format!("grid:{}x{}", 2 + i / 3, 2 + i % 5),
        },
        points: (1..=6)
            .map(|k| Point {
                share: (k != 1 || i != 3)
                    .then(|| share(((k as f64 - 1.0) / (4.0 + (i % 3) as f64)).min(1.0)))
                    .flatten(),
                verdict: match k {
                    1..=3 => Verdict::Bob,
                    4 if i.is_multiple_of(2) => Verdict::Unknown,
                    _ => Verdict::Alice,
                },
            })
            .collect(),
    };
    Chart {
        title: "Alice's share of the games".to_owned(),
        notes: vec!["random (Alice) against random (Bob), 1,000 games a point, seed 1".to_owned()],
        x_title: "colours k".to_owned(),
        ticks: (1..=6).map(|k: u32| k.to_string()).collect(),
        y_title: "games that Alice won".to_owned(),
        curves: (0..curves).map(curve).collect(),
    }
}

/// The classes of all elements; fails if the SVG is not well-formed.
fn classes(svg: &str) -> Vec<String> {
    let xml = Document::parse(svg).expect("well-formed");
    let classes = xml.descendants().filter_map(|node| node.attribute("class"));
    classes.map(str::to_owned).collect()
}

#[test]
fn every_verdict_has_a_mark() {
    for curves in [0, 1, 3, 8, 9, 30] {
        let chart = chart(curves);
        let classes = classes(&chart.svg());
        for (verdict, class) in [
            (Verdict::Alice, "verdict alice"),
            (Verdict::Bob, "verdict bob"),
            (Verdict::Unknown, "verdict unknown"),
        ] {
            let expected = chart.curves.iter().flat_map(|curve| &curve.points);
            let expected = expected.filter(|point| point.verdict == verdict).count();
            let found = classes.iter().filter(|found| *found == class).count();
            assert_eq!(found, expected, "{curves} curves, {class}");
        }
        assert_eq!(classes.iter().filter(|c| *c == "curve").count(), curves);
    }
}

#[test]
fn too_many_curves_are_counted() {
    let svg = chart(MOST_CURVES + 5).svg();
    assert!(svg.contains("and 5 more"));
    assert_eq!(
        classes(&svg).iter().filter(|c| *c == "curve").count(),
        MOST_CURVES
    );
}
