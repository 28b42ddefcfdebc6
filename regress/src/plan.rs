//! Plans: which tests with which seeds, as a TOML file or as the command line says, expanded to requests.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::bench::Test;
use crate::places::Places;
use crate::request::{Flavour, Request};
use crate::select::select;
use crate::{Error, config};

/// Base seed where none is given: fixed, so that the same command is the same run everywhere.
pub const DEFAULT_SEED: u64 = 1;

/// A regression plan.
///
/// ```toml
/// flavour = "cov"
/// [[run]]
/// tests = ["completer_frontend.*"]
/// seeds = 4
/// set = { "stimulus.items" = 200 }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Instrumentation of every model; `fast` unless said.
    #[serde(default)]
    pub flavour: Flavour,
    /// What to run.
    #[serde(default, rename = "run")]
    pub runs: Vec<Entry>,
}

/// Tests of a plan that share their seeds and settings.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Patterns; see [`select`].
    pub tests: Vec<String>,
    /// The first seed.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// How many seeds, counting up from `seed`.
    #[serde(default = "one")]
    pub seeds: u64,
    /// Sequence items for each run.
    pub items: Option<u64>,
    /// Knobs as path and value; a table in a file.
    #[serde(default, rename = "set", deserialize_with = "knobs")]
    pub settings: Vec<(String, String)>,
}

fn knobs<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, String)>, D::Error> {
    toml::Table::deserialize(deserializer).map(|table| config::flatten(&table))
}

fn default_seed() -> u64 {
    DEFAULT_SEED
}

fn one() -> u64 {
    1
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// [`Error::Read`], [`Error::Toml`].
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(Error::reading(path))?;
        let plan: Plan = config::parse(path, &text)?;
        if plan.runs.is_empty() {
            return Err(Error::Toml {
                path: path.to_owned(),
                message: "there is no [[run]] in it".into(),
            });
        }
        Ok(plan)
    }

    /// Whether the patterns and seeds of the plan make sense.
    ///
    /// # Errors
    /// [`Error::UnknownTest`], [`Error::Usage`].
    pub fn check(&self, tests: &[Test]) -> Result<(), Error> {
        self.runs.iter().try_for_each(|entry| {
            select(tests, &entry.tests)?;
            seeds(entry.seed, entry.seeds).map(drop)
        })
    }

    /// Every run of the plan. What two entries ask for alike is run once.
    ///
    /// # Errors
    /// [`Error::UnknownTest`]; [`Error::Usage`] if two runs would share a folder, or there are no seeds.
    pub fn expand(
        &self,
        tests: &[Test],
        places: &Places,
        out: &Path,
    ) -> Result<Vec<Request>, Error> {
        let mut requests: Vec<Request> = Vec::new();
        for entry in &self.runs {
            for test in select(tests, &entry.tests)? {
                for seed in seeds(entry.seed, entry.seeds)? {
                    let request = entry.request(test, seed, self.flavour, places, out);
                    add(&mut requests, request)?;
                }
            }
        }
        Ok(requests)
    }
}

impl Entry {
    fn request(
        &self,
        test: &Test,
        seed: u64,
        flavour: Flavour,
        places: &Places,
        out: &Path,
    ) -> Request {
        Request {
            test: test.name.clone(),
            seed,
            items: self.items,
            settings: self.settings.clone(),
            flavour,
            folder: Request::folder_of(out, &test.name, seed),
            rtl: places.rtl.clone(),
            cache: places.cache.clone(),
        }
    }
}

/// `count` seeds from `first` up.
fn seeds(first: u64, count: u64) -> Result<std::ops::Range<u64>, Error> {
    match first.checked_add(count) {
        Some(end) if count > 0 => Ok(first..end),
        Some(_) => Err(Error::Usage(
            "failed to choose seeds: the number of seeds must be at least 1".into(),
        )),
        None => Err(Error::Usage(format!(
            "failed to choose seeds: {first} + {count} is beyond 64 bits"
        ))),
    }
}

fn add(requests: &mut Vec<Request>, request: Request) -> Result<(), Error> {
    let same_folder = |other: &&Request| other.folder == request.folder;
    match requests.iter().find(same_folder) {
        None => requests.push(request),
        Some(other) if *other == request => {}
        Some(_) => {
            return Err(Error::Usage(format!(
                "failed to plan {} seed {}: it is asked for twice with different settings; give one of them another seed",
                request.test, request.seed
            )));
        }
    }
    Ok(())
}

/// `path` from the root, so that it means the same in every process.
///
/// # Errors
/// [`Error::Read`] if there is no current folder.
pub fn absolute(path: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(path).map_err(Error::reading(path))
}
