//! The covergroups of the IP, one module per wrapper.
#![forbid(unsafe_code)]

pub mod completer_frontend;
