//! What a test is given: the bench, its knobs and its stimulus tapes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use env::completer_frontend::Bench;
use rdma::layouts::{CompHeader, Cqe};
use uvm::config::{Config, Knob, KnobValue, Knobs};
use uvm::tape::{Tape, Tapes};
use uvm::{Finding, Sim};

use super::QpBuilder;
use crate::Measurement;
use crate::harness::Measurements;

/// Declares the knobs that tests read.
///
/// # Errors
/// If another part of the testbench has one of the same name.
pub fn declare_knobs(knobs: &mut Knobs) -> Result<(), uvm::Error> {
    super::traffic::declare(knobs)
}

/// The testbench of one run. Clones are the same testbench.
#[derive(Clone)]
pub struct Tb(Rc<Inner>);

struct Inner {
    bench: Bench,
    tapes: Tapes,
    config: Config,
    items: Option<u64>,
    next_qpn: Cell<u32>,
    measurements: Measurements,
    completions: Rc<RefCell<Vec<Cqe>>>,
}

impl Tb {
    /// The testbench around a bench, drawing stimulus from `tapes`.
    pub fn new(bench: Bench, tapes: Tapes, config: Config, items: Option<u64>) -> Self {
        Self(Rc::new(Inner {
            bench,
            tapes,
            config,
            items,
            next_qpn: Cell::new(1),
            measurements: Measurements::default(),
            completions: Rc::default(),
        }))
    }

    /// The bench.
    pub fn bench(&self) -> &Bench {
        &self.0.bench
    }

    /// The simulation.
    pub fn sim(&self) -> &Sim {
        self.0.bench.sim()
    }

    /// A queue pair with a number of its own.
    pub fn qp(&self) -> QpBuilder {
        let qpn = self.0.next_qpn.get();
        self.0.next_qpn.set(qpn + 1);
        QpBuilder::new(self, qpn)
    }

    /// Sends a header and waits until the wrapper took it. A reset that comes first ends it too.
    pub async fn respond(&self, header: impl Into<CompHeader>) {
        // Aborted by a reset: the header is gone, as on the wire.
        let _ = self.0.bench.respond(header.into()).await;
    }

    /// Sends a header and does not wait.
    pub fn send(&self, header: impl Into<CompHeader>) {
        self.0.bench.respond(header.into()).detach();
    }

    /// Waits until everything has come to its end; leftovers are reported.
    pub async fn drained(&self) {
        self.0.bench.drained().await;
    }

    /// Items to drive: what the user asked for, or the test's own number.
    pub fn items(&self, default: u64) -> u64 {
        self.0.items.unwrap_or(default)
    }

    /// The stimulus tape of a part of the test.
    pub fn tape(&self, path: &str) -> Tape {
        self.0.tapes.for_path(path)
    }

    /// The value of a knob, if the user set it.
    ///
    /// # Panics
    /// If a component set it to another type: a mistake in the test.
    pub fn given<T: KnobValue>(&self, knob: &Knob<T>) -> Option<T> {
        match self.0.config.get("test", knob.name) {
            Ok(value) => value,
            Err(error) => panic!("{error}"),
        }
    }

    /// Fails the run unless `holds`: for what a test itself knows, beside the scoreboard.
    pub fn expect(&self, holds: bool, what: &str) {
        if !holds {
            self.sim().find(Finding {
                path: "test".to_owned(),
                cycle: self.sim().cycle(),
                rule: "test.expect",
                message: format!("expected {what}"),
            });
        }
    }

    /// Fails the run unless two values are equal.
    pub fn expect_eq<T: PartialEq + std::fmt::Debug>(
        &self,
        what: &str,
        observed: &T,
        expected: &T,
    ) {
        self.expect(
            observed == expected,
            &format!("{what} to be {expected:?}, observed {observed:?}"),
        );
    }

    /// Collects every CQE from now on, both streams, in order of arrival.
    pub fn collect_completions(&self) -> Rc<RefCell<Vec<Cqe>>> {
        for port in [self.0.bench.completions(), self.0.bench.error_completions()] {
            let list = self.0.completions.clone();
            port.subscribe(move |beat| list.borrow_mut().push(beat.item.clone()));
        }
        self.0.completions.clone()
    }

    /// Reports a measured figure.
    pub fn measured(&self, measurement: Measurement) {
        self.0.measurements.borrow_mut().push(measurement);
    }

    pub(crate) fn measurements(&self) -> Measurements {
        self.0.measurements.clone()
    }
}
