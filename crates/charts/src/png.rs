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
