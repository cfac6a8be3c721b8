//! One board with what stands on it, large for itself or small in a state digraph.

use crate::geometry::{
    At, Point, arrowhead, beside, bounds, directions, distance, layout_of, toward, unit, widest_gap,
};
use crate::palette::{hex, ink_on, rgb};
use crate::svg::{self, bold, circle, document, line, moved, pen};
use crate::text::{shortened, text_width};
use crate::xml::Px;
use outplay_board::{Board, Graph, Layout, PlaneGraph, Shape};
use outplay_engine::{Labels, Outcome};
use outplay_games::{LabelWords, Marks};
use std::fmt::Write;

/// Vertices and edges of the largest board that is drawn.
const MOST_ITEMS: usize = 20_000;
/// The largest board whose drawing is checked for cells, which takes quadratic time.
const MOST_CELL_EDGES: usize = 500;
/// Longer names stand beside their vertices.
const NAME_INSIDE: usize = 3;
const LONGEST_NAME: usize = 24;

/// Pebbles of a heap in a row, and heaps and rows that are drawn.
const PEBBLES_IN_ROW: u64 = 5;
const MOST_PEBBLE_ROWS: u64 = 6;
const MOST_HEAPS: usize = 40;

/// How large things are, in pixels.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// Between two vertices that are close to each other.
    unit: f64,
    /// Radius of a vertex.
    radius: f64,
    /// The whole layout at most.
    most: Point,
    names: bool,
}

impl Scale {
    const LARGE: Self = Self {
        unit: 72.0,
        radius: 20.0,
        most: [1000.0, 800.0],
        names: true,
    };
    /// For the legend of a state digraph.
    pub(crate) const KEY: Self = Self {
        unit: 44.0,
        radius: 13.0,
        most: [300.0, 160.0],
        names: true,
    };
    /// For the positions of a state digraph, which have no room for names.
    pub(crate) const SMALL: Self = Self {
        unit: 27.0,
        radius: 10.0,
        most: [150.0, 110.0],
        names: false,
    };
    /// The same where vertices hold no colours either.
    pub(crate) const DOTS: Self = Self {
        unit: 36.0,
        radius: 3.6,
        most: [120.0, 100.0],
        names: false,
    };
}

/// Draws one board.
pub fn board_svg(board: &Board, marks: &Marks) -> String {
    let (n, m) = (board.vertex_count(), board.edge_count());
    let mut text = String::new();
    let size;
    if n + m > MOST_ITEMS {
        let note = format!("too large to draw: {n} vertices and {m} edges");
        size = [text_width(&note, 16.0) + 20.0, 40.0];
        line(&mut text, [10.0, 26.0], (16.0, "start", "#222"), &note);
    } else {
        let picture = Picture::new(board, Scale::LARGE);
        let heaps = marks.heaps.as_deref().map(|heaps| Heaps::new(heaps, 9.0));
        let margin = 14.0;
        let heap_size = heaps.as_ref().map_or([0.0; 2], Heaps::size);
        size = [
            picture.size[0].max(heap_size[0]) + 2.0 * margin,
            picture.size[1] + heap_size[1] + 2.0 * margin,
        ];
        moved(&mut text, [margin; 2], |out| picture.draw(out, marks));
        if let (Some(heaps), Some(counts)) = (&heaps, &marks.heaps) {
            let at = [margin, margin + picture.size[1]];
            moved(&mut text, at, |out| heaps.draw(out, counts));
        }
    }
    let title = match (&marks.heaps, n) {
        (Some(heaps), 0) => format!("{} heaps of pebbles", heaps.len()),
        _ => format!("a board with {n} vertices and {m} edges"),
    };
    document(size, &title, &describe(board, marks), &text)
}

/// Draws a digraph with the label of each vertex in it, one after the other where `moving`: as they
/// are found, a second for each round, and draws at last.
pub fn labels_svg(board: &Board, labels: &Labels, words: LabelWords, moving: bool) -> String {
    let n = board.vertex_count();
    if n + board.edge_count() > MOST_ITEMS {
        return board_svg(board, &Marks::default());
    }
    let mut picture = Picture::new(board, Scale::LARGE);
    let vertices = 0..n as u32;
    let rounds = vertices.clone().filter_map(|v| labels.remoteness(v)).max();
    let word = |v| {
        let label = words.label(labels.outcome(v), "1", "2");
        let round = labels
            .remoteness(v)
            .map_or(String::new(), |r| r.to_string());
        format!("{label}{round}")
    };
    let paint = |v| match labels.outcome(v) {
        Outcome::Lose => 1,
        Outcome::Win => 2,
        Outcome::Draw => 8,
    };
    let marks = Marks {
        colors: Some(vertices.clone().map(paint).collect()),
        ..Marks::default()
    };
    let (mut text, margin) = (String::new(), 14.0);
    moved(&mut text, [margin; 2], |out| {
        if moving {
            picture.draw(out, &Marks::default());
        } else {
            picture.words = Some(vertices.clone().map(word).collect());
            picture.draw(out, &marks);
        }
    });
    if moving {
        picture.words = Some(vertices.clone().map(word).collect());
        moved(&mut text, [margin; 2], |out| {
            for v in vertices {
                let round = labels.remoteness(v).unwrap_or(rounds.unwrap_or(0) + 1);
                let _ = writeln!(
                    out,
                    r#"<g visibility="hidden"><set attributeName="visibility" to="visible" begin="{}s" fill="freeze"/>"#,
                    round + 1
                );
                picture.draw_vertex(out, v as usize, paint(v), &marks);
                out.push_str("</g>\n");
            }
        });
    }
    let size = picture.size.map(|side| side + 2.0 * margin);
    let title = format!("a digraph with {n} vertices and who wins from each");
    document(size, &title, &describe(board, &Marks::default()), &text)
}

/// What stands on the board, for those who cannot see it.
fn describe(board: &Board, marks: &Marks) -> String {
    const MOST: usize = 100;
    let list = |items: &mut dyn Iterator<Item = String>| {
        let mut items: Vec<String> = items.take(MOST + 1).collect();
        if items.len() > MOST {
            items[MOST] = "…".to_owned();
        }
        items.join(", ")
    };
    let mut parts = Vec::new();
    if let Some(colors) = colors_on(board, marks) {
        let vertices = (0..board.vertex_count() as u32).zip(colors);
        let mut colored = vertices
            .filter(|&(_, &c)| c != 0)
            .map(|(v, c)| format!("{}={c}", board.name(v)));
        parts.push(format!("colours: {}", list(&mut colored)));
    }
    if let Some(arrows) = &marks.arrows {
        let mut arrows = arrows
            .iter()
            .map(|&(a, b)| format!("{}->{}", board.name(a), board.name(b)));
        parts.push(format!("arrows: {}", list(&mut arrows)));
    }
    if let Some(token) = marks.token {
        parts.push(format!("the token stands on {}", board.name(token)));
    }
    if let Some(heaps) = &marks.heaps {
        let mut heaps = heaps.iter().map(u64::to_string);
        parts.push(format!("heaps: {}", list(&mut heaps)));
    }
    parts.join("; ")
}

/// The colours to show: the position's, else those that the board came with.
pub(crate) fn colors_on<'a>(board: &'a Board, marks: &'a Marks) -> Option<&'a [u32]> {
    marks.colors.as_deref().or(board.colors.as_deref())
}

/// The drawing of a board without marks: computed once, drawn many times.
pub(crate) struct Picture<'a> {
    board: &'a Board,
    points: Vec<Point>,
    radius: f64,
    /// Where there is most room around every vertex: for names and loops.
    room: Vec<f64>,
    cells: Vec<Vec<u32>>,
    names: Option<Vec<String>>,
    names_inside: bool,
    /// Words in coloured vertices, where these are not numbers of colours.
    words: Option<Vec<String>>,
    pub(crate) size: Point,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(board: &'a Board, scale: Scale) -> Self {
        let layout = layout_of(board);
        let (low, high) = bounds(&layout);
        let unit = unit(&layout);
        let (width, height) = (high[0] - low[0], high[1] - low[1]);
        let fit = |extent: f64, most: f64| {
            if extent > 0.0 {
                most / extent
            } else {
                f64::INFINITY
            }
        };
        let factor = (scale.unit / unit)
            .min(fit(width, scale.most[0]))
            .min(fit(height, scale.most[1]));
        let radius = (0.37 * unit * factor).clamp(2.5, scale.radius);
        let names: Option<Vec<String>> = scale.names.then(|| {
            let names = (0..board.vertex_count() as u32).map(|v| board.name(v));
            names.map(|name| shortened(&name, LONGEST_NAME)).collect()
        });
        let longest = names
            .iter()
            .flatten()
            .map(|name| name.chars().count())
            .max();
        let names_inside = longest.unwrap_or(0) <= NAME_INSIDE;
        let points: Vec<Point> = layout
            .iter()
            .map(|&[x, y]| [(x - low[0]) * factor, (high[1] - y) * factor])
            .collect();
        let room = directions(board, &points);
        let mut picture = Self {
            room: room.into_iter().map(widest_gap).collect(),
            cells: cells_as_drawn(board, &layout),
            board,
            points,
            radius,
            names,
            names_inside,
            words: None,
            size: [0.0; 2],
        };
        picture.fit();
        picture
    }

    /// Moves everything to where the upper left corner is the origin.
    fn fit(&mut self) {
        let mut corners = Vec::new();
        for (v, &[x, y]) in self.points.iter().enumerate() {
            let ring = self.radius + (0.5 * self.radius).max(4.0);
            corners.extend([[x - ring, y - ring], [x + ring, y + ring]]);
            if let Some(names) = &self.names {
                let (at, anchor, size) = self.name_place(v, false);
                let width = text_width(&names[v], size);
                let left = match anchor {
                    "start" => at[0],
                    "end" => at[0] - width,
                    _ => at[0] - width / 2.0,
                };
                corners.extend([[left, at[1] - size], [left + width, at[1] + 0.3 * size]]);
            }
        }
        if let Shape::Directed(digraph) = &self.board.shape {
            for (a, _) in digraph.arcs().filter(|(a, b)| a == b) {
                let [x, y] = self.points[a as usize];
                let (sin, cos) = self.room[a as usize].sin_cos();
                let reach = loop_reach(1.45 * self.radius);
                let (far, wide) = (0.9 * reach, 0.4 * reach);
                let [x, y] = [x + cos * (far - wide), y + sin * (far - wide)];
                corners.extend([[x - wide, y - wide], [x + wide, y + wide]]);
            }
        }
        let (low, high) = bounds(&corners);
        for point in &mut self.points {
            *point = [point[0] - low[0], point[1] - low[1]];
        }
        self.size = [high[0] - low[0], high[1] - low[1]];
    }

    /// Where the name of `v` stands beside it, its anchor and its size.
    fn name_place(&self, v: usize, token: bool) -> (Point, &'static str, f64) {
        let [x, y] = self.points[v];
        let (sin, cos) = self.room[v].sin_cos();
        let ring = self.radius
            + if token {
                (0.5 * self.radius).max(4.0)
            } else {
                0.0
            };
        let size = (0.65 * self.radius).clamp(7.0, 13.0);
        let anchor = match cos {
            cos if cos > 0.35 => "start",
            cos if cos < -0.35 => "end",
            _ => "middle",
        };
        let at = [
            x + cos * (ring + 0.35 * size),
            y + sin * (ring + 0.65 * size) + 0.35 * size,
        ];
        (at, anchor, size)
    }

    /// Draws the board with its marks; the upper left corner is at the origin.
    pub(crate) fn draw(&self, out: &mut String, marks: &Marks) {
        if let Some(arrows) = &marks.arrows {
            self.draw_cells(out, arrows);
        }
        match &self.board.shape {
            Shape::Undirected(graph) => self.draw_edges(out, graph, marks),
            Shape::Directed(_) => self.draw_arcs(out, marks),
        }
        let colors = colors_on(self.board, marks);
        for v in 0..self.points.len() {
            let color = colors.and_then(|colors| colors.get(v)).copied();
            self.draw_vertex(out, v, color.unwrap_or(0), marks);
        }
    }

    /// Cells are pale, those that have become a directed cycle strong.
    fn draw_cells(&self, out: &mut String, arrows: &[(u32, u32)]) {
        for walk in &self.cells {
            let n = walk.len();
            let along = |a: usize, b: usize| arrows.contains(&(walk[a], walk[b]));
            let closed =
                (0..n).all(|i| along(i, (i + 1) % n)) || (0..n).all(|i| along((i + 1) % n, i));
            let fill = if closed { "#F7C98B" } else { "#F1F4F7" };
            let corners: Vec<String> = walk
                .iter()
                .map(|&v| At(self.points[v as usize]).to_string())
                .collect();
            let _ = writeln!(out, r#"<path d="M{}Z" fill="{fill}"/>"#, corners.join("L"));
        }
    }

    fn draw_edges(&self, out: &mut String, graph: &Graph, marks: &Marks) {
        if graph.edge_count() == 0 {
            return;
        }
        let arrows = marks.arrows.as_deref();
        let width = (0.13 * self.radius).max(0.7);
        // Where edges get directions, those without one step back.
        let ink = if arrows.is_some() { "#A9A9A9" } else { "#555" };
        let ends = |&(a, b): &(u32, u32)| (a.min(b), a.max(b));
        let mut directed: Vec<_> = arrows.iter().copied().flatten().map(ends).collect();
        directed.sort_unstable();
        let open = |edge: &(u32, u32)| directed.binary_search(edge).is_err();
        let mut path = String::new();
        for (a, b) in graph.edges().filter(open) {
            let (p, q) = (self.points[a as usize], self.points[b as usize]);
            let _ = write!(path, "M{}L{}", At(p), At(q));
        }
        svg::path(out, &path, &pen(ink, width));
        for &(a, b) in arrows.unwrap_or_default() {
            let (p, q) = (self.points[a as usize], self.points[b as usize]);
            let length = distance(p, q);
            let head = (0.9 * self.radius).clamp(8.0, 16.0).min(0.5 * length);
            // The head sits on the middle of the edge, where no vertex hides it.
            let tip = toward(p, q, 0.5 * (length + head));
            let arrow = format!(
                r#"class="arrow" {}"#,
                pen("#111", (0.18 * self.radius).max(1.5))
            );
            svg::path(out, format_args!("M{}L{}", At(p), At(q)), &arrow);
            svg::path(out, arrowhead(p, tip, head), r##"fill="#111""##);
        }
    }

    fn draw_arcs(&self, out: &mut String, marks: &Marks) {
        let Shape::Directed(digraph) = &self.board.shape else {
            return;
        };
        let width = (0.1 * self.radius).max(0.6);
        let head = (0.6 * self.radius).clamp(3.5, 11.0);
        for (a, b) in digraph.arcs() {
            let (p, q) = (self.points[a as usize], self.points[b as usize]);
            // The moves of the token are dark, the rest of the board is there for orientation.
            let ink = match marks.token {
                Some(token) if token != a => "#9A9A9A",
                _ => "#333",
            };
            let radius = |v| match marks.token == Some(v) {
                true => self.radius + (0.45 * self.radius).max(4.0),
                false => self.radius,
            };
            let (path, from, tip) = if a == b {
                loop_path(p, self.room[a as usize], radius(a))
            } else {
                let two_way = digraph.successors(b).contains(&a);
                let length = distance(p, q);
                let control = beside(p, q, if two_way { 0.16 * length } else { 0.0 });
                let begin = toward(p, control, radius(a));
                let tip = toward(q, control, radius(b) + 0.5);
                let end = toward(tip, control, 0.7 * head);
                let path = format!("M{}Q{} {}", At(begin), At(control), At(end));
                (path, control, tip)
            };
            let arc = format!(r#"class="arc" {}"#, pen(ink, width));
            svg::path(out, path, &arc);
            svg::path(out, arrowhead(from, tip, head), &format!(r#"fill="{ink}""#));
        }
    }

    fn draw_vertex(&self, out: &mut String, v: usize, color: u32, marks: &Marks) {
        let [x, y] = self.points[v];
        let token = marks.token == Some(v as u32);
        let radius = self.radius;
        // Without names or colours to hold, vertices of small pictures are dots.
        let plain = self.names.is_none() && marks.colors.is_none();
        let fill = match color {
            0 if plain && token => "#111".to_owned(),
            0 if plain => "#666".to_owned(),
            0 => "#FFF".to_owned(),
            color => hex(rgb(color)),
        };
        let width = Px((0.07 * radius).max(0.8));
        let paint = format!(r##"fill="{fill}" stroke="#222" stroke-width="{width}""##);
        circle(out, [x, y], radius, &format!(r#"class="vertex" {paint}"#));
        if token {
            let ring = pen("#111", (0.25 * radius).max(2.0));
            let ring = format!(r#"class="token" {ring}"#);
            circle(out, [x, y], radius + (0.3 * radius).max(3.0), &ring);
        }
        if color != 0 {
            let text = match &self.words {
                Some(words) => words[v].clone(),
                None => color.to_string(),
            };
            let size = letter_size(radius, &text);
            let at = [x, y + 0.36 * size];
            bold(out, at, (size, "middle", ink_on(rgb(color))), &text);
        }
        let Some(names) = &self.names else {
            return;
        };
        if color == 0 && self.names_inside {
            let size = 0.85 * letter_size(radius, &names[v]);
            line(
                out,
                [x, y + 0.36 * size],
                (size, "middle", "#333"),
                &names[v],
            );
        } else {
            let (at, anchor, size) = self.name_place(v, token);
            out.push_str(r##"<g stroke="#FFF" stroke-width="3" stroke-linejoin="round">"##);
            line(out, at, (size, anchor, "#FFF"), &names[v]);
            out.push_str("</g>\n");
            line(out, at, (size, anchor, "#444"), &names[v]);
        }
    }
}

/// The letters that fit into a vertex.
fn letter_size(radius: f64, text: &str) -> f64 {
    let wide = 1.75 * radius / text_width(text, 1.0);
    wide.min(1.25 * radius)
}

/// How far out the control points of a loop are.
fn loop_reach(radius: f64) -> f64 {
    3.6 * radius.max(5.0)
}

/// A loop at `p` that leans out at `angle`: the path, and the last stretch and
/// the tip for its arrowhead.
fn loop_path(p: Point, angle: f64, radius: f64) -> (String, Point, Point) {
    let on = |turn: f64, r: f64| {
        let (sin, cos) = (angle + turn).sin_cos();
        [p[0] + r * cos, p[1] + r * sin]
    };
    let reach = loop_reach(radius);
    let (begin, tip) = (on(-0.5, radius), on(0.5, radius + 0.5));
    let (out, back) = (on(-0.62, reach), on(0.62, reach));
    let end = toward(tip, back, 0.4 * radius);
    let path = format!("M{}C{} {} {}", At(begin), At(out), At(back), At(end));
    (path, back, tip)
}

/// The cells of a plane board, if the drawing shows the embedding.
fn cells_as_drawn(board: &Board, layout: &Layout) -> Vec<Vec<u32>> {
    let Some(plane) = &board.plane else {
        return Vec::new();
    };
    if plane.graph().edge_count() > MOST_CELL_EDGES {
        return Vec::new();
    }
    let Ok(drawn) = PlaneGraph::from_layout(plane.graph().clone(), layout) else {
        return Vec::new();
    };
    let walks = |plane: &PlaneGraph| -> Vec<Vec<u32>> {
        let mut walks: Vec<_> = plane.cells().iter().map(|f| from_least(&f.walk)).collect();
        walks.sort();
        walks
    };
    let cells = walks(plane);
    if cells == walks(&drawn) {
        cells
    } else {
        Vec::new()
    }
}

/// The least of the ways to begin a closed walk.
fn from_least(walk: &[u32]) -> Vec<u32> {
    let turned = (0..walk.len()).map(|i| [&walk[i..], &walk[..i]].concat());
    turned.min().unwrap_or_default()
}

/// Heaps side by side, each as rows of pebbles with their number below.
pub(crate) struct Heaps {
    /// Columns and rows of pebbles of every heap.
    boxes: Vec<(u64, u64)>,
    radius: f64,
}

impl Heaps {
    /// Room for heaps of these sizes.
    pub(crate) fn new(most: &[u64], radius: f64) -> Self {
        let boxes = most.iter().take(MOST_HEAPS).map(|&pebbles| {
            let rows = pebbles.div_ceil(PEBBLES_IN_ROW).clamp(1, MOST_PEBBLE_ROWS);
            (pebbles.clamp(1, PEBBLES_IN_ROW), rows)
        });
        Self {
            boxes: boxes.collect(),
            radius,
        }
    }

    fn width(&self, columns: u64) -> f64 {
        (columns as f64 * 2.3 * self.radius).max(5.0 * self.radius)
    }

    fn stack(&self) -> f64 {
        let rows = self.boxes.iter().map(|b| b.1).max().unwrap_or(0);
        rows as f64 * 2.3 * self.radius
    }

    fn font(&self) -> f64 {
        (1.7 * self.radius).max(10.0)
    }

    pub(crate) fn size(&self) -> Point {
        let widths: f64 = self.boxes.iter().map(|b| self.width(b.0)).sum();
        let gaps = self.boxes.len().saturating_sub(1) as f64 * 1.5 * self.radius;
        [widths + gaps, self.stack() + 1.5 * self.font()]
    }

    /// Draws the pebbles, from the bottom up; a heap that is too high ends in
    /// dots, and its number tells.
    pub(crate) fn draw(&self, out: &mut String, heaps: &[u64]) {
        let step = 2.3 * self.radius;
        let floor = self.stack();
        let mut left = 0.0;
        for (&pebbles, &(columns, rows)) in heaps.iter().zip(&self.boxes) {
            let width = self.width(columns);
            let middle = left + width / 2.0;
            let cut = pebbles > rows * PEBBLES_IN_ROW;
            let shown = pebbles.min((rows - u64::from(cut)) * PEBBLES_IN_ROW);
            for i in 0..shown {
                let row = i / PEBBLES_IN_ROW;
                let in_row = (shown - row * PEBBLES_IN_ROW).min(PEBBLES_IN_ROW) as f64;
                let column = (i % PEBBLES_IN_ROW) as f64;
                let x = middle + (column - (in_row - 1.0) / 2.0) * step;
                let y = floor - (row as f64 + 0.5) * step;
                let paint = r##"class="pebble" fill="#8C8C8C" stroke="#333" stroke-width="1""##;
                circle(out, [x, y], self.radius, paint);
            }
            let ground = format!("M{}H{}", At([left, floor + 1.0]), Px(left + width));
            svg::path(out, ground, &pen("#333", 1.5));
            let at = [middle, floor + 1.2 * self.font()];
            line(
                out,
                at,
                (self.font(), "middle", "#222"),
                &pebbles.to_string(),
            );
            if cut {
                let at = [middle, floor - (rows as f64 - 0.7) * step];
                line(out, at, (self.font(), "middle", "#222"), "⋮");
            }
            left += width + 1.5 * self.radius;
        }
    }
}
