//! Tables with columns of any kind, written to Parquet and read back: a table is in memory as a
//! whole, so those who have many rows write many files.

use crate::parquet::{io_error, write_column};
use parquet::basic::{Compression, Encoding};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

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
    pub fn len(&self) -> usize {
        match self {
            Self::Bool(values) => values.len(),
            Self::Int(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Has it no values?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
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

    /// Writes it as Parquet; `by` is the program that does, for the file's own record.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write_parquet(&self, out: impl Write + Send, by: &str) -> io::Result<()> {
        self.fill(out, by).map_err(io_error)
    }

    fn fill(&self, out: impl Write + Send, by: &str) -> Result<(), ParquetError> {
        let mut schema = "message table {".to_owned();
        // Texts that differ from row to row share their beginnings; other columns have few values.
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::UNCOMPRESSED)
            .set_created_by(by.to_owned());
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

    /// Reads a Parquet file: its columns of booleans, 64-bit integers and texts.
    ///
    /// # Errors
    /// The file cannot be read, or has other columns.
    pub fn read_parquet(file: File) -> io::Result<Self> {
        // The library of the format is not free of panics where bytes in a file were changed.
        let read = std::panic::AssertUnwindSafe(|| Self::take(file).map_err(io_error));
        std::panic::catch_unwind(read)
            .unwrap_or_else(|_| Err(io::Error::other("the file is damaged")))
    }

    /// Has a column of a Parquet file any values at all? Looks at the file's own record only.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn parquet_has_values(file: File, name: &str) -> io::Result<bool> {
        let file = SerializedFileReader::new(file).map_err(io_error)?;
        let groups = file.metadata().row_groups().iter();
        let mut chunks = groups.flat_map(|group| group.columns());
        Ok(chunks.any(|chunk| {
            let missing = chunk.statistics().and_then(|found| found.null_count_opt());
            chunk.column_descr().name() == name && missing != Some(chunk.num_values() as u64)
        }))
    }

    fn take(file: File) -> Result<Self, ParquetError> {
        let file = SerializedFileReader::new(file)?;
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
                        let message = format!("the column {name} has an unknown type");
                        return Err(ParquetError::General(message));
                    }
                };
                match table.columns.get_mut(i) {
                    Some((_, before)) => before.append(column),
                    None => table.columns.push((name, column)),
                }
            }
        }
        Ok(table)
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
