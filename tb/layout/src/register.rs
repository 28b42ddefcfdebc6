//! Register maps, as generated code describes them.

use crate::Field;
use serde::Deserialize;
use std::fmt;

/// What a bus access does to a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// Reads return what was written.
    ReadWrite,
    /// Writes are ignored.
    ReadOnly,
    /// Reads have no meaning.
    WriteOnly,
    /// A read returns the value and clears it.
    ClearOnRead,
    /// Writing a one clears that bit.
    WriteOneToClear,
}

impl Access {
    /// The spelling used in a description.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadWrite => "read_write",
            Self::ReadOnly => "read_only",
            Self::WriteOnly => "write_only",
            Self::ClearOnRead => "clear_on_read",
            Self::WriteOneToClear => "write_one_to_clear",
        }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A map of 32-bit registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegisterBlock {
    /// Name of the block.
    pub name: &'static str,
    /// Byte address of offset 0.
    pub base: u32,
    /// Meaning.
    pub doc: &'static str,
    /// The registers, by ascending offset.
    pub registers: &'static [Register],
}

/// One register, or an array of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    /// Name of the register.
    pub name: &'static str,
    /// Byte offset from the block's base, a multiple of 4.
    pub offset: u32,
    /// Elements, 4 bytes apart; 1 for a plain register.
    pub count: u32,
    /// What a bus access does.
    pub access: Access,
    /// Value after reset.
    pub reset: u32,
    /// Meaning.
    pub doc: &'static str,
    /// Fields from bit 0 upward; empty if the register is one 32-bit value.
    pub fields: &'static [Field],
}

impl RegisterBlock {
    /// The register of that name.
    pub fn register(&self, name: &str) -> Option<&'static Register> {
        self.registers.iter().find(|r| r.name == name)
    }

    /// The register at a byte address, with the element's index.
    pub fn at(&self, address: u32) -> Option<(&'static Register, u32)> {
        let offset = address.checked_sub(self.base)?;
        self.registers.iter().find_map(|r| {
            let index = offset.checked_sub(r.offset)? / 4;
            (offset.is_multiple_of(4) && index < r.count).then_some((r, index))
        })
    }
}
