//! Every test of the catalogue passes on the RTL.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used)] // A test that cannot go on has failed.

mod catalogue;
mod digest;
