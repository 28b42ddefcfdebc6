//! Ctrl-C and SIGTERM: running children are stopped, what has finished is kept.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::support::{Ran, Workshop};

const PATIENCE: Duration = Duration::from_secs(20);

fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The process id that a test of the misbehaving bench prints.
fn pid_in(log: &Path) -> Option<Pid> {
    let text = std::fs::read_to_string(log).ok()?;
    let number = text.lines().next()?.rsplit_once("pid ")?.1;
    Pid::from_raw(number.parse().ok()?)
}

fn start(workshop: &Workshop, arguments: &str) -> Child {
    workshop
        .command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupted_by(signal: Signal) {
    let workshop = Workshop::new();
    let runner = start(
        &workshop,
        "run good.counts wild.hang wild.full_disk -j 1 --junit junit.xml",
    );
    let mut hanging = None;
    wait_for("the hanging run", || {
        hanging = pid_in(&workshop.out().join("wild.hang/1/log"));
        hanging.is_some()
    });
    kill_process(Pid::from_child(&runner), signal).unwrap();
    let ran = Ran::new(&workshop, runner.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{}", ran.stderr);
    let closing = "1 run: 1 passed, 0 failed, 1 stopped, 1 not started (interrupted)";
    assert!(ran.stdout.contains(closing), "{}", ran.stdout);
    assert!(ran.stdout.contains("coverage 50.00 %"), "{}", ran.stdout);
    assert!(workshop.out().join("coverage.db").exists());
    assert!(workshop.read("junit.xml").contains("good.counts seed 1"));
    assert!(!workshop.read("junit.xml").contains("wild.hang"));
    assert!(!workshop.out().join("wild.hang/1/result.json").exists());
    assert!(
        test_kill_process(hanging.unwrap()).is_err(),
        "the hanging run is still there"
    );
}

#[test]
fn by_ctrl_c() {
    interrupted_by(Signal::INT);
}

#[test]
fn by_sigterm() {
    interrupted_by(Signal::TERM);
}

#[test]
fn a_killed_runner_takes_its_runs_along() {
    let workshop = Workshop::new();
    let mut runner = start(&workshop, "run wild.hang");
    let mut hanging = None;
    wait_for("the hanging run", || {
        hanging = pid_in(&workshop.out().join("wild.hang/1/log"));
        hanging.is_some()
    });
    runner.kill().unwrap();
    runner.wait().unwrap();
    wait_for("the hanging run to end", || is_gone(hanging.unwrap()));
}

/// Whether a process is gone, or only waits to be reaped by whoever inherits it.
fn is_gone(pid: Pid) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
    stat.map_or(true, |text| {
        text.rsplit_once(") ")
            .is_some_and(|(_, rest)| rest.starts_with('Z'))
    })
}

#[test]
fn while_models_are_built_it_ends_at_once() {
    let workshop = Workshop::new();
    let mut command = workshop.command("run good");
    let command = command
        .env("SLOW_BUILD", "1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let runner = command.spawn().unwrap();
    wait_for("the build", || {
        workshop.path().join("rtl/building").exists()
    });
    kill_process(Pid::from_child(&runner), Signal::INT).unwrap();
    let ran = Ran::new(&workshop, runner.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{}", ran.stderr);
}
