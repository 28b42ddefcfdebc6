//! Nothing depends on where on the circle the PSNs lie (transport.md 2).

use crate::support::{
    MTU, ack, atomic_ack, context, entry, nak, read, read_response, run, sack, write,
};
use model::completer_frontend::{Beat, Effect};
use quickcheck::quickcheck;
use rdma::Psn;
use rdma::layouts::{CompHeader, QpContext, RespOpcode, TxInfo, WrOpcode};

fn shift(psn: &mut u32, by: u32) {
    *psn = (Psn::new(*psn) + by).get();
}

fn shifted_header(header: &CompHeader, by: u32) -> CompHeader {
    let mut header = header.clone();
    shift(&mut header.psn, by);
    shift(&mut header.sack_base, by);
    header
}

fn shifted_context(context: &QpContext, by: u32) -> QpContext {
    let mut context = context.clone();
    shift(&mut context.unacked_psn, by);
    shift(&mut context.next_psn, by);
    context
}

fn shifted_entry(entry: &TxInfo, by: u32) -> TxInfo {
    let mut entry = entry.clone();
    for psn in [
        &mut entry.first_psn,
        &mut entry.last_psn,
        &mut entry.request_psn,
    ] {
        shift(psn, by);
    }
    entry
}

fn shifted_effect(effect: &Effect, by: u32) -> Effect {
    let mut effect = effect.clone();
    match &mut effect.beat {
        Beat::Context(access) if access.set_unacked_psn => shift(&mut access.unacked_psn, by),
        Beat::Swq(command) if command.op == rdma::layouts::SwqOp::HANDOVER => {
            shift(&mut command.psn, by)
        }
        Beat::Drop1(decision) | Beat::Drop2(decision) | Beat::Drop3(decision) => {
            shift(&mut decision.psn, by)
        }
        Beat::Payload(command) => shift(&mut command.psn, by),
        Beat::Translate(request) => shift(&mut request.psn, by),
        Beat::Ack(notice) => shift(&mut notice.psn, by),
        Beat::Nak(notice) => shift(&mut notice.psn, by),
        Beat::Sack(notice) => shift(&mut notice.psn, by),
        _ => {}
    }
    effect
}

/// Responses that between them take every row.
fn headers(psn: u32) -> Vec<CompHeader> {
    vec![
        ack(psn),
        nak(psn, 0x60),
        nak(psn, 0x25),
        nak(psn, 0x62),
        sack(psn, 0b110),
        atomic_ack(psn, 1),
        read_response(RespOpcode::READ_RESP_FIRST, psn, MTU),
        read_response(RespOpcode::READ_RESP_MIDDLE, psn, MTU),
        read_response(RespOpcode::READ_RESP_LAST, psn, MTU),
        read_response(RespOpcode::READ_RESP_ONLY, psn, MTU),
    ]
}

/// Entries of every kind behind an expected PSN of 102.
fn queues() -> Vec<Vec<TxInfo>> {
    let half_read = TxInfo {
        bytes_received: 2 * u32::from(MTU),
        ..read(1, 100, 103)
    };
    let retried = TxInfo {
        retried: true,
        request_psn: 102,
        ..half_read.clone()
    };
    vec![
        vec![],
        vec![write(1, 100, 101), write(2, 102, 102), write(3, 103, 105)],
        vec![write(1, 100, 103), read(2, 104, 105)],
        vec![half_read, write(2, 104, 105)],
        vec![retried],
        vec![entry(WrOpcode::CAS, 1, 102, 102), write(2, 103, 105)],
        vec![TxInfo {
            sent: false,
            ..write(1, 100, 103)
        }],
    ]
}

/// All responses against all queues, PSNs moved by `by`.
fn everything(by: u32) -> Vec<Vec<Effect>> {
    let context = QpContext {
        unacked_psn: 102,
        next_psn: 106,
        selective_repeat: true,
        ..context()
    };
    let mut runs = Vec::new();
    for header in (98..110).flat_map(headers) {
        for queue in queues() {
            let queue: Vec<_> = queue.iter().map(|e| shifted_entry(e, by)).collect();
            let header = shifted_header(&header, by);
            runs.push(run(&header, &shifted_context(&context, by), &queue).effects);
        }
    }
    runs
}

fn is_the_same_at(by: u32) -> bool {
    let still = everything(0);
    let moved = everything(by);
    let expected: Vec<Vec<_>> = still
        .iter()
        .map(|run| run.iter().map(|e| shifted_effect(e, by)).collect())
        .collect();
    expected == moved
}

/// Every PSN involved, in turn, is the first one after the wrap.
#[test]
fn the_wrap_itself_changes_nothing() {
    for at_wrap in 95..115 {
        assert!(is_the_same_at(0x100_0000 - at_wrap), "wrap at {at_wrap}");
    }
}

quickcheck! {
    fn no_place_on_the_circle_is_special(by: u32) -> bool {
        is_the_same_at(by)
    }
}
