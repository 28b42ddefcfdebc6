//! The three outputs of a description.

mod markdown;
mod rust;
mod rust_access;
mod systemverilog;

pub use markdown::generate_markdown;
pub use rust::generate_rust;
pub use systemverilog::generate_systemverilog;

use std::path::Path;

/// First line of generated code: where it comes from. Only the file's name, so that the output does
/// not depend on where the project lies.
fn banner(file: &str) -> String {
    let name = Path::new(file)
        .file_name()
        .map_or(file.into(), |n| n.to_string_lossy());
    format!("// generated from {name}: do not edit\n")
}

/// Text as comment lines with the given start, such as `/// `.
fn comment(start: &str, text: &str) -> String {
    let lines = text.trim().lines();
    lines
        .map(|line| format!("{start}{}", line.trim()).trim_end().to_owned() + "\n")
        .collect()
}

/// `comp_header` as `CompHeader`.
fn camel(name: &str) -> String {
    let parts = name.split('_').filter(|p| !p.is_empty());
    parts
        .map(|p| p[..1].to_ascii_uppercase() + &p[1..])
        .collect()
}

/// A run of bits as `7:0`, or as `7` if it is a single one.
fn range(lsb: usize, width: usize) -> String {
    if width == 1 {
        lsb.to_string()
    } else {
        format!("{}:{lsb}", lsb + width - 1)
    }
}
