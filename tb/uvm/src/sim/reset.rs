//! The synchronous reset: at the start, or in the middle of traffic.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::Sim;
use super::executor::WaitList;

type Hook = Box<dyn Fn()>;

#[derive(Default)]
pub(crate) struct ResetState {
    /// First cycle after the reset, while one is asserted.
    until: Cell<Option<u64>>,
    asserted_at: Cell<u64>,
    hooks: RefCell<Vec<Hook>>,
    now: Cell<u64>,
    waiting: WaitList,
}

impl ResetState {
    /// How many edges have seen the reset that is asserted.
    #[inline]
    pub(crate) fn held(&self) -> Option<u64> {
        self.until
            .get()
            .map(|_| self.now.get() - self.asserted_at.get())
    }

    #[inline]
    pub(crate) fn advance(&self, sim: &Sim) {
        if let Some(until) = self.until.get() {
            self.now.set(sim.cycle());
            if sim.cycle() >= until {
                self.until.set(None);
                sim.drive_reset(false);
                self.waiting.wake_all(&sim.kernel().executor);
            }
        }
    }

    pub(crate) fn clear(&self) {
        drop(self.hooks.take());
    }
}

impl Sim {
    /// Asserts the reset of every DUT now, for `cycles` edges (at least 1); completes in the cycle in
    /// which the reset is taken away.
    ///
    /// Every per-cycle component gets `on_reset`; every item that a sequencer holds or a driver has in
    /// flight ends as [`Aborted`](crate::sequencer::Aborted). Then the `on_reset` hooks run, in order.
    pub fn reset(&self, cycles: u64) -> ResetDone {
        let kernel = self.kernel();
        let state = &kernel.reset;
        let until = self.cycle() + cycles.max(1);
        if let Some(running) = state.until.get() {
            state.until.set(Some(running.max(until)));
        } else {
            state.until.set(Some(until));
            state.asserted_at.set(self.cycle());
            state.now.set(self.cycle());
            self.drive_reset(true);
            kernel.clocked.on_reset();
            for hook in state.hooks.borrow().iter() {
                hook();
            }
        }
        ResetDone {
            sim: self.clone(),
            ticket: kernel.executor.ticket(),
        }
    }

    /// Whether the reset is asserted.
    pub fn in_reset(&self) -> bool {
        self.0.reset.until.get().is_some()
    }

    /// Calls `hook` when a reset is asserted, after the components' `on_reset`. Sequencers, models
    /// and scoreboards forget here what the DUT forgets. A hook must not add another.
    pub fn on_reset(&self, hook: impl Fn() + 'static) {
        self.0.reset.hooks.borrow_mut().push(Box::new(hook));
    }

    fn drive_reset(&self, asserted: bool) {
        for domain in self.0.domains.borrow().iter() {
            domain.set_reset(asserted);
        }
    }
}

/// Completes when the reset is over; see [`Sim::reset`]. The reset runs on when this is dropped.
pub struct ResetDone {
    sim: Sim,
    ticket: u64,
}

impl Future for ResetDone {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let kernel = self.sim.kernel();
        let what = || "the end of the reset".to_owned();
        if kernel.executor.describe(what) {
            return Poll::Pending;
        }
        if !self.sim.in_reset() {
            return Poll::Ready(());
        }
        kernel
            .reset
            .waiting
            .park(self.ticket, kernel.executor.current());
        Poll::Pending
    }
}

impl Drop for ResetDone {
    fn drop(&mut self) {
        self.sim.kernel().reset.waiting.leave(self.ticket);
    }
}
