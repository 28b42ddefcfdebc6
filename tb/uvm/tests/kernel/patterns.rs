//! What the patterns of idle cycles and backpressure look like.

use uvm::{Flow, Pattern};

use super::simulation;

/// 32 cycles of a pattern, the other side always waiting.
fn shape(pattern: Pattern) -> String {
    let sim = simulation();
    let flow = Flow::new(&sim.scope("env.m.driver"), pattern);
    let go = |cycle| if flow.go(cycle, true) { '#' } else { '.' };
    (0..32).map(go).collect()
}

#[test]
fn shapes() {
    let patterns = [
        Pattern::Always,
        Pattern::Fixed { on: 3, off: 2 },
        Pattern::Fixed { on: 0, off: 4 },
        Pattern::Percent(50),
        Pattern::Bursts {
            on: 2..=6,
            off: 1..=3,
        },
        Pattern::Pauses {
            every: 6,
            length: 4..=8,
        },
        Pattern::StalledDuring(4..20),
        Pattern::After(2),
    ];
    let lines: Vec<_> = patterns
        .map(|p| format!("{} {p:?}", shape(p.clone())))
        .into();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_percentage_is_kept_in_the_long_run() {
    let sim = simulation();
    for percent in [10, 50, 90] {
        let flow = Flow::new(&sim.scope("m"), Pattern::Percent(percent));
        let count = (0..10_000).filter(|&cycle| flow.go(cycle, false)).count();
        let expected = usize::from(percent) * 100;
        assert!(count.abs_diff(expected) < 300, "{percent}%: {count}");
    }
}

#[test]
fn a_pause_overrides_the_pattern() {
    let sim = simulation();
    let flow = Flow::new(&sim.scope("m"), Pattern::Always);
    flow.pause();
    assert!(flow.is_paused() && !flow.go(0, true));
    flow.resume();
    assert!(flow.go(1, true));
    flow.set_pattern(Pattern::Percent(0));
    assert!(!flow.go(2, true));
    assert_eq!(flow.pattern(), Pattern::Percent(0));
}
