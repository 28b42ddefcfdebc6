//! What checkers and scoreboards found wrong: data, handed to whoever reports it.

use std::cell::{Cell, RefCell};
use std::fmt;

/// One thing that is wrong with the DUT or with the testbench.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Path of the component that found it, such as `env.comp_header.monitor`.
    pub path: String,
    /// Cycle in which it was seen.
    pub cycle: u64,
    /// Short stable name of the rule that was broken, such as `axis.valid_held`.
    pub rule: &'static str,
    /// What was expected and what was seen; may have several lines.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            cycle,
            rule,
            message,
        } = self;
        write!(f, "{path} (cycle {cycle}) {rule}: {message}")
    }
}

type Listener = Box<dyn Fn(&Finding)>;

/// All findings of one simulation, in the order in which they were made.
#[derive(Default)]
pub(crate) struct Findings {
    list: RefCell<Vec<Finding>>,
    count: Cell<usize>,
    listeners: RefCell<Vec<Listener>>,
}

impl Findings {
    pub(crate) fn add(&self, finding: Finding) {
        for listener in self.listeners.borrow().iter() {
            listener(&finding);
        }
        self.list.borrow_mut().push(finding);
        self.count.set(self.count.get() + 1);
    }

    pub(crate) fn listen(&self, listener: Listener) {
        self.listeners.borrow_mut().push(listener);
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    pub(crate) fn all(&self) -> Vec<Finding> {
        self.list.borrow().clone()
    }

    pub(crate) fn clear_listeners(&self) {
        self.listeners.borrow_mut().clear();
    }
}
