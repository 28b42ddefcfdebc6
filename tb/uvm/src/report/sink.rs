//! Where messages go.

use std::cell::RefCell;
use std::io::Write;

use super::message::Message;

/// Takes every message that is shown.
pub trait Sink {
    /// One message, in the order in which they are made.
    fn message(&self, message: &Message);
}

/// Writes each message as text, to a terminal or a file.
#[derive(Debug)]
pub struct Console<W>(RefCell<W>);

impl Console<std::io::Stderr> {
    /// Writes to standard error.
    pub fn stderr() -> Self {
        Self::new(std::io::stderr())
    }
}

impl<W: Write> Console<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self(RefCell::new(out))
    }
}

impl<W: Write> Sink for Console<W> {
    fn message(&self, message: &Message) {
        // A reader who went away (a closed pipe) is no reason to fail the run.
        let _ = writeln!(self.0.borrow_mut(), "{message}");
    }
}
