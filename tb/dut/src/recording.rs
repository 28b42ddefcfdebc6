//! Pin activity, recorded from one run and replayed by a bare C++ loop: what a testbench's own cost
//! is measured against.

use crate::bridge::ffi;
use crate::dut::Dut;
use crate::error::Error;
use crate::port::{Direction, Input};

/// Records the inputs of a design, a cycle at a time.
pub struct Recorder {
    clock: String,
    pins: Vec<(String, Input, Vec<u32>)>,
    activity: Vec<u32>,
    cycles: usize,
}

/// What the inputs of a design did, apart from its clock.
#[derive(Clone, Debug)]
pub struct Recording {
    clock: String,
    pins: Vec<(String, usize)>,
    activity: Vec<u32>,
    cycles: usize,
}

impl Recorder {
    /// A recorder of every input but `clock`.
    pub fn new(dut: &Dut, clock: &str) -> Result<Self, Error> {
        let mut pins = Vec::new();
        for port in dut.ports() {
            if port.direction == Direction::Input && port.name != clock {
                let input = dut.input(&port.name, port.width)?;
                let words = vec![0; input.words()];
                pins.push((port.name, input, words));
            }
        }
        Ok(Self {
            clock: clock.to_owned(),
            pins,
            activity: Vec::new(),
            cycles: 0,
        })
    }

    /// Notes what changed since the last cycle; to be called once a cycle, before its edge.
    pub fn sample(&mut self) {
        let head = self.activity.len();
        self.activity.push(0);
        for (index, (_, pin, last)) in self.pins.iter_mut().enumerate() {
            let start = self.activity.len() + 1;
            self.activity.push(index as u32);
            self.activity.resize(start + last.len(), 0);
            pin.read(&mut self.activity[start..]);
            if self.activity[start..] == **last {
                self.activity.truncate(start - 1);
            } else {
                last.copy_from_slice(&self.activity[start..]);
                self.activity[head] += 1;
            }
        }
        self.cycles += 1;
    }

    /// The recording so far.
    pub fn finish(self) -> Recording {
        let pins = self
            .pins
            .into_iter()
            .map(|(name, pin, _)| (name, pin.width()));
        Recording {
            clock: self.clock,
            pins: pins.collect(),
            activity: self.activity,
            cycles: self.cycles,
        }
    }
}

impl Recording {
    /// Cycles recorded.
    pub fn cycles(&self) -> usize {
        self.cycles
    }

    /// Replays the recording on a freshly loaded model: two evals a cycle in a C++ loop that does
    /// nothing else. Fails when the model has not the recorded ports.
    pub fn replay(&self, dut: &Dut) -> Result<(), Error> {
        let clock = dut.input_bit(&self.clock)?;
        let inputs: Result<Vec<Input>, Error> = self
            .pins
            .iter()
            .map(|(name, width)| dut.input(name, *width))
            .collect();
        let inputs = inputs?;
        let pins: Vec<ffi::ReplayPin> = inputs.iter().map(Input::replay_pin).collect();
        dut.replay(clock.replay_pin().data, &pins, &self.activity, self.cycles);
        Ok(())
    }
}
