//! The opcode table (transport.md 1).

use rdma::layouts::RespOpcode;
use rdma::{Opcode, PayloadRule};

#[test]
fn every_byte_names_at_most_one_opcode() {
    let known: Vec<u8> = (0..=u8::MAX)
        .filter(|byte| Opcode::of(*byte).is_some())
        .collect();
    let table: Vec<u8> = Opcode::ALL.iter().map(|opcode| *opcode as u8).collect();
    assert_eq!(known, table);
    assert_eq!(known.len(), 24);
    assert_eq!(Opcode::of(0x15), None);
}

/// The streams name the same opcodes as the wire.
#[test]
fn responses_are_those_of_the_header_stream() {
    for &opcode in Opcode::ALL {
        let streamed = RespOpcode(opcode as u8).name();
        let expected = opcode.is_response() || opcode == Opcode::Cnp;
        assert_eq!(streamed, expected.then_some(opcode.name()), "{opcode}");
    }
}

#[test]
fn extension_headers_follow_the_table() {
    let bytes = |name: &str| {
        Opcode::ALL
            .iter()
            .find(|o| o.name() == name)
            .map(|o| o.extension_bytes())
    };
    for (name, expected) in [
        ("SEND_FIRST", 0),
        ("SEND_LAST_IMM", 4),
        ("WRITE_FIRST", 16),
        ("WRITE_MIDDLE", 0),
        ("WRITE_LAST_IMM", 4),
        ("WRITE_ONLY_IMM", 20),
        ("READ_REQUEST", 16),
        ("READ_RESP_MIDDLE", 0),
        ("READ_RESP_LAST", 4),
        ("ATOMIC_ACK", 12),
        ("COMPARE_SWAP", 28),
        ("SEND_ONLY_INV", 4),
        ("CNP", 16),
    ] {
        assert_eq!(bytes(name), Some(expected), "{name}");
    }
}

#[test]
fn receive_work_requests_and_completions() {
    let names = |property: fn(Opcode) -> bool| -> Vec<_> {
        Opcode::ALL
            .iter()
            .filter(|o| property(**o))
            .map(|o| o.name())
            .collect()
    };
    assert_eq!(
        names(Opcode::consumes_receive),
        [
            "SEND_FIRST",
            "SEND_ONLY",
            "SEND_ONLY_IMM",
            "WRITE_LAST_IMM",
            "WRITE_ONLY_IMM",
            "SEND_ONLY_INV"
        ]
    );
    assert_eq!(
        names(Opcode::makes_receive_completion),
        [
            "SEND_LAST",
            "SEND_LAST_IMM",
            "SEND_ONLY",
            "SEND_ONLY_IMM",
            "WRITE_LAST_IMM",
            "WRITE_ONLY_IMM",
            "SEND_LAST_INV",
            "SEND_ONLY_INV"
        ]
    );
}

#[test]
fn payload_rules_hold_at_their_edges() {
    let legal =
        |rule: PayloadRule| [0, 1, 1023, 1024, 1025].map(|length| rule.allows(length, 1024));
    assert_eq!(
        legal(PayloadRule::Nothing),
        [true, false, false, false, false]
    );
    assert_eq!(legal(PayloadRule::Full), [false, false, false, true, false]);
    assert_eq!(legal(PayloadRule::Some), [false, true, true, true, false]);
    assert_eq!(legal(PayloadRule::Any), [true, true, true, true, false]);
}

/// FIRST and MIDDLE fill the MTU, LAST is never empty, ONLY may be: for every data-bearing kind.
#[test]
fn payload_follows_from_the_position() {
    use rdma::{Kind, Position};
    for &opcode in Opcode::ALL {
        if matches!(opcode.kind(), Kind::Send | Kind::Write | Kind::ReadResponse) {
            let expected = match opcode.position() {
                Position::First | Position::Middle => PayloadRule::Full,
                Position::Last => PayloadRule::Some,
                Position::Only => PayloadRule::Any,
            };
            assert_eq!(opcode.payload(), expected, "{opcode}");
        } else {
            assert_eq!(opcode.payload(), PayloadRule::Nothing, "{opcode}");
        }
    }
}
