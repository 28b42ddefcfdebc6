//! The look-up table: which row a response takes against one entry (contract 4).

use super::Rule;
use super::end::{is_plain_ack, is_positive, is_read_response, judged_psn};
use rdma::layouts::{CompHeader, RespOpcode, TxInfo, WrOpcode};
use rdma::{NakCode, Psn, Syndrome};

/// What an entry waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// WRITE/SEND: every opcode but those below.
    Send,
    Read,
    Atomic,
}

fn kind(opcode: WrOpcode) -> Kind {
    match opcode {
        WrOpcode::READ => Kind::Read,
        WrOpcode::CAS | WrOpcode::FADD => Kind::Atomic,
        _ => Kind::Send,
    }
}

/// The first row that fits; `expected` is the contract's `e`, `entry` its `W`.
pub(super) fn row(header: &CompHeader, expected: Psn, entry: &TxInfo) -> Rule {
    if !entry.valid || !entry.started {
        return Rule::Ghost;
    }
    let psn = judged_psn(header);
    let last = Psn::new(entry.last_psn);
    let kind = kind(entry.opcode);
    if psn.is_after(last) {
        return match kind {
            _ if !entry.sent => Rule::NotSent,
            Kind::Send => Rule::ImpliedAck,
            Kind::Read | Kind::Atomic => Rule::ImpliedNak,
        };
    }
    let plain_ack = is_plain_ack(header);
    if psn.is_before(expected) {
        let completes = plain_ack && psn == last && kind == Kind::Send && entry.sent;
        return if completes {
            Rule::LateAck
        } else {
            Rule::Stale
        };
    }
    if psn.is_after(expected) && kind != Kind::Send {
        return Rule::Missing;
    }
    if plain_ack && kind == Kind::Send {
        return Rule::Ack;
    }
    by_opcode(header, kind)
}

/// Rows 9 to 15.
fn by_opcode(header: &CompHeader, kind: Kind) -> Rule {
    match header.opcode {
        RespOpcode::ACKNOWLEDGE if header.sack => Rule::Sack,
        RespOpcode::ACKNOWLEDGE => match Syndrome::from(header.syndrome) {
            Syndrome::Nak {
                code: NakCode::PSN_SEQUENCE,
            } => Rule::SequenceNak,
            Syndrome::Nak { .. } => Rule::RemoteNak,
            Syndrome::Rnr { .. } => Rule::RnrNak,
            Syndrome::Ack { .. } | Syndrome::Reserved(_) => Rule::WrongKind,
        },
        RespOpcode::ATOMIC_ACK if kind == Kind::Atomic && is_positive(header) => Rule::AtomicAck,
        RespOpcode::READ_RESP_MIDDLE if kind == Kind::Read => Rule::ReadResponse,
        opcode if is_read_response(opcode) && kind == Kind::Read && is_positive(header) => {
            Rule::ReadResponse
        }
        _ => Rule::WrongKind,
    }
}
