//! One-line text and differences.

use crate::demo::{Command, Mode, Segment};
use layout::{diff, render};

fn segment() -> Segment {
    Segment {
        address: 0xfffffe,
        valid: true,
        mode: Mode::COPY,
        bytes: 64,
    }
}

#[test]
fn numbers_are_hexadecimal_and_enumerations_have_names() {
    insta::assert_snapshot!(render(&segment()), @"address=0xfffffe valid=1 mode=COPY bytes=0x40");
    let unnamed = Segment {
        mode: Mode(7),
        ..segment()
    };
    insta::assert_snapshot!(render(&unnamed), @"address=0xfffffe valid=1 mode=7 bytes=0x40");
}

#[test]
fn differences_name_the_field_by_its_path() {
    let expected = Command {
        segments: [segment(), segment()],
        ..Command::default()
    };
    let mut observed = expected.clone();
    observed.segments[1].mode = Mode::FILL;
    observed.tag = 0x5a;
    let text: Vec<_> = diff(&expected, &observed)
        .iter()
        .map(ToString::to_string)
        .collect();
    insta::assert_snapshot!(text.join("\n"), @"
    tag: expected 0, observed 0x5a
    segments[1].mode: expected COPY, observed FILL
    ");
    assert_eq!(diff(&expected, &expected), []);
}
