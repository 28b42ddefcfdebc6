//! Designs that cannot be built.

use dut::{Design, Error, Flavour, lint};

use crate::support::{TOOLS, build, design};

#[test]
fn a_design_that_does_not_elaborate_shows_verilators_text() {
    let error = build(&design("broken"), Flavour::Fast).unwrap_err();
    assert!(matches!(error, Error::Elaboration { .. }));
    let text = error.to_string();
    assert!(
        text.starts_with("top `broken` does not elaborate; Verilator says:\n"),
        "{text}"
    );
    assert!(text.contains("%Error"), "{text}");
    assert!(text.contains("broken.sv:5:"), "{text}");
    assert!(text.contains("missing_module"), "{text}");
}

#[test]
fn an_unknown_parameter_or_top_is_an_error() {
    let wrong = design("counter").parameter("WIDHT", 9);
    let text = build(&wrong, Flavour::Fast).unwrap_err().to_string();
    assert!(text.contains("WIDHT"), "{text}");
    let mut wrong = design("counter");
    wrong.top = "conter".to_owned();
    let text = build(&wrong, Flavour::Fast).unwrap_err().to_string();
    assert!(text.contains("conter"), "{text}");
}

#[test]
fn a_source_that_is_not_there_is_named() {
    let absent = Design::new("absent").source("/nowhere/absent.sv");
    let text = build(&absent, Flavour::Fast).unwrap_err().to_string();
    insta::assert_snapshot!(text);
    let absent = design("counter").include("/nowhere/inc");
    let text = build(&absent, Flavour::Fast).unwrap_err().to_string();
    assert!(text.contains("/nowhere/inc"), "{text}");
}

#[test]
fn a_port_that_cannot_be_bound_is_named() {
    let error = build(&design("unpacked"), Flavour::Fast).unwrap_err();
    let Error::UnsupportedPort { top, declaration } = &error else {
        panic!("{error}");
    };
    assert_eq!(top, "unpacked");
    assert!(declaration.contains('a'), "{declaration}");
    assert!(error.to_string().contains("wrap the module"), "{error}");
}

#[test]
fn lint_passes_what_is_clean_and_shows_what_is_not() {
    lint(&TOOLS, &design("storage")).unwrap();
    let error = lint(&TOOLS, &design("unclean")).unwrap_err();
    assert!(matches!(error, Error::Lint { .. }));
    let text = error.to_string();
    assert!(text.contains("top `unclean` is not lint clean"), "{text}");
    assert!(text.contains("WIDTH"), "{text}");
    assert!(text.contains("unclean.sv:6:"), "{text}");
    // What is only unclean can be simulated.
    build(&design("unclean"), Flavour::Fast).unwrap();
}
