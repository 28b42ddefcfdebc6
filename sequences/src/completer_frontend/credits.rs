//! End-to-end credits: contract 4, transport.md 2.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::CreditCode;
use rdma::layouts::{QpContext, RespOpcode};

use super::{Header, Qp, Seen, Tb};

const PSN: u32 = 0xD000;
/// Credits by code: transport.md 1.
const TABLE: [u32; 31] = [
    0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768,
];
const UNLIMITED: CreditCode = CreditCode::UNLIMITED;

/// A QP with this limit and a long WRITE outstanding, each packet of which can be acknowledged.
fn limited(tb: &Tb, lsn: u32) -> Qp {
    let qp = tb.qp().psn(PSN).edit(|context| context.lsn = lsn).create();
    qp.post(&WorkRequest::write(64 * 1024));
    qp
}

/// The limit, and whether credits are counted no more.
fn limit(qp: &Qp) -> (u32, bool) {
    let now = qp.now();
    (now.lsn, now.credits_unlimited)
}

/// Acknowledges one packet after the other with these credits and MSN, and expects the limit after each.
async fn expect_limits(seen: &Seen, qp: &Qp, steps: &[(CreditCode, u32, (u32, bool))]) {
    for (offset, &(code, msn, expected)) in (0..).zip(steps) {
        let ack = Header::ack(&qp.context, PSN + offset).credits(code, msn);
        seen.ends_by(Rule::Ack, ack).await;
        seen.tb().expect_eq("the limit", &limit(qp), &expected);
    }
}

pub(super) async fn every_code(tb: Tb) {
    let seen = tb.watch();
    let qp = limited(&tb, 0);
    // The MSN keeps each limit above the one before.
    let steps: Vec<_> = (0..31)
        .map(|code| {
            let msn = 7 + u32::from(code);
            let limit = msn + TABLE[usize::from(code)];
            (CreditCode::new(code), msn, (limit, false))
        })
        .collect();
    expect_limits(&seen, &qp, &steps).await;
}

pub(super) async fn unlimited_for_ever(tb: Tb) {
    let seen = tb.watch();
    let qp = limited(&tb, 5);
    expect_limits(
        &seen,
        &qp,
        &[
            (CreditCode::new(1), 5, (6, false)),
            (UNLIMITED, 900, (6, true)),
            (CreditCode::new(30), 1000, (6, true)),
            (UNLIMITED, 1001, (6, true)),
            (CreditCode::new(0), 1002, (6, true)),
        ],
    )
    .await;
}

pub(super) async fn only_advance(tb: Tb) {
    let seen = tb.watch();
    let qp = limited(&tb, 100);
    let code = CreditCode::new;
    expect_limits(
        &seen,
        &qp,
        &[
            (code(0), 99, (100, false)),
            (code(0), 100, (100, false)),
            (code(1), 100, (101, false)),
            (code(4), 90, (101, false)),
            (code(16), 0, (256, false)),
            // More than half the circle ahead is behind; exactly half counts as ahead.
            (code(0), 257 + (1 << 23), (256, false)),
            (code(1), 256 + (1 << 23), (256, false)),
            (code(0), 256 + (1 << 23), (256 + (1 << 23), false)),
        ],
    )
    .await;
}

pub(super) async fn wrap(tb: Tb) {
    let seen = tb.watch();
    let qp = limited(&tb, 0xFF_FFF0);
    let code = CreditCode::new;
    expect_limits(
        &seen,
        &qp,
        &[
            (code(4), 0xFF_FFF8, (0xFF_FFFC, false)),
            (code(3), 0xFF_FFFC, (0xFF_FFFF, false)),
            (code(1), 0xFF_FFFF, (0, false)),
            (code(0), 0xFF_FFFF, (0, false)),
            (code(30), 0xFF_FFFF, (0x7FFF, false)),
            (code(2), 0x7FFF, (0x8001, false)),
        ],
    )
    .await;
}

pub(super) async fn late_ack_brings_credits_only(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let write = qp.post(&WorkRequest::write(64));
    // Acknowledged while it is sent again; nothing but the limit changes with the second ACK.
    qp.edit_entry(write.wqe_index, |entry| entry.sent = false);
    let ack = Header::ack(&qp.context, PSN);
    seen.ends_by(Rule::Ack, ack.clone().credits(CreditCode::new(2), 0))
        .await;
    qp.edit_entry(write.wqe_index, |entry| entry.sent = true);
    seen.ends_by(Rule::LateAck, ack.credits(CreditCode::new(5), 0))
        .await;
    tb.expect_eq("the limit", &limit(&qp), &(6, false));
}

pub(super) async fn reads_and_atomics_bring_credits(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(3072));
    let atomic = qp.post(&WorkRequest::fetch_add());
    let credited = Header::read_responses(&qp.context, &read)
        .into_iter()
        .zip([10, 20, 30])
        .map(|(header, msn)| header.credits(CreditCode::new(1), msn));
    // A MIDDLE has no AETH: what stands in its place means nothing.
    for (header, limits) in credited.zip([11, 11, 31]) {
        seen.ends_by(Rule::ReadResponse, header).await;
        tb.expect_eq("the limit", &limit(&qp), &(limits, false));
    }
    let ack = Header::atomic(&qp.context, atomic.last_psn, 1).credits(UNLIMITED, 0);
    seen.ends_by(Rule::AtomicAck, ack).await;
    tb.expect_eq("the limit", &limit(&qp), &(31, true));
    // Nor does a MIDDLE lift the limit.
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(3072));
    let responses = Header::read_responses(&qp.context, &read);
    let first = responses[0].clone().credits(CreditCode::new(0), 0);
    let middle = responses[1].clone().credits(UNLIMITED, 0);
    seen.all_end_by(Rule::ReadResponse, [first, middle]).await;
    tb.expect_eq("the limit", &limit(&qp), &(0, false));
}

pub(super) async fn ignored_unless_accepted(tb: Tb) {
    let seen = tb.watch();
    let rich = |header: Header| header.credits(CreditCode::new(20), 500);
    let dropped: [(Rule, WorkRequest, u32); 4] = [
        (Rule::NotSent, WorkRequest::write(1024), 1),
        (Rule::ImpliedNak, WorkRequest::read(1024), 1),
        (Rule::Missing, WorkRequest::read(2048), 1),
        (Rule::WrongKind, WorkRequest::read(2048), 0),
    ];
    for (rule, request, offset) in dropped {
        let qp = tb.qp().psn(PSN).create();
        qp.post(&request);
        qp.post(&WorkRequest::write(1024));
        qp.edit_entry(0, |entry| entry.sent = rule != Rule::NotSent);
        seen.ends_by(rule, rich(Header::ack(&qp.context, PSN + offset)))
            .await;
        tb.expect_eq("the limit", &limit(&qp), &(0, false));
    }
    // A ghost, a stale one, an end condition, a fault; an implied ACK that is dropped afterwards.
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(1024));
    qp.post(&WorkRequest::write(2048));
    let read = qp.post(&WorkRequest::read(1024));
    let lkey = read.segments[0].lkey;
    tb.bench().neighbours_mut().translator.refuse(lkey);
    qp.edit_entry(1, |entry| entry.sent = false);
    let context: &QpContext = &qp.context;
    let response = Header::read(context, RespOpcode::READ_RESP_ONLY, read.last_psn, 1024);
    seen.end([
        (Rule::LargePsn, rich(Header::ack(context, PSN + 9))),
        (Rule::NotSent, rich(Header::ack(context, read.last_psn))),
        (Rule::Stale, rich(Header::ack(context, PSN))),
    ])
    .await;
    qp.edit_entry(1, |entry| entry.sent = true);
    seen.end([(Rule::TranslationFault, rich(response))]).await;
    tb.expect_eq("the limit", &limit(&qp), &(0, false));
}
