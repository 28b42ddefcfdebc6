//! Tools that are missing or fail.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use dut::{Error, Flavour, ModelCache, Toolchain};

use crate::support::{Editable, TOOLS};

fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A compiler that says who it is, and then fails as told.
fn build_with_failing_compiler(message: &str) -> Error {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "case $1 in --version) echo failing c++ 1.0;; *) echo \"{message}\" >&2; exit 1;; esac"
    );
    let compiler = script(folder.path(), "c++", &text);
    let verilator = TOOLS.verilator().as_os_str();
    let tools = Toolchain::with(Some(verilator), Some(compiler.as_os_str())).unwrap();
    let counter = Editable::counter();
    ModelCache::new(folder.path().join("models"))
        .build(&tools, &counter.design, Flavour::Fast, &mut |_| ())
        .unwrap_err()
}

#[test]
fn what_is_missing_is_named_with_its_remedy() {
    let nowhere = Some(OsStr::new("/nowhere/tool"));
    let verilator = Toolchain::with(nowhere, None).unwrap_err();
    let compiler = Toolchain::with(Some(TOOLS.verilator().as_os_str()), nowhere).unwrap_err();
    insta::assert_snapshot!(format!("{verilator}\n{compiler}"));
}

#[test]
fn an_old_verilator_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let include = folder.path().join("include");
    fs::create_dir_all(folder.path().join("bin")).unwrap();
    fs::create_dir_all(&include).unwrap();
    fs::write(include.join("verilated.h"), "").unwrap();
    fs::write(
        include.join("verilated_config.h"),
        "#define VERILATOR_VERSION \"4.038 2020-07-11\"\n",
    )
    .unwrap();
    let binary = script(&folder.path().join("bin"), "verilator", "exit 1");
    let text = Toolchain::with(Some(binary.as_os_str()), None)
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("version 4.038 2020-07-11 is older than 5.006"),
        "{text}"
    );
}

#[test]
fn the_tools_tell_what_they_are() {
    assert!(TOOLS.verilator().is_file());
    assert!(TOOLS.verilator_version().starts_with("5."));
    assert!(TOOLS.verilator_include().join("verilated.cpp").is_file());
    assert!(!TOOLS.compiler_version().is_empty());
}

#[test]
fn a_compiler_error_is_shown() {
    let error = build_with_failing_compiler("Vdut.cpp:1:1: error: what is this");
    assert!(matches!(error, Error::Compile { .. }));
    let text = error.to_string();
    assert!(text.contains("error: what is this"), "{text}");
    assert!(text.contains("top `counter`"), "{text}");
}

#[test]
fn a_full_disk_is_told_apart() {
    let error = build_with_failing_compiler("fatal error: cc.s: No space left on device");
    assert!(matches!(error, Error::DiskFull { .. }), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("no space left on the disk of "),
        "{error}"
    );
}

#[test]
fn a_missing_library_comes_with_its_remedy() {
    let error = build_with_failing_compiler("fatal error: lz4.h: No such file or directory");
    assert!(
        error
            .to_string()
            .contains("apt-get install zlib1g-dev liblz4-dev"),
        "{error}"
    );
}
