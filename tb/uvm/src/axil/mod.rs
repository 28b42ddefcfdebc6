//! AXI4-Lite: Arm IHI 0022E B1. A master agent, a monitor with checker, and register access.
//!
//! Pins are `<name>_awaddr`, `<name>_awvalid` and so on; `awprot` and `arprot` are optional and driven
//! with zeros. The data bus is 32 or 64 bits wide.
//!
//! The five channels move independently: [`WriteOrder`] says which of address and data a write shows
//! first, each channel has a [`Flow`](crate::Flow), and several accesses are outstanding if the
//! configuration allows. [`Registers`] makes reads and writes one `await` each.

mod channel;
mod item;
mod master;
mod monitor;
mod pins;
mod registers;

pub use item::{Access, Answer, Completed, Resp};
pub use master::{Flows, Master, MasterConfig, WriteOrder};
pub use monitor::Monitor;
pub use registers::{BusError, Registers};
