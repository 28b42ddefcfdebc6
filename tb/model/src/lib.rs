//! Transaction-level reference models, one module per wrapper: pure functions of the wrapper's
//! inputs, without a clock or pins.
//!
//! A model is resumable. It is given one input, says what the wrapper must put out because of it
//! (a [`Step`](completer_frontend::Step) of effects, each with the rule it obeys) and which input it
//! waits for next; the bench feeds it what the wrapper was seen to receive. So a wrapper is judged by
//! its own inputs, however its neighbours behave.
#![forbid(unsafe_code)]

pub mod completer_frontend;
mod error;

pub use error::Error;
