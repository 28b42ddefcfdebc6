//! Responses beyond the oldest entry: rows 3 and 4 of the contract's table.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::NakCode;
use rdma::layouts::{QpContext, RespOpcode, RetryKind, TxInfo, WcOpcode, WcStatus, WrOpcode};

use super::{Header, Qp, Tb};

const PSN: u32 = 0x3000;
const SUCCESS: WcStatus = WcStatus::SUCCESS;

/// Two WRITEs of two packets and an entry behind them.
fn behind_two_writes(tb: &Tb, request: &WorkRequest) -> (Qp, TxInfo) {
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(2048));
    qp.post(&WorkRequest::send(2048));
    let third = qp.post(request);
    (qp, third)
}

pub(super) async fn long_chain(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).first_index(0xFFF6).create();
    let opcodes = [
        (WrOpcode::WRITE, WcOpcode::WRITE),
        (WrOpcode::SEND, WcOpcode::SEND),
        (WrOpcode::WRITE_IMM, WcOpcode::WRITE),
        (WrOpcode::SEND_IMM, WcOpcode::SEND),
        (WrOpcode::SEND_INV, WcOpcode::SEND),
    ];
    let mut expected = Vec::new();
    let mut last = 0;
    for (count, (opcode, completion)) in (0..20).zip(opcodes.iter().cycle()) {
        let request = WorkRequest::of(*opcode, count * 500);
        let signaled = count % 3 != 1;
        let entry = qp.post(&if signaled {
            request
        } else {
            request.unsignaled()
        });
        if signaled {
            expected.push((entry.wqe_index, *completion, count * 500));
        }
        last = entry.last_psn;
    }
    tb.respond(Header::ack(&qp.context, last)).await;
    tb.drained().await;
    let outcome = seen.take_finished()[0].outcome;
    tb.expect_eq("the implied completions", &outcome.implied, &19);
    tb.expect_eq("the completions", &outcome.completed, &20);
    let completions: Vec<_> = seen
        .take_completions()
        .iter()
        .map(|cqe| (cqe.wqe_counter, cqe.opcode, cqe.byte_count))
        .collect();
    tb.expect_eq("the CQEs", &completions, &expected);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(last + 1));
}

pub(super) async fn ack_inside_a_later_write(tb: Tb) {
    let seen = tb.watch();
    let (qp, third) = behind_two_writes(&tb, &WorkRequest::write(4096));
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, third.first_psn + 1))
        .await;
    seen.expect_completions(&[(0, SUCCESS), (1, SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 6));
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, third.last_psn))
        .await;
    seen.expect_completions(&[(2, SUCCESS)]);
}

/// Makes a response at a PSN.
type Make = fn(&QpContext, u32) -> Header;

/// Responses that make an implied ACK: the rule that decides, the entry answered, and whether that one
/// completes too, with success or an error.
fn implying() -> [(Rule, WorkRequest, Make, bool); 7] {
    let write = || WorkRequest::write(1024);
    let sequence: Make = |context, psn| Header::nak(context, psn, NakCode::PSN_SEQUENCE);
    let refusal: Make = |context, psn| Header::nak(context, psn, NakCode::REMOTE_ACCESS);
    let read: Make = |context, psn| Header::read(context, RespOpcode::READ_RESP_ONLY, psn, 1024);
    [
        (Rule::SequenceNak, write(), sequence, false),
        (
            Rule::RnrNak,
            write(),
            |c, psn| Header::rnr(c, psn, 3),
            false,
        ),
        (Rule::Sack, write(), |c, psn| Header::sack(c, psn, 0), false),
        (Rule::RemoteNak, write(), refusal, true),
        (Rule::ReadResponse, WorkRequest::read(1024), read, true),
        (
            Rule::AtomicAck,
            WorkRequest::fetch_add(),
            |c, psn| Header::atomic(c, psn, 1),
            true,
        ),
        (Rule::WrongKind, write(), read, true),
    ]
}

pub(super) async fn any_response_completes_older_writes(tb: Tb) {
    let seen = tb.watch();
    for (rule, request, make, completes) in implying() {
        let (qp, third) = behind_two_writes(&tb, &request);
        tb.respond(make(&qp.context, third.first_psn)).await;
        tb.drained().await;
        let outcome = seen.take_finished()[0].outcome;
        tb.expect_eq("the rule that decided", &outcome.rule, &rule);
        tb.expect_eq("the implied completions", &outcome.implied, &2);
        let indices: Vec<u16> = seen
            .take_completions()
            .iter()
            .map(|cqe| cqe.wqe_counter)
            .collect();
        let expected = if completes { vec![0, 1, 2] } else { vec![0, 1] };
        tb.expect_eq("the order of completions", &indices, &expected);
    }
}

pub(super) async fn stops_at_a_read(tb: Tb) {
    let seen = tb.watch();
    for request in [
        WorkRequest::read(2048),
        WorkRequest::fetch_add(),
        WorkRequest::compare_swap(),
    ] {
        let (qp, unanswered) = behind_two_writes(&tb, &request);
        let last = qp.post(&WorkRequest::write(1024));
        seen.ends_by(Rule::ImpliedNak, Header::ack(&qp.context, last.last_psn))
            .await;
        seen.expect_completions(&[(0, SUCCESS), (1, SUCCESS)]);
        tb.expect_eq("the entries outstanding", &qp.depth(), &2);
        let handovers = seen.take_handovers();
        tb.expect_eq("the number of hand-overs", &handovers.len(), &1);
        let handover = &handovers[0];
        tb.expect_eq(
            "the hand-over",
            &(handover.kind, handover.wqe_index, handover.psn),
            &(RetryKind::IMPLIED_NAK, 2, unanswered.first_psn),
        );
    }
}

pub(super) async fn any_response_beyond_a_read(tb: Tb) {
    let seen = tb.watch();
    let headers: [fn(&QpContext, u32) -> Header; 8] = [
        Header::ack,
        |context, psn| Header::nak(context, psn, NakCode::PSN_SEQUENCE),
        |context, psn| Header::nak(context, psn, NakCode::REMOTE_OPERATION),
        |context, psn| Header::rnr(context, psn, 3),
        |context, psn| Header::sack(context, psn, 0),
        |context, psn| Header::read(context, RespOpcode::READ_RESP_ONLY, psn, 1024),
        |context, psn| Header::read(context, RespOpcode::READ_RESP_FIRST, psn, 0),
        |context, psn| Header::atomic(context, psn, 9),
    ];
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    let read = qp.post(&WorkRequest::read(3072));
    let other = qp.post(&WorkRequest::read(1024));
    let first = Header::read_responses(&qp.context, &read)[0].clone();
    seen.ends_by(Rule::ReadResponse, first).await;
    let headers = headers.map(|make| make(&qp.context, other.first_psn));
    seen.all_end_by(Rule::ImpliedNak, headers).await;
    // The retry starts behind what was received.
    let psns: Vec<u32> = seen.take_handovers().iter().map(|h| h.psn).collect();
    tb.expect_eq("the PSNs handed over", &psns, &vec![PSN + 1; 8]);
}

pub(super) async fn stops_at_an_unsent_write(tb: Tb) {
    let seen = tb.watch();
    let (qp, third) = behind_two_writes(&tb, &WorkRequest::write(1024));
    qp.edit_entry(1, |entry| entry.sent = false);
    let ack = Header::ack(&qp.context, third.last_psn);
    seen.ends_by(Rule::NotSent, ack.clone()).await;
    seen.expect_completions(&[(0, SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 2));
    qp.edit_entry(1, |entry| entry.sent = true);
    seen.ends_by(Rule::Ack, ack).await;
    seen.expect_completions(&[(1, SUCCESS), (2, SUCCESS)]);
}

pub(super) async fn stops_at_a_queued_write(tb: Tb) {
    let seen = tb.watch();
    let payloads = [0, 1024];
    for payload in payloads {
        let (qp, third) = behind_two_writes(&tb, &WorkRequest::read(1024));
        // It never started, though the context says that its PSN was sent.
        qp.edit_entry(third.wqe_index, |entry| entry.started = false);
        let opcode = RespOpcode::READ_RESP_ONLY;
        let response = Header::read(&qp.context, opcode, third.first_psn, payload);
        seen.ends_by(Rule::Ghost, response).await;
        seen.expect_completions(&[(0, SUCCESS), (1, SUCCESS)]);
        tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 4));
    }
}

pub(super) async fn runs_out_of_entries(tb: Tb) {
    let seen = tb.watch();
    let (qp, third) = behind_two_writes(&tb, &WorkRequest::write(1024));
    // The context says that one more PSN was sent.
    tb.bench().create_qp(QpContext {
        next_psn: third.last_psn + 2,
        ..qp.now()
    });
    seen.ends_by(Rule::Ghost, Header::ack(&qp.context, third.last_psn + 1))
        .await;
    seen.expect_completions(&[(0, SUCCESS), (1, SUCCESS), (2, SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 5));
}

pub(super) async fn expected_psn_never_moves_back(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(1024));
    let second = qp.post(&WorkRequest::write(4096));
    qp.edit_entry(0, |entry| entry.sent = false);
    // Acknowledged while it is sent again, so it waits for one more response.
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, PSN)).await;
    seen.expect_completions(&[]);
    qp.edit_entry(0, |entry| entry.sent = true);
    let nak = Header::nak(&qp.context, second.first_psn, NakCode::PSN_SEQUENCE);
    seen.ends_by(Rule::SequenceNak, nak).await;
    seen.expect_completions(&[(0, SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 1));
    // The context expects a PSN well behind an entry that is still there.
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(1024));
    qp.post(&WorkRequest::write(4096));
    let third = qp.post(&WorkRequest::write(1024));
    qp.edit_entry(1, |entry| entry.sent = false);
    tb.bench().create_qp(QpContext {
        unacked_psn: PSN + 3,
        ..qp.now()
    });
    seen.ends_by(Rule::NotSent, Header::ack(&qp.context, third.last_psn))
        .await;
    seen.expect_completions(&[(0, SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 3));
}
