//! Pictures as files: SVG, and TikZ for papers.

use crate::output::{Failed, write_whole};
use outplay_board::InputError;

/// The form of a picture.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Picture {
    Svg,
    Tex,
}

impl Picture {
    /// The form with a name or an ending.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "tex" | "tikz" => Some(Self::Tex),
            _ => None,
        }
    }

    /// The form of a file.
    pub(crate) fn of(path: &str) -> Option<Self> {
        Self::named(path.rsplit_once('.')?.1)
    }

    /// The content of the file.
    pub(crate) fn text(self, svg: String) -> String {
        match self {
            Self::Svg => svg,
            Self::Tex => outplay_draw::tikz(&svg),
        }
    }
}

/// Writes a picture to a file by its ending.
pub(crate) fn write(path: &str, svg: impl FnOnce() -> String) -> Result<(), Failed> {
    let picture = expected(path)?;
    write_whole(path, |out| {
        Ok(out.write_all(picture.text(svg()).as_bytes())?)
    })
}

/// The form of a file that must be a picture.
pub(crate) fn expected(path: &str) -> Result<Picture, InputError> {
    Picture::of(path)
        .ok_or_else(|| InputError::found("another ending", ".svg or .tex").in_source(path))
}
