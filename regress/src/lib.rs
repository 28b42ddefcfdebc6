//! The regression runner behind `rdmatb`: which tests, with which seeds, in how many processes, and what came out.
//!
//! A [`Bench`](bench::Bench) brings the tests. [`select`](select::select) and a [`Plan`](plan::Plan) turn patterns
//! and seeds into [`Request`](request::Request)s, the [scheduler](schedule) gives each of them to a
//! [`Launcher`](launcher::Launcher) (one process per run, so that a crash is that run's failure and nobody else's),
//! and every [`Event`](event::Event) goes to the [reporters](report): progress, table, JUnit, JSON.
//! [`cli::main`] is the whole program; a bench of other RTL calls it with its own tests.
#![forbid(unsafe_code)]

pub mod bench;
pub mod cli;
pub mod code_coverage;
pub mod config;
pub mod doctor;
pub mod error;
pub mod event;
pub mod files;
pub mod functional_coverage;
pub mod launcher;
pub mod places;
pub mod plan;
pub mod process;
pub mod report;
pub mod request;
pub mod result;
pub mod schedule;
pub mod select;

pub use error::Error;
