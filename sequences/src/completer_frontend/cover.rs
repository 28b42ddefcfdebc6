//! From what the judge publishes to the covergroups.

use std::cell::RefCell;
use std::rc::Rc;

use coverage::IllegalHits;
use coverage_rdma::completer_frontend::{self as groups, Coverage};
use env::completer_frontend::{Bench, Command};

/// Samples `coverage` from now on; `on_illegal` hears of illegal bins that were hit.
pub fn cover(
    bench: &Bench,
    coverage: &Rc<RefCell<Coverage>>,
    on_illegal: impl Fn(IllegalHits) + 'static,
) {
    let on_illegal = Rc::new(on_illegal);
    let judge = bench.judge();
    let (sampled, illegal) = (coverage.clone(), on_illegal.clone());
    judge.finished.subscribe(move |finished| {
        let trace = &finished.trace;
        let result = sampled.borrow_mut().response(&groups::Response {
            header: &finished.header,
            context: &finished.context,
            entries: &trace.entries,
            outcome: &finished.outcome,
            rules: trace.rules,
            stalled: trace.stalled,
            same_qp: trace.same_qp,
            in_flight: trace.in_flight,
            latency: finished.latency,
        });
        result.unwrap_or_else(&*illegal);
    });
    let (sampled, illegal) = (coverage.clone(), on_illegal.clone());
    judge.commanded.subscribe(move |control| {
        let command = match &control.command {
            Command::Qp(command) => groups::Command::Qp(command),
            Command::Mr(command) => groups::Command::Mr(command),
        };
        let result = sampled.borrow_mut().control(&groups::Control {
            command,
            entries: &control.trace.entries,
            outcome: &control.outcome,
            rules: control.trace.rules,
            stalled: control.trace.stalled,
            same_qp: control.trace.same_qp,
            in_flight: control.trace.in_flight,
            latency: control.latency,
        });
        result.unwrap_or_else(&*illegal);
    });
    let sampled = coverage.clone();
    judge.put_out.subscribe(move |beat| {
        let result = sampled.borrow_mut().beat(beat);
        result.unwrap_or_else(&*on_illegal);
    });
}
