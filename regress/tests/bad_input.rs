//! Bad input and bad machines: exit code 2, one clear line, and no run started.

use std::os::unix::fs::PermissionsExt;

use crate::support::{Ran, Workshop};

#[track_caller]
fn refused(ran: &Ran, error: &str) {
    assert_eq!(ran.error(), format!("error: {error}"));
    assert_eq!(ran.code, 2);
    assert_eq!(ran.stdout, "");
}

#[test]
fn an_unknown_test_is_answered_with_near_names() {
    let workshop = Workshop::new();
    let error = "no test matches `good.count`; did you mean good.counts or good.slow? `rdmatb list` names them all";
    refused(&workshop.run("run good.count"), error);
    refused(&workshop.run("list good.count"), error);
    refused(&workshop.run("build good.count"), error);
    assert!(!workshop.out().exists());
}

#[test]
fn an_unknown_option_and_a_missing_pattern_are_usage() {
    for arguments in [
        "run",
        "run good --sides 3",
        "frob",
        "run good --seed -1",
        "run good -j 0",
        "run good --timeout 0",
    ] {
        let ran = Workshop::new().run(arguments);
        assert_eq!(ran.code, 2, "{arguments}");
        assert!(
            ran.stderr.contains("error: "),
            "{arguments}: {}",
            ran.stderr
        );
    }
}

#[test]
fn help_is_not_an_error() {
    for arguments in ["--help", "run --help", "--version"] {
        assert_eq!(Workshop::new().run(arguments).code, 0, "{arguments}");
    }
}

#[test]
fn a_setting_needs_a_path_and_a_value() {
    let error =
        "failed to read `--set gain`: write it as path=value, such as --set completer.qps=4";
    refused(&Workshop::new().run("run good.counts --set gain"), error);
}

#[test]
fn an_unknown_knob_is_refused_once() {
    let ran = Workshop::new().run("run good --seeds 20 --set gian=3");
    refused(&ran, "no knob `gian`; did you mean `gain`?");
}

#[test]
fn a_bad_value_is_refused() {
    refused(
        &Workshop::new().run("run good.counts --set gain=loud"),
        "knob `gain`: expected a number",
    );
}

#[test]
fn no_seeds_and_too_many_are_refused() {
    let workshop = Workshop::new();
    refused(
        &workshop.run("run good --seeds 0"),
        "failed to choose seeds: the number of seeds must be at least 1",
    );
    let last = u64::MAX;
    let error = format!("failed to choose seeds: {last} + 2 is beyond 64 bits");
    refused(
        &workshop.run(&format!("run good --seed {last} --seeds 2")),
        &error,
    );
}

#[test]
fn malformed_toml_is_refused_by_line_and_column() {
    let workshop = Workshop::new();
    workshop.file("knobs.toml", "gain = 1\nloud = = 2\n");
    let ran = workshop.run("run good --config knobs.toml");
    assert!(
        ran.error()
            .starts_with("error: failed to read knobs.toml: line 2, column 8: "),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
    let error = "failed to read nothing.toml: No such file or directory (os error 2)";
    refused(&workshop.run("run good --config nothing.toml"), error);
}

#[test]
fn a_plan_says_only_what_is_understood() {
    let workshop = Workshop::new();
    workshop.file("plan.toml", "[[run]]\ntests = [\"good\"]\nsedes = 3\n");
    let ran = workshop.run("run --plan plan.toml");
    assert!(
        ran.error()
            .contains("plan.toml: line 3, column 1: unknown field `sedes`"),
        "{}",
        ran.stderr
    );
    workshop.file("empty.toml", "");
    refused(
        &workshop.run("run --plan empty.toml"),
        "failed to read empty.toml: there is no [[run]] in it",
    );
}

#[test]
fn waves_and_code_coverage_do_not_go_together() {
    let error = "failed to combine --waves with --flavour cov: a model has one flavour";
    refused(
        &Workshop::new().run("run good --waves --flavour cov"),
        error,
    );
}

#[test]
fn missing_rtl_is_named_with_what_mends_it() {
    let workshop = Workshop::new();
    let mends = "give the folder that holds rtl.toml with --rtl DIR or RDMATB_RTL";
    let error = format!("failed to find the RTL: there is no rtl.toml in elsewhere; {mends}");
    refused(&workshop.run("run good --rtl elsewhere"), &error);
    std::fs::remove_dir_all(workshop.path().join("rtl")).unwrap();
    let error =
        format!("failed to find the RTL: there is no rtl/rtl.toml in [DIR] or above; {mends}");
    refused(&workshop.run("run good"), &error);
}

#[test]
fn rtl_is_found_from_a_folder_below() {
    let workshop = Workshop::new();
    workshop.file("deep/down/here", "");
    let mut command = workshop.command("run good.counts");
    command.current_dir(workshop.path().join("deep/down"));
    let ran = Ran::new(&workshop, command.output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn rtl_that_does_not_elaborate_shows_the_tools_own_message() {
    let workshop = Workshop::new();
    workshop.file("rtl/rtl.toml", "broken");
    let ran = workshop.run("run good");
    refused(&ran, "failed to elaborate good");
    assert!(
        ran.stderr
            .ends_with("\n%Error: top.sv:3:1: syntax error, unexpected endmodule\n"),
        "{}",
        ran.stderr
    );
    refused(&workshop.run("build"), "failed to elaborate bad");
}

#[test]
fn a_full_disk_is_named() {
    let workshop = Workshop::new();
    let ran = workshop.run("run good.counts --junit /dev/full");
    let hint = "No space left on device (os error 28); free some space or choose another folder with --out";
    let error = format!("error: failed to write /dev/full: {hint}");
    assert_eq!((ran.error(), ran.code), (error.as_str(), 2));
    assert!(
        ran.stdout.contains("1 run: 1 passed"),
        "what was found is said all the same: {}",
        ran.stdout
    );
}

#[test]
fn a_disk_that_fills_up_in_a_run_is_named_and_leaves_no_half_result() {
    let workshop = Workshop::new();
    let ran = workshop.run("run wild.full_disk");
    refused(
        &ran,
        "failed to write in [DIR]/out/wild.full_disk/1/: is the disk full?",
    );
    let left: Vec<String> = std::fs::read_dir(workshop.out().join("wild.full_disk/1"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        left.iter()
            .all(|name| name == "log" || name == "request.json"),
        "{left:?}"
    );
}

#[test]
fn what_had_finished_when_the_disk_was_full_is_reported() {
    let workshop = Workshop::new();
    let ran = workshop.run("run good.counts wild.full_disk -j 1 --junit junit.xml");
    assert_eq!(ran.code, 2);
    assert!(ran.error().ends_with("is the disk full?"), "{}", ran.stderr);
    assert!(
        ran.stdout.contains("1 run: 1 passed, 0 failed, 1 stopped"),
        "{}",
        ran.stdout
    );
    assert!(workshop.read("junit.xml").contains("good.counts seed 1"));
}

#[test]
fn an_output_folder_that_cannot_be_made_is_refused_before_anything_runs() {
    let workshop = Workshop::new();
    workshop.file("taken", "a file");
    let ran = workshop.run("run good --out taken");
    assert!(
        ran.error().starts_with("error: failed to write taken: "),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
    let ran = workshop.run("run good --out /proc/out");
    assert!(
        ran.error()
            .starts_with("error: failed to write /proc/out: "),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn a_folder_without_permission_is_refused() {
    if rustix::process::geteuid().is_root() {
        return; // Root may write everywhere; /proc above stands in for it.
    }
    let workshop = Workshop::new();
    let folder = workshop.path().join("closed");
    std::fs::create_dir(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o500)).unwrap();
    let ran = workshop.run("run good --out closed");
    assert!(
        ran.error()
            .contains("choose a folder that you may write with --out"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_closed_pipe_is_no_error() {
    let workshop = Workshop::new();
    let mut command = workshop.command("list");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ran = command.stdout(writer).output().unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn doctor_names_what_is_missing() {
    let workshop = Workshop::new();
    let well = workshop.run("doctor");
    assert_eq!(well.code, 0, "{}", well.stdout);
    assert!(
        well.stdout.contains("ok       tool           1.0\n"),
        "{}",
        well.stdout
    );
    assert!(!workshop.out().exists(), "doctor only looks");
    let mut command = workshop.command("doctor --rtl nowhere");
    let ill = Ran::new(&workshop, command.env("NO_TOOL", "1").output().unwrap());
    assert_eq!(ill.code, 2);
    assert!(
        ill.stdout
            .contains("missing  tool           run `get tool`\n"),
        "{}",
        ill.stdout
    );
    assert!(
        ill.stdout
            .contains("missing  RTL folder     failed to find the RTL"),
        "{}",
        ill.stdout
    );
}

#[test]
fn lint_names_the_clean_tops() {
    let ran = Workshop::new().run("lint");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "top: clean\n"));
}
