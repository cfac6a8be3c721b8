//! Charts of experiments: how often Alice won, with its uncertainty, and beside
//! it what is proven.
//!
//! The axes are a share and a handful of marks, so a plotting library would bring
//! little, and by hand every point and every verdict gets a title for those who
//! point at it or cannot see it.

mod curves;
mod frame;

/// What a picture shows: curves over common marks on the horizontal axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// How that was found: players, games, seed. One line each.
    pub notes: Vec<String>,
    /// What the horizontal axis counts.
    pub x_title: String,
    /// The marks of the horizontal axis, from left to right.
    pub ticks: Vec<String>,
    /// What the vertical axis, from 0 to 100 %, counts.
    pub y_title: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve: one board, say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// What is known at each mark of the horizontal axis.
    pub points: Vec<Point>,
}

/// What is known at one mark.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The sampled share, if there is one.
    pub share: Option<Share>,
    /// Who is proven to win.
    pub verdict: Verdict,
}

/// A sampled share with its interval, each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share in the sample.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Who is proven to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody asked.
    #[default]
    Unasked,
    /// Not settled within the limit.
    Unknown,
    /// Alice.
    Alice,
    /// Bob.
    Bob,
}

impl Verdict {
    fn words(self) -> &'static str {
        match self {
            Self::Unasked => "",
            Self::Unknown => "not settled",
            Self::Alice => "Alice wins, proven",
            Self::Bob => "Bob wins, proven",
        }
    }

    /// The class of the mark in the SVG.
    fn class(self) -> Option<&'static str> {
        match self {
            Self::Unasked => None,
            Self::Unknown => Some("verdict unknown"),
            Self::Alice => Some("verdict alice"),
            Self::Bob => Some("verdict bob"),
        }
    }
}

/// More curves than this get axes of their own.
const MOST_TOGETHER: usize = 8;

/// The most curves in one picture.
pub const MOST_CURVES: usize = 64;

impl Chart {
    /// The picture. Beyond [`MOST_CURVES`] the rest is only counted.
    pub fn svg(&self) -> String {
        curves::svg(self)
    }
}
