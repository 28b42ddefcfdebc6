//! Constrained-random response traffic: on every QP a peer answers what the bench posts, while faults
//! with known outcome disturb it.
//!
//! ```text
//! Traffic -- a task per QP: post work, let the Peer answer, disturb (Faults), retry what got lost
//!    |  Ledger: every work request completes once, in order
//!    |  Faults: a header made wrong on purpose must end with the cause it was made for
//! ```

mod faults;
mod knobs;
mod ledger;
mod peer;
mod qp_traffic;

use std::rc::Rc;

use rdma::layouts::{CcMode, Pmtu};
use uvm::Task;
use uvm::tape::Draw;

pub(crate) use faults::Faults;
pub(crate) use knobs::{Mix, declare};
pub(crate) use ledger::Ledger;

use super::{Qp, Tb};
use qp_traffic::QpTraffic;

/// Random traffic on a number of QPs.
pub(crate) struct Traffic {
    tb: Tb,
    mix: Mix,
    ledger: Ledger,
    faults: Faults,
    tasks: Vec<Task<()>>,
}

impl Traffic {
    /// Traffic as `mix` says, from tapes below `name`. Starts when [`Self::start`] is called.
    pub(crate) fn new(tb: &Tb, mix: &Mix) -> Self {
        Self {
            tb: tb.clone(),
            mix: mix.clone(),
            ledger: Ledger::new(tb),
            faults: Faults::new(tb),
            tasks: Vec::new(),
        }
    }

    /// Starts a task per QP, `items` work requests in all.
    pub(crate) fn start(&mut self, name: &str, items: u64) {
        let qps = u64::from(self.mix.qps);
        for number in 0..qps {
            let tape = self.tb.tape(&format!("{name}.qp{number}"));
            let qp = self.create_qp(&mut tape.item(0));
            let share = items / qps + u64::from(number < items % qps);
            let traffic = QpTraffic::new(
                &self.tb,
                qp,
                Rc::new(self.mix.clone()),
                tape,
                &self.ledger,
                &self.faults,
            );
            let path = format!("test.{name}.qp{number}");
            self.tasks
                .push(self.tb.sim().spawn(&path, traffic.run(share)));
        }
    }

    /// Waits until every QP has posted its share and everything was answered, then checks that no
    /// work request is left.
    pub(crate) async fn finish(self) {
        for task in self.tasks {
            // Nobody kills them but `stop`, which takes the traffic.
            let _ = task.await;
        }
        self.tb.drained().await;
        self.ledger.check();
        self.faults.check();
    }

    /// Ends the traffic where it is, as a reset does.
    pub(crate) fn stop(self) {
        for task in &self.tasks {
            task.kill();
        }
        self.ledger.forget();
        self.faults.forget();
    }

    fn create_qp(&self, draw: &mut Draw) -> Qp {
        let first = match self.mix.psn_start {
            Some(psn) => psn,
            // Half of the QPs start close to the wrap.
            None if draw.bool() => 0xFF_FFC0 + draw.range(0..=0x3F_u32),
            None => draw.bits(24) as u32,
        };
        let pmtu = *draw.pick(&self.mix.pmtus);
        let mut qp = self
            .tb
            .qp()
            .psn(first)
            .pmtu(pmtu)
            .first_index(draw.bits(16) as u16);
        if draw.percent(self.mix.sack_qps) {
            qp = qp.selective_repeat();
        }
        let cc = *draw.pick(&[CcMode::OFF, CcMode::DCQCN, CcMode::RTT]);
        qp.edit(|context| context.cc_mode = cc).create()
    }
}

/// Path MTUs of mixed traffic.
pub(super) const ALL_PMTUS: [Pmtu; 5] = [
    Pmtu::MTU_256,
    Pmtu::MTU_512,
    Pmtu::MTU_1024,
    Pmtu::MTU_2048,
    Pmtu::MTU_4096,
];
