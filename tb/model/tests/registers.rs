//! Debug registers (contract 9).

use crate::support::{
    MTU, NEXT, QPN, ack, context, header, nak, read, read_response, run, sack, write,
};
use model::completer_frontend::{BusResponse, MrCommand, QpCommand, Registers};
use rdma::layouts::completer_frontend as map;
use rdma::layouts::{
    Cause, CompHeader, MrControl, MrOp, QpContext, QpControl, QpOp, RespOpcode, TxInfo,
};

/// Takes a response into the registers.
fn take(registers: &mut Registers, header: &CompHeader, context: &QpContext, entries: &[TxInfo]) {
    let run = run(header, context, entries);
    run.effects
        .iter()
        .for_each(|effect| registers.effect(&effect.beat));
    registers.response(&run.outcome);
    if run.outcome.accepted {
        registers.accepted(header);
    }
}

/// Registers after bring-up.
fn brought_up() -> Registers {
    let mut registers = Registers::power_up();
    registers.read(map::STICKY);
    registers
}

/// Every register that is neither 0 nor `version`, as name and value.
fn shown(registers: &Registers) -> Vec<(&'static str, u32)> {
    let all = map::BLOCK
        .registers
        .iter()
        .map(|r| (r.name, registers.peek(r.offset).data));
    all.filter(|(name, value)| *value != 0 && *name != "version")
        .collect()
}

#[test]
fn an_ack_counts_and_is_remembered() {
    let mut registers = brought_up();
    take(
        &mut registers,
        &ack(105),
        &context(),
        &[write(1, 100, 101), write(2, 102, 105)],
    );
    assert_eq!(
        shown(&registers),
        [
            ("last_psn", 105),
            ("last_qpn", QPN),
            ("response_hwcnt", 1),
            ("ack_hwcnt", 1),
            ("cqe_hwcnt", 2),
            ("implied_ack_hwcnt", 1),
        ]
    );
}

#[test]
fn a_failure_and_its_flush() {
    let mut registers = brought_up();
    let entries = [write(1, 100, 101), write(2, 102, 105), write(3, 106, 106)];
    take(&mut registers, &nak(100, 0x62), &context(), &entries);
    assert_eq!(
        shown(&registers),
        [
            ("sticky", map::STICKY_REMOTE_NAK | map::STICKY_FLUSH),
            ("last_psn", 100),
            ("last_qpn", QPN),
            ("response_hwcnt", 1),
            ("nak_hwcnt", 1),
            ("error_cqe_hwcnt", 3),
            ("flush_hwcnt", 2),
        ]
    );
}

/// Of a SACK the BTH PSN is remembered, not its base.
#[test]
fn a_sack_counts_its_hand_over() {
    let mut registers = brought_up();
    let context = QpContext {
        selective_repeat: true,
        ..context()
    };
    let sack = CompHeader {
        psn: 99,
        ..sack(101, 2)
    };
    take(&mut registers, &sack, &context, &[write(1, 100, 105)]);
    assert_eq!(
        shown(&registers),
        [
            ("last_psn", 99),
            ("last_qpn", QPN),
            ("response_hwcnt", 1),
            ("sack_hwcnt", 1),
            ("handover_hwcnt", 1),
        ]
    );
}

/// Every way a response can end by cause, with the counter and the sticky bit it moves.
#[test]
fn every_cause_has_its_counter_and_bit() {
    let half = TxInfo {
        sent: false,
        ..write(1, 100, 101)
    };
    let mut narrow = read(1, 100, 100);
    narrow.segments[0].length = 0;
    let first = read_response(RespOpcode::READ_RESP_FIRST, 100, MTU);
    let only = read_response(RespOpcode::READ_RESP_ONLY, 100, MTU);
    let cases: [(Cause, &str, CompHeader, TxInfo); 13] = [
        (
            Cause::MALFORMED,
            "malformed",
            CompHeader {
                tver: 1,
                ..ack(100)
            },
            half.clone(),
        ),
        (
            Cause::INVALID_QP,
            "invalid_qp",
            CompHeader {
                dest_qpn: 1 << 16,
                ..ack(100)
            },
            half.clone(),
        ),
        (
            Cause::IP_MISMATCH,
            "ip_mismatch",
            CompHeader {
                src_ip: 0,
                ..ack(100)
            },
            half.clone(),
        ),
        (
            Cause::PKEY_MISMATCH,
            "pkey_mismatch",
            CompHeader {
                pkey: 0,
                ..ack(100)
            },
            half.clone(),
        ),
        (Cause::DUPLICATE, "duplicate", nak(99, 0x60), half.clone()),
        (Cause::LARGE_PSN, "large_psn", ack(NEXT), half.clone()),
        (
            Cause::SACK_REFUSED,
            "sack_refused",
            sack(100, 1),
            half.clone(),
        ),
        (Cause::GHOST, "ghost", ack(100), TxInfo::default()),
        (Cause::NOT_SENT, "not_sent", ack(102), half),
        (Cause::MISSING, "missing", ack(101), read(1, 100, 103)),
        (Cause::WRONG_KIND, "wrong_kind", ack(100), read(1, 100, 103)),
        (
            Cause::OUT_OF_SEQUENCE,
            "out_of_sequence",
            only.clone(),
            read(1, 100, 103),
        ),
        (Cause::LOCAL_LENGTH, "local_length", only, narrow),
    ];
    for (cause, name, header, entry) in cases {
        let mut registers = brought_up();
        take(&mut registers, &header, &context(), &[entry]);
        let bits = map::BLOCK.register("sticky").map_or(&[][..], |r| r.fields);
        let bit = bits.iter().find(|f| f.name == name).map(|f| 1 << f.lsb);
        assert_eq!(Some(registers.peek(map::STICKY).data), bit, "{cause}");
        let bad = [
            Cause::WRONG_KIND,
            Cause::OUT_OF_SEQUENCE,
            Cause::LOCAL_LENGTH,
        ]
        .contains(&cause);
        let counter = format!("{}_hwcnt", if bad { "bad_response" } else { name });
        assert!(
            shown(&registers)
                .iter()
                .any(|(n, v)| *n == counter && *v == 1),
            "{cause}"
        );
    }
    let mut registers = brought_up();
    let short = CompHeader {
        payload_len: 3,
        ..first
    };
    take(&mut registers, &short, &context(), &[read(1, 100, 103)]);
    assert_eq!(registers.peek(map::STICKY).data, map::STICKY_WRONG_LENGTH);
}

#[test]
fn cnp_counts() {
    let mut registers = brought_up();
    take(&mut registers, &header(RespOpcode::CNP, 0), &context(), &[]);
    assert_eq!(shown(&registers), [("response_hwcnt", 1), ("cnp_hwcnt", 1)]);
}

#[test]
fn reading_sticky_clears_what_it_returned() {
    let mut registers = brought_up();
    take(&mut registers, &ack(NEXT), &context(), &[]);
    assert_eq!(registers.read(map::STICKY).data, map::STICKY_LARGE_PSN);
    assert_eq!(registers.read(map::STICKY).data, 0);
    assert_eq!(registers.read(map::LARGE_PSN_HWCNT).data, 1);
    assert_eq!(
        registers.read(map::LARGE_PSN_HWCNT).data,
        1,
        "counters stay"
    );
}

#[test]
fn reset_leaves_sticky_alone() {
    let mut registers = brought_up();
    take(&mut registers, &ack(NEXT), &context(), &[]);
    registers.reset();
    assert_eq!(shown(&registers), [("sticky", map::STICKY_LARGE_PSN)]);
}

#[test]
fn sticky_is_unknown_until_read_once() {
    let mut registers = Registers::power_up();
    let all_bits = (map::STICKY_FLUSH << 1) - 1;
    assert_eq!(registers.peek(map::STICKY).known, !all_bits);
    take(&mut registers, &ack(NEXT), &context(), &[]);
    assert_eq!(
        registers.peek(map::STICKY).known,
        !all_bits | map::STICKY_LARGE_PSN
    );
    registers.reset();
    assert_ne!(registers.read(map::STICKY).known, !0);
    assert_eq!(registers.read(map::STICKY).known, !0);
}

#[test]
fn the_bus_refuses_writes_and_other_addresses() {
    let mut registers = brought_up();
    assert_eq!(registers.read(map::VERSION).data, 0x0001_0000);
    for offset in [0x10, 0x41, 0xA8, 0xFFC, u32::MAX] {
        let answer = registers.read(offset);
        assert_eq!(
            (answer.response, answer.data),
            (BusResponse::DecodeError, 0),
            "{offset:#x}"
        );
        assert_eq!(
            registers.write(offset),
            BusResponse::DecodeError,
            "{offset:#x}"
        );
    }
    assert_eq!(registers.write(map::STICKY), BusResponse::SlaveError);
    assert_eq!(
        registers.write(map::MR_DEREG_HWCNT),
        BusResponse::SlaveError
    );
    let codes = [
        BusResponse::Okay,
        BusResponse::SlaveError,
        BusResponse::DecodeError,
    ];
    assert_eq!(codes.map(BusResponse::code), [0, 2, 3]);
}

#[test]
fn control_commands_count_when_done() {
    let mut registers = brought_up();
    let destroy = QpControl {
        op: QpOp::DESTROY,
        qpn: QPN,
        ..QpControl::default()
    };
    let (qp, _) = QpCommand::new(&destroy);
    let deregister = MrControl {
        op: MrOp::DEREGISTER,
        ..MrControl::default()
    };
    let (mut mr, _) = MrCommand::new(&deregister);
    mr.fenced().unwrap();
    mr.flushed().unwrap();
    for next in [qp.next(), mr.next()] {
        let model::completer_frontend::Next::Done(outcome) = next else {
            panic!("not over")
        };
        registers.control(&outcome);
    }
    assert_eq!(
        shown(&registers),
        [("qp_destroy_hwcnt", 1), ("mr_dereg_hwcnt", 1)]
    );
}
