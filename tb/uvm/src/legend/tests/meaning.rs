//! What each tag and mark allows, and how a violation reads.

use super::{Checker, Legend, Walk, legend, walk};

const CHAIN: &str = "\
[TRIGGER] go
  [THEN] read
    [THEN] answer
      [ANY-ORDER] log
      [ANY-ORDER] done.good
      [THEN] close
";

#[test]
fn then_is_a_later_cycle_than_the_parent() {
    let walks = [
        walk(CHAIN, &[("read", 11), ("answer", 12), ("close", 13)]),
        walk(CHAIN, &[("answer", 11), ("read", 12)]),
        walk(CHAIN, &[("read", 10), ("answer", 10)]),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

#[test]
fn any_order_siblings_are_free_among_themselves_only() {
    let tail = |events: &[(&'static str, u64)]| {
        walk(CHAIN, &[&[("read", 11), ("answer", 12)], events].concat())
    };
    let walks = [
        tail(&[("log", 13), ("done.good", 13), ("close", 14)]),
        tail(&[("done.good", 13), ("log", 14), ("close", 15)]),
        tail(&[("done.good", 13), ("close", 14), ("log", 15)]),
        tail(&[("done.good", 13), ("close", 13)]),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

#[test]
fn siblings_that_did_not_come_bind_nobody() {
    let text = "[TRIGGER] go\n  [THEN] a\n  [THEN] b\n  [ANY-ORDER] c\n";
    let walks = [
        walk(text, &[("c", 11)]),
        // Two ranks above still counts where the one between is missing.
        walk(text, &[("a", 11), ("c", 11)]),
        walk(text, &[("c", 11), ("a", 12)]),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

#[test]
fn what_is_nested_repeats_and_what_is_listed_is_over() {
    let nested = "[TRIGGER] go\n  [THEN] ask\n    [THEN] answer\n";
    let rounds = [
        ("ask", 11),
        ("ask", 12),
        ("answer", 12),
        ("answer", 13),
        ("ask", 14),
        ("answer", 15),
    ];
    let listed = "[TRIGGER] go\n  [THEN] ask\n  [THEN] answer\n";
    let walks = [
        walk(nested, &rounds),
        walk(listed, &[("ask", 11), ("answer", 12), ("ask", 13)]),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

#[test]
fn async_is_only_not_before_the_trigger() {
    let text = "[TRIGGER] go\n  [THEN] a [END]\n  [ASYNC] notice\n    [THEN] more\n";
    let walks = [
        walk(
            text,
            &[("notice", 10), ("a", 11), ("notice", 12), ("more", 13)],
        ),
        walk(text, &[("notice", 9)]),
        walk(text, &[("more", 12), ("notice", 13)]),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

#[test]
fn end_lets_nothing_follow() {
    let text = "[TRIGGER] go\n  [ANY-ORDER] drop [END]\n  [ANY-ORDER] keep\n";
    insta::assert_snapshot!(walk(
        text,
        &[("drop", 11), ("keep", 11), ("keep", 12), ("drop", 12)]
    ));
}

#[test]
fn once_and_not_with_count_wherever_the_event_stands() {
    let text = "\
[TRIGGER] go
  [THEN] read
    [ANY-ORDER] write [ONCE]
    [ANY-ORDER] keep [NOT-WITH: drop lose]
    [ANY-ORDER] drop
    [ANY-ORDER] lose
  [ANY-ORDER] write
";
    let walks = [
        walk(text, &[("read", 11), ("write", 12), ("write", 13)]),
        walk(text, &[("read", 11), ("keep", 12), ("lose", 13)]),
        walk(text, &[("read", 11), ("drop", 12), ("keep", 12)]),
        walk(text, &[("read", 11), ("drop", 12), ("lose", 12)]),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

/// `done` waits for the verdict where one was asked for, else for the answer alone.
const TWO_CAUSES: &str = "\
[TRIGGER] go
  [THEN] answer
    [ANY-ORDER] translate
      [THEN] verdict
      [ANY-ORDER] done
    [ANY-ORDER] done
";

#[test]
fn every_place_whose_parent_came_binds() {
    let asked = [
        ("answer", 11),
        ("translate", 12),
        ("verdict", 13),
        ("done", 14),
    ];
    let early = [
        ("answer", 11),
        ("translate", 12),
        ("done", 13),
        ("verdict", 14),
    ];
    let walks = [
        walk(TWO_CAUSES, &[("answer", 11), ("done", 12)]),
        walk(TWO_CAUSES, &asked),
        walk(TWO_CAUSES, &early),
        walk(TWO_CAUSES, &[("done", 11), ("answer", 12)]),
        // Handed in before its second parent, in the cycle of it.
        walk(
            TWO_CAUSES,
            &[("answer", 11), ("done", 12), ("translate", 12)],
        ),
    ];
    insta::assert_snapshot!(walks.join("\n"));
}

#[test]
fn an_event_of_another_contract_is_illegal() {
    let text = "[TRIGGER] go\n  [THEN] a\n\n# the other\n[TRIGGER] stop\n  [THEN] b\n";
    insta::assert_snapshot!(walk(text, &[("b", 11), ("stop", 12), ("go", 13)]));
}

#[test]
fn compile_time_takes_the_subtree_along() {
    let text = "\
[TRIGGER] go
  [COMPILE-TIME: TRACE] [THEN] trace
    [THEN] trace_done
  [THEN] work [NOT-WITH: trace_done]
[COMPILE-TIME: TRACE] [COMPILE-TIME: DEEP] [TRIGGER] dump
  [THEN] dumped
";
    let events = |defines: &[&str]| {
        let legend =
            Legend::parse(text, "demo.legend", defines).expect("the contract is well-formed");
        legend.events().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(events(&[]), "go work");
    assert_eq!(events(&["TRACE"]), "go trace trace_done work");
    assert_eq!(events(&["DEEP"]), "go work");
    assert_eq!(
        events(&["DEEP", "TRACE"]),
        "go trace trace_done work dump dumped"
    );
}

#[test]
fn hits_count_the_places_of_legal_events() {
    let mut walk = Walk::new(&legend(TWO_CAUSES));
    assert_eq!(walk.event("answer", 11), None);
    assert_eq!(walk.event("done", 12), None);
    assert_eq!(walk.event("translate", 13), None);
    assert_eq!(walk.event("verdict", 14), Some(
        "demo.legend:5: [ANY-ORDER] done must come after verdict: done came in cycle 12, verdict in cycle 14 \
         (go in cycle 10)".to_owned()
    ));
    assert_eq!(walk.event("done", 15), None);
    let hits = walk.checker.hits();
    let table: Vec<_> = hits
        .iter()
        .map(|hit| format!("{:2} {:1} {}", hit.line, hit.count, hit.label))
        .collect();
    insta::assert_snapshot!(table.join("\n"));
}

#[test]
fn names_resolve_to_events_and_triggers() {
    let legend = legend(CHAIN);
    assert!(legend.event("done.good").is_some());
    assert_eq!(legend.event("done"), None);
    assert_eq!(legend.trigger("read"), None);
    assert!(legend.trigger("go").is_some());
    let transactions = Checker::new(&legend).in_flight();
    assert_eq!(transactions, 0);
}
