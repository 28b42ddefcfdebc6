//! The report server and its reporters.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use super::catcher::{Active, Catcher, Caught};
use super::message::{Message, Severity, Verbosity};
use super::sink::Sink;
use crate::glob::Glob;

/// How a report server behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Verbosity of components for which no other was set.
    pub verbosity: Verbosity,
    /// Errors after which the run stops; `None` goes on whatever comes.
    pub error_limit: Option<u64>,
    /// Warnings and worse that are kept for [`ReportServer::messages`]; more are only counted, so
    /// that a run of a million errors needs no memory for them.
    pub keep: usize,
}

impl Default for Settings {
    /// Medium verbosity, stop at the tenth error, keep 1000 messages.
    fn default() -> Self {
        Self {
            verbosity: Verbosity::Medium,
            error_limit: Some(10),
            keep: 1000,
        }
    }
}

/// The time of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Clock cycle.
    pub cycle: u64,
    /// Simulated time in picoseconds.
    pub time_ps: u64,
}

/// Why the run should stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A fatal message came.
    Fatal,
    /// As many errors came as the limit says.
    ErrorLimit(u64),
}

/// The messages of one simulation. A clone is the same server.
#[derive(Clone)]
pub struct ReportServer(Rc<Inner>);

type Clock = Box<dyn Fn() -> Now>;

struct Inner {
    settings: Settings,
    clock: RefCell<Option<Clock>>,
    verbosities: RefCell<Vec<(Glob, Verbosity)>>,
    /// Counts changes of `verbosities`, so that reporters know when to look again.
    generation: Cell<u64>,
    catchers: RefCell<Vec<Active>>,
    sinks: RefCell<Vec<Rc<dyn Sink>>>,
    kept: RefCell<Vec<Message>>,
    counts: RefCell<BTreeMap<(Severity, String), u64>>,
    failures: Cell<u64>,
    stop: Cell<Option<Stop>>,
}

impl ReportServer {
    /// A server without sinks: it counts and keeps.
    pub fn new(settings: Settings) -> Self {
        Self(Rc::new(Inner {
            settings,
            clock: RefCell::default(),
            verbosities: RefCell::default(),
            generation: Cell::new(0),
            catchers: RefCell::default(),
            sinks: RefCell::default(),
            kept: RefCell::default(),
            counts: RefCell::default(),
            failures: Cell::new(0),
            stop: Cell::new(None),
        }))
    }

    /// Where messages get their time from; until then it is zero.
    pub fn set_clock(&self, clock: impl Fn() -> Now + 'static) {
        *self.0.clock.borrow_mut() = Some(Box::new(clock));
    }

    /// The reporter of the component at a path.
    pub fn at(&self, path: &str) -> Reporter {
        Reporter {
            server: self.clone(),
            path: Rc::from(path),
            verbosity: Cell::new((u64::MAX, Verbosity::None)),
        }
    }

    /// Sets the verbosity of the components whose path matches; the last setting that matches
    /// wins. Patterns as in [`crate::config`].
    pub fn set_verbosity(&self, pattern: &str, verbosity: Verbosity) {
        let entry = (Glob::new(pattern), verbosity);
        self.0.verbosities.borrow_mut().push(entry);
        self.0.generation.set(self.0.generation.get() + 1);
    }

    /// The verbosity of the component at a path.
    pub fn verbosity(&self, path: &str) -> Verbosity {
        let all = self.0.verbosities.borrow();
        let last = all.iter().rev().find(|(glob, _)| glob.matches(path));
        last.map_or(self.0.settings.verbosity, |(_, verbosity)| *verbosity)
    }

    /// Adds a place where messages go.
    pub fn add_sink(&self, sink: Rc<dyn Sink>) {
        self.0.sinks.borrow_mut().push(sink);
    }

    /// Adds a catcher; of several that match, the newest takes the message.
    pub fn catch(&self, catcher: Catcher) -> Caught {
        let (active, caught) = Active::new(catcher);
        self.0.catchers.borrow_mut().push(active);
        caught
    }

    /// Takes a message whose time is set: catchers, counts, sinks, limits. An information comes
    /// here only after its verbosity was judged.
    pub fn submit(&self, mut message: Message) {
        let judged = {
            let catchers = self.0.catchers.borrow();
            catchers.iter().rev().find_map(|c| c.judge(&message))
        };
        match judged {
            Some(None) => return,
            Some(Some(severity)) => message.severity = severity,
            None => {}
        }
        self.count(&message);
        let sinks = self.0.sinks.borrow().clone();
        for sink in sinks {
            sink.message(&message);
        }
        let mut kept = self.0.kept.borrow_mut();
        if message.severity >= Severity::Warning && kept.len() < self.0.settings.keep {
            kept.push(message);
        }
    }

    fn count(&self, message: &Message) {
        let key = (message.severity, message.id.clone());
        *self.0.counts.borrow_mut().entry(key).or_default() += 1;
        if !message.severity.fails() {
            return;
        }
        let failures = self.0.failures.get() + 1;
        self.0.failures.set(failures);
        let limit = self.0.settings.error_limit.filter(|l| failures >= *l);
        let stop = match message.severity {
            Severity::Fatal => Some(Stop::Fatal),
            _ => limit.map(Stop::ErrorLimit),
        };
        self.0.stop.set(self.0.stop.get().or(stop));
    }

    /// Why the run should stop, once it should; cheap enough to ask each cycle.
    #[inline]
    pub fn should_stop(&self) -> Option<Stop> {
        self.0.stop.get()
    }

    /// The warnings, errors and fatals kept, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        self.0.kept.borrow().clone()
    }

    /// The errors and fatals kept, oldest first.
    pub fn failures(&self) -> Vec<Message> {
        let kept = self.0.kept.borrow();
        kept.iter()
            .filter(|m| m.severity.fails())
            .cloned()
            .collect()
    }

    /// What was counted so far.
    pub fn totals(&self) -> Totals {
        Totals(self.0.counts.borrow().clone())
    }

    /// Ends the run's reports: an expected message that did not come is an error now, with the id
    /// `report.expected`. A second call finds nothing new.
    pub fn finish(&self) -> Totals {
        let catchers = self.0.catchers.take();
        for text in catchers.iter().filter_map(Active::missing) {
            self.submit(self.message(Severity::Error, "report.expected", "report", text));
        }
        self.totals()
    }

    fn message(&self, severity: Severity, id: &str, path: &str, text: String) -> Message {
        let now = self
            .0
            .clock
            .borrow()
            .as_ref()
            .map_or_else(Now::default, |clock| clock());
        Message {
            severity,
            id: id.to_owned(),
            path: path.to_owned(),
            cycle: now.cycle,
            time_ps: now.time_ps,
            text,
            details: Vec::new(),
        }
    }
}

/// The voice of one component.
#[derive(Clone)]
pub struct Reporter {
    server: ReportServer,
    path: Rc<str>,
    /// The verbosity, and the generation of settings it was found in.
    verbosity: Cell<(u64, Verbosity)>,
}

impl Reporter {
    /// Path of the component.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The reporter of a component below this one.
    pub fn child(&self, name: &str) -> Self {
        self.server.at(&format!("{}.{name}", self.path))
    }

    /// Whether an information of this verbosity is shown.
    #[inline]
    pub fn shows(&self, verbosity: Verbosity) -> bool {
        let generation = self.server.0.generation.get();
        if self.verbosity.get().0 != generation {
            let found = self.server.verbosity(&self.path);
            self.verbosity.set((generation, found));
        }
        verbosity <= self.verbosity.get().1
    }

    /// An information; the text is not formatted (`format_args!`) unless it is shown.
    pub fn info(&self, id: &str, verbosity: Verbosity, text: impl fmt::Display) {
        if self.shows(verbosity) {
            self.report(Severity::Info, id, text, Vec::new());
        }
    }

    /// A warning.
    pub fn warning(&self, id: &str, text: impl fmt::Display) {
        self.report(Severity::Warning, id, text, Vec::new());
    }

    /// An error.
    pub fn error(&self, id: &str, text: impl fmt::Display) {
        self.report(Severity::Error, id, text, Vec::new());
    }

    /// An error after which the run cannot go on.
    pub fn fatal(&self, id: &str, text: impl fmt::Display) {
        self.report(Severity::Fatal, id, text, Vec::new());
    }

    /// A message of any severity, with details; not subject to verbosity.
    pub fn report(
        &self,
        severity: Severity,
        id: &str,
        text: impl fmt::Display,
        details: Vec<String>,
    ) {
        let message = self
            .server
            .message(severity, id, &self.path, text.to_string());
        self.server.submit(Message { details, ..message });
    }
}

/// How many messages there were, by severity and id.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals(BTreeMap<(Severity, String), u64>);

impl Totals {
    /// Messages of a severity.
    pub fn of(&self, severity: Severity) -> u64 {
        let same = self.0.iter().filter(|((s, _), _)| *s == severity);
        same.map(|(_, count)| count).sum()
    }

    /// Messages of a severity with an id.
    pub fn of_id(&self, severity: Severity, id: &str) -> u64 {
        self.0.get(&(severity, id.to_owned())).copied().unwrap_or(0)
    }

    /// Whether there was neither an error nor a fatal.
    pub fn passed(&self) -> bool {
        !self.0.keys().any(|(severity, _)| severity.fails())
    }
}

impl fmt::Display for Totals {
    /// A line per severity, then a line per id.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for severity in Severity::ALL {
            writeln!(f, "{severity:<7} {}", self.of(severity))?;
            for ((_, id), count) in self.0.iter().filter(|((s, _), _)| *s == severity) {
                writeln!(f, "  [{id}] {count}")?;
            }
        }
        Ok(())
    }
}
