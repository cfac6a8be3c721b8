//! A board in characters where its edges run in any direction: lines of Braille dots, two by
//! four to a character, with the vertices as words on top.

use crate::geometry::{Point, bounds};

/// The largest picture, in characters.
const WIDE: usize = 76;
const HIGH: usize = 25;
/// Dots in a character.
const ACROSS: usize = 2;
const DOWN: usize = 4;
/// The first Braille character, without dots; the others follow by the bits of their dots.
const BRAILLE: u32 = 0x2800;
const BITS: [[u8; ACROSS]; DOWN] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
/// How near, in dots, a line may pass a vertex to which it does not belong.
const NEAR: f64 = 3.0;
/// How far vertices are apart at least, in dots, so that the lines between them show.
const APART: f64 = 13.0;
/// How many characters of every line are to be seen between the words.
const SEEN: usize = 2;
/// Arrows by direction, from east counterclockwise.
const ARROWS: [char; 8] = ['→', '↗', '↑', '↖', '←', '↙', '↓', '↘'];

/// A line between two vertices, and how it is directed.
pub(crate) struct Line {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Has it an arrow, at `to`?
    pub(crate) arrow: bool,
}

/// The board in characters, vertices measured as `texts` and shown as `painted`; nothing if it
/// would not be clear at any size that fits.
pub(crate) fn draw(
    layout: &[Point],
    lines: &[Line],
    texts: &[String],
    painted: &[String],
) -> Option<String> {
    let widest = texts.iter().map(|text| text.chars().count()).max()?;
    if widest + 2 > WIDE {
        return None;
    }
    let (low, high) = bounds(layout);
    let [width, height] = [high[0] - low[0], high[1] - low[1]].map(|size| size.max(1e-9));
    // From small to large, the first that is clear.
    let room = [
        ((WIDE - widest) * ACROSS) as f64,
        (HIGH * DOWN - DOWN) as f64,
    ];
    let largest = (room[0] / width).min(room[1] / height);
    [0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        .iter()
        .find_map(|share| {
            let scale = share * largest;
            let at = |p: &Point| {
                let margin = (widest.div_ceil(2) * ACROSS) as f64;
                [margin + scale * (p[0] - low[0]), scale * (high[1] - p[1])]
            };
            let points: Vec<Point> = layout.iter().map(at).collect();
            Canvas::new(&points, texts)?
                .with_lines(&points, lines)?
                .text(painted)
        })
}

struct Canvas {
    dots: Vec<Vec<u8>>,
    arrows: Vec<(usize, usize, char)>,
    /// Row, first column and length of every vertex's word, in characters.
    words: Vec<(usize, usize, usize)>,
}

fn cell(p: Point) -> (usize, usize) {
    let [x, y] = p.map(|c| c.round().max(0.0) as usize);
    (y / DOWN, x / ACROSS)
}

impl Canvas {
    /// A canvas with room for the words, unless they overlap.
    fn new(points: &[Point], texts: &[String]) -> Option<Self> {
        let near = |(i, p): (usize, &Point)| {
            let mut before = points[..i].iter();
            before.any(|q| (p[0] - q[0]).hypot(p[1] - q[1]) < APART)
        };
        if points.iter().enumerate().any(near) {
            return None;
        }
        let mut words: Vec<(usize, usize, usize)> = Vec::with_capacity(points.len());
        for (&point, text) in points.iter().zip(texts) {
            let (row, column) = cell(point);
            let length = text.chars().count();
            let begin = column.saturating_sub(length / 2);
            let apart = |&(r, b, l): &(usize, usize, usize)| {
                r != row || b + l + 1 < begin || begin + length + 1 < b
            };
            if !words.iter().all(apart) {
                return None;
            }
            words.push((row, begin, length));
        }
        let rows = words.iter().map(|word| word.0).max()? + 1;
        let columns = words.iter().map(|word| word.1 + word.2).max()? + 1;
        Some(Self {
            dots: vec![vec![0; columns]; rows],
            arrows: Vec::new(),
            words,
        })
    }

    /// Draws the lines, unless one passes too near to a vertex of others.
    fn with_lines(mut self, points: &[Point], lines: &[Line]) -> Option<Self> {
        for line in lines {
            let [a, b] = [line.from, line.to].map(|v| points[v as usize]);
            let others =
                (0..points.len()).filter(|&v| v != line.from as usize && v != line.to as usize);
            for v in others {
                if distance(points[v], a, b) < NEAR {
                    return None;
                }
            }
            let steps = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()).ceil().max(1.0) as usize;
            let mut seen = Vec::new();
            for i in 0..=steps {
                let t = i as f64 / steps as f64;
                let point = [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
                let [x, y] = point.map(|c| c.round().max(0.0) as usize);
                let row = self.dots.get_mut(y / DOWN)?;
                *row.get_mut(x / ACROSS)? |= BITS[y % DOWN][x % ACROSS];
                let place = (y / DOWN, x / ACROSS);
                if seen.last() != Some(&place) && !self.is_word(place) {
                    seen.push(place);
                }
            }
            if seen.len() < SEEN {
                return None;
            }
            if line.arrow {
                self.point_at(a, b)?;
            }
        }
        Some(self)
    }

    /// Does a word stand there?
    fn is_word(&self, (row, column): (usize, usize)) -> bool {
        let mut words = self.words.iter();
        words.any(|&(r, begin, length)| r == row && (begin..begin + length).contains(&column))
    }

    /// Puts an arrow on the line from `a` to `b`, nearer to `b`, where no word stands.
    fn point_at(&mut self, a: Point, b: Point) -> Option<()> {
        let angle = (a[1] - b[1]).atan2(b[0] - a[0]);
        let direction = (angle / std::f64::consts::FRAC_PI_4)
            .round()
            .rem_euclid(8.0);
        let free = [0.65, 0.6, 0.7, 0.55, 0.5].into_iter().find_map(|t| {
            let (row, column) = cell([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
            let taken = self.is_word((row, column))
                || self.arrows.iter().any(|&(r, c, _)| (r, c) == (row, column));
            (!taken).then_some((row, column))
        });
        let (row, column) = free?;
        self.arrows
            .push((row, column, ARROWS[direction as usize % 8]));
        Some(())
    }

    fn text(self, painted: &[String]) -> Option<String> {
        let mut out = String::new();
        for (row, dots) in self.dots.iter().enumerate() {
            let mut cells: Vec<String> = dots
                .iter()
                .map(|&bits| match bits {
                    0 => " ".to_owned(),
                    bits => char::from_u32(BRAILLE + u32::from(bits))
                        .map_or_else(String::new, String::from),
                })
                .collect();
            for &(_, column, arrow) in self.arrows.iter().filter(|arrow| arrow.0 == row) {
                cells[column] = arrow.to_string();
            }
            for (v, &(r, begin, length)) in self.words.iter().enumerate() {
                if r == row {
                    cells[begin..begin + length]
                        .iter_mut()
                        .for_each(String::clear);
                    cells[begin].clone_from(&painted[v]);
                }
            }
            out.push_str(cells.concat().trim_end());
            out.push('\n');
        }
        Some(out)
    }
}

/// How far a point is from the segment from `a` to `b`.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let t = match length > 0.0 {
        true => ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / length,
        false => 0.0,
    };
    let t = t.clamp(0.0, 1.0);
    let [x, y] = [a[0] + t * along[0] - p[0], a[1] + t * along[1] - p[1]];
    x.hypot(y)
}
