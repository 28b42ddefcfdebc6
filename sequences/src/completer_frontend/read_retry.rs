//! READs that are asked for again: contract 5.1.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{RespOpcode, TxInfo, WcStatus};

use super::{Header, Qp, Seen, Tb};

const PSN: u32 = 0xFF_FFFE;

/// A READ of four packets that lost what follows its first `received` responses, and was asked for
/// again from there.
async fn resumed(seen: &Seen, received: usize) -> (Qp, TxInfo) {
    let qp = seen.tb().qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(4000));
    let responses = Header::read_responses(&qp.context, &read);
    seen.all_end_by(Rule::ReadResponse, responses[..received].to_vec())
        .await;
    qp.edit_entry(read.wqe_index, |entry| {
        entry.request_psn = (PSN + received as u32) & 0xFF_FFFF;
        entry.retried = true;
    });
    let entry = seen.tb().bench().neighbours().queues.oldest(qp.qpn());
    (qp, entry)
}

pub(super) async fn resumes_where_it_stopped(tb: Tb) {
    let seen = tb.watch();
    for received in 0..4 {
        let (qp, entry) = resumed(&seen, received).await;
        let responses = Header::read_responses(&qp.context, &entry);
        let opcode = responses[0].clone().build().opcode;
        let expected = if received == 3 {
            RespOpcode::READ_RESP_ONLY
        } else {
            RespOpcode::READ_RESP_FIRST
        };
        tb.expect_eq("the first opcode", &opcode, &expected);
        seen.all_end_by(Rule::ReadResponse, responses).await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    }
}

pub(super) async fn late_responses_of_the_first_request(tb: Tb) {
    let seen = tb.watch();
    for received in 1..4 {
        let (qp, entry) = resumed(&seen, received).await;
        let first = TxInfo {
            request_psn: entry.first_psn,
            ..entry
        };
        // They were not lost but slow: a MIDDLE or LAST comes where the retry begins.
        let late = Header::read_responses(&qp.context, &first).split_off(received);
        seen.all_end_by(Rule::ReadResponse, late).await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    }
}

pub(super) async fn late_response_then_the_retry(tb: Tb) {
    let seen = tb.watch();
    let (qp, entry) = resumed(&seen, 1).await;
    let retry = Header::read_responses(&qp.context, &entry);
    let late = Header::read(
        &qp.context,
        RespOpcode::READ_RESP_MIDDLE,
        entry.request_psn,
        1024,
    );
    seen.end([
        (Rule::ReadResponse, late),
        (Rule::OldDuplicate, retry[0].clone()),
        (Rule::ReadResponse, retry[1].clone()),
        (Rule::ReadResponse, retry[2].clone()),
    ])
    .await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
}

pub(super) async fn retried_from_its_start(tb: Tb) {
    let seen = tb.watch();
    // A MIDDLE or LAST at the first PSN was never sent, retry or not.
    for (opcode, length) in [
        (RespOpcode::READ_RESP_MIDDLE, 4096),
        (RespOpcode::READ_RESP_LAST, 1024),
    ] {
        let qp = tb.qp().psn(PSN).create();
        let read = qp.post(&WorkRequest::read(length));
        qp.edit_entry(read.wqe_index, |entry| entry.retried = true);
        let response = Header::read(&qp.context, opcode, PSN, 1024);
        seen.ends_by(Rule::ReadSequence, response).await;
        seen.expect_completions(&[(0, WcStatus::BAD_RESP)]);
    }
}

pub(super) async fn middle_at_a_resumed_start_without_retry(tb: Tb) {
    let seen = tb.watch();
    // An entry that says it was not retried has no late responses.
    let (qp, entry) = resumed(&seen, 2).await;
    qp.edit_entry(entry.wqe_index, |entry| entry.retried = false);
    let middle = Header::read(
        &qp.context,
        RespOpcode::READ_RESP_MIDDLE,
        entry.request_psn,
        1024,
    );
    seen.ends_by(Rule::ReadSequence, middle).await;
}

pub(super) async fn lost_response_and_implied_nak(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(4096));
    let write = qp.post(&WorkRequest::write(64));
    let responses = Header::read_responses(&qp.context, &read);
    let ack = Header::ack(&qp.context, write.last_psn);
    seen.end([
        (Rule::ReadResponse, responses[0].clone()),
        (Rule::Missing, responses[2].clone()),
        (Rule::Missing, responses[3].clone()),
        (Rule::ImpliedNak, ack.clone()),
    ])
    .await;
    let handover = seen.take_handovers()[0].clone();
    tb.expect_eq("the PSN handed over", &handover.psn, &0xFF_FFFF);
    qp.edit_entry(read.wqe_index, |entry| {
        entry.request_psn = handover.psn;
        entry.retried = true;
    });
    let entry = tb.bench().neighbours().queues.oldest(qp.qpn());
    let mut headers: Vec<_> = Header::read_responses(&qp.context, &entry)
        .into_iter()
        .map(|header| (Rule::ReadResponse, header))
        .collect();
    headers.push((Rule::Ack, ack));
    seen.end(headers).await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS), (1, WcStatus::SUCCESS)]);
}
