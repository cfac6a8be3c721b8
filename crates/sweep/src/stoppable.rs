//! Reading from what may be silent for long: on a thread of its own, so that whoever waits can
//! also stop waiting.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How long to wait before it is asked whether to go on.
const PAUSE: Duration = Duration::from_millis(100);
const CHUNK: usize = 1 << 16;

/// A reader that also ends when `stop` says so; whoever reads asks which of them it was.
pub(crate) struct Stoppable<'a> {
    chunks: Receiver<io::Result<Vec<u8>>>,
    current: Cursor<Vec<u8>>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Stoppable<'a> {
    pub(crate) fn new(mut from: impl Read + Send + 'static, stop: &'a dyn Fn() -> bool) -> Self {
        let (sender, chunks) = sync_channel(4);
        std::thread::spawn(move || {
            loop {
                let mut chunk = vec![0; CHUNK];
                let read = match from.read(&mut chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let ended = matches!(read, Ok(0) | Err(_));
                let read = read.map(|count| {
                    chunk.truncate(count);
                    chunk
                });
                // Without anybody who waits there is nothing more to do.
                if sender.send(read).is_err() || ended {
                    return;
                }
            }
        });
        Self {
            chunks,
            current: Cursor::new(Vec::new()),
            stop,
        }
    }

    /// The next bytes, as they come; nothing at the end.
    pub(crate) fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            match self.chunks.recv_timeout(PAUSE) {
                Ok(chunk) => return chunk.map(|chunk| Some(chunk).filter(|c| !c.is_empty())),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if (self.stop)() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.current.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            match self.chunk()? {
                Some(chunk) => self.current = Cursor::new(chunk),
                None => return Ok(0),
            }
        }
    }
}
