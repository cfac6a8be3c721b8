//! The rows of a sweep: filtered, grouped, sorted, or only the smallest boards.
//!
//! Parts are read one after the other. Rows that are neither grouped nor sorted are handed on
//! part by part, so that a sweep of any size can be written out; groups hold one entry each, and
//! only sorting holds all rows that match.

use crate::column::{Kind, column_name, empty_column};
use crate::condition::Condition;
use crate::plan::{GRAPH6, REASON, Sweep};
use outplay_board::{Failed, InputError, nearest, shortened};
use outplay_tables::{Cell, Column, Table};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs::File;

/// Which rows of a sweep, and what of them.
#[derive(Clone, Debug, Default)]
pub struct Query<'a> {
    /// Only rows for which this holds.
    pub condition: Option<&'a str>,
    /// Instead of rows, how many there are with the same values in these columns.
    pub group: &'a [String],
    /// In the order of these columns; rows that miss the value come last.
    pub sort: &'a [String],
    /// The greatest first.
    pub descending: bool,
    /// Only so many boards, the smallest ones; with groups, so many of each.
    pub examples: Option<usize>,
    /// Nothing but the boards.
    pub only_boards: bool,
}

/// What was shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// How many rows matched.
    pub rows: u64,
    /// How many parts are not there yet.
    pub missing: u64,
}

const COUNT: &str = "count";
const SMALLEST: &str = "smallest";

impl Sweep {
    /// Hands the rows of a query to `each`, at least once, even if there are none.
    ///
    /// # Errors
    /// The query is wrong, a part cannot be read, or `each` fails.
    pub fn show(
        &self,
        query: &Query<'_>,
        each: &mut dyn FnMut(&Table) -> Result<(), Failed>,
    ) -> Result<Shown, Failed> {
        let mut known: Vec<(&str, Kind)> = self
            .columns
            .iter()
            .map(|column| (column.name.as_str(), column.kind))
            .collect();
        let asked = known.len();
        for name in [GRAPH6, REASON] {
            if !known.iter().any(|(known, _)| *known == name) {
                known.push((name, Kind::Text));
            }
        }
        let condition = match query.condition {
            Some(text) => Some(Condition::read(text, "--where", &known)?),
            None => None,
        };
        let group = names(query.group, &known, &[])?;
        let groups = !group.is_empty();
        if groups && query.only_boards {
            let message =
                "groups have no boards to write: leave the group out, or choose another format";
            return Err(InputError::new(message).into());
        }
        let made: &[&str] = if groups { &[COUNT] } else { &[] };
        let sort = names(query.sort, &known, made)?;
        if let Some(name) = sort
            .iter()
            .find(|name| groups && !group.contains(name) && *name != COUNT)
        {
            let expected = format!("one of {}, {COUNT}", group.join(", "));
            return Err(
                InputError::found(format_args!("'{name}' to sort groups by"), expected).into(),
            );
        }
        let parts: Vec<u64> = (0..self.parts()).filter(|&p| self.has_part(p)).collect();
        let mut visible: Vec<&str> = known[..asked].iter().map(|(name, _)| *name).collect();
        if query.only_boards {
            visible = vec![GRAPH6];
        } else if self.has_reasons(&parts) {
            visible.push(REASON);
        }
        let mut shown = Shown {
            rows: 0,
            missing: self.parts() - parts.len() as u64,
        };
        let mut gathered = Gathered::new(query, &group, &known);
        let mut handed = false;
        for part in parts {
            let table = self.read(part, &known)?;
            let matching: Vec<usize> = match &condition {
                None => (0..table.rows()).collect(),
                Some(condition) => {
                    let holds = condition.holds(&table);
                    (0..table.rows())
                        .filter(|&row| holds[row] == Some(true))
                        .collect()
                }
            };
            shown.rows += matching.len() as u64;
            if groups {
                gathered.count(&table, &matching);
            } else if query.examples.is_some() || !sort.is_empty() {
                gathered.keep(&table, &matching);
            } else if !matching.is_empty() {
                each(&of_rows(&table, &visible, &matching))?;
                handed = true;
            }
        }
        let rest = match groups {
            true => Some(gathered.counted(&group, &known)),
            false => gathered.kept,
        };
        let rest = rest.unwrap_or_else(|| empty(&known));
        let mut rows: Vec<usize> = (0..rest.rows()).collect();
        if !sort.is_empty() {
            let keys: Vec<&Column> = sort.iter().filter_map(|name| rest.column(name)).collect();
            rows.sort_by(|&a, &b| {
                let orders = keys
                    .iter()
                    .map(|key| order(key.get(a), key.get(b), query.descending));
                orders.fold(Ordering::Equal, Ordering::then)
            });
        }
        if groups {
            visible = rest.columns.iter().map(|(name, _)| name.as_str()).collect();
        }
        if !handed {
            each(&of_rows(&rest, &visible, &rows))?;
        }
        Ok(shown)
    }

    /// Reads a part, and sees to it that it is one of this sweep.
    fn read(&self, part: u64, known: &[(&str, Kind)]) -> Result<Table, Failed> {
        let table = self.read_part(part)?;
        let fits = |&(name, kind): &(&str, Kind)| {
            let column = table.column(name).map(kind_of);
            column == Some(kind)
        };
        match known.iter().find(|column| !fits(column)) {
            None => Ok(table),
            Some((name, _)) => {
                let message = format!("the column {name} of this sweep is not in it");
                Err(Failed::reading(&self.part_path(part), message))
            }
        }
    }

    /// Is there anything that is not known?
    fn has_reasons(&self, parts: &[u64]) -> bool {
        parts.iter().any(|&part| {
            let file = File::open(self.part_path(part));
            let has = file.and_then(|file| Table::parquet_has_values(file, REASON));
            // What is wrong with a part is said when it is read.
            has.unwrap_or(false)
        })
    }
}

fn kind_of(column: &Column) -> Kind {
    match column {
        Column::Bool(_) => Kind::Bool,
        Column::Int(_) => Kind::Int,
        Column::Text(_) => Kind::Text,
    }
}

fn empty(known: &[(&str, Kind)]) -> Table {
    let columns = known
        .iter()
        .map(|&(name, kind)| (name.to_owned(), empty_column(kind)));
    Table {
        columns: columns.collect(),
    }
}

/// The columns that were typed, as files write them.
fn names(
    typed: &[String],
    known: &[(&str, Kind)],
    made: &[&str],
) -> Result<Vec<String>, InputError> {
    let all = || {
        known
            .iter()
            .map(|(name, _)| *name)
            .chain(made.iter().copied())
    };
    let find = |text: &String| {
        let name = column_name(text);
        if all().any(|known| known == name) {
            return Ok(name);
        }
        let near =
            nearest(&name, all()).map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        let expected = format!("one of {}{near}", all().collect::<Vec<_>>().join(", "));
        Err(InputError::found(
            format_args!("column '{}'", shortened(text)),
            expected,
        ))
    };
    typed.iter().map(find).collect()
}

fn of_rows(table: &Table, columns: &[&str], rows: &[usize]) -> Table {
    let column = |name: &&str| Some(((*name).to_owned(), table.column(name)?.of_rows(rows)));
    Table {
        columns: columns.iter().filter_map(column).collect(),
    }
}

/// Missing values come last in any order.
fn order(a: Cell<'_>, b: Cell<'_>, descending: bool) -> Ordering {
    let missing = |cell: Cell<'_>| cell == Cell::Missing;
    let order = a.cmp(&b);
    missing(a).cmp(&missing(b)).then(match descending {
        true => order.reverse(),
        false => order,
    })
}

/// What a board in graph6 or digraph6 is ordered by: vertices, then edges, then itself.
fn size(graph6: &str) -> (usize, &[u8], u32, &str) {
    let bytes = graph6.as_bytes();
    let head = match bytes {
        [b'~', b'~', ..] => 8,
        [b'~', ..] => 4,
        [b'&', ..] => 2,
        _ => 1,
    };
    let (head, body) = bytes.split_at(head.min(bytes.len()));
    let edges = body
        .iter()
        .map(|byte| byte.wrapping_sub(63).count_ones())
        .sum();
    (bytes.len(), head, edges, graph6)
}

/// A value of a group, which outlives the part that it was found in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Owned {
    Bool(bool),
    Int(i64),
    Text(String),
    Missing,
}

impl From<Cell<'_>> for Owned {
    fn from(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Bool(value) => Self::Bool(value),
            Cell::Int(value) => Self::Int(value),
            Cell::Text(value) => Self::Text(value.to_owned()),
            Cell::Missing => Self::Missing,
        }
    }
}

impl Owned {
    fn cell(&self) -> Cell<'_> {
        match self {
            Self::Bool(value) => Cell::Bool(*value),
            Self::Int(value) => Cell::Int(*value),
            Self::Text(value) => Cell::Text(value),
            Self::Missing => Cell::Missing,
        }
    }
}

/// What is held while parts are read.
struct Gathered<'a> {
    examples: Option<usize>,
    group: &'a [String],
    /// How many rows there are of each group, and the smallest boards.
    groups: BTreeMap<Vec<Owned>, (i64, Vec<String>)>,
    kept: Option<Table>,
    all: Vec<&'a str>,
}

impl<'a> Gathered<'a> {
    fn new(query: &Query<'_>, group: &'a [String], known: &[(&'a str, Kind)]) -> Self {
        Self {
            examples: query.examples,
            group,
            groups: BTreeMap::new(),
            kept: None,
            all: known.iter().map(|(name, _)| *name).collect(),
        }
    }

    fn count(&mut self, table: &Table, rows: &[usize]) {
        let keys: Vec<&Column> = self
            .group
            .iter()
            .filter_map(|name| table.column(name))
            .collect();
        for &row in rows {
            let key: Vec<Owned> = keys.iter().map(|column| column.get(row).into()).collect();
            let (count, boards) = self.groups.entry(key).or_default();
            *count += 1;
            let Some(most) = self.examples else {
                continue;
            };
            let Some(Cell::Text(board)) = table.column(GRAPH6).map(|column| column.get(row)) else {
                continue;
            };
            let place = boards.partition_point(|known| size(known) <= size(board));
            if place < most {
                boards.insert(place, board.to_owned());
                boards.truncate(most);
            }
        }
    }

    fn counted(self, group: &[String], known: &[(&str, Kind)]) -> Table {
        let kind = |name: &String| {
            let known = known.iter().find(|(known, _)| known == name);
            known.map_or(Kind::Text, |known| known.1)
        };
        let mut columns: Vec<(String, Column)> = group
            .iter()
            .map(|name| (name.clone(), empty_column(kind(name))))
            .collect();
        let (mut counts, mut smallest) = (Vec::new(), Vec::new());
        for (key, (count, boards)) in self.groups {
            for ((_, column), value) in columns.iter_mut().zip(key) {
                column.push(value.cell());
            }
            counts.push(Some(count));
            smallest.push(Some(boards.join(" ")));
        }
        columns.push((COUNT.to_owned(), Column::Int(counts)));
        if self.examples.is_some() {
            columns.push((SMALLEST.to_owned(), Column::Text(smallest)));
        }
        Table { columns }
    }

    fn keep(&mut self, table: &Table, rows: &[usize]) {
        let more = of_rows(table, &self.all, rows);
        let kept = match self.kept.take() {
            None => more,
            Some(mut kept) => {
                for ((_, column), (_, more)) in kept.columns.iter_mut().zip(more.columns) {
                    column.append(more);
                }
                kept
            }
        };
        self.kept = Some(match (self.examples, kept.column(GRAPH6)) {
            (Some(most), Some(boards)) => {
                let mut rows: Vec<usize> = (0..kept.rows()).collect();
                let board = |row: usize| match boards.get(row) {
                    Cell::Text(text) => text,
                    _ => "",
                };
                rows.sort_by(|&a, &b| size(board(a)).cmp(&size(board(b))));
                rows.truncate(most);
                of_rows(&kept, &self.all, &rows)
            }
            _ => kept,
        });
    }
}
