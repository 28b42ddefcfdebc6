//! QP control commands (contract 7).

use super::flush::flush_entry;
use super::{Beat, Effect, Effects, Next, Outcome, Rule, Step};
use crate::Error;
use rdma::layouts::{
    ContextAccess, ContextOp, QpControl, QpNotice, QpOp, QpState, SwqCleanup, SwqReadInit, TxInfo,
};

/// One QP control command on its way through the contract.
#[derive(Clone, Debug)]
pub struct QpCommand {
    qpn: u32,
    outcome: Outcome,
    next: Next,
}

impl QpCommand {
    /// Takes a beat of `s_qp_control_cmd`.
    pub fn new(command: &QpControl) -> (Self, Step) {
        let to_error = command.op == QpOp::MODIFY && command.new_state == QpState::ERR;
        let (rule, effects) = match command.op {
            QpOp::DESTROY => (Rule::QpDestroyed, destroy(command.qpn)),
            _ if to_error => (Rule::QpToError, move_to_error(command)),
            _ => (
                Rule::QpPassed,
                vec_of([Beat::QpControl(command.clone())], Rule::QpPassed),
            ),
        };
        let outcome = Outcome::new(rule);
        let next = if to_error {
            Next::Oldest
        } else {
            Next::Done(outcome)
        };
        (
            Self {
                qpn: command.qpn,
                outcome,
                next,
            },
            Step { effects, next },
        )
    }

    /// What the command waits for.
    pub const fn next(&self) -> Next {
        self.next
    }

    /// Takes an entry of the flush: the oldest from `s_data_port_3`, then by index from
    /// `s_data_port_4`.
    ///
    /// # Errors
    /// If the command does not wait for an entry.
    pub fn entry(&mut self, entry: &TxInfo) -> Result<Step, Error> {
        if !matches!(self.next, Next::Oldest | Next::Entry) {
            return Err(Error::OutOfTurn {
                awaited: self.next,
                input: "an SWQ entry",
            });
        }
        let mut effects = Effects::new();
        self.next = flush_entry(self.qpn, entry, &mut self.outcome, &mut effects);
        Ok(Step {
            effects,
            next: self.next,
        })
    }
}

fn vec_of<const N: usize>(beats: [Beat; N], rule: Rule) -> Effects {
    beats
        .into_iter()
        .map(|beat| Effect { beat, rule })
        .collect()
}

fn move_to_error(command: &QpControl) -> Effects {
    let context = ContextAccess {
        op: ContextOp::WRITE,
        qpn: command.qpn,
        set_state: true,
        state: QpState::ERR,
        ..ContextAccess::default()
    };
    let oldest = SwqReadInit { qpn: command.qpn };
    let beats = [
        Beat::Context(context),
        Beat::QpControl(command.clone()),
        Beat::Oldest(oldest),
    ];
    vec_of(beats, Rule::QpToError)
}

fn destroy(qpn: u32) -> Effects {
    let context = ContextAccess {
        op: ContextOp::WRITE,
        qpn,
        set_valid: true,
        set_state: true,
        valid: false,
        state: QpState::RESET,
        ..ContextAccess::default()
    };
    // The low 16 bits, as on every notice.
    let notice = QpNotice { qpn: qpn as u16 };
    let beats = [
        Beat::Context(context),
        Beat::Cleanup(SwqCleanup { qpn }),
        Beat::QpDestroyed(notice),
    ];
    vec_of(beats, Rule::QpDestroyed)
}
