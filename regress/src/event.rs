//! The one stream of events that every report is made from.

use crate::Error;
use crate::bench::BuildOrder;
use crate::request::Request;
use crate::result::RunResult;

/// Something that happened in a regression.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The runs are known; none has started.
    Planned {
        /// Every run, in the order in which they start.
        requests: &'a [Request],
        /// How many run at a time.
        jobs: usize,
    },
    /// A model is about to be built or found in the cache.
    Building {
        /// What is built.
        order: &'a BuildOrder,
    },
    /// A run's process has started.
    Started {
        /// The run.
        request: &'a Request,
    },
    /// A run has ended.
    Finished {
        /// The run.
        request: &'a Request,
        /// What came of it.
        result: &'a RunResult,
    },
    /// No run is left.
    Ended {
        /// What came of them all.
        summary: &'a Summary,
    },
}

/// What came of a regression.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Finished runs with their results, in planned order.
    pub finished: Vec<(Request, RunResult)>,
    /// Runs that were stopped in the middle; they have no result.
    pub stopped: usize,
    /// Runs that never started.
    pub not_started: usize,
    /// Whether a signal ended the regression.
    pub interrupted: bool,
}

impl Summary {
    /// How many runs passed.
    pub fn passed(&self) -> usize {
        self.finished
            .iter()
            .filter(|(_, result)| result.passed())
            .count()
    }

    /// How many runs finished without passing.
    pub fn failed(&self) -> usize {
        self.finished.len() - self.passed()
    }
}

/// A consumer of events.
pub trait Reporter {
    /// Takes note of one event.
    ///
    /// # Errors
    /// What it could not write; the regression ends with that.
    fn event(&mut self, event: Event<'_>) -> Result<(), Error>;
}

/// Several reporters as one, in order; that one fails keeps no other from its note.
#[derive(Default)]
pub struct Reporters(pub Vec<Box<dyn Reporter>>);

impl Reporter for Reporters {
    fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        let outcomes: Vec<_> = self
            .0
            .iter_mut()
            .map(|reporter| reporter.event(event))
            .collect();
        outcomes.into_iter().collect()
    }
}
