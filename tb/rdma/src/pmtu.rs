//! Path MTU codes.

use crate::layouts::Pmtu;

impl Pmtu {
    /// Bytes of payload in a full packet, 256 to 4096; none for a code without a meaning.
    pub const fn bytes(self) -> Option<u32> {
        match self.0 {
            1..=5 => Some(256 << (self.0 - 1)),
            _ => None,
        }
    }

    /// PSNs that a message of `length` bytes takes: at least one (transport.md 2). None for a code
    /// without a meaning.
    pub const fn packets(self, length: u32) -> Option<u32> {
        match self.bytes() {
            Some(_) if length == 0 => Some(1),
            Some(bytes) => Some(length.div_ceil(bytes)),
            None => None,
        }
    }
}
