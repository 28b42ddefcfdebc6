//! Queues between tasks and components. UVM 1.2 "uvm_tlm_fifo"; IEEE 1800-2017 15.4 mailboxes.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use crate::component::Scope;
use crate::sim::executor::WaitList;
use crate::sim::{Probe, Sim};

struct Inner<T> {
    sim: Sim,
    path: Rc<str>,
    items: RefCell<VecDeque<T>>,
    capacity: usize,
    total: Cell<u64>,
    getters: WaitList,
    putters: WaitList,
}

impl<T> Probe for Inner<T> {
    fn probe(&self) -> String {
        let depth = self.items.borrow().len();
        let bound = match self.capacity {
            usize::MAX => String::new(),
            capacity => format!(" of {capacity}"),
        };
        format!("{depth}{bound} queued, {} put in all", self.total.get())
    }
}

/// A first-in first-out queue; clones are the same queue. Its depth appears in hang reports.
pub struct Queue<T>(Rc<Inner<T>>);

impl<T> Clone for Queue<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: 'static> Queue<T> {
    /// A queue without a bound, named by its scope.
    pub fn unbounded(scope: &Scope) -> Self {
        Self::bounded(scope, usize::MAX)
    }

    /// A queue in which `put` waits while it holds `capacity` items.
    pub fn bounded(scope: &Scope, capacity: usize) -> Self {
        let inner = Rc::new(Inner {
            sim: scope.sim().clone(),
            path: Rc::from(scope.path()),
            items: RefCell::default(),
            capacity: capacity.max(1),
            total: Cell::new(0),
            getters: WaitList::default(),
            putters: WaitList::default(),
        });
        let probe: Rc<dyn Probe> = inner.clone();
        scope.add_probe("queues", &probe);
        Self(inner)
    }

    /// Puts an item, or gives it back when the queue is full.
    ///
    /// # Errors
    /// The item, when the queue is full.
    pub fn try_put(&self, item: T) -> Result<(), T> {
        let inner = &*self.0;
        if inner.items.borrow().len() >= inner.capacity {
            return Err(item);
        }
        inner.items.borrow_mut().push_back(item);
        inner.total.set(inner.total.get() + 1);
        inner.sim.moved();
        inner.getters.wake_all(&inner.sim.kernel().executor);
        Ok(())
    }

    /// Waits for room and puts an item.
    pub fn put(&self, item: T) -> Put<T> {
        Put {
            queue: self.clone(),
            item: Some(item),
            ticket: self.0.sim.kernel().executor.ticket(),
        }
    }

    /// Takes the oldest item, if there is one.
    pub fn try_get(&self) -> Option<T> {
        let inner = &*self.0;
        let item = inner.items.borrow_mut().pop_front()?;
        inner.sim.moved();
        inner.putters.wake_all(&inner.sim.kernel().executor);
        Some(item)
    }

    /// Waits for an item and takes it.
    pub fn get(&self) -> Get<T> {
        Get {
            queue: self.clone(),
            ticket: self.0.sim.kernel().executor.ticket(),
        }
    }

    /// The number of items in the queue.
    pub fn depth(&self) -> usize {
        self.0.items.borrow().len()
    }

    /// The number of items that were ever put.
    pub fn total(&self) -> u64 {
        self.0.total.get()
    }

    /// Empties the queue, oldest item first; what a reset does to a model's queue.
    pub fn flush(&self) -> Vec<T> {
        let items = self.0.items.borrow_mut().drain(..).collect();
        self.0.putters.wake_all(&self.0.sim.kernel().executor);
        items
    }
}

impl<T: Clone> Queue<T> {
    /// A copy of the oldest item.
    pub fn peek(&self) -> Option<T> {
        self.0.items.borrow().front().cloned()
    }
}

/// See [`Queue::put`].
#[must_use = "a future does nothing unless awaited"]
pub struct Put<T> {
    queue: Queue<T>,
    item: Option<T>,
    ticket: u64,
}

// The item is moved, never pinned.
impl<T> Unpin for Put<T> {}

impl<T: 'static> Future for Put<T> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        let queue = self.queue.clone();
        let executor = &queue.0.sim.kernel().executor;
        if executor.describe(|| format!("room in queue {}", queue.0.path)) {
            return Poll::Pending;
        }
        let Some(item) = self.item.take() else {
            return Poll::Ready(());
        };
        match queue.try_put(item) {
            Ok(()) => Poll::Ready(()),
            Err(item) => {
                self.item = Some(item);
                queue.0.putters.park(self.ticket, executor.current());
                Poll::Pending
            }
        }
    }
}

impl<T> Drop for Put<T> {
    fn drop(&mut self) {
        self.queue.0.putters.leave(self.ticket);
    }
}

/// See [`Queue::get`].
#[must_use = "a future does nothing unless awaited"]
pub struct Get<T> {
    queue: Queue<T>,
    ticket: u64,
}

impl<T: 'static> Future for Get<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        let inner = &self.queue.0;
        let executor = &inner.sim.kernel().executor;
        if executor.describe(|| format!("an item in queue {}", inner.path)) {
            return Poll::Pending;
        }
        match self.queue.try_get() {
            Some(item) => Poll::Ready(item),
            None => {
                inner.getters.park(self.ticket, executor.current());
                Poll::Pending
            }
        }
    }
}

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        self.queue.0.getters.leave(self.ticket);
    }
}
