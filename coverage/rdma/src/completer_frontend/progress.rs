//! What responses do to the queue and to congestion control: chains, credits, NAKs, notices.

use coverage::{cover_enum, covergroup};
use model::completer_frontend::Rule;
use rdma::layouts::{AckInfo, RetryKind, SackInfo, SwqCommand, SwqOp, TxInfo};
use rdma::{Psn, Syndrome};

use super::facts::{End, Facts, Kind};

covergroup! {
    /// How many entries one response completes or flushes. Contract 4.
    #[testpoint = "completer.chain"]
    pub(super) Chains(f: &Facts<'_>) {
        implied: f.outcome.implied => { none: 0, one: 1, two: 2, few: 3..=7, many: 8.. };
        end: f.end => { Accepted: End::Accepted, HandedOver: End::HandedOver, Dropped: End::Dropped, Failed: End::Failed };
        cross implied, end;
        flushed iff (f.outcome.failed.is_some()): f.outcome.flushed => { none: 0, one: 1, two: 2, few: 3..=7, many: 8.. };
        cross implied, flushed => {
            // Two loops, one after the other: a long one of each adds nothing.
            ignore long: if |implied, flushed| implied.low() + flushed.low() > 8,
        };
        // Entries queued but not started are flushed too.
        queued iff (f.outcome.flushed > 0): f.entries.iter().any(|w| w.valid && !w.started) => { #[testpoint = "completer.flush.queued"] flushed: true, none: false };
        wqe_wrap: index_wrap(f) => { nowhere: 0, implied: 1, flushed: 2 };
    }

    /// Credits of an accepted response with AETH. Contract 4, transport.md 1 and 2.
    #[testpoint = "completer.credits"]
    pub(super) Credits(f: &Facts<'_>, code: u8) {
        code: code => { code[]: 0..=31 };
        effect: credit_effect(f, code) => each CreditEffect;
        count_wrap iff (code != 31): f.header.msn + credits(code) > 0xFF_FFFF => { stays: false, #[testpoint = "completer.credits.wrap"] wraps: true };
        cross effect, count_wrap => { ignore unlimited: (Unlimited | StaysUnlimited | Ignored, _) };
        by: f.outcome.rule => { LateAck: Rule::LateAck, Ack: Rule::Ack, Sack: Rule::Sack, ReadResponse: Rule::ReadResponse, AtomicAck: Rule::AtomicAck };
        cross by, effect;
    }

    /// NAKs against the state of the entry they hit. Contract 4 rows 10 to 12.
    #[testpoint = "completer.nak"]
    pub(super) Naks(f: &Facts<'_>, w: &TxInfo) {
        code: nak_code(f) => {
            sequence: 0, invalid_request: 1, remote_access: 2, remote_operation: 3, invalid_rd: 4, reserved: 5..=31, rnr: 32,
        };
        retried: w.retried => { first_try: false, retried: true };
        sent: w.sent => { sending: false, sent: true };
        signaled: w.signaled => { unsignaled: false, signaled: true };
        cross code, retried, sent, signaled;
        chain: f.outcome.implied => { first_entry: 0, behind_implied: 1.. };
        cross code, chain;
    }

    /// Commands to the send-work queue. Contract 4.
    #[testpoint = "completer.swq"]
    pub(super) SwqCommands(c: &SwqCommand) {
        // FETCH is completer_retry's.
        op: c.op => { MODIFY: SwqOp::MODIFY, DELETE: SwqOp::DELETE, HANDOVER: SwqOp::HANDOVER, illegal fetch: SwqOp::FETCH };
        kind: c.kind => { each RetryKind };
        reload: c.reload => each bool;
        wqe_index: c.wqe_index => { zero: 0, last: 0xFFFF, between: 1..=0xFFFE };
        rnr_timer iff (c.kind == RetryKind::RNR): c.rnr_timer => { #[testpoint = "completer.rnr.timer"] code[]: 0..=31 };
        psn iff (c.op == SwqOp::HANDOVER): c.psn => { zero: 0, last: 0xFF_FFFF, between: 1..=0xFF_FFFE };
        received iff (c.op == SwqOp::MODIFY): c.bytes_received => { none: 0, some: 1.. };
        cross op, kind => {
            illegal plain: (MODIFY | DELETE, SEQ_NAK | RNR | IMPLIED_NAK | SACK),
            illegal why: (HANDOVER, NONE),
        };
        cross op, reload => { illegal modify: (MODIFY, false) };
        cross kind, reload => { illegal retry: (SEQ_NAK | RNR | IMPLIED_NAK, true) };
    }

    /// ACK notices to congestion control. Contract 4.
    #[testpoint = "completer.notice.ack"]
    pub(super) AckNotices(n: &AckInfo) {
        rtt iff (n.rtt_valid): n.rtt => { zero: 0, short: 1..=255, long: 256..=0x3F_FFFE, saturated: 0x3F_FFFF };
        valid: n.rtt_valid => each bool;
        invalid iff (!n.rtt_valid): n.rtt => { zero: 0, illegal time: 1.. };
        ecn: n.ecn_ce => each bool;
        cross valid, ecn;
    }

    /// When a round trip counts, and the time stamps it is made of. Contract 4.
    #[testpoint = "completer.notice.rtt"]
    pub(super) RoundTrips(f: &Facts<'_>, w: &TxInfo) {
        last: f.header.psn == w.last_psn => { middle: false, last: true };
        retried: w.retried => each bool;
        clock: f.header.rx_time < w.last_send_time => { runs: false, wraps: true };
        ecn: f.header.ecn => { ecn[]: 0..=3 };
        cross last, retried;
    }

    /// SACK bitmaps. Contract 4 row 9.
    #[testpoint = "completer.sack"]
    pub(super) SackBitmaps(n: &SackInfo) {
        runs: runs(n.bitmap) => { empty: 0, one_hole: 1, two_holes: 2, many: 3.. };
        highest: n.bitmap.checked_ilog2() => { base: 0, low: 1..=63, high: 64..=110, #[testpoint = "completer.sack.highest"] top: 111 };
        base: n.psn => { zero: 0, last: 0xFF_FFFF, between: 1..=0xFF_FFFE };
        reach: n.psn + n.bitmap.checked_ilog2().unwrap_or(0) > 0xFF_FFFF => { below_wrap: false, over_wrap: true };
    }
}

/// Groups of consecutive bits.
fn runs(bitmap: u128) -> u32 {
    (bitmap & !(bitmap << 1)).count_ones()
}

/// Whether the WQE index passed FFFF -> 0 between entries that one response completed (1) or flushed (2).
fn index_wrap(f: &Facts<'_>) -> u8 {
    let wraps = |pair: &[TxInfo]| pair[1].valid && pair[0].wqe_index == 0xFFFF;
    match f.entries.windows(2).position(wraps) {
        None => 0,
        Some(place) if place < f.outcome.implied as usize => 1,
        Some(_) => 2,
    }
}

/// What credits changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CreditEffect {
    /// The peer stops counting.
    Unlimited,
    StaysUnlimited,
    /// A count from a peer that does not count.
    Ignored,
    Advance,
    Same,
    /// A limit behind the one known.
    Behind,
}

cover_enum!(CreditEffect {
    Unlimited,
    StaysUnlimited,
    Ignored,
    Advance,
    Same,
    Behind
});

/// Receive work requests by code; unlimited is 0 here.
fn credits(code: u8) -> u32 {
    rdma::CreditCode::new(code).credits().unwrap_or(0)
}

fn credit_effect(f: &Facts<'_>, code: u8) -> CreditEffect {
    let limit = Psn::new(f.header.msn) + credits(code) - Psn::new(f.context.lsn);
    match (code == 31, f.context.credits_unlimited) {
        (true, false) => CreditEffect::Unlimited,
        (true, true) => CreditEffect::StaysUnlimited,
        (false, true) => CreditEffect::Ignored,
        _ if limit > 0 => CreditEffect::Advance,
        _ if limit == 0 => CreditEffect::Same,
        _ => CreditEffect::Behind,
    }
}

/// The credit code, if the response's credits count: it was accepted and has an AETH.
pub(super) fn credit_code(f: &Facts<'_>) -> Option<u8> {
    let counts = f.outcome.accepted && f.kind != Kind::ReadMiddle;
    match f.syndrome {
        Syndrome::Ack { credits } if counts => Some(credits.get()),
        _ => None,
    }
}

/// The code of a NAK, 32 for an RNR NAK.
fn nak_code(f: &Facts<'_>) -> Option<u8> {
    match f.syndrome {
        Syndrome::Nak { code } => Some(code.get()),
        Syndrome::Rnr { .. } => Some(32),
        _ => None,
    }
}

/// Whether rows 10 to 12 decided.
pub(super) fn is_nak(f: &Facts<'_>) -> bool {
    [Rule::SequenceNak, Rule::RnrNak, Rule::RemoteNak].contains(&f.outcome.rule)
}
