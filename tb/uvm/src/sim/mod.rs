//! Time: one thread, one simulation, one fixed order within a cycle.
//!
//! A cycle is
//! 1. **settle**: clock low, eval;
//! 2. **sample**: every component looks at the handshakes that the edge will take;
//! 3. **edge**: clock high, eval;
//! 4. **react**: first the tasks that something woke, then every component drives its pins.
//!
//! Tasks run before the drivers, so a sequence that learns in `sample` that its item is done has the
//! next one ready for the same cycle's drivers: a strict handshake costs no bubble.
//!
//! There is no global state: all of it hangs on one [`Sim`], and two simulations in one process do
//! not see each other.

mod clock;
mod clocked;
pub(crate) mod executor;
mod hang;
mod reset;
mod run;
mod task;
pub(crate) mod timer;

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

pub use clock::{ClockReset, Reset};
pub use clocked::{Bell, Call, Clocked};
pub use hang::{Hang, HangCause, Probe};
pub use reset::ResetDone;
pub use run::RunError;
pub use task::{Killed, Task};
pub use timer::Sleep;

use crate::Error;
use crate::component::{Component, Scope};
use crate::finding::{Finding, Findings};
use crate::objection::{Objection, Objections};
use clock::ClockDomain;
use clocked::ClockedList;
use executor::Executor;
use hang::Probes;
use reset::ResetState;
use timer::Timers;

/// How a simulation runs; frozen once it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimConfig {
    /// Clock period, picoseconds.
    pub period_ps: u64,
    /// Base seed of everything that draws at random.
    pub seed: u64,
    /// A run may take this many cycles.
    pub timeout_cycles: u64,
    /// A run in which nothing moved for this many cycles hangs: no task ran, no stream transferred,
    /// no timer is set. Longer than the DUT's longest silent wait.
    pub quiet_cycles: u64,
    /// The run ends this many cycles after the last objection was dropped.
    pub drain_cycles: u64,
    /// The run stops at this many findings.
    pub max_findings: usize,
}

impl Default for SimConfig {
    fn default() -> Self {
        Self {
            period_ps: 4_000,
            seed: 1,
            timeout_cycles: 100_000_000,
            quiet_cycles: 200_000,
            drain_cycles: 16,
            max_findings: 20,
        }
    }
}

pub(crate) struct Kernel {
    pub(crate) config: SimConfig,
    pub(crate) cycle: Cell<u64>,
    pub(crate) executor: Executor,
    pub(crate) timers: Timers,
    pub(crate) objections: Objections,
    pub(crate) findings: Findings,
    pub(crate) probes: Probes,
    domains: RefCell<Vec<ClockDomain>>,
    clocked: ClockedList,
    reset: ResetState,
    components: RefCell<Vec<Rc<dyn Component>>>,
    started: Cell<usize>,
    moved: Cell<u64>,
}

/// The owner of a simulation. Dropping it ends every task and component; the handles that are left
/// over then do nothing.
pub struct Simulation(Sim);

impl Simulation {
    /// A simulation at cycle 0 with no DUT yet.
    pub fn new(config: SimConfig) -> Self {
        Self(Sim(Rc::new(Kernel {
            config,
            cycle: Cell::new(0),
            executor: Executor::default(),
            timers: Timers::default(),
            objections: Objections::default(),
            findings: Findings::default(),
            probes: Probes::default(),
            domains: RefCell::default(),
            clocked: ClockedList::default(),
            reset: ResetState::default(),
            components: RefCell::default(),
            started: Cell::new(0),
            moved: Cell::new(0),
        })))
    }

    /// A handle to share.
    pub fn handle(&self) -> Sim {
        self.0.clone()
    }
}

impl Deref for Simulation {
    type Target = Sim;

    fn deref(&self) -> &Sim {
        &self.0
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        // Tasks and components hold handles to the kernel that holds them: cut the circle.
        let kernel = self.kernel();
        kernel.executor.clear();
        kernel.timers.clear();
        kernel.clocked.clear();
        kernel.findings.clear_listeners();
        kernel.reset.clear();
        drop(kernel.components.take());
        drop(kernel.domains.take());
    }
}

/// A handle to a simulation: time, tasks, phases and what was found.
#[derive(Clone)]
pub struct Sim(Rc<Kernel>);

impl Sim {
    #[inline]
    pub(crate) fn kernel(&self) -> &Kernel {
        &self.0
    }

    /// Puts a DUT on the clock. Several DUTs share it; they are evaluated in this order.
    ///
    /// # Errors
    /// When the clock or the reset pin is missing or wider than a bit.
    pub fn attach(&self, dut: &dut::Dut, pins: &ClockReset) -> Result<(), Error> {
        let domain = ClockDomain::bind(dut, pins)?;
        domain.set_reset(self.in_reset());
        self.0.domains.borrow_mut().push(domain);
        Ok(())
    }

    /// How the simulation was configured.
    pub fn config(&self) -> &SimConfig {
        &self.0.config
    }

    /// The number of the next edge, from 0.
    #[inline]
    pub fn cycle(&self) -> u64 {
        self.0.cycle.get()
    }

    /// Simulated time at the start of this cycle, picoseconds.
    pub fn time_ps(&self) -> u64 {
        self.cycle() * self.0.config.period_ps
    }

    /// A place in the component hierarchy, at its top.
    pub fn scope(&self, name: &str) -> Scope {
        Scope::root(self.clone(), name)
    }

    /// Sleeps for `count` cycles: the task goes on in `react` of the `count`-th edge from now.
    pub fn cycles(&self, count: u64) -> Sleep {
        self.until_cycle(self.cycle() + count)
    }

    /// Sleeps until `cycle()` is `cycle`.
    pub fn until_cycle(&self, cycle: u64) -> Sleep {
        Sleep::new(self.clone(), cycle)
    }

    /// Objects to the end of the run until the guard is dropped. `who` is a component path, `why` is
    /// read by whoever wonders what a hung run still waits for.
    pub fn raise_objection(&self, who: &str, why: &str) -> Objection {
        Objection::raise(self, who, why)
    }

    /// Records that something is wrong. The run goes on until `max_findings`.
    pub fn find(&self, finding: Finding) {
        self.0.findings.add(finding);
    }

    /// Calls `listener` for each finding, as it is made; a report server listens here.
    pub fn on_finding(&self, listener: impl Fn(&Finding) + 'static) {
        self.0.findings.listen(Box::new(listener));
    }

    /// Everything found so far, oldest first.
    pub fn findings(&self) -> Vec<Finding> {
        self.0.findings.all()
    }

    /// Adds a per-cycle component; it takes part from the next `sample` on.
    pub fn add_clocked(&self, component: impl Clocked + 'static) {
        self.0.clocked.add(Box::new(component));
    }

    /// Adds a component with phases; see [`Component`].
    pub fn add_component(&self, component: Rc<dyn Component>) {
        self.0.components.borrow_mut().push(component);
    }

    /// Notes that something moved, for the hang watch. Streams, queues and sequencers call it.
    #[inline]
    pub fn moved(&self) {
        self.0.moved.set(self.0.cycle.get());
    }

    /// One cycle of all four phases.
    #[inline]
    pub fn step(&self) {
        let kernel = self.kernel();
        let cycle = kernel.cycle.get();
        let period = kernel.config.period_ps;
        let time = cycle * period;
        let domains = kernel.domains.borrow();
        for domain in domains.iter() {
            domain.settle(time);
        }
        match kernel.reset.held() {
            None => kernel.clocked.sample(cycle),
            Some(held) => kernel.clocked.sample_in_reset(cycle, held),
        }
        for domain in domains.iter() {
            domain.edge(time + period / 2);
        }
        drop(domains);
        kernel.cycle.set(cycle + 1);
        self.run_tasks();
        if kernel.reset.held().is_none() {
            kernel.clocked.react(cycle + 1);
        }
    }

    #[inline]
    fn run_tasks(&self) {
        let kernel = self.kernel();
        let cycle = kernel.cycle.get();
        kernel.reset.advance(self);
        kernel.timers.fire(cycle, &kernel.executor);
        if !kernel.executor.is_idle() && kernel.executor.drain(cycle) {
            self.moved();
        }
    }
}
