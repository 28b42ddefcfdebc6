//! Waiting for several things: select, join, timeout.
//!
//! A task that waits for several things is polled when any of them happens, and then asks each.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;

use crate::sim::Sim;

/// Which of two futures was first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Either<A, B> {
    /// The first argument completed.
    First(A),
    /// The second argument completed.
    Second(B),
}

/// The time was over first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("still waiting after {cycles} cycles")]
pub struct Elapsed {
    /// The limit, cycles.
    pub cycles: u64,
}

/// Completes with the first of two futures and drops the other; in the same cycle `a` wins.
pub async fn select<A: Future, B: Future>(a: A, b: B) -> Either<A::Output, B::Output> {
    let mut a = pin!(a);
    let mut b = pin!(b);
    poll_fn(|cx| {
        if let Poll::Ready(value) = a.as_mut().poll(cx) {
            return Poll::Ready(Either::First(value));
        }
        b.as_mut().poll(cx).map(Either::Second)
    })
    .await
}

/// Completes with the first of many futures, and its index; in the same cycle the lowest index wins.
///
/// # Panics
/// When there is no future to wait for.
pub async fn select_all<F: Future>(futures: Vec<F>) -> (usize, F::Output) {
    assert!(!futures.is_empty(), "select_all needs at least one future");
    let mut futures: Vec<Pin<Box<F>>> = futures.into_iter().map(Box::pin).collect();
    poll_fn(|cx| {
        for (index, future) in futures.iter_mut().enumerate() {
            if let Poll::Ready(value) = future.as_mut().poll(cx) {
                return Poll::Ready((index, value));
            }
        }
        Poll::Pending
    })
    .await
}

/// Completes when both futures have.
pub async fn join<A: Future, B: Future>(a: A, b: B) -> (A::Output, B::Output) {
    let mut a = pin!(a);
    let mut b = pin!(b);
    let (mut first, mut second) = (None, None);
    poll_fn(|cx| {
        if first.is_none()
            && let Poll::Ready(value) = a.as_mut().poll(cx)
        {
            first = Some(value);
        }
        if second.is_none()
            && let Poll::Ready(value) = b.as_mut().poll(cx)
        {
            second = Some(value);
        }
        match (first.take(), second.take()) {
            (Some(a), Some(b)) => Poll::Ready((a, b)),
            (a, b) => {
                (first, second) = (a, b);
                Poll::Pending
            }
        }
    })
    .await
}

/// Completes when all futures have, with their values in order.
pub async fn join_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut futures: Vec<_> = futures.into_iter().map(|f| Some(Box::pin(f))).collect();
    let mut values: Vec<Option<F::Output>> = futures.iter().map(|_| None).collect();
    poll_fn(|cx| {
        let mut pending = false;
        for (slot, value) in futures.iter_mut().zip(&mut values) {
            let Some(future) = slot else { continue };
            match future.as_mut().poll(cx) {
                Poll::Ready(v) => {
                    *value = Some(v);
                    *slot = None;
                }
                Poll::Pending => pending = true,
            }
        }
        if pending {
            return Poll::Pending;
        }
        Poll::Ready(values.drain(..).flatten().collect())
    })
    .await
}

impl Sim {
    /// Waits for a future, but no longer than `cycles`.
    ///
    /// # Errors
    /// [`Elapsed`] when the time was over first; the future is then dropped.
    pub async fn timeout<F: Future>(&self, cycles: u64, future: F) -> Result<F::Output, Elapsed> {
        match select(future, self.cycles(cycles)).await {
            Either::First(value) => Ok(value),
            Either::Second(()) => Err(Elapsed { cycles }),
        }
    }
}
