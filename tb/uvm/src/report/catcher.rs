//! Expected errors: demoted when they come, an error when they do not.

use std::cell::Cell;
use std::fmt;
use std::ops::RangeBounds;
use std::rc::Rc;

use super::message::{Message, Severity};
use crate::glob::Glob;

/// Catches messages before they count, as uvm_report_catcher does. Patterns as in
/// [`crate::config`].
#[derive(Clone, Debug)]
pub struct Catcher {
    id: Glob,
    path: Glob,
    containing: Option<String>,
    severity: Severity,
    becomes: Option<Severity>,
    least: u64,
    most: u64,
}

impl Catcher {
    /// Expects errors whose id matches a pattern, at least one, from anywhere; they become
    /// informations.
    pub fn expect(id: &str) -> Self {
        Self {
            id: Glob::new(id),
            path: Glob::new("*"),
            containing: None,
            severity: Severity::Error,
            becomes: Some(Severity::Info),
            least: 1,
            most: u64::MAX,
        }
    }

    /// Only from components whose path matches.
    pub fn within(mut self, path: &str) -> Self {
        self.path = Glob::new(path);
        self
    }

    /// Only with this in the text.
    pub fn containing(mut self, part: &str) -> Self {
        self.containing = Some(part.to_owned());
        self
    }

    /// Catches this severity instead of errors.
    pub fn of(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// How many must come, such as `2..=3`, `1` being `1..=1`; `0..` tolerates without asking. Those
    /// beyond are not caught.
    pub fn times(mut self, count: impl RangeBounds<u64>) -> Self {
        use std::ops::Bound::{Excluded, Included, Unbounded};
        self.least = match count.start_bound() {
            Included(n) => *n,
            Excluded(n) => n.saturating_add(1),
            Unbounded => 0,
        };
        self.most = match count.end_bound() {
            Included(n) => *n,
            Excluded(n) => n.saturating_sub(1),
            Unbounded => u64::MAX,
        };
        self
    }

    /// Makes them this severity, instead of informations.
    pub fn becomes(mut self, severity: Severity) -> Self {
        self.becomes = Some(severity);
        self
    }

    /// Drops them: neither shown nor counted.
    pub fn suppress(mut self) -> Self {
        self.becomes = None;
        self
    }
}

impl fmt::Display for Catcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}] of {}", self.severity, self.id, self.path)?;
        match &self.containing {
            Some(part) => write!(f, " containing {part:?}"),
            None => Ok(()),
        }
    }
}

/// Tells how many messages a catcher has caught.
#[derive(Clone, Debug)]
pub struct Caught(Rc<Cell<u64>>);

impl Caught {
    /// Messages caught so far.
    pub fn count(&self) -> u64 {
        self.0.get()
    }
}

/// A catcher at work.
pub(super) struct Active {
    catcher: Catcher,
    seen: Rc<Cell<u64>>,
}

impl Active {
    pub(super) fn new(catcher: Catcher) -> (Self, Caught) {
        let seen = Rc::new(Cell::new(0));
        let caught = Caught(Rc::clone(&seen));
        (Self { catcher, seen }, caught)
    }

    /// Whether it catches a message; if so, what becomes of it.
    pub(super) fn judge(&self, message: &Message) -> Option<Option<Severity>> {
        let Catcher {
            id,
            path,
            containing,
            severity,
            becomes,
            most,
            ..
        } = &self.catcher;
        let caught = message.severity == *severity
            && self.seen.get() < *most
            && id.matches(&message.id)
            && path.matches(&message.path)
            && containing
                .as_ref()
                .is_none_or(|part| message.text.contains(part));
        if caught {
            self.seen.set(self.seen.get() + 1);
        }
        caught.then_some(*becomes)
    }

    /// What is missing at the end, if anything.
    pub(super) fn missing(&self) -> Option<String> {
        let (seen, least) = (self.seen.get(), self.catcher.least);
        (seen < least).then(|| format!("expected at least {least} of {}, got {seen}", self.catcher))
    }
}
