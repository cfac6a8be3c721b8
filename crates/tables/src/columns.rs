//! The columns of labels, and their way into a CSV file.

use outplay_engine::{Labels, Outcome};
use std::io::{self, Write};
use std::ops::Range;

pub(crate) struct Columns<'a> {
    pub(crate) labels: &'a Labels,
    pub(crate) names: &'a dyn Fn(u32) -> Option<String>,
    /// The word for an outcome.
    pub(crate) word: fn(Outcome) -> &'static str,
}

impl Columns<'_> {
    pub(crate) fn vertices(&self) -> Range<u32> {
        0..self.labels.len() as u32
    }

    pub(crate) fn write_csv(&self, file: impl Write) -> io::Result<()> {
        let mut digits = itoa::Buffer::new();
        let mut table = csv::Writer::from_writer(file);
        table.write_record(["vertex", "outcome", "remoteness"])?;
        for v in self.vertices() {
            match (self.names)(v) {
                Some(name) => table.write_field(name)?,
                None => table.write_field(digits.format(v))?,
            }
            table.write_field((self.word)(self.labels.outcome(v)))?;
            match self.labels.remoteness(v) {
                Some(remoteness) => table.write_field(digits.format(remoteness))?,
                None => table.write_field("")?,
            }
            table.write_record(None::<&[u8]>)?;
        }
        table.flush()
    }
}
