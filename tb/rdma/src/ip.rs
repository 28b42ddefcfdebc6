//! RoCEv2 encapsulation: IPv4 or IPv6, and UDP (transport.md 1).

use crate::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// UDP destination port of RoCEv2.
pub const ROCE_PORT: u16 = 4791;

pub(crate) const IPV4_BYTES: usize = 20;
pub(crate) const IPV6_BYTES: usize = 40;
pub(crate) const UDP_BYTES: usize = 8;
const UDP_PROTOCOL: u8 = 17;

/// UDP source port of a flow: 0xC000 and a 14-bit hash of the QPN.
pub const fn udp_source_port(qpn: u32) -> u16 {
    0xC000 | ((qpn ^ qpn >> 14) & 0x3FFF) as u16
}

/// IP header of a packet, without what follows from the rest: lengths and checksum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ip {
    /// Source address, of the same family as the destination.
    pub source: IpAddr,
    /// Destination address.
    pub destination: IpAddr,
    /// IPv4 TOS or IPv6 traffic class; bits 1:0 are ECN.
    pub tos: u8,
    /// IPv4 TTL or IPv6 hop limit.
    pub ttl: u8,
    /// IPv4 identification; unused with IPv6.
    pub identification: u16,
    /// IPv6 flow label, 20 bits; unused with IPv4.
    pub flow_label: u32,
}

impl Ip {
    /// A header with ECN-capable transport and the usual TTL. If the families differ, the IPv4
    /// address is mapped into IPv6.
    pub fn new(source: IpAddr, destination: IpAddr) -> Self {
        let (source, destination) = match (source, destination) {
            (IpAddr::V4(_), IpAddr::V4(_)) => (source, destination),
            _ => (mapped(source).into(), mapped(destination).into()),
        };
        Self {
            source,
            destination,
            tos: 2,
            ttl: 64,
            identification: 0,
            flow_label: 0,
        }
    }

    /// Whether the packet travels over IPv6: unless both addresses are IPv4.
    pub const fn is_ipv6(&self) -> bool {
        !matches!(
            (self.source, self.destination),
            (IpAddr::V4(_), IpAddr::V4(_))
        )
    }

    /// Bytes on the wire.
    pub const fn bytes(&self) -> usize {
        if self.is_ipv6() {
            IPV6_BYTES
        } else {
            IPV4_BYTES
        }
    }

    /// Writes IP and UDP headers for `length` bytes behind them. IPv4 forbids fragments; the UDP
    /// checksum is 0.
    pub(crate) fn encode(&self, source_port: u16, length: usize, out: &mut Vec<u8>) {
        let udp_length = (UDP_BYTES + length) as u16;
        match (self.source, self.destination) {
            (IpAddr::V4(source), IpAddr::V4(destination)) => {
                self.encode_v4(source, destination, udp_length, out);
            }
            (source, destination) => {
                self.encode_v6(mapped(source), mapped(destination), udp_length, out);
            }
        }
        for field in [source_port, ROCE_PORT, udp_length, 0] {
            out.extend(field.to_be_bytes());
        }
    }

    fn encode_v4(&self, source: Ipv4Addr, destination: Ipv4Addr, length: u16, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend([0x45, self.tos]);
        out.extend(length.wrapping_add(IPV4_BYTES as u16).to_be_bytes());
        out.extend(self.identification.to_be_bytes());
        out.extend([0x40, 0, self.ttl, UDP_PROTOCOL, 0, 0]);
        out.extend(source.octets());
        out.extend(destination.octets());
        let checksum = ipv4_checksum(&out[start..]);
        out[start + 10..start + 12].copy_from_slice(&checksum.to_be_bytes());
    }

    fn encode_v6(&self, source: Ipv6Addr, destination: Ipv6Addr, length: u16, out: &mut Vec<u8>) {
        let first = 6 << 28 | u32::from(self.tos) << 20 | self.flow_label & 0xF_FFFF;
        out.extend(first.to_be_bytes());
        out.extend(length.to_be_bytes());
        out.extend([UDP_PROTOCOL, self.ttl]);
        out.extend(source.octets());
        out.extend(destination.octets());
    }
}

/// An address as the streams carry it: IPv4 mapped into IPv6.
pub(crate) fn mapped(address: IpAddr) -> Ipv6Addr {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    }
}

/// RFC 791 header checksum; the checksum field counts as 0.
fn ipv4_checksum(header: &[u8]) -> u16 {
    let words = header
        .chunks(2)
        .enumerate()
        .filter(|(index, _)| *index != 5);
    let sum: u32 = words
        .map(|(_, w)| u32::from(u16::from_be_bytes([w[0], w[1]])))
        .sum();
    let folded = (sum & 0xFFFF) + (sum >> 16);
    !((folded & 0xFFFF) + (folded >> 16)) as u16
}

/// IP and UDP headers as read, with the lengths that they give.
pub(crate) struct Outer {
    pub(crate) ip: Ip,
    pub(crate) source_port: u16,
    /// Length of the IP packet by its header.
    pub(crate) ip_length: usize,
    /// Length of the UDP datagram by its header, UDP header included.
    pub(crate) udp_length: usize,
}

impl Outer {
    /// Reads the headers; what follows them is the rest.
    pub(crate) fn decode(packet: &[u8]) -> Result<(Self, &[u8]), Error> {
        let version = packet.first().map_or(0, |byte| byte >> 4);
        let (ip, ip_length, protocol, rest) = match version {
            4 => decode_v4(packet)?,
            6 => decode_v6(packet)?,
            _ => return Err(not_roce("IP version", version.into(), "4 or 6")),
        };
        if protocol != UDP_PROTOCOL {
            return Err(not_roce("IP protocol", protocol.into(), "17, UDP"));
        }
        let (udp, rest) = split::<UDP_BYTES>(rest, "UDP header")?;
        let field = |at: usize| u16::from_be_bytes([udp[at], udp[at + 1]]);
        if field(2) != ROCE_PORT {
            return Err(not_roce("UDP destination port", field(2).into(), "4791"));
        }
        let (source_port, udp_length) = (field(0), usize::from(field(4)));
        Ok((
            Self {
                ip,
                source_port,
                ip_length,
                udp_length,
            },
            rest,
        ))
    }
}

const fn not_roce(field: &'static str, value: u32, expected: &'static str) -> Error {
    Error::NotRoce {
        field,
        value,
        expected,
    }
}

/// Splits a header of `N` bytes off.
pub(crate) fn split<'a, const N: usize>(
    bytes: &'a [u8],
    header: &'static str,
) -> Result<(&'a [u8; N], &'a [u8]), Error> {
    bytes.split_first_chunk().ok_or(Error::Runt {
        header,
        needed: N,
        left: bytes.len(),
    })
}

type Decoded<'a> = (Ip, usize, u8, &'a [u8]);

fn decode_v4(packet: &[u8]) -> Result<Decoded<'_>, Error> {
    let (h, rest) = split::<IPV4_BYTES>(packet, "IPv4 header")?;
    if h[0] != 0x45 {
        return Err(not_roce(
            "IPv4 header length",
            (h[0] & 0xF).into(),
            "5, no options",
        ));
    }
    let ip = Ip {
        source: Ipv4Addr::new(h[12], h[13], h[14], h[15]).into(),
        destination: Ipv4Addr::new(h[16], h[17], h[18], h[19]).into(),
        tos: h[1],
        ttl: h[8],
        identification: u16::from_be_bytes([h[4], h[5]]),
        flow_label: 0,
    };
    Ok((
        ip,
        usize::from(u16::from_be_bytes([h[2], h[3]])),
        h[9],
        rest,
    ))
}

fn decode_v6(packet: &[u8]) -> Result<Decoded<'_>, Error> {
    let (h, rest) = split::<IPV6_BYTES>(packet, "IPv6 header")?;
    let first = u32::from_be_bytes([h[0], h[1], h[2], h[3]]);
    let address = |at: usize| {
        let octets = h[at..at + 16]
            .iter()
            .fold(0_u128, |value, b| value << 8 | u128::from(*b));
        IpAddr::from(Ipv6Addr::from(octets))
    };
    let ip = Ip {
        source: address(8),
        destination: address(24),
        tos: (first >> 20) as u8,
        ttl: h[7],
        identification: 0,
        flow_label: first & 0xF_FFFF,
    };
    let payload = usize::from(u16::from_be_bytes([h[4], h[5]]));
    Ok((ip, IPV6_BYTES + payload, h[6], rest))
}
