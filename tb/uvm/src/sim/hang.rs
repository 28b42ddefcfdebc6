//! The report of a run that does not end: who waits for what, in text to act on.

use std::cell::RefCell;
use std::fmt;
use std::rc::{Rc, Weak};

use super::Sim;
use super::executor::TaskState;
use crate::objection::Raised;

/// Something with a state worth reading when the run hangs: a queue, a sequencer, a stream, a credit
/// counter.
pub trait Probe {
    /// One line about the state now; empty when there is nothing to say.
    fn probe(&self) -> String;
}

impl<F: Fn() -> String> Probe for F {
    fn probe(&self) -> String {
        self()
    }
}

struct Entry {
    kind: &'static str,
    path: String,
    probe: Weak<dyn Probe>,
}

/// Everything that can be asked for its state. Weak: a probe that is gone is skipped.
#[derive(Default)]
pub(crate) struct Probes(RefCell<Vec<Entry>>);

/// Why the run is taken to hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HangCause {
    /// The run took as many cycles as it may.
    Timeout {
        /// The limit, cycles.
        cycles: u64,
    },
    /// No task ran and nothing moved since the cycle, no timer is set, and somebody still objects.
    Quiet {
        /// Cycle of the last movement.
        since: u64,
    },
    /// Every task waits for another one, and there is no DUT that could move.
    Deadlock,
}

/// A run that does not end, with the state of everything that could have moved.
#[derive(Clone, Debug)]
pub struct Hang {
    /// Why it is taken to hang.
    pub cause: HangCause,
    /// Cycle of the report.
    pub cycle: u64,
    time_ps: u64,
    tasks: Vec<TaskState>,
    objections: Vec<Raised>,
    /// Kind, path, state.
    probes: Vec<(&'static str, String, String)>,
}

impl Sim {
    /// Makes a state readable in a hang report, under the heading `kind` (a plural, such as
    /// `credits`). The report keeps no part of it alive: hold on to the `Rc`.
    pub fn add_probe(&self, kind: &'static str, path: &str, probe: &Rc<dyn Probe>) {
        self.0.probes.0.borrow_mut().push(Entry {
            kind,
            path: path.to_owned(),
            probe: Rc::downgrade(probe),
        });
    }

    /// The state of every task, objection and probe now. Also useful in a run that does not hang.
    pub fn hang_report(&self, cause: HangCause) -> Hang {
        let kernel = self.kernel();
        let probes = kernel.probes.0.borrow();
        let states = probes.iter().filter_map(|entry| {
            let state = entry.probe.upgrade()?.probe();
            (!state.is_empty()).then(|| (entry.kind, entry.path.clone(), state))
        });
        Hang {
            cause,
            cycle: self.cycle(),
            time_ps: self.time_ps(),
            tasks: kernel.executor.states(),
            objections: kernel.objections.list(),
            probes: states.collect(),
        }
    }
}

impl fmt::Display for Hang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.time_ps / 1000, self.time_ps % 1000);
        write!(
            f,
            "the run hangs at cycle {} ({whole}.{part:03} ns): ",
            self.cycle
        )?;
        match self.cause {
            HangCause::Timeout { cycles } => writeln!(f, "it took {cycles} cycles, its timeout")?,
            HangCause::Quiet { since } => writeln!(f, "nothing moved since cycle {since}")?,
            HangCause::Deadlock => writeln!(f, "every task waits and nothing can wake one")?,
        }
        self.write_tasks(f)?;
        self.write_objections(f)?;
        self.write_probes(f)
    }
}

impl Hang {
    fn write_tasks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tasks: {}", self.tasks.len())?;
        for task in &self.tasks {
            let waits = match task.waits_for.as_slice() {
                [] => "a future from outside uvm, which nothing will wake".to_owned(),
                list => list.join(" or "),
            };
            writeln!(
                f,
                "  {} waits for {waits}, since cycle {}",
                task.name, task.since_cycle
            )?;
        }
        Ok(())
    }

    fn write_objections(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "objections: {}", self.objections.len())?;
        for raised in &self.objections {
            writeln!(
                f,
                "  {}: {} (since cycle {})",
                raised.who, raised.why, raised.cycle
            )?;
        }
        Ok(())
    }

    fn write_probes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: Vec<&str> = Vec::new();
        for (kind, ..) in &self.probes {
            if !kinds.contains(kind) {
                kinds.push(kind);
            }
        }
        for kind in kinds {
            writeln!(f, "{kind}:")?;
            for (_, path, state) in self.probes.iter().filter(|entry| entry.0 == kind) {
                writeln!(f, "  {path}: {state}")?;
            }
        }
        Ok(())
    }
}
