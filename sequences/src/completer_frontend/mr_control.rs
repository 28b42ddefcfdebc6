//! MR control commands: contract 8.

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::layouts::{MrControl, MrOp};
use uvm::Pattern;

use super::{Header, Seen, Tb};

/// Queues a command and does not wait.
fn command(tb: &Tb, op: MrOp, key: u32) -> MrControl {
    let command = MrControl {
        op,
        key,
        pd: 0xAB_CDEF,
        va: 0x0123_4567_89AB_CDEF,
        length: u64::MAX - u64::from(key),
        access: 0x5A,
        page_size: 2,
    };
    tb.bench().mr_control().post(command.clone());
    command
}

/// What left on the MR control streams.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Left {
    PassedOn(u32),
    Fence(u32),
    Flush(u32),
}

fn left(seen: &Seen) -> Vec<Left> {
    seen.take(|beat| match beat {
        Beat::MrControl(command) => Some(Left::PassedOn(command.key)),
        Beat::Deregister(key) => Some(Left::Fence(key.key)),
        Beat::MmuFlush(key) => Some(Left::Flush(key.key)),
        _ => None,
    })
}

pub(super) async fn passes_commands_on(tb: Tb) {
    let seen = tb.watch();
    let ops = (0..16).map(MrOp).filter(|op| *op != MrOp::DEREGISTER);
    let expected: Vec<MrControl> = ops
        .zip(0x8000_0000..)
        .map(|(op, key)| command(&tb, op, key))
        .collect();
    tb.drained().await;
    let passed_on = seen.take(|beat| match beat {
        Beat::MrControl(command) => Some(command.clone()),
        _ => None,
    });
    tb.expect_eq("the commands passed on", &passed_on, &expected);
}

pub(super) async fn deregister(tb: Tb) {
    let seen = tb.watch();
    for key in [0, 1, 0xDEAD_BEEF, u32::MAX] {
        command(&tb, MrOp::DEREGISTER, key);
        tb.drained().await;
        tb.expect_eq(
            "what left",
            &left(&seen),
            &vec![Left::Fence(key), Left::Flush(key)],
        );
    }
}

/// Queues deregistrations among registrations, and expects them one at a time, in order.
async fn one_at_a_time(seen: &Seen) {
    let tb = seen.tb();
    let mut expected = Vec::new();
    for key in 0..20 {
        if key % 3 == 2 {
            command(tb, MrOp::REGISTER, key);
            expected.push(Left::PassedOn(key));
        } else {
            command(tb, MrOp::DEREGISTER, key);
            expected.extend([Left::Fence(key), Left::Flush(key)]);
        }
    }
    tb.drained().await;
    tb.expect_eq("what left", &left(seen), &expected);
}

pub(super) async fn several_queued(tb: Tb) {
    let seen = tb.watch();
    one_at_a_time(&seen).await;
}

pub(super) async fn slow_fence_and_flush(tb: Tb) {
    let seen = tb.watch();
    for (fence, flush) in [(60, 0), (0, 60), (30, 30)] {
        for (stream, off) in [("s_dereg_rsp", fence), ("s_mmu_flush_rsp", flush)] {
            let pattern = match off {
                0 => Pattern::Always,
                off => Pattern::Fixed { on: 1, off },
            };
            tb.bench().flow(stream).set_pattern(pattern);
        }
        one_at_a_time(&seen).await;
    }
}

pub(super) async fn responses_go_on(tb: Tb) {
    let seen = tb.watch();
    tb.bench().flow("s_dereg_rsp").pause();
    command(&tb, MrOp::DEREGISTER, 7);
    tb.sim().cycles(20).await;
    tb.expect_eq("what left", &left(&seen), &vec![Left::Fence(7)]);
    let qp = tb.qp().create();
    let writes: Vec<_> = (0..20).map(|_| qp.post(&WorkRequest::write(64))).collect();
    for write in &writes {
        tb.send(Header::ack(&qp.context, write.last_psn));
    }
    tb.sim().cycles(400).await;
    seen.expect_rules(&[Rule::Ack; 20]);
    tb.expect_eq("what left meanwhile", &left(&seen), &vec![]);
    tb.bench().flow("s_dereg_rsp").resume();
    tb.drained().await;
    tb.expect_eq("what left", &left(&seen), &vec![Left::Flush(7)]);
}
