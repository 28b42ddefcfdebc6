//! Tasks: spawn, join, kill.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use super::Sim;
use super::executor::{TaskId, WaitList};

/// The task was ended before it returned: by [`Task::kill`], or because it panicked its way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the task was killed before it returned")]
pub struct Killed;

struct Shared<T> {
    name: Rc<str>,
    result: RefCell<Option<T>>,
    over: Cell<bool>,
    waiting: WaitList,
}

/// Marks the task as over however its future goes away.
struct Completion<T> {
    sim: Sim,
    shared: Rc<Shared<T>>,
}

impl<T> Drop for Completion<T> {
    fn drop(&mut self) {
        self.shared.over.set(true);
        self.shared.waiting.wake_all(&self.sim.kernel().executor);
    }
}

/// A spawned task. Await it to join; dropping it lets the task run on.
pub struct Task<T> {
    sim: Sim,
    shared: Rc<Shared<T>>,
    id: TaskId,
    ticket: u64,
}

impl Sim {
    /// Starts a task; it runs for the first time in the next `react`. `name` is its hierarchical name.
    pub fn spawn<T, F>(&self, name: &str, future: F) -> Task<T>
    where
        T: 'static,
        F: Future<Output = T> + 'static,
    {
        let name: Rc<str> = Rc::from(name);
        let shared = Rc::new(Shared {
            name: name.clone(),
            result: RefCell::new(None),
            over: Cell::new(false),
            waiting: WaitList::default(),
        });
        let completion = Completion {
            sim: self.clone(),
            shared: shared.clone(),
        };
        let body = async move {
            let completion = completion;
            let value = future.await;
            *completion.shared.result.borrow_mut() = Some(value);
        };
        let executor = &self.kernel().executor;
        Task {
            sim: self.clone(),
            id: executor.spawn(name, Box::pin(body), self.cycle()),
            ticket: executor.ticket(),
            shared,
        }
    }
}

impl<T> Task<T> {
    /// Ends the task now. What it holds is given back; whoever joins it gets [`Killed`].
    pub fn kill(&self) {
        self.sim.kernel().executor.kill(self.id);
    }

    /// Whether the task returned or was killed.
    pub fn is_over(&self) -> bool {
        self.shared.over.get()
    }

    /// The value, once, when the task has returned.
    pub fn try_take(&self) -> Option<T> {
        self.shared.result.borrow_mut().take()
    }

    /// Hierarchical name.
    pub fn name(&self) -> &str {
        &self.shared.name
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, Killed>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let executor = &self.sim.kernel().executor;
        if executor.describe(|| format!("task {}", self.shared.name)) {
            return Poll::Pending;
        }
        if self.is_over() {
            return Poll::Ready(self.try_take().ok_or(Killed));
        }
        self.shared.waiting.park(self.ticket, executor.current());
        Poll::Pending
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.shared.waiting.leave(self.ticket);
    }
}
