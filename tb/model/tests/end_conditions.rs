//! End conditions and their order (contract 3).

use crate::support::{
    NEXT, UNACKED, ack, atomic_ack, context, header, nak, read_response, run, sack, write,
};
use model::completer_frontend::{Port, Rule};
use rdma::layouts::{Cause, CompHeader, QpContext, QpState, RespOpcode};

/// The cause a response ends with, if it ends before a look-up.
fn end(header: &CompHeader, context: &QpContext) -> Option<Cause> {
    let run = run(header, context, &[]);
    let looked_up = !run.on(Port::Oldest).is_empty();
    (!looked_up).then_some(run.outcome.cause)
}

#[test]
fn a_good_response_is_looked_up() {
    assert_eq!(end(&ack(UNACKED), &context()), None);
}

#[test]
fn malformed() {
    let cases: [(&str, CompHeader); 10] = [
        (
            "bad length",
            CompHeader {
                bad_length: true,
                ..ack(UNACKED)
            },
        ),
        (
            "transport version",
            CompHeader {
                tver: 1,
                ..ack(UNACKED)
            },
        ),
        ("a request", header(RespOpcode(0x0C), UNACKED)),
        (
            "presence without length",
            CompHeader {
                payload_present: true,
                ..ack(UNACKED)
            },
        ),
        (
            "length without presence",
            CompHeader {
                payload_len: 4,
                ..ack(UNACKED)
            },
        ),
        (
            "an ACK with payload",
            CompHeader {
                payload_len: 4,
                payload_present: true,
                ..ack(UNACKED)
            },
        ),
        ("reserved syndrome 010", nak(UNACKED, 0x40)),
        (
            "reserved syndrome 111",
            CompHeader {
                syndrome: 0xE0,
                ..atomic_ack(UNACKED, 1)
            },
        ),
        (
            "SACK with a NAK",
            CompHeader {
                syndrome: 0x60,
                ..sack(UNACKED, 1)
            },
        ),
        (
            "SACK with data",
            CompHeader {
                sack: true,
                ..read_response(RespOpcode::READ_RESP_ONLY, UNACKED, 4)
            },
        ),
    ];
    for (what, header) in cases {
        assert_eq!(end(&header, &context()), Some(Cause::MALFORMED), "{what}");
    }
}

/// MIDDLE and CNP have no AETH, so what stands in its place says nothing.
#[test]
fn a_syndrome_counts_only_with_an_aeth() {
    let middle = read_response(RespOpcode::READ_RESP_MIDDLE, UNACKED, 1024);
    assert_eq!(
        end(
            &CompHeader {
                syndrome: 0xFF,
                ..middle
            },
            &context()
        ),
        None
    );
    let cnp = header(RespOpcode::CNP, 0);
    assert_eq!(
        end(
            &CompHeader {
                syndrome: 0xFF,
                ..cnp
            },
            &context()
        ),
        Some(Cause::NONE)
    );
}

#[test]
fn a_qp_must_exist_within_16_bits() {
    let invalid = QpContext {
        valid: false,
        ..context()
    };
    assert_eq!(end(&ack(UNACKED), &invalid), Some(Cause::INVALID_QP));
    let far = CompHeader {
        dest_qpn: 0x1_0003,
        ..ack(UNACKED)
    };
    assert_eq!(end(&far, &context()), Some(Cause::INVALID_QP));
    let edge = CompHeader {
        dest_qpn: 0xFFFF,
        ..ack(UNACKED)
    };
    assert_eq!(end(&edge, &context()), None);
}

#[test]
fn responses_are_taken_in_rts_and_sqd_only() {
    for &state in QpState::ALL {
        let taken = matches!(state, QpState::RTS | QpState::SQD);
        let expected = (!taken).then_some(Cause::NOT_RTS);
        assert_eq!(
            end(&ack(UNACKED), &QpContext { state, ..context() }),
            expected,
            "{state}"
        );
    }
}

#[test]
fn both_addresses_must_fit() {
    let source = CompHeader {
        src_ip: 1 << 127,
        ..ack(UNACKED)
    };
    let destination = CompHeader {
        dst_ip: context().peer_ip,
        ..ack(UNACKED)
    };
    assert_eq!(end(&source, &context()), Some(Cause::IP_MISMATCH));
    assert_eq!(end(&destination, &context()), Some(Cause::IP_MISMATCH));
}

#[test]
fn membership_is_no_part_of_the_partition() {
    let limited = CompHeader {
        pkey: 0x7FFF,
        ..ack(UNACKED)
    };
    assert_eq!(end(&limited, &context()), None);
    let other = CompHeader {
        pkey: 0xFFFE,
        ..ack(UNACKED)
    };
    assert_eq!(end(&other, &context()), Some(Cause::PKEY_MISMATCH));
}

#[test]
fn a_cnp_notifies_and_ends_whatever_its_psn() {
    for psn in [0, UNACKED, NEXT] {
        let run = run(&header(RespOpcode::CNP, psn), &context(), &[]);
        assert_eq!(run.lines(), ["m_notify_cnp_qpn: qpn=3"]);
        assert_eq!(
            (run.outcome.cause, run.outcome.rule),
            (Cause::NONE, Rule::Cnp)
        );
    }
}

#[test]
fn older_than_unacknowledged_is_a_duplicate_unless_a_plain_ack() {
    let old = UNACKED - 1;
    let duplicates = [
        nak(old, 0x60),
        nak(old, 0x2C),
        atomic_ack(old, 1),
        read_response(RespOpcode::READ_RESP_ONLY, old, 4),
        sack(old, 1),
    ];
    let selective = QpContext {
        selective_repeat: true,
        ..context()
    };
    for header in duplicates {
        assert_eq!(end(&header, &selective), Some(Cause::DUPLICATE));
    }
    assert_eq!(end(&ack(old), &context()), None);
}

#[test]
fn a_psn_never_sent_is_large() {
    assert_eq!(end(&ack(NEXT - 1), &context()), None);
    assert_eq!(end(&ack(NEXT), &context()), Some(Cause::LARGE_PSN));
    assert_eq!(
        end(&ack(UNACKED + 0x7F_0000), &context()),
        Some(Cause::LARGE_PSN)
    );
}

#[test]
fn a_sack_is_judged_by_its_base_and_its_highest_bit() {
    let selective = QpContext {
        selective_repeat: true,
        ..context()
    };
    let last_sent = NEXT - 1 - UNACKED;
    assert_eq!(end(&sack(UNACKED, 1 << last_sent), &selective), None);
    assert_eq!(
        end(&sack(UNACKED, 1 << (last_sent + 1)), &selective),
        Some(Cause::LARGE_PSN)
    );
    assert_eq!(end(&sack(UNACKED, 0), &selective), None);
    assert_eq!(end(&sack(NEXT, 0), &selective), Some(Cause::LARGE_PSN));
    // The BTH PSN of a SACK says nothing.
    assert_eq!(
        end(
            &CompHeader {
                psn: UNACKED - 1,
                ..sack(UNACKED, 1)
            },
            &selective
        ),
        None
    );
}

/// Bits in place of the bitmap are no bitmap without `sack`.
#[test]
fn an_ack_has_no_bitmap() {
    assert_eq!(
        end(
            &CompHeader {
                ext: 1 << 111,
                ..ack(UNACKED)
            },
            &context()
        ),
        None
    );
}

#[test]
fn sack_needs_selective_repeat() {
    assert_eq!(
        end(&sack(UNACKED, 1), &context()),
        Some(Cause::SACK_REFUSED)
    );
}

/// Every cause at once; taking them away one by one shows the order.
#[test]
fn the_first_condition_in_order_counts() {
    let mut context = QpContext {
        valid: false,
        state: QpState::ERR,
        selective_repeat: false,
        ..context()
    };
    let mut header = CompHeader {
        bad_length: true,
        src_ip: 1,
        pkey: 0,
        sack_base: UNACKED - 1,
        ..sack(UNACKED, 1 << 111)
    };
    type Repair = fn(&mut CompHeader, &mut QpContext);
    let repairs: [(Cause, Repair); 8] = [
        (Cause::MALFORMED, |h, _| h.bad_length = false),
        (Cause::INVALID_QP, |_, c| c.valid = true),
        (Cause::NOT_RTS, |_, c| c.state = QpState::SQD),
        (Cause::IP_MISMATCH, |h, c| h.src_ip = c.peer_ip),
        (Cause::PKEY_MISMATCH, |h, _| h.pkey = 0xFFFF),
        (Cause::DUPLICATE, |h, _| h.sack_base = UNACKED),
        (Cause::LARGE_PSN, |h, _| h.ext = 1),
        (Cause::SACK_REFUSED, |_, c| c.selective_repeat = true),
    ];
    for (cause, repair) in repairs {
        assert_eq!(end(&header, &context), Some(cause));
        repair(&mut header, &mut context);
    }
    assert_eq!(end(&header, &context), None);
}

/// A CNP is judged by the conditions before it, not by those behind it.
#[test]
fn a_cnp_on_a_qp_in_error_is_dropped() {
    let error = QpContext {
        state: QpState::ERR,
        ..context()
    };
    let run = run(&header(RespOpcode::CNP, 0), &error, &[]);
    assert_eq!(run.outcome.cause, Cause::NOT_RTS);
    assert!(run.on(Port::Cnp).is_empty());
}

#[test]
fn drop1_is_decided_for_payload_only() {
    let response = read_response(RespOpcode::READ_RESP_ONLY, UNACKED - 1, 4);
    let run_1 = run(&response, &context(), &[]);
    assert_eq!(
        run_1.lines(),
        ["m_comp_payload_drop1: drop=1 cause=DUPLICATE qpn=3 psn=63"]
    );
    let run_2 = run(
        &CompHeader {
            psn: UNACKED,
            ..response
        },
        &context(),
        &[write(0, 90, 99)],
    );
    assert_eq!(run_2.on(Port::Drop1), ["qpn=3 psn=64"]);
    assert!(run(&ack(NEXT), &context(), &[]).lines().is_empty());
}

/// Presence decides, also for what is malformed.
#[test]
fn a_malformed_payload_is_dropped() {
    let response = CompHeader {
        bad_length: true,
        ..read_response(RespOpcode::READ_RESP_ONLY, UNACKED, 4)
    };
    let run = run(&response, &context(), &[]);
    assert_eq!(run.on(Port::Drop1), ["drop=1 cause=MALFORMED qpn=3 psn=64"]);
}

#[test]
fn the_context_is_read_for_any_header() {
    let run = run(
        &CompHeader {
            dest_qpn: 0xAB_CDEF,
            opcode: RespOpcode(0xFF),
            ..ack(0)
        },
        &context(),
        &[],
    );
    assert_eq!(run.on(Port::Context), ["op=READ qpn=abcdef state=RESET"]);
}
