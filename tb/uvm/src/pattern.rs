//! When to go: idle generators of sources and backpressure generators of sinks.

use std::cell::{Cell, RefCell};
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use crate::component::Scope;
use crate::rng::Rng;
use crate::sim::Bell;

/// In which cycles a side of a handshake is willing.
///
/// A source asks it in each cycle in which it has an item and does not show one yet; a sink in every
/// cycle, for its ready.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pattern {
    /// In all.
    #[default]
    Always,
    /// `on` cycles willing, `off` not, and again.
    Fixed {
        /// Willing, cycles.
        on: u32,
        /// Not willing, cycles.
        off: u32,
    },
    /// At random, in this percentage of cycles.
    Percent(u8),
    /// Bursts of random length with gaps of random length.
    Bursts {
        /// Length of a burst, cycles.
        on: RangeInclusive<u32>,
        /// Length of a gap, cycles.
        off: RangeInclusive<u32>,
    },
    /// Willing, but for a pause now and then.
    Pauses {
        /// Mean distance between pauses, cycles.
        every: u32,
        /// Length of a pause, cycles.
        length: RangeInclusive<u32>,
    },
    /// Willing but in these cycles of the simulation.
    StalledDuring(Range<u64>),
    /// Only after the other side has waited this long: ready after valid. A source waits this long
    /// with an item at hand.
    After(u32),
}

/// A pattern at work.
#[derive(Clone, Debug)]
struct Generator {
    pattern: Pattern,
    rng: Rng,
    /// Cycles until the phase changes.
    left: u32,
    on: bool,
}

impl Generator {
    fn new(pattern: Pattern, rng: Rng) -> Self {
        Self {
            pattern,
            rng,
            left: 0,
            on: false,
        }
    }

    fn go(&mut self, cycle: u64, asked: bool) -> bool {
        match &self.pattern {
            Pattern::Always => true,
            Pattern::Percent(percent) => self.rng.percent(*percent),
            Pattern::StalledDuring(stall) => !stall.contains(&cycle),
            Pattern::After(delay) => {
                self.left = if asked { self.left + 1 } else { 0 };
                let go = self.left > *delay;
                if go {
                    self.left = 0;
                }
                go
            }
            Pattern::Fixed { .. } | Pattern::Bursts { .. } | Pattern::Pauses { .. } => {
                self.phased()
            }
        }
    }

    fn phased(&mut self) -> bool {
        if self.left == 0 {
            self.on = !self.on;
            self.left = self.phase_length();
            // A phase of no cycles gives way to the next; never-on patterns stay off.
            if self.left == 0 {
                self.on = !self.on;
                self.left = self.phase_length().max(1);
            }
        }
        self.left -= 1;
        self.on
    }

    fn phase_length(&mut self) -> u32 {
        let within = |rng: &mut Rng, range: &RangeInclusive<u32>| {
            rng.within(u64::from(*range.start()), u64::from(*range.end())) as u32
        };
        match (&self.pattern, self.on) {
            (Pattern::Fixed { on, .. }, true) => *on,
            (Pattern::Fixed { off, .. }, false) => *off,
            (Pattern::Bursts { on, .. }, true) => within(&mut self.rng, on),
            (Pattern::Bursts { off, .. }, false) => within(&mut self.rng, off),
            (Pattern::Pauses { every, .. }, true) => {
                self.rng.within(1, 2 * u64::from((*every).max(1)) - 1) as u32
            }
            (Pattern::Pauses { length, .. }, false) => within(&mut self.rng, length),
            _ => 1,
        }
    }
}

struct Inner {
    paused: Cell<bool>,
    always: Cell<bool>,
    generator: RefCell<Generator>,
    rng: Rng,
    /// Rings when the test changes something.
    bell: Bell,
}

/// Controls one side of a handshake while the test runs. Clones control the same side.
#[derive(Clone)]
pub struct Flow(Rc<Inner>);

impl Flow {
    /// A flow that draws from its scope's generator.
    pub fn new(scope: &Scope, pattern: Pattern) -> Self {
        let rng = scope.rng();
        Self(Rc::new(Inner {
            paused: Cell::new(false),
            always: Cell::new(pattern == Pattern::Always),
            generator: RefCell::new(Generator::new(pattern, rng.clone())),
            rng,
            bell: Bell::default(),
        }))
    }

    /// Stops the side: a source shows no further item, a sink is not ready.
    pub fn pause(&self) {
        self.0.paused.set(true);
        self.0.bell.ring();
    }

    /// Lets the pattern decide again.
    pub fn resume(&self) {
        self.0.paused.set(false);
        self.0.bell.ring();
    }

    /// Whether the side was stopped.
    pub fn is_paused(&self) -> bool {
        self.0.paused.get()
    }

    /// Replaces the pattern, from its beginning.
    pub fn set_pattern(&self, pattern: Pattern) {
        self.0.bell.ring();
        self.0.always.set(pattern == Pattern::Always);
        self.0
            .generator
            .replace(Generator::new(pattern, self.0.rng.clone()));
    }

    /// The pattern in force.
    pub fn pattern(&self) -> Pattern {
        self.0.generator.borrow().pattern.clone()
    }

    /// Whether [`Flow::go`] stays as it is until the test changes something.
    #[inline]
    pub fn is_steady(&self) -> bool {
        self.0.paused.get() || self.0.always.get()
    }

    /// Rings when the test changes something; see [`Call::Rung`](crate::Call::Rung).
    pub fn bell(&self) -> &Bell {
        &self.0.bell
    }

    /// Whether to go in this cycle; `asked` when the other side waits.
    #[inline]
    pub fn go(&self, cycle: u64, asked: bool) -> bool {
        if self.0.paused.get() {
            return false;
        }
        self.0.always.get() || self.0.generator.borrow_mut().go(cycle, asked)
    }
}
