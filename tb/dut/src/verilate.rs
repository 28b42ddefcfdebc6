//! Running Verilator on a design and reading what it generated.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf, absolute};

use crate::design::{Design, Flavour};
use crate::error::Error;
use crate::process::{self, Outcome};
use crate::toolchain::Toolchain;

/// What Verilator generated, by the lists in `Vdut_classes.mk` and `Vdut__verFiles.dat`.
#[derive(Debug)]
pub(crate) struct Generated {
    /// C++ files run at every eval.
    pub(crate) fast: Vec<String>,
    /// C++ files run at start and end.
    pub(crate) slow: Vec<String>,
    /// Files of Verilator's runtime that the model needs, without extension.
    pub(crate) runtime: Vec<String>,
    /// All files that Verilator read, its own excepted.
    pub(crate) inputs: Vec<PathBuf>,
    /// What Verilator printed: its warnings.
    pub(crate) log: String,
}

/// Checks a design with `verilator --lint-only -Wall`; any warning is a failure that carries
/// Verilator's own text.
pub fn lint(tools: &Toolchain, design: &Design) -> Result<(), Error> {
    let design = resolve(design)?;
    let mut arguments: Vec<OsString> = vec!["--lint-only".into(), "-Wall".into()];
    arguments.extend(design_arguments(&design));
    let folder = std::env::temp_dir();
    match run(tools, &arguments, &folder)? {
        Outcome::Done(_) => Ok(()),
        Outcome::Failed(message) => Err(Error::Lint {
            top: design.top,
            message,
        }),
    }
}

/// The design with absolute paths: Verilator runs elsewhere, and messages should name files.
pub(crate) fn resolve(design: &Design) -> Result<Design, Error> {
    let mut resolved = design.clone();
    for path in resolved.sources.iter_mut().chain(&mut resolved.includes) {
        let check = absolute(&*path).and_then(|full| fs::metadata(&full).map(|_| full));
        *path = check.map_err(|source| Error::Source {
            top: design.top.clone(),
            path: path.clone(),
            source,
        })?;
    }
    Ok(resolved)
}

/// Folders that Verilator searches, in order: the design's, then those of its sources.
pub(crate) fn search_folders(design: &Design) -> Vec<PathBuf> {
    let beside = design.sources.iter().filter_map(|path| path.parent());
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in design.includes.iter().map(PathBuf::as_path).chain(beside) {
        if !folders.iter().any(|known| known == folder) {
            folders.push(folder.to_owned());
        }
    }
    folders
}

/// Arguments that say what to build.
fn design_arguments(design: &Design) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["--top-module".into(), design.top.clone().into()];
    arguments.extend(["--assert", "--timing", "--timescale", "1ns/1ps"].map(OsString::from));
    for folder in search_folders(design) {
        let mut argument = OsString::from("-I");
        argument.push(folder);
        arguments.push(argument);
    }
    for (name, value) in &design.defines {
        let argument = match value.as_str() {
            "" => format!("-D{name}"),
            value => format!("-D{name}={value}"),
        };
        arguments.push(argument.into());
    }
    for (name, value) in &design.parameters {
        arguments.push(format!("-G{name}={value}").into());
    }
    arguments.extend(design.sources.iter().map(|path| path.clone().into()));
    arguments
}

/// All arguments of a build, but for the output folder.
pub(crate) fn arguments(design: &Design, flavour: Flavour) -> Vec<OsString> {
    let fixed = [
        "--cc",
        "--prefix",
        "Vdut",
        // Warnings are for `lint`; here they would keep a user from simulating.
        "-Wno-fatal",
        "--x-assign",
        "unique",
        "--x-initial",
        "unique",
    ];
    let instrumentation: &[&str] = match flavour {
        Flavour::Fast => &[],
        Flavour::Cov => &["--coverage-line", "--coverage-toggle", "--coverage-user"],
        Flavour::Wave => &["--trace-fst", "--trace-structs"],
    };
    let words = fixed.iter().chain(instrumentation);
    let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
    arguments.extend(design_arguments(design));
    arguments
}

/// Runs Verilator, leaving the C++ files in `folder`.
pub(crate) fn verilate(
    tools: &Toolchain,
    design: &Design,
    flavour: Flavour,
    folder: &Path,
) -> Result<Generated, Error> {
    let mut arguments = arguments(design, flavour);
    arguments.extend(["--Mdir".into(), OsString::from(folder)]);
    let log = match run(tools, &arguments, folder)? {
        Outcome::Done(log) => log,
        Outcome::Failed(message) => {
            return Err(Error::Elaboration {
                top: design.top.clone(),
                message,
            });
        }
    };
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).map_err(|source| Error::io("read", &path, source))
    };
    let classes = read("Vdut_classes.mk")?;
    let list = |names: [&str; 2]| names.map(|name| make_list(&classes, name)).concat();
    let mut inputs = sources_read(&read("Vdut__verFiles.dat")?);
    inputs.retain(|path| {
        let own = path.starts_with(tools.verilator_root()) || path == tools.verilator();
        // 5.006 also lists the first word of a name with blanks.
        !own && path.is_file()
    });
    let fast = list(["VM_CLASSES_FAST", "VM_SUPPORT_FAST"]);
    if flavour == Flavour::Cov {
        for name in &fast {
            relax_counters(&folder.join(format!("{name}.cpp")))?;
        }
    }
    Ok(Generated {
        fast,
        slow: list(["VM_CLASSES_SLOW", "VM_SUPPORT_SLOW"]),
        runtime: list(["VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"]),
        inputs,
        log,
    })
}

fn run(tools: &Toolchain, arguments: &[OsString], folder: &Path) -> Result<Outcome, Error> {
    let environment = [("VERILATOR_ROOT", tools.verilator_root())];
    process::run(tools.verilator(), arguments, folder, &environment)
}

/// Makes the coverage counters of Verilator 5.006 count by load and store. It counts by atomic
/// addition, for models with threads; ours have one, and run twice as fast so.
fn relax_counters(path: &Path) -> Result<(), Error> {
    let text = fs::read_to_string(path).map_err(|source| Error::io("read", path, source))?;
    let relaxed: String = text.split_inclusive('\n').map(relax_counter).collect();
    if relaxed == text {
        return Ok(());
    }
    fs::write(path, relaxed).map_err(|source| Error::io("write", path, source))
}

/// One line of a generated file; only that of a counter changes.
fn relax_counter(line: &str) -> String {
    let statement = line.trim();
    match statement.strip_suffix(".fetch_add(1, std::memory_order_relaxed);") {
        Some(counter) if counter.starts_with("vlSymsp->__Vcoverage[") => format!(
            "{counter}.store({counter}.load(std::memory_order_relaxed) + 1, \
             std::memory_order_relaxed);\n"
        ),
        _ => line.to_owned(),
    }
}

/// The words of `NAME += a b \` with its continuation lines.
fn make_list(text: &str, name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let mut rest = line.trim();
        if let Some(value) = rest
            .strip_prefix(name)
            .and_then(|rest| rest.trim_start().strip_prefix("+="))
        {
            inside = true;
            rest = value;
        }
        if inside {
            let continues = rest.ends_with('\\');
            let value = rest.trim_end_matches('\\');
            words.extend(value.split_whitespace().map(str::to_owned));
            inside = continues;
        }
    }
    words
}

/// The sources (lines `S ... "path"`) of `Vdut__verFiles.dat`. The dependency file of `--MMD` lists
/// the same, but does not mark blanks within names.
fn sources_read(list: &str) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = list
        .lines()
        .filter(|line| line.starts_with("S "))
        .filter_map(|line| line.strip_suffix('"')?.rsplit_once('"'))
        .map(|(_, path)| PathBuf::from(path))
        // Verilator's own binary may be named by a bare name.
        .filter(|path| path.is_absolute())
        .collect();
    paths.sort();
    paths.dedup();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn make_lists_with_and_without_continuation() {
        let text = "A += \\\n\tVdut \\\n\tVdut__Syms \\\n\nB += one two\nA_B += no\n";
        assert_eq!(make_list(text, "A"), ["Vdut", "Vdut__Syms"]);
        assert_eq!(make_list(text, "B"), ["one", "two"]);
        assert!(make_list(text, "C").is_empty());
    }

    #[test]
    fn only_the_counters_are_relaxed() {
        let relaxed = "std::memory_order_relaxed";
        assert_eq!(
            relax_counter(&format!(
                "  vlSymsp->__Vcoverage[3].fetch_add(1, {relaxed});\n"
            )),
            format!(
                "vlSymsp->__Vcoverage[3].store(vlSymsp->__Vcoverage[3].load({relaxed}) + 1, \
                 {relaxed});\n"
            )
        );
        for other in [
            "  ++(vlSymsp->__Vcoverage[3]);\n",
            "  x.fetch_add(1, y);\n",
            "}",
        ] {
            assert_eq!(relax_counter(other), other);
        }
    }

    #[test]
    fn sources_read_in_both_formats() {
        let list = "# DESCRIPTION\nC \"--cc -I/a b.sv\"\nT 1 2 \"/o/Vdut.h\"\n\
                    S 17 10 17 8 17 8 \"/x y/i.svh\"\nS 7 1 6 0 6 0 \"hash\" \"/b.sv\"\n\
                    S 0 0 0 0 1 0 \"verilator_bin\"\n";
        assert_eq!(
            sources_read(list),
            [PathBuf::from("/b.sv"), PathBuf::from("/x y/i.svh")]
        );
    }
}
