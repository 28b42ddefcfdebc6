//! Where things are: the RTL folder and the model cache.

use std::env;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::plan::absolute;

/// Where a run finds its RTL and its models; both absolute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The folder that holds `rtl.toml`.
    pub rtl: PathBuf,
    /// The model cache.
    pub cache: PathBuf,
}

impl Places {
    /// Finds both from the command line's choice, the environment, or where things usually are.
    ///
    /// # Errors
    /// [`Error::NoRtl`], [`Error::NoCache`].
    pub fn find(rtl: Option<&Path>, cache: Option<&Path>) -> Result<Self, Error> {
        Ok(Self {
            rtl: find_rtl(rtl)?,
            cache: find_cache(cache)?,
        })
    }
}

/// The RTL folder: `chosen`, `RDMATB_RTL`, or `rtl/` of the checkout around the current folder.
///
/// # Errors
/// [`Error::NoRtl`] if there is no `rtl.toml` in it.
pub fn find_rtl(chosen: Option<&Path>) -> Result<PathBuf, Error> {
    let chosen = chosen
        .map(Path::to_owned)
        .or_else(|| from_environment("RDMATB_RTL"));
    if let Some(folder) = chosen {
        return match folder.join("rtl.toml").is_file() {
            true => absolute(&folder),
            false => Err(Error::NoRtl(format!(
                "there is no rtl.toml in {}",
                folder.display()
            ))),
        };
    }
    let here = env::current_dir().map_err(Error::reading("."))?;
    here.ancestors()
        .map(|folder| folder.join("rtl"))
        .find(|folder| folder.join("rtl.toml").is_file())
        .ok_or_else(|| {
            Error::NoRtl(format!(
                "there is no rtl/rtl.toml in {} or above",
                here.display()
            ))
        })
}

/// The model cache: `chosen`, `RDMATB_CACHE`, `$XDG_CACHE_HOME/rdmatb` or `~/.cache/rdmatb`. It need not exist yet.
///
/// # Errors
/// [`Error::NoCache`] if none of them is set.
pub fn find_cache(chosen: Option<&Path>) -> Result<PathBuf, Error> {
    let folder = chosen
        .map(Path::to_owned)
        .or_else(|| from_environment("RDMATB_CACHE"))
        .or_else(|| from_environment("XDG_CACHE_HOME").map(|folder| folder.join("rdmatb")))
        .or_else(|| from_environment("HOME").map(|folder| folder.join(".cache/rdmatb")))
        .ok_or(Error::NoCache)?;
    absolute(&folder)
}

fn from_environment(name: &str) -> Option<PathBuf> {
    env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}
