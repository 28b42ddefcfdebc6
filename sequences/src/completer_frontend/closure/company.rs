//! Transactions beside others: contract 2, 7 and 8.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::NakCode;
use rdma::layouts::{MrControl, MrOp, QpControl, QpOp, RespOpcode};
use uvm::Pattern;

use super::super::{Header, Qp, Tb};

const PSN: u32 = 0xFF_FFFE;

/// QPs with a few WRITEs outstanding each.
fn busy_qps(tb: &Tb, qps: usize, writes: u32) -> Vec<Qp> {
    let qp = |_| {
        let qp = tb.qp().psn(PSN).create();
        for _ in 0..writes {
            qp.post(&WorkRequest::write(64));
        }
        qp
    };
    (0..qps).map(qp).collect()
}

/// The ACK of a QP's `number`th WRITE.
fn ack(qp: &Qp, number: u32) -> Header {
    Header::ack(&qp.context, PSN + number)
}

/// Commands of every kind, named or not, find responses to their own QP and to others in flight.
pub(in super::super) async fn control_beside_responses(tb: Tb) {
    for stream in [
        "m_mr_ctrl_stream",
        "m_dereg_mr_id",
        "m_mmu_flush",
        "m_ack_info",
        "m_qp_control_cmd",
    ] {
        tb.bench().flow(stream).set_pattern(Pattern::Percent(25));
    }
    let mr_ops = [
        MrOp::REGISTER,
        MrOp::REGISTER,
        MrOp::DEREGISTER,
        MrOp::DEREGISTER,
        MrOp(0),
        MrOp(9),
    ];
    let qp_ops = [QpOp::CREATE, QpOp::MODIFY, QpOp::DESTROY, QpOp(0), QpOp(9)];
    for (round, &op) in qp_ops.iter().cycle().take(20).enumerate() {
        let qps = busy_qps(&tb, 4, 3);
        for number in 0..3 {
            qps.iter().for_each(|qp| tb.send(ack(qp, number)));
        }
        tb.sim().cycles(4 + round as u64).await;
        for (key, &op) in (0..).zip(&mr_ops) {
            tb.bench().mr_control().post(MrControl {
                op,
                key,
                ..MrControl::default()
            });
        }
        // In turn a QP that is busy and one that is not.
        let qpn = if round < 10 { qps[3].qpn() } else { 0x8000 };
        tb.bench().qp_control().post(QpControl {
            op,
            qpn,
            ..QpControl::default()
        });
        tb.drained().await;
    }
}

/// A notice that waits keeps transactions in flight, so that many are; one of them fails.
pub(in super::super) async fn deep_pipeline(tb: Tb) {
    let seen = tb.watch();
    for fails in [false, true] {
        let qps = busy_qps(&tb, 12, 4);
        let notices = tb.bench().flow("m_ack_info");
        notices.pause();
        let others = qps[1..].iter().map(|qp| (Rule::Ack, ack(qp, 0)));
        let mut responses: Vec<_> = others.collect();
        // The wrapper holds five while notices stall.
        if fails {
            let nak = Header::nak(&qps[0].context, PSN, NakCode::REMOTE_OPERATION);
            responses.insert(4, (Rule::RemoteNak, nak));
        } else {
            // Of the same QP: two next to each other, two among others.
            for (place, number) in [(1, 0), (2, 1), (4, 2), (9, 3)] {
                responses.insert(place, (Rule::Ack, ack(&qps[0], number)));
            }
        }
        let resumed = notices.clone();
        let sim = tb.sim().clone();
        let resume = tb.sim().spawn("test.resume", async move {
            sim.cycles(200).await;
            resumed.resume();
        });
        seen.end(responses).await;
        let _ = resume.await;
    }
}

/// NAKs and SACKs within a READ hand it over; the next response of the first request goes on with it.
pub(in super::super) async fn interrupted_read(tb: Tb) {
    let seen = tb.watch();
    for rule in [Rule::SequenceNak, Rule::RnrNak, Rule::Sack] {
        let qp = tb.qp().psn(PSN).selective_repeat().create();
        let read = qp.post(&WorkRequest::read(3 * 1024));
        let mut responses = Vec::new();
        for (number, response) in (0..).zip(Header::read_responses(&qp.context, &read)) {
            let (context, psn) = (&qp.context, (PSN + number) & 0xFF_FFFF);
            let interruption = match rule {
                Rule::RnrNak => Header::rnr(context, psn, 3),
                Rule::Sack => Header::sack(context, psn, 0),
                _ => Header::nak(context, psn, NakCode::PSN_SEQUENCE),
            };
            responses.extend([(rule, interruption), (Rule::ReadResponse, response)]);
        }
        seen.end(responses).await;
        tb.expect_eq("the entries outstanding", &qp.depth(), &0);
    }
}

/// A QPN of more than 16 bits condemns a response before it is seen to be an old one.
pub(in super::super) async fn wide_qpn_of_an_old_response(tb: Tb) {
    let seen = tb.watch();
    let qp = tb
        .qp()
        .psn(PSN)
        .edit(|context| context.qpn = 0x1_0005)
        .create();
    let old = Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN - 1, 64);
    seen.ends_by(Rule::InvalidQp, old).await;
}
