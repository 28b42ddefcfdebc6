//! Every test of the catalogue passes on the RTL.
#![forbid(unsafe_code)]

mod catalogue;
mod digest;
