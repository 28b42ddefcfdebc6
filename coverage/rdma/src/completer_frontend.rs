//! Functional coverage of `completer_frontend` (docs/reference/completer_frontend.md).

use coverage::{Database, Error, IllegalHits, Recorder, Run};
use model::completer_frontend::Outcome;
use rdma::layouts::{CompHeader, QpContext, TxInfo};

/// One response that came to its end.
pub struct Response<'a> {
    /// The header.
    pub header: &'a CompHeader,
    /// The context it read.
    pub context: &'a QpContext,
    /// The last entry it read, if it came that far.
    pub entry: Option<&'a TxInfo>,
    /// What the model decided.
    pub outcome: &'a Outcome,
    /// Cycles from the header to the last effect.
    pub latency: u64,
}

/// Every covergroup of the wrapper, for one run.
pub struct Coverage {}

impl Coverage {
    /// Empty groups.
    ///
    /// # Errors
    /// If a group's definition is not valid.
    pub fn new() -> Result<Self, Error> {
        Ok(Self {})
    }

    /// Samples a response.
    ///
    /// # Errors
    /// The illegal bins that it hit.
    pub fn response(&mut self, _response: &Response<'_>) -> Result<(), IllegalHits> {
        Ok(())
    }

    /// The database of the run.
    ///
    /// # Errors
    /// If two groups of one name differ.
    pub fn record(&self, run: Run) -> Result<Database, Error> {
        Ok(Recorder::new(run).finish())
    }
}
