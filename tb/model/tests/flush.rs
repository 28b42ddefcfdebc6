//! Flush behind a failure (contract 4).

use crate::support::{context, nak, read, run, write};
use model::completer_frontend::Port;
use rdma::layouts::{Cause, TxInfo};

#[test]
fn every_valid_entry_behind_a_failure_is_flushed_in_order() {
    let unsignaled = TxInfo {
        signaled: false,
        ..write(0, 104, 104)
    };
    let queued = TxInfo {
        started: false,
        sent: false,
        ..read(1, 105, 106)
    };
    let beyond = TxInfo {
        valid: false,
        ..write(2, 107, 107)
    };
    let run = run(
        &nak(100, 0x62),
        &context(),
        &[write(0xFFFF, 100, 103), unsignaled, queued, beyond],
    );
    assert_eq!(run.on(Port::Oldest), ["qpn=3"]);
    assert_eq!(
        run.on(Port::Entry),
        ["qpn=3", "qpn=3 wqe_index=1", "qpn=3 wqe_index=2"]
    );
    assert_eq!(
        run.on(Port::ErrorCqe),
        [
            "opcode=WRITE status=REM_ACCESS wqe_counter=ffff qpn=3 wr_id=1aaff vendor_error=62 source=COMPLETER_FRONTEND cause=REMOTE_NAK",
            "opcode=WRITE status=WR_FLUSH qpn=3 wr_id=ab00 source=COMPLETER_FRONTEND cause=FLUSH",
            "opcode=READ status=WR_FLUSH wqe_counter=1 qpn=3 wr_id=ab01 source=COMPLETER_FRONTEND cause=FLUSH",
        ]
    );
    assert_eq!(
        run.on(Port::Swq),
        [
            "op=DELETE qpn=3 wqe_index=ffff",
            "op=DELETE qpn=3",
            "op=DELETE qpn=3 wqe_index=1",
        ]
    );
    assert_eq!(
        (run.outcome.flushed, run.outcome.cause),
        (2, Cause::REMOTE_NAK)
    );
    assert_eq!(run.on(Port::Context).len(), 2, "one READ, one WRITE");
}

#[test]
fn a_failure_with_nothing_behind_it_still_looks() {
    let run = run(&nak(100, 0x62), &context(), &[write(5, 100, 103)]);
    assert_eq!(run.on(Port::Entry), ["qpn=3 wqe_index=6"]);
    assert_eq!(run.outcome.flushed, 0);
}

/// The flush starts behind the entry that failed, not behind the oldest one.
#[test]
fn implied_completions_before_a_failure_are_success() {
    let entries = [write(1, 100, 100), write(2, 101, 102), write(3, 103, 103)];
    let run = run(&nak(101, 0x61), &context(), &entries);
    assert_eq!(run.on(Port::Cqe).len(), 1);
    assert_eq!(run.on(Port::ErrorCqe).len(), 2);
    assert_eq!(
        (
            run.outcome.completed,
            run.outcome.implied,
            run.outcome.flushed
        ),
        (1, 1, 1)
    );
}
