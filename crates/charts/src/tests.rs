//! Charts: well-formed SVG with a mark for everything, and PNG in which text shows.

use super::*;
use quick_xml::Reader;
use quick_xml::events::Event;

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
    let mut reader = Reader::from_str(svg);
    let (mut classes, mut depth) = (Vec::new(), 0);
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Eof => break,
            Event::End(_) => depth -= 1,
            Event::Start(tag) | Event::Empty(tag)
                if tag.try_get_attribute("class").unwrap().is_some() =>
            {
                let class = tag.try_get_attribute("class").unwrap().unwrap();
                classes.push(class.value.into_owned());
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            _ => {}
        }
    }
    // Curves are empty elements, which were counted as open.
    assert_eq!(
        depth,
        classes.iter().filter(|class| *class == "curve").count()
    );
    classes
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
fn too_many_small_pictures_are_counted() {
    let svg = chart(MOST_FACETS + 5).svg();
    assert!(svg.contains("and 5 more"));
    assert_eq!(
        classes(&svg).iter().filter(|c| *c == "curve").count(),
        MOST_FACETS
    );
}

/// Text must really show: without its letters the picture has fewer dark pixels.
#[test]
fn letters_show_in_the_png() {
    let dark = |svg: &str| {
        let png = png(svg, 1.0).expect("a picture");
        let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).expect("a PNG");
        pixels.pixels().iter().filter(|p| p.red() < 128).count()
    };
    let svg = |text: &str| {
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="{}"><rect width="200" height="40" fill="#FFF"/><text x="10" y="30" font-size="24">{text}</text></svg>"##,
            crate::text::FONTS
        )
    };
    assert_eq!(dark(&svg("")), 0);
    assert!(dark(&svg("Wilson χ")) > 300);
    // Each letter that the charts use is in the font: no two look like the same box.
    assert_ne!(dark(&svg("χ")), dark(&svg("…")));
    assert!(png("<svg", 1.0).is_err());
    let huge = r#"<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"/>"#;
    assert!(png(huge, 1.0).is_err());
}

#[test]
fn long_text_is_cut_and_wrapped() {
    use crate::text::{fitted, wrapped};
    assert_eq!(fitted("short", 12.0, 100.0), "short");
    let cut = fitted("ääääääääääääääääääääääää", 12.0, 60.0);
    assert!(cut.ends_with('…') && cut.chars().count() < 10);
    assert_eq!(wrapped("a b c", 10.0, 14.0).len(), 3);
    assert_eq!(wrapped("a b c", 10.0, 100.0), ["a b c"]);
}
