//! The driver's side of a sequencer.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use super::Inner;
use super::slots::State;
use crate::sim::Bell;

/// Names an item that a driver has taken; its response is routed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemId {
    index: u32,
    generation: u32,
}

/// Where a driver gets its items. UVM 1.2 "uvm_seq_item_pull_port".
pub struct ItemPort<I, R>(pub(super) Rc<Inner<I, R>>);

impl<I, R> Clone for ItemPort<I, R> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<I: 'static, R: 'static> ItemPort<I, R> {
    /// Whether a request waits. It costs a load.
    #[inline]
    pub fn has_request(&self) -> bool {
        self.0.queued.get() != 0 || self.0.granted.get().is_some()
    }

    /// Rings when a request comes, for drivers that sleep; see [`Call::Rung`](crate::Call::Rung).
    pub fn bell(&self) -> &Bell {
        &self.0.bell
    }

    /// Takes the item that the arbiter chooses now. `None` when there is none, when the sequencer is
    /// locked by a sequence that has none, or when it is the turn of a sequence that is still making
    /// its item.
    pub fn try_next(&self) -> Option<(ItemId, I)> {
        let inner = &*self.0;
        if inner.granted.get().is_some() {
            return None;
        }
        let mut slots = inner.slots.borrow_mut();
        let position = inner.choose(&slots)?;
        let index = slots.queue[position];
        let slot = slots.get_mut(index);
        if matches!(slot.state, State::Late) {
            inner.grant(&mut slots, position);
            return None;
        }
        let state = std::mem::replace(&mut slot.state, State::Taken);
        let generation = slot.generation;
        let State::Queued(item) = state else {
            unreachable!("the arbiter chooses only items");
        };
        if position == 0 {
            slots.queue.pop_front();
        } else {
            slots.queue.remove(position);
        }
        let depth = slots.queue.len();
        drop(slots);
        inner.promised.set(None);
        inner.queued.set(depth);
        inner.taken.set(inner.taken.get() + 1);
        inner.sim.moved();
        if depth != 0 {
            inner.settle_locks();
        }
        Some((ItemId { index, generation }, item))
    }

    /// Waits for the next item; for drivers that are tasks. Sequences that were woken before get their
    /// turn first, so that one whose item was just done competes again (UVM 1.2 "wait_for_sequences").
    pub fn next(&self) -> Next<I, R> {
        Next {
            port: self.clone(),
            gave_way: false,
            ticket: self.0.sim.kernel().executor.ticket(),
        }
    }

    /// Ends an item and routes the response to its sequence. Items may end in any order; one that was
    /// aborted meanwhile is ignored.
    pub fn item_done(&self, id: ItemId, response: R) {
        let inner = &*self.0;
        let mut slots = inner.slots.borrow_mut();
        let slot = slots.get_mut(id.index);
        if slot.generation != id.generation || !matches!(slot.state, State::Taken) {
            return;
        }
        inner.resolve(&mut slots, id.index, State::Done(response));
        drop(slots);
        if inner.queued.get() != 0 {
            inner.grant_ahead();
        }
    }
}

/// See [`ItemPort::next`].
#[must_use = "a future does nothing unless awaited"]
pub struct Next<I, R> {
    port: ItemPort<I, R>,
    gave_way: bool,
    ticket: u64,
}

impl<I: 'static, R: 'static> Future for Next<I, R> {
    type Output = (ItemId, I);

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let gave_way = std::mem::replace(&mut self.gave_way, true);
        let inner = &self.port.0;
        let executor = &inner.sim.kernel().executor;
        if executor.describe(|| format!("an item of sequencer {}", inner.path)) {
            return Poll::Pending;
        }
        if !gave_way {
            executor.wake(executor.current());
            return Poll::Pending;
        }
        match self.port.try_next() {
            Some(next) => Poll::Ready(next),
            None => {
                inner.takers.park(self.ticket, executor.current());
                Poll::Pending
            }
        }
    }
}

impl<I, R> Drop for Next<I, R> {
    fn drop(&mut self) {
        self.port.0.takers.leave(self.ticket);
    }
}
