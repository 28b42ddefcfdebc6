//! The same run twice is the same run.

use std::cell::RefCell;
use std::rc::Rc;

use uvm::Pattern;

use super::Bench;

/// Every beat at both ends, with its cycle.
fn beat_log() -> Vec<String> {
    let patterns = (
        Pattern::Percent(60),
        Pattern::Bursts {
            on: 1..=9,
            off: 1..=4,
        },
    );
    let bench = Bench::new(0, patterns.0, patterns.1);
    let log = Rc::new(RefCell::new(Vec::new()));
    for (name, monitor) in [("s", &bench.source.monitor), ("m", &bench.sink.monitor)] {
        let lines = log.clone();
        monitor
            .observed
            .subscribe(move |beat| lines.borrow_mut().push(format!("{name} {beat}")));
    }
    bench.run(200);
    log.take()
}

#[test]
fn the_same_seed_gives_the_same_beats_in_the_same_cycles() {
    let (first, second) = (beat_log(), beat_log());
    assert_eq!(first.len(), 400);
    assert_eq!(first, second);
}
