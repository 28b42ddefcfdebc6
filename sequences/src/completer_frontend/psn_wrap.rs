//! PSNs around the wrap from FFFFFF to 0: every comparison of contract 3 and 4, at every offset.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{TxInfo, WcStatus};
use rdma::{NakCode, Psn};

use super::{Header, Qp, Seen, Tb};

/// First PSNs of a message of eight packets that lies before, across or behind the wrap.
fn offsets() -> impl Iterator<Item = u32> {
    (0..=12).map(|before| (Psn::new(2) - before).get())
}

/// A QP whose first message begins at `first`.
fn at(tb: &Tb, first: u32, request: &WorkRequest) -> (Qp, TxInfo) {
    let qp = tb.qp().psn(first).selective_repeat().create();
    let entry = qp.post(request);
    (qp, entry)
}

fn expect_psn(seen: &Seen, qp: &Qp, psn: Psn) {
    let tb = seen.tb();
    tb.expect_eq("the expected PSN", &Psn::new(qp.now().unacked_psn), &psn);
}

pub(super) async fn acks(tb: Tb) {
    let seen = tb.watch();
    for first in offsets() {
        let (qp, write) = at(&tb, first, &WorkRequest::write(8 * 1024));
        let ack = |offset: u32| Header::ack(&qp.context, (Psn::new(first) + offset).get());
        seen.end([
            (Rule::LargePsn, ack(8)),
            (Rule::Ack, ack(2)),
            (Rule::Stale, ack(2)),
            (Rule::Stale, ack(0)),
            (Rule::Ack, ack(5)),
            (Rule::LargePsn, ack(9)),
            (Rule::Stale, ack(1)),
            (Rule::Ack, ack(7)),
            (Rule::Ghost, ack(7)),
        ])
        .await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
        expect_psn(&seen, &qp, Psn::new(write.last_psn) + 1);
    }
}

pub(super) async fn implied_acks(tb: Tb) {
    let seen = tb.watch();
    for first in offsets() {
        let (qp, _) = at(&tb, first, &WorkRequest::write(2 * 1024));
        for _ in 0..3 {
            qp.post(&WorkRequest::send(1500));
        }
        let (fifth, stop) = (Psn::new(first) + 5, Psn::new(first) + 8);
        seen.ends_by(Rule::Ack, Header::ack(&qp.context, fifth.get()))
            .await;
        seen.expect_completions(&[0, 1, 2].map(|index| (index, WcStatus::SUCCESS)));
        let read = qp.post(&WorkRequest::read(1024));
        let last = qp.post(&WorkRequest::write(1024));
        seen.ends_by(Rule::ImpliedNak, Header::ack(&qp.context, last.last_psn))
            .await;
        seen.expect_completions(&[(3, WcStatus::SUCCESS)]);
        expect_psn(&seen, &qp, stop);
        let responses = Header::read_responses(&qp.context, &read);
        seen.all_end_by(Rule::ReadResponse, responses).await;
        seen.expect_completions(&[(4, WcStatus::SUCCESS)]);
    }
}

pub(super) async fn naks(tb: Tb) {
    let seen = tb.watch();
    for first in offsets() {
        let (qp, _) = at(&tb, first, &WorkRequest::write(8 * 1024));
        let psn = |offset: u32| (Psn::new(first) + offset).get();
        let context = &qp.context;
        let nak = |offset| Header::nak(context, psn(offset), NakCode::PSN_SEQUENCE);
        seen.end([
            (Rule::SequenceNak, nak(3)),
            (Rule::OldDuplicate, nak(2)),
            (Rule::LargePsn, nak(8)),
            (Rule::RnrNak, Header::rnr(context, psn(4), 2)),
            (Rule::OldDuplicate, Header::rnr(context, psn(3), 2)),
            (Rule::Sack, Header::sack(context, psn(5), 0b100)),
            (Rule::LargePsn, Header::sack(context, psn(5), 0b1000)),
            (Rule::OldDuplicate, Header::sack(context, psn(4), 0b100)),
            (
                Rule::RemoteNak,
                Header::nak(context, psn(6), NakCode::REMOTE_OPERATION),
            ),
        ])
        .await;
        expect_psn(&seen, &qp, Psn::new(first) + 6);
    }
}

pub(super) async fn reads(tb: Tb) {
    let seen = tb.watch();
    for first in offsets() {
        let (qp, read) = at(&tb, first, &WorkRequest::read(8 * 1024));
        let responses = Header::read_responses(&qp.context, &read);
        let (early, late) = responses.split_at(4);
        let mut headers: Vec<_> = early
            .iter()
            .map(|header| (Rule::ReadResponse, header.clone()))
            .collect();
        headers.push((Rule::OldDuplicate, responses[3].clone()));
        headers.push((Rule::Missing, responses[5].clone()));
        headers.push((Rule::Missing, responses[7].clone()));
        let beyond = responses[7].clone().edit(|h| {
            h.psn = (Psn::new(h.psn) + 1).get();
        });
        headers.push((Rule::LargePsn, beyond));
        headers.extend(late.iter().map(|h| (Rule::ReadResponse, h.clone())));
        seen.end(headers).await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
        expect_psn(&seen, &qp, Psn::new(read.last_psn) + 1);
    }
}

pub(super) async fn resumed_reads(tb: Tb) {
    let seen = tb.watch();
    for first in offsets() {
        let (qp, read) = at(&tb, first, &WorkRequest::read(8 * 1024));
        let responses = Header::read_responses(&qp.context, &read);
        seen.all_end_by(Rule::ReadResponse, responses[..3].to_vec())
            .await;
        qp.edit_entry(0, |entry| {
            entry.request_psn = (Psn::new(first) + 3).get();
            entry.retried = true;
        });
        let entry = tb.bench().neighbours().queues.oldest(qp.qpn());
        let mut headers = Header::read_responses(&qp.context, &entry);
        // One response of the first request was only slow.
        headers[0] = responses[3].clone();
        seen.all_end_by(Rule::ReadResponse, headers).await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    }
}

pub(super) async fn half_a_circle_away(tb: Tb) {
    let seen = tb.watch();
    for first in [0, 1, 0x7F_FFFF, 0x80_0000, 0x80_0001, 0xFF_FFFF] {
        let (qp, _) = at(&tb, first, &WorkRequest::write(1024));
        let psn = |offset: u32| (Psn::new(first) + offset).get();
        let context = &qp.context;
        let nak = |offset| Header::nak(context, psn(offset), NakCode::REMOTE_ACCESS);
        seen.end([
            (Rule::LargePsn, nak(0x7F_FFFF)),
            (Rule::OldDuplicate, nak(0x80_0000)),
            (Rule::OldDuplicate, nak(0x80_0001)),
            // A plain ACK is no duplicate at the first look; next_psn is one further on.
            (Rule::LargePsn, Header::ack(context, psn(0x80_0000))),
            (Rule::Stale, Header::ack(context, psn(0x80_0001))),
            (Rule::Ack, Header::ack(context, first)),
        ])
        .await;
    }
}
