//! What can be wrong with the bytes of a packet.

/// Why bytes are no packet of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Fewer bytes than the header needs.
    #[error("the packet ends within its {header}: {needed} bytes needed, {left} left")]
    Runt {
        /// The header that is cut short.
        header: &'static str,
        /// Bytes it takes.
        needed: usize,
        /// Bytes there are.
        left: usize,
    },
    /// Not what RoCEv2 travels in.
    #[error("not a RoCEv2 packet: {field} is {value:#x}, expected {expected}")]
    NotRoce {
        /// The field.
        field: &'static str,
        /// Its value.
        value: u32,
        /// What it had to be.
        expected: &'static str,
    },
    /// IP, UDP and BTH do not agree on the length.
    #[error("lengths at odds: {what} says {says} bytes, there are {found}")]
    Length {
        /// What carries the length.
        what: &'static str,
        /// The length it gives.
        says: usize,
        /// The length found.
        found: usize,
    },
    /// An opcode that transport.md 1 does not list.
    #[error("BTH opcode {0:#04x} is none of the reliable connection's (transport.md 1)")]
    Opcode(
        /// The opcode.
        u8,
    ),
    /// The invariant CRC does not fit.
    #[error("bad ICRC: the packet carries {found:08x}, its bytes give {computed:08x}")]
    Icrc {
        /// ICRC in the packet, as a number.
        found: u32,
        /// ICRC of the bytes.
        computed: u32,
    },
}
