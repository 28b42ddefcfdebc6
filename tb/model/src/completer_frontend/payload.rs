//! Payload of READ responses and ATOMIC acks: checks and pieces (contract 5 and 6).

use super::completion::Failure;
use super::{Beat, Effect, Effects, Rule};
use rdma::Psn;
use rdma::layouts::{
    Cause, CompHeader, PayloadCommand, QpContext, RespOpcode, Segment, TxInfo, WcStatus,
    WriteTranslate,
};
use smallvec::SmallVec;

/// Bytes that the original value of an ATOMIC takes.
const ATOMIC_BYTES: u32 = 8;

/// A part of a packet's payload that lies in one local segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Local virtual address of its first byte.
    pub va: u64,
    /// Local key of the segment.
    pub lkey: u32,
    /// Bytes, at least 1.
    pub length: u32,
}

impl Piece {
    /// Cuts the bytes `start .. start + length` of a message along its local segments. Segments that
    /// hold none of them give no piece; bytes beyond the last segment are left out.
    pub fn cut(segments: &[Segment], start: u32, length: u32) -> SmallVec<[Self; 4]> {
        let mut pieces = SmallVec::new();
        let (mut skip, mut left) = (start, length);
        for segment in segments {
            let skipped = skip.min(segment.length);
            skip -= skipped;
            let taken = left.min(segment.length - skipped);
            left -= taken;
            if taken > 0 {
                let va = segment.va.wrapping_add(u64::from(skipped));
                pieces.push(Self {
                    va,
                    lkey: segment.lkey,
                    length: taken,
                });
            }
        }
        pieces
    }
}

/// The local segments in use.
fn segments(entry: &TxInfo) -> &[Segment] {
    let used = usize::from(entry.segment_count).min(entry.segments.len());
    &entry.segments[..used]
}

/// What a READ response breaks, in the order of the checks of contract 5.
pub(super) fn check_read(
    header: &CompHeader,
    context: &QpContext,
    entry: &TxInfo,
) -> Result<(), Failure> {
    let failure = if !is_in_sequence(header, entry) {
        Failure::new(
            WcStatus::BAD_RESP,
            Cause::OUT_OF_SEQUENCE,
            Rule::ReadSequence,
        )
    } else if !has_length(header, context, entry) {
        Failure::new(WcStatus::BAD_RESP, Cause::WRONG_LENGTH, Rule::ReadLength)
    } else if !has_room(header, entry) {
        Failure::new(WcStatus::LOC_LEN, Cause::LOCAL_LENGTH, Rule::ReadRoom)
    } else {
        return Ok(());
    };
    Err(failure)
}

fn is_in_sequence(header: &CompHeader, entry: &TxInfo) -> bool {
    let psn = Psn::new(header.psn);
    let starts = psn == Psn::new(entry.request_psn);
    let ends = psn == Psn::new(entry.last_psn);
    // A packet of the original stream that comes where the retry begins.
    let late = entry.retried && psn != Psn::new(entry.first_psn);
    match header.opcode {
        RespOpcode::READ_RESP_FIRST => starts && !ends,
        RespOpcode::READ_RESP_ONLY => starts && ends,
        RespOpcode::READ_RESP_MIDDLE => !ends && (!starts || late),
        _ => ends && (!starts || late),
    }
}

fn has_length(header: &CompHeader, context: &QpContext, entry: &TxInfo) -> bool {
    let Some(pmtu) = context.pmtu.bytes() else {
        return false;
    };
    let Some(remaining) = entry.message_len.checked_sub(entry.bytes_received) else {
        return false;
    };
    let length = u32::from(header.payload_len);
    match header.opcode {
        RespOpcode::READ_RESP_FIRST | RespOpcode::READ_RESP_MIDDLE => {
            length == pmtu && pmtu <= remaining
        }
        _ => length == remaining && remaining <= pmtu,
    }
}

fn has_room(header: &CompHeader, entry: &TxInfo) -> bool {
    let room: u64 = segments(entry).iter().map(|s| u64::from(s.length)).sum();
    u64::from(entry.bytes_received) + u64::from(header.payload_len) <= room
}

/// Asks for the payload of a READ response to be written; returns the number of pieces.
pub(super) fn write_read(
    header: &CompHeader,
    context: &QpContext,
    entry: &TxInfo,
    out: &mut Effects,
) -> u8 {
    let pieces = Piece::cut(
        segments(entry),
        entry.bytes_received,
        u32::from(header.payload_len),
    );
    let count = pieces.len();
    for (index, piece) in pieces.into_iter().enumerate() {
        let (first, last) = (index == 0, index + 1 == count);
        let command = PayloadCommand {
            first,
            last,
            ..command(header, context, piece)
        };
        write(command, Rule::ReadPieces, out);
    }
    // At most one piece per segment.
    count as u8
}

/// What an ATOMIC ack breaks.
pub(super) fn check_atomic(entry: &TxInfo) -> Result<Piece, Failure> {
    match segments(entry).first() {
        Some(s) if s.length >= ATOMIC_BYTES => Ok(Piece {
            va: s.va,
            lkey: s.lkey,
            length: ATOMIC_BYTES,
        }),
        _ => Err(Failure::new(
            WcStatus::LOC_LEN,
            Cause::LOCAL_LENGTH,
            Rule::AtomicRoom,
        )),
    }
}

/// Asks for the original value of an ATOMIC to be written.
pub(super) fn write_atomic(
    header: &CompHeader,
    context: &QpContext,
    piece: Piece,
    out: &mut Effects,
) {
    let command = PayloadCommand {
        first: true,
        last: true,
        inline_data: true,
        // The original value is the low half of the extension.
        data: header.ext as u64,
        ..command(header, context, piece)
    };
    write(command, Rule::AtomicPiece, out);
}

fn command(header: &CompHeader, context: &QpContext, piece: Piece) -> PayloadCommand {
    PayloadCommand {
        qpn: header.dest_qpn,
        psn: header.psn,
        pd: context.pd,
        va: piece.va,
        lkey: piece.lkey,
        // A piece is part of one packet, so it is below 2^13.
        length: piece.length as u16,
        ..PayloadCommand::default()
    }
}

fn write(command: PayloadCommand, rule: Rule, out: &mut Effects) {
    let &PayloadCommand {
        qpn,
        psn,
        pd,
        va,
        lkey,
        length,
        ..
    } = &command;
    let translate = WriteTranslate {
        qpn,
        psn,
        pd,
        va,
        lkey,
        length,
    };
    out.push(Effect {
        beat: Beat::Payload(command),
        rule,
    });
    out.push(Effect {
        beat: Beat::Translate(translate),
        rule,
    });
}
