//! How many entries one response takes: contract 4 row 3 and flush.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::NakCode;
use rdma::layouts::{CompHeader, RespOpcode};
use uvm::Pattern;

use super::super::{Header, Qp, Tb};

const PSN: u32 = 0xFF_FFFC;

/// Posts a number of WRITEs of one packet.
fn writes(qp: &Qp, number: u32) {
    for _ in 0..number {
        qp.post(&WorkRequest::write(64));
    }
}

fn fatal(qp: &Qp, psn: u32) -> CompHeader {
    Header::nak(&qp.context, psn, NakCode::REMOTE_ACCESS).build()
}

pub(in super::super) async fn implied_and_flushed(tb: Tb) {
    let seen = tb.watch();
    for implied in [0, 1, 2, 3, 8] {
        let mut responses = Vec::new();
        for flushed in [0, 1, 2, 3, 8] {
            let qp = tb.qp().psn(PSN).first_index(0xFFFA).create();
            writes(&qp, implied);
            let psn = qp.post(&WorkRequest::write(64)).first_psn;
            writes(&qp, flushed);
            responses.push((Rule::RemoteNak, fatal(&qp, psn)));
        }
        seen.end(responses).await;
    }
}

pub(in super::super) async fn long_chains(tb: Tb) {
    let seen = tb.watch();
    for ready in [Pattern::Always, Pattern::Fixed { on: 1, off: 3 }] {
        tb.bench().set_backpressure(&ready);
        let rules = [
            Rule::Ack,
            Rule::SequenceNak,
            Rule::RemoteNak,
            Rule::ImpliedNak,
            Rule::NotSent,
            Rule::ReadResponse,
        ];
        seen.end(rules.map(|rule| (rule, behind_twelve(&tb, rule))))
            .await;
    }
}

/// Twelve WRITEs on a new QP, and a response that completes them before it ends by the rule.
fn behind_twelve(tb: &Tb, rule: Rule) -> CompHeader {
    let qp = tb.qp().psn(PSN).first_index(0xFFFA).create();
    writes(&qp, 12);
    let request = match rule {
        Rule::ReadResponse | Rule::ImpliedNak => WorkRequest::read(64),
        Rule::NotSent => WorkRequest::write(64).started(),
        _ => WorkRequest::write(64),
    };
    let psn = qp.post(&request).first_psn;
    let behind = qp.post(&WorkRequest::write(64)).first_psn;
    let context = &qp.context;
    match rule {
        Rule::SequenceNak => Header::nak(context, psn, NakCode::PSN_SEQUENCE).build(),
        Rule::RemoteNak => fatal(&qp, psn),
        // A payload waits for the decisions on it.
        Rule::ImpliedNak | Rule::NotSent => {
            Header::read(context, RespOpcode::READ_RESP_ONLY, behind, 64).build()
        }
        Rule::ReadResponse => Header::read(context, RespOpcode::READ_RESP_ONLY, psn, 64).build(),
        _ => Header::ack(context, psn).build(),
    }
}
