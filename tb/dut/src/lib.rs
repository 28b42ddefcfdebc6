//! From a SystemVerilog top to a loaded, typed, simulated model (design decisions D1, D2, D3).
//!
//! [`Toolchain`] finds Verilator and a C++ compiler, [`ModelCache`] turns a [`Design`] into a
//! [`Model`], which loads as a [`Dut`], whose ports bind by name and width:
//!
//! ```no_run
//! # fn main() -> Result<(), dut::Error> {
//! use dut::{Design, Flavour, LoadOptions, ModelCache, Toolchain};
//!
//! let tools = Toolchain::discover()?;
//! let design = Design::new("counter").source("rtl/counter.sv").parameter("WIDTH", 8);
//! let model = ModelCache::new("target/models").build(&tools, &design, Flavour::Fast, &mut |_| ())?;
//! let dut = model.load(&LoadOptions::default())?;
//! let (clk, count) = (dut.input_bit("clk")?, dut.output("count", 8)?);
//! clk.set(true);
//! dut.eval();
//! println!("{}", count.get());
//! # Ok(())
//! # }
//! ```
//!
//! This is the only crate of the workspace with unsafe code: the bridge to C++ (`bridge`, `dut`,
//! `library`) and the memory of ports (`port`).

mod bridge;
mod cache;
mod compile;
mod design;
mod dut;
mod error;
mod fingerprint;
mod header;
mod library;
mod message;
mod model;
mod port;
mod process;
mod recording;
mod slot;
mod toolchain;
mod verilate;

pub use cache::{ModelCache, Progress};
pub use design::{Design, Flavour};
pub use dut::Dut;
pub use error::Error;
pub use message::{Message, Severity};
pub use model::{LoadOptions, Model};
pub use port::{Direction, Input, InputBit, Output, OutputBit, PortInfo};
pub use recording::{Recorder, Recording};
pub use toolchain::Toolchain;
pub use verilate::lint;
