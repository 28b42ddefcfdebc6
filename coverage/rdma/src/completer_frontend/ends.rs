//! How responses end: outcome by kind, end conditions, QP states, payload decisions.

use coverage::{cover_enum, covergroup};
use model::completer_frontend::{Beat, Rule};
use rdma::layouts::{Cause, CompHeader, DropDecision, QpContext, QpState, RespOpcode};
use rdma::{Psn, Syndrome};

use super::facts::{Facts, Kind};

covergroup! {
    /// What each kind of response led to: NONE for one that made progress, and for a CNP. Contract 3, 4.
    #[testpoint = "completer.outcome"]
    pub(super) ResponseOutcome(f: &Facts<'_>) {
        kind: f.kind => each Kind;
        // FLUSH is the cause of entries behind a failed one, never of a response.
        cause: f.outcome.cause => { each Cause, illegal flush: Cause::FLUSH };
        cross kind, cause => {
            // The very first check condemns them.
            illegal malformed: (Reserved | Unknown, NONE | INVALID_QP | NOT_RTS | IP_MISMATCH | PKEY_MISMATCH | DUPLICATE
                | LARGE_PSN | SACK_REFUSED | GHOST | NOT_SENT | MISSING | IMPLIED_NAK | WRONG_KIND | OUT_OF_SEQUENCE
                | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION | REMOTE_NAK),
            // A CNP ends before PSNs are looked at.
            illegal notice: (Cnp, DUPLICATE | LARGE_PSN | SACK_REFUSED | GHOST | NOT_SENT | MISSING | IMPLIED_NAK
                | WRONG_KIND | OUT_OF_SEQUENCE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION | REMOTE_NAK),
            illegal refused: (Ack | SequenceNak | FatalNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly
                | AtomicAck, SACK_REFUSED),
            illegal fatal: [(FatalNak, NONE),
                (Ack | Sack | SequenceNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly | AtomicAck, REMOTE_NAK)],
            // Rows 9 to 12 ask nothing of the entry.
            illegal any_entry: (Sack | SequenceNak | FatalNak | RnrNak, WRONG_KIND),
            illegal no_data: [(Ack | Sack | SequenceNak | FatalNak | RnrNak,
                OUT_OF_SEQUENCE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION), (AtomicAck, OUT_OF_SEQUENCE | WRONG_LENGTH)],
        };
    }

    /// Which end condition held first, in what form, and what else held behind it. Contract 3.
    #[testpoint = "completer.end"]
    pub(super) EndConditions(f: &Facts<'_>, held: u16) {
        first: condition(f.outcome.rule) => each Condition;
        malformed: malformed(f) => each Malformed;
        invalid_qp iff (f.outcome.rule == Rule::InvalidQp): f.header.dest_qpn >> 16 != 0 => { no_context: false, wide_qpn: true };
        address iff (f.outcome.rule == Rule::IpMismatch):
            2 * u8::from(f.header.src_ip != f.context.peer_ip) + u8::from(f.header.dst_ip != f.context.own_ip)
            => { own: 1, peer: 2, both: 3 };
        pkey iff (f.outcome.rule == Rule::PkeyMismatch): (f.header.pkey ^ f.context.pkey) >> 15 => { one_membership: 0, other_membership: 1 };
        large_psn iff (f.outcome.rule == Rule::LargePsn): large_psn(f) => { next: 0, far: 1.., highest_sack_bit: ..0 };
        // Nothing comes before MALFORMED, and what opcode it is says nothing against a header.
        behind: behind(f.outcome.rule, held) => { each Condition, ignore never: [Condition::Malformed, Condition::Cnp] };
        // A condition that holds behind another must not show.
        order: cross first, behind => {
            ignore not_behind: if |first, behind| behind.low() <= first.low(),
            // A CNP's PSN means nothing.
            ignore notice: (Cnp, _),
        };
    }

    /// The QP's state against how far a response came. Contract 3: only RTS and SQD take responses.
    #[testpoint = "completer.state"]
    pub(super) QpStates(f: &Facts<'_>) {
        state: f.context.state => { each QpState, unnamed: 7..=15 };
        fate: fate(f) => each Fate;
        cross state, fate => {
            illegal refused: (RTS | SQD, NotRts),
            illegal taken: (RESET | INIT | RTR | SQE | ERR | unnamed, Ended | Looked),
        };
    }

    /// The decisions on payloads by stage and cause. Contract 2, 3, 4.
    #[testpoint = "completer.drop"]
    pub(super) DropDecisions(stage: u8, decision: &DropDecision) {
        stage: stage => { drop[]: 1..=3 };
        cause: decision.cause => { each Cause, illegal never: [Cause::FLUSH, Cause::REMOTE_NAK, Cause::SACK_REFUSED] };
        drop: decision.drop => each bool;
        kept: cross cause, drop => {
            illegal kept: (MALFORMED | INVALID_QP | NOT_RTS | IP_MISMATCH | PKEY_MISMATCH | DUPLICATE | LARGE_PSN | GHOST
                | NOT_SENT | MISSING | IMPLIED_NAK | WRONG_KIND | OUT_OF_SEQUENCE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION, false),
            illegal dropped: (NONE, true),
        };
        cross stage, cause => {
            illegal first: ("drop[1]", GHOST | NOT_SENT | MISSING | IMPLIED_NAK | WRONG_KIND | OUT_OF_SEQUENCE | WRONG_LENGTH
                | LOCAL_LENGTH | TRANSLATION),
            // Row 6 takes plain ACKs only, which bear no payload: see LookUpTable.
            illegal second: ("drop[2]", MALFORMED | INVALID_QP | NOT_RTS | IP_MISMATCH | PKEY_MISMATCH | DUPLICATE | LARGE_PSN
                | TRANSLATION),
            illegal third: ("drop[3]", MALFORMED | INVALID_QP | NOT_RTS | IP_MISMATCH | PKEY_MISMATCH | DUPLICATE | LARGE_PSN
                | GHOST | NOT_SENT | MISSING | IMPLIED_NAK | WRONG_KIND | OUT_OF_SEQUENCE | WRONG_LENGTH | LOCAL_LENGTH),
        };
    }
}

/// The conditions of contract 3, in its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    Malformed,
    InvalidQp,
    NotRts,
    IpMismatch,
    PkeyMismatch,
    Cnp,
    Duplicate,
    LargePsn,
    SackRefused,
}

cover_enum!(Condition {
    Malformed,
    InvalidQp,
    NotRts,
    IpMismatch,
    PkeyMismatch,
    Cnp,
    Duplicate,
    LargePsn,
    SackRefused
});

const CONDITIONS: [(Rule, Condition); 9] = [
    (Rule::Malformed, Condition::Malformed),
    (Rule::InvalidQp, Condition::InvalidQp),
    (Rule::NotRts, Condition::NotRts),
    (Rule::IpMismatch, Condition::IpMismatch),
    (Rule::PkeyMismatch, Condition::PkeyMismatch),
    (Rule::Cnp, Condition::Cnp),
    (Rule::OldDuplicate, Condition::Duplicate),
    (Rule::LargePsn, Condition::LargePsn),
    (Rule::SackRefused, Condition::SackRefused),
];

fn condition(rule: Rule) -> Option<Condition> {
    CONDITIONS
        .iter()
        .find(|(of, _)| *of == rule)
        .map(|(_, condition)| *condition)
}

/// Whether a response ended by section 3.
pub(super) fn is_condemned(f: &Facts<'_>) -> bool {
    condition(f.outcome.rule).is_some()
}

/// Which conditions hold that may stand behind another, a bit each.
pub(super) fn held(header: &CompHeader, context: &QpContext, psn: Psn) -> u16 {
    let unacked = Psn::new(context.unacked_psn);
    let holds = [
        (
            Condition::InvalidQp,
            !context.valid || header.dest_qpn >> 16 != 0,
        ),
        (
            Condition::NotRts,
            context.state != QpState::RTS && context.state != QpState::SQD,
        ),
        (
            Condition::IpMismatch,
            header.src_ip != context.peer_ip || header.dst_ip != context.own_ip,
        ),
        (
            Condition::PkeyMismatch,
            (header.pkey ^ context.pkey) & 0x7FFF != 0,
        ),
        (
            Condition::Duplicate,
            psn.is_before(unacked) && header.opcode != RespOpcode::ACKNOWLEDGE,
        ),
        (
            Condition::LargePsn,
            !psn.is_before(Psn::new(context.next_psn)),
        ),
        (
            Condition::SackRefused,
            header.sack && !context.selective_repeat,
        ),
    ];
    holds.iter().fold(0, |bits, (condition, holds)| {
        bits | u16::from(*holds) << *condition as u16
    })
}

/// The next condition that holds behind the one that ended the response.
fn behind(rule: Rule, held: u16) -> Option<Condition> {
    let first = condition(rule)?;
    let later = held >> (first as u16 + 1);
    let next = (later != 0).then(|| first as usize + 1 + later.trailing_zeros() as usize)?;
    CONDITIONS.get(next).map(|(_, condition)| *condition)
}

/// Forms of MALFORMED, in the order of the contract.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Malformed {
    BadLength,
    Version,
    Opcode,
    /// `payload_present` without a length.
    NoLength,
    /// A length without `payload_present`.
    NoPayload,
    /// Payload with an opcode that has none.
    StrayPayload,
    ReservedSyndrome,
    SackOpcode,
    SackSyndrome,
}

cover_enum!(Malformed {
    BadLength,
    Version,
    Opcode,
    NoLength,
    NoPayload,
    StrayPayload,
    ReservedSyndrome,
    SackOpcode,
    SackSyndrome,
});

fn malformed(f: &Facts<'_>) -> Option<Malformed> {
    if f.outcome.rule != Rule::Malformed {
        return None;
    }
    let h = f.header;
    Some(match () {
        () if h.bad_length => Malformed::BadLength,
        () if h.tver != 0 => Malformed::Version,
        () if f.kind == Kind::Unknown => Malformed::Opcode,
        () if h.payload_present && h.payload_len == 0 => Malformed::NoLength,
        () if !h.payload_present && h.payload_len != 0 => Malformed::NoPayload,
        () if h.payload_present
            && [Kind::Ack, Kind::Sack, Kind::AtomicAck, Kind::Cnp].contains(&f.kind) =>
        {
            Malformed::StrayPayload
        }
        () if h.sack && h.opcode != RespOpcode::ACKNOWLEDGE => Malformed::SackOpcode,
        () if h.sack && !matches!(f.syndrome, Syndrome::Ack { .. }) => Malformed::SackSyndrome,
        () => Malformed::ReservedSyndrome,
    })
}

/// How far `p` is beyond the last PSN sent; negative if only a SACK's highest bit is.
fn large_psn(f: &Facts<'_>) -> i32 {
    f.psn - Psn::new(f.context.next_psn)
}

/// How far a response to a valid QP came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    NotRts,
    /// By a later end condition, or as a CNP.
    Ended,
    /// To the look-up table.
    Looked,
}

cover_enum!(Fate {
    NotRts,
    Ended,
    Looked
});

fn fate(f: &Facts<'_>) -> Option<Fate> {
    match f.outcome.rule {
        Rule::Malformed | Rule::InvalidQp => None,
        Rule::NotRts => Some(Fate::NotRts),
        rule if condition(rule).is_some() => Some(Fate::Ended),
        _ => Some(Fate::Looked),
    }
}

/// The stage and the decision of a beat on one of the drop streams.
pub(super) fn decision(beat: &Beat) -> Option<(u8, &DropDecision)> {
    match beat {
        Beat::Drop1(decision) => Some((1, decision)),
        Beat::Drop2(decision) => Some((2, decision)),
        Beat::Drop3(decision) => Some((3, decision)),
        _ => None,
    }
}
