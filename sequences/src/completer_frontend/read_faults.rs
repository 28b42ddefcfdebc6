//! READ responses that fail their READ: contract 5.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{Cause, Pmtu, QpState, RespOpcode, Segment, WcStatus};

use super::read_scatter::segments;
use super::{Header, Qp, Seen, Tb};

const PSN: u32 = 0xB000;
const FIRST: RespOpcode = RespOpcode::READ_RESP_FIRST;
const MIDDLE: RespOpcode = RespOpcode::READ_RESP_MIDDLE;
const LAST: RespOpcode = RespOpcode::READ_RESP_LAST;
const ONLY: RespOpcode = RespOpcode::READ_RESP_ONLY;

/// A READ of which the first `received` responses came, path MTU 1024.
async fn reading(seen: &Seen, request: &WorkRequest, received: usize) -> Qp {
    let qp = seen.tb().qp().psn(PSN).create();
    let read = qp.post(request);
    let mut responses = Header::read_responses(&qp.context, &read);
    responses.truncate(received);
    seen.all_end_by(Rule::ReadResponse, responses).await;
    seen.take_decisions();
    seen.take_pieces();
    qp
}

/// The READ failed like this, and nothing of the response counts.
fn expect_failed(seen: &Seen, qp: &Qp, psn: u32, status: WcStatus, cause: Cause) {
    let tb = seen.tb();
    let completions: Vec<_> = seen
        .take_completions()
        .iter()
        .map(|cqe| (cqe.status, cqe.cause, cqe.byte_count))
        .collect();
    tb.expect_eq("the completions", &completions, &vec![(status, cause, 0)]);
    let now = qp.now();
    tb.expect_eq(
        "the context",
        &(now.state, now.unacked_psn),
        &(QpState::ERR, psn),
    );
    tb.expect_eq("the entries outstanding", &qp.depth(), &0);
}

pub(super) async fn out_of_sequence(tb: Tb) {
    let seen = tb.watch();
    // Packets of the message, those received, and the opcodes that may not come next.
    let cases: [(u32, usize, &[RespOpcode]); 5] = [
        (1, 0, &[FIRST, MIDDLE, LAST]),
        (2, 0, &[MIDDLE, LAST, ONLY]),
        (2, 1, &[FIRST, MIDDLE, ONLY]),
        (3, 1, &[FIRST, LAST, ONLY]),
        (3, 2, &[FIRST, MIDDLE, ONLY]),
    ];
    for (packets, received, opcodes) in cases {
        for &opcode in opcodes {
            let qp = reading(&seen, &WorkRequest::read(packets * 1024), received).await;
            let psn = PSN + received as u32;
            let response = Header::read(&qp.context, opcode, psn, 1024);
            seen.ends_by(Rule::ReadSequence, response).await;
            expect_failed(&seen, &qp, psn, WcStatus::BAD_RESP, Cause::OUT_OF_SEQUENCE);
            tb.expect_eq(
                "the decisions",
                &seen.take_decisions(),
                &vec![(1, false), (2, true)],
            );
        }
    }
}

pub(super) async fn wrong_length(tb: Tb) {
    let seen = tb.watch();
    // Length of the message, responses received, the next opcode and lengths it may not have.
    let cases: [(u32, usize, RespOpcode, &[u32]); 9] = [
        (0, 0, ONLY, &[1, 4, 1024]),
        (1, 0, ONLY, &[0, 2]),
        (1000, 0, ONLY, &[0, 999, 1001, 1024, 1025, 8191]),
        (1024, 0, ONLY, &[0, 1023, 1025]),
        (1025, 0, FIRST, &[0, 1, 1023, 1025, 2048]),
        (1025, 1, LAST, &[0, 2, 1024, 1025]),
        (3000, 1, MIDDLE, &[0, 1, 1023, 1025, 1976]),
        (3000, 2, LAST, &[0, 951, 953, 1024]),
        (3072, 2, LAST, &[0, 1, 1023, 1025, 2048]),
    ];
    for (length, received, opcode, payloads) in cases {
        for &payload in payloads {
            let qp = reading(&seen, &WorkRequest::read(length), received).await;
            let psn = PSN + received as u32;
            let response = Header::read(&qp.context, opcode, psn, payload);
            seen.ends_by(Rule::ReadLength, response).await;
            expect_failed(&seen, &qp, psn, WcStatus::BAD_RESP, Cause::WRONG_LENGTH);
        }
    }
}

pub(super) async fn bytes_received_do_not_fit_the_message(tb: Tb) {
    let seen = tb.watch();
    // The queue store says that more was received than was asked for, or that less remains than a packet.
    for (opcode, psn, received) in [
        (LAST, PSN + 2, 3073),
        (LAST, PSN + 2, 2049),
        (LAST, PSN + 2, 2047),
        (MIDDLE, PSN + 1, 2049),
        (MIDDLE, PSN + 1, 3073),
        (MIDDLE, PSN + 1, u32::MAX),
    ] {
        let qp = reading(&seen, &WorkRequest::read(3072), (psn - PSN) as usize).await;
        qp.edit_entry(0, |entry| entry.bytes_received = received);
        let response = Header::read(&qp.context, opcode, psn, 1024);
        seen.ends_by(Rule::ReadLength, response).await;
        expect_failed(&seen, &qp, psn, WcStatus::BAD_RESP, Cause::WRONG_LENGTH);
    }
}

pub(super) async fn beyond_the_local_segments(tb: Tb) {
    let seen = tb.watch();
    // Room for this, responses that fit, and the opcode and length of the one that does not.
    let cases: [(&[u32], u32, usize, RespOpcode, u32); 7] = [
        (&[], 1, 0, ONLY, 1),
        (&[0, 0, 0, 0], 64, 0, ONLY, 64),
        (&[1023], 1024, 0, ONLY, 1024),
        (&[512, 511], 2048, 0, FIRST, 1024),
        (&[1024], 2048, 1, LAST, 1024),
        (&[1000, 1047], 3072, 1, MIDDLE, 1024),
        (&[500, 500, 500, 999], 2500, 2, LAST, 452),
    ];
    for (room, length, received, opcode, payload) in cases {
        let request = WorkRequest::read(length).into_segments(&segments(room));
        let qp = reading(&seen, &request, received).await;
        let psn = PSN + received as u32;
        let response = Header::read(&qp.context, opcode, psn, payload);
        seen.ends_by(Rule::ReadRoom, response).await;
        expect_failed(&seen, &qp, psn, WcStatus::LOC_LEN, Cause::LOCAL_LENGTH);
        tb.expect_eq("the pieces", &seen.take_pieces(), &vec![]);
    }
    // Nothing fits anywhere.
    let nothing = WorkRequest::read(0).into_segments(&[]);
    reading(&seen, &nothing, 1).await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
}

pub(super) async fn the_first_fault_decides(tb: Tb) {
    let seen = tb.watch();
    let small = segments(&[10]);
    // Out of sequence, of the wrong length, without room.
    for (rule, opcode, payload) in [
        (Rule::ReadSequence, MIDDLE, 999),
        (Rule::ReadSequence, ONLY, 1024),
        (Rule::ReadLength, FIRST, 1023),
        (Rule::ReadRoom, FIRST, 1024),
    ] {
        let request = WorkRequest::read(2048).into_segments(&small);
        let qp = reading(&seen, &request, 0).await;
        let response = Header::read(&qp.context, opcode, PSN, payload);
        seen.ends_by(rule, response).await;
    }
}

/// A READ of 1024 bytes at path MTU 256 into these segments, some of whose keys are refused; the
/// responses before `failing` are accepted, and that one faults.
async fn faults(seen: &Seen, lengths: &[u32], refused: &[usize], failing: usize) {
    let tb = seen.tb();
    let scattered: Vec<Segment> = segments(lengths);
    for &index in refused {
        let lkey = scattered[index].lkey;
        tb.bench().neighbours_mut().translator.refuse(lkey);
    }
    let qp = tb.qp().psn(PSN).pmtu(Pmtu::MTU_256).create();
    let read = qp.post(&WorkRequest::read(1024).into_segments(&scattered));
    let responses = Header::read_responses(&qp.context, &read).into_iter();
    let headers = responses
        .enumerate()
        .map(|(index, header)| match index.cmp(&failing) {
            std::cmp::Ordering::Less => (Rule::ReadResponse, header),
            std::cmp::Ordering::Equal => (Rule::TranslationFault, header),
            std::cmp::Ordering::Greater => (Rule::NotRts, header),
        });
    seen.end(headers.collect::<Vec<_>>()).await;
    let psn = PSN + failing as u32;
    expect_failed(seen, &qp, psn, WcStatus::LOC_PROT, Cause::TRANSLATION);
    let third: Vec<bool> = seen
        .take_decisions()
        .iter()
        .filter(|(stage, _)| *stage == 3)
        .map(|(_, drop)| *drop)
        .collect();
    let mut expected = vec![false; failing];
    expected.push(true);
    tb.expect_eq("the third decisions", &third, &expected);
    for segment in scattered {
        tb.bench().neighbours_mut().translator.allow(segment.lkey);
    }
}

pub(super) async fn translation_faults(tb: Tb) {
    let seen = tb.watch();
    let pieces = [10, 20, 30, 964];
    // The first, a middle and the last piece of a packet, several of them, and all.
    for refused in [&[0][..], &[1], &[2], &[3], &[0, 3], &[1, 2], &[0, 1, 2, 3]] {
        faults(&seen, &pieces, refused, 0).await;
    }
}

pub(super) async fn translation_faults_later_in_the_message(tb: Tb) {
    let seen = tb.watch();
    faults(&seen, &[256, 768], &[1], 1).await;
    faults(&seen, &[300, 300, 424], &[1], 1).await;
    faults(&seen, &[600, 424], &[1], 2).await;
    faults(&seen, &[768, 256], &[1], 3).await;
    faults(&seen, &[1023, 1], &[1], 3).await;
}

pub(super) async fn a_failed_read_is_never_silent(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(64).unsignaled());
    qp.post(&WorkRequest::write(64).unsignaled());
    let lkey = read.segments[0].lkey;
    tb.bench().neighbours_mut().translator.refuse(lkey);
    let responses = Header::read_responses(&qp.context, &read);
    seen.all_end_by(Rule::TranslationFault, responses).await;
    seen.expect_completions(&[(0, WcStatus::LOC_PROT), (1, WcStatus::WR_FLUSH)]);
}
