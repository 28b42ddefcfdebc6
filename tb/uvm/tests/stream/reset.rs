//! A reset in the middle of traffic.

use uvm::axis::Transfer;
use uvm::{Aborted, Pattern};

use super::{Bench, send};
use crate::kernel::Word;

#[test]
fn traffic_goes_on_after_a_reset_and_what_was_in_flight_is_aborted() {
    let bench = Bench::new(0, Pattern::Percent(70), Pattern::Percent(50));
    let board = bench.board.clone();
    let lost = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = lost.clone();
    bench
        .sim
        .on_reset(move || count.set(count.get() + board.flush()));
    let (sim, source, sink) = (bench.sim.handle(), bench.source.clone(), bench.sink.clone());
    let board = bench.board.clone();
    let aborted = bench.sim.block_on("test", async move {
        sim.reset(2).await;
        send(&source, 20).await;
        board.drained().await;
        // The stage and the source are both full when the reset comes.
        sink.flow.pause();
        let beat = Transfer {
            data: Word { tag: 1, value: 2 },
            keep: 31,
            last: true,
        };
        let ctx = source.sequencer.context();
        let items = [(); 4].map(|()| ctx.submit(beat.clone()));
        sim.cycles(30).await;
        sim.reset(5).await;
        sink.flow.resume();
        let mut aborted = 0;
        for item in items {
            aborted += u32::from(item.await == Err(Aborted));
        }
        send(&source, 20).await;
        board.drained().await;
        aborted
    });
    let summary = bench.sim.finish();
    assert!(summary.passed(), "{:?}", summary.findings);
    // One sat in the stage; the others never got in.
    assert_eq!((aborted.unwrap(), lost.get()), (3, 1));
    assert!(bench.board.matched() >= 39);
}

#[test]
fn the_pins_rest_while_the_reset_is_held() {
    let bench = Bench::new(0, Pattern::Always, Pattern::Always);
    let (sim, source) = (bench.sim.handle(), bench.source.clone());
    let seen = bench.source.monitor.observed.clone();
    let cycles = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let log = cycles.clone();
    seen.subscribe(move |beat| log.borrow_mut().push(beat.cycle));
    bench
        .sim
        .block_on("test", async move {
            sim.reset(2).await;
            source
                .sequencer
                .context()
                .submit(super::Beat {
                    data: Word { tag: 0, value: 0 },
                    keep: 0,
                    last: false,
                })
                .detach();
            sim.cycles(2).await;
            sim.reset(10).await;
            assert_eq!(sim.cycle(), 14);
            send(&source, 1).await;
        })
        .unwrap();
    // The first beat goes before the reset, the second right after it.
    assert_eq!(*cycles.borrow(), [2, 14]);
    let rules: Vec<_> = bench.sim.findings().iter().map(|f| f.rule).collect();
    assert_eq!(rules, [] as [&str; 0]);
}
