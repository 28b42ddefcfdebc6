//! What follows a failed entry: error CQE, state ERR and the flush (contract 4).

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::NakCode;
use rdma::layouts::{Cause, QpState, RespOpcode, WcOpcode, WcStatus};

use super::{Header, Qp, Seen, Tb};

const PSN: u32 = 0xC000;

/// A NAK that fails the entry whose first PSN this is.
fn refusal(qp: &Qp, psn: u32) -> Header {
    Header::nak(&qp.context, psn, NakCode::REMOTE_ACCESS)
}

/// The first entry failed with REM_ACCESS, and `flushed` more behind it from this index on.
fn expect_flushed(seen: &Seen, first: u16, flushed: u16) {
    let mut expected = vec![(first, WcStatus::REM_ACCESS)];
    expected.extend((1..=flushed).map(|i| (first.wrapping_add(i), WcStatus::WR_FLUSH)));
    seen.expect_completions(&expected);
}

pub(super) async fn flushes_every_kind(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let write = qp.post(&WorkRequest::write(4096));
    // Sent, sent silently, started, and queued: all of them, and each makes a CQE.
    let behind = [
        (WorkRequest::read(1024), WcOpcode::READ),
        (WorkRequest::send(10), WcOpcode::SEND),
        (WorkRequest::fetch_add().unsignaled(), WcOpcode::FADD),
        (WorkRequest::write(4096).unsignaled(), WcOpcode::WRITE),
        (WorkRequest::write(4096).started(), WcOpcode::WRITE),
        (WorkRequest::compare_swap().queued(), WcOpcode::CAS),
        (WorkRequest::write(0).queued().unsignaled(), WcOpcode::WRITE),
    ];
    for (request, _) in &behind {
        qp.post(request);
    }
    seen.ends_by(Rule::RemoteNak, refusal(&qp, write.first_psn))
        .await;
    let completions: Vec<_> = seen
        .take_completions()
        .iter()
        .skip(1)
        .map(|cqe| (cqe.opcode, cqe.status, cqe.cause, cqe.byte_count))
        .collect();
    let expected: Vec<_> = behind
        .iter()
        .map(|(_, opcode)| (*opcode, WcStatus::WR_FLUSH, Cause::FLUSH, 0))
        .collect();
    tb.expect_eq("the flushed completions", &completions, &expected);
    tb.expect_eq("the entries outstanding", &qp.depth(), &0);
    tb.expect_eq("the state", &qp.now().state, &QpState::ERR);
}

pub(super) async fn nothing_to_flush(tb: Tb) {
    let seen = tb.watch();
    for request in [WorkRequest::write(64), WorkRequest::write(64).unsignaled()] {
        let qp = tb.qp().psn(PSN).first_index(0xFFFF).create();
        qp.post(&request);
        seen.ends_by(Rule::RemoteNak, refusal(&qp, PSN)).await;
        expect_flushed(&seen, 0xFFFF, 0);
    }
}

pub(super) async fn long_flush(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    for _ in 0..100 {
        qp.post(&WorkRequest::write(100));
    }
    for _ in 0..28 {
        qp.post(&WorkRequest::send(100).queued());
    }
    seen.ends_by(Rule::RemoteNak, refusal(&qp, PSN)).await;
    expect_flushed(&seen, 0, 127);
}

pub(super) async fn flush_across_the_index_wrap(tb: Tb) {
    let seen = tb.watch();
    for ahead in 0..8 {
        let first = 0xFFFF - ahead;
        let qp = tb.qp().psn(PSN).first_index(first).create();
        for _ in 0..6 {
            qp.post(&WorkRequest::write(100));
        }
        seen.ends_by(Rule::RemoteNak, refusal(&qp, PSN)).await;
        expect_flushed(&seen, first, 5);
    }
}

pub(super) async fn entries_before_the_failed_one_succeed(tb: Tb) {
    let seen = tb.watch();
    let flow = tb.bench().flow("m_comp_cmpt_stream");
    for older in 1..5 {
        let qp = tb.qp().psn(PSN).create();
        for _ in 0..older {
            qp.post(&WorkRequest::write(2048));
        }
        let failing = qp.post(&WorkRequest::write(2048));
        qp.post(&WorkRequest::write(2048));
        // Nobody takes the success CQEs, so the error CQE has to wait.
        flow.pause();
        tb.send(refusal(&qp, failing.first_psn + 1));
        tb.sim().cycles(200).await;
        seen.expect_completions(&[]);
        flow.resume();
        tb.drained().await;
        seen.expect_rules(&[Rule::RemoteNak]);
        let mut expected: Vec<_> = (0..older).map(|index| (index, WcStatus::SUCCESS)).collect();
        expected.push((older, WcStatus::REM_ACCESS));
        expected.push((older + 1, WcStatus::WR_FLUSH));
        seen.expect_completions(&expected);
    }
}

pub(super) async fn responses_behind_a_failure(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    let writes: Vec<_> = (0..4).map(|_| qp.post(&WorkRequest::write(1024))).collect();
    let context = &qp.context;
    seen.end([
        (Rule::Ack, Header::ack(context, writes[0].last_psn)),
        (Rule::RemoteNak, refusal(&qp, writes[1].last_psn)),
        (Rule::NotRts, Header::ack(context, writes[2].last_psn)),
        (Rule::NotRts, refusal(&qp, writes[3].last_psn)),
        (Rule::NotRts, Header::sack(context, writes[3].last_psn, 0)),
        (
            Rule::NotRts,
            Header::read(context, RespOpcode::READ_RESP_ONLY, PSN, 8),
        ),
        (Rule::NotRts, Header::cnp(context)),
    ])
    .await;
    let flush = WcStatus::WR_FLUSH;
    seen.expect_completions(&[
        (0, WcStatus::SUCCESS),
        (1, WcStatus::REM_ACCESS),
        (2, flush),
        (3, flush),
    ]);
}

pub(super) async fn other_qps_go_on(tb: Tb) {
    let seen = tb.watch();
    let failing = tb.qp().psn(PSN).create();
    for _ in 0..20 {
        failing.post(&WorkRequest::write(100));
    }
    let others: Vec<Qp> = (0..8).map(|_| tb.qp().psn(PSN).create()).collect();
    for qp in &others {
        qp.post(&WorkRequest::write(100));
        qp.post(&WorkRequest::read(100));
    }
    let mut headers = vec![(Rule::RemoteNak, refusal(&failing, PSN))];
    headers.extend(
        others
            .iter()
            .map(|qp| (Rule::Ack, Header::ack(&qp.context, PSN))),
    );
    headers.extend(others.iter().map(|qp| {
        let opcode = RespOpcode::READ_RESP_ONLY;
        let response = Header::read(&qp.context, opcode, PSN + 1, 100);
        (Rule::ReadResponse, response)
    }));
    headers.push((Rule::NotRts, Header::ack(&failing.context, PSN + 1)));
    seen.end(headers).await;
    let statuses: Vec<WcStatus> = seen.take_completions().iter().map(|c| c.status).collect();
    let count = |status| statuses.iter().filter(|&&s| s == status).count();
    tb.expect_eq("the flushed", &count(WcStatus::WR_FLUSH), &19);
    tb.expect_eq("the completed", &count(WcStatus::SUCCESS), &16);
}

pub(super) async fn several_qps_fail_at_once(tb: Tb) {
    let seen = tb.watch();
    let qps: Vec<Qp> = (0..6)
        .map(|count| {
            let qp = tb.qp().psn(PSN).create();
            for _ in 0..=count {
                qp.post(&WorkRequest::write(2048));
            }
            qp
        })
        .collect();
    let naks = qps.iter().map(|qp| refusal(qp, PSN));
    seen.all_end_by(Rule::RemoteNak, naks).await;
    let flushed: Vec<u32> = seen.take(|beat| match beat {
        Beat::ErrorCqe(cqe) if cqe.status == WcStatus::WR_FLUSH => Some(cqe.qpn),
        _ => None,
    });
    for (behind, qp) in qps.iter().enumerate() {
        let count = flushed.iter().filter(|&&qpn| qpn == qp.qpn()).count();
        tb.expect_eq("the flushed", &count, &behind);
        tb.expect_eq("the state", &qp.now().state, &QpState::ERR);
    }
}
