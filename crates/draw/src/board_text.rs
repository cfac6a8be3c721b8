//! A board in plain text, for a terminal or a pipe.
//!
//! Boards that look like a grid, a path or a small polygon are drawn with
//! characters, every edge along a row, a column or a diagonal. Where that does not
//! work out for every edge, lines of dots run in any direction; where they would
//! not be clear either, a list of vertices tells more than half a picture.

use crate::board::colors_on;
use crate::board_dots::{self, Line};
use crate::geometry::layout_of;
use crate::palette::{ink_on, rgb};
use crate::text::shortened;
use outplay_board::{Board, Shape};
use outplay_games::Marks;
use std::fmt::Write;

/// The largest board that is drawn, and the longest name on it.
const MOST_DRAWN: usize = 64;
const MOST_LINES: usize = 200;
const LONGEST_DRAWN: usize = 6;
const MOST_WIDE: usize = 100;
/// What a list shows at most.
const MOST_LISTED: usize = 500;
const MOST_NEIGHBORS: usize = 30;
const LONGEST_NAME: usize = 30;
const MOST_PEBBLES: u64 = 60;

/// A compact picture of a board: uncoloured vertices by name, coloured ones as
/// `name=colour`, the token's as `[name]`. With `ansi`, colours are painted too.
pub fn board_text(board: &Board, marks: &Marks, ansi: bool) -> String {
    let mut out = String::new();
    if let Some(heaps) = &marks.heaps {
        list_heaps(&mut out, heaps);
    }
    let labels = Labels { board, marks, ansi };
    if board.vertex_count() > 0 {
        match drawn(&labels).or_else(|| dotted(&labels)) {
            Some(picture) => out.push_str(&picture),
            None => list_vertices(&mut out, &labels),
        }
    }
    if let Some(arrows) = &marks.arrows {
        list_edges(&mut out, board, arrows);
    }
    out
}

fn list_heaps(out: &mut String, heaps: &[u64]) {
    let places = heaps.len().saturating_sub(1).to_string().len();
    for (i, &heap) in heaps.iter().enumerate().take(MOST_LISTED) {
        if heaps.len() > 1 {
            let _ = write!(out, "heap {i:>places$}: ");
        }
        let pebbles = "o".repeat(heap.min(MOST_PEBBLES) as usize);
        let more = if heap > MOST_PEBBLES { "…" } else { "" };
        let gap = if heap > 0 { " " } else { "" };
        let _ = writeln!(out, "{pebbles}{more}{gap}({heap})");
    }
}

/// A name that a terminal can show without harm.
fn safe_name(board: &Board, v: u32) -> String {
    let name = board.name(v);
    let name = name
        .chars()
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c });
    shortened(&name.collect::<String>(), LONGEST_NAME)
}

/// How vertices are shown.
struct Labels<'a> {
    board: &'a Board,
    marks: &'a Marks,
    ansi: bool,
}

impl Labels<'_> {
    fn color(&self, v: u32) -> u32 {
        let colors = colors_on(self.board, self.marks);
        let color = colors.and_then(|colors| colors.get(v as usize));
        color.copied().unwrap_or(0)
    }

    fn text(&self, v: u32) -> String {
        let name = safe_name(self.board, v);
        let text = match self.color(v) {
            0 => name,
            color => format!("{name}={color}"),
        };
        match self.marks.token == Some(v) {
            true => format!("[{text}]"),
            false => text,
        }
    }

    fn painted(&self, v: u32) -> String {
        let text = self.text(v);
        match self.color(v) {
            color if color != 0 && self.ansi => {
                let paint = rgb(color);
                let [r, g, b] = paint;
                let ink = if ink_on(paint) == "#000" { 30 } else { 97 };
                format!("\x1b[48;2;{r};{g};{b};{ink}m{text}\x1b[0m")
            }
            _ => text,
        }
    }
}

fn list_vertices(out: &mut String, labels: &Labels<'_>) {
    let board = labels.board;
    let n = board.vertex_count();
    let shown = 0..n.min(MOST_LISTED) as u32;
    let width = |v| labels.text(v).chars().count();
    let widest = shown.clone().map(width).max().unwrap_or(0);
    for v in shown {
        let (sign, row) = match &board.shape {
            Shape::Undirected(graph) => ("--", graph.neighbors(v)),
            Shape::Directed(digraph) => ("->", digraph.successors(v)),
        };
        let pad = " ".repeat(widest - width(v));
        let mut near: Vec<String> = row
            .iter()
            .take(MOST_NEIGHBORS)
            .map(|&w| labels.painted(w))
            .collect();
        if row.len() > MOST_NEIGHBORS {
            near.push(format!("… ({} more)", row.len() - MOST_NEIGHBORS));
        }
        let text = format!("{}{pad} {sign} {}", labels.painted(v), near.join(" "));
        let _ = writeln!(
            out,
            "{}",
            if row.is_empty() {
                labels.painted(v)
            } else {
                text
            }
        );
    }
    if n > MOST_LISTED {
        let _ = writeln!(out, "… and {} more vertices", n - MOST_LISTED);
    }
}

/// The directed edges of the Game of Cycles, and those that still wait.
fn list_edges(out: &mut String, board: &Board, arrows: &[(u32, u32)]) {
    let Shape::Undirected(graph) = &board.shape else {
        return;
    };
    let line = |out: &mut String, head: &str, sign: &str, edges: &[(u32, u32)]| {
        let mut words: Vec<String> = edges
            .iter()
            .take(MOST_LISTED)
            .map(|&(a, b)| format!("{}{sign}{}", safe_name(board, a), safe_name(board, b)))
            .collect();
        if edges.len() > MOST_LISTED {
            words.push(format!("… ({} more)", edges.len() - MOST_LISTED));
        }
        if words.is_empty() {
            words.push("none".to_owned());
        }
        let _ = writeln!(out, "{head}: {}", words.join(" "));
    };
    line(out, "arrows", "->", arrows);
    let mut directed: Vec<(u32, u32)> = arrows.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    directed.sort_unstable();
    let open: Vec<_> = graph
        .edges()
        .filter(|edge| directed.binary_search(edge).is_err())
        .collect();
    line(out, "open", "--", &open);
}

/// The board drawn with lines of dots, if that is clear.
fn dotted(labels: &Labels<'_>) -> Option<String> {
    let board = labels.board;
    let n = board.vertex_count();
    let lines: Vec<Line> = match &board.shape {
        _ if n > MOST_DRAWN || board.edge_count() > MOST_LINES => return None,
        Shape::Undirected(graph) => {
            let arrows = labels.marks.arrows.as_deref().unwrap_or_default();
            let line = |(a, b)| match arrows.contains(&(b, a)) {
                true => (b, a, true),
                false => (a, b, arrows.contains(&(a, b))),
            };
            let lines = graph.edges().map(line);
            lines
                .map(|(from, to, arrow)| Line { from, to, arrow })
                .collect()
        }
        // A loop and a pair of opposite arcs cannot be told apart by straight lines.
        Shape::Directed(digraph) => {
            let plain = |(a, b): (u32, u32)| a != b && !digraph.successors(b).contains(&a);
            if !digraph.arcs().all(plain) {
                return None;
            }
            let line = |(from, to)| Line {
                from,
                to,
                arrow: true,
            };
            digraph.arcs().map(line).collect()
        }
    };
    let vertices = 0..n as u32;
    let texts: Vec<String> = vertices.clone().map(|v| labels.text(v)).collect();
    let painted: Vec<String> = vertices.map(|v| labels.painted(v)).collect();
    board_dots::draw(&layout_of(board), &lines, &texts, &painted)
}

/// The board drawn with characters, if every edge finds its place.
fn drawn(labels: &Labels<'_>) -> Option<String> {
    let board = labels.board;
    let Shape::Undirected(graph) = &board.shape else {
        return None;
    };
    let n = graph.vertex_count();
    if n > MOST_DRAWN {
        return None;
    }
    let texts: Vec<String> = graph.vertices().map(|v| labels.text(v)).collect();
    let names = graph
        .vertices()
        .map(|v| safe_name(board, v).chars().count());
    if names.max().unwrap_or(0) > LONGEST_DRAWN {
        return None;
    }
    // Rows and columns: coordinates by rank, which straightens polygons.
    let layout = layout_of(board);
    let columns = ranks(&layout.iter().map(|p| p[0]).collect::<Vec<_>>());
    let rows = ranks(&layout.iter().map(|p| -p[1]).collect::<Vec<_>>());
    let at: Vec<(usize, usize)> = rows.into_iter().zip(columns).collect();
    let mut canvas = Canvas::new(&at, &texts)?;
    for (a, b) in graph.edges() {
        let arrow = labels.marks.arrows.iter().flatten();
        let mut arrow = arrow.filter(|&&(p, q)| (p, q) == (a, b) || (p, q) == (b, a));
        canvas.draw_edge(&at, (a, b), arrow.next().copied())?;
    }
    let painted: Vec<String> = graph.vertices().map(|v| labels.painted(v)).collect();
    Some(canvas.finish(&at, &texts, &painted))
}

/// The place of every value among the different ones.
fn ranks(values: &[f64]) -> Vec<usize> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let extent = sorted.last().unwrap_or(&0.0) - sorted.first().unwrap_or(&0.0);
    let near = 1e-3 * extent;
    sorted.dedup_by(|a, b| (*a - *b).abs() <= near);
    values
        .iter()
        .map(|&value| sorted.partition_point(|&s| s < value - near))
        .collect()
}

/// A sheet of characters: a vertex every `step` columns and every other line.
struct Canvas {
    cells: Vec<Vec<char>>,
    step: usize,
    taken: Vec<Vec<bool>>,
}

impl Canvas {
    /// `None` if two vertices share a place or the picture is too wide.
    fn new(at: &[(usize, usize)], texts: &[String]) -> Option<Self> {
        let widest = texts.iter().map(|text| text.chars().count()).max()?;
        let step = widest + 3;
        let height = at.iter().map(|p| p.0).max()? + 1;
        let width = at.iter().map(|p| p.1).max()? + 1;
        if width * step > MOST_WIDE {
            return None;
        }
        let mut taken = vec![vec![false; width]; height];
        for &(row, column) in at {
            if std::mem::replace(&mut taken[row][column], true) {
                return None;
            }
        }
        Some(Self {
            cells: vec![vec![' '; width * step + widest]; 2 * height - 1],
            step,
            taken,
        })
    }

    fn middle(&self, column: usize) -> usize {
        column * self.step + self.step / 2
    }

    /// `None` if the edge has no straight way, or one through another vertex.
    fn draw_edge(
        &mut self,
        at: &[(usize, usize)],
        (a, b): (u32, u32),
        arrow: Option<(u32, u32)>,
    ) -> Option<()> {
        // From top to bottom, or from left to right.
        let (from, to) = match at[a as usize] <= at[b as usize] {
            true => (a, b),
            false => (b, a),
        };
        let ((row, column), (end_row, end_column)) = (at[from as usize], at[to as usize]);
        let forward = arrow.map(|(tail, _)| tail == from);
        let (down, across) = (end_row - row, end_column as isize - column as isize);
        let steps = down.max(across.unsigned_abs());
        if down != 0 && across != 0 && down != across.unsigned_abs() {
            return None;
        }
        let column_at = |i: usize| (column as isize + across.signum() * i as isize) as usize;
        let row_at = |i: usize| row + if down > 0 { i } else { 0 };
        if (1..steps).any(|i| self.taken[row_at(i)][column_at(i)]) {
            return None;
        }
        if down == 0 {
            let (left, right) = (self.middle(column), self.middle(end_column));
            self.cells[2 * row][left..right].fill('-');
            if let Some(forward) = forward {
                self.cells[2 * row][(left + right).div_ceil(2)] = if forward { '>' } else { '<' };
            }
            return Some(());
        }
        for i in 0..steps {
            let (here, next) = (self.middle(column_at(i)), self.middle(column_at(i + 1)));
            let between = (here + next).div_ceil(2);
            let line = 2 * row_at(i) + 1;
            let stroke = match across.signum() {
                0 => '|',
                1 => '\\',
                _ => '/',
            };
            let cell = &mut self.cells[line][between];
            *cell = match (*cell, stroke) {
                ('/', '\\') | ('\\', '/') => 'X',
                _ => stroke,
            };
            // A long edge also passes the lines of vertices.
            if i + 1 < steps {
                self.cells[2 * row_at(i + 1)][next] = stroke;
            }
        }
        if across == 0
            && let Some(forward) = forward
        {
            let place = self.middle(column);
            self.cells[2 * row + steps][place] = if forward { 'v' } else { '^' };
        }
        Some(())
    }

    /// The text, with the vertices put in: measured as `texts`, shown as `painted`.
    fn finish(self, at: &[(usize, usize)], texts: &[String], painted: &[String]) -> String {
        let mut lines = Vec::new();
        for (line, cells) in self.cells.iter().enumerate() {
            let mut here: Vec<usize> = match line % 2 {
                0 => (0..at.len()).filter(|&v| at[v].0 == line / 2).collect(),
                _ => Vec::new(),
            };
            here.sort_by_key(|&v| at[v].1);
            let mut text = String::new();
            let mut next = 0;
            for v in here {
                let length = texts[v].chars().count();
                let begin = self.middle(at[v].1) - length / 2;
                text.extend(&cells[next..begin]);
                text.push_str(&painted[v]);
                next = begin + length;
            }
            text.extend(&cells[next..]);
            lines.push(text.trim_end().to_owned());
        }
        let blanks = |line: &String| line.chars().take_while(|&c| c == ' ').count();
        let filled = lines.iter().filter(|line| !line.is_empty());
        let indent = filled.map(blanks).min().unwrap_or(0);
        let lines = lines.iter().map(|line| line.get(indent..).unwrap_or(""));
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}
