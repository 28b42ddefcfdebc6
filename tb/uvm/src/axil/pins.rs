//! Widths and names of a bus.

use dut::{Dut, Input, InputBit, Output, OutputBit};

use crate::Error;

/// Binds the pins of one bus by prefix.
pub(super) struct Binder<'a> {
    dut: &'a Dut,
    name: &'a str,
}

impl<'a> Binder<'a> {
    pub(super) fn new(dut: &'a Dut, name: &'a str) -> Self {
        Self { dut, name }
    }

    fn pin(&self, signal: &str) -> String {
        format!("{}_{signal}", self.name)
    }

    /// Width of a pin; 0 where the bus has none.
    pub(super) fn width(&self, signal: &str) -> usize {
        let pin = self.pin(signal);
        let ports = self.dut.ports();
        let found = ports.iter().find(|port| port.name == pin);
        found.map_or(0, |port| port.width)
    }

    fn failed(&self) -> impl Fn(dut::Error) -> Error {
        Error::interface(self.name, "AXI4-Lite")
    }

    pub(super) fn input(&self, signal: &str) -> Result<Input, Error> {
        let width = self.width(signal).min(64);
        self.dut
            .input(&self.pin(signal), width)
            .map_err(self.failed())
    }

    pub(super) fn output(&self, signal: &str) -> Result<Output, Error> {
        let width = self.width(signal).min(64);
        self.dut
            .observe(&self.pin(signal), width)
            .map_err(self.failed())
    }

    pub(super) fn drive_bit(&self, signal: &str) -> Result<InputBit, Error> {
        self.dut.input_bit(&self.pin(signal)).map_err(self.failed())
    }

    pub(super) fn read_bit(&self, signal: &str) -> Result<OutputBit, Error> {
        self.dut
            .observe_bit(&self.pin(signal))
            .map_err(self.failed())
    }
}
