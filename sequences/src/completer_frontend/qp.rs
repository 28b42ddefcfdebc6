//! Queue pairs of a test.

use env::actors::WorkRequest;
use rdma::layouts::{CcMode, Pmtu, QpContext, QpState, TxInfo};

use super::Tb;

/// A queue pair in the making: ready to send, 1 KiB path MTU, PSN 0, unless told otherwise.
pub struct QpBuilder {
    tb: Tb,
    context: QpContext,
    first_index: u16,
}

/// `::ffff:10.0.0.x`: an IPv4 address mapped into IPv6.
pub(super) const fn ipv4(last: u8) -> u128 {
    0xFFFF_0A00_0000 | last as u128
}

impl QpBuilder {
    pub(super) fn new(tb: &Tb, qpn: u32) -> Self {
        let context = QpContext {
            valid: true,
            state: QpState::RTS,
            qpn,
            dest_qpn: 0x10_0000 | qpn,
            own_ip: ipv4(1),
            peer_ip: ipv4(2),
            pkey: 0xFFFF,
            pmtu: Pmtu::MTU_1024,
            timeout: 14,
            retry_cnt: 7,
            rnr_retry: 7,
            min_rnr_timer: 12,
            max_rd_atomic: 16,
            max_dest_rd_atomic: 16,
            pd: 0x00_1000 | (qpn & 0xFFF),
            cc_mode: CcMode::DCQCN,
            ..QpContext::default()
        };
        Self {
            tb: tb.clone(),
            context,
            first_index: 0,
        }
    }

    /// The PSN of its first packet.
    #[must_use]
    pub fn psn(mut self, first: u32) -> Self {
        self.context.next_psn = first & 0xFF_FFFF;
        self.context.unacked_psn = first & 0xFF_FFFF;
        self
    }

    /// Its path MTU.
    #[must_use]
    pub fn pmtu(mut self, pmtu: Pmtu) -> Self {
        self.context.pmtu = pmtu;
        self
    }

    /// Its state.
    #[must_use]
    pub fn state(mut self, state: QpState) -> Self {
        self.context.state = state;
        self
    }

    /// It repeats selectively, so SACKs are welcome.
    #[must_use]
    pub fn selective_repeat(mut self) -> Self {
        self.context.selective_repeat = true;
        self
    }

    /// The index of its first work request.
    #[must_use]
    pub fn first_index(mut self, index: u16) -> Self {
        self.first_index = index;
        self
    }

    /// Changes any field of the context.
    #[must_use]
    pub fn edit(mut self, change: impl FnOnce(&mut QpContext)) -> Self {
        change(&mut self.context);
        self
    }

    /// Creates it in the context store.
    pub fn create(self) -> Qp {
        let qp = Qp {
            tb: self.tb,
            context: self.context,
        };
        qp.tb.bench().create_qp(qp.context.clone());
        let mut neighbours = qp.tb.bench().neighbours_mut();
        neighbours
            .requester
            .set_next_index(qp.context.qpn, self.first_index);
        drop(neighbours);
        qp
    }
}

/// A queue pair that exists in the context store.
#[derive(Clone)]
pub struct Qp {
    tb: Tb,
    /// The context it was created with; addresses, keys and MTU do not change later.
    pub context: QpContext,
}

impl Qp {
    /// Its number.
    pub fn qpn(&self) -> u32 {
        self.context.qpn
    }

    /// Its context as it now is.
    pub fn now(&self) -> QpContext {
        self.tb.bench().neighbours().contexts.read(self.qpn())
    }

    /// Posts a work request and returns its queue entry.
    pub fn post(&self, request: &WorkRequest) -> TxInfo {
        self.tb.bench().post(self.qpn(), request)
    }

    /// Changes a queue entry, as the requester or the retry path does.
    pub fn edit_entry(&self, wqe_index: u16, change: impl FnOnce(&mut TxInfo)) {
        if let Some(entry) = self
            .tb
            .bench()
            .neighbours_mut()
            .queues
            .entry_mut(self.qpn(), wqe_index)
        {
            change(entry);
        }
    }

    /// Changes its context, as the requester and earlier responses do.
    pub fn edit_context(&self, change: impl FnOnce(&mut QpContext)) {
        let mut neighbours = self.tb.bench().neighbours_mut();
        if let Some(context) = neighbours.contexts.get_mut(self.qpn()) {
            change(context);
        }
    }

    /// Entries outstanding.
    pub fn depth(&self) -> usize {
        self.tb.bench().neighbours().queues.depth(self.qpn())
    }
}
