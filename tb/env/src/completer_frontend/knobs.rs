//! Knobs of the environment's streams: `--set m_comp_cmpt_stream.ready_percent=20`.

use uvm::Pattern;
use uvm::config::{Accepted, Config, Knob, Knobs};

use crate::Error;

/// Backpressure on the wrapper's output streams.
pub const READY_PERCENT: Knob<u8> = Knob {
    name: "ready_percent",
    default: 100,
    doc: "cycles of 100 in which the bench is ready on an output stream",
    accepted: Accepted::Range(1, 100),
};

/// Idle cycles on the wrapper's input streams.
pub const IDLE_PERCENT: Knob<u8> = Knob {
    name: "idle_percent",
    default: 0,
    doc: "cycles of 100 in which the bench shows nothing on an input stream though it could",
    accepted: Accepted::Range(0, 99),
};

/// Declares the environment's knobs.
pub(super) fn declare(knobs: &mut Knobs) -> Result<(), Error> {
    knobs.declare(&READY_PERCENT)?;
    knobs.declare(&IDLE_PERCENT)?;
    Ok(())
}

/// The ready pattern of the sink at a path.
pub(super) fn ready(config: &Config, path: &str) -> Result<Pattern, Error> {
    Ok(percent(config.knob(path, &READY_PERCENT)?))
}

/// The idle pattern of the source at a path.
pub(super) fn idle(config: &Config, path: &str) -> Result<Pattern, Error> {
    Ok(percent(100 - config.knob(path, &IDLE_PERCENT)?))
}

fn percent(willing: u8) -> Pattern {
    match willing {
        100 => Pattern::Always,
        percent => Pattern::Percent(percent),
    }
}
