//! Responses that the look-up drops: rows 1, 2, 6 and 7 of the contract's table.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::NakCode;
use rdma::layouts::{QpContext, RespOpcode, WcStatus};

use super::{Header, Tb};

const PSN: u32 = 0x2000;

/// A response of every kind at a PSN, with payload and without.
fn every_kind(context: &QpContext, psn: u32) -> [Header; 8] {
    [
        Header::ack(context, psn),
        Header::nak(context, psn, NakCode::PSN_SEQUENCE),
        Header::nak(context, psn, NakCode::REMOTE_ACCESS),
        Header::rnr(context, psn, 1),
        Header::sack(context, psn, 0),
        Header::read(context, RespOpcode::READ_RESP_ONLY, psn, 1024),
        Header::read(context, RespOpcode::READ_RESP_ONLY, psn, 0),
        Header::atomic(context, psn, 7),
    ]
}

pub(super) async fn ghost_without_an_entry(tb: Tb) {
    let seen = tb.watch();
    // Four PSNs were sent, but the queue is empty.
    let qp = tb.qp().psn(PSN).selective_repeat();
    let qp = qp.edit(|context| context.next_psn += 4).create();
    for offset in 0..4 {
        seen.all_end_by(Rule::Ghost, every_kind(&qp.context, PSN + offset))
            .await;
    }
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &PSN);
}

pub(super) async fn ghost_before_anything_started(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    let write = qp.post(&WorkRequest::write(1024));
    qp.post(&WorkRequest::write(1024).queued());
    let ack = Header::ack(&qp.context, write.last_psn);
    // The second ACK finds the queued WRITE as the oldest.
    seen.end([(Rule::Ack, ack.clone()), (Rule::Ghost, ack)])
        .await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    // The same with responses of which the context says that they can be due.
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::read(1024).queued());
    tb.bench().create_qp(QpContext {
        next_psn: PSN + 1,
        ..qp.now()
    });
    seen.all_end_by(Rule::Ghost, every_kind(&qp.context, PSN))
        .await;
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}

pub(super) async fn beyond_an_entry_that_is_not_sent(tb: Tb) {
    let seen = tb.watch();
    for first in [
        WorkRequest::write(2048),
        WorkRequest::send(2048),
        WorkRequest::read(2048),
        WorkRequest::fetch_add(),
    ] {
        let qp = tb.qp().psn(PSN).selective_repeat().create();
        let entry = qp.post(&first);
        let second = qp.post(&WorkRequest::read(1024));
        // The retry path is sending it again.
        qp.edit_entry(entry.wqe_index, |entry| entry.sent = false);
        let headers = every_kind(&qp.context, second.last_psn);
        seen.all_end_by(Rule::NotSent, headers).await;
        tb.expect_eq("the entries outstanding", &qp.depth(), &2);
        tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &PSN);
    }
}

pub(super) async fn stale_acks(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(4096));
    let ack = |offset: u32| Header::ack(&qp.context, PSN.wrapping_add(offset));
    seen.end([
        (Rule::Ack, ack(1)),
        (Rule::Stale, ack(1)),
        (Rule::Stale, ack(0)),
        (Rule::Stale, ack(u32::MAX)),
        (Rule::Ack, ack(2)),
        (Rule::Stale, ack(1)),
        (Rule::Ack, ack(3)),
        (Rule::Ghost, ack(3)),
    ])
    .await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
}

pub(super) async fn stale_ack_of_a_read(tb: Tb) {
    let seen = tb.watch();
    // All its responses were accepted, says the context, yet the entry is there: row 5 is not for it.
    for request in [WorkRequest::read(1024), WorkRequest::compare_swap()] {
        let qp = tb.qp().psn(PSN).create();
        let entry = qp.post(&request);
        tb.bench().create_qp(QpContext {
            unacked_psn: entry.last_psn + 1,
            ..qp.now()
        });
        seen.ends_by(Rule::Stale, Header::ack(&qp.context, entry.last_psn))
            .await;
        tb.expect_eq("the entries outstanding", &qp.depth(), &1);
    }
}

pub(super) async fn a_missing_read_response(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    let read = qp.post(&WorkRequest::read(4096));
    let responses = Header::read_responses(&qp.context, &read);
    // The second one is lost; everything behind it is dropped, with payload and without.
    let mut headers = vec![(Rule::ReadResponse, responses[0].clone())];
    headers.extend([2, 3].map(|lost| (Rule::Missing, responses[lost].clone())));
    for psn in [PSN + 2, PSN + 3] {
        headers.extend(every_kind(&qp.context, psn).map(|header| (Rule::Missing, header)));
    }
    headers.push((Rule::ReadResponse, responses[1].clone()));
    headers.push((Rule::ReadResponse, responses[2].clone()));
    headers.push((Rule::ReadResponse, responses[3].clone()));
    seen.end(headers).await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
}

pub(super) async fn a_gap_before_an_atomic(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    let atomic = qp.post(&WorkRequest::compare_swap());
    // The context expects a PSN that belongs to no entry.
    tb.bench().create_qp(QpContext {
        unacked_psn: PSN - 1,
        ..qp.now()
    });
    seen.all_end_by(Rule::Missing, every_kind(&qp.context, atomic.last_psn))
        .await;
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}
