//! What holds for any response, whatever header, context and entries: many at random, from small
//! ranges, so that every row is taken often.

use crate::support::{Run, context, entry, run_with};
use model::completer_frontend::{Beat, Port};
use rdma::layouts::{CompHeader, QpContext, QpState, RespOpcode, Segment, SwqOp, TxInfo, WrOpcode};
use std::collections::HashSet;

/// SplitMix64: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % u64::from(limit)) as u32
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }
}

fn some_header(n: &mut Numbers) -> CompHeader {
    let opcode = if n.chance(97) {
        n.of(RespOpcode::ALL)
    } else {
        RespOpcode(n.below(256) as u8)
    };
    let syndrome = n.of(&[0, 0, 0, 7, 0x1F, 0x25, 0x60, 0x61, 0x62, 0x63, 0x6F, 0x40]);
    let base = context();
    let data = matches!(opcode.0, 0x0D..=0x10);
    let payload_len = if data {
        n.of(&[256, 256, 256, 100, 0])
    } else {
        0
    };
    let sack = opcode == RespOpcode::ACKNOWLEDGE && n.chance(20);
    CompHeader {
        opcode,
        pkey: base.pkey,
        dest_qpn: base.qpn,
        psn: 98 + n.below(14),
        sack,
        sack_base: 98 + n.below(14),
        ext: if sack {
            n.below(16).into()
        } else {
            u128::from(n.below(1000))
        },
        syndrome,
        msn: n.below(20),
        src_ip: base.peer_ip,
        dst_ip: base.own_ip,
        ecn: n.below(4) as u8,
        payload_len,
        payload_present: (payload_len != 0) != n.chance(2),
        rx_time: n.below(1 << 31),
        bad_length: n.chance(1),
        ..CompHeader::default()
    }
}

fn some_context(n: &mut Numbers) -> QpContext {
    QpContext {
        valid: !n.chance(2),
        state: if n.chance(96) {
            QpState::RTS
        } else {
            n.of(QpState::ALL)
        },
        pmtu: rdma::layouts::Pmtu::MTU_256,
        unacked_psn: 100 + n.below(3),
        next_psn: 108,
        selective_repeat: n.chance(70),
        lsn: n.below(20),
        credits_unlimited: n.chance(20),
        ..context()
    }
}

/// Entries one behind the other, from PSN 100.
fn some_queue(n: &mut Numbers) -> Vec<TxInfo> {
    let (mut first, mut index) = (100, 0xFFFE_u16);
    let mut queue = Vec::new();
    for _ in 0..n.below(5) {
        let opcode = n.of(&[
            WrOpcode::WRITE,
            WrOpcode::SEND,
            WrOpcode::READ,
            WrOpcode::READ,
            WrOpcode::CAS,
        ]);
        let atomic = opcode == WrOpcode::CAS;
        let packets = if atomic { 1 } else { 1 + n.below(3) };
        let mut entry = entry(opcode, index, first, first + packets - 1);
        entry.message_len = if atomic { 8 } else { packets * 256 };
        entry.bytes_received = 256 * n.below(packets);
        entry.request_psn = first + n.below(packets);
        entry.retried = n.chance(40);
        entry.sent = n.chance(85);
        entry.started = n.chance(95);
        entry.signaled = n.chance(70);
        entry.segment_count = n.below(5) as u8;
        entry.segments = std::array::from_fn(|i| Segment {
            va: (i as u64) << 40,
            lkey: i as u32,
            length: [4, 64, 128, 1024][n.below(4) as usize],
        });
        queue.push(entry);
        (first, index) = (first + packets, index.wrapping_add(1));
    }
    queue
}

/// Rules of the contract that bind several streams.
fn check(header: &CompHeader, before: &QpContext, run: &Run) {
    let count = |port| run.on(port).len();
    let (drops, outcome) = (
        [Port::Drop1, Port::Drop2, Port::Drop3].map(count),
        run.outcome,
    );
    let present = usize::from(header.payload_present);
    assert_eq!(drops[0], present, "drop1 once per payload");
    let dropped_1 = run.on(Port::Drop1).iter().any(|d| d.starts_with("drop=1"));
    let ended = count(Port::Oldest) == 0;
    assert_eq!(
        drops[1],
        if ended || dropped_1 { 0 } else { present },
        "drop2 unless drop1 dropped"
    );
    assert_eq!(
        drops[2],
        usize::from(count(Port::Payload) > 0),
        "drop3 where commands were sent"
    );
    assert_eq!(count(Port::Payload), count(Port::Translate));
    assert_eq!(count(Port::Payload), usize::from(outcome.pieces));
    let beats = || run.effects.iter().map(|e| &e.beat);
    let writes: Vec<_> = beats()
        .filter_map(|b| match b {
            Beat::Context(access) if access.op == rdma::layouts::ContextOp::WRITE => Some(access),
            _ => None,
        })
        .collect();
    assert!(writes.len() <= 1, "at most one context WRITE");
    if let [write] = writes[..] {
        assert!(write.set_state || write.set_unacked_psn || write.set_credits);
        assert_eq!(write.set_state, outcome.failed.is_some());
        assert!(
            !write.set_unacked_psn || write.unacked_psn > before.unacked_psn,
            "e only advances"
        );
        assert!(
            !write.set_credits || write.lsn >= before.lsn,
            "credits only advance"
        );
    }
    let deletes = beats()
        .filter(|b| matches!(b, Beat::Swq(c) if c.op == SwqOp::DELETE))
        .count();
    let failed = u32::from(outcome.failed.is_some());
    assert_eq!(deletes as u32, outcome.completed + failed + outcome.flushed);
    assert!(count(Port::Cqe) as u32 <= outcome.completed);
    assert_eq!(count(Port::ErrorCqe) as u32, failed + outcome.flushed);
    let notices = [Port::Ack, Port::Nak, Port::Sack]
        .map(count)
        .iter()
        .sum::<usize>();
    assert_eq!(
        notices,
        usize::from(outcome.accepted),
        "one notice per accepted response"
    );
}

#[test]
fn hold_for_many_responses_that_take_every_row() {
    let mut n = Numbers(1);
    let (mut rules, mut causes) = (HashSet::new(), HashSet::new());
    for _ in 0..60_000 {
        let (header, context, queue) = (
            some_header(&mut n),
            some_context(&mut n),
            some_queue(&mut n),
        );
        let faults = [n.chance(5), n.chance(5)];
        let run = run_with(&header, &context, &queue, &faults);
        check(&header, &context, &run);
        rules.extend(run.outcome.rows.iter());
        causes.insert(run.outcome.cause);
    }
    assert_eq!(rules.len(), 15, "rows taken: {rules:?}");
    // All but IP_MISMATCH, PKEY_MISMATCH and FLUSH, which no response above ends with.
    assert_eq!(
        causes.len(),
        rdma::layouts::Cause::ALL.len() - 3,
        "causes: {causes:?}"
    );
}
