//! Configuration of a testbench: typed settings by component path, as uvm_config_db, and knobs that
//! a user sets by text.
//!
//! Patterns: `*` stands for any run of characters, dots included, `?` for one.
//!
//! Precedence, strongest first:
//! 1. what a user set by text (`--set path=value`, a file of overrides), the last one given;
//! 2. what an outer component set over what an inner one set: a test over its env, an env over its
//!    agent ([`Config::within`] says who sets);
//! 3. among equals, the last one set.
//!
//! This is IEEE 1800.2-2020 C.4.2 during the build phase; there is no other rule at run time,
//! because components here are built whole.
//! ```
//! use uvm::config::{Accepted, Config, Knob, Knobs};
//!
//! const IDLE_PERCENT: Knob<u32> = Knob {
//!     name: "idle_percent",
//!     default: 30,
//!     doc: "Cycles of 100 in which a driver pauses.",
//!     accepted: Accepted::Range(0, 100),
//! };
//! # fn main() -> Result<(), uvm::Error> {
//! let config = Config::default();
//! config.set("env.agent_*", "idle_percent", 10_u32);
//!
//! let mut knobs = Knobs::default();
//! knobs.declare(&IDLE_PERCENT)?;
//! knobs.set(&config, "env.agent_1.*.idle_percent=0x20")?;
//!
//! assert_eq!(config.knob("env.agent_0", &IDLE_PERCENT)?, 10);
//! assert_eq!(config.knob("env.agent_1.driver", &IDLE_PERCENT)?, 32);
//! # Ok(())
//! # }
//! ```

mod file;
mod knob;
mod store;

pub use knob::{Accepted, Knob, KnobValue, Knobs};
pub use store::{Config, Setter};
