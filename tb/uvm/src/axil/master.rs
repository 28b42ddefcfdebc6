//! The master agent.

use std::collections::VecDeque;

use dut::Dut;

use super::channel::{Receive, Send};
use super::item::{Access, Answer, Resp};
use super::monitor::Monitor;
use super::pins::Binder;
use super::registers::Registers;
use crate::Error;
use crate::component::Scope;
use crate::pattern::{Flow, Pattern};
use crate::sequencer::{Arbitration, ItemId, ItemPort, Sequencer};
use crate::sim::Clocked;

/// Which of its two channels a write shows first. A slave must take any. IHI 0022E A3.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteOrder {
    /// Each as soon as its flow lets it.
    #[default]
    Together,
    /// Data only after the address was taken.
    AddressFirst,
    /// The address only after the data were taken.
    DataFirst,
}

/// How a master behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MasterConfig {
    /// Order of the channels of a write.
    pub order: WriteOrder,
    /// Accesses in flight in each direction; at least 1.
    pub outstanding: usize,
    /// Who is next when several sequences have accesses.
    pub arbitration: Arbitration,
    /// Pattern of all five channels; [`Master::flows`] changes one of them.
    pub pattern: Pattern,
}

impl Default for MasterConfig {
    fn default() -> Self {
        Self {
            order: WriteOrder::Together,
            outstanding: 1,
            arbitration: Arbitration::Fifo,
            pattern: Pattern::Always,
        }
    }
}

/// The flow of each channel.
#[derive(Clone)]
pub struct Flows {
    /// Write address: idle cycles.
    pub aw: Flow,
    /// Write data: idle cycles.
    pub w: Flow,
    /// Write response: backpressure.
    pub b: Flow,
    /// Read address: idle cycles.
    pub ar: Flow,
    /// Read data: backpressure.
    pub r: Flow,
}

/// Drives a bus from a sequencer.
pub struct Master {
    /// Where sequences run.
    pub sequencer: Sequencer<Access, Answer>,
    /// Idle cycles and backpressure, channel by channel.
    pub flows: Flows,
    /// What went over the bus.
    pub monitor: Monitor,
}

impl Master {
    /// Binds the bus `name` of the DUT.
    ///
    /// # Errors
    /// When a pin is missing, too wide, or not an input where it must be.
    pub fn new(scope: &Scope, dut: &Dut, name: &str, config: MasterConfig) -> Result<Self, Error> {
        let pins = Binder::new(dut, name);
        let driver = scope.child("driver");
        let flow = |channel| Flow::new(&driver.child(channel), config.pattern.clone());
        let flows = Flows {
            aw: flow("aw"),
            w: flow("w"),
            b: flow("b"),
            ar: flow("ar"),
            r: flow("r"),
        };
        for prot in ["awprot", "arprot"] {
            if pins.width(prot) != 0 {
                pins.input(prot)?.set(0);
            }
        }
        let sequencer = Sequencer::new(&scope.child("sequencer"), config.arbitration);
        let monitor = Monitor::new(scope, dut, name)?;
        scope.add_clocked(Driver {
            port: sequencer.port(),
            aw: Send::bind(&pins, "aw", &["awaddr"], flows.aw.clone())?,
            w: Send::bind(&pins, "w", &["wdata", "wstrb"], flows.w.clone())?,
            ar: Send::bind(&pins, "ar", &["araddr"], flows.ar.clone())?,
            b: Receive::bind(&pins, "b", &["bresp"], flows.b.clone())?,
            r: Receive::bind(&pins, "r", &["rdata", "rresp"], flows.r.clone())?,
            order: config.order,
            outstanding: config.outstanding.max(1),
            writes: VecDeque::new(),
            reads: VecDeque::new(),
            stalled: None,
        });
        Ok(Self {
            sequencer,
            flows,
            monitor,
        })
    }

    /// Register access for a test, as a sequence of its own.
    pub fn registers(&self) -> Registers {
        Registers::new(self.sequencer.context())
    }
}

struct Driver {
    port: ItemPort<Access, Answer>,
    aw: Send,
    w: Send,
    ar: Send,
    b: Receive,
    r: Receive,
    order: WriteOrder,
    outstanding: usize,
    /// In flight, oldest first: the bus answers in order.
    writes: VecDeque<ItemId>,
    reads: VecDeque<ItemId>,
    /// Taken from the sequencer, but its channels are busy.
    stalled: Option<(ItemId, Access)>,
}

impl Clocked for Driver {
    fn sample(&mut self, _: u64) {
        self.aw.sample();
        self.w.sample();
        self.ar.sample();
        if let Some([resp, _]) = self.b.sample()
            && let Some(id) = self.writes.pop_front()
        {
            let resp = Resp::from_pins(resp);
            self.port.item_done(id, Answer { data: 0, resp });
        }
        if let Some([data, resp]) = self.r.sample()
            && let Some(id) = self.reads.pop_front()
        {
            let resp = Resp::from_pins(resp);
            self.port.item_done(id, Answer { data, resp });
        }
    }

    fn react(&mut self, cycle: u64) {
        self.pull();
        let (address, data) = match self.order {
            WriteOrder::Together => (true, true),
            WriteOrder::AddressFirst => (true, !self.aw.is_busy()),
            WriteOrder::DataFirst => (!self.w.is_busy(), true),
        };
        self.aw.react(cycle, address);
        self.w.react(cycle, data);
        self.ar.react(cycle, true);
        self.b.react(cycle);
        self.r.react(cycle);
    }

    fn on_reset(&mut self) {
        // The sequencer resolves the items as aborted.
        self.stalled = None;
        self.writes.clear();
        self.reads.clear();
        self.aw.rest();
        self.w.rest();
        self.ar.rest();
        self.b.rest();
        self.r.rest();
    }
}

impl Driver {
    /// Hands accesses to their channels, as long as there is room.
    fn pull(&mut self) {
        loop {
            let next = match self.stalled.take() {
                None if self.port.has_request() => self.port.try_next(),
                other => other,
            };
            let Some((id, access)) = next else { return };
            if !self.has_room(&access) {
                self.stalled = Some((id, access));
                return;
            }
            match access {
                Access::Read { addr } => {
                    self.ar.put([addr, 0]);
                    self.reads.push_back(id);
                }
                Access::Write { addr, data, strb } => {
                    self.aw.put([addr, 0]);
                    self.w.put([data, u64::from(strb)]);
                    self.writes.push_back(id);
                }
            }
        }
    }

    fn has_room(&self, access: &Access) -> bool {
        match access {
            Access::Read { .. } => !self.ar.is_busy() && self.reads.len() < self.outstanding,
            Access::Write { .. } => {
                !self.aw.is_busy() && !self.w.is_busy() && self.writes.len() < self.outstanding
            }
        }
    }
}
