//! Rows as text: for people, for other programs, for a paper.

use outplay_board::{Failed, InputError};
use outplay_tables::{Cell, Column, Table};
use std::io::Write;

/// A form of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Columns that people read.
    Table,
    /// Values with commas between them.
    Csv,
    /// A JSON object a row.
    Json,
    /// The boards alone, one a line.
    G6,
    /// A table for a paper, in LaTeX with booktabs.
    Latex,
    /// Lines `n a(n)`, as the OEIS wants them.
    Bfile,
}

impl To {
    /// All of them, with their names.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("table", Self::Table),
        ("csv", Self::Csv),
        ("json", Self::Json),
        ("g6", Self::G6),
        ("latex", Self::Latex),
        ("bfile", Self::Bfile),
    ];
}

/// The most rows of a table for people.
const MOST_ROWS: usize = 1000;

/// Writes rows as they come.
pub struct Writer<W: Write> {
    to: To,
    out: W,
    begun: bool,
    /// The rows of a table for people, whose widths are known at the end.
    lines: Vec<Vec<String>>,
    right: Vec<bool>,
    left_out: usize,
    /// The last n of a b-file.
    last: Option<i64>,
}

impl<W: Write> Writer<W> {
    /// Writes to `out`.
    pub fn new(to: To, out: W) -> Self {
        Self {
            to,
            out,
            begun: false,
            lines: Vec::new(),
            right: Vec::new(),
            left_out: 0,
            last: None,
        }
    }

    /// Writes rows; those of one writer have the same columns.
    ///
    /// # Errors
    /// The rows do not suit the form, or cannot be written.
    pub fn rows(&mut self, table: &Table) -> Result<(), Failed> {
        if !self.begun {
            self.begun = true;
            self.begin(table)?;
        }
        let mut buffer = Vec::new();
        for row in 0..table.rows() {
            match self.to {
                To::Table if self.lines.len() > MOST_ROWS => self.left_out += 1,
                To::Table => self.lines.push(texts(table, row, "-")),
                To::Csv => csv_line(&mut buffer, &texts(table, row, ""))?,
                To::Json => json_line(&mut buffer, table, row)?,
                To::G6 => {
                    buffer.extend(texts(table, row, "").join(" ").as_bytes());
                    buffer.push(b'\n');
                }
                To::Latex => {
                    let cell = |(_, column): &(String, Column)| latex_cell(column.get(row));
                    let cells: Vec<String> = table.columns.iter().map(cell).collect();
                    buffer.extend(format!("{} \\\\\n", cells.join(" & ")).as_bytes());
                }
                To::Bfile => self.bfile_line(&mut buffer, table, row)?,
            }
        }
        self.out.write_all(&buffer).map_err(Failed::Output)
    }

    fn begin(&mut self, table: &Table) -> Result<(), Failed> {
        let names: Vec<String> = table.columns.iter().map(|(name, _)| name.clone()).collect();
        let is_number = |(_, column): &(String, Column)| matches!(column, Column::Int(_));
        let mut text = Vec::new();
        match self.to {
            To::Table => {
                self.right = table.columns.iter().map(is_number).collect();
                self.lines.push(names);
            }
            To::Csv => csv_line(&mut text, &names)?,
            To::Latex => {
                let columns = table.columns.iter();
                let align: String = columns
                    .map(|c| if is_number(c) { 'r' } else { 'l' })
                    .collect();
                let names: Vec<String> = names.iter().map(|name| latex(name)).collect();
                text = format!(
                    "\\begin{{tabular}}{{{align}}}\n\\toprule\n{} \\\\\n\\midrule\n",
                    names.join(" & ")
                )
                .into_bytes();
            }
            To::Bfile => {
                let fits = table.columns.len() == 2 && table.columns.iter().all(is_number);
                if !fits {
                    let found = format!("the columns {}", names.join(", "));
                    let expected = "two columns of numbers, n and a(n), for a b-file: group by one column, or ask for two";
                    return Err(InputError::found(found, expected).into());
                }
            }
            To::Json | To::G6 => {}
        }
        self.out.write_all(&text).map_err(Failed::Output)
    }

    fn bfile_line(&mut self, out: &mut Vec<u8>, table: &Table, row: usize) -> Result<(), Failed> {
        let cell = |i: usize| table.columns[i].1.get(row);
        let (Cell::Int(n), Cell::Int(value)) = (cell(0), cell(1)) else {
            let found = format!(
                "a row without a value: {}",
                texts(table, row, "-").join(", ")
            );
            return Err(InputError::found(found, "numbers in all rows of a b-file").into());
        };
        if self.last.is_some_and(|last| n <= last) {
            let found = format!("n = {n} after n = {}", self.last.unwrap_or(n));
            let expected = "rows of a b-file in order, each n once: sort by it, or group by it";
            return Err(InputError::found(found, expected).into());
        }
        // What does not occur in groups occurs no times.
        let counts = table.columns[1].0 == "count";
        let next = self.last.map_or(n, |last| last + 1);
        let gap = if counts { next..n } else { n..n };
        for n in gap {
            out.extend(format!("{n} 0\n").as_bytes());
        }
        out.extend(format!("{n} {value}\n").as_bytes());
        self.last = Some(n);
        Ok(())
    }

    /// Writes what comes after the rows.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(mut self) -> Result<(), Failed> {
        let text = match self.to {
            To::Table => self.aligned(),
            To::Latex => "\\bottomrule\n\\end{tabular}\n".to_owned(),
            To::Csv | To::Json | To::G6 | To::Bfile => String::new(),
        };
        self.out
            .write_all(text.as_bytes())
            .and_then(|()| self.out.flush())
            .map_err(Failed::Output)
    }

    fn aligned(&self) -> String {
        let width = |text: &String| text.chars().count();
        let widths: Vec<usize> = (0..self.right.len())
            .map(|i| {
                self.lines
                    .iter()
                    .map(|line| width(&line[i]))
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut text = String::new();
        for line in &self.lines {
            let mut cells = String::new();
            for (i, cell) in line.iter().enumerate() {
                let space = " ".repeat(widths[i] - width(cell));
                cells += &match self.right[i] {
                    true => format!("{space}{cell}  "),
                    false => format!("{cell}{space}  "),
                };
            }
            text += cells.trim_end();
            text.push('\n');
        }
        if self.left_out > 0 {
            text += &format!(
                "… and {} more rows (other forms have all of them)\n",
                self.left_out
            );
        }
        text
    }
}

fn texts(table: &Table, row: usize, missing: &str) -> Vec<String> {
    let columns = table.columns.iter();
    columns
        .map(|(_, column)| match column.get(row) {
            Cell::Missing => missing.to_owned(),
            Cell::Bool(value) => value.to_string(),
            Cell::Int(value) => value.to_string(),
            Cell::Text(text) => text.to_owned(),
        })
        .collect()
}

fn csv_line(out: &mut Vec<u8>, cells: &[String]) -> Result<(), Failed> {
    let mut line = csv::Writer::from_writer(out);
    line.write_record(cells)
        .map_err(|error| Failed::Output(error.into()))?;
    line.flush().map_err(Failed::Output)
}

fn json_line(out: &mut Vec<u8>, table: &Table, row: usize) -> Result<(), Failed> {
    let mut object = serde_json::Map::new();
    for (name, column) in &table.columns {
        let value = match column.get(row) {
            Cell::Missing => serde_json::Value::Null,
            Cell::Bool(value) => value.into(),
            Cell::Int(value) => value.into(),
            Cell::Text(text) => text.into(),
        };
        object.insert(name.clone(), value);
    }
    serde_json::to_writer(&mut *out, &object).map_err(|error| Failed::Output(error.into()))?;
    out.push(b'\n');
    Ok(())
}

/// A text with what has a meaning in LaTeX written out.
fn latex(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        match c {
            '\\' => plain += "\\textbackslash{}",
            '^' => plain += "\\textasciicircum{}",
            '~' => plain += "\\textasciitilde{}",
            '`' => plain += "\\textasciigrave{}",
            '_' | '{' | '}' | '&' | '%' | '$' | '#' => plain.extend(['\\', c]),
            _ => plain.push(c),
        }
    }
    plain
}

fn latex_cell(cell: Cell<'_>) -> String {
    match cell {
        Cell::Missing => "--".to_owned(),
        Cell::Bool(true) => "yes".to_owned(),
        Cell::Bool(false) => "no".to_owned(),
        Cell::Int(value) => format!("${value}$"),
        Cell::Text(text) => format!("\\texttt{{{}}}", latex(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(to: To, tables: &[Table]) -> Result<String, Failed> {
        let mut text = Vec::new();
        let mut writer = Writer::new(to, &mut text);
        for table in tables {
            writer.rows(table)?;
        }
        writer.finish()?;
        Ok(String::from_utf8(text).unwrap())
    }

    fn groups(keys: &[i64], counts: &[i64]) -> Table {
        let column = |values: &[i64]| Column::Int(values.iter().copied().map(Some).collect());
        Table {
            columns: vec![
                ("game_chromatic".to_owned(), column(keys)),
                ("count".to_owned(), column(counts)),
            ],
        }
    }

    #[test]
    fn groups_in_every_form() {
        let table = groups(&[1, 2, 4], &[1, 15, 3]);
        let known = [
            (To::Csv, "game_chromatic,count\n1,1\n2,15\n4,3\n"),
            (To::Bfile, "1 1\n2 15\n3 0\n4 3\n"),
            (
                To::Table,
                "game_chromatic  count\n             1      1\n             2     15\n             4      3\n",
            ),
            (
                To::Json,
                "{\"game_chromatic\":1,\"count\":1}\n{\"game_chromatic\":2,\"count\":15}\n{\"game_chromatic\":4,\"count\":3}\n",
            ),
            (
                To::Latex,
                "\\begin{tabular}{rr}\n\\toprule\ngame\\_chromatic & count \\\\\n\\midrule\n$1$ & $1$ \\\\\n$2$ & $15$ \\\\\n$4$ & $3$ \\\\\n\\bottomrule\n\\end{tabular}\n",
            ),
        ];
        for (to, expected) in known {
            assert_eq!(written(to, std::slice::from_ref(&table)).unwrap(), expected);
            // In pieces it is the same.
            let pieces = [groups(&[1], &[1]), groups(&[2, 4], &[15, 3])];
            assert_eq!(written(to, &pieces).unwrap(), expected);
        }
    }

    #[test]
    fn odd_values_are_written_so_that_they_are_read_back() {
        let text = |text: &str| Some(text.to_owned());
        let table = Table {
            columns: vec![
                (
                    "graph6".to_owned(),
                    Column::Text(vec![text("H?`\\_~^{}"), None]),
                ),
                ("planar".to_owned(), Column::Bool(vec![Some(true), None])),
                (
                    "reason".to_owned(),
                    Column::Text(vec![text("a, \"b\""), None]),
                ),
            ],
        };
        let table = std::slice::from_ref(&table);
        let csv = written(To::Csv, table).unwrap();
        assert_eq!(
            csv,
            "graph6,planar,reason\nH?`\\_~^{},true,\"a, \"\"b\"\"\"\n,,\n"
        );
        let latex = written(To::Latex, table).unwrap();
        let row = "\\texttt{H?\\textasciigrave{}\\textbackslash{}\\_\\textasciitilde{}\\textasciicircum{}\\{\\}} & yes & ";
        assert!(latex.contains(row), "{latex}");
        assert!(latex.contains("-- & -- & -- \\\\"), "{latex}");
        let json = written(To::Json, table).unwrap();
        assert!(
            json.ends_with("{\"graph6\":null,\"planar\":null,\"reason\":null}\n"),
            "{json}"
        );
    }

    #[test]
    fn a_b_file_is_two_columns_of_numbers_in_order() {
        let twice = written(To::Bfile, &[groups(&[1, 1], &[1, 1])]).unwrap_err();
        assert!(twice.to_string().contains("n = 1 after n = 1"), "{twice}");
        let table = Table {
            columns: vec![("graph6".to_owned(), Column::Text(Vec::new()))],
        };
        let error = written(To::Bfile, &[table]).unwrap_err().to_string();
        assert!(error.contains("expected two columns of numbers"), "{error}");
    }
}
