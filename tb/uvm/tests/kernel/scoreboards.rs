//! Comparators: what they match, and what they say when it does not.

use uvm::Simulation;
use uvm::scoreboard::{Early, InOrder, Keyed};

use super::{Word, simulation};

fn word(tag: u8, value: u32) -> Word {
    Word { tag, value }
}

fn findings(sim: &Simulation) -> String {
    let summary = sim.finish();
    let all: Vec<String> = summary.findings.iter().map(ToString::to_string).collect();
    all.join("\n")
}

#[test]
fn in_order_matches_and_names_the_fields_that_differ() {
    let sim = simulation();
    let board = InOrder::<Word, String>::new(&sim.scope("env").child("board"), Early::Wrong);
    board.expect_for(word(1, 0x10), "request 1".to_owned());
    board.expect_for(word(2, 0x20), "request 2".to_owned());
    board.observe(&word(1, 0x10));
    board.observe(&word(2, 0x2f));
    board.observe(&word(3, 0));
    assert_eq!((board.matched(), board.outstanding()), (1, 0));
    insta::assert_snapshot!(findings(&sim));
}

#[test]
fn a_lost_item_is_missing_and_the_rest_still_match() {
    let sim = simulation();
    let board = InOrder::<Word>::new(&sim.scope("board"), Early::Wrong);
    (0..6).for_each(|n| board.expect(word(n, 7)));
    for n in [0, 3, 4] {
        board.observe(&word(n, 7));
    }
    assert_eq!(board.matched(), 3);
    insta::assert_snapshot!(findings(&sim));
}

#[test]
fn early_items_wait_or_are_wrong() {
    let sim = simulation();
    let patient = InOrder::<Word>::new(&sim.scope("patient"), Early::Waits);
    patient.observe(&word(1, 1));
    patient.observe(&word(2, 2));
    patient.expect(word(1, 1));
    assert_eq!((patient.matched(), sim.findings().len()), (1, 0));
    insta::assert_snapshot!(findings(&sim));
}

#[test]
fn keyed_lets_keys_pass_each_other_but_not_items_of_a_key() {
    let sim = simulation();
    let board = Keyed::<u8, Word>::new(&sim.scope("board"), Early::Wrong, |w| w.tag);
    for item in [word(1, 10), word(1, 11), word(2, 20), word(3, 30)] {
        board.expect(item);
    }
    for item in [word(2, 20), word(1, 11), word(1, 10), word(4, 0)] {
        board.observe(&item);
    }
    assert_eq!((board.matched(), board.outstanding()), (1, 1));
    insta::assert_snapshot!(findings(&sim));
}

#[test]
fn drained_waits_for_the_last_expectation_and_flush_forgets() {
    let sim = simulation();
    let board = InOrder::<Word>::new(&sim.scope("board"), Early::Wrong);
    let handle = sim.handle();
    board.expect(word(1, 1));
    let observer = board.clone();
    sim.spawn("dut", {
        let sim = sim.handle();
        async move {
            sim.cycles(9).await;
            observer.observe(&word(1, 1));
        }
    });
    let waiter = board.clone();
    let end = sim.block_on("main", async move {
        waiter.drained().await;
        handle.cycle()
    });
    assert_eq!(end.unwrap(), 9);
    board.expect(word(5, 5));
    assert_eq!(board.flush(), 1);
    assert!(sim.finish().passed());
}
