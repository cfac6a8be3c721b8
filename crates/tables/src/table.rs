//! Tables with columns of any kind, written to Parquet and read back: a table is in memory as a
//! whole, so those who have many rows write many files.

use crate::parquet::{io_error, write_column};
use parquet::basic::{Compression, Encoding};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

/// What a file says of itself.
const NAME: &str = "outplay.name";
const CHECKSUM: &str = "outplay.checksum";
/// The names of the columns without any value.
const EMPTY: &str = "outplay.empty";

/// The values of a column, each of which may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// Yes and no.
    Bool(Vec<Option<bool>>),
    /// Numbers.
    Int(Vec<Option<i64>>),
    /// Texts.
    Text(Vec<Option<String>>),
}

/// One value of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell<'a> {
    /// None.
    Missing,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A text.
    Text(&'a str),
}

impl Column {
    /// How many values it has, those missing included.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        match self {
            Self::Bool(values) => values.len(),
            Self::Int(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// The value in a row.
    pub fn get(&self, row: usize) -> Cell<'_> {
        match self {
            Self::Bool(values) => values[row].map_or(Cell::Missing, Cell::Bool),
            Self::Int(values) => values[row].map_or(Cell::Missing, Cell::Int),
            Self::Text(values) => values[row].as_deref().map_or(Cell::Missing, Cell::Text),
        }
    }

    /// Adds a value; one of another kind is as good as missing.
    pub fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Bool(values), Cell::Bool(value)) => values.push(Some(value)),
            (Self::Int(values), Cell::Int(value)) => values.push(Some(value)),
            (Self::Text(values), Cell::Text(value)) => values.push(Some(value.to_owned())),
            (Self::Bool(values), _) => values.push(None),
            (Self::Int(values), _) => values.push(None),
            (Self::Text(values), _) => values.push(None),
        }
    }

    /// A column of the same kind with the values of some rows, in this order.
    #[must_use]
    pub fn of_rows(&self, rows: &[usize]) -> Self {
        match self {
            Self::Bool(values) => Self::Bool(rows.iter().map(|&row| values[row]).collect()),
            Self::Int(values) => Self::Int(rows.iter().map(|&row| values[row]).collect()),
            Self::Text(values) => Self::Text(rows.iter().map(|&row| values[row].clone()).collect()),
        }
    }

    /// Adds the values of another column of the same kind.
    ///
    /// # Panics
    /// It is of another kind.
    pub fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::Bool(values), Self::Bool(more)) => values.extend(more),
            (Self::Int(values), Self::Int(more)) => values.extend(more),
            (Self::Text(values), Self::Text(more)) => values.extend(more),
            _ => panic!("columns of one kind are put together"),
        }
    }

    fn declared(&self) -> (&'static str, &'static str) {
        match self {
            Self::Bool(_) => ("boolean", ""),
            Self::Int(_) => ("int64", ""),
            Self::Text(_) => ("binary", " (utf8)"),
        }
    }
}

/// Columns of the same length, with their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The columns.
    pub columns: Vec<(String, Column)>,
}

impl Table {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }

    /// The column with a name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        let mut columns = self.columns.iter();
        columns.find(|(known, _)| known == name).map(|(_, c)| c)
    }

    /// Writes it as Parquet; `by` is the program that does, and `name` what the table is called, for
    /// the file's own record, which also has a checksum of both.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write_parquet(&self, out: impl Write + Send, by: &str, name: &str) -> io::Result<()> {
        self.fill(out, by, name).map_err(io_error)
    }

    fn fill(&self, out: impl Write + Send, by: &str, name: &str) -> Result<(), ParquetError> {
        let mut schema = "message table {".to_owned();
        // Texts that differ from row to row share their beginnings; other columns have few values.
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::UNCOMPRESSED)
            .set_created_by(by.to_owned())
            .set_key_value_metadata(Some(vec![
                KeyValue::new(NAME.to_owned(), name.to_owned()),
                KeyValue::new(CHECKSUM.to_owned(), self.checksum(name)),
                KeyValue::new(EMPTY.to_owned(), self.empty_columns()),
            ]));
        for (name, column) in &self.columns {
            let (kind, note) = column.declared();
            schema += &format!(" optional {kind} {name}{note};");
            if let Column::Text(values) = column
                && !few(values)
            {
                let path = ColumnPath::from(name.as_str());
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BYTE_ARRAY);
            }
        }
        let schema = parse_message_type(&format!("{schema} }}"))?;
        let properties = Arc::new(properties.build());
        let mut file = SerializedFileWriter::new(out, Arc::new(schema), properties)?;
        let mut group = file.next_row_group()?;
        for (_, column) in &self.columns {
            match column {
                Column::Bool(values) => {
                    let known = known(values);
                    let values = values.iter().flatten().copied();
                    write_column::<BoolType>(&mut group, values, Some(&known))?;
                }
                Column::Int(values) => {
                    let known = known(values);
                    let values = values.iter().flatten().copied();
                    write_column::<Int64Type>(&mut group, values, Some(&known))?;
                }
                Column::Text(values) => {
                    let known = known(values);
                    let values = values.iter().flatten();
                    let values = values.map(|text| ByteArray::from(text.as_str()));
                    write_column::<ByteArrayType>(&mut group, values, Some(&known))?;
                }
            }
        }
        group.close()?;
        file.close()?;
        Ok(())
    }

    /// Reads the table of this name as it was written.
    ///
    /// # Errors
    /// The file cannot be read, is that of another table, or was changed.
    pub fn read_parquet(file: File, name: &str) -> io::Result<Self> {
        guarded(|| Self::take(file, name))
    }

    /// Has a column any values at all? Looks at the file's own record only; where that is wrong,
    /// the table is not read.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn parquet_has_values(file: File, name: &str) -> io::Result<bool> {
        guarded(|| {
            let file = SerializedFileReader::new(file)?;
            let empty = recorded(&file, EMPTY).unwrap_or_default();
            Ok(!empty.split(' ').any(|column| column == name))
        })
    }

    fn empty_columns(&self) -> String {
        let all_missing = |(_, column): &&(String, Column)| {
            (0..column.len()).all(|row| column.get(row) == Cell::Missing)
        };
        let empty = self.columns.iter().filter(all_missing);
        empty
            .map(|(name, _)| name.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Of all that reading gives back and the name (FNV-1a, 64 bits): the format has checksums only
    /// for parts of its pages, and none that outlives a file that was copied over another.
    fn checksum(&self, name: &str) -> String {
        let mut sum = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes.len().to_le_bytes().iter().chain(bytes) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        };
        add(name.as_bytes());
        for (name, column) in &self.columns {
            add(name.as_bytes());
            add(column.declared().0.as_bytes());
            for row in 0..column.len() {
                match column.get(row) {
                    Cell::Missing => add(b"-"),
                    Cell::Bool(value) => add(&[value.into()]),
                    Cell::Int(value) => add(&value.to_le_bytes()),
                    Cell::Text(text) => {
                        add(b"+");
                        add(text.as_bytes());
                    }
                }
            }
        }
        format!("{sum:016x}")
    }

    fn take(file: File, name: &str) -> Result<Self, ParquetError> {
        let wrong = |message: String| Err(ParquetError::General(message));
        let file = SerializedFileReader::new(file)?;
        match recorded(&file, NAME) {
            Some(found) if found == name => {}
            Some(found) => return wrong(format!("this is {found}")),
            None => return wrong("it does not say what it is".to_owned()),
        }
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let mut table = Self::default();
        for group in 0..file.num_row_groups() {
            let group = file.get_row_group(group)?;
            let rows = usize::try_from(group.metadata().num_rows())
                .map_err(|error| ParquetError::External(error.into()))?;
            for i in 0..schema.num_columns() {
                let name = schema.column(i).name().to_owned();
                let column = match group.get_column_reader(i)? {
                    ColumnReader::BoolColumnReader(reader) => Column::Bool(read(reader, rows)?),
                    ColumnReader::Int64ColumnReader(reader) => Column::Int(read(reader, rows)?),
                    ColumnReader::ByteArrayColumnReader(reader) => {
                        let text = |bytes: ByteArray| bytes.as_utf8().map(str::to_owned);
                        let values = read(reader, rows)?.into_iter();
                        let values = values.map(|value| value.map(text).transpose());
                        Column::Text(values.collect::<Result<_, _>>()?)
                    }
                    _ => {
                        return wrong(format!("the column {name} has an unknown type"));
                    }
                };
                match table.columns.get_mut(i) {
                    Some((_, before)) => before.append(column),
                    None => table.columns.push((name, column)),
                }
            }
        }
        let is_so = |key, value| recorded(&file, key) == Some(value);
        match is_so(CHECKSUM, table.checksum(name)) && is_so(EMPTY, table.empty_columns()) {
            true => Ok(table),
            false => wrong("its checksum is another".to_owned()),
        }
    }
}

/// What a file says of itself under a key.
fn recorded(file: &SerializedFileReader<File>, key: &str) -> Option<String> {
    let record = file.metadata().file_metadata().key_value_metadata()?;
    record.iter().find(|pair| pair.key == key)?.value.clone()
}

/// The library of the format is not free of panics where bytes in a file were changed.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> io::Result<T> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(io_error),
        Err(_) => Err(io::Error::other("the file is damaged")),
    }
}

/// Are there so few different texts that a dictionary pays?
fn few(values: &[Option<String>]) -> bool {
    let sample = values.iter().flatten().take(1000);
    let different: std::collections::HashSet<&String> = sample.collect();
    different.len() <= 100
}

fn known<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| value.is_some().into()).collect()
}

fn read<T: DataType>(
    mut column: ColumnReaderImpl<T>,
    rows: usize,
) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (mut values, mut known) = (Vec::new(), Vec::new());
    column.read_records(rows, Some(&mut known), None, &mut values)?;
    let mut values = values.into_iter();
    let column: Vec<Option<T::T>> = known
        .iter()
        .map(|&known| if known == 1 { values.next() } else { None })
        .collect();
    match column.len() == rows {
        true => Ok(column),
        false => Err(ParquetError::EOF("a column ends early".to_owned())),
    }
}
