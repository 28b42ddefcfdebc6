//! The active agent of a stream that comes out of the DUT.

use dut::{Dut, InputBit};

use super::item::StreamItem;
use super::monitor::{Monitor, Watcher};
use crate::Error;
use crate::component::Scope;
use crate::pattern::{Flow, Pattern};
use crate::sim::{Call, Clocked};

/// How a sink behaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SinkConfig {
    /// When to be ready. [`Pattern::After`] is ready after valid; all others do not look at valid.
    pub ready: Pattern,
}

/// Takes a stream from the DUT.
pub struct Sink<T> {
    /// Backpressure.
    pub flow: Flow,
    /// What the DUT gave.
    pub monitor: Monitor<T>,
}

impl<T: StreamItem> Sink<T> {
    /// Binds the stream `name` of the DUT.
    ///
    /// # Errors
    /// When a pin is missing, of another width than the item, or not an input where it must be.
    pub fn new(scope: &Scope, dut: &Dut, name: &str, config: SinkConfig) -> Result<Self, Error> {
        let failed = Error::interface(name, T::NAME);
        let (monitor, watcher) = Monitor::unclocked(scope, dut, name)?;
        let flow = Flow::new(&scope.child("driver"), config.ready);
        let ready = dut.input_bit(&format!("{name}_tready")).map_err(&failed)?;
        ready.set(false);
        scope.add_clocked(Driver {
            watcher,
            ready,
            is_ready: false,
            flow: flow.clone(),
        });
        Ok(Self { flow, monitor })
    }

    /// Calls `respond` with each item that the sink takes, and its cycle. A responder posts its answer
    /// to the sequencer of another stream: [`Sequencer::post`](crate::Sequencer::post).
    pub fn respond(&self, mut respond: impl FnMut(&T, u64) + 'static) {
        self.monitor
            .observed
            .subscribe(move |seen| respond(&seen.item, seen.cycle));
    }
}

struct Driver<T> {
    watcher: Watcher<T>,
    ready: InputBit,
    is_ready: bool,
    flow: Flow,
}

impl<T: StreamItem> Clocked for Driver<T> {
    fn sample_when(&self) -> Call {
        self.watcher.sample_when()
    }

    fn react_when(&self) -> Call {
        Call::Rung(self.flow.bell().clone())
    }

    fn sample(&mut self, cycle: u64) {
        self.watcher.watch(cycle);
    }

    fn react(&mut self, cycle: u64) {
        if self.flow.is_steady() {
            self.flow.bell().silence();
        }
        let go = self.flow.go(cycle, self.watcher.waiting());
        if go != self.is_ready {
            self.is_ready = go;
            self.ready.set(go);
        }
    }

    fn on_reset(&mut self) {
        self.watcher.on_reset();
        self.is_ready = false;
        self.ready.set(false);
        self.flow.bell().ring();
    }

    fn sample_in_reset(&mut self, cycle: u64, held: u64) {
        self.watcher.sample_in_reset(cycle, held);
    }
}
