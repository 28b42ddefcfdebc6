//! What the runner needs of a bench: its tests, its models, and a way to run one test in this process.

use std::path::{Path, PathBuf};

use crate::Error;
use crate::doctor::Check;
use crate::request::{Flavour, Request};
use crate::result::RunResult;

/// A named test as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Test {
    /// `<environment>.<behaviour>`, unique.
    pub name: String,
    /// One line: what the test shows.
    pub purpose: String,
    /// The testplan entry it serves.
    pub testpoint: String,
}

impl Test {
    /// The part of the name before the first dot.
    pub fn environment(&self) -> &str {
        environment(&self.name)
    }
}

/// The environment in a test's name: the part before the first dot.
pub fn environment(test: &str) -> &str {
    test.split_once('.')
        .map_or(test, |(environment, _)| environment)
}

/// The models of one environment, to be built in one flavour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOrder {
    /// The environment, such as `completer_frontend`.
    pub environment: String,
    /// Instrumentation.
    pub flavour: Flavour,
    /// The folder that holds `rtl.toml`.
    pub rtl: PathBuf,
    /// The model cache.
    pub cache: PathBuf,
}

/// A bench: tests, the models that they load, and how to run one.
pub trait Bench {
    /// Every test, in the order in which they are listed.
    fn tests(&self) -> Vec<Test>;

    /// Builds what `order` names unless the cache has it, so that runs find it there.
    ///
    /// # Errors
    /// [`Error::Elaborate`] with the tool's own message when the RTL is at fault, [`Error::Refused`] when the machine
    /// is.
    fn build(&self, order: &BuildOrder) -> Result<(), Error>;

    /// Lints every top of the RTL folder and gives their names.
    ///
    /// # Errors
    /// As [`Bench::build`].
    fn lint(&self, rtl: &Path) -> Result<Vec<String>, Error>;

    /// Looks for the tools that this bench builds its models with.
    fn tools(&self) -> Vec<Check>;

    /// Runs one test in this process, which exists for it alone, and leaves coverage and waves where `request` says.
    ///
    /// # Errors
    /// [`Error::Refused`] when the request names an unknown knob or a bad value; anything else is the bench's defect.
    fn run(&self, request: &Request) -> Result<RunResult, Error>;
}
