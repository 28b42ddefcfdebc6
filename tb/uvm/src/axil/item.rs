//! Accesses and what comes of them.

use std::fmt;

/// One access to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads a word.
    Read {
        /// Byte address.
        addr: u64,
    },
    /// Writes the bytes of a word that the strobes name.
    Write {
        /// Byte address.
        addr: u64,
        /// The word.
        data: u64,
        /// One bit a byte.
        strb: u8,
    },
}

impl Access {
    /// Byte address.
    pub fn addr(&self) -> u64 {
        match *self {
            Self::Read { addr } | Self::Write { addr, .. } => addr,
        }
    }
}

/// `bresp` and `rresp`. IHI 0022E A3.4.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resp {
    /// Success.
    Okay,
    /// Exclusive success: AXI4-Lite has no such access.
    ExOkay,
    /// The slave failed.
    SlvErr,
    /// No slave there.
    DecErr,
}

impl Resp {
    pub(super) fn from_pins(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::Okay,
            1 => Self::ExOkay,
            2 => Self::SlvErr,
            _ => Self::DecErr,
        }
    }
}

impl fmt::Display for Resp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Okay => "OKAY",
            Self::ExOkay => "EXOKAY",
            Self::SlvErr => "SLVERR",
            Self::DecErr => "DECERR",
        })
    }
}

/// The response to an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was read; 0 for a write.
    pub data: u64,
    /// How it ended.
    pub resp: Resp,
}

/// An access with its answer, as a monitor publishes it in the cycle of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completed {
    /// What was asked.
    pub access: Access,
    /// What came back.
    pub answer: Answer,
}
