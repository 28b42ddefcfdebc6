//! The requester as the completer sees it: entries in the send queue, and PSNs that were sent.

use std::collections::BTreeMap;

use rdma::Psn;
use rdma::layouts::{Pmtu, Segment, TxInfo, WrOpcode};

use crate::stores::{ContextStore, SendQueues};

/// A work request to post: what an application asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkRequest {
    opcode: WrOpcode,
    length: u32,
    signaled: bool,
    progress: Progress,
    segments: Option<Vec<Segment>>,
}

/// How far an entry got when it is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Queued,
    Started,
    Sent,
}

impl WorkRequest {
    fn new(opcode: WrOpcode, length: u32) -> Self {
        Self {
            opcode,
            length,
            signaled: true,
            progress: Progress::Sent,
            segments: None,
        }
    }

    /// An RDMA WRITE of `length` bytes, fully sent.
    pub fn write(length: u32) -> Self {
        Self::new(WrOpcode::WRITE, length)
    }

    /// A SEND of `length` bytes, fully sent.
    pub fn send(length: u32) -> Self {
        Self::new(WrOpcode::SEND, length)
    }

    /// An RDMA READ of `length` bytes, its request sent.
    pub fn read(length: u32) -> Self {
        Self::new(WrOpcode::READ, length)
    }

    /// A compare and swap, sent.
    pub fn compare_swap() -> Self {
        Self::new(WrOpcode::CAS, 8)
    }

    /// A fetch and add, sent.
    pub fn fetch_add() -> Self {
        Self::new(WrOpcode::FADD, 8)
    }

    /// A request of any opcode, fully sent.
    pub fn of(opcode: WrOpcode, length: u32) -> Self {
        Self::new(opcode, length)
    }

    /// Success makes no CQE.
    pub fn unsignaled(mut self) -> Self {
        self.signaled = false;
        self
    }

    /// Posted, but no packet was sent.
    pub fn queued(mut self) -> Self {
        self.progress = Progress::Queued;
        self
    }

    /// Its first packet was sent, its last was not.
    pub fn started(mut self) -> Self {
        self.progress = Progress::Started;
        self
    }

    /// Scatters over these local segments in place of one that fits.
    pub fn into_segments(mut self, segments: &[Segment]) -> Self {
        self.segments = Some(segments.to_vec());
        self
    }
}

/// Posts work requests and keeps each QP's WQE index.
#[derive(Debug, Default)]
pub struct Requester {
    next_index: BTreeMap<u32, u16>,
    posted: u64,
}

/// Local memory of the bench: one window per work request.
const LOCAL_BASE: u64 = 0x0000_7F00_0000_0000;
const REMOTE_BASE: u64 = 0x0000_5500_0000_0000;

impl Requester {
    /// The WQE index that the next request of `qpn` gets.
    pub fn set_next_index(&mut self, qpn: u32, index: u16) {
        self.next_index.insert(qpn, index);
    }

    /// Posts a request behind what its QP has outstanding, sends it as far as it says, and returns the
    /// entry. A QP that does not exist gets an entry all the same: the wrapper must cope.
    pub fn post(
        &mut self,
        contexts: &mut ContextStore,
        queues: &mut SendQueues,
        qpn: u32,
        request: &WorkRequest,
        now: u64,
    ) -> TxInfo {
        let entry = self.entry(contexts, queues, qpn, request, now);
        if request.progress != Progress::Queued
            && let Some(context) = contexts.get_mut(qpn)
        {
            let last_sent = match request.progress {
                Progress::Sent => entry.last_psn,
                _ => entry.first_psn,
            };
            context.next_psn = (Psn::new(last_sent) + 1).get();
        }
        queues.post(entry.clone());
        entry
    }

    fn entry(
        &mut self,
        contexts: &ContextStore,
        queues: &SendQueues,
        qpn: u32,
        request: &WorkRequest,
        now: u64,
    ) -> TxInfo {
        let context = contexts.read(qpn);
        // A QP without a path MTU sends as if it had the smallest.
        let packets = context
            .pmtu
            .packets(request.length)
            .or(Pmtu::MTU_256.packets(request.length))
            .unwrap_or(1);
        // A request queued behind an unsent one starts where that one ends.
        let first = queues
            .entries(qpn)
            .last()
            .map_or(Psn::new(context.next_psn), |entry| {
                Psn::new(entry.last_psn) + 1
            });
        let index = self.next_index.entry(qpn).or_default();
        let wqe_index = *index;
        *index = index.wrapping_add(1);
        self.posted += 1;
        let segments = request
            .segments
            .clone()
            .unwrap_or_else(|| vec![self.window(qpn, request.length)]);
        let mut entry = TxInfo {
            valid: true,
            started: request.progress != Progress::Queued,
            sent: request.progress == Progress::Sent,
            signaled: request.signaled,
            segment_count: segments.len() as u8,
            qpn,
            wqe_index,
            opcode: request.opcode,
            first_psn: first.get(),
            last_psn: (first + (packets - 1)).get(),
            request_psn: first.get(),
            message_len: request.length,
            remote_va: REMOTE_BASE + self.posted * 0x1_0000,
            rkey: 0x5500_0000 | qpn,
            last_send_time: now as u32,
            wr_id: (u64::from(qpn) << 32) | self.posted,
            ..TxInfo::default()
        };
        for (place, segment) in entry.segments.iter_mut().zip(&segments) {
            *place = segment.clone();
        }
        entry
    }

    /// A local segment that holds `length` bytes; its key is the QP's.
    fn window(&self, qpn: u32, length: u32) -> Segment {
        Segment {
            va: LOCAL_BASE + self.posted * 0x1_0001,
            lkey: 0x7F00_0000 | qpn,
            length,
        }
    }
}
