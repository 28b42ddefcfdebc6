//! Files that appear whole or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::Error;

/// Writes `bytes` to a temporary file next to `path` and renames it, so that no reader sees half a file.
///
/// What is there already and is no regular file (`/dev/stdout`, a pipe) is written in place.
///
/// # Errors
/// [`Error::Write`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let mut special = fs::OpenOptions::new()
            .write(true)
            .open(path)
            .map_err(Error::writing(path))?;
        return special.write_all(bytes).map_err(Error::writing(path));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    create_folder(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".partial-")
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)
        .map_err(Error::writing(path))?;
    file.write_all(bytes).map_err(Error::writing(path))?;
    file.persist(path).map_err(|failed| Error::Write {
        path: path.to_owned(),
        source: failed.error,
    })?;
    Ok(())
}

/// Writes `value` as indented JSON; see [`write()`].
///
/// # Errors
/// [`Error::Write`].
pub fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), Error> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|source| Error::Internal(source.to_string()))?;
    bytes.push(b'\n');
    write(path, &bytes)
}

/// Creates a folder and those above it.
///
/// # Errors
/// [`Error::Write`].
pub fn create_folder(path: &Path) -> Result<(), Error> {
    fs::create_dir_all(path).map_err(Error::writing(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_scrap() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        write(&path, b"old").unwrap();
        fs::create_dir(folder.path().join("taken")).unwrap();
        let refused = write(&folder.path().join("taken"), b"new").unwrap_err();
        assert!(
            refused.to_string().starts_with("failed to write "),
            "{refused}"
        );
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_device_is_written_in_place() {
        let full = write(Path::new("/dev/full"), b"text").unwrap_err();
        assert_eq!(full.exit_code(), crate::error::EXIT_USAGE);
        assert!(full.to_string().contains("free some space"), "{full}");
        use std::os::unix::fs::FileTypeExt;
        assert!(
            fs::metadata("/dev/full")
                .unwrap()
                .file_type()
                .is_char_device()
        );
    }
}
