//! AETH syndromes (transport.md 1).

use crate::CreditCode;

/// Meaning of an AETH syndrome, by its top three bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Syndrome {
    /// 000: positive acknowledgement.
    Ack {
        /// End-to-end credits.
        credits: CreditCode,
    },
    /// 001: receiver not ready.
    Rnr {
        /// RNR timer code, 0 to 31.
        timer: u8,
    },
    /// 011: refused.
    Nak {
        /// Why.
        code: NakCode,
    },
    /// 010 and 1xx: not to be sent.
    Reserved(
        /// The whole syndrome.
        u8,
    ),
}

/// 5-bit code of a NAK; any value can come in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NakCode(u8);

impl NakCode {
    /// PSN sequence error.
    pub const PSN_SEQUENCE: Self = Self(0);
    /// Invalid request.
    pub const INVALID_REQUEST: Self = Self(1);
    /// Remote access error.
    pub const REMOTE_ACCESS: Self = Self(2);
    /// Remote operational error.
    pub const REMOTE_OPERATION: Self = Self(3);
    /// Invalid RD request; not for reliable connections.
    pub const INVALID_RD: Self = Self(4);

    /// The low 5 bits of a syndrome.
    pub const fn new(code: u8) -> Self {
        Self(code & 0x1F)
    }

    /// The code, below 32.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl From<u8> for Syndrome {
    fn from(byte: u8) -> Self {
        match byte >> 5 {
            0b000 => Self::Ack {
                credits: CreditCode::new(byte),
            },
            0b001 => Self::Rnr { timer: byte & 0x1F },
            0b011 => Self::Nak {
                code: NakCode::new(byte),
            },
            _ => Self::Reserved(byte),
        }
    }
}

impl From<Syndrome> for u8 {
    fn from(syndrome: Syndrome) -> Self {
        match syndrome {
            Syndrome::Ack { credits } => credits.get(),
            Syndrome::Rnr { timer } => 0x20 | (timer & 0x1F),
            Syndrome::Nak { code } => 0x60 | code.get(),
            Syndrome::Reserved(byte) => byte,
        }
    }
}
