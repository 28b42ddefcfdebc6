//! Analysis ports: a monitor tells everybody who subscribed. UVM 1.2 "uvm_analysis_port".

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::component::Scope;
use crate::queue::Queue;

type Subscriber<T> = Box<dyn FnMut(&T)>;

struct Inner<T> {
    subscribers: RefCell<Vec<Subscriber<T>>>,
    count: Cell<usize>,
}

/// A typed broadcast; clones are the same port. Subscribers are called in the order in which they
/// subscribed, in the `sample` phase, so they must not drive pins.
pub struct AnalysisPort<T>(Rc<Inner<T>>);

impl<T> Clone for AnalysisPort<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Default for AnalysisPort<T> {
    fn default() -> Self {
        Self(Rc::new(Inner {
            subscribers: RefCell::default(),
            count: Cell::new(0),
        }))
    }
}

impl<T> AnalysisPort<T> {
    /// A port with no subscriber yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `subscriber` with every item from now on. It must not subscribe to the same port.
    pub fn subscribe(&self, subscriber: impl FnMut(&T) + 'static) {
        let mut subscribers = self.0.subscribers.borrow_mut();
        subscribers.push(Box::new(subscriber));
        self.0.count.set(subscribers.len());
    }

    /// Tells every subscriber.
    #[inline]
    pub fn write(&self, item: &T) {
        for subscriber in self.0.subscribers.borrow_mut().iter_mut() {
            subscriber(item);
        }
    }

    /// Whether anybody listens; a monitor need not unpack an item that nobody reads.
    #[inline]
    pub fn has_subscribers(&self) -> bool {
        self.0.count.get() != 0
    }
}

impl<T: Clone + 'static> AnalysisPort<T> {
    /// A queue that gets a copy of every item, for a task to await. UVM 1.2 "uvm_tlm_analysis_fifo".
    pub fn fifo(&self, scope: &Scope) -> Queue<T> {
        let queue = Queue::unbounded(scope);
        let sink = queue.clone();
        self.subscribe(move |item| {
            // An unbounded queue is never full.
            let _ = sink.try_put(item.clone());
        });
        queue
    }

    /// Passes every item on to another port.
    pub fn forward(&self, to: &AnalysisPort<T>) {
        let to = to.clone();
        self.subscribe(move |item| to.write(item));
    }
}
