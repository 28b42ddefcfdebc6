//! The component hierarchy and its phases.
//!
//! UVM's phases (IEEE 1800.2-2020 9) and ours:
//!
//! | UVM | here |
//! |---|---|
//! | build | the constructor: `Agent::new(&scope, ..)` makes its children first. A component that is not built cannot be named, so there is no half-built state |
//! | connect | mostly the constructor too (a port is handed over as an argument); [`Component::connect`] for what needs its siblings; children before parents |
//! | end_of_elaboration, start_of_simulation | the tail of `connect` |
//! | run | per-cycle work is [`Clocked`], the rest are tasks spawned in [`Component::run`] |
//! | extract, check, report | methods of the same names, in order of registration: a parent registers after its children |
//! | phase jumping, domains | none: a reset in mid-run is [`Sim::reset`], which every component hears |
//!
//! A hierarchical name is a [`Scope`]; it is data handed down, never looked up in a global tree.

use std::future::Future;
use std::rc::Rc;

use crate::finding::Finding;
use crate::objection::Objection;
use crate::rng::Rng;
use crate::sim::{Clocked, Probe, Sim, Task};

/// A component with phases. Every method does nothing unless overridden.
pub trait Component {
    /// After all components are built, children first: subscribe to siblings.
    fn connect(&self) {}

    /// At the start of the run: spawn tasks.
    fn run(&self) {}

    /// After the run: collect from models and pins what the checks need.
    fn extract(&self) {}

    /// After every `extract`: report leftovers and mismatches with [`Sim::find`].
    fn check(&self, sim: &Sim) {
        let _ = sim;
    }

    /// Last: lines for a reader.
    fn report(&self, out: &mut String) {
        let _ = out;
    }
}

/// What the phases after the run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Cycles that the simulation has run.
    pub cycles: u64,
    /// Everything that was found wrong, oldest first.
    pub findings: Vec<Finding>,
    /// What the components reported.
    pub report: String,
}

impl Summary {
    /// Whether nothing was found wrong.
    pub fn passed(&self) -> bool {
        self.findings.is_empty()
    }
}

/// A place in the component hierarchy: a path such as `env.comp_header.driver`, and the simulation.
#[derive(Clone)]
pub struct Scope {
    sim: Sim,
    path: Rc<str>,
}

impl Scope {
    pub(crate) fn root(sim: Sim, name: &str) -> Self {
        Self {
            sim,
            path: Rc::from(name),
        }
    }

    /// A place below this one.
    pub fn child(&self, name: &str) -> Self {
        Self {
            sim: self.sim.clone(),
            path: Rc::from(format!("{}.{name}", self.path)),
        }
    }

    /// The full path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The simulation.
    pub fn sim(&self) -> &Sim {
        &self.sim
    }

    /// A generator of its own: a function of the base seed and this path, so that another component
    /// does not shift its numbers.
    pub fn rng(&self) -> Rng {
        Rng::named(self.sim.config().seed, &self.path)
    }

    /// Starts a task named below this place.
    pub fn spawn<T, F>(&self, name: &str, future: F) -> Task<T>
    where
        T: 'static,
        F: Future<Output = T> + 'static,
    {
        self.sim.spawn(&format!("{}.{name}", self.path), future)
    }

    /// Adds a per-cycle component.
    pub fn add_clocked(&self, component: impl Clocked + 'static) {
        self.sim.add_clocked(component);
    }

    /// Adds a component with phases.
    pub fn add_component(&self, component: Rc<dyn Component>) {
        self.sim.add_component(component);
    }

    /// Makes a state readable in a hang report; see [`Sim::add_probe`].
    pub fn add_probe(&self, kind: &'static str, probe: &Rc<dyn Probe>) {
        self.sim.add_probe(kind, &self.path, probe);
    }

    /// Objects to the end of the run, in this component's name.
    pub fn raise_objection(&self, why: &str) -> Objection {
        self.sim.raise_objection(&self.path, why)
    }

    /// Records that something is wrong here, now.
    pub fn find(&self, rule: &'static str, message: impl Into<String>) {
        self.sim.find(Finding {
            path: self.path.to_string(),
            cycle: self.sim.cycle(),
            rule,
            message: message.into(),
        });
    }
}
