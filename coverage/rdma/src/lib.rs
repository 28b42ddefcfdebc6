//! The covergroups of the IP, one module per wrapper.
#![forbid(unsafe_code)]
// `covergroup!` takes a level for each member and each bin.
#![recursion_limit = "512"]

pub mod completer_frontend;
