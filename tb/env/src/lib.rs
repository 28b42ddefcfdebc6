//! Between pins and transactions: monitors, predictors and scoreboards of each wrapper, and the
//! environments in which a wrapper runs alone.
//!
//! [`completer_frontend`] is the wrapper's environment, [`stores`] and [`actors`] are the neighbours it
//! plays, [`rtl`] finds the SystemVerilog.
#![forbid(unsafe_code)]

pub mod actors;
pub mod completer_frontend;
mod error;
pub mod rtl;
pub mod stores;

pub use error::Error;
