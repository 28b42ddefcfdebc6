//! A model is built again when something that it is made of changes, and only then.

use std::fs;
use std::time::{Duration, Instant};

use dut::{Flavour, LoadOptions, ModelCache, Progress, Toolchain};

use crate::support::{Editable, TOOLS, build, cache, three_counts};

#[test]
fn nothing_changed_nothing_built() {
    let counter = Editable::counter();
    let (first, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    let (second, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(!built);
    assert_eq!(first.folder(), second.folder());
    assert_eq!(first.ports(), second.ports());

    // Touching a file without changing it is no change.
    counter.edit("counter.sv", "module", "module");
    assert!(!build(&counter.design, Flavour::Fast).unwrap().1);
}

#[test]
fn an_edit_of_a_source_is_seen_and_undone() {
    let counter = Editable::counter();
    let (model, _) = build(&counter.design, Flavour::Fast).unwrap();
    assert_eq!(three_counts(&model), 3);
    counter.edit("counter.sv", "count + ", "count - ");
    let (edited, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&edited), 256 - 3);
    counter.edit("counter.sv", "count - ", "count + ");
    let (undone, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(!built, "the first model is still there");
    assert_eq!(three_counts(&undone), 3);
}

#[test]
fn an_edit_of_an_include_is_seen_and_undone() {
    let counter = Editable::counter();
    build(&counter.design, Flavour::Fast).unwrap();
    counter.edit("inc/step.svh", "STEP 1", "STEP 5");
    let (edited, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&edited), 15);
    counter.edit("inc/step.svh", "STEP 5", "STEP 1");
    let (undone, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(!built, "the first model is still there");
    assert_eq!(three_counts(&undone), 3);
}

#[test]
fn a_new_file_that_hides_an_include_is_seen() {
    let mut counter = Editable::counter();
    let earlier = counter.folder.path().join("earlier");
    fs::create_dir(&earlier).unwrap();
    counter.design.includes.insert(0, earlier.clone());
    assert_eq!(
        three_counts(&build(&counter.design, Flavour::Fast).unwrap().0),
        3
    );
    fs::write(earlier.join("step.svh"), "`define STEP 9\n").unwrap();
    let (hidden, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&hidden), 27);
}

#[test]
fn an_include_beside_its_source_is_found() {
    let mut counter = Editable::counter();
    let folder = counter.folder.path();
    fs::rename(folder.join("inc/step.svh"), folder.join("step.svh")).unwrap();
    counter.design.includes.clear();
    build(&counter.design, Flavour::Fast).unwrap();
    counter.edit("step.svh", "STEP 1", "STEP 2");
    let (edited, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&edited), 6);
}

#[test]
fn parameters_and_defines_make_models_of_their_own() {
    let counter = Editable::counter();
    let (plain, _) = build(&counter.design, Flavour::Fast).unwrap();
    let wide = counter.design.clone().parameter("WIDTH", 70);
    let (wide, built) = build(&wide, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&wide), 3);
    assert!(
        wide.ports()
            .iter()
            .any(|p| p.name == "count" && p.width == 70)
    );
    assert!(
        plain
            .ports()
            .iter()
            .any(|p| p.name == "count" && p.width == 8)
    );

    counter.edit(
        "inc/step.svh",
        "`define STEP 1",
        "`ifndef STEP\n`define STEP 1\n`endif",
    );
    let stepping = counter.design.clone().define("STEP", 4);
    let (stepping, built) = build(&stepping, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&stepping), 12);
}

#[test]
fn paths_may_have_blanks() {
    let mut counter = Editable::counter();
    let folder = counter.folder.path().join("two words");
    fs::create_dir(&folder).unwrap();
    for file in ["counter.sv", "inc/step.svh"] {
        let to = folder.join(file.rsplit('/').next().unwrap());
        fs::rename(counter.folder.path().join(file), to).unwrap();
    }
    counter.design.sources = vec![folder.join("counter.sv")];
    counter.design.includes = vec![folder];
    build(&counter.design, Flavour::Fast).unwrap();
    counter.edit("two words/step.svh", "STEP 1", "STEP 3");
    let (edited, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&edited), 9);
}

#[test]
fn what_is_broken_is_built_again() {
    let counter = Editable::counter();
    let (model, _) = build(&counter.design, Flavour::Fast).unwrap();
    let breaks: [&dyn Fn(); 3] = [
        &|| fs::write(model.folder().join("model.so"), "short").unwrap(),
        &|| fs::write(model.folder().join("manifest.json"), "{").unwrap(),
        &|| fs::remove_file(model.folder().join("manifest.json")).unwrap(),
    ];
    for damage in breaks {
        damage();
        let (again, built) = build(&counter.design, Flavour::Fast).unwrap();
        assert!(built);
        assert_eq!(three_counts(&again), 3);
    }
}

#[test]
fn stale_models_are_removed_and_fresh_ones_kept() {
    let counter = Editable::counter();
    let folder = tempfile::tempdir().unwrap();
    // Another cache that shares the compiled runtime, so that the test is quick.
    let shared = cache().folder().join("runtime");
    build(&counter.design, Flavour::Fast).unwrap();
    std::os::unix::fs::symlink(shared, folder.path().join("runtime")).unwrap();
    let cache = ModelCache::new(folder.path());
    let model = cache
        .build(&TOOLS, &counter.design, Flavour::Fast, &mut |_| ())
        .unwrap();
    fs::remove_file(folder.path().join("runtime")).unwrap();
    assert_eq!(cache.clean_stale(Duration::from_secs(3600)).unwrap(), 0);
    assert!(model.folder().is_dir());
    assert_eq!(cache.clean_stale(Duration::ZERO).unwrap(), 1);
    assert!(!model.folder().exists());
}

/// The start of a run: find the tools, hash the inputs, load, bind nothing yet.
#[test]
fn a_cached_model_starts_within_50_ms() {
    let counter = Editable::counter();
    build(&counter.design, Flavour::Fast).unwrap();
    let start = || {
        let begin = Instant::now();
        let tools = Toolchain::discover().unwrap();
        let mut steps = Vec::new();
        let model = cache()
            .build(&tools, &counter.design, Flavour::Fast, &mut |step| {
                steps.push(step)
            })
            .unwrap();
        let dut = model.load(&LoadOptions::default()).unwrap();
        dut.eval();
        assert_eq!(steps, [Progress::Cached]);
        begin.elapsed()
    };
    // The best of several: other tests are running.
    let best = (0..10).map(|_| start()).min().unwrap();
    assert!(best < Duration::from_millis(50), "{best:?}");
}
