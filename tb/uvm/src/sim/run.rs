//! The run phase: cycles until nobody objects any more, or until something is wrong.

use std::future::Future;

use super::clock::ClockDomain;
use super::{Hang, HangCause, Sim};
use crate::component::Summary;

/// Why a run ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The run did not come to its end.
    #[error("{0}")]
    Hang(Box<Hang>),
    /// Checkers and scoreboards found as many errors as the configuration allows.
    #[error("stopped at cycle {cycle}: {count} findings, as many as `max_findings` allows")]
    TooManyFindings {
        /// Cycle of the stop.
        cycle: u64,
        /// Findings so far.
        count: usize,
    },
    /// The design ended the simulation.
    #[error(
        "the design ended the simulation by cycle {cycle}: it called $finish, $stop or $fatal, or an \
         assertion failed; its messages say which (dut::Dut::take_messages)"
    )]
    DutFinished {
        /// Cycle in which it was noticed, a few dozen cycles late at most.
        cycle: u64,
    },
    /// The main task was killed.
    #[error("the main task {name} was killed before it returned")]
    Killed {
        /// Name of the task.
        name: String,
    },
}

/// How many cycles run between two looks at what need not be noticed at once: that nothing moves, or
/// that the design has ended.
const WATCH_STRIDE: u64 = 32;

impl Sim {
    /// Connects and starts the components, then runs until no objection has been raised for the
    /// drain time.
    ///
    /// # Errors
    /// A hang with its report, or too many findings.
    pub fn run(&self) -> Result<(), RunError> {
        self.start_components();
        let kernel = self.kernel();
        let config = &kernel.config;
        let begin = self.cycle();
        let timeout_at = begin.saturating_add(config.timeout_cycles);
        self.moved();
        // Tasks get their first turn, and drivers their first pins, before the first edge.
        self.run_tasks();
        if begin == 0 && !self.in_reset() {
            kernel.clocked.react(begin);
        }
        loop {
            if let Some(since) = kernel.objections.clear_since()
                && self.cycle() >= since.max(begin) + config.drain_cycles
            {
                return self.watch_duts();
            }
            let cycle = self.cycle();
            if cycle >= timeout_at {
                let cycles = config.timeout_cycles;
                return Err(self.hang(HangCause::Timeout { cycles }));
            }
            if kernel.findings.count() >= config.max_findings {
                let count = kernel.findings.count();
                return Err(RunError::TooManyFindings { cycle, count });
            }
            if cycle.is_multiple_of(WATCH_STRIDE) || kernel.clocked.is_empty() {
                self.watch_duts()?;
                self.watch_quiet()?;
            }
            self.step();
        }
    }

    /// Runs `main` as the test: it objects to the end of the run until it returns.
    ///
    /// # Errors
    /// As [`Sim::run`].
    pub fn block_on<T, F>(&self, name: &str, main: F) -> Result<T, RunError>
    where
        T: 'static,
        F: Future<Output = T> + 'static,
    {
        let objection = self.raise_objection(name, "the main task runs");
        let task = self.spawn(name, async move {
            let _objection = objection;
            main.await
        });
        self.run()?;
        task.try_take().ok_or_else(|| RunError::Killed {
            name: name.to_owned(),
        })
    }

    /// Runs the phases after the run: extract, check, report.
    pub fn finish(&self) -> Summary {
        let components = self.0.components.borrow().clone();
        for component in &components {
            component.extract();
        }
        for component in &components {
            component.check(self);
        }
        let mut report = String::new();
        for component in &components {
            component.report(&mut report);
        }
        Summary {
            cycles: self.cycle(),
            findings: self.findings(),
            report,
        }
    }

    /// Connects and starts the components that were added since the last run.
    fn start_components(&self) {
        let kernel = self.kernel();
        let fresh: Vec<_> = kernel.components.borrow()[kernel.started.get()..].to_vec();
        kernel.started.set(kernel.started.get() + fresh.len());
        for component in &fresh {
            component.connect();
        }
        for component in &fresh {
            component.run();
        }
    }

    fn watch_duts(&self) -> Result<(), RunError> {
        let cycle = self.cycle();
        match self.0.domains.borrow().iter().any(ClockDomain::finished) {
            true => Err(RunError::DutFinished { cycle }),
            false => Ok(()),
        }
    }

    fn watch_quiet(&self) -> Result<(), RunError> {
        let kernel = self.kernel();
        if kernel.objections.count() == 0 || kernel.timers.next() != u64::MAX {
            return Ok(());
        }
        let nothing_can_move = kernel.clocked.is_empty()
            && kernel.domains.borrow().is_empty()
            && kernel.executor.is_idle()
            && !self.in_reset();
        if nothing_can_move {
            return Err(self.hang(HangCause::Deadlock));
        }
        let since = kernel.moved.get();
        if self.cycle() - since >= kernel.config.quiet_cycles {
            return Err(self.hang(HangCause::Quiet { since }));
        }
        Ok(())
    }

    fn hang(&self, cause: HangCause) -> RunError {
        RunError::Hang(Box::new(self.hang_report(cause)))
    }
}
