//! Integration tests: each builds small models from `tests/rtl`.
//!
//! They run with the Verilator that `VERILATOR` names, by default the one in `PATH`; the suite is
//! meant to be run once with each supported version.

// A helper's failure is its test's.
#![allow(clippy::unwrap_used)]

mod binding;
mod cache;
mod endings;
mod faults;
mod instrumentation;
mod isolation;
mod races;
mod support;
mod tools;
