//! One run as it is asked for, and where it leaves its files.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Instrumentation of the model that a run loads.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Flavour {
    /// No instrumentation: the fastest.
    #[default]
    Fast,
    /// Line, branch, toggle and user coverage of the RTL.
    Cov,
    /// FST waves.
    Wave,
}

impl fmt::Display for Flavour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Flavour::Fast => "fast",
            Flavour::Cov => "cov",
            Flavour::Wave => "wave",
        })
    }
}

/// What one run is asked to do. Together with the RTL it determines the run completely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The test's name.
    pub test: String,
    /// Base seed of everything random in the run.
    pub seed: u64,
    /// Sequence items to drive where the test has a choice; `None` leaves it to the test.
    pub items: Option<u64>,
    /// Knobs as path and value, in the order in which they apply.
    pub settings: Vec<(String, String)>,
    /// Instrumentation of the model.
    pub flavour: Flavour,
    /// The folder of this run; its files are named below.
    pub folder: PathBuf,
    /// The folder that holds `rtl.toml`.
    pub rtl: PathBuf,
    /// The model cache.
    pub cache: PathBuf,
}

impl Request {
    /// The folder of a run: `<out>/<test>/<seed>`.
    pub fn folder_of(out: &Path, test: &str, seed: u64) -> PathBuf {
        out.join(test).join(seed.to_string())
    }

    /// This request as JSON, read by the run's own process.
    pub fn request_file(&self) -> PathBuf {
        self.folder.join("request.json")
    }

    /// Standard output and standard error of the run's process.
    pub fn log(&self) -> PathBuf {
        self.folder.join("log")
    }

    /// The [`RunResult`](crate::result::RunResult) as JSON.
    pub fn result(&self) -> PathBuf {
        self.folder.join("result.json")
    }

    /// Functional coverage.
    pub fn coverage(&self) -> PathBuf {
        self.folder.join("coverage.db")
    }

    /// The FST, in the wave flavour.
    pub fn waves(&self) -> Option<PathBuf> {
        (self.flavour == Flavour::Wave).then(|| self.folder.join("waves.fst"))
    }

    /// The whole transaction log, in the wave flavour: it is what one reads next to the waves.
    pub fn transaction_log(&self) -> Option<PathBuf> {
        (self.flavour == Flavour::Wave).then(|| self.folder.join("transactions.log"))
    }

    /// Verilator's code coverage, in the cov flavour.
    pub fn code_coverage(&self) -> Option<PathBuf> {
        (self.flavour == Flavour::Cov).then(|| self.folder.join("coverage.dat"))
    }

    /// Everything that an earlier run may have left in the folder.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        [
            "log",
            "result.json",
            "coverage.db",
            "waves.fst",
            "transactions.log",
            "coverage.dat",
        ]
        .map(|name| self.folder.join(name))
        .to_vec()
    }

    /// The command that repeats this run with waves.
    pub fn again(&self) -> String {
        let mut command = format!("rdmatb run {} --seed {}", self.test, self.seed);
        if let Some(items) = self.items {
            command += &format!(" --items {items}");
        }
        for (path, value) in &self.settings {
            command += &format!(" --set {}", shell_word(&format!("{path}={value}")));
        }
        command + " --waves"
    }
}

/// Quotes a word for a POSIX shell if it needs that.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.,=/:+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            test: "link.random_mix".into(),
            seed: 7,
            items: None,
            settings: Vec::new(),
            flavour: Flavour::Fast,
            folder: "out/link.random_mix/7".into(),
            rtl: "rtl".into(),
            cache: "cache".into(),
        }
    }

    #[test]
    fn again_repeats_everything_that_determines_the_run() {
        assert_eq!(
            request().again(),
            "rdmatb run link.random_mix --seed 7 --waves"
        );
        let full = Request {
            items: Some(50),
            settings: vec![
                ("qp.count".into(), "4".into()),
                ("mix".into(), "it's [1, 2]".into()),
            ],
            ..request()
        };
        assert_eq!(
            full.again(),
            r"rdmatb run link.random_mix --seed 7 --items 50 --set qp.count=4 --set 'mix=it'\''s [1, 2]' --waves"
        );
    }

    #[test]
    fn a_flavour_leaves_only_its_own_files() {
        let wave = Request {
            flavour: Flavour::Wave,
            ..request()
        };
        assert_eq!(wave.waves(), Some("out/link.random_mix/7/waves.fst".into()));
        assert_eq!(wave.code_coverage(), None);
        let cov = Request {
            flavour: Flavour::Cov,
            ..request()
        };
        assert_eq!(cov.waves(), None);
        assert_eq!(
            cov.code_coverage(),
            Some("out/link.random_mix/7/coverage.dat".into())
        );
    }
}
