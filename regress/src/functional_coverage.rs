//! Functional coverage of all runs together.

use std::path::{Path, PathBuf};

use coverage::{Database, Report};

use crate::Error;
use crate::event::Summary;

/// Holes shown per coverpoint or cross.
const HOLES: usize = 5;
/// Name of the merged database in the output folder.
const MERGED: &str = "coverage.db";

/// Merges what the runs of `summary` have left into `<out>/coverage.db`; `None` if none has left any.
///
/// # Errors
/// [`Error::Refused`] if a database cannot be read, does not fit the others or cannot be written.
pub fn merge(summary: &Summary, out: &Path) -> Result<Option<Report>, Error> {
    let refused = |error: coverage::Error| Error::Refused(error.to_string());
    let files: Vec<PathBuf> = summary
        .finished
        .iter()
        .map(|(request, _)| request.coverage())
        .collect();
    let mut merged = Database::new();
    for file in files.iter().filter(|file| file.exists()) {
        merged
            .merge(&Database::read(file).map_err(refused)?)
            .map_err(refused)?;
    }
    if merged.runs().is_empty() {
        return Ok(None);
    }
    merged.write(&out.join(MERGED)).map_err(refused)?;
    Ok(Some(Report::new(&merged, HOLES)))
}
