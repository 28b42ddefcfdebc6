//! What the environment knows without a simulation.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

mod contract;
