//! A run that goes wrong is that run's failure and nobody else's.

use crate::support::{Ran, Workshop};

/// The verdict and message of each run of `tests`, and the exit code.
fn verdicts(tests: &str) -> (Vec<(String, String)>, i32) {
    let workshop = Workshop::new();
    let ran = workshop.run(&format!("run {tests} --json -j 2"));
    let mut lines: Vec<_> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|run| {
            (
                run["verdict"].as_str().unwrap().to_owned(),
                run["message"].as_str().unwrap().to_owned(),
            )
        })
        .collect();
    lines.sort();
    (lines, ran.code)
}

#[track_caller]
fn ends(test: &str, verdict: &str, message: &str) {
    let (runs, code) = verdicts(&format!("{test} good.counts"));
    assert_eq!(code, 1);
    let expected = [
        (verdict.to_owned(), message.to_owned()),
        ("pass".to_owned(), String::new()),
    ];
    assert_eq!(runs, expected);
}

#[test]
fn an_abort_is_a_crash() {
    ends(
        "wild.abort",
        "crash",
        "process: the process was ended by signal 6, SIGABRT (an assertion or an abort)",
    );
}

#[test]
fn a_segmentation_fault_is_a_crash() {
    ends(
        "wild.segfault",
        "crash",
        "process: the process was ended by signal 11, SIGSEGV",
    );
}

#[test]
fn a_panic_is_a_crash() {
    ends(
        "wild.panic",
        "crash",
        "process: the bench panicked, which is a defect of the bench",
    );
}

#[test]
fn an_early_exit_is_a_crash() {
    ends(
        "wild.finish",
        "crash",
        "process: the process ended without a result, as after a $finish",
    );
}

#[test]
fn garbage_for_a_result_is_a_crash() {
    ends(
        "wild.garbage",
        "crash",
        "process: the process left an unreadable result: stream did not contain valid UTF-8",
    );
}

#[test]
fn a_result_of_another_version_is_not_misread() {
    let message = "process: the process left an unreadable result: the result is of version 999, this program reads 1";
    ends("wild.future", "crash", message);
}

#[test]
fn a_failed_check_is_a_failure() {
    ends(
        "bad.mismatch",
        "fail",
        "m_cmpt_stream: completion does not match the response that caused it",
    );
}

#[test]
fn the_benchs_own_failure_is_told_apart() {
    ends("bad.bench", "error", "process: the scoreboard has no model");
}

#[test]
fn a_hanging_run_is_stopped() {
    let workshop = Workshop::new();
    let ran = workshop.run("run wild.hang good.counts --timeout 0.3 -j 2");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout
            .contains("process: the run was stopped after 0.3 s without a verdict"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("2 runs: 1 passed, 1 failed"),
        "{}",
        ran.stdout
    );
    let result: serde_json::Value =
        serde_json::from_str(&workshop.read("out/wild.hang/1/result.json")).unwrap();
    assert_eq!(result["verdict"], "timeout");
}

#[test]
fn what_a_crashed_run_printed_is_shown_with_a_backtrace_or_without() {
    for backtrace in ["0", "full"] {
        let workshop = Workshop::new();
        let mut command = workshop.command("run wild.panic");
        let output = command.env("RUST_BACKTRACE", backtrace).output().unwrap();
        let ran = Ran::new(&workshop, output);
        assert!(ran.stdout.contains("index out of bounds"), "{}", ran.stdout);
        let again = "again: rdmatb run wild.panic --seed 1 --waves";
        assert!(ran.stdout.contains(again), "{}", ran.stdout);
    }
}
