//! Builds response headers as the packet parser would deliver them.

use rdma::layouts::{CompHeader, QpContext, RespOpcode, TxInfo};
use rdma::{CreditCode, NakCode, Psn, Syndrome};

/// A response header in the making: well-formed for its QP unless told otherwise.
#[derive(Clone, Debug)]
pub struct Header(CompHeader);

impl Header {
    /// A header from the peer of the QP with this context.
    pub fn new(context: &QpContext, opcode: RespOpcode, psn: u32) -> Self {
        Self(CompHeader {
            opcode,
            pkey: context.pkey,
            dest_qpn: context.qpn,
            psn: psn & 0xFF_FFFF,
            syndrome: u8::from(Syndrome::Ack {
                credits: CreditCode::UNLIMITED,
            }),
            src_ip: context.peer_ip,
            dst_ip: context.own_ip,
            udp_source_port: 0xC000 | (context.qpn as u16 & 0x3FFF),
            ..CompHeader::default()
        })
    }

    /// A positive ACK.
    pub fn ack(context: &QpContext, psn: u32) -> Self {
        Self::new(context, RespOpcode::ACKNOWLEDGE, psn)
    }

    /// A NAK with this code.
    pub fn nak(context: &QpContext, psn: u32, code: NakCode) -> Self {
        Self::ack(context, psn).syndrome(Syndrome::Nak { code })
    }

    /// An RNR NAK with this timer code.
    pub fn rnr(context: &QpContext, psn: u32, timer: u8) -> Self {
        Self::ack(context, psn).syndrome(Syndrome::Rnr { timer })
    }

    /// A SACK: everything before `base` arrived, and `base + i` for each bit `i` of the bitmap.
    pub fn sack(context: &QpContext, base: u32, bitmap: u128) -> Self {
        Self::ack(context, base).edit(|header| {
            header.sack = true;
            header.sack_base = header.psn;
            header.ext = bitmap;
        })
    }

    /// A READ response packet with `length` bytes of payload.
    pub fn read(context: &QpContext, opcode: RespOpcode, psn: u32, length: u32) -> Self {
        Self::new(context, opcode, psn).payload(length)
    }

    /// The packets that answer the latest request of a READ, which reaches from `request_psn` to the
    /// end of the message.
    pub fn read_responses(context: &QpContext, entry: &TxInfo) -> Vec<Self> {
        // A QP without a path MTU gets nothing of use in answer; any length will do.
        let pmtu = context.pmtu.bytes().unwrap_or(256);
        let request = Psn::new(entry.request_psn);
        let skipped = (request - Psn::new(entry.first_psn)) as u32 * pmtu;
        let mut left = entry.message_len - skipped;
        let last = (Psn::new(entry.last_psn) - request) as u32;
        let packet = |offset| {
            let opcode = match (offset == 0, offset == last) {
                (true, true) => RespOpcode::READ_RESP_ONLY,
                (true, false) => RespOpcode::READ_RESP_FIRST,
                (false, false) => RespOpcode::READ_RESP_MIDDLE,
                (false, true) => RespOpcode::READ_RESP_LAST,
            };
            let length = left.min(pmtu);
            left -= length;
            Self::read(context, opcode, (request + offset).get(), length)
        };
        (0..=last).map(packet).collect()
    }

    /// An ATOMIC acknowledgement that brings the original value.
    pub fn atomic(context: &QpContext, psn: u32, original: u64) -> Self {
        Self::new(context, RespOpcode::ATOMIC_ACK, psn)
            .edit(|header| header.ext = u128::from(original))
    }

    /// A congestion notification.
    pub fn cnp(context: &QpContext) -> Self {
        Self::new(context, RespOpcode::CNP, 0).edit(|header| header.becn = true)
    }

    /// Sets the AETH syndrome.
    #[must_use]
    pub fn syndrome(self, syndrome: Syndrome) -> Self {
        self.edit(|header| header.syndrome = u8::from(syndrome))
    }

    /// Sets credits and MSN of the AETH.
    #[must_use]
    pub fn credits(self, code: CreditCode, msn: u32) -> Self {
        self.syndrome(Syndrome::Ack { credits: code })
            .edit(|header| header.msn = msn & 0xFF_FFFF)
    }

    /// Sets the payload length; payload is present unless it is 0.
    #[must_use]
    pub fn payload(self, length: u32) -> Self {
        self.edit(|header| {
            header.payload_len = length as u16;
            header.payload_present = length != 0;
            header.pad_count = (length.wrapping_neg() & 3) as u8;
        })
    }

    /// Marks it congestion experienced.
    #[must_use]
    pub fn congested(self) -> Self {
        self.edit(|header| header.ecn = 3)
    }

    /// Changes any field, to build what a peer should not send.
    #[must_use]
    pub fn edit(mut self, change: impl FnOnce(&mut CompHeader)) -> Self {
        change(&mut self.0);
        self
    }

    /// The finished header.
    pub fn build(self) -> CompHeader {
        self.0
    }
}

impl From<Header> for CompHeader {
    fn from(header: Header) -> Self {
        header.0
    }
}
