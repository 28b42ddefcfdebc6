//! Per-cycle components: plain code, called in a fixed order, never a task.

use std::cell::{Cell, RefCell};

/// Which calls a component wants; what it does not want costs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// Call [`Clocked::sample`].
    pub sample: bool,
    /// Call [`Clocked::react`].
    pub react: bool,
}

impl Phases {
    /// Watches only, as a monitor does.
    pub const SAMPLE: Self = Self {
        sample: true,
        react: false,
    };
    /// Watches and drives, as a driver does.
    pub const BOTH: Self = Self {
        sample: true,
        react: true,
    };
}

/// A component that works every cycle: drivers, monitors, checkers.
///
/// The order of the calls is the order of registration, so a run is a pure function of its inputs.
pub trait Clocked {
    /// Which calls the component wants; asked once.
    fn phases(&self) -> Phases {
        Phases::BOTH
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
    sampling: Vec<usize>,
    reacting: Vec<usize>,
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
            let phases = component.phases();
            lists.components.push(component);
            if phases.sample {
                lists.sampling.push(index);
            }
            if phases.react {
                lists.reacting.push(index);
            }
        }
    }

    #[inline]
    pub(crate) fn sample(&self, cycle: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        for &index in &lists.sampling {
            lists.components[index].sample(cycle);
        }
    }

    #[inline]
    pub(crate) fn react(&self, cycle: u64) {
        let lists = &mut *self.all.borrow_mut();
        self.admit(lists);
        for &index in &lists.reacting {
            lists.components[index].react(cycle);
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
