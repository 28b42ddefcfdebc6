//! RNR NAKs: row 11 of the contract's table.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{QpState, RetryKind, WcStatus};

use super::{Header, Seen, Tb};

const PSN: u32 = 0x5000;

/// The hand-overs: PSN and timer code of each.
fn expect_handovers(seen: &Seen, expected: &[(u32, u8)]) {
    let handovers: Vec<_> = seen
        .take_handovers()
        .iter()
        .map(|h| (h.kind, h.psn, h.rnr_timer))
        .collect();
    let expected = expected
        .iter()
        .map(|&(psn, timer)| (RetryKind::RNR, psn, timer))
        .collect();
    seen.tb().expect_eq("the hand-overs", &handovers, &expected);
}

pub(super) async fn every_timer_code(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::send(1024));
    let headers = (0..32).map(|timer| Header::rnr(&qp.context, PSN, timer));
    seen.all_end_by(Rule::RnrNak, headers).await;
    let expected: Vec<_> = (0..32).map(|timer| (PSN, timer)).collect();
    expect_handovers(&seen, &expected);
    seen.expect_completions(&[]);
    tb.expect_eq("the state", &qp.now().state, &QpState::RTS);
}

pub(super) async fn acknowledges_what_precedes(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(2048));
    qp.post(&WorkRequest::send(4096));
    seen.ends_by(Rule::RnrNak, Header::rnr(&qp.context, PSN + 2, 9))
        .await;
    seen.ends_by(Rule::RnrNak, Header::rnr(&qp.context, PSN + 4, 8))
        .await;
    seen.ends_by(Rule::OldDuplicate, Header::rnr(&qp.context, PSN + 3, 7))
        .await;
    expect_handovers(&seen, &[(PSN + 2, 9), (PSN + 4, 8)]);
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 4));
}

pub(super) async fn of_reads_and_atomics(tb: Tb) {
    let seen = tb.watch();
    for request in [WorkRequest::read(2048), WorkRequest::fetch_add()] {
        let qp = tb.qp().psn(PSN).create();
        qp.post(&request);
        seen.ends_by(Rule::RnrNak, Header::rnr(&qp.context, PSN, 31))
            .await;
        expect_handovers(&seen, &[(PSN, 31)]);
        tb.expect_eq("the entries outstanding", &qp.depth(), &1);
    }
}
