//! The monitor of a stream, with its protocol checker.

use std::cell::Cell;
use std::marker::PhantomData;
use std::rc::Rc;

use dut::Dut;

use super::item::{Observed, StreamItem};
use super::pins::{Shown, WatchPins};
use crate::Error;
use crate::analysis::AnalysisPort;
use crate::component::Scope;
use crate::fields;
use crate::sim::{Bell, Call, Clocked, Probe};

/// Watches a stream: publishes every transfer, and finds what breaks the protocol.
///
/// Rules (Arm IHI 0051B 2.2.1, 2.8.2): `axis.valid_held` valid stays until ready,
/// `axis.data_stable` nothing changes while valid waits, `axis.valid_in_reset` valid is low from the
/// first edge of a reset on.
pub struct Monitor<T> {
    /// Every transfer, in the cycle of its handshake.
    pub observed: AnalysisPort<Observed<T>>,
    state: Rc<State>,
}

/// What a hang report shows of a stream.
struct State {
    pins: WatchPins,
    name: String,
    transfers: Cell<u64>,
    waiting_since: Cell<u64>,
}

/// `waiting_since` of a stream that does not wait.
const NOT_WAITING: u64 = u64::MAX;

impl<T: StreamItem> Monitor<T> {
    /// Watches the stream `name` of a DUT, whichever side drives it.
    ///
    /// # Errors
    /// When a pin is missing or of another width than the item.
    pub fn new(scope: &Scope, dut: &Dut, name: &str) -> Result<Self, Error> {
        let (monitor, watcher) = Self::unclocked(scope, dut, name)?;
        scope.add_clocked(watcher);
        Ok(monitor)
    }

    /// A monitor whose watcher is part of a driver, so that an agent costs one call a phase.
    pub(super) fn unclocked(
        scope: &Scope,
        dut: &Dut,
        name: &str,
    ) -> Result<(Self, Watcher<T>), Error> {
        let pins = WatchPins::bind::<T>(dut, name)?;
        let (shown, held) = (pins.blank(), pins.blank());
        let state = Rc::new(State {
            pins,
            name: name.to_owned(),
            transfers: Cell::new(0),
            waiting_since: Cell::new(NOT_WAITING),
        });
        let observed = AnalysisPort::new();
        let scope = scope.child("monitor");
        let probe: Rc<dyn Probe> = state.clone();
        scope.add_probe("streams", &probe);
        let watcher = Watcher {
            state: state.clone(),
            observed: observed.clone(),
            shown,
            held,
            waiting: false,
            wait_bell: Bell::default(),
            scope,
            item: PhantomData,
        };
        Ok((Self { observed, state }, watcher))
    }

    /// Transfers so far.
    pub fn transfers(&self) -> u64 {
        self.state.transfers.get()
    }
}

/// The per-cycle half of a monitor.
pub(super) struct Watcher<T> {
    state: Rc<State>,
    observed: AnalysisPort<Observed<T>>,
    shown: Shown,
    /// What was shown when valid began to wait.
    held: Shown,
    waiting: bool,
    /// Rings while valid waits, so that its fall is seen.
    wait_bell: Bell,
    scope: Scope,
    item: PhantomData<T>,
}

impl<T: StreamItem> Clocked for Watcher<T> {
    /// Most streams are idle in most cycles: only valid, now or just before, is worth a look.
    fn sample_when(&self) -> Call {
        Call::High(self.state.pins.valid.clone(), self.wait_bell.clone())
    }

    fn react_when(&self) -> Call {
        Call::Never
    }

    fn sample(&mut self, cycle: u64) {
        self.watch(cycle);
    }

    fn on_reset(&mut self) {
        self.rest();
    }

    fn sample_in_reset(&mut self, _: u64, held: u64) {
        // The first edge of a synchronous reset only takes it.
        if held >= 1 && self.state.pins.valid.get() {
            let name = &self.state.name;
            let message = format!("{name}_tvalid is high {held} cycles into the reset");
            self.scope.find("axis.valid_in_reset", message);
        }
    }
}

impl<T: StreamItem> Watcher<T> {
    /// Whether valid waits for ready.
    #[inline]
    pub(super) fn waiting(&self) -> bool {
        self.waiting
    }

    /// Looks at the handshake that the edge will take; true when there is one.
    #[inline]
    pub(super) fn watch(&mut self, cycle: u64) -> bool {
        if !self.state.pins.valid.get() {
            if self.waiting {
                self.valid_dropped();
            }
            self.wait_bell.silence();
            return false;
        }
        let was_read = self.waiting;
        if was_read {
            self.state.pins.read(&mut self.shown);
            if self.shown != self.held {
                self.data_changed();
            }
        }
        let ready = self.state.pins.ready.get();
        if ready {
            self.transfer(cycle, was_read);
        } else if !was_read {
            self.state.pins.read(&mut self.held);
            self.state.waiting_since.set(cycle);
            self.waiting = true;
            self.wait_bell.ring();
        }
        ready
    }

    #[inline]
    fn transfer(&mut self, cycle: u64, was_read: bool) {
        let mut waited = 0;
        if was_read {
            waited = cycle - self.state.waiting_since.get();
            self.rest();
        }
        let state = &*self.state;
        state.transfers.set(state.transfers.get() + 1);
        self.scope.sim().moved();
        if self.observed.has_subscribers() {
            if !was_read {
                state.pins.read(&mut self.shown);
            }
            let item = self.shown.item();
            self.observed.write(&Observed {
                cycle,
                waited,
                item,
            });
        }
    }

    fn rest(&mut self) {
        self.waiting = false;
        self.wait_bell.silence();
        self.state.waiting_since.set(NOT_WAITING);
    }

    #[cold]
    fn valid_dropped(&mut self) {
        let since = self.state.waiting_since.get();
        self.rest();
        let name = &self.state.name;
        let message = format!(
            "{name}_tvalid fell before {name}_tready rose; it was high since cycle {since}"
        );
        self.scope.find("axis.valid_held", message);
    }

    #[cold]
    fn data_changed(&mut self) {
        let name = &self.state.name;
        let since = self.state.waiting_since.get();
        let (before, now): (T, T) = (self.held.item(), self.shown.item());
        let mut message = format!("{name} changed while it waited for ready, since cycle {since}");
        let changes = fields::diff(&before, &now);
        for change in &changes {
            message += &format!(
                "\n  {}: was {}, is {}",
                change.field, change.expected, change.observed
            );
        }
        if changes.is_empty() {
            message += "\n  in bits that no field covers";
        }
        self.scope.find("axis.data_stable", message);
        self.held.clone_from(&self.shown);
    }
}

impl Probe for State {
    fn probe(&self) -> String {
        let (valid, ready) = (self.pins.valid.get(), self.pins.ready.get());
        let mut text = format!(
            "{} valid {} ready {}, {} transfers",
            self.name,
            u8::from(valid),
            u8::from(ready),
            self.transfers.get()
        );
        if self.waiting_since.get() != NOT_WAITING {
            text += &format!(", waits for ready since cycle {}", self.waiting_since.get());
        }
        text
    }
}
