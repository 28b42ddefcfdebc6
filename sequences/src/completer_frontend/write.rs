//! Acknowledgements of WRITEs and SENDs: table rows 3, 5 and 8 of the contract.

use env::actors::WorkRequest;
use rdma::layouts::{WcOpcode, WcStatus};

use super::{Header, Tb};

pub(super) async fn ack_completes_write(tb: Tb) {
    let completions = tb.collect_completions();
    let qp = tb.qp().psn(100).create();
    let write = qp.post(&WorkRequest::write(4096));
    tb.respond(Header::ack(&qp.context, write.last_psn)).await;
    tb.drained().await;
    let completions = completions.borrow();
    let seen: Vec<_> = completions
        .iter()
        .map(|c| (c.opcode, c.status, c.byte_count))
        .collect();
    tb.expect_eq(
        "the completions",
        &seen,
        &vec![(WcOpcode::WRITE, WcStatus::SUCCESS, 4096)],
    );
}

pub(super) async fn ack_completes_older_writes(tb: Tb) {
    let completions = tb.collect_completions();
    let qp = tb.qp().psn(0xFF_FFFE).create();
    let writes = [1, 3, 1].map(|packets| qp.post(&WorkRequest::write(packets * 1024)));
    tb.respond(Header::ack(&qp.context, writes[2].last_psn))
        .await;
    tb.drained().await;
    let indices: Vec<u16> = completions.borrow().iter().map(|c| c.wqe_counter).collect();
    tb.expect_eq("the order of completions", &indices, &vec![0, 1, 2]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &3);
}

pub(super) async fn partial_ack_moves_expected_psn(tb: Tb) {
    let qp = tb.qp().psn(7).create();
    let write = qp.post(&WorkRequest::write(4096));
    tb.respond(Header::ack(&qp.context, write.first_psn + 1))
        .await;
    tb.drained().await;
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &9);
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}
