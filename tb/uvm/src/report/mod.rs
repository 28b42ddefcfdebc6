//! Messages of one simulation: what is printed, what is counted, when it is enough.
//!
//! The place of UVM's report server, report objects and report catchers (IEEE 1800.2-2020 6). There
//! is one [`ReportServer`] per simulation, handed down as a value; a component has a [`Reporter`]
//! that knows its path:
//! ```
//! use uvm::report::{Catcher, ReportServer, Settings, Verbosity};
//!
//! let server = ReportServer::new(Settings::default());
//! let reporter = server.at("env.agent.driver");
//! reporter.info("RESET", Verbosity::Medium, "leaves reset");
//!
//! server.catch(Catcher::expect("BAD_CRC").within("env.*"));
//! reporter.error("BAD_CRC", format_args!("got {:08x}", 0x1234));
//! assert!(server.finish().passed());
//! ```
//!
//! Deviations: a message's actions are not configurable one by one (a sink sees all that passes the
//! verbosity); `UVM_FATAL` does not end the process, it sets [`ReportServer::should_stop`].

mod catcher;
mod follow;
mod message;
mod server;
mod sink;

pub use catcher::{Catcher, Caught};
pub use message::{Message, Severity, Verbosity};
pub use server::{Now, ReportServer, Reporter, Settings, Stop, Totals};
pub use sink::{Console, Sink};
