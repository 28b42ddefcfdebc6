//! The cache of built models.
//!
//! ```text
//! models/<top>.<flavour>.<key>/<inputs>/   model.so, manifest.json, verilator.log
//! runtime/<file>.<key>/done/object.o       Verilator's runtime, shared by models
//! ```
//! `<key>` is the hash of all that is known before Verilator runs; `<inputs>` that of the files
//! which it then read besides the sources (`include`s, library modules). The manifest lists them.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use crate::compile::{self, Compiler};
use crate::design::{Design, Flavour};
use crate::error::Error;
use crate::fingerprint::{Hasher, file_hash};
use crate::header::{self, Port};
use crate::model::{Built, Model};
use crate::slot::{self, Slot};
use crate::toolchain::Toolchain;
use crate::verilate;

/// Version of the manifest's format; part of every key.
const FORMAT: u32 = 1;
const MANIFEST: &str = "manifest.json";
/// How often a build is begun again because its sources were edited meanwhile.
const ATTEMPTS: usize = 3;

/// A step of a build, for progress display.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// The model was in the cache.
    Cached,
    /// Another process or thread is building the same model.
    Waiting,
    /// Verilator runs.
    Verilating,
    /// A C++ unit was compiled.
    Compiled {
        /// Name of the unit.
        unit: String,
        /// Units done.
        done: usize,
        /// Units in all.
        total: usize,
    },
    /// The model is complete.
    Built,
}

/// A folder of built models, shared by any number of processes.
#[derive(Clone, Debug)]
pub struct ModelCache {
    folder: PathBuf,
}

#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    format: u32,
    ports: Vec<Port>,
    /// Files read besides the sources, with their hashes.
    inputs: Vec<(PathBuf, String)>,
    /// Files that would have been read instead of these, had they existed.
    absent: Vec<PathBuf>,
    /// Size of the plugin: a crash of the machine may leave it short.
    library_bytes: u64,
}

/// One model that is asked for, with what building it takes.
struct Request<'a> {
    tools: &'a Toolchain,
    design: Design,
    flavour: Flavour,
}

impl ModelCache {
    /// The cache in `folder`, which is created when needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The cache's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The model of a design, from the cache if nothing that it is made of has changed.
    ///
    /// Any number of processes and threads may ask at once; one builds and the others wait. A build
    /// that is killed leaves nothing that could be taken for a model. Fails with Verilator's own
    /// message when the design does not elaborate.
    pub fn build(
        &self,
        tools: &Toolchain,
        design: &Design,
        flavour: Flavour,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Model, Error> {
        let request = Request {
            tools,
            design: verilate::resolve(design)?,
            flavour,
        };
        let mut changed = PathBuf::new();
        for _ in 0..ATTEMPTS {
            let key = request.key()?;
            let name = format!("{}.{flavour}.{key}", request.design.top);
            let folder = self.absolute()?.join("models").join(name);
            if let Some(model) = request.find(&folder) {
                on_progress(Progress::Cached);
                return Ok(model);
            }
            let slot = Slot::lock(&folder, &mut || on_progress(Progress::Waiting))?;
            if let Some(model) = request.find(&folder) {
                on_progress(Progress::Cached);
                return Ok(model);
            }
            match self.build_in(&slot, &request, &key, on_progress)? {
                Ok(model) => {
                    on_progress(Progress::Built);
                    return Ok(model);
                }
                Err(path) => changed = path,
            }
        }
        Err(Error::Changing {
            top: request.design.top,
            path: changed,
        })
    }

    /// Removes models and runtime files that were not used for `age`, and returns how many. Leaves
    /// alone what is being built.
    pub fn clean_stale(&self, age: Duration) -> Result<usize, Error> {
        let mut removed = 0;
        for group in ["models", "runtime"] {
            for folder in slot::results(&self.folder.join(group)) {
                let Some(_slot) = Slot::try_lock(&folder)? else {
                    continue;
                };
                for result in slot::results(&folder) {
                    if last_used(&result).is_some_and(|unused| unused >= age) {
                        fs::remove_dir_all(&result)
                            .map_err(|source| Error::io("remove", &result, source))?;
                        removed += 1;
                    }
                }
            }
        }
        Ok(removed)
    }

    fn absolute(&self) -> Result<PathBuf, Error> {
        std::path::absolute(&self.folder)
            .map_err(|source| Error::io("resolve", &self.folder, source))
    }

    /// Builds while holding the slot; the inner `Err` is an input that changed meanwhile.
    fn build_in(
        &self,
        slot: &Slot,
        request: &Request<'_>,
        key: &str,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Result<Result<Model, PathBuf>, Error> {
        let workspace = slot.workspace()?;
        let folder = workspace.path();
        let design = &request.design;
        let start = SystemTime::now();
        on_progress(Progress::Verilating);
        let generated = verilate::verilate(request.tools, design, request.flavour, folder)?;
        // First of all: Verilator does not notice a full disk, this does.
        write_log(folder, request, &generated.log)?;
        let header_path = folder.join("Vdut.h");
        let header = fs::read_to_string(&header_path)
            .map_err(|source| Error::io("read", &header_path, source))?;
        let ports = header::ports(&design.top, &header)?;

        let runtime = self.absolute()?.join("runtime");
        let compiler = Compiler {
            tools: request.tools,
            top: &design.top,
            flavour: request.flavour,
            runtime: &runtime,
        };
        let mut on_unit = |unit: &str, done, total| {
            let unit = unit.to_owned();
            on_progress(Progress::Compiled { unit, done, total });
        };
        compiler.plugin(
            folder,
            &generated,
            &header::port_table(&ports),
            &mut on_unit,
        )?;

        if let Some(path) = generated.inputs.iter().find(|path| modified(path) >= start) {
            return Ok(Err(path.clone()));
        }
        if request.key()? != key {
            return Ok(Err(design.sources.first().cloned().unwrap_or_default()));
        }
        let manifest = request.manifest(folder, ports, &generated.inputs)?;
        let name = manifest.inputs_key();
        write_manifest(folder, &manifest)?;
        remove_intermediates(folder);
        let folder = slot.publish(workspace, &name)?;
        Ok(Ok(request.model(folder, manifest.ports)))
    }
}

impl Request<'_> {
    /// Hash of everything that is known before Verilator runs.
    fn key(&self) -> Result<String, Error> {
        let mut hasher = Hasher::new("model");
        hasher.text(&FORMAT.to_string());
        compile::fingerprint(&mut hasher);
        hasher.text(self.tools.identity()?);
        for argument in verilate::arguments(&self.design, self.flavour) {
            hasher.bytes(argument.as_encoded_bytes());
        }
        for path in &self.design.sources {
            hasher.file(path)?;
        }
        Ok(hasher.finish())
    }

    /// A result in `folder` whose further inputs are as they were.
    fn find(&self, folder: &Path) -> Option<Model> {
        for result in slot::results(folder) {
            let path = result.join(MANIFEST);
            let Some(manifest) = read_manifest(&path) else {
                continue;
            };
            if manifest.holds() && size(&result.join("model.so")) == Some(manifest.library_bytes) {
                mark_used(&path);
                return Some(self.model(result, manifest.ports));
            }
        }
        None
    }

    fn model(&self, folder: PathBuf, ports: Vec<Port>) -> Model {
        Model::new(Built {
            top: self.design.top.clone(),
            flavour: self.flavour,
            folder,
            ports,
        })
    }

    fn manifest(
        &self,
        folder: &Path,
        ports: Vec<Port>,
        read: &[PathBuf],
    ) -> Result<Manifest, Error> {
        let searched = verilate::search_folders(&self.design);
        let mut inputs = Vec::new();
        let mut absent = Vec::new();
        for path in read
            .iter()
            .filter(|path| !self.design.sources.contains(path))
        {
            inputs.push((path.clone(), file_hash(path).unwrap_or_default()));
            absent.extend(before(&searched, path));
        }
        let library = folder.join("model.so");
        let library_bytes = size(&library).unwrap_or(0);
        Ok(Manifest {
            format: FORMAT,
            ports,
            inputs,
            absent,
            library_bytes,
        })
    }
}

impl Manifest {
    fn holds(&self) -> bool {
        let same = |(path, hash): &(PathBuf, String)| file_hash(path).as_ref() == Some(hash);
        self.inputs.iter().all(same) && !self.absent.iter().any(|path| path.exists())
    }

    /// Names the result, so that variants of the inputs live side by side.
    fn inputs_key(&self) -> String {
        let mut hasher = Hasher::new("inputs");
        for (path, hash) in &self.inputs {
            hasher.bytes(path.as_os_str().as_encoded_bytes());
            hasher.text(hash);
        }
        for path in &self.absent {
            hasher.bytes(path.as_os_str().as_encoded_bytes());
        }
        hasher.finish()[..16].to_owned()
    }
}

/// Where Verilator would have looked before it found `path`.
fn before(searched: &[PathBuf], path: &Path) -> Vec<PathBuf> {
    let mut candidates = Vec::new();
    for (index, folder) in searched.iter().enumerate() {
        if let Ok(relative) = path.strip_prefix(folder) {
            candidates.extend(
                searched[..index]
                    .iter()
                    .map(|earlier| earlier.join(relative)),
            );
        }
    }
    candidates.retain(|candidate| candidate != path);
    candidates.sort();
    candidates.dedup();
    candidates
}

fn read_manifest(path: &Path) -> Option<Manifest> {
    let text = fs::read_to_string(path).ok()?;
    let manifest: Manifest = serde_json::from_str(&text).ok()?;
    (manifest.format == FORMAT).then_some(manifest)
}

fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), Error> {
    let path = folder.join(MANIFEST);
    serde_json::to_string_pretty(manifest)
        .map_err(std::io::Error::from)
        .and_then(|text| fs::write(&path, text))
        .map_err(|source| Error::io("write", &path, source))
}

/// Keeps Verilator's arguments and what it printed.
fn write_log(folder: &Path, request: &Request<'_>, output: &str) -> Result<(), Error> {
    let path = folder.join("verilator.log");
    let arguments = verilate::arguments(&request.design, request.flavour);
    let text = format!("{:?} {arguments:?}\n{output}", request.tools.verilator());
    fs::write(&path, text).map_err(|source| Error::io("write", &path, source))
}

/// Objects are large and never looked at again; the generated C++ is kept for debugging.
fn remove_intermediates(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().extension().is_some_and(|ext| ext == "o") {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn modified(path: &Path) -> SystemTime {
    let time = fs::metadata(path).and_then(|metadata| metadata.modified());
    // A file that is gone has changed.
    time.unwrap_or_else(|_| SystemTime::now())
}

fn size(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

/// For [`ModelCache::clean_stale`]; on a read-only cache nothing needs to be cleaned.
fn mark_used(manifest: &Path) {
    if let Ok(file) = File::options().append(true).open(manifest) {
        let _ = file.set_modified(SystemTime::now());
    }
}

fn last_used(result: &Path) -> Option<Duration> {
    let file = ["manifest.json", "object.o"].map(|name| result.join(name));
    let metadata = file.iter().find_map(|path| fs::metadata(path).ok())?;
    metadata.modified().ok()?.elapsed().ok()
}
