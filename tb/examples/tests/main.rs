//! The testbench of `stream_register` over a matrix of idle and backpressure patterns.

use std::path::Path;

use examples::stream_register::{Settings, build, run};
use uvm::Pattern;

fn models() -> &'static Path {
    Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"))
}

#[test]
fn every_result_is_right_under_every_pattern() {
    let dut = build(models()).unwrap();
    let patterns = [
        Pattern::Always,
        Pattern::Percent(10),
        Pattern::Percent(50),
        Pattern::Bursts {
            on: 1..=8,
            off: 1..=8,
        },
        Pattern::After(1),
    ];
    for (seed, idle) in patterns.iter().enumerate() {
        for ready in &patterns {
            let settings = Settings {
                items: 300,
                seed: seed as u64,
                idle: idle.clone(),
                ready: ready.clone(),
            };
            let summary = run(&dut, &settings).unwrap_or_else(|error| panic!("{error}"));
            let case = format!("idle {idle:?}, ready {ready:?}");
            assert!(summary.passed(), "{case}: {:?}", summary.findings);
            assert_eq!(
                summary.report, "env.scoreboard: 300 result matched\n",
                "{case}"
            );
        }
    }
}

#[test]
fn back_to_back_takes_a_cycle_an_item() {
    let dut = build(models()).unwrap();
    let settings = Settings {
        items: 1_000,
        seed: 1,
        idle: Pattern::Always,
        ready: Pattern::Always,
    };
    let summary = run(&dut, &settings).unwrap_or_else(|error| panic!("{error}"));
    // Reset, latency and drain time come to less than 30 cycles.
    assert!(
        (1_000..1_030).contains(&summary.cycles),
        "{} cycles",
        summary.cycles
    );
}
