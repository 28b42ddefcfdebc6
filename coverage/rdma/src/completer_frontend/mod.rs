//! Functional coverage of `completer_frontend` (docs/reference/completer_frontend.md).

mod sample;

use coverage::{Database, Error, IllegalHits, Recorder, Run};
use model::completer_frontend::Beat;

pub use sample::{Command, Control, Response};

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

    /// Samples a control command.
    ///
    /// # Errors
    /// The illegal bins that it hit.
    pub fn control(&mut self, _control: &Control<'_>) -> Result<(), IllegalHits> {
        Ok(())
    }

    /// Samples a beat that the wrapper put out.
    ///
    /// # Errors
    /// The illegal bins that it hit.
    pub fn beat(&mut self, _beat: &Beat) -> Result<(), IllegalHits> {
        Ok(())
    }

    /// Samples the lines of the ordering contract, once a run: how often each was taken.
    ///
    /// # Errors
    /// If two lines have one name.
    pub fn ordering<'a>(
        &mut self,
        _lines: impl Iterator<Item = (&'a str, u64)>,
    ) -> Result<(), Error> {
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
