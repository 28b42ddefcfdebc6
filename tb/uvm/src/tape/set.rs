//! Recorded tapes and their file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Error;

/// Version of the file format that this build writes and reads.
const VERSION: u32 = 1;

/// Everything that a run drew, by component and item. It is also what a shrinker works on: fewer
/// items, shorter items and lower bytes make a simpler run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TapeSet {
    /// Base seed of the recorded run, for the reader; a replay does not use it.
    pub seed: u64,
    /// Name of the test.
    pub test: String,
    tapes: BTreeMap<String, Vec<Vec<u8>>>,
}

/// The file: JSON, bytes in hexadecimal.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    seed: u64,
    test: String,
    tapes: BTreeMap<String, Vec<String>>,
}

/// What every version of the file has.
#[derive(Deserialize)]
struct AnyVersion {
    version: u32,
}

impl TapeSet {
    /// No tapes.
    pub fn new(seed: u64, test: &str) -> Self {
        Self {
            seed,
            test: test.to_owned(),
            tapes: BTreeMap::new(),
        }
    }

    /// Paths of the components that drew something.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.tapes.keys().map(String::as_str)
    }

    /// The items of a component, in order; empty if it drew nothing.
    pub fn items(&self, path: &str) -> &[Vec<u8>] {
        self.tapes.get(path).map_or(&[], Vec::as_slice)
    }

    /// The items of a component, to change.
    pub fn items_mut(&mut self, path: &str) -> &mut Vec<Vec<u8>> {
        self.tapes.entry(path.to_owned()).or_default()
    }

    /// Keeps an item's bytes. Zeros at its end go without saying.
    pub(super) fn record(&mut self, path: &str, item: u64, mut bytes: Vec<u8>) {
        let len = bytes
            .iter()
            .rposition(|byte| *byte != 0)
            .map_or(0, |last| last + 1);
        bytes.truncate(len);
        let items = self.items_mut(path);
        let index = usize::try_from(item).unwrap_or(usize::MAX);
        if items.len() <= index {
            items.resize(index + 1, Vec::new());
        }
        items[index] = bytes;
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let hex_items = |items: &Vec<Vec<u8>>| items.iter().map(|bytes| to_hex(bytes)).collect();
        let file = File {
            version: VERSION,
            seed: self.seed,
            test: self.test.clone(),
            tapes: self
                .tapes
                .iter()
                .map(|(path, items)| (path.clone(), hex_items(items)))
                .collect(),
        };
        // Strings and numbers always serialize.
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// Reads the text of a file; `file` is its name for messages.
    ///
    /// # Errors
    /// If it is not such a file, or of another version.
    pub fn from_text(text: &str, file: &str) -> Result<Self, Error> {
        let refuse = |problem: String| Error::Tapes {
            file: file.to_owned(),
            problem,
        };
        let malformed = |error: serde_json::Error| refuse(error.to_string());
        let AnyVersion { version } = serde_json::from_str(text).map_err(malformed)?;
        if version != VERSION {
            let problem = format!("it has version {version}, this build reads {VERSION}");
            return Err(refuse(problem));
        }
        let file: File = serde_json::from_str(text).map_err(malformed)?;
        let mut tapes = BTreeMap::new();
        for (path, items) in file.tapes {
            let bytes = items.iter().enumerate().map(|(n, text)| {
                from_hex(text)
                    .ok_or_else(|| refuse(format!("item {n} of {path} is not hexadecimal")))
            });
            let bytes = bytes.collect::<Result<_, _>>()?;
            tapes.insert(path, bytes);
        }
        Ok(Self {
            seed: file.seed,
            test: file.test,
            tapes,
        })
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), Error> {
        std::fs::write(file, self.to_text()).map_err(|source| Error::File {
            file: file.to_path_buf(),
            source,
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or as [`TapeSet::from_text`].
    pub fn read(file: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(file).map_err(|source| Error::File {
            file: file.to_path_buf(),
            source,
        })?;
        Self::from_text(&text, &file.display().to_string())
    }
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let pairs = (0..text.len()).step_by(2);
    pairs
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
        .collect()
}
