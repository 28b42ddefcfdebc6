//! Sequencers: many sequences, one driver, an arbiter between them. UVM 1.2 "uvm_sequencer".
//!
//! A sequence is an async function of a [`SequenceContext`]; a driver pulls from an [`ItemPort`].
//! ```text
//! sequence:  ctx.send(item).await -> response        (start_item, finish_item, get_response)
//!            ctx.submit(item) -> Response            (pipelined: many in flight)
//!            ctx.grant().await?.send(item)           (late: the item is made after the grant)
//!            ctx.lock().await, ctx.grab().await      (a guard; dropping it unlocks)
//! driver:    port.try_next() -> (id, item)           (get_next_item)
//!            port.item_done(id, response)            (item_done; in any order, routed by id)
//! ```
//! Deviations from UVM: the arbiter decides when the driver asks, among items that are ready, so an
//! idle sequence never blocks the others; `item_done` may come later than the next `try_next`.

mod arbiter;
mod context;
mod port;
mod slots;

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;

pub use arbiter::Arbitration;
pub use context::{Grant, GrantWait, Lock, LockWait, Response, SequenceContext};
pub use port::{ItemId, ItemPort, Next};

use crate::component::Scope;
use crate::rng::Rng;
use crate::sim::executor::WaitList;
use crate::sim::{Bell, Probe, Sim, Task};
use slots::{Slots, State};

/// The item ended without a response, because a reset came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the item was aborted by a reset before its response came")]
pub struct Aborted;

/// A sequence: stimulus as an async function. Closures of a [`SequenceContext`] are sequences.
pub trait Sequence<I, R>: 'static {
    /// What the sequence returns.
    type Output: 'static;

    /// The stimulus.
    fn body(self, ctx: SequenceContext<I, R>) -> impl Future<Output = Self::Output> + 'static;
}

impl<I, R, F, Fut> Sequence<I, R> for F
where
    F: FnOnce(SequenceContext<I, R>) -> Fut + 'static,
    Fut: Future + 'static,
    Fut::Output: 'static,
{
    type Output = Fut::Output;

    fn body(self, ctx: SequenceContext<I, R>) -> impl Future<Output = Self::Output> + 'static {
        self(ctx)
    }
}

pub(crate) struct Inner<I, R> {
    sim: Sim,
    path: Rc<str>,
    arbitration: Arbitration,
    slots: RefCell<Slots<I, R>>,
    rng: RefCell<Rng>,
    owners: Cell<u32>,
    /// Sequences that hold the sequencer, by owner.
    holder: Cell<Option<u32>>,
    /// The slot whose turn it is while its item is being made.
    granted: Cell<Option<u32>>,
    /// The slot whose item was made in its turn, so it is next whatever came since.
    promised: Cell<Option<u32>>,
    /// Entries in the queue, for a driver's cheap look.
    queued: Cell<usize>,
    taken: Cell<u64>,
    takers: WaitList,
    /// Rings when a request comes.
    bell: Bell,
}

/// Arbitrates between sequences for one driver. Clones are the same sequencer.
pub struct Sequencer<I, R = ()>(Rc<Inner<I, R>>);

impl<I, R> Clone for Sequencer<I, R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<I: 'static, R: 'static> Sequencer<I, R> {
    /// A sequencer named by its scope. It hears resets: every item in it then ends as [`Aborted`].
    pub fn new(scope: &Scope, arbitration: Arbitration) -> Self {
        let inner = Rc::new(Inner {
            sim: scope.sim().clone(),
            path: Rc::from(scope.path()),
            arbitration,
            slots: RefCell::new(Slots::new()),
            rng: RefCell::new(scope.rng()),
            owners: Cell::new(0),
            holder: Cell::new(None),
            granted: Cell::new(None),
            promised: Cell::new(None),
            queued: Cell::new(0),
            taken: Cell::new(0),
            takers: WaitList::default(),
            bell: Bell::default(),
        });
        let probe: Rc<dyn Probe> = inner.clone();
        scope.add_probe("sequencers", &probe);
        let weak = Rc::downgrade(&inner);
        scope.sim().on_reset(move || {
            if let Some(inner) = weak.upgrade() {
                inner.abort_all();
            }
        });
        Self(inner)
    }

    /// Starts a sequence as a task named `<sequencer>.<name>`.
    pub fn start<S: Sequence<I, R>>(&self, name: &str, sequence: S) -> Task<S::Output> {
        let body = sequence.body(self.context());
        self.0.sim.spawn(&format!("{}.{name}", self.0.path), body)
    }

    /// A new sequence's access, with priority 0 and weight 1, for stimulus that runs in an existing
    /// task.
    pub fn context(&self) -> SequenceContext<I, R> {
        let owner = self.0.owners.get();
        self.0.owners.set(owner + 1);
        SequenceContext::new(self.0.clone(), owner)
    }

    /// Queues an item that nobody waits for; what a responder does.
    pub fn post(&self, item: I) {
        self.0.submit(u32::MAX, 0, 1, State::Queued(item), true);
    }

    /// The driver's side.
    pub fn port(&self) -> ItemPort<I, R> {
        ItemPort(self.0.clone())
    }

    /// Requests that wait for the driver: items, grants and locks.
    pub fn queued(&self) -> usize {
        self.0.queued.get()
    }

    /// Items that the driver has taken so far.
    pub fn taken(&self) -> u64 {
        self.0.taken.get()
    }

    /// Full path.
    pub fn path(&self) -> &str {
        &self.0.path
    }
}

impl<I, R> Inner<I, R> {
    /// Adds a request to the queue and tells who waits for one.
    fn submit(
        &self,
        owner: u32,
        priority: i32,
        weight: u32,
        state: State<I, R>,
        detached: bool,
    ) -> u32 {
        let mut slots = self.slots.borrow_mut();
        let lock = matches!(state, State::Lock);
        let index = slots.add(owner, priority, weight, state, detached);
        slots.queue.push_back(index);
        self.queued.set(slots.queue.len());
        drop(slots);
        if lock {
            self.settle_locks();
        }
        self.wake_takers();
        index
    }

    fn wake_takers(&self) {
        self.bell.ring();
        if !self.takers.is_empty() {
            self.takers.wake_all(&self.sim.kernel().executor);
        }
    }

    /// Ends a request: its sequence is told, or it is freed when nobody waits.
    fn resolve(&self, slots: &mut Slots<I, R>, index: u32, state: State<I, R>) {
        let slot = slots.get_mut(index);
        if slot.detached {
            slots.free(index);
            return;
        }
        slot.state = state;
        if let Some(task) = slot.waiter.take() {
            self.sim.kernel().executor.wake(task);
        }
    }

    /// Takes a request back: its sequence lost interest or was killed.
    fn cancel(&self, index: u32) {
        let mut slots = self.slots.borrow_mut();
        let slot = slots.get_mut(index);
        match slot.state {
            State::Taken => {
                slot.detached = true;
                return;
            }
            State::Queued(_) | State::Late | State::Lock => slots.queue.retain(|&i| i != index),
            State::Free | State::Granted | State::Locked | State::Done(_) | State::Aborted => {}
        }
        if self.granted.get() == Some(index) {
            self.granted.set(None);
        }
        if self.promised.get() == Some(index) {
            self.promised.set(None);
        }
        slots.free(index);
        self.queued.set(slots.queue.len());
        drop(slots);
        self.settle_locks();
        self.wake_takers();
    }

    /// A reset: every item, waiting or in flight, is resolved as aborted. Locks stay.
    fn abort_all(&self) {
        let mut slots = self.slots.borrow_mut();
        self.granted.set(None);
        self.promised.set(None);
        for index in 0..slots.len() {
            if slots.get_mut(index).is_item() {
                self.resolve(&mut slots, index, State::Aborted);
            }
        }
        let waiting: Vec<u32> = slots.queue.drain(..).collect();
        for index in waiting {
            if matches!(slots.get_mut(index).state, State::Lock) {
                slots.queue.push_back(index);
            }
        }
        self.queued.set(slots.queue.len());
        drop(slots);
        self.settle_locks();
    }
}

impl<I, R> Probe for Inner<I, R> {
    fn probe(&self) -> String {
        let slots = self.slots.borrow();
        let flying = slots.in_flight();
        let mut text = format!(
            "{} waiting, {flying} in flight, {} taken in all",
            slots.queue.len(),
            self.taken.get()
        );
        if let Some(owner) = self.holder.get() {
            text += &format!(", locked by sequence {owner}");
        }
        if let Some(index) = self.granted.get() {
            text += &format!(", granted to sequence {}", slots.owner(index));
        }
        text
    }
}
