//! The active agent of a stream that goes into the DUT.

use dut::Dut;

use super::item::StreamItem;
use super::monitor::{Monitor, Watcher};
use super::pins::SourcePins;
use crate::Error;
use crate::component::Scope;
use crate::pattern::{Flow, Pattern};
use crate::sequencer::{Arbitration, ItemId, ItemPort, Sequencer};
use crate::sim::{Call, Clocked};

/// The response to a stream item: the DUT took it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// Cycle of the handshake.
    pub cycle: u64,
}

/// The sequencer of a stream source.
pub type StreamSequencer<T> = Sequencer<T, Accepted>;

/// How a source behaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceConfig {
    /// When to show the next item.
    pub idle: Pattern,
    /// Who is next when several sequences have items.
    pub arbitration: Arbitration,
}

/// Drives a stream into the DUT from a sequencer. It never waits for ready before it shows valid.
pub struct Source<T> {
    /// Where sequences run.
    pub sequencer: StreamSequencer<T>,
    /// Idle cycles between items.
    pub flow: Flow,
    /// What the DUT took.
    pub monitor: Monitor<T>,
}

impl<T: StreamItem> Source<T> {
    /// Binds the stream `name` of the DUT.
    ///
    /// # Errors
    /// When a pin is missing, of another width than the item, or not an input where it must be.
    pub fn new(scope: &Scope, dut: &Dut, name: &str, config: SourceConfig) -> Result<Self, Error> {
        let pins = SourcePins::bind::<T>(dut, name)?;
        let (monitor, watcher) = Monitor::unclocked(scope, dut, name)?;
        let sequencer = Sequencer::new(&scope.child("sequencer"), config.arbitration);
        let flow = Flow::new(&scope.child("driver"), config.idle);
        pins.valid.set(false);
        scope.add_clocked(Driver {
            watcher,
            pins,
            port: sequencer.port(),
            flow: flow.clone(),
            driven: None,
            shown: false,
        });
        Ok(Self {
            sequencer,
            flow,
            monitor,
        })
    }
}

struct Driver<T> {
    watcher: Watcher<T>,
    pins: SourcePins,
    port: ItemPort<T, Accepted>,
    flow: Flow,
    /// The item on the pins.
    driven: Option<ItemId>,
    /// Valid is high.
    shown: bool,
}

impl<T: StreamItem> Clocked for Driver<T> {
    fn sample_when(&self) -> Call {
        self.watcher.sample_when()
    }

    fn react_when(&self) -> Call {
        Call::Rung(self.port.bell().clone())
    }

    fn sample(&mut self, cycle: u64) {
        if self.watcher.watch(cycle)
            && let Some(id) = self.driven.take()
        {
            self.port.item_done(id, Accepted { cycle });
            self.port.bell().ring();
        }
    }

    fn react(&mut self, cycle: u64) {
        if self.driven.is_none() && self.port.has_request() && self.flow.go(cycle, true) {
            self.show_next();
        }
        if self.driven.is_some() {
            // Until the handshake there is nothing to do.
            self.port.bell().silence();
            return;
        }
        if self.shown {
            self.shown = false;
            self.pins.valid.set(false);
        }
        if !self.port.has_request() {
            self.port.bell().silence();
        }
    }

    fn on_reset(&mut self) {
        // The sequencer resolves the item as aborted.
        self.watcher.on_reset();
        self.driven = None;
        self.shown = false;
        self.pins.valid.set(false);
    }

    fn sample_in_reset(&mut self, cycle: u64, held: u64) {
        self.watcher.sample_in_reset(cycle, held);
    }
}

impl<T: StreamItem> Driver<T> {
    fn show_next(&mut self) {
        if let Some((id, item)) = self.port.try_next() {
            self.pins.drive(&item);
            self.shown = true;
            self.driven = Some(id);
        }
    }
}
