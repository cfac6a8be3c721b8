//! The picture of a state digraph: layers from top to bottom, a card a position.
//!
//! A card has a strip with the label and, below, a small picture of the board, so
//! that the colours of labels and of vertices are not mixed up. P-positions are
//! dark and N-positions pale, which a grey printer keeps apart; winning moves are
//! thick and dark. A layer that is too wide becomes two staggered rows: lines to
//! the lower row run through the gaps of the upper one. Where arrows would be too
//! many to follow, the layers become strips of boards without them, and the note says so.

use crate::board::{Heaps, Picture, Scale, colors_on};
use crate::geometry::{At, Point, arrowhead, beside, toward};
use crate::options::{Arrangement, StateOptions, TooMany};
use crate::order::{self, Level, UNREACHED};
use crate::palette::{DARK, DRAWN, PALE, Paint};
use crate::svg::{self, bold, document, line, moved, pen, rect};
use crate::text::{shortened, text_width};
use crate::xml::{Escaped, Px};
use outplay_board::Board;
use outplay_engine::Outcome;
use outplay_games::{LabelWords, Marks, StateView};
use std::fmt::Write;

/// Vertices and edges of the largest board that is drawn on every card.
const MOST_ON_CARD: usize = 150;
const LONGEST_CAPTION: usize = 26;

const STRIP: f64 = 17.0;
const PAD: f64 = 5.0;
const CAPTION: f64 = 12.0;
const GAP: f64 = 20.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 22.0;
const NOTE: f64 = 13.0;
const LAYER_FONT: f64 = 13.0;
/// Between the cards of a strongly connected part and its frame.
const FRAME: f64 = 9.0;
/// Room for half the head of an arrow.
const HEAD: f64 = 6.0;
/// Width to height of a sheet of paper, and about how high title and legend are.
const PAPER: f64 = 1.45;
const LEGEND: f64 = 300.0;

/// Draws a state digraph.
///
/// # Errors
/// There are more positions than `options.most`.
pub fn state_svg(
    view: &dyn StateView,
    board: &Board,
    options: &StateOptions,
) -> Result<String, TooMany> {
    let digraph = view.digraph();
    let (nodes, arcs) = (digraph.vertex_count(), digraph.arc_count());
    let most = options.most;
    if nodes > most.nodes.max(most.boards) {
        return Err(TooMany { nodes, arcs, most });
    }
    Ok(Drawing::new(view, board, options).write())
}

/// What every card shows below its strip.
struct Face<'a> {
    picture: Option<Picture<'a>>,
    heaps: Option<Heaps>,
    caption: bool,
    size: Point,
}

impl<'a> Face<'a> {
    fn new(view: &dyn StateView, board: &'a Board, marks: &[Marks]) -> Self {
        let small = board.vertex_count() + board.edge_count() <= MOST_ON_CARD;
        let picture = (small && board.vertex_count() > 0).then(|| {
            let colored = marks.iter().any(|m| colors_on(board, m).is_some());
            Picture::new(board, if colored { Scale::SMALL } else { Scale::DOTS })
        });
        // Room for the largest heap that occurs.
        let mut most: Vec<u64> = Vec::new();
        for heaps in marks.iter().filter_map(|m| m.heaps.as_ref()) {
            most.resize(most.len().max(heaps.len()), 0);
            for (most, &heap) in most.iter_mut().zip(heaps) {
                *most = heap.max(*most);
            }
        }
        let heaps = (!most.is_empty()).then(|| Heaps::new(&most, 4.5));
        let has_token = marks.iter().any(|m| m.token.is_some());
        let caption = has_token || (picture.is_none() && heaps.is_none());
        let mut size = picture.as_ref().map_or([0.0; 2], |picture| picture.size);
        if let Some(heaps) = &heaps {
            let [width, height] = heaps.size();
            size = [size[0].max(width), size[1] + PAD + height];
        }
        if caption {
            let widths = view
                .digraph()
                .vertices()
                .map(|i| text_width(&shortened(&view.position(i), LONGEST_CAPTION), CAPTION));
            size[0] = widths.fold(size[0], f64::max);
            size[1] += 1.3 * CAPTION;
        }
        Self {
            picture,
            heaps,
            caption,
            size,
        }
    }

    /// Draws it with the middle of the upper border at `at`.
    fn draw(&self, out: &mut String, at: Point, marks: &Marks, position: &str) {
        let mut top = at[1];
        if let Some(picture) = &self.picture {
            let corner = [at[0] - picture.size[0] / 2.0, top];
            moved(out, corner, |out| picture.draw(out, marks));
            top += picture.size[1];
        }
        if let (Some(heaps), Some(counts)) = (&self.heaps, &marks.heaps) {
            let [width, height] = heaps.size();
            top += PAD;
            let corner = [at[0] - width / 2.0, top];
            moved(out, corner, |out| heaps.draw(out, counts));
            top += height;
        }
        if self.caption {
            let text = shortened(position, LONGEST_CAPTION);
            line(
                out,
                [at[0], top + CAPTION],
                (CAPTION, "middle", "#222"),
                &text,
            );
        }
    }
}

/// A band of the picture: one layer in one or more rows of cards.
struct Band {
    cards: Vec<u32>,
    /// Heading at the left.
    heading: Vec<String>,
    /// Strongly connected parts, which get a frame.
    parts: Vec<Vec<u32>>,
    top: f64,
    bottom: f64,
}

impl Band {
    fn new(cards: Vec<u32>, heading: Vec<String>, parts: Vec<Vec<u32>>) -> Self {
        Self {
            cards,
            heading,
            parts,
            top: 0.0,
            bottom: 0.0,
        }
    }

    fn of_level(level: Level) -> Self {
        let mut heading = vec![format!("level {}", level.depth)];
        if !level.parts.is_empty() {
            heading.extend(["framed: play", "can go round"].map(str::to_owned));
        }
        Self::new(level.cards, heading, level.parts)
    }
}

/// A band for every number of moves.
fn layer_bands(view: &dyn StateView, options: &StateOptions) -> Vec<Band> {
    let digraph = view.digraph();
    let layers = order::layers(digraph, options.start);
    let strict = digraph.arcs().all(|(a, b)| {
        layers[a as usize] == UNREACHED || layers[b as usize] == layers[a as usize] + 1
    });
    let rows = order::rows(digraph, &layers).into_iter();
    rows.map(|cards| {
        let heading = heading(view, options, &layers, &cards, strict);
        Band::new(cards, heading, Vec::new())
    })
    .collect()
}

struct Drawing<'a> {
    view: &'a dyn StateView,
    board: &'a Board,
    options: &'a StateOptions,
    face: Face<'a>,
    marks: Vec<Marks>,
    card: Point,
    /// The band and the upper left corner of every card.
    band_of: Vec<usize>,
    corners: Vec<Point>,
    bands: Vec<Band>,
    /// Are moves left out, because there are too many?
    strips: bool,
    /// Between cards.
    gap: f64,
    /// How much larger title, headings and legend are in a wide picture.
    zoom: f64,
    width: f64,
    bottom: f64,
}

impl<'a> Drawing<'a> {
    fn new(view: &'a dyn StateView, board: &'a Board, options: &'a StateOptions) -> Self {
        let digraph = view.digraph();
        let marks: Vec<Marks> = digraph.vertices().map(|i| view.marks(i)).collect();
        let face = Face::new(view, board, &marks);
        let strips = digraph
            .vertices()
            .map(|i| strip_width(&strip(view, options, i)));
        let widest = strips.fold(0.0, f64::max);
        let card = [
            (face.size[0] + 2.0 * PAD).max(widest),
            STRIP + face.size[1] + PAD,
        ];
        let most = options.most;
        let strips = digraph.vertex_count() > most.nodes || digraph.arc_count() > most.arcs;
        let bands = match options.arrangement {
            Arrangement::Layers => layer_bands(view, options),
            Arrangement::Topological => {
                let levels = order::topological(digraph).into_iter();
                levels.map(Band::of_level).collect()
            }
        };
        let mut drawing = Self {
            view,
            board,
            options,
            face,
            card,
            band_of: vec![0; marks.len()],
            corners: vec![[0.0; 2]; marks.len()],
            marks,
            bands,
            strips,
            gap: if strips { PAD } else { GAP },
            zoom: 1.0,
            width: 0.0,
            bottom: 0.0,
        };
        drawing.place();
        drawing
    }

    /// Puts every card where it belongs.
    fn place(&mut self) {
        for (index, band) in self.bands.iter().enumerate() {
            for &i in &band.cards {
                self.band_of[i as usize] = index;
            }
        }
        // Arrows between neighbours need room to be seen.
        let mut arcs = self.view.digraph().arcs();
        if !self.strips && arcs.any(|(a, b)| self.band_of[a as usize] == self.band_of[b as usize]) {
            self.gap = 2.0 * GAP;
        }
        let longest = self.bands.iter().map(|band| band.cards.len()).max();
        let longest = longest.unwrap_or(0);
        let pitch = self.card[0] + self.gap;
        let headings = self.bands.iter().flat_map(|band| &band.heading);
        let left = headings.fold(0.0f64, |w, text| w.max(text_width(text, LAYER_FONT)));
        // One row a layer, or two if that prints clearly larger on paper; more only
        // for very wide pictures, because then some lines run behind cards.
        let shape = |rows: usize| {
            let capacity = longest.div_ceil(rows).max(1);
            let stagger = rows > 1 && !self.strips;
            let width = capacity as f64 * pitch + if stagger { pitch / 2.0 } else { 0.0 };
            let gap = match self.strips {
                true => 2.0 * GAP,
                false => (60.0 + 0.04 * width).min(220.0),
            };
            let height: f64 = self
                .bands
                .iter()
                .map(|band| {
                    let rows = band.cards.len().div_ceil(capacity) as f64;
                    rows * (self.card[1] + self.gap) + gap
                })
                .sum();
            (capacity, width, gap, width / height)
        };
        let printed = |rows: usize| {
            let (_, width, _, ratio) = shape(rows);
            (PAPER / (width + left)).min(1.0 / (width / ratio + LEGEND))
        };
        let rows = match printed(2) > 1.2 * printed(1) {
            // A part beside other cards stays in their row.
            _ if self.bands.iter().any(|band| !band.parts.is_empty()) && longest < 20 => 1,
            _ if self.strips => (1..longest)
                .find(|&rows| shape(rows).3 <= PAPER)
                .unwrap_or(1),
            false => 1,
            true => (2..20).find(|&rows| shape(rows).3 <= 4.5).unwrap_or(20),
        };
        let (capacity, width, gap, _) = shape(rows);
        self.zoom = (width / 1500.0).clamp(1.0, 2.0);
        let left = MARGIN + self.zoom * (left + GAP);
        let title = self.zoom * 1.08 * text_width(&self.options.title(self.view), TITLE);
        let width = width.max(MARGIN + title - left);
        let mut top = MARGIN + self.zoom * (TITLE + 2.0 * NOTE) + GAP;
        for band in &mut self.bands {
            let rows = band.cards.len().div_ceil(capacity).max(1);
            let columns = band.cards.len().div_ceil(rows) as f64;
            let shift = if rows > 1 && !self.strips {
                pitch / 2.0
            } else {
                0.0
            };
            let own = columns * pitch - self.gap + shift;
            let begin = left + (width - own) / 2.0;
            band.top = top;
            for (k, &i) in band.cards.iter().enumerate() {
                let (row, column) = (k % rows, k / rows);
                let stagger = if row % 2 == 1 { shift } else { 0.0 };
                self.corners[i as usize] = [
                    begin + column as f64 * pitch + stagger,
                    top + row as f64 * (self.card[1] + self.gap),
                ];
            }
            band.bottom = top + rows as f64 * (self.card[1] + self.gap) - self.gap;
            top = band.bottom + gap;
        }
        self.bottom = self.bands.last().map_or(top, |band| band.bottom);
        self.width = left + width + MARGIN;
        self.make_room(left);
    }

    /// Arrows that bow out of the layers stay away from headings, title and legend.
    fn make_room(&mut self, left: f64) {
        if self.strips {
            return;
        }
        let top = self.bands.first().map_or(0.0, |band| band.top);
        let (mut low, mut high) = ([left, top], [self.width - MARGIN, self.bottom]);
        for (a, b) in self.view.digraph().arcs() {
            let Some(bend) = self.bend(a, b) else {
                continue;
            };
            for axis in [0, 1] {
                let ends = [bend[0][axis], bend[2][axis]];
                let most = furthest(bend.map(|point| point[axis]));
                for at in [ends[0], ends[1], most] {
                    low[axis] = low[axis].min(at - HEAD);
                    high[axis] = high[axis].max(at + HEAD);
                }
            }
        }
        let shift = [left - low[0], top - low[1]];
        for corner in &mut self.corners {
            *corner = [corner[0] + shift[0], corner[1] + shift[1]];
        }
        for band in &mut self.bands {
            band.top += shift[1];
            band.bottom += shift[1];
        }
        self.width = high[0] + shift[0] + MARGIN;
        self.bottom = high[1] + shift[1];
    }

    fn write(&self) -> String {
        let digraph = self.view.digraph();
        let title = self.options.title(self.view);
        let note = self.note();
        let mut body = String::new();
        let at = [MARGIN, MARGIN + 0.8 * self.zoom * TITLE];
        bold(&mut body, at, (self.zoom * TITLE, "start", "#111"), &title);
        let at = [MARGIN, MARGIN + self.zoom * (TITLE + 1.3 * NOTE)];
        line(&mut body, at, (self.zoom * NOTE, "start", "#444"), &note);
        let font = self.zoom * LAYER_FONT;
        for band in &self.bands {
            let middle = (band.top + band.bottom) / 2.0;
            let first = middle - (band.heading.len() as f64 / 2.0 - 0.85) * 1.25 * font;
            for (i, text) in band.heading.iter().enumerate() {
                let at = [MARGIN, first + i as f64 * 1.25 * font];
                line(&mut body, at, (font, "start", "#333"), text);
            }
        }
        for part in self.bands.iter().flat_map(|band| &band.parts) {
            let corners = || part.iter().map(|&i| self.corners[i as usize]);
            let low = |axis: usize| corners().map(|at| at[axis]).fold(f64::MAX, f64::min);
            let high = |axis: usize| corners().map(|at| at[axis]).fold(0.0, f64::max);
            let size = [0, 1].map(|axis| high(axis) - low(axis) + self.card[axis] + 2.0 * FRAME);
            rect(
                &mut body,
                [low(0) - FRAME, low(1) - FRAME],
                size,
                r##"class="part" rx="8" fill="#F6F6F6" stroke="#888" stroke-width="1.5""##,
            );
        }
        // What matters most comes last, on top.
        let drawn: &[Kind] = match self.strips {
            true => &[],
            false => &[Kind::Other, Kind::Draw, Kind::Winning],
        };
        for &kind in drawn {
            let (ink, width, dashes) = kind.pen();
            let dashes = dashed(dashes);
            let _ = writeln!(
                body,
                r#"<g fill="none" stroke="{ink}" stroke-width="{width}"{dashes}>"#
            );
            for a in digraph.vertices() {
                for (arc, &b) in digraph.arcs_of(a).zip(digraph.successors(a)) {
                    if Kind::of(self.view, a, b) == kind {
                        self.draw_move(&mut body, arc, (a, b));
                    }
                }
            }
            body.push_str("</g>\n");
        }
        for i in digraph.vertices() {
            self.draw_card(&mut body, i);
        }
        let mut legend = String::new();
        let [wide, high] = self.draw_legend(&mut legend);
        let width = self
            .width
            .max(self.zoom * text_width(&note, NOTE) + 2.0 * MARGIN)
            .max(self.zoom * wide + 2.0 * MARGIN);
        let top = self.bottom + 2.0 * GAP;
        let rule = format!("M{}H{}", At([MARGIN, top]), Px(width - MARGIN));
        svg::path(&mut body, rule, &pen("#BBB", 1.0));
        let _ = writeln!(
            body,
            r#"<g transform="translate({MARGIN} {}) scale({})">"#,
            Px(top + GAP),
            Px(self.zoom)
        );
        body.push_str(&legend);
        body.push_str("</g>\n");
        let size = [width, top + GAP + self.zoom * high + MARGIN];
        document(size, &title, &note, &body)
    }

    /// The counts, in a sentence.
    fn note(&self) -> String {
        let digraph = self.view.digraph();
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for i in digraph.vertices() {
            let label = self.options.told(self.view).label(i);
            match counts.iter_mut().find(|count| count.0 == label) {
                Some(count) => count.1 += 1,
                None => counts.push((label, 1)),
            }
        }
        counts.sort();
        let counts: Vec<String> = counts
            .into_iter()
            .map(|(label, count)| format!("{count} {label}"))
            .collect();
        let left_out = match self.strips {
            true => ", which are left out because nobody could follow so many arrows",
            false => "",
        };
        format!(
            "{} ({}), {}{left_out}",
            plural(digraph.vertex_count(), "position"),
            counts.join(", "),
            plural(digraph.arc_count(), "move")
        )
    }

    fn center(&self, i: u32) -> Point {
        let [x, y] = self.corners[i as usize];
        [x + self.card[0] / 2.0, y + self.card[1] / 2.0]
    }

    fn draw_move(&self, out: &mut String, arc: usize, (a, b): (u32, u32)) {
        let kind = Kind::of(self.view, a, b);
        let head = kind.head();
        let (path, from, tip) = self.route(a, b, head);
        let ink = kind.pen().0;
        let word = match kind {
            Kind::Winning => " (wins)",
            Kind::Draw => " (draws)",
            Kind::Other => "",
        };
        let _ = writeln!(
            out,
            r#"<g class="move"><title>{}{word}</title><path d="{path}"/><path d="{}" fill="{ink}" stroke="none"/></g>"#,
            Escaped(&shortened(&self.view.arc_move(arc), 60)),
            arrowhead(from, tip, head)
        );
    }

    /// The line from card `a` to card `b`: its path, the last stretch and the tip
    /// for the arrowhead.
    fn route(&self, a: u32, b: u32, head: f64) -> (String, Point, Point) {
        let [width, height] = self.card;
        let (from, to) = (self.center(a), self.center(b));
        if a == b {
            let right = [from[0] + width / 2.0, from[1]];
            let (begin, tip) = ([right[0], right[1] - 8.0], [right[0], right[1] + 8.0]);
            let (out, back) = (
                [right[0] + 26.0, right[1] - 22.0],
                [right[0] + 26.0, right[1] + 22.0],
            );
            let end = toward(tip, back, 0.7 * head);
            let path = format!("M{}C{} {} {}", At(begin), At(out), At(back), At(end));
            return (path, back, tip);
        }
        let (band, other) = (self.band_of[a as usize], self.band_of[b as usize]);
        if other == band + 1 {
            // Straight down to the border of the layer, a swing, and straight down
            // to the card. Ports fan out where no other row is in the way.
            let lean = (to[0] - from[0]) / self.width.max(1.0);
            let bottom = from[1] + height / 2.0;
            let top = to[1] - height / 2.0;
            let (leave, enter) = (self.bands[band].bottom, self.bands[other].top);
            let fan = |free: bool| if free { 0.36 * width } else { 0.3 * self.gap };
            let x = from[0] + (2.0 * lean).clamp(-1.0, 1.0) * fan(leave - bottom < 1.0);
            let end_x = to[0] - (2.0 * lean).clamp(-1.0, 1.0) * fan(top - enter < 1.0);
            let swing = 0.42 * (enter - leave);
            let path = format!(
                "M{}V{}C{} {} {}V{}",
                At([x, bottom]),
                Px(leave),
                At([x, leave + swing]),
                At([end_x, enter - swing]),
                At([end_x, enter - head]),
                Px(top - 0.7 * head)
            );
            return (path, [end_x, top - 50.0], [end_x, top]);
        }
        let [begin, control, tip] = self.bend(a, b).expect("it leads to no next layer");
        let end = toward(tip, control, 0.7 * head);
        let path = format!("M{}Q{} {}", At(begin), At(control), At(end));
        (path, control, tip)
    }

    /// Where an arrow begins, bends and ends that leads neither to the next layer nor back at once.
    fn bend(&self, a: u32, b: u32) -> Option<[Point; 3]> {
        let [width, height] = self.card;
        let (from, to) = (self.center(a), self.center(b));
        let (band, other) = (self.band_of[a as usize], self.band_of[b as usize]);
        if a == b || other == band + 1 {
            return None;
        }
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let neighbors = dy.abs() < 1.0 && dx.abs() < 1.1 * (width + self.gap);
        let digraph = self.view.digraph();
        let bow = if neighbors {
            match digraph.successors(b).contains(&a) {
                true => 9.0,
                false => 0.0,
            }
        } else if band == other {
            1.3 * height + 0.08 * dx.abs()
        } else {
            0.22 * dx.hypot(dy)
        };
        let control = beside(from, to, bow);
        Some([
            self.border(from, control),
            control,
            self.border(to, control),
        ])
    }

    /// Where the line from the middle of a card towards `to` leaves the card.
    fn border(&self, middle: Point, to: Point) -> Point {
        let (dx, dy) = (to[0] - middle[0], to[1] - middle[1]);
        let part = (self.card[0] / 2.0 / dx.abs()).min(self.card[1] / 2.0 / dy.abs());
        if !part.is_finite() {
            return middle;
        }
        [middle[0] + dx * part, middle[1] + dy * part]
    }

    fn draw_card(&self, out: &mut String, i: u32) {
        let view = self.view;
        let position = view.position(i);
        let paint = self.options.told(view).paint(i);
        let strip = strip(view, self.options, i);
        let mut title = format!(
            "{}: {}",
            shortened(&position, 200),
            self.options.told(view).label(i)
        );
        if let Some(remoteness) = view.labels().remoteness(i) {
            let _ = write!(title, ", {} left", plural(remoteness as usize, "move"));
        }
        if let Some(values) = view.grundy() {
            let _ = write!(title, ", Grundy value {}", values[i as usize]);
        }
        let _ = writeln!(
            out,
            r#"<g class="position"><title>{}</title>"#,
            Escaped(&title)
        );
        let corner = self.corners[i as usize];
        draw_box(out, corner, self.card, paint, &strip);
        let at = [corner[0] + self.card[0] / 2.0, corner[1] + STRIP];
        self.face.draw(out, at, &self.marks[i as usize], &position);
        out.push_str("</g>\n");
    }

    /// The legend; returns its size.
    fn draw_legend(&self, out: &mut String) -> Point {
        const LINE: f64 = 25.0;
        const BOX: f64 = 70.0;
        let has = |outcome| {
            let labels = self.view.labels();
            self.view
                .digraph()
                .vertices()
                .any(|i| labels.outcome(i) == outcome)
        };
        let draws = has(Outcome::Draw);
        let mut samples: Vec<(&Paint, Vec<&str>, String)> = Vec::new();
        let sides = &self.view.description().sides;
        let letters = sides.each_ref().map(|side| {
            let letter = side.word.chars().take(1).flat_map(char::to_uppercase);
            letter.collect::<String>()
        });
        let [pale, dark] = match self.options.words.unwrap_or(self.view.description().labels) {
            LabelWords::PreviousNext => [
                (
                    "N",
                    "the next player wins: the one whose turn it is".to_owned(),
                ),
                (
                    "P",
                    "the previous player wins: the one who moved last".to_owned(),
                ),
            ],
            LabelWords::WinLoseDraw => [
                ("W", "the player to move wins".to_owned()),
                ("L", "the player to move loses".to_owned()),
            ],
            LabelWords::Sides => [0, 1].map(|i| (&*letters[i], sides[i].does("wins"))),
        };
        let first = pale.0;
        samples.push((&PALE, vec![first], pale.1));
        samples.push((&DARK, vec![dark.0], dark.1));
        if draws {
            let text = "a draw: neither side can force a win".to_owned();
            samples.push((&DRAWN, vec!["D", "∞"], text));
        }
        let text = "3 moves are left if the winner hurries and the loser delays".to_owned();
        samples.push((&PALE, vec![first, "3"], text));
        if self.options.grundy && self.view.grundy().is_some() {
            samples.push((&PALE, vec![first, "3", "g1"], "Grundy value 1".to_owned()));
        }
        let mut top = 0.0;
        let text_at = BOX + 16.0;
        let mut widest: f64 = 0.0;
        let mut say = |out: &mut String, top: f64, text: &str| {
            widest = widest.max(text_width(text, NOTE));
            line(out, [text_at, top + 12.5], (NOTE, "start", "#222"), text);
        };
        for (paint, strip, text) in &samples {
            draw_box(out, [0.0, top], [BOX, STRIP], paint, strip);
            say(out, top, text);
            top += LINE;
        }
        for (kind, text) in [
            (Kind::Winning, "a winning move"),
            (Kind::Draw, "a move that keeps the draw"),
            (Kind::Other, "any other move"),
        ] {
            if self.strips || kind == Kind::Draw && !draws {
                continue;
            }
            let (ink, width, dashes) = kind.pen();
            let dashes = dashed(dashes);
            let (a, b) = ([0.0, top + 8.0], [BOX, top + 8.0]);
            let sample = format!("M{}H{}", At(a), Px(b[0] - 6.0));
            svg::path(out, sample, &format!("{}{dashes}", pen(ink, width)));
            svg::path(
                out,
                arrowhead(a, b, kind.head()),
                &format!(r#"fill="{ink}""#),
            );
            say(out, top, text);
            top += LINE;
        }
        let mut right = text_at + widest + GAP;
        let board = self.board;
        if self.face.picture.is_some() {
            let picture = Picture::new(board, Scale::KEY);
            let left = right + GAP;
            line(
                out,
                [left, 12.5],
                (NOTE, "start", "#222"),
                "the board and its names",
            );
            moved(out, [left, 20.0], |out| {
                picture.draw(out, &Marks::default())
            });
            right = left + picture.size[0].max(text_width("the board and its names", NOTE));
            top = top.max(20.0 + picture.size[1]);
        }
        [right, top]
    }
}

/// How far a curve that begins and ends at two numbers goes towards the one between them.
fn furthest([begin, control, end]: [f64; 3]) -> f64 {
    let bend = begin - 2.0 * control + end;
    let t = ((begin - control) / bend).clamp(0.0, 1.0);
    match t.is_finite() {
        true => begin + 2.0 * t * (control - begin) + t * t * bend,
        false => begin,
    }
}

/// What a move does for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Winning,
    Draw,
    Other,
}

impl Kind {
    fn of(view: &dyn StateView, a: u32, b: u32) -> Self {
        let labels = view.labels();
        match (labels.outcome(a), labels.outcome(b)) {
            (_, Outcome::Lose) => Self::Winning,
            (Outcome::Draw, Outcome::Draw) => Self::Draw,
            _ => Self::Other,
        }
    }

    /// The length of the arrowhead.
    fn head(self) -> f64 {
        if self == Self::Winning { 9.0 } else { 6.0 }
    }

    fn pen(self) -> (&'static str, f64, Option<&'static str>) {
        match self {
            Self::Winning => ("#111", 2.3, None),
            Self::Draw => ("#555", 1.6, Some("6 3")),
            Self::Other => ("#B4B4B4", 1.0, None),
        }
    }
}

/// The strip of a card: its letter, the remoteness, the Grundy value.
fn strip(view: &dyn StateView, options: &StateOptions, i: u32) -> Vec<String> {
    let mut parts = vec![options.told(view).letter(i)];
    parts.push(match view.labels().remoteness(i) {
        Some(remoteness) => remoteness.to_string(),
        None => "∞".to_owned(),
    });
    if options.grundy
        && let Some(values) = view.grundy()
    {
        parts.push(format!("g{}", values[i as usize]));
    }
    parts
}

fn dashed(dashes: Option<&str>) -> String {
    dashes.map_or(String::new(), |d| format!(r#" stroke-dasharray="{d}""#))
}

fn strip_width(parts: &[String]) -> f64 {
    let text: f64 = parts.iter().map(|part| text_width(part, 13.0)).sum();
    text + 10.0 * (parts.len() + 1) as f64
}

/// A card: a white sheet with a border, and a strip at its top.
fn draw_box(
    out: &mut String,
    corner: Point,
    size: Point,
    paint: &Paint,
    strip: &[impl AsRef<str>],
) {
    let [x, y] = corner;
    let [width, height] = size;
    let dashes = dashed(paint.dashes);
    let Paint { fill, border, .. } = paint;
    rect(out, corner, size, r##"rx="4" fill="#FFF""##);
    let foot = if height > STRIP { 0.0 } else { 4.0 };
    let straight = STRIP - 4.0 - foot;
    let rounded = match foot > 0.0 {
        true => format!("a4 4 0 0 1 -4 4h{}a4 4 0 0 1 -4 -4", Px(8.0 - width)),
        false => format!("h{}", Px(-width)),
    };
    let _ = writeln!(
        out,
        r#"<path d="M{}a4 4 0 0 1 4 -4h{}a4 4 0 0 1 4 4v{}{rounded}Z" fill="{fill}"/>"#,
        At([x, y + 4.0]),
        Px(width - 8.0),
        Px(straight),
    );
    let pen = format!(
        r#"stroke="{border}" stroke-width="{}"{dashes}"#,
        paint.width
    );
    rect(out, corner, size, &format!(r#"rx="4" fill="none" {pen}"#));
    let last = strip.len() - 1;
    for (i, part) in strip.iter().enumerate() {
        let (at, anchor) = match i {
            0 => (x + 6.0, "start"),
            i if i == last => (x + width - 6.0, "end"),
            _ => (x + width / 2.0, "middle"),
        };
        let write = if i == 0 { bold } else { line };
        write(
            out,
            [at, y + 13.0],
            (13.0, anchor, paint.ink),
            part.as_ref(),
        );
    }
}

/// What is written beside a layer: the moves made, and whose turn it is if
/// positions tell.
fn heading(
    view: &dyn StateView,
    options: &StateOptions,
    layers: &[u32],
    cards: &[u32],
    strict: bool,
) -> Vec<String> {
    let Some(&first) = cards.first() else {
        return Vec::new();
    };
    let layer = layers[first as usize];
    if layer == UNREACHED {
        return vec![
            "legal, but".to_owned(),
            "reached by".to_owned(),
            "no play".to_owned(),
        ];
    }
    let mut lines = vec![match layer {
        0 => "start".to_owned(),
        layer if strict => plural(layer as usize, "move"),
        layer => format!("at least {}", plural(layer as usize, "move")),
    }];
    let mover = view.side_to_move(first);
    let same = cards.iter().all(|&i| view.side_to_move(i) == mover);
    if same && strict && view.description().records_turn {
        let ends = cards
            .iter()
            .all(|&i| view.digraph().successors(i).is_empty());
        if !ends {
            let side = &view.description().sides[mover];
            let name = match options.words.unwrap_or(view.description().labels) {
                LabelWords::Sides => &side.title,
                _ => &side.word,
            };
            lines.push(format!("{name} to move"));
        }
    }
    lines
}

fn plural(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
