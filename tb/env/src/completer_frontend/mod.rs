//! The environment of `completer_frontend`.
//!
//! ```text
//! sequences -> Bench: sources, sinks, stores (context store, send queues, translator)
//!                |  every beat, both ways
//!              Judge: transaction log, Scoreboard -> model, ordering contract
//!                |
//!              problems -> report server;  finished responses -> coverage
//! ```

mod beat;
mod bench;
mod contract;
mod debug_bus;
mod expectations;
mod finished;
mod judge;
mod knobs;
mod neighbours;
mod problem;
mod scoreboard;
mod streams;
mod transaction;

pub use beat::{Input, describe_header};
pub use bench::Bench;
pub use contract::legend;
pub use finished::{Command, Control, Finished, Trace};
pub use judge::Judge;
pub use knobs::{IDLE_PERCENT, READY_PERCENT};
pub use neighbours::Neighbours;
pub use problem::Problem;
pub use scoreboard::Scoreboard;
