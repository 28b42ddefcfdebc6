//! Responses that the oldest entry does not wait for: row 15 of the contract's table.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{Cause, QpContext, QpState, RespOpcode, WcStatus};
use rdma::{NakCode, Syndrome};

use super::{Header, Seen, Tb};

const PSN: u32 = 0x7000;
const READ_RESPONSES: [RespOpcode; 4] = [
    RespOpcode::READ_RESP_FIRST,
    RespOpcode::READ_RESP_MIDDLE,
    RespOpcode::READ_RESP_LAST,
    RespOpcode::READ_RESP_ONLY,
];

/// Sends each header to a QP of its own with this entry outstanding, and expects it to fail.
async fn fails(
    seen: &Seen,
    request: &WorkRequest,
    headers: impl IntoIterator<Item = impl Fn(&QpContext) -> Header>,
) {
    let tb = seen.tb();
    for make in headers {
        let qp = tb.qp().psn(PSN).create();
        let entry = qp.post(request);
        seen.ends_by(Rule::WrongKind, make(&qp.context)).await;
        let completions: Vec<_> = seen
            .take_completions()
            .iter()
            .map(|cqe| (cqe.wr_id, cqe.status, cqe.cause, cqe.vendor_error))
            .collect();
        let expected = (entry.wr_id, WcStatus::BAD_RESP, Cause::WRONG_KIND, 0);
        tb.expect_eq("the completions", &completions, &vec![expected]);
        let now = qp.now();
        tb.expect_eq(
            "the context",
            &(now.state, now.unacked_psn),
            &(QpState::ERR, PSN),
        );
        tb.expect_eq("pieces written", &seen.take_pieces(), &vec![]);
    }
}

/// A READ response of each opcode, with payload and without.
fn read_responses(psn: u32) -> impl Iterator<Item = impl Fn(&QpContext) -> Header> {
    READ_RESPONSES.into_iter().flat_map(move |opcode| {
        [0, 1024]
            .map(|length| move |context: &QpContext| Header::read(context, opcode, psn, length))
    })
}

pub(super) async fn ack_for_a_read(tb: Tb) {
    let seen = tb.watch();
    let ack = |context: &QpContext| Header::ack(context, PSN);
    for request in [
        WorkRequest::read(1024),
        WorkRequest::read(4096),
        WorkRequest::read(0),
        WorkRequest::read(64).unsignaled(),
    ] {
        fails(&seen, &request, [ack]).await;
    }
}

pub(super) async fn ack_for_an_atomic(tb: Tb) {
    let seen = tb.watch();
    let ack = |context: &QpContext| Header::ack(context, PSN);
    fails(&seen, &WorkRequest::compare_swap(), [ack]).await;
    fails(&seen, &WorkRequest::fetch_add().unsignaled(), [ack]).await;
}

pub(super) async fn read_response_for_a_write(tb: Tb) {
    let seen = tb.watch();
    fails(&seen, &WorkRequest::write(4096), read_responses(PSN)).await;
    fails(&seen, &WorkRequest::send(4096), read_responses(PSN + 2)).await;
}

pub(super) async fn read_response_for_an_atomic(tb: Tb) {
    let seen = tb.watch();
    fails(&seen, &WorkRequest::fetch_add(), read_responses(PSN)).await;
}

pub(super) async fn atomic_ack_for_others(tb: Tb) {
    let seen = tb.watch();
    for request in [
        WorkRequest::read(8),
        WorkRequest::write(8),
        WorkRequest::send(8).unsignaled(),
    ] {
        let ack = |context: &QpContext| Header::atomic(context, PSN, 1);
        fails(&seen, &request, [ack]).await;
    }
}

pub(super) async fn negative_read_response(tb: Tb) {
    let seen = tb.watch();
    let negative = [
        Syndrome::Nak {
            code: NakCode::PSN_SEQUENCE,
        },
        Syndrome::Nak {
            code: NakCode::REMOTE_ACCESS,
        },
        Syndrome::Rnr { timer: 0 },
        Syndrome::Rnr { timer: 31 },
    ];
    // Each in sequence and of the right length, but for its syndrome.
    for syndrome in negative {
        for (opcode, length) in [
            (RespOpcode::READ_RESP_ONLY, 1024),
            (RespOpcode::READ_RESP_ONLY, 0),
            (RespOpcode::READ_RESP_FIRST, 2048),
        ] {
            let payload = length.min(1024);
            let response = |context: &QpContext| {
                Header::read(context, opcode, PSN, payload).syndrome(syndrome)
            };
            fails(&seen, &WorkRequest::read(length), [response]).await;
        }
    }
}

pub(super) async fn negative_last_read_response(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(1500));
    let [first, last] = Header::read_responses(&qp.context, &read)
        .try_into()
        .unwrap_or_else(|_| panic!("a READ of two packets has two responses"));
    let last = last.syndrome(Syndrome::Rnr { timer: 1 });
    seen.end([(Rule::ReadResponse, first), (Rule::WrongKind, last)])
        .await;
    seen.expect_completions(&[(0, WcStatus::BAD_RESP)]);
}

pub(super) async fn negative_atomic_ack(tb: Tb) {
    let seen = tb.watch();
    let headers = [0x20, 0x3F, 0x60, 0x62, 0x7F].map(|syndrome| {
        move |context: &QpContext| {
            Header::atomic(context, PSN, 1).edit(|header| header.syndrome = syndrome)
        }
    });
    fails(&seen, &WorkRequest::fetch_add(), headers).await;
}
