//! QP control commands: contract 7.

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::layouts::{QpControl, QpOp, QpState, RespOpcode, WcStatus};
use uvm::Pattern;

use super::{Header, Qp, Seen, Tb};

const PSN: u32 = 0xF000;

/// Queues a command and does not wait.
fn command(tb: &Tb, op: QpOp, qpn: u32, new_state: QpState) -> QpControl {
    let command = QpControl {
        op,
        qpn,
        new_state,
        tag: 0xBEEF,
    };
    tb.bench().qp_control().post(command.clone());
    command
}

fn to_error(qp: &Qp, tb: &Tb) {
    command(tb, QpOp::MODIFY, qp.qpn(), QpState::ERR);
}

fn destroy(qp: &Qp, tb: &Tb) {
    command(tb, QpOp::DESTROY, qp.qpn(), QpState::RESET);
}

/// The commands that were passed on.
fn passed_on(seen: &Seen) -> Vec<QpControl> {
    seen.take(|beat| match beat {
        Beat::QpControl(command) => Some(command.clone()),
        _ => None,
    })
}

pub(super) async fn passes_commands_on(tb: Tb) {
    let seen = tb.watch();
    let mut expected = Vec::new();
    for op in (0..16).map(QpOp).filter(|op| *op != QpOp::DESTROY) {
        for state in (0..16).map(QpState) {
            if op != QpOp::MODIFY || state != QpState::ERR {
                let qpn = 0xFF_0000 | expected.len() as u32;
                expected.push(command(&tb, op, qpn, state));
            }
        }
    }
    tb.drained().await;
    tb.expect_eq("the commands passed on", &passed_on(&seen), &expected);
    tb.expect_eq("their number", &expected.len(), &(15 * 16 - 1));
}

pub(super) async fn move_to_error_flushes(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).first_index(0xFFFD).create();
    qp.post(&WorkRequest::write(2048));
    qp.post(&WorkRequest::read(2048).unsignaled());
    qp.post(&WorkRequest::fetch_add());
    qp.post(&WorkRequest::write(2048).started());
    qp.post(&WorkRequest::send(2048).queued());
    to_error(&qp, &tb);
    tb.drained().await;
    let flushed = [0xFFFD, 0xFFFE, 0xFFFF, 0, 1].map(|index| (index, WcStatus::WR_FLUSH));
    seen.expect_completions(&flushed);
    tb.expect_eq("the state", &qp.now().state, &QpState::ERR);
    tb.expect_eq("the commands passed on", &passed_on(&seen).len(), &1);
    seen.ends_by(Rule::NotRts, Header::ack(&qp.context, PSN))
        .await;
}

pub(super) async fn move_to_error_of_an_idle_qp(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    // Twice: the second finds the QP in ERR.
    to_error(&qp, &tb);
    to_error(&qp, &tb);
    tb.drained().await;
    seen.expect_completions(&[]);
    tb.expect_eq("the commands passed on", &passed_on(&seen).len(), &2);
    // What is posted afterwards is flushed by the next one.
    qp.post(&WorkRequest::write(64).queued());
    to_error(&qp, &tb);
    tb.drained().await;
    seen.expect_completions(&[(0, WcStatus::WR_FLUSH)]);
}

pub(super) async fn destroy_forgets_the_work(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    for _ in 0..8 {
        qp.post(&WorkRequest::write(2048));
    }
    destroy(&qp, &tb);
    tb.drained().await;
    seen.expect_completions(&[]);
    tb.expect_eq("the commands passed on", &passed_on(&seen).len(), &0);
    tb.expect_eq("the entries outstanding", &qp.depth(), &0);
    let now = qp.now();
    tb.expect_eq(
        "the context",
        &(now.valid, now.state),
        &(false, QpState::RESET),
    );
    let forgotten = seen.take(|beat| match beat {
        Beat::QpDestroyed(notice) => Some(u32::from(notice.qpn)),
        Beat::Cleanup(cleanup) => Some(cleanup.qpn),
        _ => None,
    });
    tb.expect_eq("what is forgotten", &forgotten, &vec![qp.qpn(); 2]);
    let response = Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN, 64);
    seen.ends_by(Rule::InvalidQp, response).await;
}

pub(super) async fn created_again(tb: Tb) {
    let seen = tb.watch();
    for life in 0..4 {
        let qp = tb
            .qp()
            .psn(PSN + life * 100)
            .edit(|context| context.qpn = 77)
            .create();
        command(&tb, QpOp::CREATE, qp.qpn(), QpState::RTS);
        let write = qp.post(&WorkRequest::write(2048));
        qp.post(&WorkRequest::write(2048));
        // In its first lives it fails, in the others it is destroyed as it is.
        let ack = Header::ack(&qp.context, write.last_psn);
        seen.ends_by(Rule::Ack, ack.clone()).await;
        seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
        if life < 2 {
            to_error(&qp, &tb);
            tb.drained().await;
            seen.expect_completions(&[(1, WcStatus::WR_FLUSH)]);
        }
        destroy(&qp, &tb);
        tb.drained().await;
        seen.ends_by(Rule::InvalidQp, ack).await;
        seen.expect_completions(&[]);
    }
}

/// ACKs for eight WRITEs of one packet each, and a command so many cycles after the first of them.
/// Returns how many of them were processed before the command.
async fn race(seen: &Seen, qp: &Qp, cycles: u64, after: Rule, control: fn(&Qp, &Tb)) -> usize {
    let tb = seen.tb();
    seen.take_finished();
    for _ in 0..8 {
        let write = qp.post(&WorkRequest::write(1024));
        tb.send(Header::ack(&qp.context, write.last_psn));
    }
    tb.sim().cycles(cycles).await;
    control(qp, tb);
    tb.drained().await;
    let rules: Vec<Rule> = seen
        .take_finished()
        .iter()
        .map(env::completer_frontend::Finished::rule)
        .collect();
    let before = rules.iter().take_while(|rule| **rule == Rule::Ack).count();
    let mut expected = vec![Rule::Ack; before];
    expected.resize(8, after);
    tb.expect_eq("the rules that decided", &rules, &expected);
    before
}

/// At how many different places among eight responses a command came, at the least, in a sweep.
const PLACES: usize = 5;

pub(super) async fn destroy_among_responses(tb: Tb) {
    let seen = tb.watch();
    let mut places = std::collections::BTreeSet::new();
    for cycles in 1..100 {
        let qp = tb.qp().psn(PSN).create();
        let before = race(&seen, &qp, cycles, Rule::InvalidQp, destroy).await;
        tb.expect_eq("the completions", &seen.take_completions().len(), &before);
        tb.expect_eq("the entries outstanding", &qp.depth(), &0);
        places.insert(before);
    }
    tb.expect(places.len() >= PLACES, "commands at many places");
}

pub(super) async fn move_to_error_among_responses(tb: Tb) {
    let seen = tb.watch();
    let mut places = std::collections::BTreeSet::new();
    for cycles in 1..100 {
        let qp = tb.qp().psn(PSN).create();
        let before = race(&seen, &qp, cycles, Rule::NotRts, to_error).await;
        let mut expected = vec![WcStatus::SUCCESS; before];
        expected.resize(8, WcStatus::WR_FLUSH);
        let statuses: Vec<WcStatus> = seen.take_completions().iter().map(|c| c.status).collect();
        tb.expect_eq("the statuses", &statuses, &expected);
        places.insert(before);
    }
    tb.expect(places.len() >= PLACES, "commands at many places");
}

pub(super) async fn destroy_among_reads(tb: Tb) {
    let seen = tb.watch();
    // Verdicts come slowly, so that the command finds a response that waits for one.
    tb.bench()
        .flow("s_comp_write_translate_rsp")
        .set_pattern(Pattern::Fixed { on: 1, off: 12 });
    for cycles in 1..60 {
        let qp = tb.qp().psn(PSN).create();
        let read = qp.post(&WorkRequest::read(4096));
        for response in Header::read_responses(&qp.context, &read) {
            tb.send(response);
        }
        tb.sim().cycles(cycles).await;
        destroy(&qp, &tb);
        tb.drained().await;
        let finished = seen.take_finished();
        let accepted = finished.iter().filter(|f| f.outcome.accepted).count();
        let refused = finished
            .iter()
            .filter(|f| f.rule() == Rule::InvalidQp)
            .count();
        tb.expect_eq("the responses", &(accepted + refused), &4);
        tb.expect_eq("the entries outstanding", &qp.depth(), &0);
    }
}

pub(super) async fn other_qps_go_on(tb: Tb) {
    let seen = tb.watch();
    let doomed: Vec<Qp> = (0..4).map(|_| tb.qp().psn(PSN).create()).collect();
    for qp in &doomed {
        for _ in 0..10 {
            qp.post(&WorkRequest::write(64));
        }
    }
    let qp = tb.qp().psn(PSN).create();
    let writes: Vec<_> = (0..40).map(|_| qp.post(&WorkRequest::write(64))).collect();
    for write in &writes {
        tb.send(Header::ack(&qp.context, write.last_psn));
    }
    to_error(&doomed[0], &tb);
    destroy(&doomed[1], &tb);
    to_error(&doomed[2], &tb);
    destroy(&doomed[2], &tb);
    command(&tb, QpOp::CREATE, doomed[3].qpn(), QpState::INIT);
    tb.drained().await;
    seen.expect_rules(&[Rule::Ack; 40]);
    let completions = seen.take_completions();
    let of = |qpn| completions.iter().filter(|cqe| cqe.qpn == qpn).count();
    let counts = [&doomed[0], &doomed[1], &doomed[2], &doomed[3], &qp].map(|qp| of(qp.qpn()));
    tb.expect_eq("the completions by QP", &counts, &[10, 0, 10, 0, 40]);
}
