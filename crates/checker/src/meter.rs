//! What a check may cost. A file of a few kilobytes can ask for hours, or for more memory than there
//! is: so both have a bound that grows with what was read and with nothing else.

use crate::lines::Outcome;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::cell::Cell;
use std::io::{self, Read, Take};

/// Steps and bytes of memory that any file may take.
const STEPS: u64 = 1 << 31;
const BYTES: u64 = 1 << 28;
/// And for every byte of the file. Honest files take at most a tenth of it.
const STEPS_A_BYTE: u64 = 1 << 15;
const BYTES_A_BYTE: u64 = 1 << 6;
/// Between two questions whether to stop, so many steps are done at least.
const PAUSE: u64 = 1 << 20;

/// What a packed file may unpack to: so many bytes, and so many for every byte of it.
const UNPACKED: u64 = 1 << 24;
const UNPACKED_A_BYTE: u64 = 1 << 8;

pub(crate) struct Meter<'a> {
    stop: &'a dyn Fn() -> bool,
    read: Cell<u64>,
    steps: Cell<u64>,
    held: Cell<u64>,
    /// When to ask again whether to stop.
    ask: Cell<u64>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            stop,
            read: Cell::new(0),
            steps: Cell::new(0),
            held: Cell::new(0),
            ask: Cell::new(0),
        }
    }

    /// So many bytes more were read.
    pub(crate) fn read(&self, bytes: usize) -> Outcome<()> {
        self.read.set(self.read.get() + bytes as u64);
        self.spend(bytes as u64)
    }

    /// So many steps are to be done.
    pub(crate) fn spend(&self, steps: u64) -> Outcome<()> {
        let steps = self.steps.get().saturating_add(steps);
        self.steps.set(steps);
        if steps >= self.ask.get() {
            self.ask.set(steps.saturating_add(PAUSE));
            if (self.stop)() {
                return Err("the check was stopped".to_owned());
            }
        }
        let most = STEPS.saturating_add(STEPS_A_BYTE.saturating_mul(self.read.get()));
        match steps > most {
            true => Err(self.too_much(most, "steps")),
            false => Ok(()),
        }
    }

    /// So many bytes are to be held to the end.
    pub(crate) fn hold(&self, bytes: usize) -> Outcome<()> {
        self.room(bytes as u64)?;
        self.held.set(self.held.get() + bytes as u64);
        Ok(())
    }

    /// So many bytes are to be held for a moment.
    pub(crate) fn room(&self, bytes: u64) -> Outcome<()> {
        let most = BYTES.saturating_add(BYTES_A_BYTE.saturating_mul(self.read.get()));
        match self.held.get().saturating_add(bytes) > most {
            true => Err(self.too_much(most, "bytes of memory")),
            false => Ok(()),
        }
    }

    fn too_much(&self, most: u64, what: &str) -> String {
        let read = self.read.get();
        format!("this takes more than {most} {what}, the most for the {read} bytes up to here")
    }
}

/// What comes out of a packed file, which must not be too much for what went in.
pub(crate) struct Unpacked<R: Read> {
    decoder: StreamingDecoder<Take<R>, FrameDecoder>,
    given: u64,
}

impl<R: Read> Unpacked<R> {
    pub(crate) fn new(packed: R) -> Result<Self, FrameDecoderError> {
        let decoder = StreamingDecoder::new(packed.take(u64::MAX))?;
        Ok(Self { decoder, given: 0 })
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.decoder.read(buffer)?;
        self.given += bytes as u64;
        let packed = u64::MAX - self.decoder.get_ref().limit();
        let most = UNPACKED.saturating_add(UNPACKED_A_BYTE.saturating_mul(packed));
        match self.given > most {
            true => Err(io::Error::other(format!(
                "unpacked, {packed} bytes become more than {most}"
            ))),
            false => Ok(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers that docs/certificates.md states; most of these were changed by a mutation without
    /// a test that noticed.
    #[test]
    fn a_check_may_cost_what_is_stated_and_no_more() {
        let meter = Meter::new(&|| false);
        assert!(meter.spend(1 << 31).is_ok() && meter.spend(1).is_err());
        let meter = Meter::new(&|| false);
        meter.read(3).unwrap();
        meter.read(4).unwrap();
        assert!(meter.spend((1 << 31) + (7 << 15) - 7).is_ok() && meter.spend(1).is_err());
        let meter = Meter::new(&|| false);
        assert!(meter.room(1 << 28).is_ok() && meter.room((1 << 28) + 1).is_err());
        meter.read(7).unwrap();
        meter.hold(1 << 28).unwrap();
        meter.hold(40).unwrap();
        assert!(meter.room((7 << 6) - 40).is_ok() && meter.room((7 << 6) - 39).is_err());
    }

    #[test]
    fn a_check_asks_whether_to_stop_every_million_steps() {
        let asked = Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) == 2;
        let meter = Meter::new(&stop);
        // The first step asks, and then each that is a million further on.
        for (steps, questions) in [(1, 1), ((1 << 20) - 1, 1), (1, 2), (5, 2)] {
            assert!(meter.spend(steps).is_ok());
            assert_eq!(asked.get(), questions);
        }
        assert!(meter.spend(1 << 20).is_err());
    }
}
