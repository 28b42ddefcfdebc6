//! READ responses (contract 5).

use crate::support::{MTU, context, read, read_after, read_response, run, run_with};
use model::completer_frontend::{Port, Rule};
use rdma::layouts::{Cause, CompHeader, Pmtu, QpContext, RespOpcode, Segment, TxInfo, WcStatus};

const FIRST: RespOpcode = RespOpcode::READ_RESP_FIRST;
const MIDDLE: RespOpcode = RespOpcode::READ_RESP_MIDDLE;
const LAST: RespOpcode = RespOpcode::READ_RESP_LAST;
const ONLY: RespOpcode = RespOpcode::READ_RESP_ONLY;

/// Where a response stands: at the PSN of the latest request, at the end of the message, and in a
/// retried message behind its first PSN (the contract's `starts`, `ends`, `late`).
type Place = (bool, bool, bool);

/// Legal opcodes by place, written out from contract 5.1.
const LEGAL: [(Place, &[RespOpcode]); 8] = [
    ((false, false, false), &[MIDDLE]),
    ((false, false, true), &[MIDDLE]),
    ((false, true, false), &[LAST]),
    ((false, true, true), &[LAST]),
    ((true, false, false), &[FIRST]),
    ((true, false, true), &[FIRST, MIDDLE]),
    ((true, true, false), &[ONLY]),
    ((true, true, true), &[ONLY, LAST]),
];

/// What 5.1 makes of an opcode, at every place a response can take in messages of 1 to 4 packets.
#[test]
fn sequence_legality_is_exhaustive() {
    let mut places = std::collections::HashSet::new();
    for (first, last, psn, request) in all_places() {
        for retried in [false, true] {
            let late = retried && psn != first;
            let place = (psn == request, psn == last, late);
            places.insert(place);
            let legal = LEGAL
                .iter()
                .find(|(p, _)| *p == place)
                .map(|(_, legal)| *legal);
            for opcode in [FIRST, MIDDLE, LAST, ONLY] {
                let entry = TxInfo {
                    request_psn: request,
                    retried,
                    ..read_after(psn - first, 5, first, last)
                };
                let header = read_response(opcode, psn, MTU);
                let context = QpContext {
                    unacked_psn: psn,
                    ..context()
                };
                let accepted = run(&header, &context, &[entry]).outcome.accepted;
                let what = format!(
                    "{opcode} at {psn} of {first}..={last}, request {request}, retried {retried}"
                );
                assert_eq!(Some(accepted), legal.map(|l| l.contains(&opcode)), "{what}");
            }
        }
    }
    assert_eq!(places.len(), LEGAL.len(), "every place was visited");
}

/// First, last, this and the latest request's PSN.
fn all_places() -> impl Iterator<Item = (u32, u32, u32, u32)> {
    let first = 100;
    (first..first + 4).flat_map(move |last| {
        (first..=last)
            .flat_map(move |psn| (first..=last).map(move |request| (first, last, psn, request)))
    })
}

#[test]
fn out_of_sequence_fails_the_read() {
    let run = run(
        &read_response(MIDDLE, 100, MTU),
        &context(),
        &[read(5, 100, 103)],
    );
    assert_eq!(
        run.lines(),
        [
            "m_comp_payload_drop1: qpn=3 psn=64",
            "m_comp_payload_drop2: drop=1 cause=OUT_OF_SEQUENCE qpn=3 psn=64",
            "m_comp_err_stream: opcode=READ status=BAD_RESP wqe_counter=5 qpn=3 wr_id=ab05 source=COMPLETER_FRONTEND cause=OUT_OF_SEQUENCE",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=5",
            "qp_rw_port_awd: op=WRITE qpn=3 set_state=1 state=ERR",
        ]
    );
    assert_eq!(run.outcome.rule, Rule::ReadSequence);
}

#[test]
fn a_packet_within_the_read_is_written_and_counted() {
    let context = QpContext {
        unacked_psn: 101,
        ..context()
    };
    let run = run(
        &read_response(MIDDLE, 101, MTU),
        &context,
        &[read_after(1, 5, 100, 103)],
    );
    assert_eq!(
        run.lines(),
        [
            "m_comp_payload_drop1: qpn=3 psn=65",
            "m_comp_payload_drop2: qpn=3 psn=65",
            "m_comp_payload_cmd_stream: qpn=3 psn=65 pd=7 va=10400 lkey=55 length=400 first=1 last=1",
            "m_comp_write_translate: qpn=3 psn=65 pd=7 va=10400 lkey=55 length=400",
            "m_comp_payload_drop3: qpn=3 psn=65",
            "m_cmd_port_0: op=MODIFY qpn=3 wqe_index=5 reload=1 bytes_received=800",
            "m_ack_info: qpn=3 psn=65",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=66",
        ]
    );
}

#[test]
fn the_last_packet_completes_the_read_after_its_verdict() {
    let context = QpContext {
        unacked_psn: 103,
        ..context()
    };
    let entry = TxInfo {
        message_len: 3 * 1024 + 5,
        ..read_after(3, 5, 100, 103)
    };
    let run = run(&read_response(LAST, 103, 5), &context, &[entry]);
    assert_eq!(
        run.on(Port::Cqe),
        [
            "opcode=READ status=SUCCESS wqe_counter=5 qpn=3 byte_count=c05 wr_id=ab05 source=COMPLETER_FRONTEND"
        ]
    );
    let place = |port| run.effects.iter().position(|e| e.beat.port() == port);
    assert!(
        place(Port::Drop3) < place(Port::Cqe),
        "SUCCESS cannot be taken back"
    );
}

/// A repeated request is still on its way, but the data is here.
#[test]
fn a_read_completes_though_not_fully_sent() {
    let entry = TxInfo {
        sent: false,
        ..read(5, 100, 100)
    };
    assert_eq!(
        run(&read_response(ONLY, 100, MTU), &context(), &[entry])
            .outcome
            .completed,
        1
    );
}

#[test]
fn a_zero_length_read_writes_nothing() {
    let entry = TxInfo {
        message_len: 0,
        segment_count: 0,
        ..read(5, 100, 100)
    };
    let run = run(&read_response(ONLY, 100, 0), &context(), &[entry]);
    assert_eq!(
        run.lines(),
        [
            "m_comp_cmpt_stream: opcode=READ status=SUCCESS wqe_counter=5 qpn=3 wr_id=ab05 source=COMPLETER_FRONTEND",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=5 reload=1",
            "m_ack_info: qpn=3 psn=64 rtt_valid=1",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=65",
        ]
    );
}

/// Header, entry, and whether the length is right.
fn length_cases() -> Vec<(CompHeader, TxInfo, bool)> {
    let of = |len: u32, last: u32| TxInfo {
        message_len: len,
        ..read(5, 100, last)
    };
    vec![
        (read_response(FIRST, 100, MTU), of(1025, 101), true),
        (read_response(FIRST, 100, MTU), of(1024, 101), true),
        (read_response(FIRST, 100, MTU), of(1023, 101), false),
        (read_response(FIRST, 100, MTU - 1), of(4096, 103), false),
        (read_response(FIRST, 100, MTU + 1), of(4096, 103), false),
        (read_response(FIRST, 100, 0), of(4096, 103), false),
        (read_response(ONLY, 100, 7), of(7, 100), true),
        (read_response(ONLY, 100, 8), of(7, 100), false),
        (read_response(ONLY, 100, 6), of(7, 100), false),
        (read_response(ONLY, 100, MTU + 1), of(1025, 100), false),
        (read_response(ONLY, 100, 0), of(7, 100), false),
    ]
}

#[test]
fn lengths_follow_the_position() {
    for (header, entry, right) in length_cases() {
        let run = run(&header, &context(), std::slice::from_ref(&entry));
        let expected = if right {
            Cause::NONE
        } else {
            Cause::WRONG_LENGTH
        };
        let what = format!(
            "{} of {} bytes for {}",
            header.opcode, header.payload_len, entry.message_len
        );
        assert_eq!(run.outcome.cause, expected, "{what}");
        assert_eq!(
            run.outcome.failed,
            (!right).then_some(WcStatus::BAD_RESP),
            "{what}"
        );
    }
}

/// More was received than was asked for: nothing can be right any more.
#[test]
fn nothing_remains_of_an_overfull_read() {
    let context = QpContext {
        unacked_psn: 101,
        ..context()
    };
    let entry = TxInfo {
        bytes_received: 4097,
        ..read(5, 100, 103)
    };
    let run = run(&read_response(MIDDLE, 101, MTU), &context, &[entry]);
    assert_eq!(run.outcome.cause, Cause::WRONG_LENGTH);
}

#[test]
fn the_path_mtu_is_a_code() {
    for (pmtu, length) in [(Pmtu::MTU_256, 256), (Pmtu::MTU_4096, 4096)] {
        let entry = TxInfo {
            message_len: 2 * u32::from(length),
            ..read(5, 100, 101)
        };
        let mut entry = entry;
        entry.segments[0].length = entry.message_len;
        let context = QpContext { pmtu, ..context() };
        assert!(
            run(&read_response(FIRST, 100, length), &context, &[entry])
                .outcome
                .accepted,
            "{pmtu}"
        );
    }
    let context = QpContext {
        pmtu: Pmtu(0),
        ..context()
    };
    let run = run(
        &read_response(ONLY, 100, 7),
        &context,
        &[TxInfo {
            message_len: 7,
            ..read(5, 100, 100)
        }],
    );
    assert_eq!(run.outcome.cause, Cause::WRONG_LENGTH);
}

#[test]
fn data_must_fit_in_the_local_segments() {
    let with_room = |room: u32, segment_count: u8| {
        let mut entry = TxInfo {
            segment_count,
            ..read(5, 100, 100)
        };
        entry.segments[0].length = room - 4;
        entry.segments[1] = Segment {
            va: 0x9000,
            lkey: 1,
            length: 4,
        };
        run(&read_response(ONLY, 100, MTU), &context(), &[entry])
    };
    assert!(with_room(1024, 2).outcome.accepted);
    assert!(with_room(2048, 1).outcome.accepted);
    for short in [with_room(1023, 2), with_room(1024, 1), with_room(1024, 0)] {
        assert_eq!(short.outcome.cause, Cause::LOCAL_LENGTH);
        assert_eq!(short.outcome.failed, Some(WcStatus::LOC_LEN));
        assert_eq!(
            short.on(Port::Drop2),
            ["drop=1 cause=LOCAL_LENGTH qpn=3 psn=64"]
        );
        assert!(short.on(Port::Payload).is_empty() && short.on(Port::Drop3).is_empty());
    }
}

#[test]
fn segments_may_hold_more_than_32_bits_count() {
    let mut entry = TxInfo {
        segment_count: 2,
        ..read(5, 100, 100)
    };
    entry.segments[0].length = u32::MAX;
    entry.segments[1].length = u32::MAX;
    assert!(
        run(&read_response(ONLY, 100, MTU), &context(), &[entry])
            .outcome
            .accepted
    );
}

/// Sequence is checked before length, length before room.
#[test]
fn checks_have_an_order() {
    let mut entry = read(5, 100, 103);
    entry.segments[0].length = 0;
    let cause = |header: CompHeader| run(&header, &context(), &[entry.clone()]).outcome.cause;
    assert_eq!(cause(read_response(ONLY, 100, 3)), Cause::OUT_OF_SEQUENCE);
    assert_eq!(cause(read_response(FIRST, 100, 3)), Cause::WRONG_LENGTH);
    assert_eq!(cause(read_response(FIRST, 100, MTU)), Cause::LOCAL_LENGTH);
}

#[test]
fn a_payload_over_several_segments_is_cut() {
    let mut entry = TxInfo {
        segment_count: 4,
        ..read_after(1, 5, 100, 101)
    };
    entry.segments =
        [(0x1000, 1030), (0x2000, 0), (0x3000, 18), (0x4000, 1000)].map(|(va, length)| Segment {
            va,
            lkey: va as u32 >> 12,
            length,
        });
    let context = QpContext {
        unacked_psn: 101,
        ..context()
    };
    let run = run(&read_response(LAST, 101, MTU), &context, &[entry]);
    assert_eq!(
        run.on(Port::Payload),
        [
            "qpn=3 psn=65 pd=7 va=1400 lkey=1 length=6 first=1",
            "qpn=3 psn=65 pd=7 va=3000 lkey=3 length=12",
            "qpn=3 psn=65 pd=7 va=4000 lkey=4 length=3e8 last=1",
        ]
    );
    assert_eq!(run.on(Port::Translate).len(), 3);
    assert_eq!((run.outcome.pieces, run.on(Port::Drop3).len()), (3, 1));
}

#[test]
fn any_translation_fault_condemns_the_packet() {
    let mut entry = TxInfo {
        segment_count: 2,
        ..read(5, 100, 100)
    };
    entry.segments[0].length = 512;
    entry.segments[1] = Segment {
        va: 0x9000,
        lkey: 1,
        length: 512,
    };
    for faults in [[true, false], [false, true], [true, true]] {
        let run = run_with(
            &read_response(ONLY, 100, MTU),
            &context(),
            &[entry.clone()],
            &faults,
        );
        assert_eq!(
            run.on(Port::Drop3),
            ["drop=1 cause=TRANSLATION qpn=3 psn=64"]
        );
        assert_eq!(run.outcome.failed, Some(WcStatus::LOC_PROT));
        assert_eq!(run.context_write(), "op=WRITE qpn=3 set_state=1 state=ERR");
        assert!(run.on(Port::Cqe).is_empty() && run.on(Port::Ack).is_empty());
        assert!(run.on(Port::ErrorCqe)[0].ends_with("cause=TRANSLATION"));
    }
}
