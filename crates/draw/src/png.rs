//! SVG turned into PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The most pixels of a picture, which take four bytes each.
const MOST_PIXELS: f32 = 100e6;

/// Why an SVG could not be rendered.
#[derive(Debug)]
pub struct NoPicture(String);

impl fmt::Display for NoPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoPicture {}

fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// Renders an SVG, `scale` pixels for each of its own. All text is set in DejaVu
/// Sans, which comes with this crate.
///
/// # Errors
/// The SVG cannot be read or is too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, NoPicture> {
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: fonts(),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|error| NoPicture(error.to_string()))?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let too_large = || {
        NoPicture(format!(
            "a picture of {width:.0} × {height:.0} pixels is too large"
        ))
    };
    if width * height > MOST_PIXELS {
        return Err(too_large());
    }
    let (width, height) = (width.ceil() as u32, height.ceil() as u32);
    let mut pixels = Pixmap::new(width.max(1), height.max(1)).ok_or_else(too_large)?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels
        .encode_png()
        .map_err(|error| NoPicture(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
