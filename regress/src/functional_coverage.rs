//! Functional coverage of all runs together.

use std::path::{Path, PathBuf};

use coverage::{Database, Report};

use crate::Error;
use crate::event::Summary;
use crate::files;

/// Holes listed per coverpoint or cross.
const HOLES: usize = 1_000;
/// Name of the merged database in the output folder.
const MERGED: &str = "coverage.db";
/// Name of the full report in the output folder: every group, item and hole.
pub const FULL_TEXT: &str = "coverage.txt";
/// The same for programs.
const FULL_JSON: &str = "coverage.json";

/// Merges what the runs of `summary` have left into `<out>/coverage.db`, with the full report beside it; `None` if
/// none has left any.
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
    let report = Report::new(&merged, HOLES);
    files::write(&out.join(FULL_TEXT), report.to_string().as_bytes())?;
    files::write_json(&out.join(FULL_JSON), &report)?;
    Ok(Some(report))
}
