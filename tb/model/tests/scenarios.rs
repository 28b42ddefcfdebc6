//! Whole stories, against a send work queue and a context store that do as they are told.

use crate::support::{MTU, ack, brief, context, read, read_response, verdict, write};
use model::completer_frontend::{Beat, Next, Response};
use rdma::layouts::{CompHeader, QpContext, RespOpcode, SwqOp, TxInfo};
use std::fmt::Write as _;

/// The neighbours of the wrapper, and a log of what it put out.
struct Node {
    context: QpContext,
    entries: Vec<TxInfo>,
    log: String,
}

impl Node {
    fn new(entries: Vec<TxInfo>) -> Self {
        let next_psn = entries.last().map_or(100, |e| e.last_psn + 1);
        Self {
            context: QpContext {
                next_psn,
                ..context()
            },
            entries,
            log: String::new(),
        }
    }

    /// Takes one response through, and applies its effects.
    fn respond(&mut self, header: &CompHeader) {
        let _ = writeln!(self.log, "{} psn {}", header.opcode, header.psn);
        let (mut response, mut step) = Response::new(header);
        let mut asked = None;
        loop {
            for effect in &step.effects {
                self.apply(&effect.beat, &mut asked);
            }
            step = match step.next {
                Next::Context => response.context(&self.context),
                Next::Oldest => response.entry(&self.entries.first().cloned().unwrap_or_default()),
                Next::Entry => response.entry(&self.by_index(asked)),
                Next::Verdicts(_) => response.verdict(&verdict(false)),
                Next::Done(outcome) => {
                    let _ = writeln!(
                        self.log,
                        "    end: {}, cause {}",
                        outcome.rule, outcome.cause
                    );
                    return;
                }
                Next::Fence | Next::MmuFlush => unreachable!("a response waits for no MR clean-up"),
            }
            .expect("the node answers in turn");
        }
    }

    fn by_index(&self, index: Option<u16>) -> TxInfo {
        let found = self.entries.iter().find(|e| Some(e.wqe_index) == index);
        found.cloned().unwrap_or_default()
    }

    fn apply(&mut self, beat: &Beat, asked: &mut Option<u16>) {
        match beat {
            Beat::Oldest(_) => return,
            Beat::Entry(read) => {
                *asked = Some(read.wqe_index);
                return;
            }
            Beat::Context(access) if access.op == rdma::layouts::ContextOp::READ => return,
            Beat::Context(access) if access.set_unacked_psn => {
                self.context.unacked_psn = access.unacked_psn;
            }
            Beat::Swq(command) if command.op == SwqOp::DELETE => {
                self.entries.retain(|e| e.wqe_index != command.wqe_index);
            }
            Beat::Swq(command) if command.op == SwqOp::MODIFY => {
                for entry in self
                    .entries
                    .iter_mut()
                    .filter(|e| e.wqe_index == command.wqe_index)
                {
                    entry.bytes_received = command.bytes_received;
                }
            }
            _ => {}
        }
        let _ = writeln!(self.log, "    {}: {}", beat.port(), brief(beat));
    }
}

/// rdma-ip.md 4: a 4 KiB WRITE at 1 KiB MTU; one coalesced ACK completes it.
#[test]
fn a_write_of_four_packets_acked_once() {
    let mut node = Node::new(vec![write(17, 100, 103)]);
    node.respond(&ack(103));
    node.respond(&ack(103));
    insta::assert_snapshot!(node.log);
    assert!(node.entries.is_empty());
}

/// A READ of four packets: the second response is lost, the rest is dropped as missing until the timer
/// asks again for what remains; an original MIDDLE that was delayed comes just where the retry
/// begins, and is taken; the responses to the retry then go on from there.
#[test]
fn a_read_with_a_loss_a_retry_and_a_late_middle() {
    let mut node = Node::new(vec![read(9, 100, 103)]);
    node.respond(&read_response(RespOpcode::READ_RESP_FIRST, 100, MTU));
    node.respond(&read_response(RespOpcode::READ_RESP_MIDDLE, 102, MTU));
    // The timer expires: the READ is asked for again from PSN 101.
    node.entries[0].retried = true;
    node.entries[0].request_psn = 101;
    // The packet thought lost arrives late, and with it the retry's first becomes a duplicate.
    node.respond(&read_response(RespOpcode::READ_RESP_MIDDLE, 101, MTU));
    node.respond(&read_response(RespOpcode::READ_RESP_FIRST, 101, MTU));
    node.respond(&read_response(RespOpcode::READ_RESP_MIDDLE, 102, MTU));
    node.respond(&read_response(RespOpcode::READ_RESP_LAST, 103, MTU));
    insta::assert_snapshot!(node.log);
    assert!(node.entries.is_empty());
}

/// The same loss without a late packet: the retry begins with FIRST, in the middle of the message.
#[test]
fn a_retried_read_resumes_with_first() {
    let mut node = Node::new(vec![read(9, 100, 103)]);
    node.respond(&read_response(RespOpcode::READ_RESP_FIRST, 100, MTU));
    node.entries[0].retried = true;
    node.entries[0].request_psn = 101;
    node.respond(&read_response(RespOpcode::READ_RESP_FIRST, 101, MTU));
    node.respond(&read_response(RespOpcode::READ_RESP_MIDDLE, 102, MTU));
    node.respond(&read_response(RespOpcode::READ_RESP_LAST, 103, MTU));
    insta::assert_snapshot!(node.log);
    assert!(node.entries.is_empty());
}
