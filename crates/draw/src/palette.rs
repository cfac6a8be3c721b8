//! Colours that colour-blind people can tell apart, and that survive a grey printer.

// Okabe and Ito's colours.
pub(crate) const ORANGE: &str = "#E69F00";
pub(crate) const SKY: &str = "#56B4E9";
pub(crate) const GREEN: &str = "#009E73";
pub(crate) const YELLOW: &str = "#F0E442";
pub(crate) const BLUE: &str = "#0072B2";
pub(crate) const VERMILION: &str = "#D55E00";
pub(crate) const PURPLE: &str = "#CC79A7";
pub(crate) const BLACK: &str = "#000000";
// Beside them: a dark grey for a vertex, whose border is nearly black, a vermilion
// on which white letters read well, and one more colour for a line on white.
const GREY: &str = "#555555";
pub(crate) const DARK_VERMILION: &str = "#B84A00";
pub(crate) const BROWN: &str = "#7A5C00";

/// Colours 1 to 8, in an order in which neighbours differ in brightness as well.
const IN_TURN: [&str; 8] = [ORANGE, BLUE, YELLOW, GREEN, SKY, VERMILION, PURPLE, GREY];

/// The paint for colour 1, 2, …; past the eighth, hues a golden angle apart in
/// two shades, where only the number in the vertex tells for sure.
pub(crate) fn rgb(color: u32) -> [u8; 3] {
    let i = color.saturating_sub(1);
    match IN_TURN.get(i as usize) {
        Some(paint) => parts(paint),
        None => {
            let hue = (f64::from(i) * 137.508) % 360.0;
            hsl(hue, 0.6, if i.is_multiple_of(2) { 0.72 } else { 0.42 })
        }
    }
}

fn hsl(hue: f64, saturation: f64, lightness: f64) -> [u8; 3] {
    let spread = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|n| {
        let k = (n + hue / 30.0) % 12.0;
        let part = lightness - spread * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (part * 255.0).round() as u8
    })
}

/// The three bytes of a colour that is written as `#RRGGBB`.
fn parts(hex: &str) -> [u8; 3] {
    let number = u32::from_str_radix(hex.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, r, g, b] = number.to_be_bytes();
    [r, g, b]
}

pub(crate) fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// Black or white, whichever reads better on `paint`.
pub(crate) fn ink_on(paint: [u8; 3]) -> &'static str {
    let linear = paint.map(|part| (f64::from(part) / 255.0).powf(2.2));
    let luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
    // Where the contrast with white equals that with black.
    if luminance > 0.179 { "#000" } else { "#FFF" }
}

/// How a kind of position is painted: pale or dark, so that grey prints tell too.
pub(crate) struct Paint {
    pub(crate) fill: &'static str,
    pub(crate) ink: &'static str,
    pub(crate) border: &'static str,
    pub(crate) width: f64,
    pub(crate) dashes: Option<&'static str>,
}

/// Blue and pale: the player to move wins (or the first-named side does).
pub(crate) const PALE: Paint = Paint {
    fill: "#CFE6F5",
    ink: "#00314D",
    border: BLUE,
    width: 1.2,
    dashes: None,
};
/// Vermilion and dark: the player to move loses (or the other side wins).
pub(crate) const DARK: Paint = Paint {
    fill: DARK_VERMILION,
    ink: "#FFFFFF",
    border: DARK_VERMILION,
    width: 2.4,
    dashes: None,
};
/// Grey and dashed: a draw.
pub(crate) const DRAWN: Paint = Paint {
    fill: "#EEEEEE",
    ink: "#222222",
    border: "#777777",
    width: 1.4,
    dashes: Some("4 3"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn colors_differ() {
        let paints: HashSet<_> = (1..=60).map(rgb).collect();
        assert_eq!(paints.len(), 60);
        assert_eq!(hex(rgb(1)), "#E69F00");
        for (color, paint) in (1..).zip(IN_TURN) {
            assert_eq!(hex(rgb(color)), paint);
        }
    }

    #[test]
    fn hsl_is_right() {
        assert_eq!(hsl(0.0, 1.0, 0.5), [255, 0, 0]);
        assert_eq!(hsl(120.0, 1.0, 0.25), [0, 128, 0]);
        assert_eq!(hsl(240.0, 0.0, 1.0), [255, 255, 255]);
    }

    #[test]
    fn ink_can_be_read() {
        assert_eq!(ink_on(rgb(3)), "#000");
        assert_eq!(ink_on(rgb(8)), "#FFF");
        assert_eq!(ink_on([255; 3]), "#000");
    }
}
