//! A SystemVerilog package: enumerations, packed structs, register addresses.

use super::{banner, comment, range};
use crate::spec::{Enum, Kind, Layout, Member, Register, RegisterBlock, Spec};
use std::fmt::Write as _;

/// The text of a package, `<package>.sv`.
pub fn generate_systemverilog(spec: &Spec) -> String {
    let mut out = banner(&spec.file);
    out += &comment("// ", &spec.doc);
    // A package offers more than any one design uses.
    let _ = write!(
        out,
        "\n/* verilator lint_off UNUSEDPARAM */\npackage {};\n",
        spec.package
    );
    for item in &spec.enums {
        out += &enumeration(item);
    }
    for item in &spec.layouts {
        out += &structure(spec, item);
    }
    for item in &spec.register_blocks {
        out += &register_block(item);
    }
    let _ = write!(out, "\nendpackage\n/* verilator lint_on UNUSEDPARAM */\n");
    out
}

/// The type of a number: `logic` or `logic [7:0]`.
fn bits(width: usize) -> String {
    if width == 1 {
        "logic".to_owned()
    } else {
        format!("logic [{}:0]", width - 1)
    }
}

/// A comment at the end of a line, if there is text.
fn remark(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        String::new()
    } else {
        format!(" // {text}")
    }
}

fn enumeration(item: &Enum) -> String {
    let prefix = item.name.to_ascii_uppercase();
    let mut values = String::new();
    for (index, value) in item.values.iter().enumerate() {
        let comma = if index + 1 == item.values.len() {
            ""
        } else {
            ","
        };
        let _ = writeln!(
            values,
            "    {prefix}_{} = {}'h{:x}{comma}{}",
            value.name,
            item.width,
            value.value,
            remark(&value.doc)
        );
    }
    let doc = comment("  // ", &item.doc);
    format!(
        "\n{doc}  typedef enum {} {{\n{values}  }} {}_t;\n",
        bits(item.width),
        item.name
    )
}

/// The first field written is the highest, so members come in reverse, gaps between them filled.
fn structure(spec: &Spec, item: &Layout) -> String {
    let mut lines = Vec::new();
    let mut free = 0;
    for member in &item.members {
        if member.lsb > free {
            lines.push(reserved(free, member.lsb));
        }
        let ty = format!("{}{}", member_type(spec, member), elements(member));
        let range = range(member.lsb, member.end() - member.lsb);
        lines.push(format!(
            "    {ty} {}; // {range}{}",
            member.name,
            colon(&member.doc)
        ));
        free = member.end();
    }
    if item.width > free {
        lines.push(reserved(free, item.width));
    }
    lines.reverse();
    let mut doc = comment("  // ", &item.doc);
    if !item.streams.is_empty() {
        doc += &comment("  // ", &format!("Carried by {}.", item.streams.join(", ")));
    }
    let (name, upper, width) = (&item.name, item.name.to_ascii_uppercase(), item.width);
    let fields = lines.join("\n");
    format!(
        "\n{doc}  localparam int unsigned {upper}_WIDTH = {width};\n  typedef struct packed {{\n{fields}\n  }} {name}_t;\n"
    )
}

fn colon(doc: &str) -> String {
    let text = doc.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        String::new()
    } else {
        format!(": {text}")
    }
}

fn reserved(lsb: usize, end: usize) -> String {
    let range = range(lsb, end - lsb);
    format!("    {} reserved_{lsb}; // {range}: zero", bits(end - lsb))
}

/// The type of one element, or of a whole array of numbers, whose dimensions come together.
fn member_type(spec: &Spec, member: &Member) -> String {
    match member.kind {
        Kind::Enum(index) => format!("{}_t", spec.enums[index].name),
        Kind::Layout(index) => format!("{}_t", spec.layouts[index].name),
        Kind::Bits if member.count.is_none() => bits(member.width),
        Kind::Bits => "logic".to_owned(),
    }
}

/// Packed dimensions of an array.
fn elements(member: &Member) -> String {
    match (member.count, member.kind) {
        (Some(count), Kind::Bits) if member.width > 1 => {
            format!(" [{}:0][{}:0]", count - 1, member.width - 1)
        }
        (Some(count), _) => format!(" [{}:0]", count - 1),
        (None, _) => String::new(),
    }
}

fn register_block(block: &RegisterBlock) -> String {
    let prefix = block.name.to_ascii_uppercase();
    let mut out = format!("\n{}", comment("  // ", &block.doc));
    let _ = writeln!(
        out,
        "  localparam logic [31:0] {prefix}_BASE = 32'h{:x};",
        block.base
    );
    for register in &block.registers {
        out += &register_parameters(&prefix, register);
    }
    out
}

fn register_parameters(block: &str, register: &Register) -> String {
    let name = format!("{block}_{}", register.name.to_ascii_uppercase());
    let mut out = String::new();
    let access = register.access;
    let doc = colon(&register.doc);
    let offset = register.offset;
    let _ = writeln!(
        out,
        "  localparam logic [31:0] {name}_OFFSET = 32'h{offset:x}; // {access}{doc}"
    );
    if register.reset != 0 {
        let _ = writeln!(
            out,
            "  localparam logic [31:0] {name}_RESET = 32'h{:x};",
            register.reset
        );
    }
    if let Some(count) = register.count {
        let _ = writeln!(out, "  localparam int unsigned {name}_COUNT = {count};");
    }
    for member in &register.members {
        let field = format!("{name}_{}", member.name.to_ascii_uppercase());
        let doc = remark(&member.doc);
        let _ = writeln!(
            out,
            "  localparam int unsigned {field}_LSB = {};{doc}",
            member.lsb
        );
        let _ = writeln!(
            out,
            "  localparam int unsigned {field}_WIDTH = {};",
            member.width
        );
    }
    out
}
