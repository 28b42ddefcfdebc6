//! Credits by every row that takes them: contract 4, transport.md 2.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::CreditCode;
use rdma::layouts::RespOpcode;

use super::super::{Header, Qp, Tb};

const PSN: u32 = 77;

/// A response that takes the row of this rule.
fn response(qp: &Qp, rule: Rule) -> Header {
    match rule {
        Rule::LateAck => {
            let last = qp.post(&WorkRequest::write(8)).last_psn;
            qp.edit_context(|context| context.unacked_psn = context.next_psn);
            Header::ack(&qp.context, last)
        }
        Rule::Sack => {
            qp.post(&WorkRequest::write(4096));
            Header::sack(&qp.context, PSN, 0b10)
        }
        Rule::ReadResponse => {
            qp.post(&WorkRequest::read(8));
            Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN, 8)
        }
        Rule::AtomicAck => {
            qp.post(&WorkRequest::fetch_add());
            Header::atomic(&qp.context, PSN, 1)
        }
        _ => Header::ack(&qp.context, qp.post(&WorkRequest::write(8)).last_psn),
    }
}

pub(in super::super) async fn every_effect(tb: Tb) {
    let seen = tb.watch();
    let two = CreditCode::encode(2);
    // The code, whether credits were unlimited before, and how far the limit was behind the new one.
    let effects = [
        (CreditCode::UNLIMITED, false, 0),
        (CreditCode::UNLIMITED, true, 0),
        (two, true, 1),
        (two, false, 1),
        (two, false, 0),
        (two, false, -3),
    ];
    for rule in [
        Rule::LateAck,
        Rule::Ack,
        Rule::Sack,
        Rule::ReadResponse,
        Rule::AtomicAck,
    ] {
        let mut responses = Vec::new();
        for msn in [100, 0xFF_FFFF_u32] {
            for (code, unlimited, behind) in effects {
                let limit = msn.wrapping_add(2).wrapping_add_signed(-behind) & 0xFF_FFFF;
                let known = tb.qp().psn(PSN).selective_repeat();
                let qp = known
                    .edit(|context| {
                        context.lsn = limit;
                        context.credits_unlimited = unlimited;
                    })
                    .create();
                responses.push((rule, response(&qp, rule).credits(code, msn)));
            }
        }
        seen.end(responses).await;
    }
}
