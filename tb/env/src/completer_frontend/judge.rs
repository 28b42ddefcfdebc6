//! Connects monitors to the scoreboard and the transaction log, and the scoreboard to reports.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use layout::Packed;
use model::completer_frontend::Beat;
use uvm::axis::Observed;
use uvm::txlog::TxLog;
use uvm::{AnalysisPort, Finding, Scope};

use super::beat::Input;
use super::contract;
use super::finished::{Control, Finished};
use super::problem::Problem;
use super::scoreboard::Scoreboard;
use crate::Error;

/// More words than any stream has.
const WORDS: usize = 32;

/// Judges a `completer_frontend` by what its monitors see, whoever drives it.
pub struct Judge {
    scope: Scope,
    log: TxLog,
    scoreboard: RefCell<Scoreboard>,
    /// Without it, monitors and log work, but nothing is compared; for measurements.
    enabled: Cell<bool>,
    beats: Cell<u64>,
    last_beat: Cell<u64>,
    words: RefCell<[u32; WORDS]>,
    /// Every response that came to its end.
    pub finished: AnalysisPort<Finished>,
    /// Every control command that came to its end.
    pub commanded: AnalysisPort<Control>,
    /// Every beat that the wrapper put out, whatever the stream.
    pub put_out: AnalysisPort<Beat>,
}

impl Judge {
    /// A judge named by its scope, that writes to `log`.
    ///
    /// # Errors
    /// If the ordering contract does not fit the environment.
    pub fn new(scope: &Scope, log: &TxLog) -> Result<Rc<Self>, Error> {
        let scoreboard = Scoreboard::new(&contract::legend()?)?;
        let judge = Rc::new(Self {
            scope: scope.clone(),
            log: log.clone(),
            scoreboard: RefCell::new(scoreboard),
            enabled: Cell::new(true),
            beats: Cell::new(0),
            last_beat: Cell::new(0),
            words: RefCell::new([0; WORDS]),
            finished: AnalysisPort::new(),
            commanded: AnalysisPort::new(),
            put_out: AnalysisPort::new(),
        });
        let on_reset = judge.clone();
        scope
            .sim()
            .on_reset(move || on_reset.scoreboard.borrow_mut().reset());
        Ok(judge)
    }

    /// Watches a stream into the wrapper.
    pub fn watch_input<T: Packed>(
        self: &Rc<Self>,
        name: &str,
        observed: &AnalysisPort<Observed<T>>,
        wrap: impl Fn(T) -> Input + 'static,
    ) {
        let (judge, stream) = (self.clone(), self.log.stream::<T>(name));
        observed.subscribe(move |beat| {
            if judge.enabled.get() {
                judge.record(stream, beat.cycle, &beat.item);
                judge
                    .scoreboard
                    .borrow_mut()
                    .input(beat.cycle, &wrap(beat.item.clone()));
                judge.publish();
            }
        });
    }

    /// Watches a stream out of the wrapper.
    pub fn watch_output<T: Packed>(
        self: &Rc<Self>,
        name: &str,
        observed: &AnalysisPort<Observed<T>>,
        wrap: impl Fn(T) -> Beat + 'static,
    ) {
        let (judge, stream) = (self.clone(), self.log.stream::<T>(name));
        observed.subscribe(move |beat| {
            if judge.enabled.get() {
                judge.record(stream, beat.cycle, &beat.item);
                let wrapped = wrap(beat.item.clone());
                judge
                    .scoreboard
                    .borrow_mut()
                    .output(beat.cycle, beat.waited, &wrapped);
                judge.publish();
                judge.put_out.write(&wrapped);
            }
        });
    }

    /// Turns the comparison off, for measurements of drivers and monitors alone.
    pub fn disable(&self) {
        self.enabled.set(false);
    }

    /// The scoreboard.
    pub fn scoreboard(&self) -> &RefCell<Scoreboard> {
        &self.scoreboard
    }

    /// Beats seen on all streams.
    pub fn beats(&self) -> u64 {
        self.beats.get()
    }

    /// Cycle of the last beat on any stream.
    pub fn last_beat(&self) -> u64 {
        self.last_beat.get()
    }

    /// Whether nothing is in flight.
    pub fn is_idle(&self) -> bool {
        self.scoreboard.borrow().is_idle()
    }

    /// Whether nothing has moved for so many cycles and nothing is in flight.
    pub fn is_quiet(&self, cycles: u64) -> bool {
        let now = self.scope.sim().cycle();
        self.is_idle() && (self.beats.get() == 0 || now >= self.last_beat.get() + cycles)
    }

    /// Reports everything that is left over; whether there was anything.
    pub fn report_leftovers(&self) -> bool {
        let leftovers = self.scoreboard.borrow().leftovers(self.scope.sim().cycle());
        let found = !leftovers.is_empty();
        self.report(leftovers);
        found
    }

    fn record<T: Packed>(&self, stream: uvm::txlog::StreamId, cycle: u64, item: &T) {
        let words = &mut self.words.borrow_mut()[..T::WORDS];
        item.pack(words);
        self.log.record(stream, cycle, words);
        self.beats.set(self.beats.get() + 1);
        self.last_beat.set(cycle);
    }

    fn publish(&self) {
        let mut scoreboard = self.scoreboard.borrow_mut();
        if scoreboard.has_news() {
            let (problems, finished) = (scoreboard.take_problems(), scoreboard.take_finished());
            let commanded = scoreboard.take_commanded();
            drop(scoreboard);
            self.report(problems);
            for response in &finished {
                self.finished.write(response);
            }
            for command in &commanded {
                self.commanded.write(command);
            }
        }
    }

    fn report(&self, problems: Vec<Problem>) {
        for problem in problems {
            let lines = std::iter::once(problem.text).chain(problem.details);
            self.scope.sim().find(Finding {
                path: format!("{}.{}", self.scope.path(), problem.stream),
                cycle: problem.cycle,
                rule: problem.id,
                message: lines.collect::<Vec<_>>().join("\n"),
            });
        }
    }
}
