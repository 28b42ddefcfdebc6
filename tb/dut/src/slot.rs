//! A folder of the cache that one builder at a time may add to.
//!
//! Work happens in a temporary folder next to the results and is renamed when complete: what has a
//! result's name is whole. The lock is the kernel's, so it ends with its process.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use fs4::TryLockError;
use tempfile::TempDir;

use crate::error::Error;

const UNFINISHED: &str = "building-";

/// Exclusive hold of a slot.
#[derive(Debug)]
pub(crate) struct Slot {
    folder: PathBuf,
    _lock: File,
}

impl Slot {
    /// Takes the slot, creating it when new; calls `on_wait` when another builder holds it.
    pub(crate) fn lock(folder: &Path, on_wait: &mut dyn FnMut()) -> Result<Self, Error> {
        let lock = open_lock(folder)?;
        match fs4::FileExt::try_lock(&lock) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                on_wait();
                fs4::FileExt::lock(&lock).map_err(|source| Error::io("lock", folder, source))?;
            }
            Err(TryLockError::Error(source)) => return Err(Error::io("lock", folder, source)),
        }
        let slot = Self {
            folder: folder.to_owned(),
            _lock: lock,
        };
        slot.remove_unfinished();
        Ok(slot)
    }

    /// Takes the slot if nobody holds it.
    pub(crate) fn try_lock(folder: &Path) -> Result<Option<Self>, Error> {
        let lock = open_lock(folder)?;
        match fs4::FileExt::try_lock(&lock) {
            Ok(()) => Ok(Some(Self {
                folder: folder.to_owned(),
                _lock: lock,
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(Error::io("lock", folder, source)),
        }
    }

    /// A temporary folder to work in; gone when dropped, unless published.
    pub(crate) fn workspace(&self) -> Result<TempDir, Error> {
        tempfile::Builder::new()
            .prefix(UNFINISHED)
            .tempdir_in(&self.folder)
            .map_err(|source| Error::io("create a folder in", &self.folder, source))
    }

    /// Makes a finished workspace the slot's result `name`, in place of a broken one.
    pub(crate) fn publish(&self, workspace: TempDir, name: &str) -> Result<PathBuf, Error> {
        let target = self.folder.join(name);
        if target.exists() {
            fs::remove_dir_all(&target).map_err(|source| Error::io("remove", &target, source))?;
        }
        fs::rename(workspace.path(), &target)
            .map_err(|source| Error::io("rename to", &target, source))?;
        // It is no longer there to be removed.
        let _ = workspace.keep();
        // An orphaned compiler of a killed builder may have kept its folder alive until now.
        self.remove_unfinished();
        Ok(target)
    }

    /// Removes what killed builders left. Failures are left to the next try: an orphaned compiler
    /// may still be writing there, and nothing takes these folders for results.
    fn remove_unfinished(&self) {
        for path in results_and_leftovers(&self.folder) {
            if is_unfinished(&path) {
                let _ = fs::remove_dir_all(path);
            }
        }
    }
}

/// The finished results in a slot's folder, in no order; none when there is no such folder.
pub(crate) fn results(folder: &Path) -> Vec<PathBuf> {
    let mut paths = results_and_leftovers(folder);
    paths.retain(|path| !is_unfinished(path));
    paths
}

fn results_and_leftovers(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths.filter(|path| path.is_dir()).collect()
}

fn is_unfinished(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with(UNFINISHED))
}

/// The lock file is never removed: a lock on a removed file would exclude nobody.
fn open_lock(folder: &Path) -> Result<File, Error> {
    fs::create_dir_all(folder).map_err(|source| Error::io("create", folder, source))?;
    let path = folder.join("lock");
    File::options()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|source| Error::io("open", &path, source))
}
