//! What the contract says never happens fails the run.

use coverage_rdma::completer_frontend::Coverage;
use model::completer_frontend::Beat;
use rdma::layouts::{
    Cause, ContextAccess, ContextOp, Cqe, DropDecision, SwqCommand, SwqOp, WcOpcode,
};

fn hits(beat: &Beat) -> Vec<String> {
    let result = Coverage::new().unwrap().beat(beat);
    let hits = result.err().map(|illegal| illegal.0).unwrap_or_default();
    hits.iter()
        .map(|hit| format!("{}.{}.{}", hit.group, hit.point, hit.bin))
        .collect()
}

#[test]
fn a_kept_payload_has_no_cause() {
    let decision = DropDecision {
        drop: false,
        cause: Cause::LARGE_PSN,
        ..DropDecision::default()
    };
    assert_eq!(hits(&Beat::Drop1(decision)), ["DropDecisions.kept.kept"]);
}

#[test]
fn an_end_condition_is_not_found_by_the_translation() {
    let decision = DropDecision {
        drop: true,
        cause: Cause::MALFORMED,
        ..DropDecision::default()
    };
    assert_eq!(hits(&Beat::Drop1(decision.clone())), [""; 0]);
    assert_eq!(
        hits(&Beat::Drop3(decision)),
        ["DropDecisions.stage_x_cause.third"]
    );
}

#[test]
fn the_retry_fetch_is_another_wrappers() {
    let command = SwqCommand {
        op: SwqOp::FETCH,
        ..SwqCommand::default()
    };
    assert_eq!(hits(&Beat::Swq(command)), ["SwqCommands.op.fetch"]);
}

#[test]
fn a_completer_receives_nothing() {
    let cqe = Cqe {
        opcode: WcOpcode::RECV,
        ..Cqe::default()
    };
    assert_eq!(hits(&Beat::Cqe(cqe)), ["Completions.opcode.other"]);
}

#[test]
fn a_context_write_selects_something() {
    let write = ContextAccess {
        op: ContextOp::WRITE,
        ..ContextAccess::default()
    };
    assert_eq!(hits(&Beat::Context(write)), ["ContextWrites.fields.never"]);
    assert_eq!(hits(&Beat::Context(ContextAccess::default())), [""; 0]);
}
