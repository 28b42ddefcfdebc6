//! What is present and missing on this machine, and what mends it.

use std::path::{Path, PathBuf};

use crate::places::{find_cache, find_rtl};

/// Free space below which a regression may not get through, bytes.
const ENOUGH_SPACE: u64 = 2 << 30;

/// One thing that was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What.
    pub name: String,
    /// What was found, or what is wrong and the command that mends it.
    pub found: Result<String, String>,
}

impl Check {
    /// A check with its outcome.
    pub fn new(name: &str, found: Result<String, String>) -> Self {
        Self {
            name: name.to_owned(),
            found,
        }
    }
}

/// The checks of a bench's `tools`, then those of folders and disk space.
pub fn examine(
    tools: Vec<Check>,
    rtl: Option<&Path>,
    cache: Option<&Path>,
    out: &Path,
) -> Vec<Check> {
    let mut checks = tools;
    let folder = find_rtl(rtl)
        .map(|folder| folder.display().to_string())
        .map_err(|error| error.to_string());
    checks.push(Check::new("RTL folder", folder));
    match find_cache(cache) {
        Ok(folder) => {
            checks.push(Check::new(
                "cache folder",
                writable(&folder, "--cache DIR or RDMATB_CACHE"),
            ));
            checks.push(Check::new("cache space", space(&folder)));
        }
        Err(error) => checks.push(Check::new("cache folder", Err(error.to_string()))),
    }
    checks.push(Check::new("output folder", writable(out, "--out DIR")));
    checks.push(Check::new("output space", space(out)));
    checks
}

/// The checks as lines.
pub fn text(checks: &[Check]) -> String {
    let width = checks
        .iter()
        .map(|check| check.name.len())
        .max()
        .unwrap_or_default();
    let line = |check: &Check| match &check.found {
        Ok(found) => format!("ok       {:width$}  {found}\n", check.name),
        Err(wrong) => format!("missing  {:width$}  {wrong}\n", check.name),
    };
    checks.iter().map(line).collect()
}

/// Whether a file can be made in `folder`, or in the nearest one above that exists; leaves nothing behind.
fn writable(folder: &Path, option: &str) -> Result<String, String> {
    let existing = nearest(folder);
    match tempfile::tempfile_in(&existing) {
        Ok(_) => Ok(folder.display().to_string()),
        Err(source) => Err(format!(
            "failed to write in {}: {source}; run `chmod u+rwx {}` or choose another folder with {option}",
            existing.display(),
            existing.display()
        )),
    }
}

/// Free space where `folder` is or will be.
fn space(folder: &Path) -> Result<String, String> {
    let existing = nearest(folder);
    let disk = rustix::fs::statvfs(&existing).map_err(|source| {
        format!(
            "failed to ask for the space of {}: {source}",
            existing.display()
        )
    })?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let amount = format!("{} MiB free", free >> 20);
    if free >= ENOUGH_SPACE {
        Ok(amount)
    } else {
        Err(format!(
            "{amount} at {}, {} wanted; delete old runs and models",
            existing.display(),
            ENOUGH_SPACE >> 20
        ))
    }
}

fn nearest(folder: &Path) -> PathBuf {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    absolute
        .ancestors()
        .find(|path| path.exists())
        .map_or(absolute.clone(), Path::to_owned)
}

/// Whether nothing is missing.
pub fn healthy(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.found.is_ok())
}

/// `path` and what its `--version` says first, for a [`Check`] of a tool.
pub fn described(path: &Path, version: &str) -> String {
    format!("{version} ({})", path.display())
}
