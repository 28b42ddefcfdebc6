//! Testbenches on one page: how to bring your own RTL.
//!
//! [`stream_register`] is a whole one, from the module's source to a verdict; [`stream_bank`] measures what agents cost.
#![forbid(unsafe_code)]

pub mod stream_bank;
pub mod stream_register;
