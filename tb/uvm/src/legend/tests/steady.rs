//! Many transactions in flight do not meet, and their slots are used again.

use super::{Checker, legend};

const TEXT: &str = "[TRIGGER] go\n  [THEN] a\n    [THEN] b\n[TRIGGER] stop\n  [THEN] b\n";

#[test]
fn transactions_do_not_meet() {
    let legend = legend(TEXT);
    let [a, b] = ["a", "b"].map(|name| legend.event(name).expect("listed"));
    let [go, stop] = ["go", "stop"].map(|name| legend.trigger(name).expect("listed"));
    let mut checker = Checker::new(&legend);
    let [first, second, third] = [
        checker.begin(go, 1),
        checker.begin(go, 1),
        checker.begin(stop, 2),
    ];
    assert_eq!(checker.event(first, a, 2), Ok(()));
    assert_eq!(checker.event(third, b, 3), Ok(()));
    assert!(
        checker.event(second, b, 3).is_err(),
        "a of the first is none of the second"
    );
    assert_eq!(checker.event(first, b, 3), Ok(()));
}

#[test]
fn a_closed_transaction_takes_no_event() {
    let legend = legend(TEXT);
    let a = legend.event("a").expect("listed");
    let go = legend.trigger("go").expect("listed");
    let mut checker = Checker::new(&legend);
    let old = checker.begin(go, 1);
    checker.end(old);
    let new = checker.begin(go, 2);
    insta::assert_snapshot!(checker.event(old, a, 3).expect_err("closed"));
    checker.end(old);
    assert_eq!(
        checker.event(new, a, 3),
        Ok(()),
        "the old name closes nothing"
    );
}

#[test]
fn slots_are_used_again_without_memory_of_the_last_user() {
    let legend = legend(TEXT);
    let [a, b] = ["a", "b"].map(|name| legend.event(name).expect("listed"));
    let go = legend.trigger("go").expect("listed");
    let mut checker = Checker::new(&legend);
    for round in 0..100 {
        let cycle = round * 10;
        let txns = [(); 5].map(|()| checker.begin(go, cycle));
        assert_eq!(checker.in_flight(), 5);
        for txn in txns {
            assert!(
                checker.event(txn, b, cycle + 1).is_err(),
                "a has not come in this round"
            );
            assert_eq!(checker.event(txn, a, cycle + 2), Ok(()));
            checker.end(txn);
        }
    }
    assert_eq!(checker.in_flight(), 0);
    assert_eq!(checker.hits()[1].count, 500);
}
