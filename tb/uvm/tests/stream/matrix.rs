//! Every pattern of idle cycles against every pattern of backpressure.

use uvm::Pattern;

use super::Bench;

fn patterns() -> [Pattern; 8] {
    [
        Pattern::Always,
        Pattern::Fixed { on: 1, off: 2 },
        Pattern::Percent(20),
        Pattern::Percent(80),
        Pattern::Bursts {
            on: 1..=5,
            off: 1..=5,
        },
        Pattern::Pauses {
            every: 10,
            length: 5..=20,
        },
        Pattern::StalledDuring(20..60),
        Pattern::After(2),
    ]
}

#[test]
fn every_beat_arrives_whatever_the_patterns() {
    for idle in patterns() {
        for ready in patterns() {
            let bench = Bench::new(0, idle.clone(), ready.clone());
            bench.run(50);
            let summary = bench.sim.finish();
            let case = format!("idle {idle:?}, ready {ready:?}");
            assert!(summary.passed(), "{case}: {:?}", summary.findings);
            assert_eq!(
                (bench.board.matched(), bench.sink.monitor.transfers()),
                (50, 50),
                "{case}"
            );
        }
    }
}

#[test]
fn without_patterns_a_beat_moves_every_cycle() {
    let bench = Bench::new(0, Pattern::Always, Pattern::Always);
    bench.run(100);
    // Two cycles of reset, one of latency, and the drain time.
    let drain = bench.sim.config().drain_cycles;
    assert_eq!(bench.sim.cycle(), 2 + 100 + 1 + drain);
}

#[test]
fn ready_after_valid_is_low_until_valid_waits() {
    let bench = Bench::new(0, Pattern::Always, Pattern::After(3));
    bench.run(10);
    // Each beat waits for three cycles before ready comes in the fourth.
    assert!(
        bench.sim.cycle() >= 2 + 10 * 4,
        "ended at {}",
        bench.sim.cycle()
    );
    assert!(bench.sim.finish().passed());
}

#[test]
fn a_paused_sink_stops_the_stream_until_it_is_resumed() {
    let bench = Bench::new(0, Pattern::Always, Pattern::Always);
    let (sim, flow) = (bench.sim.handle(), bench.sink.flow.clone());
    bench.sink.flow.pause();
    bench.sim.spawn("resume", async move {
        sim.until_cycle(500).await;
        flow.resume();
    });
    bench.run(5);
    assert!(bench.sim.cycle() > 500);
    assert_eq!(bench.board.matched(), 5);
}

#[test]
fn a_responder_hears_each_item_in_its_cycle() {
    let bench = Bench::new(0, Pattern::Always, Pattern::Percent(50));
    let heard = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let log = heard.clone();
    bench
        .sink
        .respond(move |beat, cycle| log.borrow_mut().push((beat.data.value, cycle)));
    bench.run(4);
    let heard = heard.borrow();
    assert_eq!(heard.iter().map(|h| h.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(heard.is_sorted_by(|a, b| a.1 < b.1), "{heard:?}");
}
