//! What an application sees: every work request completes exactly once, in order.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use rdma::layouts::{Cqe, TxInfo, WcStatus};

use super::super::Tb;

/// Follows work requests from post to completion, independently of model and scoreboard. Clones are
/// the same ledger.
#[derive(Clone)]
pub(crate) struct Ledger(Rc<Inner>);

struct Inner {
    tb: Tb,
    posted: RefCell<BTreeMap<u32, VecDeque<Posted>>>,
}

struct Posted {
    wr_id: u64,
    signaled: bool,
}

impl Ledger {
    /// A ledger that hears every CQE from now on.
    pub(crate) fn new(tb: &Tb) -> Self {
        let ledger = Self(Rc::new(Inner {
            tb: tb.clone(),
            posted: RefCell::default(),
        }));
        for port in [tb.bench().completions(), tb.bench().error_completions()] {
            let ledger = ledger.clone();
            port.subscribe(move |beat| ledger.completed(&beat.item));
        }
        ledger
    }

    /// A work request was posted.
    pub(crate) fn posted(&self, entry: &TxInfo) {
        let posted = Posted {
            wr_id: entry.wr_id,
            signaled: entry.signaled,
        };
        self.0
            .posted
            .borrow_mut()
            .entry(entry.qpn)
            .or_default()
            .push_back(posted);
    }

    /// A QP was destroyed: nothing completes any more.
    pub(crate) fn destroyed(&self, qpn: u32) {
        self.0.posted.borrow_mut().remove(&qpn);
    }

    /// Everything is gone, as after a reset.
    pub(crate) fn forget(&self) {
        self.0.posted.borrow_mut().clear();
    }

    /// Reports what never completed. Requests without a CQE that nothing followed count as done.
    pub(crate) fn check(&self) {
        for (qpn, queue) in &*self.0.posted.borrow() {
            if let Some(lost) = queue.iter().find(|posted| posted.signaled) {
                self.0.tb.expect(
                    false,
                    &format!("work request {:#x} of qp {qpn} to complete", lost.wr_id),
                );
            }
        }
    }

    fn completed(&self, cqe: &Cqe) {
        let mut posted = self.0.posted.borrow_mut();
        let Some(queue) = posted.get_mut(&cqe.qpn) else {
            return;
        };
        let Some(place) = queue.iter().position(|posted| posted.wr_id == cqe.wr_id) else {
            self.0.tb.expect(
                false,
                &format!(
                    "work request {:#x} of qp {} to complete once",
                    cqe.wr_id, cqe.qpn
                ),
            );
            return;
        };
        // An error always makes a CQE, so one that was passed over has succeeded without one.
        if let Some(lost) = queue.iter().take(place).find(|posted| posted.signaled) {
            let (first, second) = (lost.wr_id, cqe.wr_id);
            self.0.tb.expect(
                false,
                &format!(
                    "work request {first:#x} of qp {} to complete before {second:#x}",
                    cqe.qpn
                ),
            );
        }
        if cqe.status == WcStatus::SUCCESS && !queue[place].signaled {
            self.0.tb.expect(
                false,
                &format!("no CQE for the unsignaled work request {:#x}", cqe.wr_id),
            );
        }
        queue.drain(..=place);
    }
}
