//! Running the tools.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::Error;

/// How a tool ended.
pub(crate) enum Outcome {
    /// Exit code 0, with what it printed.
    Done(String),
    /// Another end, with what it printed.
    Failed(String),
}

/// Runs `program` in `folder` and collects its output; a full disk is told apart from other failures.
pub(crate) fn run(
    program: &Path,
    arguments: &[OsString],
    folder: &Path,
    environment: &[(&str, &Path)],
) -> Result<Outcome, Error> {
    let output = Command::new(program)
        .args(arguments)
        .envs(environment.iter().copied())
        // Messages are matched and shown; keep them in one language.
        .env("LC_ALL", "C")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|source| Error::io("run", program, source))?;
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    if output.status.success() {
        return Ok(Outcome::Done(text));
    }
    if is_disk_full(&text) {
        return Err(Error::DiskFull {
            path: folder.to_owned(),
        });
    }
    if text.trim().is_empty() {
        text = format!("{} ended with {}", program.display(), output.status);
    }
    Ok(Outcome::Failed(text.trim_end().to_owned()))
}

/// Whether a tool's output says that it ran out of disk: strerror(ENOSPC) and strerror(EDQUOT).
fn is_disk_full(text: &str) -> bool {
    text.contains("No space left on device") || text.contains("Disk quota exceeded")
}
