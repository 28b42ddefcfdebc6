//! The services of a simulation: reports, configuration, factory, tapes, transaction log.
#![forbid(unsafe_code)]

mod config;
mod factory;
mod report;
mod tape;
mod txlog;
