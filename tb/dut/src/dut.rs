//! A live model.

use std::cell::Cell;
use std::ffi::{CString, c_char};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::pin::Pin;
use std::rc::Rc;

use cxx::UniquePtr;

use crate::bridge::ffi;
use crate::design::Flavour;
use crate::error::Error;
use crate::library::Library;
use crate::message::{self, Message};
use crate::model::Model;
use crate::port::{Direction, Input, InputBit, Output, OutputBit, PortInfo};

/// A loaded and started model: one simulation, on one thread. Clones are the same simulation.
///
/// Port handles keep it alive. Dropping the last handle runs the final blocks and closes the trace.
#[derive(Clone)]
pub struct Dut(Rc<Inner>);

/// The simulation behind all handles.
pub(crate) struct Inner {
    /// Owned; freed in `drop` only. The `Rc` around it keeps it on one thread.
    model: *mut ffi::Model,
    /// What was loaded.
    built: Model,
    /// One per port: is it driven (input) or read (output)?
    bound: Vec<Cell<bool>>,
    tracing: Cell<bool>,
    /// The copy of the plugin that serves this model; given back after the model is freed.
    _library: Library,
}

impl Inner {
    pub(crate) fn top(&self) -> &str {
        self.built.top()
    }

    #[inline]
    #[allow(clippy::mut_from_ref)]
    fn model(&self) -> Pin<&mut ffi::Model> {
        // SAFETY: `model` is live until `drop`. The reference is unique while it lasts: it is used
        // for one call only, no call into the model calls back into Rust, and `Inner` is not Sync.
        // The pointee is a C++ object that Rust never moves.
        unsafe { Pin::new_unchecked(&mut *self.model) }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.model().finish();
        // SAFETY: `model` came from the plugin's `new` and nothing uses it after this.
        drop(unsafe { UniquePtr::from_raw(self.model) });
    }
}

impl Dut {
    /// Takes ownership of `model`, which must have come from `library`'s factory.
    pub(crate) fn new(model: UniquePtr<ffi::Model>, built: Model, library: Library) -> Self {
        let bound = built.ports().iter().map(|_| Cell::new(false)).collect();
        Self(Rc::new(Inner {
            model: model.into_raw(),
            built,
            bound,
            tracing: Cell::new(false),
            _library: library,
        }))
    }

    /// The model that was loaded.
    pub fn model(&self) -> &Model {
        &self.0.built
    }

    /// Settles the design for the present inputs and time. After [`Dut::finished`] through a fatal
    /// error of the simulator (such as a loop that does not converge) it does nothing.
    #[inline]
    pub fn eval(&self) {
        self.0.model().eval();
    }

    /// Sets the simulation time, in picoseconds.
    #[inline]
    pub fn set_time_ps(&self, ps: u64) {
        self.0.model().set_time(ps);
    }

    /// True once the design has called `$finish`, `$stop` or `$fatal`, has reached the error limit,
    /// or cannot go on.
    pub fn finished(&self) -> bool {
        self.0.model().finished()
    }

    /// Number of errors so far: failed assertions, `$error`, `$fatal` and errors of the simulator.
    pub fn error_count(&self) -> u32 {
        self.0.model().error_count()
    }

    /// What the design has printed since the last call, a message per line.
    pub fn take_messages(&self) -> Vec<Message> {
        let model = self.0.model();
        let (data, size) = (model.log_data().cast::<u8>(), model.log_size());
        if size == 0 {
            return Vec::new();
        }
        // SAFETY: the model's log holds `size` bytes at `data` until the next call into the model,
        // which is `clear_log` below, after the last use.
        let text = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(data, size) });
        let messages = message::parse(&text);
        self.0.model().clear_log();
        messages
    }

    /// All ports, in the order of the generated header.
    pub fn ports(&self) -> Vec<PortInfo> {
        self.model().ports()
    }

    /// The ports that nobody uses: inputs never bound for driving, outputs never bound for reading
    /// (by [`Dut::output`] or [`Dut::observe`]), inouts bound for neither.
    pub fn unbound(&self) -> Vec<PortInfo> {
        let ports = self.ports().into_iter().zip(&self.0.bound);
        ports
            .filter(|(_, bound)| !bound.get())
            .map(|(port, _)| port)
            .collect()
    }

    /// Binds an input (or inout) for driving. Fails when there is no such port, or it has another
    /// width or direction.
    pub fn input(&self, name: &str, width: usize) -> Result<Input, Error> {
        let data = self.bind(name, width, Some(Direction::Input))?;
        Ok(Input::new(data, width, Rc::clone(&self.0)))
    }

    /// Binds an output (or inout) for reading. Fails as [`Dut::input`] does.
    pub fn output(&self, name: &str, width: usize) -> Result<Output, Error> {
        let data = self.bind(name, width, Some(Direction::Output))?;
        Ok(Output::new(data, width, Rc::clone(&self.0)))
    }

    /// Binds a port of any direction for reading. Fails as [`Dut::input`] does.
    pub fn observe(&self, name: &str, width: usize) -> Result<Output, Error> {
        let data = self.bind(name, width, None)?;
        Ok(Output::new(data, width, Rc::clone(&self.0)))
    }

    /// Binds a one-bit input for driving. Fails as [`Dut::input`] does.
    pub fn input_bit(&self, name: &str) -> Result<InputBit, Error> {
        let data = self.bind(name, 1, Some(Direction::Input))?;
        Ok(InputBit::new(data, Rc::clone(&self.0)))
    }

    /// Binds a one-bit output for reading. Fails as [`Dut::input`] does.
    pub fn output_bit(&self, name: &str) -> Result<OutputBit, Error> {
        let data = self.bind(name, 1, Some(Direction::Output))?;
        Ok(OutputBit::new(data, Rc::clone(&self.0)))
    }

    /// Binds a one-bit port of any direction for reading. Fails as [`Dut::input`] does.
    pub fn observe_bit(&self, name: &str) -> Result<OutputBit, Error> {
        let data = self.bind(name, 1, None)?;
        Ok(OutputBit::new(data, Rc::clone(&self.0)))
    }

    /// Checks a port against what is expected of it and resolves its storage.
    fn bind(
        &self,
        name: &str,
        width: usize,
        direction: Option<Direction>,
    ) -> Result<*mut u8, Error> {
        let (index, port) = self.model().find_port(name)?;
        let top = || self.0.top().to_owned();
        if let Some(expected) = direction
            && port.direction != expected
            && port.direction != Direction::InOut
        {
            return Err(Error::PortDirection {
                top: top(),
                port: name.to_owned(),
                expected,
                found: port.direction,
            });
        }
        if port.width != width {
            return Err(Error::PortWidth {
                top: top(),
                port: name.to_owned(),
                expected: width,
                found: port.width,
            });
        }
        if direction.is_some() || port.direction == Direction::Output {
            self.0.bound[index].set(true);
        }
        Ok(self.0.model().port(index))
    }

    /// Verilator's random start is for the design's state; its inputs are ours.
    pub(crate) fn clear_inputs(&self) {
        for (index, port) in self.model().ports().iter().enumerate() {
            if port.direction == Direction::Input {
                let data = self.0.model().port(index);
                Input::new(data, port.width, Rc::clone(&self.0)).set(0);
            }
        }
    }

    pub(crate) fn open_trace(&self, path: &Path) -> Result<(), Error> {
        self.needs(Flavour::Wave, "trace")?;
        self.to_file(path, "open trace", |model, path| {
            // SAFETY: `path` is a terminated string that lives through the call.
            unsafe { model.open_trace(path) }
        })?;
        self.0.tracing.set(true);
        Ok(())
    }

    /// Adds the present values to the trace, at the given time in picoseconds. Does nothing when no
    /// trace was asked for, so that callers need not know.
    #[inline]
    pub fn dump(&self, ps: u64) {
        if self.0.tracing.get() {
            self.0.model().set_time(ps);
            self.0.model().dump_trace();
        }
    }

    /// Writes what the trace still buffers; dropping the model does so too.
    pub fn flush_trace(&self) {
        self.0.model().flush_trace();
    }

    /// Sets all coverage counts to zero. To be called after the first reset: the way from a random
    /// start to the reset values toggles nearly every bit, which says nothing of the stimulus.
    pub fn clear_coverage(&self) {
        self.0.model().clear_coverage();
    }

    /// Writes the coverage counts so far in Verilator's `coverage.dat` format. Fails when the model
    /// is not of flavour [`Flavour::Cov`] or the file cannot be written.
    pub fn write_coverage(&self, path: &Path) -> Result<(), Error> {
        self.needs(Flavour::Cov, "write coverage")?;
        self.to_file(path, "write coverage to", |model, path| {
            // SAFETY: `path` is a terminated string that lives through the call.
            unsafe { model.write_coverage(path) }
        })
    }

    /// Runs the bare loop over pins of this model.
    pub(crate) fn replay(
        &self,
        clock: *mut u8,
        pins: &[ffi::ReplayPin],
        activity: &[u32],
        cycles: usize,
    ) {
        // SAFETY: the caller resolved clock and pins in this model, so they are storage that it
        // keeps alive, and recorded `cycles` cycles of `activity` for pins of these widths.
        unsafe {
            ffi::replay(
                self.0.model(),
                clock,
                pins.as_ptr(),
                activity.as_ptr(),
                cycles,
            );
        }
    }

    fn needs(&self, needed: Flavour, action: &'static str) -> Result<(), Error> {
        let found = self.model().flavour();
        if found == needed {
            return Ok(());
        }
        Err(Error::WrongFlavour {
            top: self.0.top().to_owned(),
            action,
            needed,
            found,
        })
    }

    /// Has the model write a file; C++ keeps the reason of a failure in `errno`.
    fn to_file(
        &self,
        path: &Path,
        action: &'static str,
        write: impl FnOnce(Pin<&mut ffi::Model>, *const c_char) -> bool,
    ) -> Result<(), Error> {
        let name = CString::new(path.as_os_str().as_bytes())
            .map_err(|error| Error::io(action, path, error.into()))?;
        if write(self.0.model(), name.as_ptr()) {
            return Ok(());
        }
        Err(Error::io(action, path, std::io::Error::last_os_error()))
    }
}

impl fmt::Debug for Dut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let model = self.model();
        write!(f, "Dut({} {})", model.top(), model.flavour())
    }
}
