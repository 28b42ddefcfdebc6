//! One message.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// For the reader only.
    Info,
    /// Suspicious; the verdict does not change.
    Warning,
    /// The run has failed, and goes on up to the error limit.
    Error,
    /// The run has failed and stops.
    Fatal,
}

impl Severity {
    /// All, mildest first.
    pub const ALL: [Self; 4] = [Self::Info, Self::Warning, Self::Error, Self::Fatal];

    /// Whether a message of this severity fails the run.
    pub fn fails(self) -> bool {
        self >= Self::Error
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Info => "INFO",
            Self::Warning => "WARNING",
            Self::Error => "ERROR",
            Self::Fatal => "FATAL",
        })
    }
}

/// How much a reader wants to see; an information is shown if its verbosity is at most the
/// component's. Warnings and worse are always shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Verbosity {
    /// Always shown.
    None,
    /// Milestones of a run.
    Low,
    /// The default.
    #[default]
    Medium,
    /// Every transaction.
    High,
    /// Every beat.
    Full,
    /// For whoever debugs the testbench.
    Debug,
}

impl std::str::FromStr for Verbosity {
    type Err = crate::Error;

    /// Reads a name such as `high`, in any case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "none" => Self::None,
            "low" => Self::Low,
            "medium" => Self::Medium,
            "high" => Self::High,
            "full" => Self::Full,
            "debug" => Self::Debug,
            _ => {
                return Err(crate::Error::Verbosity {
                    text: text.to_owned(),
                });
            }
        })
    }
}

/// One message of a component, with its place and time. A failure record is a message that
/// [`Severity::fails`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// Short stable name of the kind of message, such as `axis.valid_held`.
    pub id: String,
    /// Path of the component, such as `env.agent.driver`.
    pub path: String,
    /// Clock cycle.
    pub cycle: u64,
    /// Simulated time in picoseconds.
    pub time_ps: u64,
    /// One line: what happened.
    pub text: String,
    /// More lines: expected, observed, what came before.
    pub details: Vec<String>,
}

impl fmt::Display for Message {
    /// `ERROR env.agent.driver [id] at 1284 ns (cycle 321): text`, then the details, indented.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            severity,
            id,
            path,
            cycle,
            text,
            ..
        } = self;
        let (ns, ps) = (self.time_ps / 1000, self.time_ps % 1000);
        write!(f, "{severity} {path} [{id}] at {ns}")?;
        if ps != 0 {
            write!(f, ".{ps:03}")?;
        }
        write!(f, " ns (cycle {cycle}): {text}")?;
        for line in self.details.iter().flat_map(|detail| detail.lines()) {
            write!(f, "\n    {line}")?;
        }
        Ok(())
    }
}
