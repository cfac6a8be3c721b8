//! Game tables of the Game of Cycles as text: a row for every vertex, a column
//! for every face with the outer face last, vertices from 1, `1,7` where a face
//! meets the vertex twice, `0` where it does not.
//!
//! As on paper, the faces may have headings `f1 f2 …`. Then rows may begin with the number of their
//! vertex, and where a vertex is not on a face there may be `-`, or nothing where it is clear in
//! which column: between tabs or bars, or under the headings.
//!
//! A position is the table with its arrows marked: `+3` in the row of 1 where the edge
//! points from 1 to 3, `-3` where it points from 3 to 1. The other entry of the edge, which
//! is `1` in the row of 3, has the other sign, or none.

use super::input::{Lines, plain_number, quoted};
use super::{Format, Looks, Next, unsuitable};
use crate::{Board, GameTable, InputError, Limits, PlaneGraph};
use std::collections::HashSet;
use std::fmt::Write;

/// The most entries that a table may have; it has one for every vertex and face.
const MOST_ENTRIES: usize = 1 << 22;

/// Numbers and what stands between them.
pub(super) fn looks(text: &[u8]) -> Looks {
    let is_entry = |byte: &u8| byte.is_ascii_digit() || b", \t+-".contains(byte);
    let row = super::lines(text).find(|line| !matches!(line, [] | [b'#', ..]));
    if row.is_some_and(|row| Headings::read(row).is_some()) {
        return Looks::Surely;
    }
    match row.is_some_and(|row| row.iter().all(is_entry)) {
        true => Looks::Perhaps,
        false => Looks::No,
    }
}

pub(super) fn read(lines: &mut Lines<'_>, limits: &Limits) -> Next {
    let mut table = GameTable::new();
    let mut arrows = Vec::new();
    let mut line_of_row = Vec::new();
    let mut entries = 0;
    let mut darts = 0;
    let mut headings = None;
    while let Some((number, line)) = lines.next()? {
        if table.is_empty() && headings.is_none() {
            headings = Headings::read(line);
            if headings.is_some() {
                continue;
            }
        }
        let v = table.len() as u32 + 1;
        let cells = match &headings {
            Some(headings) => headings.cells(line, v),
            None => Ok(words(line).map(|(_, word)| word).collect()),
        };
        let row = cells.and_then(|cells| read_row(&cells));
        let (row, marks) = row.map_err(|error| error.at_line(number))?;
        if row.is_empty() {
            continue;
        }
        let ends = |(to, leaves): (u32, bool)| if leaves { (v, to) } else { (to, v) };
        arrows.extend(marks.into_iter().map(|mark| (ends(mark), number)));
        line_of_row.push(number);
        entries += row.len();
        darts += row.iter().flatten().filter(|&&w| w != 0).count();
        limits
            .check("the table", line_of_row.len() as u128, darts as u128 / 2)
            .map_err(|error| error.at_line(number))?;
        if entries > MOST_ENTRIES {
            return Err(InputError::found(
                format_args!("more than {MOST_ENTRIES} entries"),
                "a smaller table",
            )
            .at_line(number));
        }
        table.push(row);
    }
    if table.is_empty() {
        return Ok(None);
    }
    let mut board = board(&table, limits).map_err(|mut error| {
        error.line = error.line.and_then(|row| line_of_row.get(row - 1).copied());
        error
    })?;
    arrows.sort_unstable();
    let mut marked: Vec<(u32, u32)> = Vec::new();
    for ((a, b), line) in arrows {
        let arrow = (a - 1, b - 1);
        if marked.binary_search(&(b - 1, a - 1)).is_ok() {
            let error = InputError::found(
                format_args!("the edge between {a} and {b} marked in both directions"),
                format_args!("+{b} in row {a} and -{a} in row {b}, or the other way round"),
            );
            return Err(error.at_line(line));
        }
        if marked.last() != Some(&arrow) {
            marked.push(arrow);
        }
    }
    board.arrows = (!marked.is_empty()).then_some(marked);
    Ok(Some(board))
}

/// The board of a table. The line of an error is the row.
pub(super) fn board(table: &GameTable, limits: &Limits) -> Result<Board, InputError> {
    let n = table.len();
    let darts = table
        .iter()
        .flatten()
        .flatten()
        .filter(|&&w| w != 0)
        .count();
    limits.check("the table", n as u128, darts as u128 / 2)?;
    if darts > 6 * n {
        return Err(InputError::found(
            format_args!("{darts} entries other than 0 in {n} rows"),
            "a plane graph, which has fewer than three edges a vertex and each edge in two entries",
        ));
    }
    // Rows are numbered from 1, so that is what the vertices are called.
    Ok(Board {
        names: Some((1..=n).map(|row| row.to_string()).collect()),
        ..Board::plane(PlaneGraph::from_table(table)?)
    })
}

/// A row, and its marks: a vertex, and whether the arrow leaves the row's vertex for it.
type Row = (Vec<Vec<u32>>, Vec<(u32, bool)>);

fn read_row(cells: &[&[u8]]) -> Result<Row, InputError> {
    let mut marks = Vec::new();
    let row = cells
        .iter()
        .map(|&word| {
            if word == b"-" {
                return Ok(vec![0]);
            }
            let entry: Option<Vec<u32>> = word
                .split(|&byte| byte == b',')
                .map(|number| {
                    let signs: [(&[u8], bool); 3] =
                        [(b"+", true), (b"-", false), ("\u{2212}".as_bytes(), false)];
                    let marked = signs.iter().find_map(|&(sign, leaves)| {
                        let before = number.strip_prefix(sign);
                        Some((before.or_else(|| number.strip_suffix(sign))?, leaves))
                    });
                    let digits = marked.map_or(number, |(digits, _)| digits);
                    let v: u32 = plain_number(digits)?.try_into().ok()?;
                    marks.extend(marked.map(|(_, leaves)| (v, leaves)));
                    Some(v)
                })
                .collect();
            entry
                .filter(|_| !marks.iter().any(|mark| mark.0 == 0))
                .ok_or_else(|| {
                    InputError::found(
                        quoted(word),
                        "0, a vertex such as 3 (+3 or -3 with an arrow to or from it), or several such as 1,7 without blanks between",
                    )
                })
        })
        .collect::<Result<_, _>>()?;
    Ok((row, marks))
}

/// The words of a line and where they begin.
fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let mut at = 0;
    let words = line.split(u8::is_ascii_whitespace).map(move |word| {
        at += word.len() + 1;
        (at - word.len() - 1, word)
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// The cells of a line with bars or tabs between them.
fn between(line: &[u8]) -> Option<Vec<&[u8]>> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let mark = [b'|', b'\t'].into_iter().find(|mark| line.contains(mark))?;
    let line = match mark {
        b'|' => line.trim_ascii(),
        _ => line,
    };
    let line = line.strip_prefix(b"|").unwrap_or(line);
    let line = line.strip_suffix(b"|").unwrap_or(line);
    Some(
        line.split(|&byte| byte == mark)
            .map(<[u8]>::trim_ascii)
            .collect(),
    )
}

/// The headings of the columns.
struct Headings {
    /// Where they begin and end.
    places: Vec<(usize, usize)>,
    /// Do rows begin with their number?
    numbered: bool,
}

impl Headings {
    /// `f1 f2 f3`, perhaps with bars between, and with a word above the numbers of the rows.
    fn read(line: &[u8]) -> Option<Self> {
        let is_face = |word: &[u8]| {
            let number = word.strip_prefix(b"f").or_else(|| word.strip_prefix(b"F"));
            number.is_some_and(|number| plain_number(number).is_some())
        };
        let bar = |&byte: &u8| if byte == b'|' { b' ' } else { byte };
        let plain: Vec<u8> = line.iter().map(bar).collect();
        let mut found: Vec<(usize, &[u8])> = words(&plain).collect();
        let corner = found.len() > 1 && !is_face(found[0].1);
        if corner {
            found.remove(0);
        }
        let all = !found.is_empty() && found.iter().all(|(_, word)| is_face(word));
        let blank =
            between(line).is_some_and(|cells| cells.first().is_some_and(|cell| cell.is_empty()));
        all.then(|| Self {
            places: found
                .iter()
                .map(|(at, word)| (*at, at + word.len()))
                .collect(),
            numbered: corner || blank,
        })
    }

    /// The cells of row `v`, without its number.
    fn cells<'l>(&self, line: &'l [u8], v: u32) -> Result<Vec<&'l [u8]>, InputError> {
        let columns = self.places.len();
        let is_number = |word: &[u8]| {
            let word = word.strip_prefix(b"v").unwrap_or(word);
            let end = word.strip_suffix(b":").or_else(|| word.strip_suffix(b"."));
            plain_number(end.unwrap_or(word)) == Some(v.into())
        };
        let unclear = || {
            let expected = format!("{columns} cells under the headings ('-' where there is none)");
            Err(InputError::found(quoted(line), expected))
        };
        let mut found: Vec<(usize, &[u8])> = words(line).collect();
        // Nothing, or what is drawn between the headings and the rows.
        let drawn = |word: &[u8]| word.len() > 1 && word.iter().all(|byte| b"|-+:=".contains(byte));
        if found.iter().all(|(_, word)| drawn(word) || word == b"|") {
            return Ok(Vec::new());
        }
        if let Some(mut cells) = between(line) {
            if self.numbered || cells.len() > columns && is_number(cells[0]) {
                if !is_number(cells[0]) {
                    return unclear();
                }
                cells.remove(0);
            }
            if cells.len() == columns + 1 && cells[columns].is_empty() {
                cells.pop();
            }
            if cells.len() > columns {
                return unclear();
            }
            cells.resize(columns, b"");
            let none = |cell: &'l [u8]| if cell.is_empty() { b"-" } else { cell };
            return Ok(cells.into_iter().map(none).collect());
        }
        let before = found[0].0 + found[0].1.len() < self.places[0].0;
        if is_number(found[0].1) && (self.numbered || before || found.len() > columns) {
            found.remove(0);
        }
        if found.len() == columns {
            return Ok(found.into_iter().map(|(_, word)| word).collect());
        }
        // Every word stands under one heading.
        let mut cells: Vec<&[u8]> = vec![b"-"; columns];
        let mut next = 0;
        for (at, word) in found {
            let under = |&(_, &(begin, end)): &(usize, &(usize, usize))| {
                at < end && begin < at + word.len()
            };
            let mut places = self.places.iter().enumerate().filter(under);
            match (places.next(), places.next()) {
                (Some((column, _)), None) if column >= next => {
                    cells[column] = word;
                    next = column + 1;
                }
                _ => return unclear(),
            }
        }
        Ok(cells)
    }
}

/// The edges in the order in which positions have them, as lines that readers of tables pass over:
/// number, arc, and its mark, or that it can't be marked, because a vertex would become a sink or
/// source.
pub fn edges_text(board: &Board) -> String {
    let mut out = String::from("# edge: 1 is this arc, -1 the other way round\n");
    let Some(plane) = &board.plane else {
        return out;
    };
    let arrows: HashSet<(u32, u32)> = board.arrows.iter().flatten().copied().collect();
    // Would all arrows at `a` leave it, or all enter it, with one more beside `b`?
    let all = |a: u32, b: u32, leave: bool| {
        let mut others = plane.graph().neighbors(a).iter().filter(|&&c| c != b);
        others.all(|&c| arrows.contains(&if leave { (a, c) } else { (c, a) }))
    };
    for (i, (a, b)) in plane.edges_in_table_order().into_iter().enumerate() {
        let legal = |from, to| !all(from, to, true) && !all(to, from, false);
        let (from, to) = (board.name(a), board.name(b));
        let said = match () {
            () if arrows.contains(&(a, b)) => "  marked 1",
            () if arrows.contains(&(b, a)) => "  marked -1",
            () if !legal(a, b) && !legal(b, a) => "  unmarkable",
            () => "",
        };
        let _ = writeln!(out, "# {i:>3}  {from} -> {to}{said}");
    }
    out
}

pub(super) fn write(board: &Board) -> Result<String, InputError> {
    let mut out = String::new();
    let Some(plane) = &board.plane else {
        return Err(unsuitable(
            Format::GameTable,
            "it has no embedding in the plane",
        ));
    };
    let entries = board.vertex_count() as u128 * plane.faces().len() as u128;
    if entries > MOST_ENTRIES as u128 {
        return Err(unsuitable(
            Format::GameTable,
            format!("the table would have {entries} entries, more than {MOST_ENTRIES}"),
        ));
    }
    let arrows: HashSet<(u32, u32)> = board.arrows.iter().flatten().copied().collect();
    for (row, v) in plane.to_table().into_iter().zip(0..) {
        let number = |&to: &u32| {
            let sign = match to.checked_sub(1) {
                Some(w) if arrows.contains(&(v, w)) => "+",
                Some(w) if arrows.contains(&(w, v)) => "-",
                _ => "",
            };
            format!("{sign}{to}")
        };
        let words: Vec<String> = row
            .iter()
            .map(|entry| entry.iter().map(number).collect::<Vec<_>>().join(","))
            .collect();
        let _ = writeln!(out, "{}", words.join("\t"));
    }
    Ok(out)
}
