//! What a test is, what is asked of a run of it, and what a run reports.

use std::path::PathBuf;

use dut::Flavour;
use uvm::report::Message;

/// One named test. The name is `<environment>.<behaviour>`.
pub struct TestCase {
    /// Unique name, such as `completer_frontend.ack_completes_older_writes`.
    pub name: &'static str,
    /// One line: what the test shows.
    pub purpose: &'static str,
    /// The testplan entry it serves, such as `completer.ack.coalesced`.
    pub testpoint: &'static str,
    /// Runs the test to its verdict. An `Err` is the bench's failure, never the device's.
    pub run: fn(&RunRequest) -> Result<RunReport, crate::Error>,
}

impl TestCase {
    /// The part of the name before the first dot.
    pub fn environment(&self) -> &'static str {
        self.name
            .split_once('.')
            .map_or(self.name, |(environment, _)| environment)
    }
}

/// What one run is asked to do. Together with the RTL it determines the run completely.
#[derive(Clone, Debug)]
pub struct RunRequest {
    /// The test's name, part of every seed derived from `seed`.
    pub test: &'static str,
    /// Base seed.
    pub seed: u64,
    /// Sequence items to drive, where the test has a choice; `None` leaves it to the test.
    pub items: Option<u64>,
    /// `--set path=value` pairs, in order.
    pub settings: Vec<(String, String)>,
    /// Instrumentation of the model.
    pub flavour: Flavour,
    /// Where an FST goes; needs [`Flavour::Wave`].
    pub waves: Option<PathBuf>,
    /// Where code coverage goes; needs [`Flavour::Cov`].
    pub code_coverage: Option<PathBuf>,
    /// Where the whole transaction log goes, if wanted.
    pub transaction_log: Option<PathBuf>,
    /// The folder that holds `rtl.toml`.
    pub rtl: PathBuf,
    /// The model cache.
    pub cache: PathBuf,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check held and nothing was left over.
    Pass,
    /// A check failed; see the messages.
    Fail,
}

/// A figure measured by the bench, such as an initiation interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// What was measured, such as `ii s_comp_header_stream, one QP`.
    pub name: String,
    /// Unit of the three figures.
    pub unit: &'static str,
    /// Smallest value.
    pub min: u64,
    /// Median value.
    pub median: u64,
    /// Largest value.
    pub max: u64,
}

/// What a run found.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// Pass or fail.
    pub verdict: Verdict,
    /// Errors and fatals in the order they were reported.
    pub failures: Vec<Message>,
    /// Digest of the transaction log: equal for equal (RTL, test, settings, seed).
    pub digest: String,
    /// Simulated clock cycles.
    pub cycles: u64,
    /// Transactions seen by the monitors.
    pub transactions: u64,
    /// Measured figures.
    pub measurements: Vec<Measurement>,
    /// Functional coverage of this run.
    pub coverage: coverage::Database,
}
