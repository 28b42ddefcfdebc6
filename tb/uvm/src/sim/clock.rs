//! The clock and reset pins of one DUT.

use dut::{Dut, InputBit};

use crate::Error;

/// Names the clock and the reset pin of a DUT. The reset is synchronous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockReset {
    /// Clock input, one bit; the rising edge is the active one.
    pub clock: String,
    /// Reset input, one bit; `None` for a DUT without one.
    pub reset: Option<Reset>,
}

/// A reset pin and its polarity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    /// Name of the input.
    pub name: String,
    /// Whether the DUT is in reset while the pin is low.
    pub active_low: bool,
}

impl ClockReset {
    /// A clock and a reset that is active low, such as `clk` and `rst_n`.
    pub fn active_low(clock: &str, reset: &str) -> Self {
        Self::with_reset(clock, reset, true)
    }

    /// A clock and a reset that is active high, such as `clk` and `rst`.
    pub fn active_high(clock: &str, reset: &str) -> Self {
        Self::with_reset(clock, reset, false)
    }

    /// A clock alone.
    pub fn without_reset(clock: &str) -> Self {
        Self {
            clock: clock.to_owned(),
            reset: None,
        }
    }

    fn with_reset(clock: &str, reset: &str, active_low: bool) -> Self {
        Self {
            clock: clock.to_owned(),
            reset: Some(Reset {
                name: reset.to_owned(),
                active_low,
            }),
        }
    }
}

/// One DUT on the simulation's clock.
pub(crate) struct ClockDomain {
    dut: Dut,
    clock: InputBit,
    reset: Option<(InputBit, bool)>,
}

impl ClockDomain {
    pub(crate) fn bind(dut: &Dut, pins: &ClockReset) -> Result<Self, Error> {
        let reset = match &pins.reset {
            Some(reset) => Some((
                dut.input_bit(&reset.name).map_err(Error::clock)?,
                reset.active_low,
            )),
            None => None,
        };
        Ok(Self {
            dut: dut.clone(),
            clock: dut.input_bit(&pins.clock).map_err(Error::clock)?,
            reset,
        })
    }

    /// Clock low. Time stands at the edge before: setting it costs a call, and nothing happens here
    /// that a reader would want to date.
    #[inline]
    pub(crate) fn settle(&self, time_ps: u64) {
        self.clock.set(false);
        self.dut.eval();
        self.dut.dump(time_ps);
    }

    /// Clock high.
    #[inline]
    pub(crate) fn edge(&self, time_ps: u64) {
        self.clock.set(true);
        self.dut.set_time_ps(time_ps);
        self.dut.eval();
        self.dut.dump(time_ps);
    }

    /// Whether the design has ended the simulation.
    pub(crate) fn finished(&self) -> bool {
        self.dut.finished()
    }

    pub(crate) fn set_reset(&self, asserted: bool) {
        if let Some((pin, active_low)) = &self.reset {
            pin.set(asserted != *active_low);
        }
    }
}
