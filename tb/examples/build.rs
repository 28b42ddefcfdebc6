//! Generates the Rust types of `rtl/stream_register.toml`.
use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl/stream_register.toml");
    println!("cargo::rerun-if-changed={}", description.display());
    let spec = layout::Spec::read(&description)?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("stream_register.rs"), layout::generate_rust(&spec))?;
    Ok(())
}
