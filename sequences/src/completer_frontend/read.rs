//! READ responses that are as they should be: contract 5.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{Pmtu, WcOpcode, WcStatus};

use super::{Header, Tb};

const PSN: u32 = 0x9000;

pub(super) async fn every_length_at_every_mtu(tb: Tb) {
    let seen = tb.watch();
    for (code, mtu) in Pmtu::ALL.iter().zip([256, 512, 1024, 2048, 4096]) {
        for length in [
            0,
            1,
            mtu - 1,
            mtu,
            mtu + 1,
            2 * mtu - 1,
            2 * mtu,
            2 * mtu + 1,
            5 * mtu,
        ] {
            let qp = tb.qp().psn(PSN).pmtu(*code).create();
            let read = qp.post(&WorkRequest::read(length));
            let responses = Header::read_responses(&qp.context, &read);
            let packets = length.div_ceil(mtu).max(1);
            tb.expect_eq("the packets", &responses.len(), &(packets as usize));
            seen.all_end_by(Rule::ReadResponse, responses).await;
            let completions: Vec<_> = seen
                .take_completions()
                .iter()
                .map(|cqe| (cqe.opcode, cqe.status, cqe.byte_count))
                .collect();
            let expected = (WcOpcode::READ, WcStatus::SUCCESS, length);
            tb.expect_eq("the completions", &completions, &vec![expected]);
            let written: u32 = seen.take_pieces().iter().map(|p| u32::from(p.1)).sum();
            tb.expect_eq("the bytes written", &written, &length);
            tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + packets));
        }
    }
}

pub(super) async fn decisions_on_payload(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(1024));
    seen.all_end_by(
        Rule::ReadResponse,
        Header::read_responses(&qp.context, &read),
    )
    .await;
    tb.expect_eq(
        "the decisions on a packet with payload",
        &seen.take_decisions(),
        &vec![(1, false), (2, false), (3, false)],
    );
    let read = qp.post(&WorkRequest::read(0));
    seen.all_end_by(
        Rule::ReadResponse,
        Header::read_responses(&qp.context, &read),
    )
    .await;
    tb.expect_eq(
        "the decisions on a packet without payload",
        &seen.take_decisions(),
        &vec![],
    );
}

pub(super) async fn bytes_received_is_kept(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(3500));
    let responses = Header::read_responses(&qp.context, &read);
    for (response, bytes) in responses.into_iter().zip([1024, 2048, 3072]) {
        seen.ends_by(Rule::ReadResponse, response).await;
        let entry = tb.bench().neighbours().queues.oldest(qp.qpn());
        tb.expect_eq("the bytes received", &entry.bytes_received, &bytes);
    }
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}

pub(super) async fn several_outstanding(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let first = qp.post(&WorkRequest::read(2048));
    qp.post(&WorkRequest::write(1024));
    let second = qp.post(&WorkRequest::read(100).unsignaled());
    let third = qp.post(&WorkRequest::read(4096));
    let last = qp.post(&WorkRequest::write(1024));
    let mut headers = Vec::new();
    for read in [first, second, third] {
        headers.extend(Header::read_responses(&qp.context, &read));
    }
    seen.all_end_by(Rule::ReadResponse, headers).await;
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, last.last_psn))
        .await;
    seen.expect_completions(&[0, 1, 3, 4].map(|index| (index, WcStatus::SUCCESS)));
}

pub(super) async fn completes_whether_sent_or_not(tb: Tb) {
    let seen = tb.watch();
    for length in [0, 64, 2048] {
        let qp = tb.qp().psn(PSN).create();
        let read = qp.post(&WorkRequest::read(length));
        // The request is being sent again while the responses to the first one come.
        qp.edit_entry(read.wqe_index, |entry| {
            entry.sent = false;
            entry.retried = true;
        });
        let responses = Header::read_responses(&qp.context, &read);
        seen.all_end_by(Rule::ReadResponse, responses.clone()).await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
        // Those to the second one find it gone.
        seen.all_end_by(Rule::OldDuplicate, responses).await;
    }
}
