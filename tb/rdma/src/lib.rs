//! RoCEv2 as plain data: the layouts of the IP's streams, and the packets on the wire. No simulation.
#![forbid(unsafe_code)]

mod credits;
pub mod layouts;
mod pmtu;
mod psn;
mod syndrome;

pub use credits::{CREDIT_TABLE, CreditCode};
pub use psn::Psn;
pub use syndrome::{NakCode, Syndrome};
