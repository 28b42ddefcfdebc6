//! Rules that no other test would miss: `docs/reference/rules.md` says how each was found.

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::NakCode;
use rdma::layouts::{MrControl, MrOp, QpContext, QpControl, QpOp, QpState, WcStatus};

use super::{Header, Qp, Seen, Tb};

/// Queues a command and does not wait.
fn command(tb: &Tb, op: MrOp, key: u32) {
    let command = MrControl {
        op,
        key,
        ..MrControl::default()
    };
    tb.bench().mr_control().post(command);
}

/// Ports and keys of what left on the MR control streams.
fn left(seen: &Seen) -> Vec<(&'static str, u32)> {
    seen.take(|beat| match beat {
        Beat::MrControl(command) => Some((beat.port().name(), command.key)),
        Beat::Deregister(key) | Beat::MmuFlush(key) => Some((beat.port().name(), key.key)),
        _ => None,
    })
}

/// The order of what leaves does not show whether a command waits: hold the answer back, and look.
pub(super) async fn next_command_waits_for_the_flush(tb: Tb) {
    let seen = tb.watch();
    let first = vec![("m_dereg_mr_id", 7), ("m_mmu_flush", 7)];
    for (next, stream) in [
        (MrOp::REGISTER, "m_mr_ctrl_stream"),
        (MrOp::DEREGISTER, "m_dereg_mr_id"),
    ] {
        tb.bench().flow("s_mmu_flush_rsp").pause();
        command(&tb, MrOp::DEREGISTER, 7);
        command(&tb, next, 8);
        tb.sim().cycles(60).await;
        let what = format!("what left before the answer ({})", Rule::MrDone);
        tb.expect_eq(&what, &left(&seen), &first);
        tb.bench().flow("s_mmu_flush_rsp").resume();
        tb.drained().await;
        let then = left(&seen).first().copied();
        tb.expect_eq("what left first behind it", &then, &Some((stream, 8)));
    }
}

/// One of two lives of a queue pair, with a WRITE outstanding.
fn life(tb: &Tb) -> (Qp, u32) {
    let qp = tb.qp().edit(|context| context.qpn = 77).create();
    let write = qp.post(&WorkRequest::write(1024));
    (qp, write.last_psn)
}

/// Within one life no success follows an error, so it takes a second life to see that one waits.
pub(super) async fn success_waits_for_an_older_error(tb: Tb) {
    let seen = tb.watch();
    let flow = tb.bench().flow("m_comp_err_stream");
    flow.pause();
    let (qp, psn) = life(&tb);
    tb.send(Header::nak(&qp.context, psn, NakCode::REMOTE_ACCESS));
    tb.sim().cycles(60).await;
    tb.bench().qp_control().post(QpControl {
        op: QpOp::DESTROY,
        qpn: qp.qpn(),
        ..QpControl::default()
    });
    tb.sim().cycles(60).await;
    let (qp, psn) = life(&tb);
    tb.send(Header::ack(&qp.context, psn));
    tb.sim().cycles(120).await;
    seen.expect_completions(&[]);
    flow.resume();
    tb.drained().await;
    seen.expect_completions(&[(0, WcStatus::REM_ACCESS), (0, WcStatus::SUCCESS)]);
    seen.expect_rules(&[Rule::RemoteNak, Rule::Ack]);
}

/// A flush reads the oldest entry, which is known once the commands before it are answered.
pub(super) async fn flush_waits_for_answers(tb: Tb) {
    let seen = tb.watch();
    let flow = tb.bench().flow("s_data_port_0");
    flow.pause();
    let qp = tb.qp().create();
    let acknowledged = qp.post(&WorkRequest::write(1024));
    qp.post(&WorkRequest::write(1024));
    tb.send(Header::ack(&qp.context, acknowledged.last_psn));
    tb.sim().cycles(60).await;
    tb.bench().qp_control().post(QpControl {
        op: QpOp::MODIFY,
        qpn: qp.qpn(),
        new_state: QpState::ERR,
        ..QpControl::default()
    });
    tb.sim().cycles(120).await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    flow.resume();
    tb.drained().await;
    seen.expect_completions(&[(1, WcStatus::WR_FLUSH)]);
}

/// No traffic leads here, a context does: the expected PSN is far beyond the entry that a late ACK completes.
pub(super) async fn late_ack_moves_nothing(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().create();
    let late = qp.post(&WorkRequest::write(1024));
    qp.post(&WorkRequest::write(8192));
    let expected = (late.last_psn + 4) & 0xFF_FFFF;
    tb.bench().create_qp(QpContext {
        unacked_psn: expected,
        ..qp.now()
    });
    seen.ends_by(Rule::LateAck, Header::ack(&qp.context, late.last_psn))
        .await;
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &expected);
}
