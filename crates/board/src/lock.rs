//! Locks that die with their owner.

use crate::error::Failed;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A file that this process has locked. The system takes the lock back when the process ends,
/// however it ends.
pub struct Lock {
    path: PathBuf,
    file: File,
    /// Is it locked, or does the file system know no locks?
    pub is_locked: bool,
}

impl Lock {
    /// Locks a file, unless another process has.
    ///
    /// # Errors
    /// It cannot be made or locked.
    pub fn take(path: &Path) -> Result<Option<Self>, Failed> {
        let cannot = |error| Failed::writing(path, error);
        loop {
            let file = OpenOptions::new().create(true).append(true).open(path);
            let file = file.map_err(cannot)?;
            let is_locked = match file.try_lock() {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => false,
                Err(TryLockError::Error(error)) => return Err(cannot(error)),
            };
            // Whoever had it before may have removed the file in the meantime: then it is nobody's.
            if is_at(&file, path) {
                return Ok(Some(Self {
                    path: path.to_owned(),
                    file,
                    is_locked,
                }));
            }
        }
    }

    /// The same, but waits for the other process, as long as `stop` says no.
    ///
    /// # Errors
    /// It cannot be made or locked, or it was stopped.
    pub fn wait(path: &Path, stop: &dyn Fn() -> bool) -> Result<Self, Failed> {
        loop {
            if let Some(lock) = Self::take(path)? {
                return Ok(lock);
            }
            if stop() {
                return Err(Failed::Interrupted);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Gives the lock back, and removes the file where nobody can mistake it for the next one.
    pub fn remove(self) {
        if cfg!(unix) && self.is_locked {
            // A file that stays is in nobody's way.
            let _ = fs::remove_file(&self.path);
        }
        drop(self.file);
    }
}

/// A file to be filled, locked for as long as it is open, where that can be: so nobody takes it for
/// what somebody left behind.
pub(crate) fn locked_file(path: &Path) -> io::Result<File> {
    loop {
        let mut options = OpenOptions::new();
        let file = options
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        if file.lock().is_err() || is_at(&file, path) {
            file.set_len(0)?;
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(a), Ok(b)) => same(a, b),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_one_process_s_at_a_time() {
        let folder = std::env::temp_dir().join(format!("outplay-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("lock");
        let first = Lock::take(&path).unwrap().unwrap();
        assert!(first.is_locked);
        assert!(Lock::take(&path).unwrap().is_none());
        assert!(matches!(
            Lock::wait(&path, &|| true),
            Err(Failed::Interrupted)
        ));
        drop(first);
        let second = Lock::take(&path).unwrap().unwrap();
        second.remove();
        assert!(Lock::take(&path).unwrap().is_some());
        fs::remove_dir_all(&folder).unwrap();
    }
}
