//! A scoreboard for items that may pass each other, but not those of the same key.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::{Debug, Display};
use std::rc::Rc;

use super::{Early, Expected, NoCause, mismatch};
use crate::analysis::AnalysisPort;
use crate::axis::Observed;
use crate::component::{Component, Scope};
use crate::event::Event;
use crate::fields::Fields;
use crate::sim::{Probe, Sim};

struct Inner<K, T, C> {
    scope: Scope,
    early: Early,
    key: Box<dyn Fn(&T) -> K>,
    expected: RefCell<BTreeMap<K, VecDeque<Expected<T, C>>>>,
    observed: RefCell<BTreeMap<K, VecDeque<T>>>,
    matched: Cell<u64>,
    emptied: Event,
}

/// Compares items of the same key in order. Clones are the same scoreboard.
pub struct Keyed<K, T, C = NoCause>(Rc<Inner<K, T, C>>);

impl<K, T, C> Clone for Keyed<K, T, C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K: Ord + Debug + 'static, T: Fields> Keyed<K, T, NoCause> {
    /// The model expects this item.
    pub fn expect(&self, item: T) {
        self.expect_for(item, NoCause);
    }
}

impl<K: Ord + Debug + 'static, T: Fields, C: Display + 'static> Keyed<K, T, C> {
    /// A scoreboard that checks for leftovers in the check phase; `key` tells the items apart.
    pub fn new(scope: &Scope, early: Early, key: impl Fn(&T) -> K + 'static) -> Self {
        let inner = Rc::new(Inner {
            scope: scope.clone(),
            early,
            key: Box::new(key),
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

    /// The model expects this item, because of `cause`.
    pub fn expect_for(&self, item: T, cause: C) {
        let key = (self.0.key)(&item);
        let expected = Expected { item, cause };
        match pop(&mut self.0.observed.borrow_mut(), &key) {
            Some(observed) => self.0.judge(&expected, &observed),
            None => {
                let mut all = self.0.expected.borrow_mut();
                all.entry(key).or_default().push_back(expected);
            }
        }
    }

    /// The DUT did this.
    pub fn observe(&self, item: &T) {
        let key = (self.0.key)(item);
        let next = pop(&mut self.0.expected.borrow_mut(), &key);
        match (next, self.0.early) {
            (Some(expected), _) => {
                self.0.judge(&expected, item);
                if self.0.expected.borrow().is_empty() {
                    self.0.emptied.trigger();
                }
            }
            (None, Early::Waits) => {
                let mut all = self.0.observed.borrow_mut();
                all.entry(key).or_default().push_back(item.clone());
            }
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
        self.0.expected.borrow().values().map(VecDeque::len).sum()
    }

    /// Waits until every expectation is met, as a test does before it ends.
    pub async fn drained(&self) {
        while self.outstanding() != 0 {
            self.0.emptied.wait().await;
        }
    }

    /// Forgets what is open on both sides, as the DUT does at a reset; returns how much that was.
    pub fn flush(&self) -> usize {
        let expected = std::mem::take(&mut *self.0.expected.borrow_mut());
        let observed = std::mem::take(&mut *self.0.observed.borrow_mut());
        self.0.emptied.trigger();
        let count = expected.values().map(VecDeque::len).sum::<usize>();
        count + observed.values().map(VecDeque::len).sum::<usize>()
    }
}

/// Takes the oldest of a key, and the key with its last one, so that old keys take no room.
fn pop<K: Ord, V>(all: &mut BTreeMap<K, VecDeque<V>>, key: &K) -> Option<V> {
    let queue = all.get_mut(key)?;
    let item = queue.pop_front();
    if queue.is_empty() {
        all.remove(key);
    }
    item
}

impl<K, T: Fields, C: Display> Inner<K, T, C> {
    fn judge(&self, expected: &Expected<T, C>, observed: &T) {
        if expected.item == *observed {
            self.matched.set(self.matched.get() + 1);
        } else {
            mismatch::differs(&self.scope, expected, observed);
        }
    }
}

impl<K: Ord, T: Fields, C: Display> Component for Inner<K, T, C> {
    fn check(&self, _: &Sim) {
        let expected = self.expected.borrow();
        let all: Vec<_> = expected.values().flatten().collect();
        mismatch::missing(&self.scope, all.into_iter());
        let observed = self.observed.borrow();
        let all: Vec<_> = observed.values().flatten().collect();
        mismatch::leftover(&self.scope, all.into_iter());
    }

    fn report(&self, out: &mut String) {
        let (path, matched) = (self.scope.path(), self.matched.get());
        *out += &format!("{path}: {matched} {} matched\n", T::NAME);
    }
}

impl<K: Debug, T: Fields, C: Display> Probe for Inner<K, T, C> {
    fn probe(&self) -> String {
        let expected = self.expected.borrow();
        let count: usize = expected.values().map(VecDeque::len).sum();
        let keys: Vec<_> = expected.keys().take(4).collect();
        let matched = self.matched.get();
        format!("{matched} matched, {count} expected, first keys {keys:?}")
    }
}
