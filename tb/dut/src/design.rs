//! What is to be built: a top with its sources, in a flavour.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// A SystemVerilog top and everything that its elaboration reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// Source files in compilation order, packages first; `.vlt` waiver files may be among them.
    pub sources: Vec<PathBuf>,
    /// Folders searched for `` `include `` files and for modules not among the sources.
    pub includes: Vec<PathBuf>,
    /// Parameters of the top: name to SystemVerilog literal, such as `"8"` or `"32'hff"`.
    pub parameters: BTreeMap<String, String>,
    /// Preprocessor defines: name to text, empty for a bare define.
    pub defines: BTreeMap<String, String>,
}

impl Design {
    /// A design with the given top and no sources yet.
    pub fn new(top: impl Into<String>) -> Self {
        Self {
            top: top.into(),
            sources: Vec::new(),
            includes: Vec::new(),
            parameters: BTreeMap::new(),
            defines: BTreeMap::new(),
        }
    }

    /// Adds one source file after those already there.
    #[must_use]
    pub fn source(mut self, path: impl Into<PathBuf>) -> Self {
        self.sources.push(path.into());
        self
    }

    /// Adds source files after those already there.
    #[must_use]
    pub fn sources<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.sources.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Adds a folder to search for includes, after those already there.
    #[must_use]
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// Sets a parameter of the top.
    #[must_use]
    pub fn parameter(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.parameters.insert(name.into(), value.to_string());
        self
    }

    /// Sets a preprocessor define.
    #[must_use]
    pub fn define(mut self, name: impl Into<String>, value: impl ToString) -> Self {
        self.defines.insert(name.into(), value.to_string());
        self
    }
}

/// How a design is instrumented (design decision D3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Flavour {
    /// No instrumentation: the fastest model.
    Fast,
    /// Line, branch, toggle and user (`cover property`) coverage.
    Cov,
    /// FST trace.
    Wave,
}

impl Flavour {
    /// The name used in the cache and on command lines.
    pub fn name(self) -> &'static str {
        match self {
            Flavour::Fast => "fast",
            Flavour::Cov => "cov",
            Flavour::Wave => "wave",
        }
    }
}

impl fmt::Display for Flavour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
