//! Where a response's PSN lies, and the look-up table that follows from it.

use coverage::covergroup;
use model::completer_frontend::Rule;
use rdma::layouts::{TxInfo, WrOpcode};

use super::facts::{Facts, Kind, Waits, distance, passes_wrap, waits};

covergroup! {
    /// `p` against what the QP expects and has sent, and against the entry that decides; each with and without
    /// FFFFFF -> 000000 in between. Contract 3, 4; transport.md 2.
    #[testpoint = "completer.psn"]
    pub(super) PsnRelations(f: &Facts<'_>) {
        expected: distance(f.psn, f.context.unacked_psn) => {
            older: -0x7F_FFFF..=-2, previous: -1, equal: 0, next: 1, ahead: 2..=0x7F_FFFF, half_way: -0x80_0000,
        };
        expected_wrap: passes_wrap(f.psn, f.context.unacked_psn) => each bool;
        cross expected, expected_wrap => { illegal equal: (equal, true) };
        sent: distance(f.psn, f.context.next_psn) => { older: ..=-2, last: -1, next: 0, beyond: 1.. };
        sent_wrap: passes_wrap(f.psn, f.context.next_psn) => each bool;
        cross sent, sent_wrap => { illegal equal: (next, true) };
        first: f.valid_entry().map(|w| distance(f.psn, w.first_psn)) => { older: ..=-2, previous: -1, equal: 0, next: 1, ahead: 2.. };
        first_wrap: f.valid_entry().map(|w| passes_wrap(f.psn, w.first_psn)) => each bool;
        cross first, first_wrap => { illegal equal: (equal, true) };
        last: f.valid_entry().map(|w| distance(f.psn, w.last_psn)) => { older: ..=-2, previous: -1, equal: 0, next: 1, ahead: 2.. };
        last_wrap: f.valid_entry().map(|w| passes_wrap(f.psn, w.last_psn)) => each bool;
        cross last, last_wrap => { illegal equal: (equal, true) };
        message iff (f.valid_entry().is_some()): f.valid_entry().map(|w| w.last_psn < w.first_psn) => { whole: false, #[testpoint = "completer.psn.wrap"] over_the_wrap: true };
        sack_psn iff (f.kind == Kind::Sack): f.header.psn == f.header.sack_base => { other_than_base: false, base: true };
    }

    /// Every row of the table that was taken, against the response and the entry. Contract 4.
    #[testpoint = "completer.table"]
    pub(super) LookUpTable(f: &Facts<'_>, entry: &TxInfo) {
        row: row(f) => { row[]: [1..=2, 4..=15] };
        // Row 3 never decides: it goes on with the next entry.
        behind_row_3: f.outcome.rows.contains(3) => each bool;
        waits iff (entry.valid): waits(entry.opcode) => each Waits;
        opcode iff (entry.valid): entry.opcode => { each WrOpcode, unnamed: 8..=255 };
        cross row, behind_row_3;
        cross row, waits => {
            illegal acknowledged: ("row[5]" | "row[8]", Read | Atomic),
            illegal answered: ("row[4]" | "row[7]", Send),
            illegal read: ("row[13]", Send | Atomic),
            illegal atomic: ("row[14]", Send | Read),
        };
        cross row, opcode => {
            illegal acknowledged: ("row[5]" | "row[8]", READ | CAS | FADD),
            illegal answered: ("row[4]" | "row[7]", SEND | SEND_IMM | SEND_INV | WRITE | WRITE_IMM | unnamed),
            illegal read: ("row[13]", SEND | SEND_IMM | SEND_INV | WRITE | WRITE_IMM | CAS | FADD | unnamed),
            illegal atomic: ("row[14]", SEND | SEND_IMM | SEND_INV | WRITE | WRITE_IMM | READ | unnamed),
            // Rows that ask nothing of the opcode; the crosses with `waits` are enough.
            ignore unnamed_elsewhere: ("row[1]" | "row[2]" | "row[6]" | "row[9]" | "row[10]" | "row[11]" | "row[12]" | "row[15]", _),
        };
        ghost iff (f.outcome.rule == Rule::Ghost): 2 * u8::from(entry.valid) + u8::from(entry.started) => {
            none: 0, queued: 2, illegal outstanding: 3,
        };
        // Row 8: what remains of the entry.
        progress iff (f.outcome.rule == Rule::Ack): progress(f, entry) => { partial: 0, not_sent: 1, complete: 2 };
        jump iff (f.outcome.rows.contains(8) || f.outcome.rows.contains(9) || f.outcome.rows.contains(10) || f.outcome.rows.contains(11) || f.outcome.rows.contains(12)):
            distance(f.psn, f.context.unacked_psn) => { none: 0, ahead: 1.. };
        cross row, jump => {
            ignore elsewhere: ("row[1]" | "row[2]" | "row[4]" | "row[5]" | "row[6]" | "row[7]" | "row[13]" | "row[14]" | "row[15]", _),
        };
        // Others end before the table (contract 3).
        kind: f.kind => { each Kind, illegal condemned: [Kind::Cnp, Kind::Reserved, Kind::Unknown] };
        // Every kind of response that can take a row.
        kinds: cross row, kind => {
            // `p < unacked_psn` condemns all but plain ACKs, and `e` grows only to where `p` is or before.
            illegal stale: ("row[6]", Sack | SequenceNak | FatalNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly
                | AtomicAck),
            illegal plain: ("row[5]" | "row[8]", Sack | SequenceNak | FatalNak | RnrNak | ReadFirst | ReadMiddle | ReadLast
                | ReadOnly | AtomicAck),
            illegal sack: ("row[9]", Ack | SequenceNak | FatalNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly | AtomicAck),
            illegal sequence: ("row[10]", Ack | Sack | FatalNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly | AtomicAck),
            illegal rnr: ("row[11]", Ack | Sack | SequenceNak | FatalNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly | AtomicAck),
            illegal fatal: ("row[12]", Ack | Sack | SequenceNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly | AtomicAck),
            illegal read: ("row[13]", Ack | Sack | SequenceNak | FatalNak | RnrNak | AtomicAck),
            illegal atomic: ("row[14]", Ack | Sack | SequenceNak | FatalNak | RnrNak | ReadFirst | ReadMiddle | ReadLast | ReadOnly),
            illegal wrong: ("row[15]", Sack | SequenceNak | FatalNak | RnrNak),
        };
    }
}

/// The row that decided: the last one taken.
fn row(f: &Facts<'_>) -> Option<u8> {
    f.outcome.rows.iter().filter(|&row| row != 3).last()
}

fn progress(f: &Facts<'_>, entry: &TxInfo) -> u8 {
    match (distance(f.psn, entry.last_psn) == 0, entry.sent) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => 2,
    }
}
