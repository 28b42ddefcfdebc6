//! Transport headers: fields and their big-endian bytes (transport.md 1). Values wider than their
//! field are cut to it.

use crate::{Opcode, Psn, Syndrome};

/// Base transport header, 12 bytes. TVer is 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bth {
    /// Opcode; any byte can come in.
    pub opcode: u8,
    /// Solicited event (SE).
    pub solicited: bool,
    /// Migration request.
    pub mig_req: bool,
    /// Pad behind the payload, 0 to 3 bytes.
    pub pad_count: u8,
    /// Transport version, 4 bits; 0.
    pub tver: u8,
    /// Partition key; bit 15 is the membership bit.
    pub pkey: u16,
    /// Forward congestion notification.
    pub fecn: bool,
    /// Backward congestion notification.
    pub becn: bool,
    /// Bits 5:0 of byte 4, to be sent as 0: the ICRC cannot see them.
    pub reserved: u8,
    /// Destination QP, 24 bits.
    pub dest_qp: u32,
    /// Asks for an acknowledgement.
    pub ack_req: bool,
    /// Packet sequence number.
    pub psn: Psn,
}

impl Bth {
    /// Bytes on the wire.
    pub const BYTES: usize = 12;

    /// A header with the default partition key and no flag set.
    pub const fn new(opcode: Opcode, dest_qp: u32, psn: Psn) -> Self {
        Self {
            opcode: opcode as u8,
            solicited: false,
            mig_req: false,
            pad_count: 0,
            tver: 0,
            pkey: 0xFFFF,
            fecn: false,
            becn: false,
            reserved: 0,
            dest_qp,
            ack_req: false,
            psn,
        }
    }

    /// The bytes.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let flags = bit(self.solicited, 7)
            | bit(self.mig_req, 6)
            | (self.pad_count & 3) << 4
            | self.tver & 0xF;
        let [p1, p0] = self.pkey.to_be_bytes();
        let congestion = bit(self.fecn, 7) | bit(self.becn, 6) | self.reserved & 0x3F;
        let [_, q2, q1, q0] = self.dest_qp.to_be_bytes();
        let [_, s2, s1, s0] = self.psn.get().to_be_bytes();
        let ack_req = bit(self.ack_req, 7);
        [
            self.opcode,
            flags,
            p1,
            p0,
            congestion,
            q2,
            q1,
            q0,
            ack_req,
            s2,
            s1,
            s0,
        ]
    }

    /// Reads the bytes.
    pub fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let [
            opcode,
            flags,
            p1,
            p0,
            congestion,
            q2,
            q1,
            q0,
            ack,
            s2,
            s1,
            s0,
        ] = *bytes;
        Self {
            opcode,
            solicited: flags & 0x80 != 0,
            mig_req: flags & 0x40 != 0,
            pad_count: flags >> 4 & 3,
            tver: flags & 0xF,
            pkey: u16::from_be_bytes([p1, p0]),
            fecn: congestion & 0x80 != 0,
            becn: congestion & 0x40 != 0,
            reserved: congestion & 0x3F,
            dest_qp: u32::from_be_bytes([0, q2, q1, q0]),
            ack_req: ack & 0x80 != 0,
            psn: Psn::new(u32::from_be_bytes([0, s2, s1, s0])),
        }
    }
}

fn bit(set: bool, position: u8) -> u8 {
    u8::from(set) << position
}

/// RDMA extended transport header, 16 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reth {
    /// Remote virtual address.
    pub va: u64,
    /// Remote key.
    pub rkey: u32,
    /// Bytes of the whole message.
    pub length: u32,
}

impl Reth {
    /// Bytes on the wire.
    pub const BYTES: usize = 16;

    /// The bytes.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        (u128::from(self.va) << 64 | u128::from(self.rkey) << 32 | u128::from(self.length))
            .to_be_bytes()
    }

    /// Reads the bytes.
    pub fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let word = u128::from_be_bytes(*bytes);
        Self {
            va: (word >> 64) as u64,
            rkey: (word >> 32) as u32,
            length: word as u32,
        }
    }
}

/// Acknowledge extended transport header, 4 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aeth {
    /// What the acknowledgement says.
    pub syndrome: Syndrome,
    /// Message sequence number, 24 bits.
    pub msn: u32,
}

impl Aeth {
    /// Bytes on the wire.
    pub const BYTES: usize = 4;

    /// The bytes.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let [_, m2, m1, m0] = self.msn.to_be_bytes();
        [self.syndrome.into(), m2, m1, m0]
    }

    /// Reads the bytes.
    pub fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let [syndrome, m2, m1, m0] = *bytes;
        Self {
            syndrome: syndrome.into(),
            msn: u32::from_be_bytes([0, m2, m1, m0]),
        }
    }
}

/// Atomic extended transport header, 28 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AtomicEth {
    /// Remote virtual address.
    pub va: u64,
    /// Remote key.
    pub rkey: u32,
    /// Value to swap in or to add.
    pub swap_or_add: u64,
    /// Value to compare with.
    pub compare: u64,
}

impl AtomicEth {
    /// Bytes on the wire.
    pub const BYTES: usize = 28;

    /// The bytes.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.va.to_be_bytes());
        bytes[8..12].copy_from_slice(&self.rkey.to_be_bytes());
        bytes[12..20].copy_from_slice(&self.swap_or_add.to_be_bytes());
        bytes[20..].copy_from_slice(&self.compare.to_be_bytes());
        bytes
    }

    /// Reads the bytes.
    pub fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let number = |from: usize, to: usize| {
            bytes[from..to]
                .iter()
                .fold(0_u64, |value, byte| value << 8 | u64::from(*byte))
        };
        Self {
            va: number(0, 8),
            rkey: number(8, 12) as u32,
            swap_or_add: number(12, 20),
            compare: number(20, 28),
        }
    }
}

/// Datagram extended transport header, 8 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deth {
    /// Queue key.
    pub qkey: u32,
    /// Sending QP, 24 bits.
    pub source_qp: u32,
}

impl Deth {
    /// Bytes on the wire.
    pub const BYTES: usize = 8;

    /// The bytes.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        (u64::from(self.qkey) << 32 | u64::from(self.source_qp & 0xFF_FFFF)).to_be_bytes()
    }

    /// Reads the bytes; the reserved byte is ignored.
    pub fn decode(bytes: &[u8; Self::BYTES]) -> Self {
        let word = u64::from_be_bytes(*bytes);
        Self {
            qkey: (word >> 32) as u32,
            source_qp: word as u32 & 0xFF_FFFF,
        }
    }
}
