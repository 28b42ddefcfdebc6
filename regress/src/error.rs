//! What can keep the runner from doing what it was asked. A failed test is not among it: that is a result.

use std::io;
use std::path::PathBuf;

/// Everything passed, or there was nothing to judge.
pub const EXIT_PASS: u8 = 0;
/// At least one run did not pass.
pub const EXIT_FAILED: u8 = 1;
/// The command or the machine is at fault; nothing is known about the RTL.
pub const EXIT_USAGE: u8 = 2;
/// The runner itself is at fault.
pub const EXIT_INTERNAL: u8 = 3;
/// Stopped by SIGINT or SIGTERM; what had finished by then is reported.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A pattern matches no test.
    #[error("no test matches `{pattern}`{hint} `rdmatb list` names them all")]
    UnknownTest {
        /// What was asked for.
        pattern: String,
        /// Near matches, worded as the end of the sentence, or just its full stop.
        hint: String,
    },
    /// Options that do not go together, or a value out of range.
    #[error("{0}")]
    Usage(String),
    /// A `--set` argument is not `path=value`.
    #[error("failed to read `--set {0}`: write it as path=value, such as --set completer.qps=4")]
    Setting(String),
    /// A TOML file is malformed or says something that is not understood.
    #[error("failed to read {path}: {message}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// Line, column and reason.
        message: String,
    },
    /// The RTL folder was not found.
    #[error(
        "failed to find the RTL: {0}; give the folder that holds rtl.toml with --rtl DIR or RDMATB_RTL"
    )]
    NoRtl(String),
    /// There is no folder to keep built models in.
    #[error("failed to find a cache folder: set --cache DIR, RDMATB_CACHE or HOME")]
    NoCache,
    /// The bench refused a request: an unknown knob, a value out of range, a missing tool.
    #[error("{0}")]
    Refused(String),
    /// RTL does not elaborate or does not pass lint; the text is the tool's own.
    #[error("{what}\n{message}")]
    Elaborate {
        /// What was being built, worded as "failed to ...".
        what: String,
        /// The tool's own message.
        message: String,
    },
    /// A file or folder could not be read.
    #[error("failed to read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        source: io::Error,
    },
    /// A file or folder could not be written: no permission, no space.
    #[error("failed to write {path}: {source}{}", write_hint(source))]
    Write {
        /// The file.
        path: PathBuf,
        /// The operating system's reason.
        source: io::Error,
    },
    /// A child process could not be started.
    #[error("failed to start {program}: {source}")]
    Launch {
        /// The program.
        program: PathBuf,
        /// The operating system's reason.
        source: io::Error,
    },
    /// Standard output is gone (a closed pipe) or full.
    #[error("failed to write to standard output: {0}")]
    Stdout(io::Error),
    /// A defect of the bench or of the runner.
    #[error("internal error: {0}")]
    Internal(String),
}

fn write_hint(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded => {
            "; free some space or choose another folder with --out"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; choose a folder that you may write with --out"
        }
        _ => "",
    }
}

impl Error {
    /// The exit code of a command that ended with this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            // Whoever closed the pipe has seen what they wanted: `rdmatb list | head`.
            Error::Stdout(source) if source.kind() == io::ErrorKind::BrokenPipe => EXIT_PASS,
            Error::Internal(_) => EXIT_INTERNAL,
            _ => EXIT_USAGE,
        }
    }

    /// For `map_err`: what was being read.
    pub fn reading(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |source| Error::Read { path, source }
    }

    /// For `map_err`: what was being written.
    pub fn writing(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |source| Error::Write { path, source }
    }
}
