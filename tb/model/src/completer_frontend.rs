//! Reference model of `completer_frontend`, from its contract (docs/reference/completer_frontend.md)
//! and the protocol pages alone.
//!
//! [`Response`] takes one header through the contract, [`QpCommand`] and [`MrCommand`] one control
//! command each, and [`Registers`] keeps what the debug registers must show.

mod completion;
mod credits;
mod end;
mod flush;
mod mr_command;
mod payload;
mod qp_command;
mod registers;
mod response;
mod rule;
mod step;
mod table;

pub use mr_command::MrCommand;
pub use payload::Piece;
pub use qp_command::QpCommand;
pub use registers::{BusAnswer, BusResponse, Registers};
pub use response::Response;
pub use rule::Rule;
pub use step::{Beat, Effect, Effects, Next, Outcome, Port, Rows, Step};
