//! Traces and coverage.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use dut::{Dut, Flavour, LoadOptions};
use fst_reader::{FstFilter, FstHierarchyEntry, FstReader, FstSignalValue};

use crate::support::model;

/// Counts for ten cycles of 4 ns.
fn count_to_ten(dut: &Dut) {
    let clk = dut.input_bit("clk").unwrap();
    let rst = dut.input_bit("rst").unwrap();
    dut.input_bit("enable").unwrap().set(true);
    for number in 0..=10 {
        rst.set(number == 0);
        let time = number * 4000;
        dut.set_time_ps(time);
        clk.set(false);
        dut.eval();
        dut.dump(time);
        dut.set_time_ps(time + 2000);
        clk.set(true);
        dut.eval();
        dut.dump(time + 2000);
    }
}

/// Times (in the file's unit) and values of the signal `name` just under the top.
fn changes(path: &Path, name: &str) -> (i8, Vec<(u64, u64)>) {
    let mut reader = FstReader::open(BufReader::new(File::open(path).unwrap())).unwrap();
    let exponent = reader.get_header().timescale_exponent;
    let mut handle = None;
    reader
        .read_hierarchy(|entry| {
            if let FstHierarchyEntry::Var {
                name: found,
                handle: h,
                ..
            } = entry
                && found.split(' ').next() == Some(name)
            {
                handle = Some(h);
            }
        })
        .unwrap();
    let filter = FstFilter::filter_signals(vec![handle.unwrap()]);
    let mut changes = Vec::new();
    reader
        .read_signals(&filter, |time, _, value| {
            if let FstSignalValue::String(bits) = value {
                let text = std::str::from_utf8(bits).unwrap();
                changes.push((time, u64::from_str_radix(text, 2).unwrap()));
            }
            Ok::<(), std::io::Error>(())
        })
        .unwrap();
    (exponent, changes)
}

#[test]
fn a_wave_model_writes_the_values_it_had() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("counter.fst");
    let options = LoadOptions {
        trace: Some(path.clone()),
        ..LoadOptions::default()
    };
    let dut = model("counter", Flavour::Wave).load(&options).unwrap();
    count_to_ten(&dut);
    drop(dut);
    let (exponent, changes) = changes(&path, "count");
    assert_eq!(exponent, -12);
    let expected: Vec<(u64, u64)> = (0..=10).map(|n| (n * 4000 + 2000, n)).collect();
    // Before the reset the counter is random.
    assert_eq!(changes[changes.len() - 10..], expected[1..]);
}

#[test]
fn a_dump_without_a_trace_does_nothing() {
    let dut = model("counter", Flavour::Fast)
        .load(&LoadOptions::default())
        .unwrap();
    count_to_ten(&dut);
    dut.flush_trace();
    assert_eq!(dut.output("count", 8).unwrap().get(), 10);
    assert!(dut.take_messages().is_empty());
}

/// Number of points and hits per page of a `coverage.dat` (records `C '\x01key\x02value...' count`).
fn pages(path: &Path) -> BTreeMap<String, (usize, u64)> {
    let text = fs::read_to_string(path).unwrap();
    let mut pages: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("C '")) {
        let (point, count) = line.rsplit_once(' ').unwrap();
        let page = point
            .split('\x01')
            .find_map(|field| field.strip_prefix("page\x02"))
            .unwrap();
        let page = page.split('/').next().unwrap().to_owned();
        let entry = pages.entry(page).or_default();
        entry.0 += 1;
        entry.1 += count.parse::<u64>().unwrap();
    }
    pages
}

#[test]
fn a_cov_model_counts_every_kind_of_point() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("coverage.dat");
    let counter = model("counter", Flavour::Cov);
    let dut = counter.load(&LoadOptions::default()).unwrap();
    count_to_ten(&dut);
    dut.write_coverage(&path).unwrap();
    let pages = pages(&path);
    for page in ["v_line", "v_branch", "v_toggle", "v_user"] {
        let (points, hits) = pages.get(page).copied().unwrap_or_default();
        assert!(points > 0 && hits > 0, "{page} in {pages:?}");
    }
    // `cover property (enable && !rst)`: all cycles but that of the reset.
    assert_eq!(pages["v_user"], (1, 10));

    // Another model starts from zero.
    let fresh = counter.load(&LoadOptions::default()).unwrap();
    fresh.write_coverage(&path).unwrap();
    assert_eq!(self::pages(&path)["v_user"], (1, 0));
}

#[test]
fn what_a_flavour_does_not_have_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let options = LoadOptions {
        trace: Some(folder.path().join("counter.fst")),
        ..LoadOptions::default()
    };
    let fast = model("counter", Flavour::Fast);
    let dut = fast.load(&LoadOptions::default()).unwrap();
    let messages = [
        fast.load(&options).unwrap_err(),
        dut.write_coverage(&folder.path().join("coverage.dat"))
            .unwrap_err(),
    ]
    .map(|error| error.to_string());
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/such/folder");
    let options = LoadOptions {
        trace: Some(path.join("counter.fst")),
        ..LoadOptions::default()
    };
    let wave = model("counter", Flavour::Wave).load(&options).unwrap_err();
    let cov = model("counter", Flavour::Cov)
        .load(&LoadOptions::default())
        .unwrap()
        .write_coverage(&path.join("coverage.dat"))
        .unwrap_err();
    for (error, what) in [
        (wave, "failed to open trace"),
        (cov, "failed to write coverage to"),
    ] {
        let text = error.to_string();
        assert!(
            text.starts_with(what) && text.contains("No such file"),
            "{text}"
        );
    }
}
