//! Compiling generated C++ into a plugin.
//!
//! Not through Verilator's makefiles: they override the optimization level and need the tool's own
//! configuration to fit this machine.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use crate::design::Flavour;
use crate::error::Error;
use crate::fingerprint::Hasher;
use crate::process::{self, Outcome};
use crate::slot::Slot;
use crate::toolchain::Toolchain;
use crate::verilate::Generated;

const MODEL_H: &str = include_str!("../cpp/model.h");
const PRELUDE_H: &str = include_str!("../cpp/prelude.h");
const PLUGIN_CPP: &str = include_str!("../cpp/plugin.cpp");

/// Fast files are compiled in as many units as there are processors, but not in smaller ones.
const UNIT_BYTES: u64 = 256 << 10;
/// A model up to this size is one unit: reading Verilator's headers takes most of its time.
const SMALL_BYTES: u64 = 64 << 10;

/// Options of every compilation.
const COMMON: [&str; 9] = [
    "-std=gnu++20",
    "-fPIC",
    "-fvisibility=hidden",
    "-fvisibility-inlines-hidden",
    "-march=native",
    // Generated code is not written to be read.
    "-w",
    "-DVERILATOR=1",
    "-DVM_SC=0",
    "-DVM_TRACE_VCD=0",
];
const FAST: &str = "-O3";
/// Start-up code runs once; optimizing it would take longer than it runs.
const SLOW: &str = "-O0";

/// Compiles for one model.
pub(crate) struct Compiler<'a> {
    pub(crate) tools: &'a Toolchain,
    pub(crate) top: &'a str,
    pub(crate) flavour: Flavour,
    /// Where compiled files of Verilator's runtime are kept.
    pub(crate) runtime: &'a Path,
}

/// One object file to make.
enum Job {
    /// A unit in the model's folder, with its optimization level.
    Unit(String, &'static str),
    /// A file of the runtime, shared with other models.
    Runtime(String),
}

impl Job {
    fn name(&self) -> &str {
        match self {
            Job::Unit(name, _) | Job::Runtime(name) => name,
        }
    }
}

/// Adds everything that this module contributes to a model.
pub(crate) fn fingerprint(hasher: &mut Hasher) {
    for text in [MODEL_H, PRELUDE_H, PLUGIN_CPP, FAST, SLOW] {
        hasher.text(text);
    }
    for text in COMMON {
        hasher.text(text);
    }
    // Whatever else changes here changes the version, or this number.
    hasher.text(concat!(env!("CARGO_PKG_VERSION"), " 2"));
}

impl Compiler<'_> {
    /// Compiles what is in `folder` into `folder/model.so`. `on_unit` is told each finished unit:
    /// its name, how many are done, and how many there are.
    pub(crate) fn plugin(
        &self,
        folder: &Path,
        generated: &Generated,
        port_table: &str,
        on_unit: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<(), Error> {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|source| Error::io("write", &path, source))
        };
        write("model.h", MODEL_H)?;
        write("prelude.h", PRELUDE_H)?;
        write("plugin.cpp", PLUGIN_CPP)?;
        write("ports.inc", port_table)?;

        // The runtime is the longest to compile, so it goes first.
        let mut jobs: VecDeque<Job> = generated
            .runtime
            .iter()
            .cloned()
            .map(Job::Runtime)
            .collect();
        for (index, (mut files, level)) in units(folder, generated)?.into_iter().enumerate() {
            if index == 0 {
                files.insert(0, "plugin".to_owned());
            }
            let name = format!("unit{index}");
            write(&format!("{name}.cpp"), &include_all(&files))?;
            jobs.push_back(Job::Unit(name, level));
        }
        let objects = self.run_all(folder, jobs, on_unit)?;
        self.link(folder, &objects)
    }

    /// Runs the jobs, as many at a time as there are processors, and returns the objects. After a
    /// failure no further job is started.
    fn run_all(
        &self,
        folder: &Path,
        jobs: VecDeque<Job>,
        on_unit: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<Vec<PathBuf>, Error> {
        let total = jobs.len();
        let queue = Mutex::new(jobs);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..processors().min(total) {
                let (queue, sender) = (&queue, sender.clone());
                scope.spawn(move || {
                    let next = || lock(queue).pop_front();
                    while let Some(job) = next() {
                        let result = self.run(folder, &job);
                        if result.is_err() {
                            lock(queue).clear();
                        }
                        // The receiver outlives all workers.
                        let _ = sender.send((job, result));
                    }
                });
            }
            drop(sender);
            let mut objects = Vec::new();
            let mut failure = None;
            for (job, result) in receiver {
                match result {
                    Ok(object) => {
                        objects.push(object);
                        on_unit(job.name(), objects.len(), total);
                    }
                    Err(error) => failure = failure.or(Some(error)),
                }
            }
            match failure {
                Some(error) => Err(error),
                None => {
                    objects.sort();
                    Ok(objects)
                }
            }
        })
    }

    fn run(&self, folder: &Path, job: &Job) -> Result<PathBuf, Error> {
        match job {
            Job::Unit(name, level) => {
                let object = folder.join(format!("{name}.o"));
                let source = folder.join(format!("{name}.cpp"));
                let mut arguments = self.flags(level);
                arguments.push("-I.".into());
                arguments.push(format!("-DDUT_TRACE={}", self.is(Flavour::Wave)).into());
                arguments.push(format!("-DDUT_COVERAGE={}", self.is(Flavour::Cov)).into());
                self.compile(name, arguments, folder, &source, &object)?;
                Ok(object)
            }
            Job::Runtime(name) => self.runtime_object(name),
        }
    }

    /// A file of Verilator's runtime, compiled once for all models of the same tools and flags.
    fn runtime_object(&self, name: &str) -> Result<PathBuf, Error> {
        let flags = self.flags(FAST);
        let mut hasher = Hasher::new("runtime");
        hasher.text(self.tools.identity()?);
        hasher.text(PRELUDE_H);
        for flag in &flags {
            hasher.bytes(flag.as_encoded_bytes());
        }
        let folder = self.runtime.join(format!("{name}.{}", hasher.finish()));
        let object = folder.join("done").join("object.o");
        if object.is_file() {
            return Ok(object);
        }
        let slot = Slot::lock(&folder, &mut || ())?;
        if object.is_file() {
            return Ok(object);
        }
        let workspace = slot.workspace()?;
        let prelude = workspace.path().join("prelude.h");
        fs::write(&prelude, PRELUDE_H).map_err(|source| Error::io("write", &prelude, source))?;
        let source = self.tools.verilator_include().join(format!("{name}.cpp"));
        let built = workspace.path().join("object.o");
        self.compile(name, flags, workspace.path(), &source, &built)?;
        slot.publish(workspace, "done")?;
        Ok(object)
    }

    /// Options of every unit of this model, at an optimization level.
    fn flags(&self, level: &str) -> Vec<OsString> {
        let include = self.tools.verilator_include();
        let mut flags: Vec<OsString> = COMMON.map(OsString::from).to_vec();
        flags.push(level.into());
        if !self.tools.is_clang() {
            // Unique symbols would be shared between plugins in spite of their being private.
            flags.push("-fno-gnu-unique".into());
        }
        let wave = self.is(Flavour::Wave);
        flags.push(format!("-DVM_TRACE={wave}").into());
        flags.push(format!("-DVM_TRACE_FST={wave}").into());
        for folder in [include.join("vltstd"), include] {
            flags.push("-isystem".into());
            flags.push(folder.into());
        }
        flags
    }

    fn is(&self, flavour: Flavour) -> u8 {
        u8::from(self.flavour == flavour)
    }

    fn compile(
        &self,
        unit: &str,
        mut arguments: Vec<OsString>,
        folder: &Path,
        source: &Path,
        object: &Path,
    ) -> Result<(), Error> {
        arguments.extend(["-include".into(), "./prelude.h".into()]);
        arguments.extend(["-c".into(), source.into(), "-o".into(), object.into()]);
        self.invoke(unit, &arguments, folder)
    }

    fn link(&self, folder: &Path, objects: &[PathBuf]) -> Result<(), Error> {
        let words = ["-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-o", "model.so"];
        let mut arguments: Vec<OsString> = words.map(OsString::from).to_vec();
        arguments.extend(objects.iter().map(OsString::from));
        if self.flavour == Flavour::Wave {
            // Newer FST writers bring no LZ4 of their own.
            if self.tools.verilator_include().join("fstcpp").is_dir() {
                arguments.push("-llz4".into());
            }
            arguments.push("-lz".into());
        }
        arguments.push("-pthread".into());
        self.invoke("the plugin", &arguments, folder)
    }

    fn invoke(&self, unit: &str, arguments: &[OsString], folder: &Path) -> Result<(), Error> {
        match process::run(self.tools.compiler(), arguments, folder, &[])? {
            Outcome::Done(_) => Ok(()),
            Outcome::Failed(message) => Err(Error::Compile {
                top: self.top.to_owned(),
                unit: unit.to_owned(),
                hint: compile_hint(&message),
                message,
            }),
        }
    }
}

/// Deals the generated files to units, each with its optimization level.
fn units(folder: &Path, generated: &Generated) -> Result<Vec<(Vec<String>, &'static str)>, Error> {
    let sized = |files: &[String]| {
        let size = |file: &String| {
            let path = folder.join(format!("{file}.cpp"));
            let metadata =
                fs::metadata(&path).map_err(|source| Error::io("read", &path, source))?;
            Ok((file.clone(), metadata.len()))
        };
        files.iter().map(size).collect::<Result<Vec<_>, Error>>()
    };
    let fast = sized(&generated.fast)?;
    let slow = sized(&generated.slow)?;
    let total = |files: &[(String, u64)]| files.iter().map(|(_, size)| size).sum::<u64>();
    if total(&fast) + total(&slow) <= SMALL_BYTES {
        return Ok(vec![(
            [&generated.fast[..], &generated.slow].concat(),
            FAST,
        )]);
    }
    let limit = UNIT_BYTES.max(total(&fast).div_ceil(processors() as u64));
    let mut units = vec![Vec::new()];
    let mut filled = 0;
    for (file, size) in fast {
        if filled > 0 && filled + size > limit {
            units.push(Vec::new());
            filled = 0;
        }
        filled += size;
        if let Some(unit) = units.last_mut() {
            unit.push(file);
        }
    }
    let mut units: Vec<_> = units.into_iter().map(|files| (files, FAST)).collect();
    units.push((generated.slow.clone(), SLOW));
    Ok(units)
}

/// What a compiler's message calls for, where it is known.
fn compile_hint(message: &str) -> &'static str {
    let names = ["lz4.h", "zlib.h", "-llz4", "-lz"];
    if names.iter().any(|name| message.contains(name)) {
        " (traces need zlib and LZ4: run `apt-get install zlib1g-dev liblz4-dev`)"
    } else if message.contains("std=gnu++20") {
        " (the compiler is too old: set CXX to one that knows C++20)"
    } else {
        ""
    }
}

fn include_all(files: &[String]) -> String {
    files
        .iter()
        .map(|file| format!("#include \"{file}.cpp\"\n"))
        .collect()
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn lock(queue: &Mutex<VecDeque<Job>>) -> std::sync::MutexGuard<'_, VecDeque<Job>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
