//! Writes the files generated from `rtl/layouts.toml`: `cargo run -p rdma --bin layouts`.
#![forbid(unsafe_code)]

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for file in rdma::layouts::generated_files()? {
        std::fs::write(&file.path, &file.text)
            .map_err(|e| format!("failed to write {}: {e}", file.path.display()))?;
        println!("wrote {}", file.path.display());
    }
    Ok(())
}
