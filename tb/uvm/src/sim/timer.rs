//! Timers in cycles: a task sleeps until a cycle, and nobody looks at it before.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::Sim;
use super::executor::{Executor, TaskId};

pub(crate) struct Timers {
    queue: RefCell<BTreeMap<(u64, u64), TaskId>>,
    next: Cell<u64>,
}

impl Default for Timers {
    fn default() -> Self {
        Self {
            queue: RefCell::default(),
            next: Cell::new(u64::MAX),
        }
    }
}

impl Timers {
    fn add(&self, deadline: u64, ticket: u64, task: TaskId) {
        let mut queue = self.queue.borrow_mut();
        queue.insert((deadline, ticket), task);
        self.next.set(self.next.get().min(deadline));
    }

    fn remove(&self, deadline: u64, ticket: u64) {
        let mut queue = self.queue.borrow_mut();
        queue.remove(&(deadline, ticket));
        self.note_next(&queue);
    }

    fn note_next(&self, queue: &BTreeMap<(u64, u64), TaskId>) {
        let next = queue.first_key_value().map_or(u64::MAX, |(&(c, _), _)| c);
        self.next.set(next);
    }

    /// The earliest deadline, or `u64::MAX`.
    pub(crate) fn next(&self) -> u64 {
        self.next.get()
    }

    #[inline]
    pub(crate) fn fire(&self, cycle: u64, executor: &Executor) {
        if cycle >= self.next.get() {
            self.fire_due(cycle, executor);
        }
    }

    #[cold]
    fn fire_due(&self, cycle: u64, executor: &Executor) {
        let mut queue = self.queue.borrow_mut();
        while let Some(entry) = queue.first_entry() {
            if entry.key().0 > cycle {
                break;
            }
            executor.wake(entry.remove());
        }
        self.note_next(&queue);
    }

    pub(crate) fn clear(&self) {
        self.queue.borrow_mut().clear();
        self.next.set(u64::MAX);
    }
}

/// Sleeps until a cycle; see [`Sim::cycles`] and [`Sim::until_cycle`].
#[must_use = "a future does nothing unless awaited"]
pub struct Sleep {
    sim: Sim,
    deadline: u64,
    ticket: Option<u64>,
}

impl Sleep {
    pub(crate) fn new(sim: Sim, deadline: u64) -> Self {
        Self {
            sim,
            deadline,
            ticket: None,
        }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let kernel = self.sim.kernel();
        let deadline = self.deadline;
        if kernel.executor.describe(|| format!("cycle {deadline}")) {
            return Poll::Pending;
        }
        if kernel.cycle.get() >= deadline {
            return Poll::Ready(());
        }
        if self.ticket.is_none() {
            let ticket = kernel.executor.ticket();
            let task = kernel.executor.current();
            kernel.timers.add(deadline, ticket, task);
            self.ticket = Some(ticket);
        }
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.sim.kernel().timers.remove(self.deadline, ticket);
        }
    }
}
