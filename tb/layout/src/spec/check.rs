//! From the file's shape to a description without contradictions.

use super::{Enum, EnumValue, Kind, Layout, Member, Register, RegisterBlock, Spec, names, source};
use crate::{Error, Problem};

/// Widest layout, in bits; wider ones are a mistake rather than a wish.
const MAX_LAYOUT: usize = 1 << 16;

/// A problem and the item that has it.
type Checked<T> = Result<T, (String, Problem)>;

pub(super) fn check(source: source::Source, file: &str) -> Result<Spec, Error> {
    build(source, file).map_err(|(item, problem)| Error::Invalid {
        file: file.to_owned(),
        item,
        problem,
    })
}

fn build(source: source::Source, file: &str) -> Checked<Spec> {
    named(names::snake(&source.package), || {
        format!("package \"{}\"", source.package)
    })?;
    let mut spec = Spec {
        file: file.to_owned(),
        package: source.package,
        doc: source.doc,
        enums: Vec::new(),
        layouts: Vec::new(),
        register_blocks: Vec::new(),
    };
    for item in source.enums {
        let checked = enumeration(&spec, item)?;
        spec.enums.push(checked);
    }
    for item in source.layouts {
        let checked = layout(&spec, item)?;
        spec.layouts.push(checked);
    }
    for item in source.register_blocks {
        let checked = register_block(&spec, item)?;
        spec.register_blocks.push(checked);
    }
    Ok(spec)
}

fn enumeration(spec: &Spec, source: source::Enum) -> Checked<Enum> {
    let item = || format!("enum \"{}\"", source.name);
    named(type_name(spec, &source.name), item)?;
    named(
        width_within(source.width, 32, "a wider enum is a number"),
        item,
    )?;
    named(not_empty(source.values.is_empty(), "values"), item)?;
    let mut values: Vec<EnumValue> = Vec::new();
    for value in source.values {
        let checked = enum_value(&values, &value, source.width);
        named(checked, || format!("{}, value \"{}\"", item(), value.name))?;
        values.push(EnumValue {
            name: value.name,
            value: value.value,
            doc: value.doc,
        });
    }
    Ok(Enum {
        name: source.name,
        width: source.width,
        doc: source.doc,
        values,
    })
}

fn enum_value(
    before: &[EnumValue],
    value: &source::EnumValue,
    width: usize,
) -> Result<(), Problem> {
    names::upper(&value.name)?;
    if before.iter().any(|v| v.name == value.name) {
        return Err(Problem::Duplicate);
    }
    if let Some(other) = before.iter().find(|v| v.value == value.value) {
        return Err(Problem::SameValue {
            value: value.value,
            other: other.name.clone(),
        });
    }
    if value.value >> width != 0 {
        return Err(Problem::Value {
            value: value.value,
            width,
        });
    }
    Ok(())
}

fn layout(spec: &Spec, source: source::Layout) -> Checked<Layout> {
    let item = || format!("layout \"{}\"", source.name);
    named(type_name(spec, &source.name), item)?;
    named(
        width_within(source.width, MAX_LAYOUT, "split the layout"),
        item,
    )?;
    named(not_empty(source.fields.is_empty(), "fields"), item)?;
    let members = members(spec, source.fields, source.width, &item)?;
    Ok(Layout {
        name: source.name,
        width: source.width,
        doc: source.doc,
        streams: source.streams,
        members,
    })
}

/// Places fields one after the other, or where their `lsb` says.
fn members(
    spec: &Spec,
    fields: Vec<source::Field>,
    width: usize,
    item: &dyn Fn() -> String,
) -> Checked<Vec<Member>> {
    let mut members: Vec<Member> = Vec::new();
    for field in fields {
        let checked = member(spec, &members, &field, width);
        let checked = named(checked, || format!("{}, field \"{}\"", item(), field.name))?;
        members.push(checked);
    }
    Ok(members)
}

fn member(
    spec: &Spec,
    before: &[Member],
    field: &source::Field,
    width: usize,
) -> Result<Member, Problem> {
    names::snake(&field.name)?;
    if before.iter().any(|m| m.name == field.name) {
        return Err(Problem::Duplicate);
    }
    // The generated SystemVerilog fills gaps with fields of this name.
    if field.name.starts_with("reserved") {
        return Err(Problem::Reserved(
            "the generated package (free bits are reserved by themselves)",
        ));
    }
    let (kind, element) = kind_and_width(spec, field)?;
    if let Some(count) = field.count.filter(|c| !(1..=32).contains(c)) {
        return Err(Problem::Count(count));
    }
    let free = before.last().map_or(0, Member::end);
    let lsb = field.lsb.unwrap_or(free);
    if lsb < free {
        return Err(Problem::Overlap { lsb, free });
    }
    let member = Member {
        name: field.name.clone(),
        lsb,
        width: element,
        count: field.count,
        kind,
        doc: field.doc.clone(),
    };
    if lsb > width || member.end() > width {
        return Err(Problem::TooWide {
            end: member.end(),
            width,
        });
    }
    Ok(member)
}

/// What a field is, and the width that follows from it.
fn kind_and_width(spec: &Spec, field: &source::Field) -> Result<(Kind, usize), Problem> {
    let (kind, of, expected) = match (&field.enumeration, &field.layout) {
        (Some(_), Some(_)) => return Err(Problem::EnumAndLayout),
        (Some(name), None) => {
            let index = spec.enums.iter().position(|e| e.name == *name);
            let index = index.ok_or_else(|| Problem::UnknownEnum {
                name: name.clone(),
                known: list(spec.enums.iter().map(|e| e.name.as_str())),
            })?;
            (
                Kind::Enum(index),
                format!("enum \"{name}\""),
                spec.enums[index].width,
            )
        }
        (None, Some(name)) => {
            let index = spec.layouts.iter().position(|l| l.name == *name);
            let index = index.ok_or_else(|| Problem::UnknownLayout {
                name: name.clone(),
                known: list(spec.layouts.iter().map(|l| l.name.as_str())),
            })?;
            (
                Kind::Layout(index),
                format!("layout \"{name}\""),
                spec.layouts[index].width,
            )
        }
        (None, None) => {
            let width = field.width.ok_or(Problem::NoWidth)?;
            width_within(width, 128, "use an array or a nested layout")?;
            return Ok((Kind::Bits, width));
        }
    };
    match field.width {
        Some(width) if width != expected => Err(Problem::WidthOf {
            width,
            of,
            expected,
        }),
        _ => Ok((kind, expected)),
    }
}

fn register_block(spec: &Spec, source: source::RegisterBlock) -> Checked<RegisterBlock> {
    let item = || format!("register block \"{}\"", source.name);
    named(type_name(spec, &source.name), item)?;
    named(not_empty(source.registers.is_empty(), "registers"), item)?;
    let mut registers: Vec<Register> = Vec::new();
    for register in source.registers {
        let item = || format!("{}, register \"{}\"", item(), register.name);
        named(register_place(source.base, &registers, &register), item)?;
        let members = members(spec, register.fields, 32, &item)?;
        if let Some(bad) = members.iter().find(|m| !fits_register(m)) {
            let problem = Problem::RegisterField;
            return Err((format!("{}, field \"{}\"", item(), bad.name), problem));
        }
        registers.push(Register {
            name: register.name,
            offset: register.offset,
            count: register.count,
            access: register.access,
            reset: register.reset,
            doc: register.doc,
            members,
        });
    }
    Ok(RegisterBlock {
        name: source.name,
        base: source.base,
        doc: source.doc,
        registers,
    })
}

fn fits_register(member: &Member) -> bool {
    member.count.is_none() && !matches!(member.kind, Kind::Layout(_))
}

fn register_place(
    base: u32,
    before: &[Register],
    register: &source::Register,
) -> Result<(), Problem> {
    names::snake(&register.name)?;
    if before.iter().any(|r| r.name == register.name) {
        return Err(Problem::Duplicate);
    }
    if !register.offset.is_multiple_of(4) {
        return Err(Problem::Unaligned(register.offset));
    }
    if register.count == Some(0) {
        return Err(Problem::Count(0));
    }
    let end = |offset, count: Option<u32>| u64::from(offset) + 4 * u64::from(count.unwrap_or(1));
    let free = before.last().map_or(0, |r| end(r.offset, r.count));
    if u64::from(register.offset) < free {
        return Err(Problem::RegisterOverlap {
            offset: register.offset,
            free,
        });
    }
    let end = end(register.offset, register.count);
    if u64::from(base) + end > 1 << 32 {
        return Err(Problem::AddressSpace(u64::from(base) + end));
    }
    Ok(())
}

/// Enums, layouts and register blocks share the generated types' names.
fn type_name(spec: &Spec, name: &str) -> Result<(), Problem> {
    names::snake(name)?;
    let enums = spec.enums.iter().map(|e| &e.name);
    let layouts = spec.layouts.iter().map(|l| &l.name);
    let blocks = spec.register_blocks.iter().map(|b| &b.name);
    if enums.chain(layouts).chain(blocks).any(|n| n == name) {
        return Err(Problem::Duplicate);
    }
    Ok(())
}

fn width_within(width: usize, max: usize, help: &'static str) -> Result<(), Problem> {
    if (1..=max).contains(&width) {
        Ok(())
    } else {
        Err(Problem::Width { width, max, help })
    }
}

fn not_empty(empty: bool, what: &'static str) -> Result<(), Problem> {
    if empty {
        Err(Problem::Empty(what))
    } else {
        Ok(())
    }
}

fn named<T>(result: Result<T, Problem>, item: impl Fn() -> String) -> Checked<T> {
    result.map_err(|problem| (item(), problem))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
