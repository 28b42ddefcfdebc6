//! A built model, ready to be loaded any number of times.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::design::Flavour;
use crate::dut::Dut;
use crate::error::Error;
use crate::fingerprint::Hasher;
use crate::header::Port;
use crate::library::Library;
use crate::port::PortInfo;

/// A model in the cache.
#[derive(Clone, Debug)]
pub struct Model(Arc<Built>);

#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) top: String,
    pub(crate) flavour: Flavour,
    pub(crate) folder: PathBuf,
    pub(crate) ports: Vec<Port>,
}

/// How a model starts.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// Seed of random reset values and of `$random`.
    pub seed: u64,
    /// Whether state without a reset value starts random rather than zero.
    pub random_reset: bool,
    /// Where to write an FST trace; needs flavour [`Flavour::Wave`].
    pub trace: Option<PathBuf>,
    /// Number of errors after which the design counts as finished; 1 is Verilator's own rule.
    pub error_limit: u32,
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            seed: 1,
            random_reset: true,
            trace: None,
            error_limit: 1,
        }
    }
}

impl Model {
    pub(crate) fn new(built: Built) -> Self {
        Self(Arc::new(built))
    }

    /// Name of the top module.
    pub fn top(&self) -> &str {
        &self.0.top
    }

    /// The model's instrumentation.
    pub fn flavour(&self) -> Flavour {
        self.0.flavour
    }

    /// The model's folder in the cache: the plugin, its manifest and Verilator's log.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// All ports, in the order of the generated header.
    pub fn ports(&self) -> Vec<PortInfo> {
        let info = |port: &Port| PortInfo {
            name: port.name.clone(),
            direction: port.direction,
            width: port.width,
        };
        self.0.ports.iter().map(info).collect()
    }

    /// Loads and starts the model, with all inputs at zero. Fails when the plugin cannot be loaded or the trace not opened.
    pub fn load(&self, options: &LoadOptions) -> Result<Dut, Error> {
        let path = self.0.folder.join("model.so");
        let failed = |reason: String| Error::Load {
            top: self.0.top.clone(),
            path: path.clone(),
            reason,
        };
        let library = Library::acquire(&path).map_err(failed)?;
        let model = library
            .new_model(
                simulator_seed(options.seed),
                options.random_reset,
                options.error_limit,
            )
            .ok_or_else(|| failed("its constructor failed".to_owned()))?;
        if model.port_count() != self.0.ports.len() {
            return Err(failed("its port table is not the manifest's".to_owned()));
        }
        let dut = Dut::new(model, self.clone(), library);
        dut.clear_inputs();
        if let Some(path) = &options.trace {
            dut.open_trace(path)?;
        }
        Ok(dut)
    }

    /// Index and description of a port by name.
    pub(crate) fn find_port(&self, name: &str) -> Result<(usize, &Port), Error> {
        let ports = &self.0.ports;
        let found = ports.iter().enumerate().find(|(_, port)| port.name == name);
        found.ok_or_else(|| Error::PortMissing {
            top: self.0.top.clone(),
            port: name.to_owned(),
            near: near_names(name, ports),
        })
    }
}

/// Verilator takes a seed of 31 bits that is not zero.
fn simulator_seed(seed: u64) -> i32 {
    let mut hasher = Hasher::new("seed");
    hasher.bytes(&seed.to_le_bytes());
    let digits = hasher.finish();
    let value = i32::from_str_radix(&digits[..7], 16).unwrap_or(1);
    value.max(1)
}

/// Up to three port names near `name`, nearest first.
fn near_names(name: &str, ports: &[Port]) -> Vec<String> {
    let limit = (name.len() / 3).max(2);
    let mut near: Vec<(usize, &str)> = ports
        .iter()
        .map(|port| (distance(name, &port.name), port.name.as_str()))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.truncate(3);
    near.into_iter()
        .map(|(_, name)| format!("`{name}`"))
        .collect()
}

/// Levenshtein distance, in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
