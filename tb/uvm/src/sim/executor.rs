//! The cooperative executor: named tasks, polled only after something woke them.
//!
//! There is no `std::task::Waker` traffic: what a task waits for keeps the task's [`TaskId`] in a
//! [`WaitList`] and hands it back to the ready queue. So only this crate's futures can suspend a
//! task; a future from elsewhere would never be polled again.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

type LocalFuture = Pin<Box<dyn Future<Output = ()>>>;

/// Names a task for as long as it lives; a reused slot gets a new generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TaskId {
    index: u32,
    generation: u32,
}

struct Slot {
    generation: u32,
    queued: bool,
    name: Rc<str>,
    future: Option<LocalFuture>,
    alive: bool,
    started: bool,
    last_poll: u64,
}

/// One live task, as the hang report shows it.
#[derive(Clone, Debug)]
pub(crate) struct TaskState {
    pub(crate) name: Rc<str>,
    pub(crate) waits_for: Vec<String>,
    pub(crate) since_cycle: u64,
}

#[derive(Default)]
pub(crate) struct Executor {
    slots: RefCell<Vec<Slot>>,
    free: RefCell<Vec<u32>>,
    ready: RefCell<VecDeque<TaskId>>,
    current: Cell<Option<TaskId>>,
    tickets: Cell<u64>,
    describing: Cell<bool>,
    notes: RefCell<Vec<String>>,
}

impl Executor {
    pub(crate) fn spawn(&self, name: Rc<str>, future: LocalFuture, cycle: u64) -> TaskId {
        let mut slots = self.slots.borrow_mut();
        let index = self.free.borrow_mut().pop().unwrap_or_else(|| {
            slots.push(Slot {
                generation: 0,
                queued: false,
                name: Rc::from(""),
                future: None,
                alive: false,
                started: false,
                last_poll: 0,
            });
            slots.len() as u32 - 1
        });
        let slot = &mut slots[index as usize];
        slot.generation += 1;
        slot.name = name;
        slot.future = Some(future);
        slot.alive = true;
        slot.started = false;
        slot.queued = true;
        slot.last_poll = cycle;
        let id = TaskId {
            index,
            generation: slot.generation,
        };
        self.ready.borrow_mut().push_back(id);
        id
    }

    pub(crate) fn wake(&self, id: TaskId) {
        let mut slots = self.slots.borrow_mut();
        let slot = &mut slots[id.index as usize];
        if slot.generation == id.generation && slot.alive && !slot.queued {
            slot.queued = true;
            self.ready.borrow_mut().push_back(id);
        }
    }

    /// Ends a task by dropping its future, which gives back all it held.
    pub(crate) fn kill(&self, id: TaskId) {
        let future = {
            let mut slots = self.slots.borrow_mut();
            let slot = &mut slots[id.index as usize];
            if slot.generation != id.generation || !slot.alive {
                return;
            }
            slot.alive = false;
            slot.future.take()
        };
        // A task that kills itself is running: its future is not in the slot and ends with the poll.
        if future.is_some() {
            self.free.borrow_mut().push(id.index);
        }
        drop(future);
    }

    /// Polls every woken task once per wake, until none is left; true when any was polled.
    pub(crate) fn drain(&self, cycle: u64) -> bool {
        let mut polled = false;
        loop {
            let next = self.ready.borrow_mut().pop_front();
            let Some(id) = next else { return polled };
            self.poll(id, cycle);
            polled = true;
        }
    }

    fn poll(&self, id: TaskId, cycle: u64) {
        let mut future = {
            let mut slots = self.slots.borrow_mut();
            let slot = &mut slots[id.index as usize];
            if slot.generation != id.generation || !slot.alive {
                return;
            }
            slot.queued = false;
            slot.started = true;
            slot.last_poll = cycle;
            let Some(future) = slot.future.take() else {
                return;
            };
            future
        };
        self.current.set(Some(id));
        let outcome = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        self.current.set(None);
        let mut slots = self.slots.borrow_mut();
        let slot = &mut slots[id.index as usize];
        if outcome.is_pending() && slot.alive {
            slot.future = Some(future);
        } else {
            slot.alive = false;
            self.free.borrow_mut().push(id.index);
            drop(slots);
            drop(future);
        }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.ready.borrow().is_empty()
    }

    /// The task being polled. Kernel futures are only ever polled inside one.
    pub(crate) fn current(&self) -> TaskId {
        match self.current.get() {
            Some(id) => id,
            None => panic!("a kernel future was polled outside a task of its simulation"),
        }
    }

    pub(crate) fn ticket(&self) -> u64 {
        let next = self.tickets.get() + 1;
        self.tickets.set(next);
        next
    }

    /// In a hang report's second poll a leaf future says what it waits for and stays pending.
    #[inline]
    pub(crate) fn describe(&self, what: impl FnOnce() -> String) -> bool {
        if !self.describing.get() {
            return false;
        }
        self.notes.borrow_mut().push(what());
        true
    }

    /// Asks every live task what it waits for. No task advances: all leaves stay pending.
    pub(crate) fn states(&self) -> Vec<TaskState> {
        let count = self.slots.borrow().len();
        (0..count).filter_map(|index| self.state(index)).collect()
    }

    fn state(&self, index: usize) -> Option<TaskState> {
        let (mut future, id, mut state, started) = {
            let mut slots = self.slots.borrow_mut();
            let slot = &mut slots[index];
            let id = TaskId {
                index: index as u32,
                generation: slot.generation,
            };
            let state = TaskState {
                name: slot.name.clone(),
                waits_for: Vec::new(),
                since_cycle: slot.last_poll,
            };
            (slot.future.take()?, id, state, slot.started)
        };
        if started {
            self.describing.set(true);
            self.current.set(Some(id));
            let _: Poll<()> = future
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()));
            self.current.set(None);
            self.describing.set(false);
            state.waits_for = self.notes.take();
        } else {
            state.waits_for.push("its first turn".to_owned());
        }
        self.slots.borrow_mut()[index].future = Some(future);
        Some(state)
    }

    /// Drops every task; called when the simulation ends, so that handles inside them let go.
    pub(crate) fn clear(&self) {
        let futures: Vec<_> = self
            .slots
            .borrow_mut()
            .iter_mut()
            .filter_map(|slot| {
                slot.alive = false;
                slot.future.take()
            })
            .collect();
        drop(futures);
        self.ready.borrow_mut().clear();
    }
}

/// The tasks that wait for one thing, oldest first.
#[derive(Default)]
pub(crate) struct WaitList(RefCell<Vec<(u64, TaskId)>>);

impl WaitList {
    /// Adds the waiter, once.
    pub(crate) fn park(&self, ticket: u64, task: TaskId) {
        let mut list = self.0.borrow_mut();
        if !list.iter().any(|&(other, _)| other == ticket) {
            list.push((ticket, task));
        }
    }

    pub(crate) fn leave(&self, ticket: u64) {
        self.0.borrow_mut().retain(|&(other, _)| other != ticket);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.borrow().is_empty()
    }

    pub(crate) fn wake_all(&self, executor: &Executor) {
        for (_, task) in self.0.borrow_mut().drain(..) {
            executor.wake(task);
        }
    }
}
