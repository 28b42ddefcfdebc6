//! How a run is started and watched, as the scheduler sees it.

use crate::Error;
use crate::request::Request;
use crate::result::RunResult;

/// Starts runs: as processes here, on a cluster elsewhere, by script in the scheduler's tests.
pub trait Launcher {
    /// Starts a run and returns at once.
    ///
    /// # Errors
    /// What the machine refuses: no such program, no space, no permission.
    fn launch(&self, request: &Request) -> Result<Box<dyn Attempt>, Error>;
}

/// A run under way. Dropping it stops it.
pub trait Attempt {
    /// How the run ended, or `None` while it goes on; not called again after it ended.
    ///
    /// # Errors
    /// What the machine refuses.
    fn poll(&mut self) -> Result<Option<Ending>, Error>;

    /// Stops the run and waits until it is gone.
    fn stop(&mut self);

    /// The last lines that the run printed, oldest first.
    fn tail(&self) -> Vec<String>;
}

/// How a run ended, seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// With a result.
    Reported(RunResult),
    /// Without one; the text says how.
    Crashed(String),
    /// It could not be done as asked, and nor could any other run like it; the text says why.
    Refused(String),
}
