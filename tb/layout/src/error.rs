//! What can be wrong with a description.

use std::path::PathBuf;

/// A description that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", file.display())]
    Read {
        /// The description's path.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not TOML, or not of the expected shape.
    #[error("{file}:{line}: {message}")]
    Malformed {
        /// The description's path.
        file: String,
        /// Line of the mistake, from 1.
        line: usize,
        /// The parser's words.
        message: String,
    },
    /// The file reads well but describes something impossible.
    #[error("{file}: {item}: {problem}")]
    Invalid {
        /// The description's path.
        file: String,
        /// What is wrong, such as `layout "header", field "psn"`.
        item: String,
        /// In which way, and what to do.
        problem: Problem,
    },
}

/// In which way an item is wrong, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Not lower snake case (upper case for values), or empty.
    #[error("the name is not {0}; use letters, digits and underscores, and start with a letter")]
    Name(&'static str),
    /// A word of Rust or SystemVerilog.
    #[error("the name is a reserved word of {0}; choose another")]
    Reserved(&'static str),
    /// Used before in the same scope.
    #[error("the name is used twice; rename one")]
    Duplicate,
    /// Width outside what the item can have.
    #[error("width {width} is not in 1..={max}; {help}")]
    Width {
        /// The width given, in bits.
        width: usize,
        /// The widest possible.
        max: usize,
        /// What to do.
        help: &'static str,
    },
    /// Neither a width, nor an enum or a layout that has one.
    #[error("no width; give `width`, `enum` or `layout`")]
    NoWidth,
    /// The width differs from the enum's or the layout's.
    #[error("width {width} differs from {of}, which has {expected}; drop `width` or correct it")]
    WidthOf {
        /// The width given, in bits.
        width: usize,
        /// The enum or layout referred to.
        of: String,
        /// Its width, in bits.
        expected: usize,
    },
    /// Both an enum and a layout.
    #[error("`enum` and `layout` exclude each other; keep one")]
    EnumAndLayout,
    /// Reference to an enum that does not exist.
    #[error("unknown enum \"{name}\"; known are: {known}")]
    UnknownEnum {
        /// The enum referred to.
        name: String,
        /// All there are.
        known: String,
    },
    /// Reference to a layout that does not exist, or comes later.
    #[error(
        "unknown layout \"{name}\"; known above it are: {known} (a layout is declared before its use)"
    )]
    UnknownLayout {
        /// The layout referred to.
        name: String,
        /// All there are above.
        known: String,
    },
    /// `lsb` is below the end of the previous field.
    #[error(
        "lsb {lsb} overlaps the field before it, which ends below bit {free}; fields go from bit 0 upward"
    )]
    Overlap {
        /// The position given.
        lsb: usize,
        /// The first free bit.
        free: usize,
    },
    /// The field ends above the layout's or register's width.
    #[error(
        "the field ends at bit {end}, the width is {width}; widen the layout or narrow its fields"
    )]
    TooWide {
        /// One past the field's highest bit.
        end: usize,
        /// The whole width, in bits.
        width: usize,
    },
    /// An array without elements, or with too many.
    #[error("count {0} is not in 1..=32; use a nested layout for more")]
    Count(usize),
    /// The value needs more bits than the enum or register has.
    #[error("value {value:#x} does not fit {width} bits")]
    Value {
        /// The value given.
        value: u64,
        /// The width, in bits.
        width: usize,
    },
    /// Two names for one value.
    #[error("value {value:#x} is named \"{other}\" already; a value has one name")]
    SameValue {
        /// The value given.
        value: u64,
        /// Its first name.
        other: String,
    },
    /// An offset that is not a multiple of four.
    #[error("offset {0:#x} is not a multiple of 4; registers are 32-bit words")]
    Unaligned(u32),
    /// Two registers share an address, or are not in ascending order.
    #[error(
        "offset {offset:#x} overlaps or precedes the register before it, which ends at {free:#x}"
    )]
    RegisterOverlap {
        /// The offset given.
        offset: u32,
        /// The first free offset.
        free: u64,
    },
    /// A register beyond the last 32-bit address.
    #[error("ends at address {0:#x}, beyond 32 bits; lower its offset or the block's base")]
    AddressSpace(u64),
    /// A register's field is an array or a nested layout.
    #[error("a register's field is a number or an enum; list the elements one by one")]
    RegisterField,
    /// An enum, layout or register block without content.
    #[error("has no {0}; add one or remove the item")]
    Empty(&'static str),
}
