//! Requests in flight between sequences and the driver: a slab and the queue into it.

use std::collections::VecDeque;

use crate::sim::executor::TaskId;

pub(super) enum State<I, R> {
    /// Not in use.
    Free,
    /// An item waits for its turn.
    Queued(I),
    /// A sequence waits for its turn and makes the item then.
    Late,
    /// It is the sequence's turn; the item is being made.
    Granted,
    /// A sequence waits to hold the sequencer.
    Lock,
    /// It holds it.
    Locked,
    /// The driver has the item.
    Taken,
    /// The response is there.
    Done(R),
    /// A reset came first.
    Aborted,
}

pub(super) struct Slot<I, R> {
    pub(super) owner: u32,
    pub(super) priority: i32,
    pub(super) weight: u32,
    pub(super) generation: u32,
    /// Nobody waits for the response.
    pub(super) detached: bool,
    /// A lock that goes ahead of every request.
    pub(super) grab: bool,
    pub(super) waiter: Option<TaskId>,
    pub(super) state: State<I, R>,
}

impl<I, R> Slot<I, R> {
    /// Whether the request is an item that has no response yet.
    pub(super) fn is_item(&self) -> bool {
        matches!(
            self.state,
            State::Queued(_) | State::Late | State::Granted | State::Taken
        )
    }
}

pub(super) struct Slots<I, R> {
    all: Vec<Slot<I, R>>,
    free: Vec<u32>,
    /// Requests that wait, oldest first.
    pub(super) queue: VecDeque<u32>,
}

impl<I, R> Slots<I, R> {
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            free: Vec::new(),
            queue: VecDeque::new(),
        }
    }

    pub(super) fn add(
        &mut self,
        owner: u32,
        priority: i32,
        weight: u32,
        state: State<I, R>,
        detached: bool,
    ) -> u32 {
        if let Some(index) = self.free.pop() {
            let slot = &mut self.all[index as usize];
            slot.owner = owner;
            slot.priority = priority;
            slot.weight = weight;
            slot.detached = detached;
            slot.grab = false;
            slot.waiter = None;
            slot.state = state;
            return index;
        }
        self.all.push(Slot {
            owner,
            priority,
            weight,
            generation: 0,
            detached,
            grab: false,
            waiter: None,
            state,
        });
        self.all.len() as u32 - 1
    }

    pub(super) fn free(&mut self, index: u32) {
        let slot = &mut self.all[index as usize];
        slot.state = State::Free;
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(index);
    }

    pub(super) fn get_mut(&mut self, index: u32) -> &mut Slot<I, R> {
        &mut self.all[index as usize]
    }

    pub(super) fn owner(&self, index: u32) -> u32 {
        self.all[index as usize].owner
    }

    pub(super) fn priority(&self, index: u32) -> i32 {
        self.all[index as usize].priority
    }

    pub(super) fn weight(&self, index: u32) -> u32 {
        self.all[index as usize].weight
    }

    pub(super) fn is_lock(&self, index: u32) -> bool {
        matches!(self.all[index as usize].state, State::Lock)
    }

    pub(super) fn is_grab(&self, index: u32) -> bool {
        self.is_lock(index) && self.all[index as usize].grab
    }

    pub(super) fn len(&self) -> u32 {
        self.all.len() as u32
    }

    pub(super) fn in_flight(&self) -> usize {
        let taken = |slot: &&Slot<I, R>| matches!(slot.state, State::Taken);
        self.all.iter().filter(taken).count()
    }

    pub(super) fn has_late(&self) -> bool {
        self.queue.iter().any(|&index| self.is_late(index))
    }

    pub(super) fn is_late(&self, index: u32) -> bool {
        matches!(self.all[index as usize].state, State::Late)
    }
}
