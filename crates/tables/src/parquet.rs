//! The columns of labels, streamed into a Parquet file.

use crate::columns::Columns;
use outplay_engine::Outcome;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use std::io::{self, Write};
use std::sync::Arc;

/// The rows that are in memory at once on their way into a Parquet file.
const ROW_GROUP: u32 = 1 << 18;

impl Columns<'_> {
    fn name(&self, v: u32) -> String {
        (self.names)(v).unwrap_or_else(|| v.to_string())
    }

    pub(crate) fn write_parquet(&self, file: impl Write + Send) -> io::Result<()> {
        let named = self.vertices().any(|v| (self.names)(v).is_some());
        self.fill_parquet(file, named).map_err(io_error)
    }

    fn fill_parquet(&self, file: impl Write + Send, named: bool) -> Result<(), ParquetError> {
        let vertex = if named {
            "binary vertex (utf8)"
        } else {
            "int32 vertex"
        };
        let schema = parse_message_type(&format!(
            "message labels {{
                required {vertex};
                required binary outcome (utf8);
                optional int32 remoteness;
            }}"
        ))?;
        // Numbers in a row take next to nothing as differences, and outcomes and
        // remoteness as a dictionary: nothing is left to compress.
        let column = |name: &str| ColumnPath::from(name);
        let properties = WriterProperties::builder()
            .set_compression(Compression::UNCOMPRESSED)
            .set_column_dictionary_enabled(column("vertex"), false)
            .set_column_encoding(
                column("vertex"),
                if named {
                    Encoding::DELTA_BYTE_ARRAY
                } else {
                    Encoding::DELTA_BINARY_PACKED
                },
            )
            .build();
        let [win, lose, draw] =
            [Outcome::Win, Outcome::Lose, Outcome::Draw].map(|o| ByteArray::from((self.word)(o)));
        let mut table = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))?;
        for first in self.vertices().step_by(ROW_GROUP as usize) {
            let rows = first..self.vertices().end.min(first.saturating_add(ROW_GROUP));
            let mut group = table.next_row_group()?;
            if named {
                let names = rows.clone().map(|v| self.name(v).into_bytes().into());
                write_column::<ByteArrayType>(&mut group, names, None)?;
            } else {
                let numbers = rows.clone().map(|v| v as i32);
                write_column::<Int32Type>(&mut group, numbers, None)?;
            }
            let outcomes = rows.clone().map(|v| match self.labels.outcome(v) {
                Outcome::Win => win.clone(),
                Outcome::Lose => lose.clone(),
                Outcome::Draw => draw.clone(),
            });
            write_column::<ByteArrayType>(&mut group, outcomes, None)?;

            let remoteness = rows.map(|v| self.labels.remoteness(v));
            let known: Vec<i16> = remoteness.clone().map(|r| r.is_some().into()).collect();
            let numbers = remoteness.flatten().map(|r| r as i32);
            write_column::<Int32Type>(&mut group, numbers, Some(&known))?;
            group.close()?;
        }
        table.close()?;
        Ok(())
    }
}

/// What went wrong underneath, if anything did.
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

/// Writes the next column of a row group. In an optional column `known` says
/// with 1 or 0 which rows have a value.
pub(crate) fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: impl Iterator<Item = T::T>,
    known: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column = group.next_column()?.expect("as many columns as written");
    let values: Vec<T::T> = values.collect();
    column.typed::<T>().write_batch(&values, known, None)?;
    column.close()
}
