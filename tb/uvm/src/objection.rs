//! Objections: the run goes on while somebody objects to its end, and for the drain time after.
//!
//! UVM 1.2 "uvm_objection". Deviation: an objection is a guard; dropping it is `drop_objection`, so a
//! task that is killed cannot leave its objection behind.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::sim::Sim;
use crate::sim::executor::{Executor, WaitList};

#[derive(Default)]
pub(crate) struct Objections {
    raised: RefCell<BTreeMap<u64, Raised>>,
    next: Cell<u64>,
    count: Cell<usize>,
    /// Cycle of the last drop to zero.
    clear_since: Cell<u64>,
    pub(crate) waiting: WaitList,
}

/// One raised objection, as the hang report shows it.
#[derive(Clone, Debug)]
pub(crate) struct Raised {
    pub(crate) who: Rc<str>,
    pub(crate) why: String,
    pub(crate) cycle: u64,
}

impl Objections {
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    /// Since when nobody objects, if so.
    #[inline]
    pub(crate) fn clear_since(&self) -> Option<u64> {
        (self.count.get() == 0).then(|| self.clear_since.get())
    }

    pub(crate) fn list(&self) -> Vec<Raised> {
        self.raised.borrow().values().cloned().collect()
    }

    fn raise(&self, raised: Raised) -> u64 {
        let id = self.next.get();
        self.next.set(id + 1);
        self.raised.borrow_mut().insert(id, raised);
        self.count.set(self.count.get() + 1);
        id
    }

    fn lower(&self, id: u64, cycle: u64, executor: &Executor) {
        if self.raised.borrow_mut().remove(&id).is_some() {
            self.count.set(self.count.get() - 1);
            if self.count.get() == 0 {
                self.clear_since.set(cycle);
                self.waiting.wake_all(executor);
            }
        }
    }
}

/// A raised objection; lowered when dropped.
#[must_use = "an objection is lowered as soon as it is dropped"]
pub struct Objection {
    sim: Sim,
    id: u64,
}

impl Objection {
    pub(crate) fn raise(sim: &Sim, who: &str, why: &str) -> Self {
        let kernel = sim.kernel();
        let id = kernel.objections.raise(Raised {
            who: Rc::from(who),
            why: why.to_owned(),
            cycle: kernel.cycle.get(),
        });
        Self {
            sim: sim.clone(),
            id,
        }
    }
}

impl Drop for Objection {
    fn drop(&mut self) {
        let kernel = self.sim.kernel();
        let cycle = kernel.cycle.get();
        kernel.objections.lower(self.id, cycle, &kernel.executor);
    }
}
