//! Hashes of everything that a model is made of.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// Collects inputs into one hash; each is framed by its length, so that none runs into the next.
#[derive(Debug)]
pub(crate) struct Hasher(blake3::Hasher);

impl Hasher {
    /// A hasher whose results differ from those of another `domain`.
    pub(crate) fn new(domain: &str) -> Self {
        let mut hasher = Self(blake3::Hasher::new());
        hasher.text(domain);
        hasher
    }

    /// Adds bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds text.
    pub(crate) fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// Adds the contents of a file.
    pub(crate) fn file(&mut self, path: &Path) -> Result<(), Error> {
        let bytes = fs::read(path).map_err(|source| Error::io("read", path, source))?;
        self.bytes(&bytes);
        Ok(())
    }

    /// The hash, as 32 hexadecimal digits.
    pub(crate) fn finish(&self) -> String {
        self.0.finalize().to_hex().as_str()[..32].to_owned()
    }
}

/// Hash of one file's contents, or `None` when it cannot be read.
pub(crate) fn file_hash(path: &Path) -> Option<String> {
    let bytes = fs::read(path).ok()?;
    Some(blake3::hash(&bytes).to_hex().to_string())
}
