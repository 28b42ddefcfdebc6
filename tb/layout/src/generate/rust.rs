//! Rust source: types, their `Packed` implementations, register constants.

use super::rust_access::{Slot, pack_words, unpack_fields};
use super::{banner, camel, comment, range};
use crate::spec::{Enum, Kind, Layout, Member, Register, RegisterBlock, Spec};
use std::fmt::Write as _;

/// Rust source for `include!`. It names this crate as `layout`, and nothing else.
pub fn generate_rust(spec: &Spec) -> String {
    let mut out = banner(&spec.file);
    for item in &spec.enums {
        out += &enumeration(item);
    }
    for item in &spec.layouts {
        out += &structure(spec, item);
        out += &packed(spec, item);
    }
    for item in &spec.register_blocks {
        out += &register_block(spec, item);
    }
    out
}

/// The narrowest unsigned type of at least `width` bits.
pub(super) fn int_type(width: usize) -> &'static str {
    match width {
        0..=8 => "u8",
        9..=16 => "u16",
        17..=32 => "u32",
        33..=64 => "u64",
        _ => "u128",
    }
}

/// The type of one element of a member.
fn element_type(spec: &Spec, member: &Member) -> String {
    match member.kind {
        Kind::Bits if member.width == 1 => "bool".to_owned(),
        Kind::Bits => int_type(member.width).to_owned(),
        Kind::Enum(index) => camel(&spec.enums[index].name),
        Kind::Layout(index) => camel(&spec.layouts[index].name),
    }
}

/// An enumeration is a newtype with constants, not an `enum`: hardware can hold a value that has no
/// name, and it must survive a round trip.
fn enumeration(item: &Enum) -> String {
    let (name, int, width) = (camel(&item.name), int_type(item.width), item.width);
    let mut constants = String::new();
    let mut table = String::new();
    let mut all = String::new();
    for value in &item.values {
        let doc = if value.doc.is_empty() {
            &value.name
        } else {
            &value.doc
        };
        constants += &comment("    /// ", doc);
        let _ = writeln!(
            constants,
            "    pub const {}: Self = Self({:#x});",
            value.name, value.value
        );
        let _ = write!(table, "({:#x}, \"{}\"), ", value.value, value.name);
        let _ = write!(all, "Self::{}, ", value.name);
    }
    let (table, all) = (table.trim_end_matches(", "), all.trim_end_matches(", "));
    let doc = comment("/// ", &item.doc);
    format!(
        "
{doc}///
/// {width} bits. A value without a name is kept as it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct {name}(pub {int});

impl {name} {{
{constants}    /// The named values, in the order of the description.
    pub const ALL: &'static [Self] = &[{all}];
    /// Values and their names.
    pub const NAMES: &'static [(u64, &'static str)] = &[{table}];

    /// The value's name, if it has one.
    pub fn name(self) -> Option<&'static str> {{
        let value = u64::from(self.0);
        Self::NAMES.iter().find(|(v, _)| *v == value).map(|(_, name)| *name)
    }}
}}

impl std::fmt::Display for {name} {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        match self.name() {{
            Some(name) => f.pad(name),
            None => write!(f, \"{{:#x}}\", self.0),
        }}
    }}
}}

impl std::fmt::Debug for {name} {{
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
        std::fmt::Display::fmt(self, f)
    }}
}}
"
    )
}

fn structure(spec: &Spec, item: &Layout) -> String {
    let mut fields = String::new();
    for member in &item.members {
        let bits = range(member.lsb, member.end() - member.lsb);
        let noun = if bits.contains(':') { "Bits" } else { "Bit" };
        let doc = if member.doc.is_empty() {
            &member.name
        } else {
            &member.doc
        };
        fields += &comment("    /// ", &format!("{}\n\n{noun} {bits}.", doc.trim()));
        let element = element_type(spec, member);
        let _ = match member.count {
            Some(count) => writeln!(fields, "    pub {}: [{element}; {count}],", member.name),
            None => writeln!(fields, "    pub {}: {element},", member.name),
        };
    }
    let mut doc = format!("{}\n\n{} bits.", item.doc.trim(), item.width);
    if !item.streams.is_empty() {
        let _ = write!(doc, " Carried by `{}`.", item.streams.join("`, `"));
    }
    let doc = comment("/// ", &doc);
    format!(
        "
{doc}#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct {} {{
{fields}}}
",
        camel(&item.name)
    )
}

fn packed(spec: &Spec, item: &Layout) -> String {
    let (name, type_name, bits) = (&item.name, camel(&item.name), item.width);
    let words = bits.div_ceil(32);
    let slots: Vec<Slot> = spec.leaves(item).iter().map(Slot::new).collect();
    let mut fields = String::new();
    let mut values = String::new();
    for (index, leaf) in spec.leaves(item).iter().enumerate() {
        let _ = writeln!(
            fields,
            "            {},",
            field(spec, &leaf.path, leaf.lsb, leaf.member)
        );
        let _ = writeln!(values, "            {index} => {},", slots[index].value());
    }
    let pack = pack_words(&slots, words);
    let unpack = unpack_fields(spec, &item.members, 0, 8);
    format!(
        "
impl layout::Packed for {type_name} {{
    const NAME: &'static str = \"{name}\";
    const BITS: usize = {bits};

    fn fields() -> &'static [layout::Field] {{
        const FIELDS: &[layout::Field] = &[
{fields}        ];
        FIELDS
    }}

    #[inline]
    fn pack(&self, words: &mut [u32]) {{
        let words = layout::words_mut::<{words}>(words, Self::NAME);
{pack}    }}

    #[inline]
    fn unpack(words: &[u32]) -> Self {{
        let words = layout::words::<{words}>(words, Self::NAME);
        Self {{
{unpack}        }}
    }}

    fn value(&self, field: usize) -> u128 {{
        match field {{
{values}            _ => layout::no_such_field(Self::NAME, field),
        }}
    }}
}}
"
    )
}

/// A `layout::Field` expression.
fn field(spec: &Spec, path: &str, lsb: usize, member: &Member) -> String {
    let names = match member.kind {
        Kind::Enum(index) => format!("{}::NAMES", camel(&spec.enums[index].name)),
        _ => "&[]".to_owned(),
    };
    let (width, doc) = (member.width, member.doc.trim());
    format!(
        "layout::Field {{ name: {path:?}, lsb: {lsb}, width: {width}, doc: {doc:?}, names: {names} }}"
    )
}

/// A register block is a module: offsets, bit positions, and the whole as a table.
fn register_block(spec: &Spec, block: &RegisterBlock) -> String {
    let mut constants = String::new();
    let mut table = String::new();
    for register in &block.registers {
        constants += &register_constants(register);
        let _ = writeln!(table, "            {},", register_entry(spec, register));
    }
    let (doc, name, base) = (comment("/// ", &block.doc), &block.name, block.base);
    let text = block.doc.trim();
    format!(
        "
{doc}pub mod {name} {{
    /// Byte address of offset 0.
    pub const BASE: u32 = {base:#x};
{constants}    /// The whole block.
    pub const BLOCK: layout::RegisterBlock = layout::RegisterBlock {{
        name: {name:?},
        base: BASE,
        doc: {text:?},
        registers: &[
{table}        ],
    }};
}}
"
    )
}

fn register_constants(register: &Register) -> String {
    let name = register.name.to_ascii_uppercase();
    let doc = if register.doc.is_empty() {
        &register.name
    } else {
        &register.doc
    };
    let mut out = comment("    /// ", &format!("{}\n\nByte offset.", doc.trim()));
    let _ = writeln!(out, "    pub const {name}: u32 = {:#x};", register.offset);
    if let Some(count) = register.count {
        let _ = writeln!(out, "    /// Elements of [`{name}`], 4 bytes apart.");
        let _ = writeln!(out, "    pub const {name}_COUNT: u32 = {count};");
    }
    for member in &register.members {
        let field = format!("{name}_{}", member.name.to_ascii_uppercase());
        let mask = (u64::from(u32::MAX) >> (32 - member.width)) << member.lsb;
        let doc = if member.doc.is_empty() {
            &member.name
        } else {
            &member.doc
        };
        out += &comment("    /// ", &format!("{}\n\nMask.", doc.trim()));
        let _ = writeln!(out, "    pub const {field}: u32 = {mask:#x};");
        let _ = writeln!(out, "    /// Position of [`{field}`].");
        let _ = writeln!(out, "    pub const {field}_LSB: u32 = {};", member.lsb);
    }
    out
}

fn register_entry(spec: &Spec, register: &Register) -> String {
    let fields: Vec<_> = register
        .members
        .iter()
        .map(|m| field_in_module(spec, m))
        .collect();
    let access = camel(register.access.as_str());
    format!(
        "layout::Register {{ name: {:?}, offset: {:#x}, count: {}, access: layout::Access::{access}, \
         reset: {:#x}, doc: {:?}, fields: &[{}] }}",
        register.name,
        register.offset,
        register.count.unwrap_or(1),
        register.reset,
        register.doc.trim(),
        fields.join(", ")
    )
}

/// As [`field`], from within a register block's module.
fn field_in_module(spec: &Spec, member: &Member) -> String {
    let text = field(spec, &member.name, member.lsb, member);
    match member.kind {
        Kind::Enum(_) => text.replace("names: ", "names: super::"),
        _ => text,
    }
}
