//! What came of one run: the versioned record that is left in its folder.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::request::{Flavour, Request};
use crate::{Error, files};

/// Version of the result file; raised when a reader of the old one would misread the new one.
pub const VERSION: u32 = 1;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every check held and nothing was left over.
    Pass,
    /// A check failed.
    Fail,
    /// The bench could not carry the run through; nothing is known about the RTL.
    Error,
    /// The process ended without a verdict: a signal, an abort, a panic, an early exit.
    Crash,
    /// The process was stopped after `--timeout`.
    Timeout,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Pass => "PASS",
            Verdict::Fail => "FAIL",
            Verdict::Error => "ERROR",
            Verdict::Crash => "CRASH",
            Verdict::Timeout => "TIMEOUT",
        })
    }
}

/// One thing that went wrong in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// Simulated time, ps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ps: Option<u64>,
    /// Clock cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<u64>,
    /// Where: a boundary stream, a component, or `process`.
    pub place: String,
    /// Short stable name of the rule that was broken; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// What is wrong, in one line.
    pub text: String,
    /// Lines that show it, such as what was expected and what was observed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

/// A figure measured by the bench, such as an initiation interval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measurement {
    /// What was measured.
    pub name: String,
    /// Unit of the three figures.
    pub unit: String,
    /// Smallest value.
    pub min: u64,
    /// Median value.
    pub median: u64,
    /// Largest value.
    pub max: u64,
}

/// The record of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// [`VERSION`] of the writer.
    pub version: u32,
    /// The test's name.
    pub test: String,
    /// Base seed.
    pub seed: u64,
    /// Sequence items asked for, if any were.
    pub items: Option<u64>,
    /// Knobs that were set.
    pub settings: Vec<(String, String)>,
    /// Instrumentation of the model.
    pub flavour: Flavour,
    /// How it ended.
    pub verdict: Verdict,
    /// Digest of the transaction log; empty if the run did not get so far.
    pub digest: String,
    /// Simulated clock cycles.
    pub cycles: u64,
    /// Transactions seen by the monitors.
    pub transactions: u64,
    /// Wall-clock time of the run, ms.
    pub wall_ms: u64,
    /// What went wrong, in the order in which it was found.
    pub failures: Vec<Failure>,
    /// Measured figures.
    pub measurements: Vec<Measurement>,
}

impl RunResult {
    /// A result of `request` with no figures yet.
    pub fn new(request: &Request, verdict: Verdict) -> Self {
        Self {
            version: VERSION,
            test: request.test.clone(),
            seed: request.seed,
            items: request.items,
            settings: request.settings.clone(),
            flavour: request.flavour,
            verdict,
            digest: String::new(),
            cycles: 0,
            transactions: 0,
            wall_ms: 0,
            failures: Vec::new(),
            measurements: Vec::new(),
        }
    }

    /// A result of `request` that is known from outside the run only.
    pub fn outside(
        request: &Request,
        verdict: Verdict,
        wall: Duration,
        text: String,
        details: Vec<String>,
    ) -> Self {
        let failure = Failure {
            place: "process".into(),
            text,
            details,
            ..Failure::default()
        };
        let mut result = Self::new(request, verdict).with_wall(wall);
        result.failures.push(failure);
        result
    }

    /// The same result with its wall-clock time.
    #[must_use]
    pub fn with_wall(mut self, wall: Duration) -> Self {
        self.wall_ms = u64::try_from(wall.as_millis()).unwrap_or(u64::MAX);
        self
    }

    /// Whether the run passed.
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Pass
    }

    /// Simulated cycles per second of wall-clock time, where both are known.
    pub fn cycles_per_second(&self) -> Option<u64> {
        (self.wall_ms > 0 && self.cycles > 0)
            .then(|| self.cycles.saturating_mul(1000) / self.wall_ms)
    }

    /// The first failure in one line; empty for a pass.
    pub fn message(&self) -> String {
        self.failures.first().map_or(String::new(), |first| {
            format!("{}: {}", first.place, first.text)
        })
    }

    /// Writes the record, whole or not at all.
    ///
    /// # Errors
    /// [`Error::Write`].
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        files::write_json(path, self)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The reason in words if the file is missing, is no result, or is of another version.
    pub fn read(path: &Path) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Stamp {
            version: u32,
        }
        let text = std::fs::read_to_string(path).map_err(|source| source.to_string())?;
        let stamp: Stamp = serde_json::from_str(&text).map_err(|source| source.to_string())?;
        if stamp.version != VERSION {
            return Err(format!(
                "the result is of version {}, this program reads {VERSION}",
                stamp.version
            ));
        }
        serde_json::from_str(&text).map_err(|source| source.to_string())
    }
}
