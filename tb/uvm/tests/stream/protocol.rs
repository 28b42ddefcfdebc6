//! The protocol checker on stages that break the protocol.

use uvm::Pattern;

use super::Bench;

/// What is found on a stage with a fault, all streams.
fn findings(fault: u32) -> String {
    let bench = Bench::new(fault, Pattern::Always, Pattern::Fixed { on: 1, off: 2 });
    let (sim, source) = (bench.sim.handle(), bench.source.clone());
    // The fault may lose beats, so nobody waits for them.
    let outcome = bench.sim.block_on("test", async move {
        sim.reset(3).await;
        sim.timeout(30, super::send(&source, 3)).await.ok();
    });
    assert!(outcome.is_ok());
    let checker = |f: &&uvm::Finding| f.rule.starts_with("axis.");
    let all = bench.sim.findings();
    let lines: Vec<_> = all
        .iter()
        .filter(checker)
        .take(3)
        .map(ToString::to_string)
        .collect();
    lines.join("\n")
}

#[test]
fn a_correct_stage_breaks_no_rule() {
    assert_eq!(findings(0), "");
}

#[test]
fn valid_that_falls_is_found() {
    insta::assert_snapshot!(findings(1));
}

#[test]
fn data_that_change_are_found_with_their_field() {
    insta::assert_snapshot!(findings(2));
}

#[test]
fn valid_in_reset_is_found() {
    insta::assert_snapshot!(findings(3));
}
