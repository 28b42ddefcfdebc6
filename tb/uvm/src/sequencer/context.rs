//! The sequence's side of a sequencer.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use super::slots::State;
use super::{Aborted, Inner};
use crate::sim::Sim;

/// A sequence's access to its sequencer. Clones are the same sequence: they share its locks.
pub struct SequenceContext<I, R> {
    inner: Rc<Inner<I, R>>,
    owner: u32,
    priority: i32,
    weight: u32,
}

impl<I, R> Clone for SequenceContext<I, R> {
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            ..*self
        }
    }
}

impl<I: 'static, R: 'static> SequenceContext<I, R> {
    pub(super) fn new(inner: Rc<Inner<I, R>>, owner: u32) -> Self {
        Self {
            inner,
            owner,
            priority: 0,
            weight: 1,
        }
    }

    /// The simulation, for time and tasks.
    pub fn sim(&self) -> &Sim {
        &self.inner.sim
    }

    /// Later items have this priority; higher goes first.
    #[must_use]
    pub fn with_priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// Later items have this weight.
    #[must_use]
    pub fn with_weight(mut self, weight: u32) -> Self {
        self.weight = weight;
        self
    }

    /// Sends an item and waits for its response.
    pub fn send(&self, item: I) -> Response<I, R> {
        self.submit(item)
    }

    /// Sends an item now; its response can be awaited later, so that many are in flight. Dropping the
    /// [`Response`] takes the item back if the driver has not taken it; [`Response::detach`] does not.
    pub fn submit(&self, item: I) -> Response<I, R> {
        Response(self.request(State::Queued(item)))
    }

    /// Waits for this sequence's turn; the item is made then. Until it is sent, nobody else has a turn.
    ///
    /// # Errors
    /// The future completes with [`Aborted`] when a reset comes first.
    pub fn grant(&self) -> GrantWait<I, R> {
        GrantWait(Some(self.request(State::Late)))
    }

    /// Waits until every older request is served, then holds the sequencer: only this sequence's
    /// items go to the driver until the guard is dropped.
    pub fn lock(&self) -> LockWait<I, R> {
        LockWait(Some(self.request(State::Lock)))
    }

    /// As [`Self::lock`], but ahead of every request; it waits only for whoever holds the sequencer.
    pub fn grab(&self) -> LockWait<I, R> {
        let request = self.request(State::Lock);
        {
            let mut slots = self.inner.slots.borrow_mut();
            // It may have been granted on arrival.
            if slots.is_lock(request.index) {
                slots.queue.pop_back();
                let grabs = slots
                    .queue
                    .iter()
                    .take_while(|&&i| slots.is_grab(i))
                    .count();
                slots.queue.insert(grabs, request.index);
                slots.get_mut(request.index).grab = true;
            }
        }
        self.inner.settle_locks();
        LockWait(Some(request))
    }

    fn request(&self, state: State<I, R>) -> Request<I, R> {
        let inner = self.inner.clone();
        let index = inner.submit(self.owner, self.priority, self.weight, state, false);
        Request {
            inner,
            index,
            open: true,
        }
    }
}

/// One request; taken back when dropped before its end.
struct Request<I, R> {
    inner: Rc<Inner<I, R>>,
    index: u32,
    open: bool,
}

impl<I, R> Request<I, R> {
    /// Waits for the request to leave its state `until` something comes of it.
    fn poll<T>(
        &mut self,
        what: &str,
        outcome: impl FnOnce(State<I, R>) -> Result<T, State<I, R>>,
    ) -> Poll<T> {
        let executor = &self.inner.sim.kernel().executor;
        let describe = || format!("{what} of sequencer {}", self.inner.path);
        if executor.describe(describe) {
            return Poll::Pending;
        }
        let mut slots = self.inner.slots.borrow_mut();
        let slot = slots.get_mut(self.index);
        match outcome(std::mem::replace(&mut slot.state, State::Free)) {
            Ok(value) => Poll::Ready(value),
            Err(state) => {
                slot.state = state;
                slot.waiter = Some(executor.current());
                Poll::Pending
            }
        }
    }

    fn close(&mut self) {
        self.open = false;
        self.inner.slots.borrow_mut().free(self.index);
    }
}

impl<I, R> Drop for Request<I, R> {
    fn drop(&mut self) {
        if self.open {
            self.inner.cancel(self.index);
        }
    }
}

/// An item's response to come. Await it for the driver's answer.
#[must_use = "dropping it takes back an item that the driver has not taken"]
pub struct Response<I, R>(Request<I, R>);

impl<I: 'static, R: 'static> Response<I, R> {
    /// Lets the item go its way; nobody waits for the response.
    pub fn detach(mut self) {
        let inner = self.0.inner.clone();
        let mut slots = inner.slots.borrow_mut();
        self.0.open = false;
        let slot = slots.get_mut(self.0.index);
        if slot.is_item() {
            slot.detached = true;
        } else {
            slots.free(self.0.index);
        }
    }
}

impl<I: 'static, R: 'static> Future for Response<I, R> {
    type Output = Result<R, Aborted>;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let outcome = self.0.poll("item_done", |state| match state {
            State::Done(response) => Ok(Ok(response)),
            State::Aborted => Ok(Err(Aborted)),
            other => Err(other),
        });
        if outcome.is_ready() {
            self.0.close();
        }
        outcome
    }
}

/// See [`SequenceContext::grant`].
#[must_use = "a future does nothing unless awaited"]
pub struct GrantWait<I, R>(Option<Request<I, R>>);

impl<I: 'static, R: 'static> Future for GrantWait<I, R> {
    type Output = Result<Grant<I, R>, Aborted>;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(request) = &mut self.0 else {
            return Poll::Pending;
        };
        let outcome = request.poll("a grant", |state| match state {
            State::Granted => Ok(true),
            State::Aborted => Ok(false),
            other => Err(other),
        });
        let Poll::Ready(granted) = outcome else {
            return Poll::Pending;
        };
        let Some(mut request) = self.0.take() else {
            return Poll::Pending;
        };
        if granted {
            request
                .inner
                .slots
                .borrow_mut()
                .get_mut(request.index)
                .state = State::Granted;
            return Poll::Ready(Ok(Grant(request)));
        }
        request.close();
        Poll::Ready(Err(Aborted))
    }
}

/// It is this sequence's turn. Dropping it gives the turn away.
#[must_use = "until the item is sent nobody else has a turn"]
pub struct Grant<I, R>(Request<I, R>);

impl<I: 'static, R: 'static> Grant<I, R> {
    /// Sends the item that the turn was asked for.
    pub fn send(self, item: I) -> Response<I, R> {
        let Self(request) = self;
        let inner = &request.inner;
        let mut slots = inner.slots.borrow_mut();
        let slot = slots.get_mut(request.index);
        // A reset may have come between the grant and the item.
        if matches!(slot.state, State::Granted) {
            slot.state = State::Queued(item);
            slots.queue.push_front(request.index);
            inner.queued.set(slots.queue.len());
            inner.promised.set(Some(request.index));
            inner.granted.set(None);
        }
        drop(slots);
        inner.wake_takers();
        Response(request)
    }
}

/// See [`SequenceContext::lock`].
#[must_use = "a future does nothing unless awaited"]
pub struct LockWait<I, R>(Option<Request<I, R>>);

impl<I: 'static, R: 'static> Future for LockWait<I, R> {
    type Output = Lock<I, R>;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(request) = &mut self.0 else {
            return Poll::Pending;
        };
        let outcome = request.poll("a lock", |state| match state {
            State::Locked => Ok(()),
            other => Err(other),
        });
        if outcome.is_pending() {
            return Poll::Pending;
        }
        match self.0.take() {
            Some(mut request) => {
                request.close();
                Poll::Ready(Lock(request))
            }
            None => Poll::Pending,
        }
    }
}

impl<I, R> Drop for LockWait<I, R> {
    fn drop(&mut self) {
        // Granted, but the task ended before it learnt of it.
        if let Some(request) = &mut self.0 {
            let inner = request.inner.clone();
            let locked = matches!(
                inner.slots.borrow_mut().get_mut(request.index).state,
                State::Locked
            );
            if locked {
                request.open = false;
                inner.slots.borrow_mut().free(request.index);
                inner.unlock();
            }
        }
    }
}

/// Holds the sequencer; dropping it is `unlock`.
#[must_use = "the sequencer is unlocked as soon as the guard is dropped"]
pub struct Lock<I, R>(Request<I, R>);

impl<I, R> Drop for Lock<I, R> {
    fn drop(&mut self) {
        self.0.inner.unlock();
    }
}

impl<I, R> Inner<I, R> {
    fn unlock(&self) {
        self.holder.set(None);
        self.settle_locks();
        self.wake_takers();
    }
}
