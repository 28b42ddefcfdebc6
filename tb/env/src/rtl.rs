//! Finds the SystemVerilog: `rtl.toml` names the tops, their sources and parameters.

use std::collections::BTreeMap;
use std::path::Path;

use dut::Design;
use serde::Deserialize;
use uvm::ClockReset;

use crate::Error;

/// Name of the description in the RTL folder.
const FILE: &str = "rtl.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    top: BTreeMap<String, Top>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Top {
    /// What it is, in a sentence.
    doc: String,
    /// Clock input.
    clock: String,
    reset: ResetPin,
    /// SystemVerilog files, packages first, relative to the description.
    sources: Vec<String>,
    #[serde(default)]
    parameters: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResetPin {
    name: String,
    active: Level,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Low,
    High,
}

/// One top of the RTL, ready to build and to put on a clock.
#[derive(Clone, Debug)]
pub struct RtlTop {
    /// What it is, in a sentence.
    pub doc: String,
    /// Sources and parameters.
    pub design: Design,
    /// Its clock and reset pins.
    pub clock: ClockReset,
}

/// One top, as `rtl.toml` in `folder` describes it.
///
/// # Errors
/// If the description cannot be read, is not valid, or lacks the top.
pub fn top(folder: &Path, top: &str) -> Result<RtlTop, Error> {
    let mut description = read(folder)?;
    let Some(found) = description.top.remove(top) else {
        let known: Vec<&str> = description.top.keys().map(String::as_str).collect();
        return Err(Error::NoTop {
            path: folder.join(FILE),
            top: top.to_owned(),
            known: known.join(", "),
        });
    };
    let mut design =
        Design::new(top).sources(found.sources.iter().map(|source| folder.join(source)));
    for (name, value) in &found.parameters {
        design = design.parameter(name, value);
    }
    let clock = match found.reset.active {
        Level::Low => ClockReset::active_low(&found.clock, &found.reset.name),
        Level::High => ClockReset::active_high(&found.clock, &found.reset.name),
    };
    Ok(RtlTop {
        doc: found.doc,
        design,
        clock,
    })
}

/// The names of all tops in `rtl.toml`.
///
/// # Errors
/// If the description cannot be read or is not valid.
pub fn tops(folder: &Path) -> Result<Vec<String>, Error> {
    Ok(read(folder)?.top.into_keys().collect())
}

fn read(folder: &Path) -> Result<Description, Error> {
    let path = folder.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(source) => return Err(Error::RtlFile { path, source }),
    };
    toml::from_str(&text).map_err(|source| Error::RtlSyntax {
        path,
        source: Box::new(source),
    })
}
