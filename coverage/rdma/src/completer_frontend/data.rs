//! Responses that carry data: READ responses and ATOMIC acks.

use coverage::{cover_enum, covergroup};
use model::completer_frontend::Rule;
use rdma::Psn;
use rdma::layouts::{Cause, Pmtu, TxInfo, WrOpcode};

use super::facts::{Facts, Kind, distance};

covergroup! {
    /// Row 13: which READ response is legal where in the message, and how long it must be. Contract 5.
    #[testpoint = "completer.read"]
    pub(super) ReadResponses(f: &Facts<'_>, w: &TxInfo) {
        kind: f.kind => { ReadFirst: Kind::ReadFirst, ReadMiddle: Kind::ReadMiddle, ReadLast: Kind::ReadLast, ReadOnly: Kind::ReadOnly };
        position: position(f, w) => each Position;
        result: f.outcome.cause => {
            NONE: Cause::NONE, OUT_OF_SEQUENCE: Cause::OUT_OF_SEQUENCE, WRONG_LENGTH: Cause::WRONG_LENGTH, LOCAL_LENGTH: Cause::LOCAL_LENGTH, TRANSLATION: Cause::TRANSLATION,
        };
        #[testpoint = "completer.read.sequence"]
        sequence: cross kind, position, result => {
            illegal out_of_sequence: [
                (ReadFirst, Starts | LateStarts, OUT_OF_SEQUENCE),
                (ReadMiddle, Inside | LateStarts, OUT_OF_SEQUENCE),
                (ReadLast, Ends | LateWhole, OUT_OF_SEQUENCE),
                (ReadOnly, Whole | LateWhole, OUT_OF_SEQUENCE)],
            illegal in_sequence: [
                (ReadFirst, Inside | Ends | Whole | LateWhole,
                    NONE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION),
                (ReadMiddle, Starts | Ends | Whole | LateWhole,
                    NONE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION),
                (ReadLast, Inside | Starts | Whole | LateStarts,
                    NONE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION),
                (ReadOnly, Inside | Starts | Ends | LateStarts,
                    NONE | WRONG_LENGTH | LOCAL_LENGTH | TRANSLATION)],
        };
        // What is checked second: the length, against what is due.
        length iff (f.outcome.rule != Rule::ReadSequence): due(f, w).map(|due| i64::from(f.payload_len()) - due) => {
            short: ..=-2, one_short: -1, exact: 0, one_long: 1, long: 2..,
        };
        // FIRST and MIDDLE must leave something, LAST and ONLY nothing.
        remaining iff (f.outcome.rule != Rule::ReadSequence): f.context.pmtu.bytes().map(|mtu| remaining(w) - i64::from(mtu)) => {
            less: ..=-2, one_less: -1, pmtu: 0, one_more: 1, more: 2..,
        };
        pmtu: f.context.pmtu => { each Pmtu, unknown: [0..=0, 6..=7] };
        cross kind, length;
        cross kind, remaining;
        cross pmtu, result => {
            illegal unknown: (unknown, NONE | LOCAL_LENGTH | TRANSLATION),
        };
        zero iff (f.outcome.rule != Rule::ReadSequence): f.payload_len() => { zero_length: 0, one_byte: 1, biggest: 4096, over: 4097.., bytes: default };
        entry: 2 * u8::from(w.retried) + u8::from(w.sent) => { once: 1, being_repeated: 2, repeated: 3, ignore never: 0 };
        // A READ completes with its last response even while its repeated request is on its way.
        complete iff (f.outcome.completed > f.outcome.implied): w.sent => { while_sending: false, when_sent: true };
    }

    /// How the payload of a READ response is cut along the local segments. Contract 5.
    #[testpoint = "completer.read.pieces"]
    pub(super) ReadPieces(f: &Facts<'_>, w: &TxInfo) {
        segments: w.segment_count => { segments[]: 0..=4, over: 5..=7 };
        pieces: f.outcome.pieces => { pieces[]: 0..=4 };
        start: start(w) => each Start;
        empty_segment: w.segments[..used(w)].iter().any(|segment| segment.length == 0) => each bool;
        room: room(w) - i128::from(w.bytes_received) - i128::from(f.payload_len()) => { exact: 0, one_over: 1, more: 2.., illegal none: ..0 };
        cross segments, pieces => {
            illegal none: ("segments[0]", "pieces[1]" | "pieces[2]" | "pieces[3]" | "pieces[4]"),
            illegal one: ("segments[1]", "pieces[2]" | "pieces[3]" | "pieces[4]"),
            illegal two: ("segments[2]", "pieces[3]" | "pieces[4]"),
            illegal three: ("segments[3]", "pieces[4]"),
        };
        cross start, pieces => {
            // Behind the last border nothing is left but a packet without payload, which never follows another.
            ignore nothing: (InSegment | AtBorder, "pieces[0]"),
            // One segment is begun.
            ignore fewer: (AtBorder, "pieces[4]"),
        };
    }

    /// Row 14: ATOMIC acks. Contract 6.
    #[testpoint = "completer.atomic"]
    pub(super) AtomicAcks(f: &Facts<'_>, w: &TxInfo) {
        opcode: w.opcode => { CAS: WrOpcode::CAS, FADD: WrOpcode::FADD };
        result: f.outcome.cause => { NONE: Cause::NONE, LOCAL_LENGTH: Cause::LOCAL_LENGTH, TRANSLATION: Cause::TRANSLATION };
        room: (w.segment_count > 0).then_some(w.segments[0].length) => { none: 0, one_short: 7, exact: 8, more: 9.., short: 1..=6 };
        segments: w.segment_count => { segments[]: 0..=4, over: 5..=7 };
        sent: w.sent => { while_sending: false, when_sent: true };
        retried: w.retried => each bool;
        value: f.header.ext as u64 => { zero: 0, ones: u64::MAX, value: default };
        cross opcode, result;
        cross result, room => {
            illegal taken: (NONE | TRANSLATION, none | one_short | short),
            illegal refused: (LOCAL_LENGTH, exact | more),
        };
        cross result, segments => { illegal none: (NONE | TRANSLATION, "segments[0]"),
            // Only the first segment counts, so how many follow it makes no difference to a refusal.
            ignore others: (LOCAL_LENGTH | TRANSLATION, "segments[2]" | "segments[3]" | "segments[4]" | over) };
        cross sent, result => { ignore refused: (_, LOCAL_LENGTH) };
    }
}

/// Where a READ response lies in its message, as the repeated request cut it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// Neither at the request's PSN nor at the message's end.
    Inside,
    Starts,
    Ends,
    /// Request and message are one packet.
    Whole,
    /// Where a repeated request begins in the middle of the message.
    LateStarts,
    /// Where a repeated request is the last packet of the message.
    LateWhole,
}

cover_enum!(Position {
    Inside,
    Starts,
    Ends,
    Whole,
    LateStarts,
    LateWhole
});

fn position(f: &Facts<'_>, w: &TxInfo) -> Position {
    let starts = distance(f.psn, w.request_psn) == 0;
    let ends = distance(f.psn, w.last_psn) == 0;
    let late = w.retried && f.psn != Psn::new(w.first_psn);
    match (starts, ends) {
        (false, false) => Position::Inside,
        (false, true) => Position::Ends,
        (true, false) if late => Position::LateStarts,
        (true, false) => Position::Starts,
        (true, true) if late => Position::LateWhole,
        (true, true) => Position::Whole,
    }
}

fn remaining(w: &TxInfo) -> i64 {
    i64::from(w.message_len) - i64::from(w.bytes_received)
}

/// The length that a response must have.
fn due(f: &Facts<'_>, w: &TxInfo) -> Option<i64> {
    match f.kind {
        Kind::ReadFirst | Kind::ReadMiddle => f.context.pmtu.bytes().map(i64::from),
        _ => Some(remaining(w)),
    }
}

/// Local segments in use.
fn used(w: &TxInfo) -> usize {
    usize::from(w.segment_count).min(w.segments.len())
}

fn room(w: &TxInfo) -> i128 {
    w.segments[..used(w)]
        .iter()
        .map(|segment| i128::from(segment.length))
        .sum()
}

/// Where the first piece begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    AtFirst,
    InSegment,
    AtBorder,
}

cover_enum!(Start {
    AtFirst,
    InSegment,
    AtBorder
});

fn start(w: &TxInfo) -> Start {
    let mut skip = u64::from(w.bytes_received);
    if skip == 0 {
        return Start::AtFirst;
    }
    for segment in &w.segments[..used(w)] {
        let length = u64::from(segment.length);
        if skip < length {
            break;
        }
        skip -= length;
    }
    if skip == 0 {
        Start::AtBorder
    } else {
        Start::InSegment
    }
}
