//! However a design ends, the process lives and can tell.

use dut::{Dut, Flavour, LoadOptions, Severity};

use crate::support::{cycle, load, model};

const FINISH: u64 = 1;
const FATAL: u64 = 2;
const ERROR: u64 = 3;
const STOP: u64 = 4;
const DISPLAY: u64 = 5;
const ASSERTION: u64 = 6;
const LOOP: u64 = 7;

/// A cycle in which the design does `what`, at 1 us.
fn provoke(dut: &Dut, what: u64) {
    dut.set_time_ps(1_000_000);
    dut.input("what", 3).unwrap().set(what);
    cycle(dut, &dut.input_bit("clk").unwrap());
    dut.input("what", 3).unwrap().set(0);
}

/// Finished, number of errors, messages.
fn state(dut: &Dut) -> (bool, u32, Vec<(Severity, String)>) {
    let messages = dut.take_messages().into_iter();
    let messages = messages.map(|message| (message.severity, message.text));
    (dut.finished(), dut.error_count(), messages.collect())
}

#[test]
fn a_quiet_design_has_nothing_to_tell() {
    let dut = load("ending");
    provoke(&dut, 0);
    assert_eq!(state(&dut), (false, 0, vec![]));
}

#[test]
fn finish_is_no_error_and_may_come_twice() {
    let dut = load("ending");
    for _ in 0..3 {
        provoke(&dut, FINISH);
        assert_eq!(state(&dut), (true, 0, vec![]));
    }
}

#[test]
fn stop_finishes() {
    let dut = load("ending");
    provoke(&dut, STOP);
    let (finished, _, messages) = state(&dut);
    assert!(finished);
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].0, Severity::Error);
    assert!(messages[0].1.contains("$stop"), "{messages:?}");
}

#[test]
fn errors_are_counted_and_carry_their_text_and_place() {
    for (what, text) in [
        (FATAL, "cannot go on"),
        (ERROR, "something is off"),
        (ASSERTION, "ending.a_not_six: what is six"),
    ] {
        let dut = load("ending");
        provoke(&dut, what);
        let (finished, errors, messages) = state(&dut);
        assert!(finished, "{text}");
        assert_eq!(errors, 1, "{text}");
        assert_eq!(messages.len(), 1, "{messages:?}");
        let (severity, message) = &messages[0];
        assert!(*severity >= Severity::Error, "{messages:?}");
        assert!(message.contains(text), "{message}");
        assert!(message.contains("ending.sv:"), "{message}");
        assert!(message.starts_with("[1000000]"), "time in ps: {message}");
    }
}

#[test]
fn a_higher_error_limit_lets_the_design_run_on() {
    let options = LoadOptions {
        error_limit: 3,
        ..LoadOptions::default()
    };
    let dut = model("ending", Flavour::Fast).load(&options).unwrap();
    for (count, finished) in [(1, false), (2, false), (3, true), (4, true)] {
        provoke(&dut, ASSERTION);
        assert_eq!((dut.error_count(), dut.finished()), (count, finished));
    }
    assert_eq!(dut.output("alive", 8).unwrap().get(), 4);
}

#[test]
fn display_is_a_message() {
    let dut = load("ending");
    provoke(&dut, DISPLAY);
    let (finished, errors, messages) = state(&dut);
    assert_eq!((finished, errors), (false, 0));
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0].0, Severity::Info);
    assert!(messages[0].1.starts_with("hello from "), "{messages:?}");
}

#[test]
fn a_loop_that_does_not_settle_is_fatal_to_the_model_only() {
    let dut = load("ending");
    provoke(&dut, LOOP);
    let (finished, errors, messages) = state(&dut);
    assert!(finished);
    assert!(errors >= 1);
    let text = format!("{messages:?}");
    assert!(text.contains("did not converge"), "{text}");
    assert!(
        messages
            .iter()
            .any(|(severity, _)| *severity == Severity::Fatal),
        "{text}"
    );
    // Later calls do no harm.
    provoke(&dut, 0);
    assert!(dut.finished());
    drop(dut);

    let next = load("ending");
    provoke(&next, 0);
    assert_eq!(next.output("alive", 8).unwrap().get(), 1);
}

#[test]
fn a_design_that_prints_for_ever_is_cut_short() {
    let dut = load("ending");
    dut.input("what", 3).unwrap().set(DISPLAY);
    let clk = dut.input_bit("clk").unwrap();
    for _ in 0..100_000 {
        cycle(&dut, &clk);
    }
    let messages = dut.take_messages();
    assert!(messages.len() < 100_000);
    let last = messages.last().unwrap();
    assert_eq!(last.text, "%Warning: log truncated");
}
