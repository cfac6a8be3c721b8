//! Pictures as files: SVG, PNG, and TikZ for papers.

use crate::output::{Failed, write_whole};
use outplay_board::InputError;

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Picture {
    Svg,
    Png,
    Tex,
}

impl Picture {
    /// The form with a name or an ending.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "tex" | "tikz" => Some(Self::Tex),
            _ => None,
        }
    }

    /// The form of a file.
    pub(crate) fn of(path: &str) -> Option<Self> {
        Self::named(path.rsplit_once('.')?.1)
    }

    /// The content of the file.
    pub(crate) fn bytes(self, svg: String) -> Result<Vec<u8>, Failed> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Tex => Ok(outplay_draw::tikz(&svg).into_bytes()),
            Self::Png => png(&svg),
        }
    }
}

/// Two pixels for one, or as many as there is room for.
#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failed> {
    let picture = outplay_draw::png(svg, 2.0).or_else(|_| outplay_draw::png(svg, 1.0));
    picture.map_err(|error| InputError::new(error.to_string()).into())
}

#[cfg(not(feature = "png"))]
fn png(_: &str) -> Result<Vec<u8>, Failed> {
    Err(InputError::found(
        "png",
        "svg or tex, because this program was built without PNG",
    )
    .into())
}

/// Writes a picture to a file by its ending.
pub(crate) fn write(path: &str, svg: impl FnOnce() -> String) -> Result<(), Failed> {
    let picture = expected(path)?;
    write_whole(path, |out| Ok(out.write_all(&picture.bytes(svg())?)?))
}

/// The form of a file that must be a picture.
pub(crate) fn expected(path: &str) -> Result<Picture, InputError> {
    Picture::of(path)
        .ok_or_else(|| InputError::found("another ending", ".svg, .png or .tex").in_source(path))
}
