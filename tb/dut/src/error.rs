//! What can go wrong between a SystemVerilog file and a bound port.

use std::io;
use std::path::{Path, PathBuf};

use crate::design::Flavour;
use crate::port::Direction;

/// Any failure of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A program that building a model needs is absent.
    #[error("{tool} not found (tried {tried}); {remedy}")]
    ToolMissing {
        /// The program, such as "verilator".
        tool: &'static str,
        /// Where it was looked for.
        tried: String,
        /// What to run or set.
        remedy: &'static str,
    },
    /// A program was found but cannot be used.
    #[error("{tool} at {path} is not usable: {reason}; {remedy}")]
    ToolUnusable {
        /// The program, such as "verilator".
        tool: &'static str,
        /// Where it was found.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
        /// What to run or set.
        remedy: &'static str,
    },
    /// A source file or include folder of the design cannot be read.
    #[error("top `{top}`: cannot read {path}: {source}")]
    Source {
        /// Top module of the design.
        top: String,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Verilator rejects the design; the text is Verilator's own.
    #[error("top `{top}` does not elaborate; Verilator says:\n{message}")]
    Elaboration {
        /// Top module of the design.
        top: String,
        /// Verilator's output.
        message: String,
    },
    /// The design is not lint clean; the text is Verilator's own.
    #[error("top `{top}` is not lint clean; Verilator says:\n{message}")]
    Lint {
        /// Top module of the design.
        top: String,
        /// Verilator's output.
        message: String,
    },
    /// A port of the top is of a kind that cannot be bound.
    #[error(
        "top `{top}`: port declaration `{declaration}` cannot be bound; give the top packed ports \
         only (pack the array or wrap the module)"
    )]
    UnsupportedPort {
        /// Top module of the design.
        top: String,
        /// The declaration in the generated C++ header.
        declaration: String,
    },
    /// The C++ compiler rejects the generated model; the text is the compiler's own.
    #[error("failed to compile {unit} of top `{top}`{hint}:\n{message}")]
    Compile {
        /// Top module of the design.
        top: String,
        /// The translation unit, or "the plugin" for the link step.
        unit: String,
        /// What may mend it, or empty.
        hint: &'static str,
        /// The compiler's output.
        message: String,
    },
    /// The disk that holds the cache is full.
    #[error("no space left on the disk of {path}; free some or point the model cache elsewhere")]
    DiskFull {
        /// The file or folder that could not be written.
        path: PathBuf,
    },
    /// The sources were edited faster than they could be built.
    #[error(
        "top `{top}`: {path} changed while the model was being built; run again when it is at rest"
    )]
    Changing {
        /// Top module of the design.
        top: String,
        /// One of the files that changed.
        path: PathBuf,
    },
    /// A file operation of the cache failed.
    #[error("failed to {action} {path}: {source}")]
    Io {
        /// The operation, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A built model cannot be loaded.
    #[error("failed to load the model of top `{top}` from {path}: {reason}")]
    Load {
        /// Top module of the design.
        top: String,
        /// The shared object.
        path: PathBuf,
        /// The loader's reason.
        reason: String,
    },
    /// The design has no port of that name.
    #[error("top `{top}` has no port `{port}`{}", near_text(near))]
    PortMissing {
        /// Top module of the design.
        top: String,
        /// The name asked for.
        port: String,
        /// Ports with similar names, nearest first.
        near: Vec<String>,
    },
    /// A port has another width than the one asked for.
    #[error("port `{port}` of top `{top}` is {found} bits wide, expected {expected}")]
    PortWidth {
        /// Top module of the design.
        top: String,
        /// Name of the port.
        port: String,
        /// Width asked for, in bits.
        expected: usize,
        /// Width in the design, in bits.
        found: usize,
    },
    /// A port has another direction than the one asked for.
    #[error("port `{port}` of top `{top}` is an {found}, expected an {expected}")]
    PortDirection {
        /// Top module of the design.
        top: String,
        /// Name of the port.
        port: String,
        /// Direction asked for.
        expected: Direction,
        /// Direction in the design.
        found: Direction,
    },
    /// Something was asked of a model that its flavour does not have.
    #[error("cannot {action}: the model of top `{top}` is built as {found}, this needs {needed}")]
    WrongFlavour {
        /// Top module of the design.
        top: String,
        /// What was asked for.
        action: &'static str,
        /// Flavour that has it.
        needed: Flavour,
        /// Flavour of the model.
        found: Flavour,
    },
}

fn near_text(near: &[String]) -> String {
    match near {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(", ")),
    }
}

impl Error {
    /// Wraps an I/O error, telling a full disk apart.
    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull {
                path: path.to_owned(),
            },
            _ => Error::Io {
                action,
                path: path.to_owned(),
                source,
            },
        }
    }
}
