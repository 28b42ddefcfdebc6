//! Completion-queue entries and the SWQ commands that go with them (contract 4).

use super::{Beat, Effect, Effects, Rule};
use rdma::layouts::{
    Cause, Cqe, SwqCommand, SwqOp, SwqRead, TxInfo, WcOpcode, WcStatus, WrOpcode, Wrapper,
};

/// The work-completion opcode of a work request; a request without a name counts as a SEND.
fn wc_opcode(opcode: WrOpcode) -> WcOpcode {
    match opcode {
        WrOpcode::WRITE | WrOpcode::WRITE_IMM => WcOpcode::WRITE,
        WrOpcode::READ => WcOpcode::READ,
        WrOpcode::CAS => WcOpcode::CAS,
        WrOpcode::FADD => WcOpcode::FADD,
        _ => WcOpcode::SEND,
    }
}

/// How an entry fails.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    pub(super) status: WcStatus,
    pub(super) cause: Cause,
    /// The syndrome behind REMOTE_NAK, else 0.
    pub(super) vendor_error: u8,
    pub(super) rule: Rule,
}

impl Failure {
    pub(super) const fn new(status: WcStatus, cause: Cause, rule: Rule) -> Self {
        Self {
            status,
            cause,
            vendor_error: 0,
            rule,
        }
    }
}

fn cqe(qpn: u32, entry: &TxInfo, status: WcStatus, cause: Cause) -> Cqe {
    Cqe {
        opcode: wc_opcode(entry.opcode),
        status,
        wqe_counter: entry.wqe_index,
        qpn,
        wr_id: entry.wr_id,
        source: Wrapper::COMPLETER_FRONTEND,
        cause,
        ..Cqe::default()
    }
}

/// An entry of channel 0, every field not given 0.
pub(super) fn swq_command(op: SwqOp, qpn: u32, entry: &TxInfo) -> SwqCommand {
    SwqCommand {
        op,
        qpn,
        wqe_index: entry.wqe_index,
        ..SwqCommand::default()
    }
}

/// Retires an entry with success: a CQE if it is signaled, and DELETE with reload.
pub(super) fn succeed(qpn: u32, entry: &TxInfo, rule: Rule, out: &mut Effects) {
    if entry.signaled {
        let byte_count = entry.message_len;
        let cqe = Cqe {
            byte_count,
            ..cqe(qpn, entry, WcStatus::SUCCESS, Cause::NONE)
        };
        out.push(Effect {
            beat: Beat::Cqe(cqe),
            rule,
        });
    }
    delete(qpn, entry, true, rule, out);
}

/// Retires an entry with an error: a CQE always, and DELETE without reload.
pub(super) fn fail(qpn: u32, entry: &TxInfo, failure: Failure, out: &mut Effects) {
    let Failure {
        status,
        cause,
        vendor_error,
        rule,
    } = failure;
    let cqe = Cqe {
        vendor_error,
        ..cqe(qpn, entry, status, cause)
    };
    out.push(Effect {
        beat: Beat::ErrorCqe(cqe),
        rule,
    });
    delete(qpn, entry, false, rule, out);
}

fn delete(qpn: u32, entry: &TxInfo, reload: bool, rule: Rule, out: &mut Effects) {
    let command = SwqCommand {
        reload,
        ..swq_command(SwqOp::DELETE, qpn, entry)
    };
    out.push(Effect {
        beat: Beat::Swq(command),
        rule,
    });
}

/// Asks for the entry behind this one; the index wraps.
pub(super) fn read_next(qpn: u32, entry: &TxInfo, rule: Rule, out: &mut Effects) {
    let wqe_index = entry.wqe_index.wrapping_add(1);
    out.push(Effect {
        beat: Beat::Entry(SwqRead { qpn, wqe_index }),
        rule,
    });
}
