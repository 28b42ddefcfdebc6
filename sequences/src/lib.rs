//! Sequences, fault injectors and the tests of the IP.
//!
//! [`catalogue`] lists every test; [`case`] says what a test is. A test is stimulus: the scoreboard judges
//! without being asked.
#![forbid(unsafe_code)]

pub mod case;
pub mod completer_frontend;
mod error;
mod harness;

pub use case::{Measurement, RunReport, RunRequest, TestCase, Verdict};
pub use error::Error;

/// Every test, by environment.
pub fn catalogue() -> &'static [TestCase] {
    completer_frontend::TESTS
}
