//! Per-cycle components: plain code, called in a fixed order, never a task.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dut::OutputBit;

/// Wakes a component that sleeps between calls; clones are the same bell. It rings until silenced.
#[derive(Clone, Debug)]
pub struct Bell(Rc<BellState>);

#[derive(Debug)]
struct BellState {
    rings: Cell<bool>,
    /// The bits that show its state to whoever calls the components that listen.
    seats: RefCell<Vec<Seat>>,
}

/// A component's bit among those of its chunk.
#[derive(Clone, Debug)]
struct Seat {
    due: Rc<Cell<u64>>,
    bit: u32,
}

impl Seat {
    #[inline]
    fn show(&self, rings: bool) {
        let bit = 1 << self.bit;
        let due = self.due.get();
        self.due.set(if rings { due | bit } else { due & !bit });
    }
}

impl Default for Bell {
    /// A bell that rings, so that whoever listens gets a first call.
    fn default() -> Self {
        Self(Rc::new(BellState {
            rings: Cell::new(true),
            seats: RefCell::default(),
        }))
    }
}

impl Bell {
    /// Asks for calls.
    #[inline]
    pub fn ring(&self) {
        self.turn(true);
    }

    /// No more calls until it rings again.
    #[inline]
    pub fn silence(&self) {
        self.turn(false);
    }

    #[inline]
    fn turn(&self, rings: bool) {
        if self.0.rings.replace(rings) != rings {
            for seat in &*self.0.seats.borrow() {
                seat.show(rings);
            }
        }
    }

    fn seat(&self, seat: Seat) {
        seat.show(self.0.rings.get());
        self.0.seats.borrow_mut().push(seat);
    }
}

/// In which cycles a component wants a call. A call that it does not want costs a load at most, which is what
/// makes idle streams cheap.
#[derive(Clone, Debug)]
pub enum Call {
    /// In none.
    Never,
    /// In all.
    Always,
    /// While the bell rings.
    Rung(Bell),
    /// While the pin is high or the bell rings.
    High(OutputBit, Bell),
}

/// A component that works every cycle: drivers, monitors, checkers.
///
/// The order of the calls is the order of registration, so a run is a pure function of its inputs.
pub trait Clocked {
    /// When to call [`Clocked::sample`]; asked once.
    fn sample_when(&self) -> Call {
        Call::Always
    }

    /// When to call [`Clocked::react`]; asked once.
    fn react_when(&self) -> Call {
        Call::Always
    }

    /// Before the edge: all signals have settled. Read pins, drive none. `cycle` is the number of
    /// the edge that follows.
    fn sample(&mut self, cycle: u64);

    /// After the edge: drive pins for the next one.
    fn react(&mut self, cycle: u64) {
        let _ = cycle;
    }

    /// The reset was asserted: abort what is in flight, bring the pins to rest. Until the reset ends
    /// neither `sample` nor `react` is called.
    fn on_reset(&mut self) {}

    /// In place of `sample` while the reset is asserted; `held` edges have already seen it.
    fn sample_in_reset(&mut self, cycle: u64, held: u64) {
        let _ = (cycle, held);
    }
}

#[derive(Default)]
pub(crate) struct ClockedList {
    all: RefCell<Lists>,
    added: RefCell<Vec<Box<dyn Clocked>>>,
    grown: Cell<bool>,
}

#[derive(Default)]
struct Lists {
    components: Vec<Box<dyn Clocked>>,
    sampling: Roster,
    reacting: Roster,
}

/// Components that get one kind of call, 64 to a chunk.
#[derive(Default)]
struct Roster(Vec<Chunk>);

#[derive(Default)]
struct Chunk {
    /// The components, by seat.
    components: Vec<usize>,
    /// Those that are always due or whose bell rings.
    due: Rc<Cell<u64>>,
    /// Pins that make a component due while they are high.
    pins: Vec<(OutputBit, u32)>,
}

/// Seats of a chunk.
const SEATS: usize = 64;

impl Roster {
    fn add(&mut self, component: usize, call: Call) {
        if matches!(call, Call::Never) {
            return;
        }
        if self
            .0
            .last()
            .is_none_or(|chunk| chunk.components.len() == SEATS)
        {
            self.0.push(Chunk::default());
        }
        let Some(chunk) = self.0.last_mut() else {
            return;
        };
        let seat = Seat {
            due: chunk.due.clone(),
            bit: chunk.components.len() as u32,
        };
        chunk.components.push(component);
        match call {
            Call::Never => {}
            Call::Always => seat.show(true),
            Call::Rung(bell) => bell.seat(seat),
            Call::High(pin, bell) => {
                chunk.pins.push((pin, seat.bit));
                bell.seat(seat);
            }
        }
    }

    /// Calls who is due, in order of registration. A bell that an earlier call rings counts.
    #[inline]
    fn call(&self, components: &mut [Box<dyn Clocked>], call: impl Fn(&mut dyn Clocked)) {
        for chunk in &self.0 {
            let mut high = 0_u64;
            for (pin, bit) in &chunk.pins {
                high |= u64::from(pin.get()) << bit;
            }
            let mut ahead = u64::MAX;
            loop {
                let due = (chunk.due.get() | high) & ahead;
                if due == 0 {
                    break;
                }
                let seat = due.trailing_zeros();
                ahead = u64::MAX.checked_shl(seat + 1).unwrap_or(0);
                call(&mut *components[chunk.components[seat as usize]]);
            }
        }
    }
}

impl ClockedList {
    /// Takes part from the next cycle on.
    pub(crate) fn add(&self, component: Box<dyn Clocked>) {
        self.added.borrow_mut().push(component);
        self.grown.set(true);
    }

    #[inline]
    fn admit(&self, lists: &mut Lists) {
        if self.grown.get() {
            self.grow(lists);
        }
    }

    #[cold]
    fn grow(&self, lists: &mut Lists) {
        self.grown.set(false);
        for component in self.added.borrow_mut().drain(..) {
            let index = lists.components.len();
            lists.sampling.add(index, component.sample_when());
            lists.reacting.add(index, component.react_when());
            lists.components.push(component);
        }
    }

    #[inline]
    pub(crate) fn sample(&self, cycle: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        let Lists {
            components,
            sampling,
            ..
        } = lists;
        sampling.call(components, |component| component.sample(cycle));
    }

    #[inline]
    pub(crate) fn react(&self, cycle: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        let Lists {
            components,
            reacting,
            ..
        } = lists;
        reacting.call(components, |component| component.react(cycle));
    }

    pub(crate) fn sample_in_reset(&self, cycle: u64, held: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        for component in &mut lists.components {
            component.sample_in_reset(cycle, held);
        }
    }

    pub(crate) fn on_reset(&self) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        for component in &mut lists.components {
            component.on_reset();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.borrow().components.is_empty() && self.added.borrow().is_empty()
    }

    pub(crate) fn clear(&self) {
        let lists = self.all.take();
        let added = self.added.take();
        drop((lists, added));
    }
}
