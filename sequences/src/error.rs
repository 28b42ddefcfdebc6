//! Why a run could not be made; a test that fails is a [`RunReport`](crate::RunReport), not an error.

/// Failed to run a test.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A setting is unknown or refused.
    #[error("{0}")]
    Setting(#[source] uvm::Error),
    /// The environment cannot be built.
    #[error(transparent)]
    Env(#[from] env::Error),
    /// The toolchain is missing, or the RTL does not elaborate, or the model does not load.
    #[error(transparent)]
    Dut(Box<dut::Error>),
    /// The transaction log or another file of the run cannot be written.
    #[error("failed to write the transaction log: {0}")]
    Log(#[source] uvm::Error),
    /// The covergroups do not fit together.
    #[error("failed to record coverage: {0}")]
    Coverage(#[from] coverage::Error),
}

impl From<dut::Error> for Error {
    fn from(error: dut::Error) -> Self {
        Self::Dut(Box::new(error))
    }
}

impl Error {
    /// Whether the user can mend it: a setting, the RTL, or what is installed.
    pub fn is_usage(&self) -> bool {
        !matches!(self, Self::Coverage(_))
    }
}
