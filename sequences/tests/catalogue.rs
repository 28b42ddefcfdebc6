use std::path::{Path, PathBuf};

use sequences::{RunRequest, Verdict};

/// The models of this crate's tests, kept between runs of the tests.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("models")
}

pub(crate) fn request(test: &'static str, seed: u64) -> RunRequest {
    RunRequest {
        test,
        seed,
        items: None,
        settings: Vec::new(),
        flavour: dut::Flavour::Fast,
        waves: None,
        code_coverage: None,
        transaction_log: None,
        rtl: Path::new(env!("CARGO_MANIFEST_DIR")).join("../rtl"),
        cache: cache(),
    }
}

#[test]
fn every_test_passes() {
    for case in sequences::catalogue() {
        let report = (case.run)(&request(case.name, 1)).unwrap();
        for failure in &report.failures {
            println!("{}: {failure}", case.name);
        }
        assert_eq!(report.verdict, Verdict::Pass, "{}", case.name);
    }
}
