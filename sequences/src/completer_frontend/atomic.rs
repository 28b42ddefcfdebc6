//! ATOMIC acknowledgements: contract 6.

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::layouts::{Cause, QpState, Segment, WcOpcode, WcStatus};

use super::{Header, Seen, Tb};

const PSN: u32 = 0x8000;

pub(super) async fn brings_the_original_value(tb: Tb) {
    let seen = tb.watch();
    for (request, opcode) in [
        (WorkRequest::compare_swap(), WcOpcode::CAS),
        (WorkRequest::fetch_add(), WcOpcode::FADD),
    ] {
        for original in [0, 1, 0x0123_4567_89AB_CDEF, u64::MAX] {
            let qp = tb.qp().psn(PSN).create();
            let entry = qp.post(&request);
            // What lies beyond the value in the header's extension is not part of it.
            let ack = Header::atomic(&qp.context, PSN, original)
                .edit(|header| header.ext |= 0xDEAD << 64);
            seen.ends_by(Rule::AtomicAck, ack).await;
            let written = seen.take(|beat| match beat {
                Beat::Payload(command) => Some((command.inline_data, command.data)),
                _ => None,
            });
            tb.expect_eq("the value written", &written, &vec![(true, original)]);
            tb.expect_eq(
                "the piece",
                &seen.take_pieces(),
                &vec![(entry.segments[0].va, 8)],
            );
            let completions: Vec<_> = seen
                .take_completions()
                .iter()
                .map(|cqe| (cqe.opcode, cqe.status, cqe.byte_count))
                .collect();
            tb.expect_eq(
                "the completions",
                &completions,
                &vec![(opcode, WcStatus::SUCCESS, 8)],
            );
            tb.expect_eq("the decisions", &seen.take_decisions(), &vec![(3, false)]);
            tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 1));
        }
    }
}

pub(super) async fn completes_whether_sent_or_not(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let silent = qp.post(&WorkRequest::fetch_add().unsignaled());
    let repeated = qp.post(&WorkRequest::compare_swap());
    qp.edit_entry(repeated.wqe_index, |entry| {
        entry.sent = false;
        entry.retried = true;
    });
    let acks = [silent, repeated].map(|entry| Header::atomic(&qp.context, entry.last_psn, 3));
    let repeated = acks[1].clone();
    seen.all_end_by(Rule::AtomicAck, acks).await;
    seen.expect_completions(&[(1, WcStatus::SUCCESS)]);
    seen.ends_by(Rule::OldDuplicate, repeated).await;
}

fn segment(lkey: u32, length: u32) -> Segment {
    Segment {
        va: 0x7F00_0000_1000 + u64::from(lkey) * 0x100,
        lkey,
        length,
    }
}

/// The atomic fails with this status and cause, its QP moves to ERR, nothing is acknowledged.
async fn fails(seen: &Seen, rule: Rule, segments: &[Segment], status: WcStatus, cause: Cause) {
    let tb = seen.tb();
    for request in [
        WorkRequest::fetch_add(),
        WorkRequest::compare_swap().unsignaled(),
    ] {
        let qp = tb.qp().psn(PSN).create();
        qp.post(&request.into_segments(segments));
        seen.ends_by(rule, Header::atomic(&qp.context, PSN, 1))
            .await;
        let completions: Vec<_> = seen
            .take_completions()
            .iter()
            .map(|cqe| (cqe.status, cqe.cause))
            .collect();
        tb.expect_eq("the completions", &completions, &vec![(status, cause)]);
        let now = qp.now();
        tb.expect_eq(
            "the context",
            &(now.state, now.unacked_psn),
            &(QpState::ERR, PSN),
        );
    }
}

pub(super) async fn no_room(tb: Tb) {
    let seen = tb.watch();
    for segments in [
        vec![],
        vec![segment(1, 7)],
        vec![segment(1, 0), segment(2, 8)],
        vec![segment(1, 4), segment(2, 4), segment(3, 64), segment(4, 64)],
    ] {
        let (status, cause) = (WcStatus::LOC_LEN, Cause::LOCAL_LENGTH);
        fails(&seen, Rule::AtomicRoom, &segments, status, cause).await;
        tb.expect_eq("the pieces", &seen.take_pieces(), &vec![]);
        tb.expect_eq("the decisions", &seen.take_decisions(), &vec![]);
    }
}

pub(super) async fn more_room_than_needed(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let segments = [segment(1, 4096), segment(2, 1)];
    qp.post(&WorkRequest::fetch_add().into_segments(&segments));
    seen.ends_by(Rule::AtomicAck, Header::atomic(&qp.context, PSN, 1))
        .await;
    tb.expect_eq("the piece", &seen.take_pieces(), &vec![(segments[0].va, 8)]);
}

pub(super) async fn translation_fault(tb: Tb) {
    let seen = tb.watch();
    let refused = segment(0xBAD, 8);
    tb.bench().neighbours_mut().translator.refuse(refused.lkey);
    let (status, cause) = (WcStatus::LOC_PROT, Cause::TRANSLATION);
    fails(&seen, Rule::AtomicFault, &[refused], status, cause).await;
    tb.expect_eq(
        "the decisions",
        &seen.take_decisions(),
        &vec![(3, true), (3, true)],
    );
}
