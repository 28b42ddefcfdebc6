//! What the environment knows without a simulation.
#![forbid(unsafe_code)]

mod contract;
