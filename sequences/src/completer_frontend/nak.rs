//! NAKs: rows 10 and 12 of the contract's table.

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::NakCode;
use rdma::layouts::{NakInfo, QpState, RetryKind, WcOpcode, WcStatus};

use super::{Header, Tb};

const PSN: u32 = 0x4000;

pub(super) async fn sequence_nak_acknowledges_what_precedes(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let writes = [2, 4].map(|packets| qp.post(&WorkRequest::write(packets * 1024)));
    let psn = writes[1].first_psn + 1;
    seen.ends_by(
        Rule::SequenceNak,
        Header::nak(&qp.context, psn, NakCode::PSN_SEQUENCE),
    )
    .await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &psn);
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
    let handovers: Vec<_> = seen
        .take_handovers()
        .iter()
        .map(|h| (h.kind, h.wqe_index, h.psn))
        .collect();
    tb.expect_eq(
        "the hand-overs",
        &handovers,
        &vec![(RetryKind::SEQ_NAK, 1, psn)],
    );
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, writes[1].last_psn))
        .await;
}

pub(super) async fn sequence_nak_once_per_response(tb: Tb) {
    let seen = tb.watch();
    for request in [
        WorkRequest::write(4096),
        WorkRequest::read(4096),
        WorkRequest::fetch_add(),
    ] {
        let qp = tb.qp().psn(PSN).create();
        qp.post(&request);
        // Whether it is news is for the retry path to say.
        let nak = Header::nak(&qp.context, PSN, NakCode::PSN_SEQUENCE);
        seen.all_end_by(Rule::SequenceNak, vec![nak; 5]).await;
        tb.expect_eq("the number of hand-overs", &seen.take_handovers().len(), &5);
        tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &PSN);
        tb.expect_eq("the entries outstanding", &qp.depth(), &1);
    }
}

pub(super) async fn sequence_nak_at_every_packet(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let write = qp.post(&WorkRequest::write(8192));
    let psns = write.first_psn..=write.last_psn;
    let naks = psns.map(|psn| Header::nak(&qp.context, psn, NakCode::PSN_SEQUENCE));
    seen.all_end_by(Rule::SequenceNak, naks).await;
    let psns: Vec<u32> = seen.take_handovers().iter().map(|h| h.psn).collect();
    tb.expect_eq(
        "the PSNs handed over",
        &psns,
        &(write.first_psn..=write.last_psn).collect(),
    );
}

pub(super) async fn stale_naks(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(4096));
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, PSN + 1))
        .await;
    let naks = (0..32).flat_map(|code| {
        [PSN, PSN + 1].map(|psn| Header::nak(&qp.context, psn, NakCode::new(code)))
    });
    seen.all_end_by(Rule::OldDuplicate, naks).await;
    tb.expect_eq("the number of hand-overs", &seen.take_handovers().len(), &0);
    tb.expect_eq("the state", &qp.now().state, &QpState::RTS);
}

/// The status that a NAK code ends in: transport.md 3.
fn status(code: u8) -> WcStatus {
    match code {
        1 => WcStatus::REM_INV_REQ,
        2 => WcStatus::REM_ACCESS,
        _ => WcStatus::REM_OP,
    }
}

pub(super) async fn remote_naks(tb: Tb) {
    let seen = tb.watch();
    for code in 1..32 {
        for request in [
            WorkRequest::write(4096),
            WorkRequest::write(4096).unsignaled(),
        ] {
            let qp = tb.qp().psn(PSN).create();
            qp.post(&request);
            let nak = Header::nak(&qp.context, PSN + 2, NakCode::new(code));
            seen.ends_by(Rule::RemoteNak, nak).await;
            let completions: Vec<_> = seen
                .take_completions()
                .iter()
                .map(|cqe| (cqe.status, cqe.vendor_error, cqe.byte_count))
                .collect();
            tb.expect_eq(
                "the completions",
                &completions,
                &vec![(status(code), 0x60 | code, 0)],
            );
            let now = qp.now();
            tb.expect_eq(
                "the context",
                &(now.state, now.unacked_psn),
                &(QpState::ERR, PSN + 2),
            );
        }
    }
}

pub(super) async fn remote_naks_of_reads_and_atomics(tb: Tb) {
    let seen = tb.watch();
    for (request, opcode) in [
        (WorkRequest::read(4096), WcOpcode::READ),
        (WorkRequest::compare_swap(), WcOpcode::CAS),
        (WorkRequest::fetch_add().unsignaled(), WcOpcode::FADD),
        (WorkRequest::send(64), WcOpcode::SEND),
    ] {
        for code in [1, 2, 3, 4, 31] {
            let qp = tb.qp().psn(PSN).create();
            qp.post(&request);
            let nak = Header::nak(&qp.context, PSN, NakCode::new(code));
            seen.ends_by(Rule::RemoteNak, nak).await;
            let completions: Vec<_> = seen
                .take_completions()
                .iter()
                .map(|cqe| (cqe.opcode, cqe.status))
                .collect();
            tb.expect_eq(
                "the completions",
                &completions,
                &vec![(opcode, status(code))],
            );
        }
    }
}

pub(super) async fn nak_notices(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(4096));
    let context = &qp.context;
    seen.end([
        (
            Rule::SequenceNak,
            Header::nak(context, PSN, NakCode::PSN_SEQUENCE),
        ),
        (Rule::RnrNak, Header::rnr(context, PSN + 1, 17)),
        (
            Rule::RemoteNak,
            Header::nak(context, PSN + 2, NakCode::REMOTE_ACCESS),
        ),
    ])
    .await;
    let notices = seen.take(|beat| match beat {
        Beat::Nak(notice) => Some(notice.clone()),
        _ => None,
    });
    let expected = [(0, 0x60), (1, 0x20 | 17), (2, 0x62)].map(|(offset, syndrome)| NakInfo {
        qpn: qp.qpn() as u16,
        psn: PSN + offset,
        syndrome,
    });
    tb.expect_eq("the notices", &notices, &expected.to_vec());
    tb.expect_eq("other notices", &seen.take_ack_notices().len(), &0);
}
