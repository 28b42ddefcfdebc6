//! Every mistake in a description is answered with file, item and what to do.

/// The error for a description with these items.
fn error(items: &str) -> String {
    let text = format!("package = \"p\"\n{items}");
    layout::Spec::parse(&text, "bad.toml")
        .expect_err("the description is bad")
        .to_string()
}

/// The error for a layout of 32 bits with these fields.
fn field_error(fields: &str) -> String {
    let enums = r#"
        [[enum]]
        name = "kind"
        width = 2
        doc = ""
        values = [{ name = "A", value = 0 }]
        [[layout]]
        name = "early"
        width = 8
        doc = ""
        fields = [{ name = "a", width = 8 }]
        "#;
    error(&format!(
        "{enums}\n[[layout]]\nname = \"late\"\nwidth = 32\ndoc = \"\"\nfields = [{fields}]"
    ))
}

fn enum_error(width: usize, values: &str) -> String {
    error(&format!(
        "[[enum]]\nname = \"e\"\nwidth = {width}\ndoc = \"\"\nvalues = [{values}]"
    ))
}

fn register_error(registers: &str) -> String {
    error(&format!(
        "[[register_block]]\nname = \"b\"\ndoc = \"\"\nregisters = [{registers}]"
    ))
}

#[test]
fn of_toml() {
    let all = [
        error("[[layout]\nname = 3"),
        error("[[layout]]\nname = 3"),
        error("[[layout]]\nname = \"l\"\nwidht = 3"),
        error("[[layout]]\nname = \"l\""),
        register_error(r#"{ name = "r", offset = 0, access = "sometimes" }"#),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn of_fields() {
    let all = [
        r#"{ name = "a", width = 20 }, { name = "b", width = 13 }"#,
        r#"{ name = "a", width = 20 }, { name = "b", lsb = 19, width = 1 }"#,
        r#"{ name = "a", width = 0 }"#,
        r#"{ name = "a", width = 129 }"#,
        r#"{ name = "a" }"#,
        r#"{ name = "a", enum = "sort" }"#,
        r#"{ name = "a", enum = "kind", width = 3 }"#,
        r#"{ name = "a", enum = "kind", layout = "early" }"#,
        r#"{ name = "a", layout = "late" }"#,
        r#"{ name = "a", width = 1 }, { name = "a", width = 1 }"#,
        r#"{ name = "a", width = 1, count = 0 }"#,
        r#"{ name = "A", width = 1 }"#,
        r#"{ name = "type", width = 1 }"#,
        r#"{ name = "wire", width = 1 }"#,
        r#"{ name = "long", width = 1 }"#,
        r#"{ name = "reserved_1", width = 1 }"#,
        "",
    ];
    insta::assert_snapshot!(all.map(field_error).join("\n"));
}

#[test]
fn of_enums() {
    let all = [
        enum_error(33, r#"{ name = "A", value = 0 }"#),
        enum_error(2, ""),
        enum_error(2, r#"{ name = "A", value = 4 }"#),
        enum_error(2, r#"{ name = "A", value = 1 }, { name = "A", value = 2 }"#),
        enum_error(2, r#"{ name = "A", value = 1 }, { name = "B", value = 1 }"#),
        enum_error(2, r#"{ name = "a", value = 1 }"#),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn of_registers() {
    let all = [
        r#"{ name = "a", offset = 2, access = "read_only" }"#,
        r#"{ name = "a", offset = 8, access = "read_only", count = 2 }, { name = "b", offset = 12, access = "read_only" }"#,
        r#"{ name = "a", offset = 0, access = "read_only" }, { name = "a", offset = 4, access = "read_only" }"#,
        r#"{ name = "a", offset = 0, access = "read_only", fields = [{ name = "f", width = 33 }] }"#,
        r#"{ name = "a", offset = 0, access = "read_only", fields = [{ name = "f", width = 1, count = 2 }] }"#,
        r#"{ name = "a", offset = 0xfffffffc, count = 2, access = "read_only" }"#,
    ];
    insta::assert_snapshot!(all.map(register_error).join("\n"));
}

#[test]
fn of_files() {
    let missing = std::path::Path::new("no/such.toml");
    let error = layout::Spec::read(missing)
        .expect_err("there is no such file")
        .to_string();
    assert!(
        error.starts_with("no/such.toml: cannot be read: "),
        "{error}"
    );
}

#[test]
fn a_name_used_for_two_types() {
    let item =
        "[[layout]]\nname = \"l\"\nwidth = 1\ndoc = \"\"\nfields = [{ name = \"a\", width = 1 }]\n";
    insta::assert_snapshot!(error(&item.repeat(2)), @r#"bad.toml: layout "l": the name is used twice; rename one"#);
}
