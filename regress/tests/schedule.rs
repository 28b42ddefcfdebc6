//! The scheduler over a scripted launcher: no process, no simulator.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use regress::Error;
use regress::event::{Event, Reporter, Summary};
use regress::result::Verdict;
use regress::schedule::{self, Limits};

use crate::launcher::{Act, Script, request};

/// Notes every event; asks to stop after `stop_after` finished runs.
struct Notes<'a> {
    script: &'a Script,
    stop: &'a AtomicBool,
    stop_after: usize,
    finished: usize,
    most_running: usize,
    running: usize,
}

impl Reporter for Notes<'_> {
    fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        match event {
            Event::Started { .. } => {
                self.running += 1;
                self.most_running = self.most_running.max(self.running);
            }
            Event::Finished { request, result } => {
                self.running -= 1;
                self.finished += 1;
                let mut diary = self.script.diary.borrow_mut();
                diary.push(format!("end {} {}", request.test, result.verdict));
                self.stop
                    .store(self.finished >= self.stop_after, Ordering::Relaxed);
            }
            _ => {}
        }
        Ok(())
    }
}

struct Played {
    summary: Summary,
    outcome: Result<(), Error>,
    diary: Vec<String>,
    most_running: usize,
}

const LIMITS: Limits = Limits {
    jobs: 1,
    timeout: Duration::from_millis(50),
    fail_fast: false,
};

fn play(acts: &[(&str, Act)], limits: Limits, stop_after: usize) -> Played {
    let folder = tempfile::tempdir().unwrap();
    let script = Script {
        acts: acts
            .iter()
            .map(|(name, act)| ((*name).to_owned(), act.clone()))
            .collect(),
        ..Script::default()
    };
    let requests: Vec<_> = acts
        .iter()
        .map(|(name, _)| request(folder.path(), name))
        .collect();
    let stop = AtomicBool::new(stop_after == 0);
    let mut notes = Notes {
        script: &script,
        stop: &stop,
        stop_after,
        finished: 0,
        most_running: 0,
        running: 0,
    };
    let (summary, outcome) = schedule::run(&requests, &script, &limits, &stop, &mut notes);
    let most_running = notes.most_running;
    Played {
        summary,
        outcome,
        diary: script.diary.take(),
        most_running,
    }
}

const NEVER: usize = usize::MAX;
const PASS: Act = Act::Ends(Verdict::Pass, 1);

#[test]
fn one_job_runs_one_after_the_other() {
    let played = play(&[("a", PASS), ("b", PASS)], LIMITS, NEVER);
    assert_eq!(
        played.diary,
        ["start a", "end a PASS", "start b", "end b PASS"]
    );
    assert_eq!(played.summary.passed(), 2);
}

#[test]
fn no_more_than_the_jobs_run_at_a_time_and_all_of_them_do() {
    let acts = [
        ("a", PASS),
        ("b", PASS),
        ("c", PASS),
        ("d", PASS),
        ("e", PASS),
    ];
    let played = play(&acts, Limits { jobs: 3, ..LIMITS }, NEVER);
    assert_eq!(played.most_running, 3);
    assert_eq!(played.summary.passed(), 5);
}

#[test]
fn results_come_in_planned_order_whoever_ends_first() {
    let acts = [("slow", Act::Ends(Verdict::Pass, 4)), ("quick", PASS)];
    let played = play(&acts, Limits { jobs: 2, ..LIMITS }, NEVER);
    assert_eq!(played.diary[2..], ["end quick PASS", "end slow PASS"]);
    let tests: Vec<String> = played
        .summary
        .finished
        .into_iter()
        .map(|(request, _)| request.test)
        .collect();
    assert_eq!(tests, ["slow", "quick"]);
}

#[test]
fn a_crash_is_a_result_with_the_last_words() {
    let summary = play(&[("a", Act::Crashes), ("b", PASS)], LIMITS, NEVER).summary;
    let crashed = &summary.finished[0].1;
    assert_eq!(crashed.verdict, Verdict::Crash);
    assert_eq!(crashed.message(), "process: it broke");
    assert_eq!(crashed.failures[0].details, ["last words"]);
    assert_eq!((summary.passed(), summary.failed()), (1, 1));
}

#[test]
fn a_hanging_run_is_stopped_and_the_next_one_starts() {
    let played = play(&[("a", Act::Hangs), ("b", PASS)], LIMITS, NEVER);
    assert_eq!(
        played.diary,
        [
            "start a",
            "stop a",
            "end a TIMEOUT",
            "start b",
            "end b PASS"
        ]
    );
}

#[test]
fn another_runs_result_is_not_taken() {
    let summary = play(&[("a", Act::Lies)], LIMITS, NEVER).summary;
    assert_eq!(
        summary.finished[0].1.message(),
        "process: the run left the result of a seed 99"
    );
}

#[test]
fn a_refusal_ends_the_regression_and_stops_the_others() {
    let played = play(
        &[("a", Act::Hangs), ("b", Act::Refuses), ("c", PASS)],
        Limits { jobs: 2, ..LIMITS },
        NEVER,
    );
    assert_eq!(played.outcome.unwrap_err().to_string(), "no such knob");
    assert_eq!(played.diary, ["start a", "start b", "stop a"]);
}

#[test]
fn fail_fast_starts_nothing_more_but_lets_others_end() {
    let acts = [
        ("bad", Act::Ends(Verdict::Fail, 1)),
        ("long", Act::Ends(Verdict::Pass, 3)),
        ("next", PASS),
    ];
    let played = play(
        &acts,
        Limits {
            jobs: 2,
            fail_fast: true,
            ..LIMITS
        },
        NEVER,
    );
    let summary = played.summary;
    assert_eq!(
        (summary.passed(), summary.failed(), summary.not_started),
        (1, 1, 1)
    );
    assert!(
        !played.diary.contains(&"start next".to_owned()),
        "{:?}",
        played.diary
    );
}

#[test]
fn an_interrupt_stops_what_runs_and_keeps_what_has_ended() {
    let acts = [("a", PASS), ("hang", Act::Hangs), ("c", PASS)];
    let played = play(
        &acts,
        Limits {
            jobs: 2,
            timeout: Duration::from_secs(60),
            ..LIMITS
        },
        1,
    );
    let summary = played.summary;
    assert!(summary.interrupted);
    assert_eq!(
        (summary.finished.len(), summary.stopped, summary.not_started),
        (1, 1, 1)
    );
    assert_eq!(played.diary.last().unwrap(), "stop hang");
}

#[test]
fn an_interrupt_before_the_start_starts_nothing() {
    let played = play(&[("a", PASS)], LIMITS, 0);
    assert!(played.diary.is_empty());
    assert_eq!(played.summary.not_started, 1);
}
