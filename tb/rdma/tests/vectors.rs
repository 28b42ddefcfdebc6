//! The known-good packets of transport.md 1.

use rdma::headers::{Aeth, Bth, Reth};
use rdma::{Error, ExtensionHeader, Ip, NakCode, Opcode, Packet, Psn, Syndrome, icrc};

const ETHERNET_BYTES: usize = 14;

pub(crate) fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text.chars().filter_map(|c| c.to_digit(16)).collect();
    digits
        .chunks(2)
        .map(|pair| (pair[0] << 4 | pair[1]) as u8)
        .collect()
}

/// A CNP from a ConnectX-4 Lx.
pub(crate) fn cnp() -> Vec<u8> {
    let frame = hex(
        "e41d2dab2bc27cfe90643b320800 45c2003c718c4000401191610a0011010a001201 000012b700280000
         8100ffff4000011800000000 00000000000000000000000000000000 82fd002a",
    );
    frame[ETHERNET_BYTES..].to_vec()
}

/// UC SEND_ONLY with pad 2.
fn unreliable_send() -> Vec<u8> {
    let frame = hex(
        "248a07a8fa22248a07a8fa220800 45010040047840004011b4d5c0a80007c0a80007 c00012b7002caca2
         2460ffff000000d300cf1710 4630818be28935d90e9a95505401be885e500000 78f353f3",
    );
    frame[ETHERNET_BYTES..].to_vec()
}

fn ack() -> Vec<u8> {
    hex(
        "4502003012344000401114850a0000010a000002c00112b7001c00001140ffff0000001100ffffff1f000005b987bc1e",
    )
}

fn rnr_nak() -> Vec<u8> {
    hex(
        "4502003012344000401114850a0000010a000002c00112b7001c00001140ffff00000011000000002c00000586f6b440",
    )
}

fn write_only() -> Vec<u8> {
    hex(
        "4502004412344000401114710a0000010a000002c00112b7003000000a70ffff0000001280fffffe
         0000000000001000000012340000000568656c6c6f000000a0018e63",
    )
}

/// What the three packets of one capture have in common.
fn capture(bth: Bth, extension: ExtensionHeader, payload: &[u8]) -> Packet {
    let ip = Ip::new([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
    let ip = Ip {
        identification: 0x1234,
        ..ip
    };
    let bth = Bth {
        mig_req: true,
        ..bth
    };
    Packet::new(ip, 0xC001, bth, vec![extension], payload.to_vec())
}

#[test]
fn icrc_of_every_vector() {
    for packet in [cnp(), unreliable_send(), ack(), rnr_nak(), write_only()] {
        assert_eq!(icrc::verify(&packet), Ok(()));
    }
}

#[test]
fn real_cnp_survives() {
    let packet = Packet::decode(&cnp()).unwrap();
    assert_eq!(packet.bth.opcode, Opcode::Cnp as u8);
    assert!(packet.bth.becn);
    assert_eq!((packet.bth.dest_qp, packet.bth.psn), (0x118, Psn::new(0)));
    assert_eq!(packet.encode(), cnp());
}

#[test]
fn other_services_are_refused() {
    assert_eq!(Packet::decode(&unreliable_send()), Err(Error::Opcode(0x24)));
}

#[test]
fn ack_with_the_highest_psn() {
    let aeth = Aeth {
        syndrome: Syndrome::from(0x1F),
        msn: 5,
    };
    let bth = Bth::new(Opcode::Acknowledge, 0x11, Psn::MAX);
    let packet = capture(bth, ExtensionHeader::Aeth(aeth), &[]);
    assert_eq!(packet.encode(), ack());
    assert_eq!(Packet::decode(&ack()), Ok(packet));
}

#[test]
fn rnr_nak_with_timer_12() {
    let packet = Packet::decode(&rnr_nak()).unwrap();
    assert_eq!(
        packet.aeth().map(|a| a.syndrome),
        Some(Syndrome::Rnr { timer: 12 })
    );
    let aeth = Aeth {
        syndrome: Syndrome::Rnr { timer: 12 },
        msn: 5,
    };
    let bth = Bth::new(Opcode::Acknowledge, 0x11, Psn::new(0));
    assert_eq!(
        capture(bth, ExtensionHeader::Aeth(aeth), &[]).encode(),
        rnr_nak()
    );
    assert_ne!(
        packet.aeth().map(|a| a.syndrome),
        Some(Syndrome::Nak {
            code: NakCode::new(12)
        })
    );
}

#[test]
fn write_of_five_bytes_carries_three_of_pad() {
    let reth = Reth {
        va: 0x1000,
        rkey: 0x1234,
        length: 5,
    };
    let bth = Bth {
        ack_req: true,
        ..Bth::new(Opcode::WriteOnly, 0x12, Psn::new(0xFF_FFFE))
    };
    let packet = capture(bth, ExtensionHeader::Reth(reth), b"hello");
    assert_eq!(packet.bth.pad_count, 3);
    assert_eq!(packet.encode(), write_only());
    assert_eq!(Packet::decode(&write_only()), Ok(packet));
}
