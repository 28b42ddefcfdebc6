//! QP and MR control commands. Contract 7, 8.

use coverage::{cover_enum, covergroup};
use rdma::layouts::{MrControl, MrOp, QpControl, QpOp, QpState};

use super::Control;

covergroup! {
    /// QP control commands against what was going on. Contract 7.
    #[testpoint = "completer.qp_control"]
    pub(super) QpCommands(c: &Control<'_>, command: &QpControl) {
        op: command.op => { each QpOp, unnamed: [0..=0, 4..=15] };
        new_state iff (command.op == QpOp::MODIFY): command.new_state => { each QpState, unnamed: 7..=15 };
        busy: busy(c) => each Busy;
        qpn: command.qpn >> 16 != 0 => { narrow: false, wide: true };
        // Cycles: a command that changes a QP waits for what is in flight there.
        latency: c.latency => { prompt: ..=15, waits: 16..=255, stalled: 256.. };
        cross op, busy;
        to_error: command.op == QpOp::MODIFY && command.new_state == QpState::ERR => each bool;
        cross to_error, busy;
        flushed iff (command.op == QpOp::MODIFY && command.new_state == QpState::ERR): c.outcome.flushed => {
            none: 0, one: 1, two: 2, few: 3..=7, many: 8..,
        };
        wqe_wrap iff (c.outcome.flushed > 1): c.entries.windows(2).any(|w| w[1].valid && w[0].wqe_index == 0xFFFF) => each bool;
        order: command.op => { pairs[]: ([QpOp::CREATE, QpOp::MODIFY, QpOp::DESTROY] => [QpOp::CREATE, QpOp::MODIFY, QpOp::DESTROY]) };
    }

    /// MR control commands. Contract 8.
    #[testpoint = "completer.mr_control"]
    pub(super) MrCommands(c: &Control<'_>, command: &MrControl) {
        op: command.op => { each MrOp, unnamed: [0..=0, 3..=15] };
        busy: c.in_flight > 0 => { idle: false, beside_others: true };
        cross op, busy;
        order: command.op => { pairs[]: ([MrOp::REGISTER, MrOp::DEREGISTER] => [MrOp::REGISTER, MrOp::DEREGISTER]) };
    }
}

/// What was in flight when a command came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Busy {
    Idle,
    /// Other QPs.
    Others,
    /// The command's own QP.
    SameQp,
}

cover_enum!(Busy {
    Idle,
    Others,
    SameQp
});

fn busy(c: &Control<'_>) -> Busy {
    match (c.same_qp, c.in_flight) {
        (0, 0) => Busy::Idle,
        (0, _) => Busy::Others,
        _ => Busy::SameQp,
    }
}
