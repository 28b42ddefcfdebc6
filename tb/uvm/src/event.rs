//! Events: one side triggers, any number of tasks wait. UVM 1.2 "uvm_event".

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use crate::sim::Sim;
use crate::sim::executor::WaitList;

struct Inner {
    sim: Sim,
    name: String,
    count: Cell<u64>,
    waiting: WaitList,
}

/// An event without a value; clones are the same event. For values see [`Queue`](crate::Queue).
#[derive(Clone)]
pub struct Event(Rc<Inner>);

impl Event {
    /// An event; the name appears in hang reports.
    pub fn new(sim: &Sim, name: &str) -> Self {
        Self(Rc::new(Inner {
            sim: sim.clone(),
            name: name.to_owned(),
            count: Cell::new(0),
            waiting: WaitList::default(),
        }))
    }

    /// Wakes everybody who waits.
    pub fn trigger(&self) {
        self.0.count.set(self.0.count.get() + 1);
        self.0.waiting.wake_all(&self.0.sim.kernel().executor);
    }

    /// How often the event was triggered.
    pub fn count(&self) -> u64 {
        self.0.count.get()
    }

    /// Waits for the next trigger after this call.
    pub fn wait(&self) -> EventWait {
        self.wait_count(self.count() + 1)
    }

    /// Waits until the event has been triggered `count` times in all; at once if it has.
    pub fn wait_count(&self, count: u64) -> EventWait {
        EventWait {
            event: self.clone(),
            count,
            ticket: self.0.sim.kernel().executor.ticket(),
        }
    }
}

/// See [`Event::wait`].
#[must_use = "a future does nothing unless awaited"]
pub struct EventWait {
    event: Event,
    count: u64,
    ticket: u64,
}

impl Future for EventWait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let inner = &self.event.0;
        let executor = &inner.sim.kernel().executor;
        if executor.describe(|| format!("event {}", inner.name)) {
            return Poll::Pending;
        }
        if inner.count.get() >= self.count {
            return Poll::Ready(());
        }
        inner.waiting.park(self.ticket, executor.current());
        Poll::Pending
    }
}

impl Drop for EventWait {
    fn drop(&mut self) {
        self.event.0.waiting.leave(self.ticket);
    }
}

/// See [`Sim::objections_dropped`].
#[must_use = "a future does nothing unless awaited"]
pub struct ObjectionsDropped {
    sim: Sim,
    ticket: u64,
}

impl Sim {
    /// Waits until nobody objects to the end of the run.
    pub fn objections_dropped(&self) -> ObjectionsDropped {
        ObjectionsDropped {
            sim: self.clone(),
            ticket: self.kernel().executor.ticket(),
        }
    }
}

impl Future for ObjectionsDropped {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let kernel = self.sim.kernel();
        if kernel
            .executor
            .describe(|| "the last objection to be dropped".to_owned())
        {
            return Poll::Pending;
        }
        if kernel.objections.count() == 0 {
            return Poll::Ready(());
        }
        let task = kernel.executor.current();
        kernel.objections.waiting.park(self.ticket, task);
        Poll::Pending
    }
}

impl Drop for ObjectionsDropped {
    fn drop(&mut self) {
        self.sim.kernel().objections.waiting.leave(self.ticket);
    }
}
