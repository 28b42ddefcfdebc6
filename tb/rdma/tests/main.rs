//! Integration tests of the wire formats and layouts.
#![forbid(unsafe_code)]

mod credits;
mod generated;
mod headers;
mod opcodes;
mod packets;
mod pmtu;
mod psn;
mod responses;
mod syndromes;
mod vectors;
