//! Stimulus is a tape: every random choice is drawn from bytes, so that a random run, a replay, a
//! shrunk case and a fuzzer are the same generator on another tape (D6).
//!
//! * [`Tapes`] belongs to a run: random (a seed and the test's name) or a replay of a [`TapeSet`].
//! * [`Tape`] belongs to a component: a function of the seed, the test's name and its path, so that
//!   adding a component or a test does not shift the others.
//! * [`Draw`] belongs to a sequence item: its own endless piece of tape. Bytes that are all zero give
//!   the simplest item; so does the end of a replayed piece.
//!
//! ```
//! use uvm::tape::Tapes;
//!
//! let tapes = Tapes::random(7, "example.random_mix").recorded();
//! let tape = tapes.for_path("env.agent.sequencer");
//! let lengths: Vec<u32> = (0..3).map(|n| tape.item(n).range(1..=4096)).collect();
//!
//! let replay = Tapes::replay(tapes.recording());
//! let tape = replay.for_path("env.agent.sequencer");
//! let again: Vec<u32> = (0..3).map(|n| tape.item(n).range(1..=4096)).collect();
//! assert_eq!(lengths, again);
//! ```
//!
//! Bytes come from the extendable output of BLAKE3, whose definition is fixed: a seed means the same
//! stimulus in every later version and on every machine.

mod draw;
mod random;
mod set;

pub use draw::{Draw, Whole};
pub use random::{Tape, Tapes};
pub use set::TapeSet;
