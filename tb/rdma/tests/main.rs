//! Integration tests of the wire formats and layouts.
#![forbid(unsafe_code)]

mod generated;
