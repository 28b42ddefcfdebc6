//! One source for bit layouts: a TOML file describes streams, headers, queue entries and registers
//! once; the SystemVerilog package, the Rust types and the reference page are generated from it.
//!
//! A consumer's `build.rs`:
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let spec = layout::Spec::read("completer.toml".as_ref())?;
//! let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?);
//! std::fs::write(out.join("completer.rs"), layout::generate_rust(&spec))?;
//! # Ok(())
//! # }
//! ```
//! and its library: `include!(concat!(env!("OUT_DIR"), "/completer.rs"));`.
//!
//! The parts: [`spec`] is the checked description, the three `generate_*` functions print it, and
//! [`Packed`] with [`render`] and [`diff`] is what generated types offer at run time.
#![forbid(unsafe_code)]

pub mod bits;
mod error;
mod generate;
mod packed;
mod register;
mod render;
pub mod spec;

pub use error::{Error, Problem};
pub use generate::{generate_markdown, generate_rust, generate_systemverilog};
pub use packed::{Field, Packed, no_such_field, words, words_mut};
pub use register::{Access, Register, RegisterBlock};
pub use render::{FieldDiff, Rendered, diff, render};
pub use spec::Spec;
