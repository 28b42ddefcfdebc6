//! The demonstration's generated types, kept in the repository as a consumer's build script would
//! write them.

use std::path::{Path, PathBuf};

/// Made for a crate's surface, of which these tests use a part.
#[expect(unreachable_pub, dead_code)]
mod generated {
    include!("generated.rs");
}
pub(crate) use generated::*;

/// Its description.
pub(crate) fn spec() -> layout::Spec {
    layout::Spec::read(&folder().join("demo.toml")).expect("the demonstration is well described")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/demo")
}

/// What the other tests compile is what the generator writes today. LAYOUT_UPDATE=1 rewrites it.
#[test]
fn kept_code_is_current() {
    let file = folder().join("generated.rs");
    let now = layout::generate_rust(&spec());
    if std::env::var_os("LAYOUT_UPDATE").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(
        kept == now,
        "{} is out of date: run with LAYOUT_UPDATE=1",
        file.display()
    );
}
