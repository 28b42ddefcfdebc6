//! Testbenches on one page: how to bring your own RTL.
//!
//! [`stream_register`] is a whole one, from the module's source to a verdict.
#![forbid(unsafe_code)]

pub mod stream_register;
