//! From a response packet to the beat of the header stream.

use quickcheck::quickcheck;
use rdma::headers::Aeth;
use rdma::layouts::{CompHeader, QpContext, RespOpcode};
use rdma::{Error, Flow, Opcode, Packet, Psn, Syndrome, icrc, parse_response};
use std::net::Ipv4Addr;

const TIME: u32 = 77;

fn context() -> QpContext {
    let mapped = |last| Ipv4Addr::new(10, 0, 0, last).to_ipv6_mapped().to_bits();
    QpContext {
        qpn: 0x1234,
        own_ip: mapped(2),
        peer_ip: mapped(1),
        pkey: 0x8001,
        ..QpContext::default()
    }
}

fn flow() -> Flow {
    Flow::into_qp(&context())
}

fn aeth() -> Aeth {
    Aeth {
        syndrome: Syndrome::from(0x1F),
        msn: 9,
    }
}

fn parse(packet: &Packet) -> CompHeader {
    parse_response(&packet.encode(), TIME).expect("the parser takes whole packets")
}

#[test]
fn ack_fills_the_beat() {
    let beat = parse(&flow().acknowledge(Psn::new(5), Syndrome::from(0x63), 9));
    let context = context();
    let expected = CompHeader {
        opcode: RespOpcode::ACKNOWLEDGE,
        pkey: 0x8001,
        dest_qpn: 0x1234,
        psn: 5,
        syndrome: 0x63,
        msn: 9,
        src_ip: context.peer_ip,
        dst_ip: context.own_ip,
        ecn: 2,
        udp_source_port: rdma::udp_source_port(0x1234),
        rx_time: TIME,
        ..CompHeader::default()
    };
    assert_eq!(beat, expected);
}

#[test]
fn ipv6_is_flagged() {
    let context = QpContext {
        own_ip: 0xFD << 120 | 2,
        peer_ip: 0xFD << 120 | 1,
        ..context()
    };
    let beat = parse(&Flow::into_qp(&context).cnp());
    assert!(beat.ipv6 && beat.becn && !beat.bad_length);
    assert_eq!(
        (beat.src_ip, beat.dst_ip),
        (context.peer_ip, context.own_ip)
    );
    assert_eq!((beat.opcode, beat.psn), (RespOpcode::CNP, 0));
}

#[test]
fn atomic_ack_brings_the_original_value() {
    let beat = parse(&flow().atomic_ack(Psn::new(1), aeth(), 0xDEAD_BEEF_0000_0001));
    assert_eq!(beat.ext, 0xDEAD_BEEF_0000_0001);
    assert_eq!(
        (beat.opcode, beat.payload_present),
        (RespOpcode::ATOMIC_ACK, false)
    );
}

#[test]
fn middle_has_no_aeth() {
    let beat =
        parse(&flow().read_response(Opcode::ReadRespMiddle, Psn::new(1), aeth(), vec![1; 256]));
    assert_eq!((beat.syndrome, beat.msn, beat.payload_len), (0, 0, 256));
}

#[test]
fn a_zero_length_read_response_has_no_payload() {
    let beat = parse(&flow().read_response(Opcode::ReadRespOnly, Psn::new(1), aeth(), vec![]));
    assert_eq!(
        (beat.payload_len, beat.payload_present, beat.bad_length),
        (0, false, false)
    );
}

/// Changes bytes of a packet behind the ICRC's back.
fn tampered(packet: &Packet, change: impl Fn(&mut Vec<u8>)) -> Result<CompHeader, Error> {
    let mut bytes = packet.encode();
    change(&mut bytes);
    icrc::refresh(&mut bytes)?;
    parse_response(&bytes, TIME)
}

#[test]
fn lengths_at_odds_are_flagged_and_claim_no_payload() {
    let packet = flow().read_response(Opcode::ReadRespOnly, Psn::new(1), aeth(), vec![3; 10]);
    type Change = fn(&mut Vec<u8>);
    let cases: [(&str, Change); 5] = [
        ("IP length", |bytes| bytes[3] ^= 4),
        ("UDP length", |bytes| bytes[25] ^= 4),
        ("no room for the AETH", |bytes| {
            bytes.truncate(20 + 8 + 12 + 2 + 4)
        }),
        ("one byte too many", |bytes| bytes.push(0)),
        ("fewer bytes than pad", |bytes| {
            bytes.truncate(20 + 8 + 12 + 4 + 4)
        }),
    ];
    for (what, change) in cases {
        let beat = tampered(&packet, change).unwrap();
        assert!(
            beat.bad_length && !beat.payload_present && beat.payload_len == 0,
            "{what}"
        );
    }
}

#[test]
fn pad_that_fills_no_word_is_flagged() {
    let mut packet = flow().read_response(Opcode::ReadRespOnly, Psn::new(1), aeth(), vec![3; 10]);
    packet.bth.pad_count = 1;
    assert!(parse(&packet).bad_length);
    packet.bth.pad_count = 2;
    assert!(!parse(&packet).bad_length);
}

#[test]
fn payload_beyond_the_field_is_flagged() {
    let read =
        |length| flow().read_response(Opcode::ReadRespOnly, Psn::new(1), aeth(), vec![0; length]);
    assert_eq!(parse(&read(8191)).payload_len, 8191);
    assert!(parse(&read(8192)).bad_length);
}

/// What the parser cannot judge reaches the completer, which can.
#[test]
fn strange_but_whole_packets_pass() {
    let mut ack = flow().acknowledge(Psn::new(5), Syndrome::from(0), 9);
    ack.payload = vec![1; 4];
    assert!(parse(&ack).payload_present);
    ack.bth.opcode = 0x42;
    let beat = parse(&ack);
    assert_eq!(
        (beat.opcode, beat.syndrome, beat.payload_len),
        (RespOpcode(0x42), 0, 8)
    );
}

#[test]
fn what_never_reaches_the_completer() {
    let mut bytes = flow().cnp().encode();
    bytes[30] ^= 1;
    assert!(matches!(
        parse_response(&bytes, TIME),
        Err(Error::Icrc { .. })
    ));
    assert!(matches!(
        parse_response(&bytes[..38], TIME),
        Err(Error::Runt { .. })
    ));
}

quickcheck! {
    fn payload_length_leaves_the_pad_out(length: u16, psn: u32) -> bool {
        let length = length % 4097;
        let payload = vec![0x5A; length.into()];
        let packet = flow().read_response(Opcode::ReadRespOnly, Psn::new(psn), aeth(), payload);
        let beat = parse(&packet);
        !beat.bad_length
            && beat.payload_len == length
            && beat.payload_present == (length != 0)
            && (usize::from(length) + usize::from(beat.pad_count)) % 4 == 0
            && beat.psn == psn & 0xFF_FFFF
    }
}
