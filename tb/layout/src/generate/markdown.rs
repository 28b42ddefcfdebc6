//! The reference page: every bit of every layout.

use super::range;
use crate::spec::{Enum, Kind, Layout, Member, Register, RegisterBlock, Spec};
use std::fmt::Write as _;

/// A page in Markdown.
pub fn generate_markdown(spec: &Spec) -> String {
    let mut out = format!("<!-- {} -->\n# {}\n", banner(&spec.file), spec.package);
    if !spec.doc.trim().is_empty() {
        let _ = write!(out, "\n{}\n", spec.doc.trim());
    }
    section(
        &mut out,
        "Layouts",
        spec.layouts.iter().map(|l| layout(spec, l)),
    );
    section(&mut out, "Enumerations", spec.enums.iter().map(enumeration));
    section(
        &mut out,
        "Registers",
        spec.register_blocks.iter().map(|b| register_block(spec, b)),
    );
    out
}

fn banner(file: &str) -> String {
    super::banner(file)
        .trim_start_matches("// ")
        .trim_end()
        .to_owned()
}

fn section(out: &mut String, title: &str, items: impl ExactSizeIterator<Item = String>) {
    if items.len() > 0 {
        let _ = write!(out, "\n## {title}\n");
        out.extend(items);
    }
}

fn layout(spec: &Spec, item: &Layout) -> String {
    let mut out = format!(
        "\n### {}\n\n{}\n\n{} bits.",
        item.name,
        item.doc.trim(),
        item.width
    );
    if !item.streams.is_empty() {
        let _ = write!(out, " Carried by `{}`.", item.streams.join("`, `"));
    }
    out += "\n\n| Bits | Field | Width | Meaning |\n| --- | --- | --- | --- |\n";
    let mut free = 0;
    for leaf in spec.leaves(item) {
        reserved(&mut out, free, leaf.lsb);
        row(
            &mut out,
            leaf.lsb,
            leaf.member.width,
            &leaf.path,
            &meaning(spec, leaf.member),
        );
        free = leaf.lsb + leaf.member.width;
    }
    reserved(&mut out, free, item.width);
    out
}

fn row(out: &mut String, lsb: usize, width: usize, name: &str, meaning: &str) {
    let _ = writeln!(
        out,
        "| {} | `{name}` | {width} | {meaning} |",
        range(lsb, width)
    );
}

fn reserved(out: &mut String, free: usize, lsb: usize) {
    if lsb > free {
        let _ = writeln!(
            out,
            "| {} | reserved | {} | zero |",
            range(free, lsb - free),
            lsb - free
        );
    }
}

fn meaning(spec: &Spec, member: &Member) -> String {
    let text = cell(&member.doc);
    match member.kind {
        Kind::Enum(index) => {
            let name = &spec.enums[index].name;
            format!("{text} ([{name}](#{name}))")
                .trim_start()
                .to_owned()
        }
        _ => text,
    }
}

/// Text that stays within a table's cell.
fn cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}

fn enumeration(item: &Enum) -> String {
    let mut out = format!(
        "\n### {}\n\n{}\n\n{} bits.\n\n",
        item.name,
        item.doc.trim(),
        item.width
    );
    out += "| Value | Name | Meaning |\n| --- | --- | --- |\n";
    for value in &item.values {
        let _ = writeln!(
            out,
            "| {:#x} | `{}` | {} |",
            value.value,
            value.name,
            cell(&value.doc)
        );
    }
    out
}

fn register_block(spec: &Spec, block: &RegisterBlock) -> String {
    let (name, doc, base) = (&block.name, block.doc.trim(), block.base);
    let mut out = format!("\n### {name}\n\n{doc}\n\nBase address {base:#x}.\n\n");
    out += "| Offset | Register | Access | Reset | Meaning |\n| --- | --- | --- | --- | --- |\n";
    for register in &block.registers {
        let _ = writeln!(
            out,
            "| {} | `{}` | {} | {:#x} | {} |",
            offsets(register),
            register.name,
            register.access,
            register.reset,
            cell(&register.doc)
        );
    }
    for register in block.registers.iter().filter(|r| !r.members.is_empty()) {
        let _ = write!(out, "\nFields of `{}`:\n\n", register.name);
        out += "| Bits | Field | Width | Meaning |\n| --- | --- | --- | --- |\n";
        for member in &register.members {
            row(
                &mut out,
                member.lsb,
                member.width,
                &member.name,
                &meaning(spec, member),
            );
        }
    }
    out
}

fn offsets(register: &Register) -> String {
    match register.count {
        Some(count) => {
            let last = register.offset + 4 * (count - 1);
            format!("{:#x} to {last:#x}", register.offset)
        }
        None => format!("{:#x}", register.offset),
    }
}
