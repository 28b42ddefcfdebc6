//! What a run leaves in its folder.

use regress::result::{RunResult, VERSION, Verdict};

use crate::support::Workshop;

#[test]
fn a_run_leaves_a_versioned_result_and_its_log() {
    let workshop = Workshop::new();
    workshop.run("run bad.mismatch --seed 7 --out results");
    let result =
        RunResult::read(&workshop.path().join("results/bad.mismatch/7/result.json")).unwrap();
    assert_eq!(
        (result.version, result.seed, result.verdict),
        (VERSION, 7, Verdict::Fail)
    );
    assert_eq!(result.failures[0].cycle, Some(321));
    assert!(
        workshop
            .read("results/bad.mismatch/7/log")
            .starts_with("running bad.mismatch")
    );
}

#[test]
fn nothing_of_an_earlier_run_is_taken_for_this_one() {
    let workshop = Workshop::new();
    workshop.run("run wild.finish");
    workshop.file(
        "out/wild.finish/1/result.json",
        &workshop
            .read("out/wild.finish/1/result.json")
            .replace("crash", "pass"),
    );
    workshop.file("out/wild.finish/1/waves.fst", "old");
    let ran = workshop.run("run wild.finish");
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(!workshop.out().join("wild.finish/1/waves.fst").exists());
}

#[test]
fn a_result_reads_back_as_it_was_written() {
    let workshop = Workshop::new();
    workshop.run("run bad.mismatch --items 3 --set gain=1");
    let path = workshop.out().join("bad.mismatch/1/result.json");
    let result = RunResult::read(&path).unwrap();
    result.write(&path).unwrap();
    assert_eq!(RunResult::read(&path).unwrap(), result);
    assert_eq!(result.settings, [("gain".to_owned(), "1".to_owned())]);
}
