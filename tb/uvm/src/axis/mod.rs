//! AXI-Stream agents: Arm IHI 0051B, `tvalid`, `tready`, `tdata` and optionally `tlast`, `tkeep`.
//!
//! Pins are `<name>_tdata`, `<name>_tvalid` and so on, bound by name and width. What travels is any
//! [`Packed`](layout::Packed) layout, or [`Transfer`] of one where the stream has `tlast` or `tkeep`.
//!
//! | | drives | has |
//! |---|---|---|
//! | [`Source`] | data, valid | sequencer, [`Flow`](crate::Flow) for idle cycles, monitor |
//! | [`Sink`] | ready | [`Flow`](crate::Flow) for backpressure, monitor, `respond` hook |
//! | [`Monitor`] | nothing | analysis port, protocol checker |
//!
//! UVM's active and passive agents are these types: what a passive one has not cannot be asked for.

mod item;
mod monitor;
mod pins;
mod sink;
mod source;

pub use item::{Observed, StreamItem, Transfer};
pub use monitor::Monitor;
pub use sink::{Sink, SinkConfig};
pub use source::{Accepted, Source, SourceConfig, StreamSequencer};
