//! The rules of IEEE 1800-2017 clause 19, one module per rule or behaviour.
#![forbid(unsafe_code)]
// A helper's failure is its test's.
#![allow(clippy::unwrap_used)]

mod bins;
mod crosses;
mod database;
mod definition_errors;
mod exclusion;
mod laws;
mod macro_syntax;
mod options;
mod percentages;
mod reports;
mod support;
mod transitions;
