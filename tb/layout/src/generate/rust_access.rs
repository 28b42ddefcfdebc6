//! The hot part of generated Rust: straight-line packing and unpacking, word by word.

use super::camel;
use super::rust::int_type;
use crate::spec::{Kind, Leaf, Member, Spec};
use std::fmt::Write as _;

/// The part of a value that lies in one word.
struct Part {
    word: usize,
    /// Position within the word.
    shift: usize,
    /// Position within the value.
    from: usize,
    width: usize,
}

/// Splits a run of bits at word boundaries, lowest part first.
fn parts(lsb: usize, width: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut from = 0;
    while from < width {
        let (word, shift) = ((lsb + from) / 32, (lsb + from) % 32);
        let take = (32 - shift).min(width - from);
        parts.push(Part {
            word,
            shift,
            from,
            width: take,
        });
        from += take;
    }
    parts
}

/// The low `width` bits of a word.
fn mask(width: usize) -> String {
    format!("{:#x}", u32::MAX >> (32 - width))
}

/// A leaf as generated code sees it.
pub(super) struct Slot {
    /// The integer or `bool`, such as `self.state.0`.
    expr: String,
    lsb: usize,
    width: usize,
    is_bool: bool,
}

impl Slot {
    pub(super) fn new(leaf: &Leaf<'_>) -> Self {
        let is_enum = matches!(leaf.member.kind, Kind::Enum(_));
        let suffix = if is_enum { ".0" } else { "" };
        Self {
            expr: format!("self.{}{suffix}", leaf.path),
            lsb: leaf.lsb,
            width: leaf.member.width,
            is_bool: leaf.member.width == 1 && !is_enum,
        }
    }

    /// The value as `u128`.
    pub(super) fn value(&self) -> String {
        match int_type(self.width) {
            "u128" => self.expr.clone(),
            _ => format!("u128::from({})", self.expr),
        }
    }

    /// The part's bits, moved to their place in the word.
    fn placed(&self, part: &Part) -> String {
        if self.is_bool {
            return shifted(format!("u32::from({})", self.expr), part.shift);
        }
        let int = int_type(self.width);
        let bits: usize = int[1..].parse().unwrap_or(128);
        let word = match (int, part.from) {
            ("u32", 0) => self.expr.clone(),
            ("u32", from) => format!("({} >> {from})", self.expr),
            ("u8" | "u16", 0) => format!("u32::from({})", self.expr),
            ("u8" | "u16", from) => format!("(u32::from({}) >> {from})", self.expr),
            (_, 0) => format!("({} as u32)", self.expr),
            (_, from) => format!("(({} >> {from}) as u32)", self.expr),
        };
        // Bits above the field's width would fall on its neighbours, unless there are none or the
        // shift drops them.
        let above = bits - part.from > part.width && part.shift + part.width < 32;
        let word = if above {
            format!("({word} & {})", mask(part.width))
        } else {
            word
        };
        shifted(word, part.shift)
    }
}

fn shifted(expr: String, shift: usize) -> String {
    if shift == 0 {
        expr
    } else {
        format!("({expr} << {shift})")
    }
}

/// A statement per word.
pub(super) fn pack_words(slots: &[Slot], words: usize) -> String {
    let mut terms = vec![Vec::new(); words];
    for slot in slots {
        for part in parts(slot.lsb, slot.width) {
            terms[part.word].push(slot.placed(&part));
        }
    }
    let mut out = String::new();
    for (word, terms) in terms.iter().enumerate() {
        let value = match terms.as_slice() {
            [] => "0".to_owned(),
            [only] => without_parentheses(only).to_owned(),
            several => several.join(" | "),
        };
        let _ = writeln!(out, "        words[{word}] = {value};");
    }
    out
}

/// An initializer per member; nested layouts and arrays are written out.
pub(super) fn unpack_fields(spec: &Spec, members: &[Member], base: usize, indent: usize) -> String {
    let pad = " ".repeat(indent + 4);
    let mut out = String::new();
    for member in members {
        let element = |index: usize| {
            let lsb = base + member.lsb + index * member.width;
            unpack_element(spec, member, lsb, indent + 4)
        };
        let value = match member.count {
            Some(count) => format!(
                "[{}]",
                (0..count).map(element).collect::<Vec<_>>().join(", ")
            ),
            None => element(0),
        };
        let _ = writeln!(out, "{pad}{}: {value},", member.name);
    }
    out
}

fn unpack_element(spec: &Spec, member: &Member, lsb: usize, indent: usize) -> String {
    match member.kind {
        Kind::Layout(index) => {
            let layout = &spec.layouts[index];
            let fields = unpack_fields(spec, &layout.members, lsb, indent);
            format!(
                "{} {{\n{fields}{}}}",
                camel(&layout.name),
                " ".repeat(indent)
            )
        }
        Kind::Enum(index) => {
            let value = unpack_int(lsb, member.width);
            format!(
                "{}({})",
                camel(&spec.enums[index].name),
                without_parentheses(&value)
            )
        }
        Kind::Bits if member.width == 1 => format!("{} != 0", extracted(&parts(lsb, 1)[0])),
        Kind::Bits => without_parentheses(&unpack_int(lsb, member.width)).to_owned(),
    }
}

/// The integer at a place, of type `int_type(width)`.
fn unpack_int(lsb: usize, width: usize) -> String {
    let parts = parts(lsb, width);
    let int = int_type(width);
    let wide = matches!(int, "u64" | "u128");
    let terms = parts.iter().map(|part| {
        let word = extracted(part);
        let word = if wide {
            format!("{int}::from({})", without_parentheses(&word))
        } else {
            word
        };
        shifted(word, part.from)
    });
    let terms: Vec<_> = terms.collect();
    let whole = match terms.as_slice() {
        [only] => only.clone(),
        several => format!("({})", several.join(" | ")),
    };
    if matches!(int, "u8" | "u16") {
        format!("({whole} as {int})")
    } else {
        whole
    }
}

/// A part's bits, at the bottom of a `u32`.
fn extracted(part: &Part) -> String {
    let word = format!("words[{}]", part.word);
    let moved = if part.shift == 0 {
        word
    } else {
        format!("({word} >> {})", part.shift)
    };
    if part.shift + part.width < 32 {
        format!("({moved} & {})", mask(part.width))
    } else {
        moved
    }
}

/// Drops one pair of parentheses around the whole expression, which the compiler warns of.
fn without_parentheses(expr: &str) -> &str {
    let Some(inner) = expr.strip_prefix('(').and_then(|e| e.strip_suffix(')')) else {
        return expr;
    };
    let mut depth = 0_i32;
    for c in inner.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth < 0 {
            return expr;
        }
    }
    inner
}
