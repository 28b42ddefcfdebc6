//! The responder at the other end: which responses the posted work deserves.

use std::collections::VecDeque;

use rdma::layouts::{CompHeader, QpContext, RespOpcode, TxInfo, WrOpcode};
use rdma::{CreditCode, NakCode, Psn};
use uvm::tape::Draw;

use super::super::Header;

/// One peer: it executes requests in PSN order and answers them.
pub(crate) struct Peer {
    context: QpContext,
    /// Sent to it and not fully answered, oldest first.
    requests: VecDeque<TxInfo>,
    /// The PSN that it executes next.
    expected: Psn,
    msn: u32,
}

/// Whether an entry is answered by data or by an atomic acknowledgement, rather than by an ACK.
pub(crate) fn has_own_response(entry: &TxInfo) -> bool {
    [WrOpcode::READ, WrOpcode::CAS, WrOpcode::FADD].contains(&entry.opcode)
}

impl Peer {
    /// The peer of a QP that has sent nothing yet.
    pub(crate) fn new(context: &QpContext) -> Self {
        Self {
            context: context.clone(),
            requests: VecDeque::new(),
            expected: Psn::new(context.next_psn),
            msn: 0,
        }
    }

    /// A request arrives.
    pub(crate) fn receive(&mut self, entry: &TxInfo) {
        self.requests.push_back(entry.clone());
    }

    /// Whether everything was answered.
    pub(crate) fn is_done(&self) -> bool {
        self.requests.is_empty()
    }

    /// The requester starts again: `requests` from `psn` on.
    pub(crate) fn restart(&mut self, psn: u32, requests: impl Iterator<Item = TxInfo>) {
        self.expected = Psn::new(psn);
        self.requests = requests.collect();
    }

    /// Executes the next request and returns its responses; with `coalesce`, later WRITEs and SENDs
    /// share one ACK as long as the draw says so.
    pub(crate) fn answer(&mut self, draw: &mut Draw, coalesce: u32) -> Vec<CompHeader> {
        let Some(entry) = self.requests.front().cloned() else {
            return Vec::new();
        };
        if entry.opcode == WrOpcode::READ {
            return self.read(draw, &entry);
        }
        if has_own_response(&entry) {
            self.finish_request();
            let original = draw.bits(64);
            return vec![self.acknowledged(
                draw,
                Header::atomic(&self.context, entry.last_psn, original),
            )];
        }
        // An ACK in the middle of a long message, now and then.
        let last = Psn::new(entry.last_psn);
        if last.is_after(self.expected) && draw.percent(20) {
            let within = (last - self.expected) as u32;
            let psn = self.expected + draw.range(0..=within - 1);
            self.expected = psn + 1;
            return vec![self.acknowledged(draw, Header::ack(&self.context, psn.get()))];
        }
        let mut psn = entry.last_psn;
        self.finish_request();
        while draw.percent(coalesce) {
            match self.requests.front() {
                Some(next) if !has_own_response(next) => {
                    psn = next.last_psn;
                    self.finish_request();
                }
                _ => break,
            }
        }
        vec![self.acknowledged(draw, Header::ack(&self.context, psn))]
    }

    /// Asks for a packet again, and executes nothing more until it comes.
    pub(crate) fn sequence_nak(&self, draw: &mut Draw) -> Option<CompHeader> {
        let psn = self.some_psn(draw)?;
        Some(Header::nak(&self.context, psn, NakCode::PSN_SEQUENCE).build())
    }

    /// Has no receive WQE for the next message.
    pub(crate) fn rnr_nak(&self, draw: &mut Draw) -> Option<CompHeader> {
        let timer = draw.range(0..=31);
        self.requests
            .front()
            .map(|_| Header::rnr(&self.context, self.expected.get(), timer).build())
    }

    /// Refuses the next message for good.
    pub(crate) fn fatal_nak(&self, draw: &mut Draw) -> Option<CompHeader> {
        let code = NakCode::new(draw.range(1..=31));
        self.requests
            .front()
            .map(|_| Header::nak(&self.context, self.expected.get(), code).build())
    }

    /// Tells which later packets arrived though one is missing.
    pub(crate) fn sack(&self, draw: &mut Draw) -> Option<CompHeader> {
        let base = self.some_psn(draw)?;
        let sent = (Psn::new(self.requests.back()?.last_psn) - Psn::new(base)) as u32;
        let bits = sent.min(111);
        let bitmap =
            (u128::from(draw.bits(64)) << 64 | u128::from(draw.bits(64))) & ((1_u128 << bits) - 1);
        Some(Header::sack(&self.context, base, bitmap << 1).build())
    }

    /// A PSN from the expected one up to the end of the WRITEs and SENDs that follow.
    fn some_psn(&self, draw: &mut Draw) -> Option<u32> {
        let front = self.requests.front()?;
        if has_own_response(front) {
            return Some(self.expected.get());
        }
        let plain = self
            .requests
            .iter()
            .take_while(|entry| !has_own_response(entry));
        let last = plain
            .last()
            .map_or(self.expected, |entry| Psn::new(entry.last_psn));
        let span = (last - self.expected).max(0) as u32;
        Some((self.expected + draw.range(0..=span)).get())
    }

    /// All responses of a READ from the expected PSN on.
    fn read(&mut self, draw: &mut Draw, entry: &TxInfo) -> Vec<CompHeader> {
        let pmtu = self.context.pmtu.bytes().unwrap_or(256);
        let start = self.expected;
        let skipped = (start - Psn::new(entry.first_psn)) as u32;
        let mut left = entry.message_len - (skipped * pmtu).min(entry.message_len);
        let packets = (Psn::new(entry.last_psn) - start) as u32 + 1;
        self.finish_request();
        let mut responses = Vec::with_capacity(packets as usize);
        for number in 0..packets {
            let (first, last) = (number == 0, number + 1 == packets);
            let opcode = match (first, last) {
                (true, true) => RespOpcode::READ_RESP_ONLY,
                (true, false) => RespOpcode::READ_RESP_FIRST,
                (false, false) => RespOpcode::READ_RESP_MIDDLE,
                (false, true) => RespOpcode::READ_RESP_LAST,
            };
            let length = left.min(pmtu);
            left -= length;
            let header = Header::read(&self.context, opcode, (start + number).get(), length);
            responses.push(self.acknowledged(draw, header));
        }
        responses
    }

    fn finish_request(&mut self) {
        if let Some(entry) = self.requests.pop_front() {
            self.expected = Psn::new(entry.last_psn) + 1;
            self.msn = (self.msn + 1) & 0xFF_FFFF;
        }
    }

    fn acknowledged(&self, draw: &mut Draw, header: Header) -> CompHeader {
        let code = if draw.percent(10) {
            CreditCode::UNLIMITED
        } else {
            CreditCode::encode(draw.range(0..=32_768_u32))
        };
        let congested = draw.percent(5);
        let header = header.credits(code, self.msn);
        if congested {
            header.congested()
        } else {
            header
        }
        .build()
    }
}
