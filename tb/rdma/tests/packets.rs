//! Packets as a whole: round trip, ICRC coverage, refused bytes.

use crate::vectors;
use quickcheck::{TestResult, quickcheck};
use rdma::headers::{Aeth, AtomicEth, Bth, Reth};
use rdma::{Error, Extension, ExtensionHeader, Ip, Opcode, Packet, Psn, icrc};
use std::net::IpAddr;

fn ip(v6: bool) -> Ip {
    let address = |last: u8| -> IpAddr {
        if v6 {
            [0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last].into()
        } else {
            [10, 0, 0, last].into()
        }
    };
    Ip::new(address(1), address(2))
}

fn extension(kind: Extension, value: u64) -> ExtensionHeader {
    match kind {
        Extension::Reth => ExtensionHeader::Reth(Reth {
            va: value,
            rkey: value as u32,
            length: 9,
        }),
        Extension::Aeth => ExtensionHeader::Aeth(Aeth {
            syndrome: (value as u8).into(),
            msn: value as u32 >> 8,
        }),
        Extension::AtomicEth => ExtensionHeader::AtomicEth(AtomicEth {
            va: value,
            rkey: 1,
            swap_or_add: !value,
            compare: value.rotate_left(7),
        }),
        Extension::AtomicAckEth => ExtensionHeader::AtomicAckEth(value),
        Extension::Imm => ExtensionHeader::Imm(value as u32),
        Extension::Ieth => ExtensionHeader::Ieth(value as u32),
        Extension::CnpPad => ExtensionHeader::CnpPad,
    }
}

quickcheck! {
    fn every_opcode_round_trips(choice: usize, v6: bool, psn: u32, value: u64, payload: Vec<u8>) -> bool {
        let opcode = Opcode::ALL[choice % Opcode::ALL.len()];
        let extensions = opcode.extensions().iter().map(|e| extension(*e, value)).collect();
        let bth = Bth::new(opcode, value as u32 & 0xFF_FFFF, Psn::new(psn));
        let packet = Packet::new(ip(v6), 0xC123, bth, extensions, payload);
        Packet::decode(&packet.encode()) == Ok(packet)
    }

    fn a_flipped_bit_is_seen_unless_routers_may_change_it(at: usize, v6: bool) -> TestResult {
        let bth = Bth::new(Opcode::SendOnly, 7, Psn::new(1));
        let packet = Packet::new(ip(v6), 0xC123, bth, vec![], b"some bytes".to_vec()).encode();
        let at = at % (packet.len() * 8);
        let mut changed = packet.clone();
        changed[at / 8] ^= 0x80 >> (at % 8);
        // The version decides how the header is read at all.
        if at / 8 == 0 && at % 8 < 4 {
            return TestResult::discard();
        }
        let seen = icrc::verify(&changed).is_err();
        TestResult::from_bool(seen != may_change(at, v6))
    }
}

/// Bits that the ICRC takes as ones (transport.md 1), by position from the IP header's first bit.
fn may_change(bit: usize, v6: bool) -> bool {
    let (ip, ip_bytes) = if v6 {
        // Traffic class and flow label; hop limit.
        ((4..32).contains(&bit) || (56..64).contains(&bit), 40)
    } else {
        (
            (8..16).contains(&bit) || (64..72).contains(&bit) || (80..96).contains(&bit),
            20,
        )
    };
    let behind = |byte: usize| (ip_bytes + byte) * 8;
    ip || (behind(6)..behind(8)).contains(&bit) || (behind(12)..behind(13)).contains(&bit)
}

#[test]
fn mixed_families_travel_over_ipv6() {
    let mixed = Ip::new([10, 0, 0, 1].into(), ip(true).destination);
    assert!(mixed.is_ipv6());
    assert_eq!(mixed.source.to_string(), "::ffff:10.0.0.1");
}

#[test]
fn bytes_that_are_no_packet_say_why() {
    let good = vectors::cnp();
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        Packet::decode(&bytes).unwrap_err()
    };
    assert!(matches!(
        with(0, 0x25),
        Error::NotRoce {
            field: "IP version",
            value: 2,
            ..
        }
    ));
    assert!(matches!(
        with(0, 0x46),
        Error::NotRoce {
            field: "IPv4 header length",
            ..
        }
    ));
    assert!(matches!(
        with(9, 6),
        Error::NotRoce {
            field: "IP protocol",
            value: 6,
            ..
        }
    ));
    assert!(matches!(
        with(23, 0xB8),
        Error::NotRoce {
            field: "UDP destination port",
            ..
        }
    ));
    assert!(matches!(
        with(3, 0x3D),
        Error::Length {
            what: "the IP header",
            says: 61,
            found: 60
        }
    ));
    assert!(matches!(
        with(25, 0x27),
        Error::Length {
            what: "the UDP header",
            says: 39,
            found: 40
        }
    ));
    assert!(matches!(with(59, 0), Error::Icrc { .. }));
    assert!(matches!(Packet::decode(&[]), Err(Error::NotRoce { .. })));
    assert_eq!(
        Packet::decode(&good[..27]).unwrap_err().to_string(),
        "the packet ends within its UDP header: 8 bytes needed, 7 left"
    );
}
