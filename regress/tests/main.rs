//! The runner from outside: the whole command line over a bench that misbehaves, and the scheduler over a script.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod bad_input;
mod failure_text;
mod files_left;
mod interrupt;
mod json;
mod junit;
mod launcher;
mod list;
mod misbehaviour;
mod plans;
mod progress;
mod schedule;
mod support;
mod tables;
