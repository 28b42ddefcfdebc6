//! RoCEv2 as plain data: the layouts of the IP's streams, and the packets on the wire. No simulation.
#![forbid(unsafe_code)]

pub mod layouts;
