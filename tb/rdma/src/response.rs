//! The responses a QP receives: packets, and what the parser in front of the completer makes of them.

use crate::headers::{Aeth, Bth};
use crate::ip::{Outer, UDP_BYTES, mapped, split};
use crate::layouts::{CompHeader, QpContext, RespOpcode};
use crate::{Error, ExtensionHeader, Ip, Opcode, Packet, Psn, Syndrome, icrc, udp_source_port};
use std::net::{IpAddr, Ipv6Addr};

/// The way from the peer to a QP of ours: what every packet for it has in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flow {
    /// IP header of its packets.
    pub ip: Ip,
    /// Our QP.
    pub qpn: u32,
    /// Partition key.
    pub pkey: u16,
}

impl Flow {
    /// The flow into the QP of a context; it runs over IPv4 if both addresses are mapped ones.
    pub fn into_qp(context: &QpContext) -> Self {
        let ip = Ip::new(address(context.peer_ip), address(context.own_ip));
        Self {
            ip,
            qpn: context.qpn,
            pkey: context.pkey,
        }
    }

    /// ACK, NAK or RNR NAK, by its syndrome.
    pub fn acknowledge(&self, psn: Psn, syndrome: Syndrome, msn: u32) -> Packet {
        let aeth = ExtensionHeader::Aeth(Aeth { syndrome, msn });
        self.packet(Opcode::Acknowledge, psn, vec![aeth], Vec::new())
    }

    /// One packet of a READ response. The AETH goes out with the opcodes that have one.
    pub fn read_response(&self, opcode: Opcode, psn: Psn, aeth: Aeth, payload: Vec<u8>) -> Packet {
        let has_aeth = opcode != Opcode::ReadRespMiddle;
        let extensions = has_aeth.then_some(ExtensionHeader::Aeth(aeth));
        self.packet(opcode, psn, extensions.into_iter().collect(), payload)
    }

    /// Answer to an ATOMIC, with the value that memory held.
    pub fn atomic_ack(&self, psn: Psn, aeth: Aeth, original: u64) -> Packet {
        let extensions = vec![
            ExtensionHeader::Aeth(aeth),
            ExtensionHeader::AtomicAckEth(original),
        ];
        self.packet(Opcode::AtomicAck, psn, extensions, Vec::new())
    }

    /// Congestion notification packet: BECN set, PSN 0.
    pub fn cnp(&self) -> Packet {
        let mut packet = self.packet(
            Opcode::Cnp,
            Psn::new(0),
            vec![ExtensionHeader::CnpPad],
            Vec::new(),
        );
        packet.bth.becn = true;
        packet
    }

    fn packet(
        &self,
        opcode: Opcode,
        psn: Psn,
        extensions: Vec<ExtensionHeader>,
        payload: Vec<u8>,
    ) -> Packet {
        let bth = Bth {
            pkey: self.pkey,
            ..Bth::new(opcode, self.qpn, psn)
        };
        Packet::new(self.ip, udp_source_port(self.qpn), bth, extensions, payload)
    }
}

/// An address of the streams as an IP address.
fn address(bits: u128) -> IpAddr {
    IpAddr::V6(Ipv6Addr::from(bits)).to_canonical()
}

/// The beat of `s_comp_header_stream` for a packet's bytes, from the IP header to the ICRC.
///
/// Lengths at odds set `bad_length`: IP against UDP against the bytes there are, extension headers or
/// pad that do not fit, payload and pad that fill no whole words, a payload beyond the field. Such a beat claims no payload. A SACK has no
/// form on the wire yet and never comes out of here.
///
/// # Errors
/// For what the parser drops before the completer: not RoCEv2, cut within IP, UDP or BTH, a bad ICRC.
pub fn parse_response(bytes: &[u8], rx_time: u32) -> Result<CompHeader, Error> {
    let (outer, transport) = Outer::decode(bytes)?;
    icrc::verify(bytes)?;
    let (bth, rest) = split(transport, "BTH")?;
    let (body, _) = rest.split_at(rest.len().saturating_sub(icrc::BYTES));
    let mut header = base_header(&Bth::decode(bth), &outer);
    header.rx_time = rx_time;
    let lengths_agree =
        outer.ip_length == bytes.len() && outer.udp_length == UDP_BYTES + transport.len();
    match take_extensions(&mut header, body) {
        Some(length) if lengths_agree => {
            header.payload_len = length;
            header.payload_present = length != 0;
        }
        _ => header.bad_length = true,
    }
    Ok(header)
}

fn base_header(bth: &Bth, outer: &Outer) -> CompHeader {
    CompHeader {
        opcode: RespOpcode(bth.opcode),
        solicited: bth.solicited,
        mig_req: bth.mig_req,
        pad_count: bth.pad_count,
        tver: bth.tver,
        pkey: bth.pkey,
        fecn: bth.fecn,
        becn: bth.becn,
        dest_qpn: bth.dest_qp,
        ack_req: bth.ack_req,
        psn: bth.psn.get(),
        src_ip: mapped(outer.ip.source).to_bits(),
        dst_ip: mapped(outer.ip.destination).to_bits(),
        ecn: outer.ip.tos & 3,
        udp_source_port: outer.source_port,
        ipv6: outer.ip.is_ipv6(),
        ..CompHeader::default()
    }
}

/// Moves the extension headers into the beat; the answer is the length of the payload, unless
/// something does not fit. An unknown opcode has no extension header.
fn take_extensions(header: &mut CompHeader, mut body: &[u8]) -> Option<u16> {
    let extensions = Opcode::of(header.opcode.0).map_or(&[][..], Opcode::extensions);
    for &extension in extensions {
        let (read, rest) = ExtensionHeader::decode(extension, body).ok()?;
        match read {
            ExtensionHeader::Aeth(aeth) => {
                header.syndrome = aeth.syndrome.into();
                header.msn = aeth.msn;
            }
            ExtensionHeader::AtomicAckEth(value) => header.ext = value.into(),
            _ => {}
        }
        body = rest;
    }
    let length = body.len().checked_sub(header.pad_count.into())?;
    // Payload and pad fill whole words.
    if !body.len().is_multiple_of(4) {
        return None;
    }
    u16::try_from(length)
        .ok()
        .filter(|length| *length < 1 << 13)
}
