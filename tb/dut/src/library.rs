//! Loaded copies of plugins.
//!
//! Verilator's runtime has statics (the random stream, the thread's context). So that simulations
//! in one process do not see each other, a loaded copy serves one model at a time: a second live
//! model of the same plugin gets a second copy. Copies stay mapped and are used again.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cxx::UniquePtr;

use crate::bridge::ffi;

/// `dut_new_model(seed, random_reset, error_limit)` of `cpp/plugin.cpp`.
type Factory = unsafe extern "C" fn(i32, bool, u32) -> *mut ffi::Model;

#[derive(Default)]
struct Copies {
    loaded: usize,
    idle: Vec<Factory>,
}

static POOL: LazyLock<Mutex<HashMap<PathBuf, Copies>>> = LazyLock::new(Mutex::default);

fn pool() -> MutexGuard<'static, HashMap<PathBuf, Copies>> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Exclusive use of one loaded copy; given back on drop.
pub(crate) struct Library {
    path: PathBuf,
    factory: Factory,
}

impl Library {
    /// A copy of the plugin at `path` that no live model uses. Fails with the loader's reason.
    pub(crate) fn acquire(path: &Path) -> Result<Self, String> {
        let mut pool = pool();
        let copies = pool.entry(path.to_owned()).or_default();
        let factory = match copies.idle.pop() {
            Some(factory) => factory,
            None if copies.loaded == 0 => open(path)?,
            None => open_copy(path)?,
        };
        copies.loaded = copies.loaded.max(1);
        Ok(Self {
            path: path.to_owned(),
            factory,
        })
    }

    /// A new model; `None` when its construction fails.
    pub(crate) fn new_model(
        &self,
        seed: i32,
        random_reset: bool,
        error_limit: u32,
    ) -> Option<UniquePtr<ffi::Model>> {
        // SAFETY: the signature is that of `cpp/plugin.cpp`, which is part of the fingerprint of
        // the file that was loaded; the object comes from C++ `new`, which is what UniquePtr frees.
        let model = unsafe {
            let model = (self.factory)(seed, random_reset, error_limit);
            UniquePtr::from_raw(model)
        };
        (!model.is_null()).then_some(model)
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if let Some(copies) = pool().get_mut(&self.path) {
            copies.idle.push(self.factory);
        }
    }
}

fn open(path: &Path) -> Result<Factory, String> {
    // SAFETY: the file is a plugin that this crate built; its initializers only set up statics of
    // Verilator's runtime and of the model.
    let library = unsafe { libloading::Library::new(path) }.map_err(|error| error.to_string())?;
    // SAFETY: the type is that of the function in `cpp/plugin.cpp`.
    let factory = unsafe { library.get::<Factory>(b"dut_new_model\0") }
        .map(|symbol| *symbol)
        .map_err(|error| error.to_string())?;
    // C++ libraries do not unload well, and the factory must outlive this function.
    std::mem::forget(library);
    Ok(factory)
}

/// Loads another copy: the loader knows files by inode, so it has to be a file of its own.
fn open_copy(path: &Path) -> Result<Factory, String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let copy = tempfile::Builder::new()
        .prefix("copy-")
        .suffix(".so")
        .tempfile_in(folder)
        .map_err(|error| format!("cannot copy it for a second model: {error}"))?;
    fs::copy(path, copy.path())
        .map_err(|error| format!("cannot copy it for a second model: {error}"))?;
    // The file may go once it is mapped.
    open(copy.path())
}
