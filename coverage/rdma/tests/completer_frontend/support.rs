//! Takes a response through the model and samples what comes of it.

use coverage::{Database, IllegalHits, Run};
use coverage_rdma::completer_frontend::{Coverage, Response};
use model::completer_frontend::{Next, Outcome, Response as Model};
use rdma::layouts::{
    CompHeader, Pmtu, QpContext, QpState, RespOpcode, TranslateResponse, TxInfo, WrOpcode,
};

/// Ready to send, PSNs `unacked..next` outstanding.
pub(super) fn context(unacked: u32, next: u32) -> QpContext {
    QpContext {
        valid: true,
        state: QpState::RTS,
        qpn: 5,
        pmtu: Pmtu::MTU_256,
        unacked_psn: unacked,
        next_psn: next,
        ..QpContext::default()
    }
}

/// A response of this opcode with an unlimited-credits syndrome.
pub(super) fn header(opcode: RespOpcode, psn: u32) -> CompHeader {
    CompHeader {
        opcode,
        dest_qpn: 5,
        psn,
        syndrome: 0x1F,
        ..CompHeader::default()
    }
}

/// A work request whose packets were all sent.
pub(super) fn entry(opcode: WrOpcode, first: u32, last: u32) -> TxInfo {
    TxInfo {
        valid: true,
        started: true,
        sent: true,
        signaled: true,
        opcode,
        first_psn: first,
        request_psn: first,
        last_psn: last,
        ..TxInfo::default()
    }
}

/// What the model makes of a response; an entry that is not valid follows those given.
pub(super) fn outcome(
    header: &CompHeader,
    context: &QpContext,
    entries: &[TxInfo],
) -> (Outcome, Vec<TxInfo>) {
    let (mut response, mut step) = Model::new(header);
    let mut read = Vec::new();
    loop {
        step = match step.next {
            Next::Done(outcome) => return (outcome, read),
            Next::Context => response.context(context).unwrap(),
            Next::Verdicts(_) => response.verdict(&TranslateResponse::default()).unwrap(),
            _ => {
                let entry = entries.get(read.len()).cloned().unwrap_or_default();
                read.push(entry.clone());
                response.entry(&entry).unwrap()
            }
        };
    }
}

/// Samples a response alone on an idle wrapper.
pub(super) fn sample(
    coverage: &mut Coverage,
    header: &CompHeader,
    context: &QpContext,
    entries: &[TxInfo],
) -> Result<(), IllegalHits> {
    let (outcome, read) = outcome(header, context, entries);
    coverage.response(&Response {
        header,
        context,
        entries: &read,
        outcome: &outcome,
        rules: 0,
        stalled: 0,
        same_qp: 0,
        in_flight: 0,
        latency: 1,
    })
}

/// The database of one run.
pub(super) fn record(coverage: &Coverage) -> Database {
    coverage.record(Run::new(1, "test seed 1")).unwrap()
}
