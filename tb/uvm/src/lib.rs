//! A verification methodology in the manner of UVM: tasks and per-cycle components on one clock,
//! sequences, sequencers, agents, analysis ports, scoreboards, objections.
//!
//! Nothing here knows what the DUT is for. One thread, no global state, no unsafe code.
//!
//! ```text
//! sequence -> Sequencer -> driver -> pins -> DUT -> pins -> monitor -> AnalysisPort -> scoreboard
//! ```
//! Start with [`Simulation`] and [`axis`]; `tb/examples` is a whole testbench on one page.
#![forbid(unsafe_code)]

pub mod axil;
pub mod axis;
pub mod config;
pub mod factory;
pub mod legend;
pub mod report;
pub mod tape;
pub mod txlog;

mod analysis;
mod component;
mod error;
mod event;
mod fields;
mod finding;
mod glob;
mod objection;
mod pattern;
mod queue;
mod rng;
pub mod scoreboard;
pub mod sequencer;
mod sim;
mod wait;

pub use analysis::AnalysisPort;
pub use component::{Component, Scope, Summary};
pub use error::Error;
pub use event::{Event, EventWait, ObjectionsDropped};
pub use fields::{FieldDiff, Fields, describe, diff};
pub use finding::Finding;
pub use objection::Objection;
pub use pattern::{Flow, Pattern};
pub use queue::{Get, Put, Queue};
pub use rng::Rng;
pub use sequencer::{Aborted, Arbitration, Sequence, SequenceContext, Sequencer};
pub use sim::{
    Bell, Call, ClockReset, Clocked, Hang, HangCause, Killed, Probe, Reset, ResetDone, RunError,
    Sim, SimConfig, Simulation, Sleep, Task,
};
pub use wait::{Either, Elapsed, join, join_all, select, select_all};
