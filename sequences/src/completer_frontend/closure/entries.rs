//! Every state and opcode of an entry against what may hit it: contract 4.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::NakCode;
use rdma::layouts::{RespOpcode, Segment, WrOpcode};

use super::super::{Header, Tb};
use super::SENDS;

const PSN: u32 = 0xFF_FFFD;
const READ_RESPONSES: [RespOpcode; 4] = [
    RespOpcode::READ_RESP_FIRST,
    RespOpcode::READ_RESP_MIDDLE,
    RespOpcode::READ_RESP_LAST,
    RespOpcode::READ_RESP_ONLY,
];

/// A work request of an opcode, with a CQE on success or without.
fn request(opcode: WrOpcode, signaled: bool) -> WorkRequest {
    let request = WorkRequest::of(opcode, 8);
    if signaled {
        request
    } else {
        request.unsignaled()
    }
}

pub(in super::super) async fn naks_by_entry_state(tb: Tb) {
    let seen = tb.watch();
    let rules = [
        (0, Rule::SequenceNak),
        (1, Rule::RemoteNak),
        (2, Rule::RemoteNak),
        (3, Rule::RemoteNak),
        (4, Rule::RemoteNak),
        (31, Rule::RemoteNak),
        (32, Rule::RnrNak),
    ];
    for (code, rule) in rules {
        let mut responses = Vec::new();
        for &opcode in WrOpcode::ALL {
            // Bits: retried, sent, signaled, behind an entry that the NAK completes.
            for state in 0..16 {
                let has = |bit: u32| state >> bit & 1 == 1;
                let qp = tb.qp().psn(PSN).create();
                if has(3) {
                    qp.post(&WorkRequest::write(8));
                }
                let entry = qp.post(&request(opcode, has(2)));
                qp.edit_entry(entry.wqe_index, |entry| {
                    entry.retried = has(0);
                    entry.sent = has(1);
                });
                let psn = entry.first_psn;
                let header = match code {
                    32 => Header::rnr(&qp.context, psn, state as u8),
                    code => Header::nak(&qp.context, psn, NakCode::new(code)),
                };
                responses.push((rule, header));
            }
        }
        seen.end(responses).await;
    }
}

pub(in super::super) async fn wrong_kind_by_opcode(tb: Tb) {
    let seen = tb.watch();
    let mut responses = Vec::new();
    for &opcode in WrOpcode::ALL {
        for signaled in [false, true] {
            let qp = tb.qp().psn(PSN).create();
            qp.post(&request(opcode, signaled));
            let response = if SENDS.contains(&opcode) {
                Header::atomic(&qp.context, PSN, 1)
            } else {
                Header::ack(&qp.context, PSN)
            };
            responses.push((Rule::WrongKind, response));
        }
    }
    seen.end(responses).await;
}

pub(in super::super) async fn no_room_by_opcode(tb: Tb) {
    let seen = tb.watch();
    let mut responses = Vec::new();
    for opcode in [WrOpcode::READ, WrOpcode::CAS, WrOpcode::FADD] {
        for signaled in [false, true] {
            let qp = tb.qp().psn(PSN).create();
            let segment = Segment {
                va: 0x7000_0000,
                lkey: 1,
                length: 7,
            };
            qp.post(&request(opcode, signaled).into_segments(&[segment]));
            responses.push(if opcode == WrOpcode::READ {
                (
                    Rule::ReadRoom,
                    Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN, 8),
                )
            } else {
                (Rule::AtomicRoom, Header::atomic(&qp.context, PSN, 1))
            });
        }
    }
    seen.end(responses).await;
}

pub(in super::super) async fn rows_of_data(tb: Tb) {
    let seen = tb.watch();
    let mut responses = Vec::new();
    for opcode in READ_RESPONSES {
        let ghost = tb.qp().psn(PSN).create();
        ghost.edit_context(|context| context.next_psn = 5);
        responses.push((Rule::Ghost, Header::read(&ghost.context, opcode, PSN, 1024)));
        let started = tb.qp().psn(PSN).create();
        let write = started.post(&WorkRequest::write(4096).started());
        started.edit_context(|context| context.next_psn = 5);
        responses.push((
            Rule::NotSent,
            Header::read(&started.context, opcode, write.last_psn + 1, 1024),
        ));
        let read = tb.qp().psn(PSN).create();
        read.post(&WorkRequest::read(4096));
        responses.push((
            Rule::Missing,
            Header::read(&read.context, opcode, PSN + 1, 1024),
        ));
    }
    for opcode in [WrOpcode::CAS, WrOpcode::FADD] {
        // Asked for, but by what the queue says nothing was sent.
        let queued = tb.qp().psn(PSN).create();
        queued.post(&request(opcode, true).queued());
        queued.edit_context(|context| context.next_psn = PSN + 1);
        responses.push((Rule::Ghost, Header::atomic(&queued.context, PSN, 1)));
        // Something before it is not acknowledged, and gone from the queue.
        let behind = tb.qp().psn(PSN).create();
        behind.post(&request(opcode, true));
        behind.edit_context(|context| context.unacked_psn = PSN - 1);
        responses.push((Rule::Missing, Header::atomic(&behind.context, PSN, 1)));
    }
    seen.end(responses).await;
}

pub(in super::super) async fn late_acks(tb: Tb) {
    let seen = tb.watch();
    let mut responses = Vec::new();
    for opcode in SENDS.into_iter().chain([WrOpcode(8), WrOpcode(0xFF)]) {
        for signaled in [false, true] {
            let on_time = tb.qp().psn(PSN).create();
            on_time.post(&request(opcode, signaled));
            responses.push((Rule::Ack, Header::ack(&on_time.context, PSN)));
            let late = tb.qp().psn(PSN).create();
            late.post(&request(opcode, signaled));
            late.edit_context(|context| context.unacked_psn = context.next_psn);
            responses.push((Rule::LateAck, Header::ack(&late.context, PSN)));
        }
    }
    // Nothing is outstanding before the wrap.
    let qp = tb.qp().psn(0).create();
    qp.post(&WorkRequest::write(8));
    responses.push((Rule::Stale, Header::ack(&qp.context, 0xFF_FFFF)));
    // Everything was acknowledged while it was sent again; now the entries are completed one behind the other.
    for (back, rule) in [(0, Rule::LateAck), (1, Rule::Stale)] {
        let qp = tb.qp().psn(PSN).create();
        qp.post(&WorkRequest::write(1024));
        let last = qp.post(&WorkRequest::write(4096)).last_psn;
        qp.edit_context(|context| context.unacked_psn = context.next_psn);
        responses.push((rule, Header::ack(&qp.context, last - back)));
    }
    seen.end(responses).await;
}
