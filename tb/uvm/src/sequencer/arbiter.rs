//! Who is next.

use super::Inner;
use super::slots::{Slots, State};

/// How a sequencer chooses among sequences. UVM 1.2 "uvm_sequencer_arb_mode".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arbitration {
    /// The oldest request. `UVM_SEQ_ARB_FIFO`.
    #[default]
    Fifo,
    /// The highest priority, then the oldest. `UVM_SEQ_ARB_STRICT_FIFO`.
    Priority,
    /// At random, in proportion to the sequences' weights. `UVM_SEQ_ARB_WEIGHTED`.
    Weighted,
    /// At random, uniformly. `UVM_SEQ_ARB_RANDOM`.
    Random,
}

impl<I, R> Inner<I, R> {
    /// Position in the queue of the request that is next, if any may be.
    pub(super) fn choose(&self, slots: &Slots<I, R>) -> Option<usize> {
        if let Some(promised) = self.promised.get() {
            return slots.queue.iter().position(|&index| index == promised);
        }
        let holder = self.holder.get();
        if holder.is_none() && self.arbitration == Arbitration::Fifo {
            // A lock is never at the front unheld: it is granted as soon as it gets there.
            return (!slots.queue.is_empty()).then_some(0);
        }
        match self.arbitration {
            Arbitration::Fifo => self.eligible(slots).next().map(|(position, _)| position),
            Arbitration::Priority => self
                .eligible(slots)
                .max_by_key(|&(position, index)| (slots.priority(index), usize::MAX - position))
                .map(|(position, _)| position),
            Arbitration::Weighted => {
                self.draw(slots, |slots, index| u64::from(slots.weight(index)))
            }
            Arbitration::Random => self.draw(slots, |_, _| 1),
        }
    }

    fn eligible<'a>(&self, slots: &'a Slots<I, R>) -> impl Iterator<Item = (usize, u32)> + 'a {
        let holder = self.holder.get();
        slots
            .queue
            .iter()
            .copied()
            .enumerate()
            .filter(move |&(_, index)| {
                !slots.is_lock(index) && holder.is_none_or(|owner| owner == slots.owner(index))
            })
    }

    fn draw(
        &self,
        slots: &Slots<I, R>,
        weight: impl Fn(&Slots<I, R>, u32) -> u64,
    ) -> Option<usize> {
        let total: u64 = self
            .eligible(slots)
            .map(|(_, index)| weight(slots, index))
            .sum();
        let mut rest = self.rng.borrow_mut().below(total);
        for (position, index) in self.eligible(slots) {
            let share = weight(slots, index);
            if rest < share {
                return Some(position);
            }
            rest -= share;
        }
        // All weights are 0: nobody is preferred.
        self.eligible(slots).next().map(|(position, _)| position)
    }

    /// Grants the lock at the head of the queue, if nobody holds the sequencer. A lock waits for every
    /// older request, in any mode; a grab went to the head.
    pub(super) fn settle_locks(&self) {
        let turn_given = self.granted.get().or(self.promised.get()).is_some();
        if turn_given || self.holder.get().is_some() {
            return;
        }
        let mut slots = self.slots.borrow_mut();
        let Some(&index) = slots.queue.front() else {
            return;
        };
        if slots.is_lock(index) {
            slots.queue.pop_front();
            self.queued.set(slots.queue.len());
            self.holder.set(Some(slots.owner(index)));
            self.resolve(&mut slots, index, State::Locked);
        }
    }

    /// Gives the turn to the sequence that is next if it makes its item late, so that the item is
    /// there when the driver asks.
    pub(super) fn grant_ahead(&self) {
        if self.granted.get().is_some() {
            return;
        }
        let mut slots = self.slots.borrow_mut();
        if !slots.has_late() {
            return;
        }
        if let Some(position) = self.choose(&slots)
            && slots.is_late(slots.queue[position])
        {
            self.grant(&mut slots, position);
        }
    }

    pub(super) fn grant(&self, slots: &mut Slots<I, R>, position: usize) {
        if let Some(index) = slots.queue.remove(position) {
            self.queued.set(slots.queue.len());
            self.granted.set(Some(index));
            self.resolve(slots, index, State::Granted);
        }
    }
}
