//! Every mistake in a contract is answered with file, line and what to do.

use super::Legend;

fn error(text: &str) -> String {
    Legend::parse(text, "bad.legend", &["ON"])
        .expect_err("the contract is bad")
        .to_string()
}

fn errors(texts: &[&str]) -> String {
    texts
        .iter()
        .map(|text| error(text))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn of_lines() {
    insta::assert_snapshot!(errors(&[
        "# nothing\n",
        "[TRIGGER] go\n\t[THEN] a",
        "[TRIGGER] go\n  a",
        "[TRIGGER] go\n  [THEN a",
        "[TRIGGER] go\n  [NEXT] a",
        "[TRIGGER] go\n  [THEN: x] a",
        "[TRIGGER] go\n  [COMPILE-TIME] [THEN] a",
        "[TRIGGER] go\n  [COMPILE-TIME: ON] a",
        "[TRIGGER] go\n  [THEN]",
        "[TRIGGER] go\n  [THEN] 3a",
        "[TRIGGER] go\n  [THEN] a.b.c",
        "[TRIGGER] go\n  [THEN] a, b",
        "[TRIGGER] go\n  [THEN] a b",
        "[TRIGGER] go\n  [THEN] a [LAST]",
        "[TRIGGER] go\n  [THEN] a [NOT-WITH]",
        "[TRIGGER] go\n  [THEN] a [NOT-WITH: ]",
    ]));
}

#[test]
fn of_nesting() {
    insta::assert_snapshot!(errors(&[
        "[THEN] a",
        "  [THEN] a\n[TRIGGER] go",
        "[TRIGGER] go\n[THEN] a",
        "[TRIGGER] go\n  [TRIGGER] a",
        " [TRIGGER] go",
        "[TRIGGER] go\n    [THEN] a\n  [THEN] b",
        "[TRIGGER] go\n  [THEN] a\n    [THEN] b\n   [THEN] c",
        "[TRIGGER] go [END]",
    ]));
}

#[test]
fn of_meaning() {
    insta::assert_snapshot!(errors(&[
        "[TRIGGER] go\n[TRIGGER] go",
        "[TRIGGER] go\n  [THEN] a\n    [THEN] b\n  [ANY-ORDER] a",
        "[TRIGGER] go\n  [THEN] a\n  [COMPILE-TIME: ON] [THEN] a",
        "[TRIGGER] go\n  [THEN] a\n    [THEN] b\n      [THEN] a",
        "[TRIGGER] go\n  [THEN] go",
        "[TRIGGER] go\n  [THEN] a [NOT-WITH: a]",
        "[TRIGGER] go\n  [THEN] a [NOT-WITH: b]\n[TRIGGER] stop\n  [THEN] b",
        "[TRIGGER] go\n  [THEN] a [NOT-WITH: go]",
        "[COMPILE-TIME: OFF] [TRIGGER] go\n  [THEN] a",
    ]));
}

#[test]
fn alternatives_by_macro_are_none() {
    let text = "[TRIGGER] go\n  [COMPILE-TIME: ON] [THEN] a\n  [COMPILE-TIME: OFF] [ANY-ORDER] a";
    assert!(Legend::parse(text, "demo.legend", &["ON"]).is_ok());
}
