//! Files of overrides: TOML whose tables are paths.
//! ```toml
//! idle_percent = 20            # everywhere
//! [env."agent_*"]
//! idle_percent = 0             # of these
//! ```

use std::path::Path;

use toml::de::{DeTable, DeValue};

use super::knob::Knobs;
use super::store::Config;
use crate::Error;

impl Knobs {
    /// Applies every override of a TOML file, in the file's order of lines.
    ///
    /// # Errors
    /// If the file cannot be read, is not TOML, or an override is refused; file and line are named.
    pub fn set_from_file(&self, config: &Config, file: &Path) -> Result<(), Error> {
        let text = std::fs::read_to_string(file).map_err(|source| Error::File {
            file: file.to_path_buf(),
            source,
        })?;
        self.set_from_toml(config, &text, &file.display().to_string())
    }

    /// As [`Knobs::set_from_file`], from its text.
    ///
    /// # Errors
    /// If the text is not TOML, or an override is refused.
    pub fn set_from_toml(&self, config: &Config, text: &str, file: &str) -> Result<(), Error> {
        let document = DeTable::parse(text).map_err(|error| Error::Toml {
            file: file.to_owned(),
            line: line_at(text, error.span().map_or(0, |span| span.start)),
            message: error.message().replace('\n', "; "),
        })?;
        let mut overrides = Vec::new();
        flatten(document.get_ref(), "", text, &mut overrides);
        overrides.sort_by_key(|o| o.at);
        for Override { path, value, at } in overrides {
            self.set_path(config, &path, &value)
                .map_err(|source| Error::InFile {
                    file: file.to_owned(),
                    line: line_at(text, at),
                    source: Box::new(source),
                })?;
        }
        Ok(())
    }
}

struct Override {
    path: String,
    value: String,
    /// Byte offset in the file.
    at: usize,
}

fn flatten(table: &DeTable<'_>, prefix: &str, text: &str, out: &mut Vec<Override>) {
    for (key, value) in table {
        let path = format!("{prefix}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) => flatten(inner, &format!("{path}."), text, out),
            DeValue::String(string) => out.push(Override {
                path,
                value: string.to_string(),
                at: key.span().start,
            }),
            // Other values are read by the knob, from the words of the file.
            _ => out.push(Override {
                path,
                value: text.get(value.span()).unwrap_or_default().to_owned(),
                at: key.span().start,
            }),
        }
    }
}

/// The line of a byte offset, from 1.
fn line_at(text: &str, offset: usize) -> usize {
    let before = text.bytes().take(offset);
    before.filter(|byte| *byte == b'\n').count() + 1
}
