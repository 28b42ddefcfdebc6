//! What came to its end, with what coverage wants to know of it.

use model::completer_frontend::{Outcome, Rule};
use rdma::layouts::{CompHeader, MrControl, QpContext, QpControl, TxInfo};

use super::beat::describe_header;

/// A response that was taken through the contract to its end.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Cycle in which its last beat was seen.
    pub cycle: u64,
    /// Cycles since its header was accepted.
    pub latency: u64,
    /// The header.
    pub header: CompHeader,
    /// The context it read.
    pub context: QpContext,
    /// What the model decided.
    pub outcome: Outcome,
    /// What was seen on the way.
    pub trace: Trace,
}

/// A control command that was taken through the contract to its end.
#[derive(Clone, Debug)]
pub struct Control {
    /// Cycle in which its last beat was seen.
    pub cycle: u64,
    /// Cycles since it was accepted.
    pub latency: u64,
    /// The command.
    pub command: Command,
    /// What the model decided.
    pub outcome: Outcome,
    /// What was seen on the way.
    pub trace: Trace,
}

/// A control command.
#[derive(Clone, Debug)]
pub enum Command {
    /// From `s_qp_control_cmd`.
    Qp(QpControl),
    /// From `s_mr_ctrl_stream`.
    Mr(MrControl),
}

/// What was seen of a transaction, for coverage.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The queue entries it read, in order: completed by an implied ACK, the one that decided, flushed,
    /// and the one that is not valid behind those.
    pub entries: Vec<TxInfo>,
    /// Rules that demanded its beats, a bit each, numbered as in `Rule::ALL`.
    pub rules: u64,
    /// Output ports on which a beat of it waited for ready, a bit each, numbered as in `Port::ALL`.
    pub stalled: u32,
    /// Transactions of the same QP that were in flight when it began.
    pub same_qp: u32,
    /// All transactions that were in flight when it began.
    pub in_flight: u32,
}

impl Finished {
    /// The rule that decided the response's fate.
    pub fn rule(&self) -> Rule {
        self.outcome.rule
    }

    /// A copy without what was seen on the way.
    pub(super) fn short(&self) -> Self {
        Self {
            header: self.header.clone(),
            context: QpContext::default(),
            trace: Trace::default(),
            ..*self
        }
    }

    /// The response and its end in a line.
    pub(super) fn describe(&self) -> String {
        let (text, began) = (describe_header(&self.header), self.cycle - self.latency);
        format!("{text} (cycle {began}) ended by {}", self.outcome.rule)
    }
}
