//! A scoreboard for streams that keep their order.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Display;
use std::rc::Rc;

use super::{Early, Expected, NoCause, mismatch};
use crate::analysis::AnalysisPort;
use crate::axis::Observed;
use crate::component::{Component, Scope};
use crate::event::Event;
use crate::fields::Fields;
use crate::sim::{Probe, Sim};

/// How far a mismatch looks for the item that came, to tell a lost item from a wrong one.
const LOOKAHEAD: usize = 16;

struct Inner<T, C> {
    scope: Scope,
    early: Early,
    expected: RefCell<VecDeque<Expected<T, C>>>,
    observed: RefCell<VecDeque<T>>,
    matched: Cell<u64>,
    emptied: Event,
}

/// Compares in order. Clones are the same scoreboard.
pub struct InOrder<T, C = NoCause>(Rc<Inner<T, C>>);

impl<T, C> Clone for InOrder<T, C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: Fields> InOrder<T, NoCause> {
    /// The model expects this item next.
    #[inline]
    pub fn expect(&self, item: T) {
        self.expect_for(item, NoCause);
    }

    /// Expects what `model` makes of each item that the port publishes.
    pub fn expect_from<S: 'static>(
        &self,
        port: &AnalysisPort<Observed<S>>,
        mut model: impl FnMut(&S) -> Option<T> + 'static,
    ) {
        let scoreboard = self.clone();
        port.subscribe(move |seen| {
            if let Some(item) = model(&seen.item) {
                scoreboard.expect(item);
            }
        });
    }
}

impl<T: Fields, C: Display + 'static> InOrder<T, C> {
    /// A scoreboard that checks for leftovers in the check phase.
    pub fn new(scope: &Scope, early: Early) -> Self {
        let inner = Rc::new(Inner {
            scope: scope.clone(),
            early,
            expected: RefCell::default(),
            observed: RefCell::default(),
            matched: Cell::new(0),
            emptied: Event::new(scope.sim(), scope.path()),
        });
        let probe: Rc<dyn Probe> = inner.clone();
        scope.add_probe("scoreboards", &probe);
        scope.add_component(inner.clone());
        Self(inner)
    }

    /// The model expects this item next, because of `cause`.
    #[inline]
    pub fn expect_for(&self, item: T, cause: C) {
        let expected = Expected { item, cause };
        if let Some(observed) = self.0.observed.borrow_mut().pop_front() {
            self.0.judge(expected, &observed);
            return;
        }
        self.0.expected.borrow_mut().push_back(expected);
    }

    /// The DUT did this.
    #[inline]
    pub fn observe(&self, item: &T) {
        let next = self.0.expected.borrow_mut().pop_front();
        match (next, self.0.early) {
            (Some(expected), _) => {
                self.0.judge(expected, item);
                self.0.note_empty();
            }
            (None, Early::Waits) => self.0.observed.borrow_mut().push_back(item.clone()),
            (None, Early::Wrong) => mismatch::unexpected(&self.0.scope, item),
        }
    }

    /// Observes everything that the port publishes.
    pub fn observe_from(&self, port: &AnalysisPort<Observed<T>>) {
        let scoreboard = self.clone();
        port.subscribe(move |seen| scoreboard.observe(&seen.item));
    }

    /// Items that matched so far.
    pub fn matched(&self) -> u64 {
        self.0.matched.get()
    }

    /// Expectations that are still open.
    pub fn outstanding(&self) -> usize {
        self.0.expected.borrow().len()
    }

    /// Waits until every expectation is met, as a test does before it ends.
    pub async fn drained(&self) {
        while self.outstanding() != 0 {
            self.0.emptied.wait().await;
        }
    }

    /// Forgets what is open on both sides, as the DUT does at a reset; returns how much that was.
    pub fn flush(&self) -> usize {
        let expected = self.0.expected.borrow_mut().drain(..).count();
        self.0.emptied.trigger();
        expected + self.0.observed.borrow_mut().drain(..).count()
    }
}

impl<T: Fields, C: Display> Inner<T, C> {
    #[inline]
    fn judge(&self, expected: Expected<T, C>, observed: &T) {
        if expected.item == *observed {
            self.matched.set(self.matched.get() + 1);
        } else {
            self.explain(expected, observed);
        }
    }

    #[inline]
    fn note_empty(&self) {
        if self.expected.borrow().is_empty() {
            self.emptied.trigger();
        }
    }

    /// If the item that came is expected a little later, those before it are missing: saying so once
    /// is better than a mismatch for each item that follows.
    #[cold]
    fn explain(&self, expected: Expected<T, C>, observed: &T) {
        let mut queue = self.expected.borrow_mut();
        let found = queue
            .iter()
            .take(LOOKAHEAD)
            .position(|e| e.item == *observed);
        let Some(skipped) = found else {
            mismatch::differs(&self.scope, &expected, observed);
            return;
        };
        let mut lost = vec![expected];
        lost.extend(queue.drain(..=skipped).take(skipped));
        mismatch::missing(&self.scope, lost.iter());
        self.matched.set(self.matched.get() + 1);
    }
}

impl<T: Fields, C: Display> Component for Inner<T, C> {
    fn check(&self, _: &Sim) {
        mismatch::missing(&self.scope, self.expected.borrow().iter());
        mismatch::leftover(&self.scope, self.observed.borrow().iter());
    }

    fn report(&self, out: &mut String) {
        let (path, matched) = (self.scope.path(), self.matched.get());
        *out += &format!("{path}: {matched} {} matched\n", T::NAME);
    }
}

impl<T: Fields, C: Display> Probe for Inner<T, C> {
    fn probe(&self) -> String {
        let (open, early) = (self.expected.borrow().len(), self.observed.borrow().len());
        let matched = self.matched.get();
        format!("{matched} matched, {open} expected, {early} observed early")
    }
}
