//! The description: what a TOML file says, checked. See `tests/demo/demo.toml` for an example of
//! each item.

mod check;
mod names;
mod source;

use crate::{Access, Error};
use std::path::Path;

/// A checked description: every width, position and reference in it is good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Path of the file, as in error messages and generated headers.
    pub file: String,
    /// Name of the SystemVerilog package.
    pub package: String,
    /// What the package is about.
    pub doc: String,
    /// Named constants.
    pub enums: Vec<Enum>,
    /// Packed structs, each after those it contains.
    pub layouts: Vec<Layout>,
    /// Register maps.
    pub register_blocks: Vec<RegisterBlock>,
}

/// Named values of one width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    /// Name in snake case.
    pub name: String,
    /// Width in bits, 1 to 32.
    pub width: usize,
    /// Meaning.
    pub doc: String,
    /// The values, in the order of the file.
    pub values: Vec<EnumValue>,
}

/// One named value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumValue {
    /// Name in upper case.
    pub name: String,
    /// The value.
    pub value: u64,
    /// Meaning.
    pub doc: String,
}

/// A packed struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Name in snake case.
    pub name: String,
    /// Width in bits; what the members leave free is reserved and zero.
    pub width: usize,
    /// Meaning.
    pub doc: String,
    /// Streams that carry this layout.
    pub streams: Vec<String>,
    /// The members, from bit 0 upward.
    pub members: Vec<Member>,
}

/// A member of a layout or register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Name in snake case.
    pub name: String,
    /// Position of the lowest bit.
    pub lsb: usize,
    /// Width of one element in bits.
    pub width: usize,
    /// Elements, for an array; element 0 is lowest.
    pub count: Option<usize>,
    /// What an element is.
    pub kind: Kind,
    /// Meaning.
    pub doc: String,
}

/// What a member is; the numbers are indices into [`Spec::enums`] and [`Spec::layouts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number.
    Bits,
    /// One of named values.
    Enum(usize),
    /// A nested struct.
    Layout(usize),
}

/// A map of 32-bit registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegisterBlock {
    /// Name in snake case.
    pub name: String,
    /// Byte address of offset 0.
    pub base: u32,
    /// Meaning.
    pub doc: String,
    /// The registers, by ascending offset.
    pub registers: Vec<Register>,
}

/// One register, or an array of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Name in snake case.
    pub name: String,
    /// Byte offset from the block's base.
    pub offset: u32,
    /// Elements, 4 bytes apart, for an array.
    pub count: Option<u32>,
    /// What a bus access does.
    pub access: Access,
    /// Value after reset.
    pub reset: u32,
    /// Meaning.
    pub doc: String,
    /// Fields, never arrays or nested layouts.
    pub members: Vec<Member>,
}

/// A number or enumeration somewhere within a layout: a member, an element of one, or a leaf of a
/// nested layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf<'a> {
    /// Path from the root, such as `segments[1].address`.
    pub path: String,
    /// Position of the lowest bit, from the root's bit 0.
    pub lsb: usize,
    /// The member it is (an element of).
    pub member: &'a Member,
}

impl Spec {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// If the file cannot be read, is not TOML of the right shape, or describes something
    /// impossible; the first such thing is reported.
    pub fn read(file: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(file).map_err(|source| Error::Read {
            file: file.to_path_buf(),
            source,
        })?;
        Self::parse(&text, &file.display().to_string())
    }

    /// Checks the text of a file; `file` is its name for messages and generated headers.
    ///
    /// # Errors
    /// As [`Spec::read`].
    pub fn parse(text: &str, file: &str) -> Result<Self, Error> {
        let source: source::Source =
            toml::from_str(text).map_err(|e| Error::malformed(file, text, &e))?;
        check::check(source, file)
    }

    /// The leaves of a layout, from bit 0 upward.
    pub fn leaves(&self, layout: &Layout) -> Vec<Leaf<'_>> {
        let index = self.layouts.iter().position(|l| l.name == layout.name);
        let members = index.map_or(&[][..], |i| &self.layouts[i].members);
        let mut leaves = Vec::new();
        self.collect(members, "", 0, &mut leaves);
        leaves
    }

    fn collect<'a>(
        &'a self,
        members: &'a [Member],
        prefix: &str,
        base: usize,
        out: &mut Vec<Leaf<'a>>,
    ) {
        for member in members {
            for element in 0..member.count.unwrap_or(1) {
                let path = match member.count {
                    Some(_) => format!("{prefix}{}[{element}]", member.name),
                    None => format!("{prefix}{}", member.name),
                };
                let lsb = base + member.lsb + element * member.width;
                match member.kind {
                    Kind::Layout(nested) => {
                        let members = &self.layouts[nested].members;
                        self.collect(members, &format!("{path}."), lsb, out);
                    }
                    Kind::Bits | Kind::Enum(_) => out.push(Leaf { path, lsb, member }),
                }
            }
        }
    }
}

impl Member {
    /// One past the highest bit of the last element.
    pub fn end(&self) -> usize {
        self.lsb + self.width * self.count.unwrap_or(1)
    }
}

impl Error {
    fn malformed(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..start]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1;
        let message = error.message().replace('\n', "; ");
        Self::Malformed {
            file: file.to_owned(),
            line,
            message,
        }
    }
}
