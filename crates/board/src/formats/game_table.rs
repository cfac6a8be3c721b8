//! Game tables of the Game of Cycles as text: a row for every vertex, a column
//! for every face with the outer face last, vertices from 1, `1,7` where a face
//! meets the vertex twice, `0` where it does not.

use super::input::{Lines, plain_number, quoted};
use super::{Format, WriteError, unsuitable};
use crate::{Board, GameTable, InputError, Limits, PlaneGraph};
use std::io::{BufRead, Write};

/// The most entries that a table may have; it has one for every vertex and face.
const MOST_ENTRIES: usize = 1 << 22;

pub(super) fn read(
    lines: &mut Lines<impl BufRead>,
    limits: &Limits,
) -> Result<Option<Board>, InputError> {
    let mut table = GameTable::new();
    let mut line_of_row = Vec::new();
    let mut entries = 0;
    let mut darts = 0;
    while let Some((number, line)) = lines.next()? {
        let row = read_row(line).map_err(|error| error.at_line(number))?;
        if row.is_empty() {
            continue;
        }
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
    let n = table.len();
    if n == 0 {
        return Ok(None);
    }
    if darts > 6 * n {
        return Err(InputError::found(
            format_args!("{darts} entries other than 0 in {n} rows"),
            "a plane graph, which has fewer than three edges a vertex and each edge in two entries",
        ));
    }
    let plane = PlaneGraph::from_table(&table).map_err(|mut error| {
        error.line = error.line.and_then(|row| line_of_row.get(row - 1).copied());
        error
    })?;
    // Rows are numbered from 1, so that is what the vertices are called.
    let names = (1..=n).map(|row| row.to_string()).collect();
    Ok(Some(Board {
        names: Some(names),
        ..Board::plane(plane)
    }))
}

fn read_row(line: &[u8]) -> Result<Vec<Vec<u32>>, InputError> {
    let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .map(|word| {
            let numbers = word.split(|&byte| byte == b',');
            let entry: Option<Vec<u32>> = numbers
                .map(|number| plain_number(number).and_then(|v| v.try_into().ok()))
                .collect();
            entry.ok_or_else(|| {
                InputError::found(
                    quoted(word),
                    "0, a vertex such as 3, or several such as 1,7 without blanks between",
                )
            })
        })
        .collect()
}

pub(super) fn write(out: &mut impl Write, board: &Board) -> Result<(), WriteError> {
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
    for row in plane.to_table() {
        let words: Vec<String> = row
            .iter()
            .map(|entry| {
                let numbers: Vec<String> = entry.iter().map(u32::to_string).collect();
                numbers.join(",")
            })
            .collect();
        writeln!(out, "{}", words.join("\t"))?;
    }
    Ok(())
}
