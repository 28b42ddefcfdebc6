//! What can go wrong while an environment is put together.

use std::path::PathBuf;

/// Failed to build an environment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The RTL description cannot be read.
    #[error("failed to read {}: {source}; name the RTL folder with --rtl DIR", path.display())]
    RtlFile {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The RTL description is not valid.
    #[error("failed to understand {}: {source}", path.display())]
    RtlSyntax {
        /// The file.
        path: PathBuf,
        /// Line and reason.
        source: Box<toml::de::Error>,
    },
    /// The RTL description lacks a top.
    #[error("failed to find top \"{top}\" in {}: it has {known}", path.display())]
    NoTop {
        /// The file.
        path: PathBuf,
        /// The top asked for.
        top: String,
        /// The tops it has.
        known: String,
    },
    /// The ordering contract does not parse.
    #[error(transparent)]
    Legend(#[from] uvm::legend::Error),
    /// The ordering contract does not know an event that the environment reports.
    #[error(
        "failed to resolve the ordering contract: {file} has no event {event}; add it, or rename the event in the environment"
    )]
    LegendEvent {
        /// The contract file.
        file: &'static str,
        /// The event.
        event: &'static str,
    },
    /// Pins or components cannot be bound.
    #[error(transparent)]
    Uvm(#[from] uvm::Error),
    /// The model cannot be built, loaded or bound.
    #[error(transparent)]
    Dut(Box<dut::Error>),
}

impl From<dut::Error> for Error {
    fn from(error: dut::Error) -> Self {
        Self::Dut(Box::new(error))
    }
}
