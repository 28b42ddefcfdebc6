//! Behaviour of descriptions, generated text and generated code.
#![forbid(unsafe_code)]

mod bits;
mod demo;
mod generated_text;
mod mistakes;
mod rendering;
mod round_trip;
