//! The methodology, piece by piece: `kernel` without a DUT, `stream` and `bus` on small ones.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used)] // In a test's helpers too, a panic is the verdict.

mod bus;
mod kernel;
mod stream;
