//! Tasks, sequencers, objections, scoreboards: all that needs no DUT.

mod hang;
mod objections;
mod patterns;
mod queues;
mod scoreboards;
mod sequencers;
mod tasks;

use std::cell::RefCell;
use std::rc::Rc;

use layout::{Field, Packed};
use uvm::{SimConfig, Simulation};

/// A simulation that times out soon.
fn simulation() -> Simulation {
    Simulation::new(SimConfig {
        timeout_cycles: 10_000,
        drain_cycles: 0,
        ..SimConfig::default()
    })
}

/// Lines that several tasks write in their order.
#[derive(Clone, Default)]
struct Log(Rc<RefCell<Vec<String>>>);

impl Log {
    fn add(&self, line: impl Into<String>) {
        self.0.borrow_mut().push(line.into());
    }

    fn text(&self) -> String {
        self.0.borrow().join(" ")
    }
}

/// An item to send about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) tag: u8,
    pub(crate) value: u32,
}

const FIELDS: [Field; 2] = [
    Field {
        name: "tag",
        lsb: 0,
        width: 8,
        doc: "",
        names: &[],
    },
    Field {
        name: "value",
        lsb: 8,
        width: 32,
        doc: "",
        names: &[],
    },
];

impl Packed for Word {
    const NAME: &'static str = "word";
    const BITS: usize = 40;

    fn fields() -> &'static [Field] {
        &FIELDS
    }

    fn pack(&self, words: &mut [u32]) {
        words[0] = u32::from(self.tag) | self.value << 8;
        words[1] = self.value >> 24;
    }

    fn unpack(words: &[u32]) -> Self {
        Self {
            tag: words[0] as u8,
            value: words[0] >> 8 | words[1] << 24,
        }
    }

    fn value(&self, field: usize) -> u128 {
        [u128::from(self.tag), u128::from(self.value)][field]
    }
}
