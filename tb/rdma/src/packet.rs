//! A whole packet, from the IP header to the ICRC.

use crate::headers::{Aeth, AtomicEth, Bth, Reth};
use crate::ip::{Outer, UDP_BYTES, split};
use crate::{Error, Extension, Ip, Opcode, icrc};

/// An extension header with its content.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ExtensionHeader {
    /// RETH.
    Reth(Reth),
    /// AETH.
    Aeth(Aeth),
    /// AtomicETH.
    AtomicEth(AtomicEth),
    /// Original value of an ATOMIC.
    AtomicAckEth(u64),
    /// Immediate data.
    Imm(u32),
    /// Key to invalidate.
    Ieth(u32),
    /// The 16 zero bytes of a CNP.
    CnpPad,
}

impl ExtensionHeader {
    /// Which header it is.
    pub const fn extension(&self) -> Extension {
        match self {
            Self::Reth(_) => Extension::Reth,
            Self::Aeth(_) => Extension::Aeth,
            Self::AtomicEth(_) => Extension::AtomicEth,
            Self::AtomicAckEth(_) => Extension::AtomicAckEth,
            Self::Imm(_) => Extension::Imm,
            Self::Ieth(_) => Extension::Ieth,
            Self::CnpPad => Extension::CnpPad,
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Reth(reth) => out.extend(reth.encode()),
            Self::Aeth(aeth) => out.extend(aeth.encode()),
            Self::AtomicEth(atomic) => out.extend(atomic.encode()),
            Self::AtomicAckEth(value) => out.extend(value.to_be_bytes()),
            Self::Imm(value) | Self::Ieth(value) => out.extend(value.to_be_bytes()),
            Self::CnpPad => out.extend([0; 16]),
        }
    }

    /// Reads a header off the front of `bytes`.
    pub(crate) fn decode(extension: Extension, bytes: &[u8]) -> Result<(Self, &[u8]), Error> {
        Ok(match extension {
            Extension::Reth => {
                let (header, rest) = split(bytes, "RETH")?;
                (Self::Reth(Reth::decode(header)), rest)
            }
            Extension::Aeth => {
                let (header, rest) = split(bytes, "AETH")?;
                (Self::Aeth(Aeth::decode(header)), rest)
            }
            Extension::AtomicEth => {
                let (header, rest) = split(bytes, "AtomicETH")?;
                (Self::AtomicEth(AtomicEth::decode(header)), rest)
            }
            Extension::AtomicAckEth => {
                let (header, rest) = split(bytes, "AtomicAckETH")?;
                (Self::AtomicAckEth(u64::from_be_bytes(*header)), rest)
            }
            Extension::Imm => {
                let (header, rest) = split(bytes, "immediate data")?;
                (Self::Imm(u32::from_be_bytes(*header)), rest)
            }
            Extension::Ieth => {
                let (header, rest) = split(bytes, "IETH")?;
                (Self::Ieth(u32::from_be_bytes(*header)), rest)
            }
            Extension::CnpPad => {
                let (_, rest) = split::<16>(bytes, "CNP padding")?;
                (Self::CnpPad, rest)
            }
        })
    }
}

/// A RoCEv2 packet of the reliable connection. The pad behind the payload is as long as
/// `bth.pad_count` says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Packet {
    /// IP header.
    pub ip: Ip,
    /// UDP source port.
    pub source_port: u16,
    /// Base transport header.
    pub bth: Bth,
    /// Extension headers, in order.
    pub extensions: Vec<ExtensionHeader>,
    /// Payload without pad.
    pub payload: Vec<u8>,
}

impl Packet {
    /// A packet whose pad count fits its payload.
    pub fn new(
        ip: Ip,
        source_port: u16,
        bth: Bth,
        extensions: Vec<ExtensionHeader>,
        payload: Vec<u8>,
    ) -> Self {
        let pad_count = (payload.len().wrapping_neg() & 3) as u8;
        Self {
            ip,
            source_port,
            bth: Bth { pad_count, ..bth },
            extensions,
            payload,
        }
    }

    /// The bytes from the IP header to the ICRC. A packet beyond 64 KiB gets lengths cut to 16 bits.
    pub fn encode(&self) -> Vec<u8> {
        let extensions: usize = self.extensions.iter().map(|e| e.extension().bytes()).sum();
        let pad = usize::from(self.bth.pad_count & 3);
        let length = Bth::BYTES + extensions + self.payload.len() + pad + icrc::BYTES;
        let mut out = Vec::with_capacity(self.ip.bytes() + UDP_BYTES + length);
        self.ip.encode(self.source_port, length, &mut out);
        out.extend(self.bth.encode());
        for extension in &self.extensions {
            extension.encode(&mut out);
        }
        out.extend(&self.payload);
        out.resize(out.len() + pad, 0);
        icrc::seal(&mut out, self.ip.is_ipv6());
        out
    }

    /// Reads the bytes from the IP header to the ICRC, and checks everything that a receiver checks
    /// before it looks at a QP.
    ///
    /// # Errors
    /// If the packet is not RoCEv2, is cut short, has lengths at odds, an unknown opcode or a bad ICRC.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let (outer, transport) = Outer::decode(bytes)?;
        let datagram = UDP_BYTES + transport.len();
        for (what, says, found) in [
            ("the IP header", outer.ip_length, bytes.len()),
            ("the UDP header", outer.udp_length, datagram),
        ] {
            if says != found {
                return Err(Error::Length { what, says, found });
            }
        }
        icrc::verify(bytes)?;
        let (bth, rest) = split(transport, "BTH")?;
        let bth = Bth::decode(bth);
        let opcode = Opcode::of(bth.opcode).ok_or(Error::Opcode(bth.opcode))?;
        let (mut rest, _) = rest.split_at(rest.len().saturating_sub(icrc::BYTES));
        let mut extensions = Vec::new();
        for &extension in opcode.extensions() {
            let (header, behind) = ExtensionHeader::decode(extension, rest)?;
            extensions.push(header);
            rest = behind;
        }
        let pad = usize::from(bth.pad_count);
        let Some(payload) = rest.len().checked_sub(pad) else {
            return Err(Error::Length {
                what: "the BTH pad count",
                says: pad,
                found: rest.len(),
            });
        };
        let payload = rest[..payload].to_vec();
        Ok(Self {
            ip: outer.ip,
            source_port: outer.source_port,
            bth,
            extensions,
            payload,
        })
    }

    /// The AETH, if there is one.
    pub fn aeth(&self) -> Option<&Aeth> {
        self.extensions.iter().find_map(|e| match e {
            ExtensionHeader::Aeth(aeth) => Some(aeth),
            _ => None,
        })
    }
}
