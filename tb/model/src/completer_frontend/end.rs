//! End conditions: what the header and the context alone condemn (contract 3).

use super::Rule;
use rdma::layouts::{Cause, CompHeader, QpContext, QpState, RespOpcode};
use rdma::{Psn, Syndrome};

/// The PSN a response is judged by: a SACK's base, else the BTH PSN.
pub(super) const fn judged_psn(header: &CompHeader) -> Psn {
    Psn::new(if header.sack {
        header.sack_base
    } else {
        header.psn
    })
}

/// ACKNOWLEDGE, positive, no SACK.
pub(super) fn is_plain_ack(header: &CompHeader) -> bool {
    header.opcode == RespOpcode::ACKNOWLEDGE && is_positive(header) && !header.sack
}

/// The syndrome's bits 7:5 are 000.
pub(super) fn is_positive(header: &CompHeader) -> bool {
    matches!(Syndrome::from(header.syndrome), Syndrome::Ack { .. })
}

/// FIRST, MIDDLE, LAST or ONLY.
pub(super) fn is_read_response(opcode: RespOpcode) -> bool {
    matches!(
        opcode,
        RespOpcode::READ_RESP_FIRST
            | RespOpcode::READ_RESP_MIDDLE
            | RespOpcode::READ_RESP_LAST
            | RespOpcode::READ_RESP_ONLY
    )
}

/// The packet carries an AETH: all but MIDDLE and CNP.
pub(super) fn has_aeth(opcode: RespOpcode) -> bool {
    opcode != RespOpcode::READ_RESP_MIDDLE && opcode != RespOpcode::CNP
}

/// The first end condition that holds, if any; a CNP ends with cause NONE.
pub(super) fn end_condition(header: &CompHeader, context: &QpContext) -> Option<(Rule, Cause)> {
    let checks = [
        (is_malformed(header), Rule::Malformed, Cause::MALFORMED),
        (
            !context.valid || header.dest_qpn >= 1 << 16,
            Rule::InvalidQp,
            Cause::INVALID_QP,
        ),
        (
            context.state != QpState::RTS && context.state != QpState::SQD,
            Rule::NotRts,
            Cause::NOT_RTS,
        ),
        (
            header.src_ip != context.peer_ip || header.dst_ip != context.own_ip,
            Rule::IpMismatch,
            Cause::IP_MISMATCH,
        ),
        (
            // Bit 15 is the membership, not the partition.
            (header.pkey ^ context.pkey) & 0x7FFF != 0,
            Rule::PkeyMismatch,
            Cause::PKEY_MISMATCH,
        ),
        (header.opcode == RespOpcode::CNP, Rule::Cnp, Cause::NONE),
        (
            judged_psn(header).is_before(Psn::new(context.unacked_psn)) && !is_plain_ack(header),
            Rule::OldDuplicate,
            Cause::DUPLICATE,
        ),
        (
            is_beyond_sent(header, Psn::new(context.next_psn)),
            Rule::LargePsn,
            Cause::LARGE_PSN,
        ),
        (
            header.sack && !context.selective_repeat,
            Rule::SackRefused,
            Cause::SACK_REFUSED,
        ),
    ];
    checks
        .into_iter()
        .find(|(holds, ..)| *holds)
        .map(|(_, rule, cause)| (rule, cause))
}

fn is_malformed(header: &CompHeader) -> bool {
    let reserved_syndrome = matches!(Syndrome::from(header.syndrome), Syndrome::Reserved(_));
    let positive_ack = header.opcode == RespOpcode::ACKNOWLEDGE && is_positive(header);
    header.bad_length
        || header.tver != 0
        || header.opcode.name().is_none()
        || header.payload_present != (header.payload_len != 0)
        || header.payload_present && !is_read_response(header.opcode)
        || has_aeth(header.opcode) && reserved_syndrome
        || header.sack && !positive_ack
}

/// The response, or the highest packet a SACK names, was never sent.
fn is_beyond_sent(header: &CompHeader, next: Psn) -> bool {
    let psn = judged_psn(header);
    let highest_bit = header.ext.checked_ilog2().filter(|_| header.sack);
    !psn.is_before(next) || highest_bit.is_some_and(|bit| !(psn + bit).is_before(next))
}
