//! Game tables of the Game of Cycles as text: a row for every vertex, a column
//! for every face with the outer face last, vertices from 1, `1,7` where a face
//! meets the vertex twice, `0` where it does not.
//!
//! A position is the table with its arrows marked: `+3` in the row of 1 where the edge
//! points from 1 to 3, `-3` where it points from 3 to 1. The other entry of the edge, which
//! is `1` in the row of 3, has the other sign, or none.

use super::input::{Lines, plain_number, quoted};
use super::{Format, Looks, unsuitable};
use crate::{Board, GameTable, InputError, Limits, PlaneGraph};
use std::collections::HashSet;
use std::fmt::Write;

/// The most entries that a table may have; it has one for every vertex and face.
const MOST_ENTRIES: usize = 1 << 22;

/// Numbers and what stands between them.
pub(super) fn looks(text: &[u8]) -> Looks {
    let is_entry = |byte: &u8| byte.is_ascii_digit() || b", \t+-".contains(byte);
    let row = super::lines(text).find(|line| !matches!(line, [] | [b'#', ..]));
    match row.is_some_and(|row| row.iter().all(is_entry)) {
        true => Looks::Perhaps,
        false => Looks::No,
    }
}

pub(super) fn read(lines: &mut Lines<'_>, limits: &Limits) -> Result<Option<Board>, InputError> {
    let mut table = GameTable::new();
    let mut arrows = Vec::new();
    let mut line_of_row = Vec::new();
    let mut entries = 0;
    let mut darts = 0;
    while let Some((number, line)) = lines.next()? {
        let (row, marks) = read_row(line).map_err(|error| error.at_line(number))?;
        if row.is_empty() {
            continue;
        }
        let v = table.len() as u32 + 1;
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

fn read_row(line: &[u8]) -> Result<Row, InputError> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let mut marks = Vec::new();
    let words = line.split(u8::is_ascii_whitespace);
    let row = words
        .filter(|word| !word.is_empty())
        .map(|word| {
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
