//! Every row of the look-up table (contract 4), with everything it puts out.

use crate::support::{
    UNACKED, ack, atomic_ack, brief, context, entry, header, nak, read, read_response, run, sack,
    write,
};
use model::completer_frontend::{Port, Rule};
use rdma::layouts::{Cause, CompHeader, QpContext, RespOpcode, TxInfo, WcStatus, WrOpcode};

const READ_ONLY: RespOpcode = RespOpcode::READ_RESP_ONLY;

#[test]
fn row_1_nothing_outstanding() {
    let not_valid = TxInfo {
        valid: false,
        ..write(1, 100, 103)
    };
    let not_started = TxInfo {
        started: false,
        ..write(1, 100, 103)
    };
    for entry in [not_valid, not_started] {
        let run = run(&ack(103), &context(), &[entry]);
        assert!(run.lines().is_empty());
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::GHOST, Rule::Ghost)
        );
    }
}

#[test]
fn row_2_beyond_an_entry_not_fully_sent() {
    for opcode in [WrOpcode::WRITE, WrOpcode::READ] {
        let half = TxInfo {
            sent: false,
            ..entry(opcode, 1, 100, 103)
        };
        let run = run(&ack(104), &context(), &[half]);
        assert!(run.lines().is_empty());
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::NOT_SENT, Rule::NotSent)
        );
    }
}

#[test]
fn row_3_completes_every_older_write_and_looks_on() {
    let entries = [
        write(0xFFFF, 100, 101),
        write(0, 102, 102),
        write(1, 103, 105),
    ];
    let run = run(&ack(105), &context(), &entries);
    assert_eq!(run.on(Port::Oldest), ["qpn=3"]);
    assert_eq!(run.on(Port::Entry), ["qpn=3", "qpn=3 wqe_index=1"]);
    assert_eq!(
        run.lines(),
        [
            "m_comp_cmpt_stream: opcode=WRITE status=SUCCESS wqe_counter=ffff qpn=3 byte_count=800 wr_id=1aaff source=COMPLETER_FRONTEND",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=ffff reload=1",
            "m_comp_cmpt_stream: opcode=WRITE status=SUCCESS qpn=3 byte_count=400 wr_id=ab00 source=COMPLETER_FRONTEND",
            "m_cmd_port_0: op=DELETE qpn=3 reload=1",
            "m_comp_cmpt_stream: opcode=WRITE status=SUCCESS wqe_counter=1 qpn=3 byte_count=c00 wr_id=ab01 source=COMPLETER_FRONTEND",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=1 reload=1",
            "m_ack_info: qpn=3 psn=69 rtt_valid=1",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=6a",
        ]
    );
    assert_eq!((run.outcome.completed, run.outcome.implied), (3, 2));
    assert_eq!(run.outcome.rows.iter().collect::<Vec<_>>(), [3, 8]);
}

/// What an implied ACK completed stays done, and the context says so.
#[test]
fn row_3_stays_done_when_a_later_row_drops() {
    let half = TxInfo {
        sent: false,
        ..write(2, 102, 103)
    };
    let run = run(&ack(110), &context(), &[write(1, 100, 101), half]);
    assert_eq!(
        run.context_write(),
        "op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=66"
    );
    assert_eq!(
        (run.outcome.cause, run.outcome.completed),
        (Cause::NOT_SENT, 1)
    );
    assert!(run.on(Port::Ack).is_empty());
}

/// An entry that was acknowledged earlier but stayed, being sent again: `e` must not move back.
#[test]
fn row_3_never_moves_expected_back() {
    let context = QpContext {
        unacked_psn: 104,
        ..context()
    };
    let run = run(
        &ack(104),
        &context,
        &[write(1, 100, 101), write(2, 102, 110)],
    );
    assert_eq!(
        run.context_write(),
        "op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=69"
    );
    assert_eq!(run.outcome.rows.iter().collect::<Vec<_>>(), [3, 8]);
}

#[test]
fn row_4_an_ack_beyond_a_read_is_an_implied_nak() {
    for opcode in [WrOpcode::READ, WrOpcode::CAS, WrOpcode::FADD] {
        let run = run(&ack(105), &context(), &[entry(opcode, 9, 100, 103)]);
        assert_eq!(
            run.lines(),
            ["m_cmd_port_0: op=HANDOVER qpn=3 wqe_index=9 kind=IMPLIED_NAK psn=64"]
        );
        assert_eq!(
            (run.outcome.cause, run.outcome.accepted),
            (Cause::IMPLIED_NAK, false)
        );
    }
}

/// The READ is asked for from where the implied ACK before it left off.
#[test]
fn row_4_hands_over_at_the_moved_expected_psn() {
    let run = run(
        &ack(105),
        &context(),
        &[write(8, 100, 100), read(9, 101, 103)],
    );
    assert_eq!(
        run.on(Port::Swq)[1],
        "op=HANDOVER qpn=3 wqe_index=9 kind=IMPLIED_NAK psn=65"
    );
}

/// Sent again, the whole entry had been acknowledged: a late ACK completes it. transport.md 3.
#[test]
fn row_5_a_late_ack_completes_what_is_sent_again() {
    let context = QpContext {
        unacked_psn: 104,
        ..context()
    };
    let run = run(&ack(103), &context, &[write(5, 100, 103)]);
    assert_eq!(
        run.lines(),
        [
            "m_comp_cmpt_stream: opcode=WRITE status=SUCCESS wqe_counter=5 qpn=3 byte_count=1000 wr_id=ab05 source=COMPLETER_FRONTEND",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=5 reload=1",
            "m_ack_info: qpn=3 psn=67 rtt_valid=1",
        ]
    );
    assert_eq!(run.outcome.rule, Rule::LateAck);
}

#[test]
fn row_6_any_other_old_ack_is_a_duplicate() {
    let context = QpContext {
        unacked_psn: 104,
        ..context()
    };
    let cases = [
        (ack(102), write(5, 100, 103)),
        (ack(103), read(5, 100, 103)),
        (
            ack(103),
            TxInfo {
                sent: false,
                ..write(5, 100, 103)
            },
        ),
    ];
    for (header, entry) in cases {
        let run = run(&header, &context, &[entry]);
        assert!(run.lines().is_empty());
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::DUPLICATE, Rule::Stale)
        );
    }
}

#[test]
fn row_7_an_earlier_read_response_is_missing() {
    let later = read_response(RespOpcode::READ_RESP_MIDDLE, 102, 1024);
    let run_1 = run(&later, &context(), &[read(5, 100, 103)]);
    assert_eq!(
        run_1.lines(),
        [
            "m_comp_payload_drop1: qpn=3 psn=66",
            "m_comp_payload_drop2: drop=1 cause=MISSING qpn=3 psn=66",
        ]
    );
    // Whatever the response is.
    for header in [ack(101), nak(101, 0x60), nak(101, 0x61), nak(101, 0x25)] {
        let run = run(&header, &context(), &[read(5, 100, 103)]);
        assert!(run.lines().is_empty());
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::MISSING, Rule::Missing)
        );
    }
}

#[test]
fn row_8_an_ack_within_an_entry_moves_expected() {
    let entry = TxInfo {
        bytes_received: 5,
        ..write(5, 100, 103)
    };
    let run = run(&ack(101), &context(), &[entry]);
    assert_eq!(
        run.lines(),
        [
            "m_cmd_port_0: op=MODIFY qpn=3 wqe_index=5 reload=1 bytes_received=5",
            "m_ack_info: qpn=3 psn=65",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=66",
        ]
    );
    assert_eq!((run.outcome.cause, run.outcome.completed), (Cause::NONE, 0));
}

/// The last PSN of an entry that is being sent again moves `e`, but the entry waits.
#[test]
fn row_8_does_not_complete_what_is_not_fully_sent() {
    let entry = TxInfo {
        sent: false,
        retried: true,
        ..write(5, 100, 103)
    };
    let run = run(&ack(103), &context(), &[entry]);
    assert_eq!(
        run.lines(),
        [
            "m_cmd_port_0: op=MODIFY qpn=3 wqe_index=5 reload=1",
            "m_ack_info: qpn=3 psn=67",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=68",
        ]
    );
}

#[test]
fn row_8_unsignaled_entries_complete_silently() {
    let entry = TxInfo {
        signaled: false,
        ..write(5, 100, 103)
    };
    let run = run(&ack(103), &context(), &[entry]);
    assert!(run.on(Port::Cqe).is_empty());
    assert_eq!(run.on(Port::Swq), ["op=DELETE qpn=3 wqe_index=5 reload=1"]);
    assert_eq!(run.outcome.completed, 1);
}

#[test]
fn completions_carry_the_kind_of_request() {
    for (opcode, expected) in [
        (WrOpcode::SEND, "SEND"),
        (WrOpcode::SEND_IMM, "SEND"),
        (WrOpcode::SEND_INV, "SEND"),
        (WrOpcode::WRITE, "WRITE"),
        (WrOpcode::WRITE_IMM, "WRITE"),
    ] {
        let run = run(&ack(100), &context(), &[entry(opcode, 5, 100, 100)]);
        assert!(
            run.on(Port::Cqe)[0].starts_with(&format!("opcode={expected} ")),
            "{opcode}"
        );
    }
}

#[test]
fn row_9_a_sack_is_handed_over() {
    let context = QpContext {
        selective_repeat: true,
        ..context()
    };
    let run_1 = run(&sack(102, 0b1010), &context, &[write(5, 100, 110)]);
    assert_eq!(
        run_1.lines(),
        [
            "m_cmd_port_0: op=HANDOVER qpn=3 wqe_index=5 reload=1 kind=SACK psn=66 bitmap=a",
            "m_sack_info: qpn=3 psn=66 bitmap=a",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=66",
        ]
    );
    // At the expected PSN there is no progress: no reload, nothing to write.
    let run_2 = run(&sack(100, 0b10), &context, &[read(5, 100, 110)]);
    assert_eq!(
        run_2.lines(),
        [
            "m_cmd_port_0: op=HANDOVER qpn=3 wqe_index=5 kind=SACK psn=64 bitmap=2",
            "m_sack_info: qpn=3 psn=64 bitmap=2",
        ]
    );
}

/// Its base acknowledges older entries, as an ACK would.
#[test]
fn row_9_comes_behind_implied_acks() {
    let context = QpContext {
        selective_repeat: true,
        ..context()
    };
    let run = run(
        &sack(102, 2),
        &context,
        &[write(4, 100, 101), write(5, 102, 110)],
    );
    assert_eq!(
        run.on(Port::Swq)[1],
        "op=HANDOVER qpn=3 wqe_index=5 kind=SACK psn=66 bitmap=2"
    );
    assert_eq!(run.outcome.rows.iter().collect::<Vec<_>>(), [3, 9]);
}

#[test]
fn row_10_a_sequence_nak_acknowledges_and_is_handed_over() {
    let run = run(&nak(102, 0x60), &context(), &[write(5, 100, 103)]);
    assert_eq!(
        run.lines(),
        [
            "m_cmd_port_0: op=HANDOVER qpn=3 wqe_index=5 kind=SEQ_NAK psn=66",
            "m_nak_info: qpn=3 psn=66 syndrome=60",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=66",
        ]
    );
    assert_eq!(
        (run.outcome.cause, run.outcome.accepted),
        (Cause::NONE, true)
    );
}

#[test]
fn row_11_an_rnr_nak_carries_its_timer() {
    let run = run(&nak(100, 0x2C), &context(), &[write(5, 100, 103)]);
    assert_eq!(
        run.lines(),
        [
            "m_cmd_port_0: op=HANDOVER qpn=3 wqe_index=5 kind=RNR psn=64 rnr_timer=c",
            "m_nak_info: qpn=3 psn=64 syndrome=2c",
        ]
    );
}

#[test]
fn row_12_a_refusal_fails_the_entry() {
    for (syndrome, status) in [
        (0x61, WcStatus::REM_INV_REQ),
        (0x62, WcStatus::REM_ACCESS),
        (0x63, WcStatus::REM_OP),
        (0x64, WcStatus::REM_OP),
        (0x7F, WcStatus::REM_OP),
    ] {
        let run = run(&nak(102, syndrome), &context(), &[write(5, 100, 103)]);
        assert_eq!(
            run.lines(),
            [
                format!("m_nak_info: qpn=3 psn=66 syndrome={syndrome:x}"),
                format!(
                    "m_comp_err_stream: opcode=WRITE status={status} wqe_counter=5 qpn=3 wr_id=ab05 \
                     vendor_error={syndrome:x} source=COMPLETER_FRONTEND cause=REMOTE_NAK"
                ),
                "m_cmd_port_0: op=DELETE qpn=3 wqe_index=5".to_owned(),
                "qp_rw_port_awd: op=WRITE qpn=3 set_state=1 set_unacked_psn=1 state=ERR unacked_psn=66"
                    .to_owned(),
            ]
        );
        assert_eq!(
            run.on(Port::Entry),
            ["qpn=3 wqe_index=6"],
            "the flush begins"
        );
        assert_eq!(run.outcome.failed, Some(status));
    }
}

#[test]
fn row_12_an_unsignaled_entry_fails_aloud() {
    let entry = TxInfo {
        signaled: false,
        ..write(5, 100, 103)
    };
    assert_eq!(
        run(&nak(100, 0x62), &context(), &[entry])
            .on(Port::ErrorCqe)
            .len(),
        1
    );
}

#[test]
fn row_15_wrong_kinds_of_response() {
    let with = |syndrome: u8, header: CompHeader| CompHeader { syndrome, ..header };
    let cases = [
        ("ACK for a READ", ack(100), read(5, 100, 103)),
        (
            "ACK for an ATOMIC",
            ack(100),
            entry(WrOpcode::CAS, 5, 100, 100),
        ),
        (
            "READ response for a WRITE",
            read_response(READ_ONLY, 102, 4),
            write(5, 100, 103),
        ),
        (
            "READ response for an ATOMIC",
            read_response(READ_ONLY, 100, 4),
            entry(WrOpcode::FADD, 5, 100, 100),
        ),
        (
            "ATOMIC ack for a READ",
            atomic_ack(100, 1),
            read(5, 100, 103),
        ),
        (
            "ATOMIC ack for a WRITE",
            atomic_ack(101, 1),
            write(5, 100, 103),
        ),
        (
            "NAK on a READ response",
            with(0x62, read_response(READ_ONLY, 100, 1024)),
            read(5, 100, 100),
        ),
        (
            "RNR on a READ response",
            with(0x21, read_response(READ_ONLY, 100, 1024)),
            read(5, 100, 100),
        ),
        (
            "NAK on an ATOMIC ack",
            with(0x62, atomic_ack(100, 1)),
            entry(WrOpcode::CAS, 5, 100, 100),
        ),
    ];
    for (what, header, entry) in cases {
        let run = run(&header, &context(), &[entry]);
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::WRONG_KIND, Rule::WrongKind),
            "{what}"
        );
        assert_eq!(run.outcome.failed, Some(WcStatus::BAD_RESP), "{what}");
        assert_eq!(
            run.context_write(),
            "op=WRITE qpn=3 set_state=1 state=ERR",
            "{what}"
        );
        let drops = usize::from(header.payload_present);
        assert_eq!(run.on(Port::Drop2).len(), drops, "{what}");
        assert!(
            run.on(Port::Ack).is_empty() && run.on(Port::Nak).is_empty(),
            "{what}"
        );
    }
}

/// A MIDDLE has no AETH: bits in place of a syndrome do not make it wrong.
#[test]
fn row_13_middle_has_no_syndrome() {
    let middle = CompHeader {
        syndrome: 0x62,
        ..read_response(RespOpcode::READ_RESP_MIDDLE, 101, 1024)
    };
    let context = QpContext {
        unacked_psn: 101,
        ..context()
    };
    let entry = TxInfo {
        bytes_received: 1024,
        ..read(5, 100, 103)
    };
    assert_eq!(
        run(&middle, &context, &[entry]).outcome.rule,
        Rule::ReadResponse
    );
}

/// A refused READ: the NAK names the READ itself.
#[test]
fn row_12_fails_a_read_too() {
    let run = run(&nak(100, 0x62), &context(), &[read(5, 100, 103)]);
    assert!(run.on(Port::ErrorCqe)[0].starts_with("opcode=READ status=REM_ACCESS"));
}

/// Opcodes that no table names count as WRITE/SEND in the look-up, and complete as SEND.
#[test]
fn unnamed_requests_are_sends() {
    let run = run(&ack(100), &context(), &[entry(WrOpcode(0x42), 5, 100, 100)]);
    assert_eq!(run.outcome.rule, Rule::Ack);
    assert!(run.on(Port::Cqe)[0].starts_with("opcode=SEND "));
}

#[test]
fn effects_name_their_rule() {
    let run = run(
        &ack(101),
        &context(),
        &[write(1, 100, 100), write(2, 101, 101)],
    );
    let cited: Vec<String> = run
        .effects
        .iter()
        .filter(|e| e.beat.port() == Port::Cqe)
        .map(|e| {
            format!(
                "{} <- {}",
                brief(&e.beat).split(' ').next().unwrap_or(""),
                e.rule
            )
        })
        .collect();
    assert_eq!(
        cited,
        [
            "opcode=WRITE <- contract 4 row 3: \"p > W.last_psn, W a WRITE/SEND\" -> implied ACK, next entry",
            "opcode=WRITE <- contract 4 row 8: \"plain positive ACK, W a WRITE/SEND\" -> e = p + 1, complete or MODIFY",
        ]
    );
}

#[test]
fn rows_are_numbered_as_in_the_contract() {
    let rows: Vec<u8> = Rule::ALL.iter().filter_map(|rule| rule.row()).collect();
    assert_eq!(rows, (1..=15).collect::<Vec<_>>());
    for rule in Rule::ALL {
        let cited = rule
            .text()
            .strip_prefix("contract 4 row ")
            .and_then(|t| t.split(':').next());
        assert_eq!(cited.and_then(|n| n.parse().ok()), rule.row());
    }
}

/// A CNP in the table is impossible; every other named opcode reaches it.
#[test]
fn every_response_opcode_is_looked_up() {
    for &opcode in RespOpcode::ALL.iter().filter(|o| **o != RespOpcode::CNP) {
        let run = run(&header(opcode, UNACKED), &context(), &[]);
        assert_eq!(run.outcome.cause, Cause::GHOST, "{opcode}");
    }
}
