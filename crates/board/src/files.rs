//! Files that appear whole or not at all: everything that is written to a name is first written
//! beside it, so that a process that dies in between loses nothing that stood there before.

use crate::error::{Failed, InputError};
use crate::lock::{Lock, locked_file};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Lets `write` fill a file that somebody has named, which has its name when all of it is on the
/// disk.
///
/// # Errors
/// The file cannot be written, or `write` failed.
pub fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<T, Failed>,
) -> Result<T, Failed> {
    remove_leftovers(path);
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let file = locked_file(&part).map_err(|error| {
        let error = InputError::new(format!("cannot write: {error}"));
        error.in_source(path.display().to_string())
    })?;
    fill(&file, &part, path, write)
}

/// The same for a file of a folder of ours, with a name of one's own as long as it is not whole.
///
/// # Errors
/// The file cannot be written, or `write` failed.
pub fn write_whole_as<T>(
    part: &Path,
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<T, Failed>,
) -> Result<T, Failed> {
    let file = locked_file(part).map_err(|error| Failed::writing(path, error))?;
    fill(&file, part, path, write)
}

/// Removes what processes that were killed had begun to write to this name.
fn remove_leftovers(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return;
    };
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let found = entry.file_name();
        let rest = found
            .as_encoded_bytes()
            .strip_prefix(name.as_encoded_bytes());
        let process = rest.and_then(|rest| rest.strip_prefix(b".")?.strip_suffix(b".part"));
        if process.is_some_and(|id| !id.is_empty() && id.iter().all(u8::is_ascii_digit))
            // Whoever is still writing has locked it.
            && let Ok(Some(lock)) = Lock::take(&entry.path())
        {
            lock.remove();
        }
    }
}

fn fill<T>(
    file: &File,
    part: &Path,
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> Result<T, Failed>,
) -> Result<T, Failed> {
    let mut buffer = BufWriter::with_capacity(1 << 16, file);
    let failed = |error: io::Error| Failed::writing(path, error);
    let written = write(&mut buffer).and_then(|written| {
        buffer.flush().map_err(failed)?;
        drop(buffer);
        file.sync_all().map_err(failed)?;
        fs::rename(part, path).map_err(failed)?;
        // The name, too, is to outlive a loss of power; not every system can be asked for that.
        if let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            let _ = folder.sync_all();
        }
        Ok(written)
    });
    if written.is_err() {
        // Nobody can use half a file, and it is overwritten next time if it cannot be removed now.
        let _ = fs::remove_file(part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn half_a_file_is_never_seen() {
        let folder = std::env::temp_dir().join(format!("outplay-whole-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (path, part) = (folder.join("a"), folder.join("a.part"));
        let failed = write_whole_as(&part, &path, |out| {
            out.write_all(b"half")?;
            Err::<(), _>(io::Error::from(ErrorKind::StorageFull).into())
        });
        assert!(matches!(failed, Err(Failed::Output(_))), "{failed:?}");
        assert!(!path.exists() && !part.exists());
        write_whole_as(&part, &path, |out| Ok(out.write_all(b"whole")?)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert!(!part.exists());
        // What a process left behind that was killed, and what one is writing at this moment.
        let [left, live, other] = ["a.12.part", "a.13.part", "a.b.part"].map(|n| folder.join(n));
        for path in [&left, &other] {
            fs::write(path, b"half").unwrap();
        }
        let writing = locked_file(&live).unwrap();
        write_whole(&path, |out| Ok(out.write_all(b"new")?)).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(
            [left.exists(), live.exists(), other.exists()],
            [!cfg!(unix), true, true]
        );
        drop(writing);
        let nowhere = write_whole(&folder.join("none/a"), |_| Ok(()));
        let error = nowhere.unwrap_err().to_string();
        assert!(
            error.ends_with("No such file or directory (os error 2)"),
            "{error}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
