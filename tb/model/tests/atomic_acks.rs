//! ATOMIC acks: the original value goes inline, and its translation is judged (contract 6).

use crate::support::{atomic_ack, context, entry, run, run_with};
use model::completer_frontend::{Port, Rule};
use rdma::layouts::{Cause, CompHeader, TxInfo, WcStatus, WrOpcode};

#[test]
fn the_original_value_is_written_inline() {
    let header = CompHeader {
        ext: 0xFFFF_DEAD_BEEF_0000_0001,
        ..atomic_ack(100, 0)
    };
    let run = run(&header, &context(), &[entry(WrOpcode::FADD, 5, 100, 100)]);
    assert_eq!(
        run.lines(),
        [
            "m_comp_payload_cmd_stream: qpn=3 psn=64 pd=7 va=10000 lkey=55 length=8 first=1 last=1 inline_data=1 data=deadbeef00000001",
            "m_comp_write_translate: qpn=3 psn=64 pd=7 va=10000 lkey=55 length=8",
            "m_comp_payload_drop3: qpn=3 psn=64",
            "m_comp_cmpt_stream: opcode=FADD status=SUCCESS wqe_counter=5 qpn=3 byte_count=8 wr_id=ab05 source=COMPLETER_FRONTEND",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=5 reload=1",
            "m_ack_info: qpn=3 psn=64 rtt_valid=1",
            "qp_rw_port_awd: op=WRITE qpn=3 set_unacked_psn=1 state=RESET unacked_psn=65",
        ]
    );
    assert_eq!(run.outcome.rows.iter().collect::<Vec<_>>(), [14]);
}

#[test]
fn eight_bytes_must_fit_in_the_first_segment() {
    let mut short = entry(WrOpcode::CAS, 5, 100, 100);
    short.segments[0].length = 7;
    short.segments[1].length = 8;
    short.segment_count = 2;
    let none = TxInfo {
        segment_count: 0,
        ..entry(WrOpcode::CAS, 5, 100, 100)
    };
    for entry in [short, none] {
        let run = run(&atomic_ack(100, 1), &context(), &[entry]);
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::LOCAL_LENGTH, Rule::AtomicRoom)
        );
        assert_eq!(run.outcome.failed, Some(WcStatus::LOC_LEN));
        assert!(run.on(Port::Payload).is_empty() && run.on(Port::Drop3).is_empty());
    }
}

#[test]
fn a_translation_fault_fails_the_atomic() {
    let entry = entry(WrOpcode::CAS, 5, 100, 100);
    let run = run_with(&atomic_ack(100, 1), &context(), &[entry], &[true]);
    assert_eq!(
        run.on(Port::Drop3),
        ["drop=1 cause=TRANSLATION qpn=3 psn=64"]
    );
    assert_eq!(
        (run.outcome.cause, run.outcome.rule),
        (Cause::TRANSLATION, Rule::AtomicFault)
    );
    assert_eq!(run.context_write(), "op=WRITE qpn=3 set_state=1 state=ERR");
}

#[test]
fn an_atomic_completes_though_not_fully_sent() {
    let entry = TxInfo {
        sent: false,
        retried: true,
        ..entry(WrOpcode::CAS, 5, 100, 100)
    };
    let run = run(&atomic_ack(100, 1), &context(), &[entry]);
    assert_eq!(run.outcome.completed, 1);
    assert_eq!(
        run.on(Port::Ack),
        ["qpn=3 psn=64"],
        "no round-trip time of a retried entry"
    );
}

/// Answered completely by one response, whatever the entry says of its last PSN.
#[test]
fn one_ack_completes_an_atomic() {
    let run = run(
        &atomic_ack(100, 1),
        &context(),
        &[entry(WrOpcode::CAS, 5, 100, 101)],
    );
    assert_eq!(run.on(Port::Swq), ["op=DELETE qpn=3 wqe_index=5 reload=1"]);
}

#[test]
fn an_atomic_ack_ahead_of_the_expected_psn_is_missing_an_earlier_one() {
    let run = run(
        &atomic_ack(102, 1),
        &context(),
        &[entry(WrOpcode::CAS, 5, 102, 102)],
    );
    assert_eq!(
        (run.outcome.cause, run.outcome.rule),
        (Cause::MISSING, Rule::Missing)
    );
}
