//! What the covergroups ask of a response, worked out once.

use coverage::cover_enum;
use model::completer_frontend::{Outcome, Rule};
use rdma::layouts::{Cause, CompHeader, QpContext, RespOpcode, TxInfo, WrOpcode};
use rdma::{Psn, Syndrome};

use super::Response;

/// A response and what follows from it.
pub(super) struct Facts<'a> {
    pub(super) header: &'a CompHeader,
    pub(super) context: &'a QpContext,
    pub(super) entries: &'a [TxInfo],
    pub(super) outcome: &'a Outcome,
    /// The entry that decided, if the look-up table was reached: the contract's `W`.
    pub(super) entry: Option<&'a TxInfo>,
    pub(super) syndrome: Syndrome,
    pub(super) kind: Kind,
    pub(super) end: End,
    /// The contract's `p`.
    pub(super) psn: Psn,
    pub(super) same_qp: u32,
    pub(super) in_flight: u32,
    pub(super) latency: u64,
}

/// What a response says, by opcode and syndrome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Ack,
    Sack,
    SequenceNak,
    FatalNak,
    RnrNak,
    ReadFirst,
    ReadMiddle,
    ReadLast,
    ReadOnly,
    AtomicAck,
    Cnp,
    /// An ACKNOWLEDGE with a reserved syndrome.
    Reserved,
    /// An opcode without a name.
    Unknown,
}

cover_enum!(Kind {
    Ack,
    Sack,
    SequenceNak,
    FatalNak,
    RnrNak,
    ReadFirst,
    ReadMiddle,
    ReadLast,
    ReadOnly,
    AtomicAck,
    Cnp,
    Reserved,
    Unknown,
});

/// How a response ended, coarsely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// By header and context alone (contract 3).
    Condemned,
    /// A CNP.
    Notified,
    /// It made progress.
    Accepted,
    /// Its entry went to the retry path.
    HandedOver,
    /// By the look-up table, without more.
    Dropped,
    /// Its entry failed.
    Failed,
}

cover_enum!(End {
    Condemned,
    Notified,
    Accepted,
    HandedOver,
    Dropped,
    Failed
});

/// What an entry waits for (contract 4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waits {
    /// WRITE/SEND: an ACK.
    Send,
    Read,
    Atomic,
}

cover_enum!(Waits { Send, Read, Atomic });

impl<'a> Facts<'a> {
    pub(super) fn new(response: &Response<'a>) -> Self {
        let (header, outcome) = (response.header, response.outcome);
        let syndrome = Syndrome::from(header.syndrome);
        Self {
            header,
            context: response.context,
            entries: response.entries,
            outcome,
            entry: response.entries.get(outcome.implied as usize),
            syndrome,
            kind: kind(header, syndrome),
            end: end(outcome),
            psn: Psn::new(if header.sack {
                header.sack_base
            } else {
                header.psn
            }),
            same_qp: response.same_qp,
            in_flight: response.in_flight,
            latency: response.latency,
        }
    }

    /// The contract's `W`, unless it is nothing.
    pub(super) fn valid_entry(&self) -> Option<&'a TxInfo> {
        self.entry.filter(|entry| entry.valid)
    }

    /// Whether the response came past the checks that ask nothing of its PSN.
    pub(super) fn has_psn(&self) -> bool {
        self.outcome.rule > Rule::Cnp
    }

    pub(super) fn payload_len(&self) -> u32 {
        u32::from(self.header.payload_len)
    }
}

fn kind(header: &CompHeader, syndrome: Syndrome) -> Kind {
    match (header.opcode, syndrome) {
        (RespOpcode::ACKNOWLEDGE, _) if header.sack => Kind::Sack,
        (RespOpcode::ACKNOWLEDGE, Syndrome::Ack { .. }) => Kind::Ack,
        (RespOpcode::ACKNOWLEDGE, Syndrome::Rnr { .. }) => Kind::RnrNak,
        (RespOpcode::ACKNOWLEDGE, Syndrome::Nak { code }) if code.get() == 0 => Kind::SequenceNak,
        (RespOpcode::ACKNOWLEDGE, Syndrome::Nak { .. }) => Kind::FatalNak,
        (RespOpcode::ACKNOWLEDGE, Syndrome::Reserved(_)) => Kind::Reserved,
        (RespOpcode::READ_RESP_FIRST, _) => Kind::ReadFirst,
        (RespOpcode::READ_RESP_MIDDLE, _) => Kind::ReadMiddle,
        (RespOpcode::READ_RESP_LAST, _) => Kind::ReadLast,
        (RespOpcode::READ_RESP_ONLY, _) => Kind::ReadOnly,
        (RespOpcode::ATOMIC_ACK, _) => Kind::AtomicAck,
        (RespOpcode::CNP, _) => Kind::Cnp,
        _ => Kind::Unknown,
    }
}

fn end(outcome: &Outcome) -> End {
    match outcome.rule {
        Rule::Cnp => End::Notified,
        rule if rule <= Rule::SackRefused => End::Condemned,
        _ if outcome.failed.is_some() => End::Failed,
        Rule::ImpliedNak | Rule::Sack | Rule::SequenceNak | Rule::RnrNak => End::HandedOver,
        _ if outcome.cause == Cause::NONE => End::Accepted,
        _ => End::Dropped,
    }
}

/// What an entry of this opcode waits for.
pub(super) fn waits(opcode: WrOpcode) -> Waits {
    match opcode {
        WrOpcode::READ => Waits::Read,
        WrOpcode::CAS | WrOpcode::FADD => Waits::Atomic,
        _ => Waits::Send,
    }
}

/// Whether the PSNs from one to the other pass FFFFFF -> 000000.
pub(super) fn passes_wrap(a: Psn, b: u32) -> bool {
    a.get() as i32 - b as i32 != distance(a, b)
}

/// How far `a` is behind `b`, negative when before.
pub(super) fn distance(a: Psn, b: u32) -> i32 {
    a - Psn::new(b)
}
