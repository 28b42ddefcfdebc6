//! Types of every stream, entry and register, generated from `rtl/layouts.toml`, and the two files
//! generated from it for others: the SystemVerilog package and the reference page.

use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/layouts.rs"));

/// A file of the project that is generated from `rtl/layouts.toml`.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Where it lies.
    pub path: PathBuf,
    /// What it must hold.
    pub text: String,
}

/// The generated files, as they must be. A test compares them with those committed;
/// `cargo run -p rdma --bin layouts` writes them.
///
/// # Errors
/// If the description cannot be read or is not valid.
pub fn generated_files() -> Result<[Generated; 2], layout::Error> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let spec = layout::Spec::read(&root.join("rtl/layouts.toml"))?;
    let file = |path: &str, text| Generated {
        path: root.join(path),
        text,
    };
    Ok([
        file(
            "rtl/pkg/completer_pkg.sv",
            layout::generate_systemverilog(&spec),
        ),
        file(
            "docs/reference/streams.md",
            layout::generate_markdown(&spec),
        ),
    ])
}
