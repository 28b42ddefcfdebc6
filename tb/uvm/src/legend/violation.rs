//! What a checker says when an event comes out of order.

use std::fmt;

/// An event that its contract does not allow there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Name of the contract file.
    pub file: String,
    /// Line of the rule that was broken, from 1.
    pub line: usize,
    /// Event that started the transaction.
    pub trigger: String,
    /// Cycle in which it did.
    pub began: u64,
    /// What was broken, and by what.
    pub rule: Rule,
}

/// The rule that was broken. Cycles are those of the events named beside them.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Rule {
    /// An event that the contract does not list.
    #[error("{event} is not in this contract; it came in cycle {cycle}")]
    Unlisted {
        /// The event.
        event: String,
        /// When it came.
        cycle: u64,
    },
    /// An event before any of its parents.
    #[error(
        "[{tag}] {event} must come after {causes}: {event} came in cycle {cycle}, {causes} not before it"
    )]
    Uncaused {
        /// Tag of the event.
        tag: &'static str,
        /// The event.
        event: String,
        /// Its parents, joined by "or".
        causes: String,
        /// When it came.
        cycle: u64,
    },
    /// Two events in the wrong order, or in one cycle.
    #[error(
        "[{tag}] {event} must come after {cause}: \
         {event} came in cycle {cycle}, {cause} in cycle {cause_cycle}"
    )]
    Order {
        /// Tag of the event that has to come later.
        tag: &'static str,
        /// The event that has to come later.
        event: String,
        /// When it came.
        cycle: u64,
        /// The event that has to come earlier.
        cause: String,
        /// When that came.
        cause_cycle: u64,
    },
    /// A second occurrence of what comes once.
    #[error("{event} [ONCE] came in cycle {first} and again in cycle {cycle}")]
    Repeated {
        /// The event.
        event: String,
        /// When it came first.
        first: u64,
        /// When it came again.
        cycle: u64,
    },
    /// An event after the end.
    #[error(
        "nothing may follow {end} [END]: {end} came in cycle {end_cycle}, {event} in cycle {cycle}"
    )]
    Ended {
        /// The event that ended the transaction.
        end: String,
        /// When it did.
        end_cycle: u64,
        /// The event that followed.
        event: String,
        /// When it came.
        cycle: u64,
    },
    /// Two events that exclude each other.
    #[error(
        "[NOT-WITH] {event} excludes {other}: {event} came in cycle {cycle}, {other} in cycle {other_cycle}"
    )]
    Together {
        /// The event that came now.
        event: String,
        /// When it came.
        cycle: u64,
        /// The event that came before.
        other: String,
        /// When it came last.
        other_cycle: u64,
    },
    /// An event for a transaction that the environment has closed.
    #[error("{event} came in cycle {cycle}, when its transaction had been closed")]
    Closed {
        /// The event.
        event: String,
        /// When it came.
        cycle: u64,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            trigger,
            began,
            rule,
        } = self;
        write!(f, "{file}:{line}: {rule} ({trigger} in cycle {began})")
    }
}

impl std::error::Error for Violation {}
