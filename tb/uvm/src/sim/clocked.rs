//! Per-cycle components: plain code, called in a fixed order, never a task.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use dut::OutputBit;

/// Wakes a component that sleeps between calls; clones are the same bell. It rings until silenced.
#[derive(Clone, Debug)]
pub struct Bell(Rc<Cell<bool>>);

impl Default for Bell {
    /// A bell that rings, so that whoever listens gets a first call.
    fn default() -> Self {
        Self(Rc::new(Cell::new(true)))
    }
}

impl Bell {
    /// Asks for calls.
    #[inline]
    pub fn ring(&self) {
        self.0.set(true);
    }

    /// No more calls until it rings again.
    #[inline]
    pub fn silence(&self) {
        self.0.set(false);
    }

    #[inline]
    fn rings(&self) -> bool {
        self.0.get()
    }
}

/// In which cycles a component wants a call. A call that it does not want costs a load or two, which is
/// what makes idle streams cheap.
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

impl Call {
    #[inline]
    fn is_due(&self) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::Rung(bell) => bell.rings(),
            Self::High(pin, bell) => pin.get() || bell.rings(),
        }
    }
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
    sampling: Vec<(Call, usize)>,
    reacting: Vec<(Call, usize)>,
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
            match component.sample_when() {
                Call::Never => {}
                call => lists.sampling.push((call, index)),
            }
            match component.react_when() {
                Call::Never => {}
                call => lists.reacting.push((call, index)),
            }
            lists.components.push(component);
        }
    }

    #[inline]
    pub(crate) fn sample(&self, cycle: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        for (call, index) in &lists.sampling {
            if call.is_due() {
                lists.components[*index].sample(cycle);
            }
        }
    }

    #[inline]
    pub(crate) fn react(&self, cycle: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        for (call, index) in &lists.reacting {
            if call.is_due() {
                lists.components[*index].react(cycle);
            }
        }
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
