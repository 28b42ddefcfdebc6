//! The three outputs, as a reader sees them.

use crate::demo::spec;

#[test]
fn rust() {
    insta::assert_snapshot!(layout::generate_rust(&spec()));
}

#[test]
fn systemverilog() {
    insta::assert_snapshot!(layout::generate_systemverilog(&spec()));
}

#[test]
fn markdown() {
    insta::assert_snapshot!(layout::generate_markdown(&spec()));
}
