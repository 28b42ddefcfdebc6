//! One JSON object per run on one line, as soon as the run has ended.

use std::io::Write;

use serde::Serialize;

use crate::Error;
use crate::event::{Event, Reporter};
use crate::result::{RunResult, Verdict};

/// The object printed for a run.
#[derive(Clone, Debug, Serialize)]
pub struct Line<'a> {
    /// The test's name.
    pub test: &'a str,
    /// Base seed.
    pub seed: u64,
    /// How the run ended.
    pub verdict: Verdict,
    /// Digest of the transaction log.
    pub digest: &'a str,
    /// Simulated clock cycles.
    pub cycles: u64,
    /// Transactions seen by the monitors.
    pub transactions: u64,
    /// Wall-clock time, ms.
    pub wall_ms: u64,
    /// The first failure; empty for a pass.
    pub message: String,
}

impl<'a> From<&'a RunResult> for Line<'a> {
    fn from(result: &'a RunResult) -> Self {
        Self {
            test: &result.test,
            seed: result.seed,
            verdict: result.verdict,
            digest: &result.digest,
            cycles: result.cycles,
            transactions: result.transactions,
            wall_ms: result.wall_ms,
            message: result.message(),
        }
    }
}

/// Prints a [`Line`] for every finished run.
pub struct JsonLines<W>(pub W);

impl<W: Write> Reporter for JsonLines<W> {
    fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        if let Event::Finished { result, .. } = event {
            let line = serde_json::to_string(&Line::from(result))
                .map_err(|e| Error::Internal(e.to_string()))?;
            writeln!(self.0, "{line}")
                .and_then(|()| self.0.flush())
                .map_err(Error::Stdout)?;
        }
        Ok(())
    }
}
