//! Acknowledgements of WRITEs and SENDs: table rows 3, 5 and 8 of the contract.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{Pmtu, WcOpcode, WcStatus, WrOpcode};

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

pub(super) async fn every_kind_of_write_and_send(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(50).create();
    let mut expected = Vec::new();
    for (opcode, completion) in [
        (WrOpcode::SEND, WcOpcode::SEND),
        (WrOpcode::SEND_IMM, WcOpcode::SEND),
        (WrOpcode::SEND_INV, WcOpcode::SEND),
        (WrOpcode::WRITE, WcOpcode::WRITE),
        (WrOpcode::WRITE_IMM, WcOpcode::WRITE),
        // A request without a name completes as a SEND.
        (WrOpcode(8), WcOpcode::SEND),
        (WrOpcode(0xFF), WcOpcode::SEND),
    ] {
        for length in [0, 1, 1024, 1025] {
            let entry = qp.post(&WorkRequest::of(opcode, length));
            seen.ends_by(Rule::Ack, Header::ack(&qp.context, entry.last_psn))
                .await;
            expected.push((completion, entry.wr_id, length));
        }
    }
    let completions: Vec<_> = seen
        .take_completions()
        .iter()
        .map(|cqe| (cqe.opcode, cqe.wr_id, cqe.byte_count))
        .collect();
    tb.expect_eq("the completions", &completions, &expected);
}

pub(super) async fn longest_message(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(0xFF_0000).pmtu(Pmtu::MTU_4096).create();
    let write = qp.post(&WorkRequest::write(1 << 31));
    tb.expect_eq("the last PSN", &write.last_psn, &0x06_FFFF);
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, 0)).await;
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, write.last_psn))
        .await;
    let bytes: Vec<u32> = seen
        .take_completions()
        .iter()
        .map(|c| c.byte_count)
        .collect();
    tb.expect_eq("the bytes completed", &bytes, &vec![1 << 31]);
}

pub(super) async fn acknowledged_packet_by_packet(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(9).create();
    let writes = [3, 1, 2].map(|packets| qp.post(&WorkRequest::write(packets * 1024)));
    let psns = writes[0].first_psn..=writes[2].last_psn;
    seen.all_end_by(Rule::Ack, psns.map(|psn| Header::ack(&qp.context, psn)))
        .await;
    seen.expect_completions(&[0, 1, 2].map(|index| (index, WcStatus::SUCCESS)));
}

pub(super) async fn unsignaled_completions_are_silent(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(1).create();
    let silent = WorkRequest::write(1024).unsignaled();
    // Row 3 and row 8.
    qp.post(&silent);
    let second = qp.post(&silent);
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, second.last_psn))
        .await;
    // Row 5.
    let third = qp.post(&silent);
    qp.edit_entry(third.wqe_index, |entry| entry.sent = false);
    let ack = Header::ack(&qp.context, third.last_psn);
    seen.ends_by(Rule::Ack, ack.clone()).await;
    qp.edit_entry(third.wqe_index, |entry| entry.sent = true);
    seen.ends_by(Rule::LateAck, ack).await;
    seen.expect_completions(&[]);
    tb.expect_eq("the entries outstanding", &qp.depth(), &0);
}

pub(super) async fn acknowledged_before_it_is_sent(tb: Tb) {
    let seen = tb.watch();
    for request in [WorkRequest::write(3000), WorkRequest::send(0)] {
        let qp = tb.qp().psn(0xFF_FFFD).create();
        let entry = qp.post(&request);
        // It is being sent again when the ACK of the first try comes.
        qp.edit_entry(entry.wqe_index, |entry| entry.sent = false);
        let ack = Header::ack(&qp.context, entry.last_psn);
        seen.end([(Rule::Ack, ack.clone()), (Rule::Stale, ack.clone())])
            .await;
        seen.expect_completions(&[]);
        let expected = qp.now().unacked_psn;
        // The ACK of the second try is a duplicate that completes it.
        qp.edit_entry(entry.wqe_index, |entry| entry.sent = true);
        seen.end([(Rule::LateAck, ack.clone()), (Rule::Ghost, ack)])
            .await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
        tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &expected);
    }
}

pub(super) async fn ack_of_a_started_write(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(0x77).create();
    // One packet of four was sent.
    let write = qp.post(&WorkRequest::write(4096).started());
    seen.end([
        (Rule::Ack, Header::ack(&qp.context, write.first_psn)),
        (Rule::LargePsn, Header::ack(&qp.context, write.last_psn)),
    ])
    .await;
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}
