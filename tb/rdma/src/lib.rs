//! RoCEv2 as plain data: the layouts of the IP's streams, and the packets on the wire. No simulation.
//!
//! [`layouts`] holds the generated types; [`Packet`] is a packet with its headers, encoded and decoded
//! from the IP header to the ICRC; [`Flow`] builds the responses a QP receives, and
//! [`parse_response`] is what the parser in front of the completer makes of their bytes.
#![forbid(unsafe_code)]

mod credits;
mod error;
pub mod headers;
pub mod icrc;
mod ip;
pub mod layouts;
mod opcode;
mod packet;
mod pmtu;
mod psn;
mod response;
mod syndrome;

pub use credits::{CREDIT_TABLE, CreditCode};
pub use error::Error;
pub use ip::{Ip, ROCE_PORT, udp_source_port};
pub use opcode::{Extension, Kind, Opcode, PayloadRule, Position};
pub use packet::{ExtensionHeader, Packet};
pub use psn::Psn;
pub use response::{Flow, parse_response};
pub use syndrome::{NakCode, Syndrome};
