//! What is sampled.

use model::completer_frontend::Outcome;
use rdma::layouts::{CompHeader, MrControl, QpContext, QpControl, TxInfo};

/// One response that came to its end.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    /// The header.
    pub header: &'a CompHeader,
    /// The context it read.
    pub context: &'a QpContext,
    /// The queue entries it read, in order: completed by an implied ACK, the one that decided, flushed,
    /// and the one that is not valid behind those.
    pub entries: &'a [TxInfo],
    /// What the model decided.
    pub outcome: &'a Outcome,
    /// Rules that demanded its beats, a bit each, numbered as in `Rule::ALL`.
    pub rules: u64,
    /// Output ports on which a beat of it waited for ready, a bit each, numbered as in `Port::ALL`.
    pub stalled: u32,
    /// Transactions of the same QP that were in flight when it began.
    pub same_qp: u32,
    /// All transactions that were in flight when it began.
    pub in_flight: u32,
    /// Cycles from the header to the last effect.
    pub latency: u64,
}

/// One control command that came to its end.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    /// The command.
    pub command: Command<'a>,
    /// The queue entries it read: flushed, and the one that is not valid behind those.
    pub entries: &'a [TxInfo],
    /// What the model decided.
    pub outcome: &'a Outcome,
    /// Rules that demanded its beats, a bit each, numbered as in `Rule::ALL`.
    pub rules: u64,
    /// Output ports on which a beat of it waited for ready, a bit each, numbered as in `Port::ALL`.
    pub stalled: u32,
    /// Transactions of the same QP that were in flight when it began.
    pub same_qp: u32,
    /// All transactions that were in flight when it began.
    pub in_flight: u32,
    /// Cycles from the command to the last effect.
    pub latency: u64,
}

/// A control command.
#[derive(Clone, Copy, Debug)]
pub enum Command<'a> {
    /// Of a QP.
    Qp(&'a QpControl),
    /// Of a memory region.
    Mr(&'a MrControl),
}
