//! One channel of the bus: watched for transfers and for the handshake's rules, or driven.

use dut::{Input, InputBit, Output, OutputBit};

use super::pins::Binder;
use crate::Error;
use crate::component::Scope;
use crate::pattern::Flow;

/// The most signals that a channel carries besides valid and ready.
const SIGNALS: usize = 2;

/// Watches a channel.
pub(super) struct Watch {
    channel: &'static str,
    valid: OutputBit,
    ready: OutputBit,
    signals: Vec<(&'static str, Output)>,
    held: [u64; SIGNALS],
    waiting_since: Option<u64>,
}

impl Watch {
    pub(super) fn bind(
        pins: &Binder<'_>,
        channel: &'static str,
        signals: &[&'static str],
    ) -> Result<Self, Error> {
        let bound = signals
            .iter()
            .map(|&signal| Ok((signal, pins.output(signal)?)));
        Ok(Self {
            channel,
            valid: pins.read_bit(&format!("{channel}valid"))?,
            ready: pins.read_bit(&format!("{channel}ready"))?,
            signals: bound.collect::<Result<_, Error>>()?,
            held: [0; SIGNALS],
            waiting_since: None,
        })
    }

    /// The values of the transfer that the edge takes, if there is one.
    #[inline]
    pub(super) fn sample(&mut self, cycle: u64, scope: &Scope) -> Option<[u64; SIGNALS]> {
        if !self.valid.get() && self.waiting_since.is_none() {
            return None;
        }
        self.look(cycle, scope)
    }

    fn look(&mut self, cycle: u64, scope: &Scope) -> Option<[u64; SIGNALS]> {
        let channel = self.channel;
        if !self.valid.get() {
            let since = self.waiting_since.take()?;
            let message = format!(
                "{channel}valid fell before {channel}ready rose; it was high since cycle {since}"
            );
            scope.find("axil.valid_held", message);
            return None;
        }
        let mut shown = [0; SIGNALS];
        for (value, (_, pin)) in shown.iter_mut().zip(&self.signals) {
            *value = pin.get();
        }
        if let Some(since) = self.waiting_since
            && shown != self.held
        {
            scope.find("axil.stable", self.changes(since, &shown));
        }
        self.held = shown;
        if self.ready.get() {
            self.waiting_since = None;
            return Some(shown);
        }
        self.waiting_since.get_or_insert(cycle);
        None
    }

    fn changes(&self, since: u64, shown: &[u64]) -> String {
        let mut message = format!(
            "channel {} changed while it waited for ready, since cycle {since}",
            self.channel
        );
        for ((signal, _), (was, is)) in self.signals.iter().zip(self.held.iter().zip(shown)) {
            if was != is {
                message += &format!("\n  {signal}: was {was:#x}, is {is:#x}");
            }
        }
        message
    }

    pub(super) fn is_valid(&self) -> bool {
        self.valid.get()
    }

    pub(super) fn rest(&mut self) {
        self.waiting_since = None;
    }

    /// One word for a hang report; empty when nothing is shown.
    pub(super) fn state(&self) -> String {
        match (self.valid.get(), self.ready.get()) {
            (true, false) => format!(" {} waits for ready", self.channel),
            _ => String::new(),
        }
    }
}

/// Drives a channel towards the DUT: valid and signals.
pub(super) struct Send {
    valid: InputBit,
    ready: OutputBit,
    signals: Vec<Input>,
    flow: Flow,
    /// What is to be shown next.
    next: Option<[u64; SIGNALS]>,
    shown: bool,
}

impl Send {
    pub(super) fn bind(
        pins: &Binder<'_>,
        channel: &str,
        signals: &[&'static str],
        flow: Flow,
    ) -> Result<Self, Error> {
        let bound = signals.iter().map(|signal| pins.input(signal));
        let valid = pins.drive_bit(&format!("{channel}valid"))?;
        valid.set(false);
        Ok(Self {
            valid,
            ready: pins.read_bit(&format!("{channel}ready"))?,
            signals: bound.collect::<Result<_, Error>>()?,
            flow,
            next: None,
            shown: false,
        })
    }

    /// Whether a transfer is shown or waits to be.
    pub(super) fn is_busy(&self) -> bool {
        self.next.is_some()
    }

    pub(super) fn put(&mut self, values: [u64; SIGNALS]) {
        self.next = Some(values);
    }

    pub(super) fn sample(&mut self) {
        if self.shown && self.ready.get() {
            self.next = None;
        }
    }

    /// Shows the transfer when `allowed` and the flow agrees; takes valid away after it.
    pub(super) fn react(&mut self, cycle: u64, allowed: bool) {
        match self.next {
            None if self.shown => self.rest_pins(),
            Some(values) if !self.shown && allowed && self.flow.go(cycle, true) => {
                for (pin, value) in self.signals.iter().zip(values) {
                    pin.set(value);
                }
                self.valid.set(true);
                self.shown = true;
            }
            _ => {}
        }
    }

    pub(super) fn rest(&mut self) {
        self.next = None;
        self.rest_pins();
    }

    fn rest_pins(&mut self) {
        self.shown = false;
        self.valid.set(false);
    }
}

/// Takes a channel from the DUT: ready.
pub(super) struct Receive {
    valid: OutputBit,
    ready: InputBit,
    signals: Vec<Output>,
    flow: Flow,
    waiting: bool,
}

impl Receive {
    pub(super) fn bind(
        pins: &Binder<'_>,
        channel: &str,
        signals: &[&'static str],
        flow: Flow,
    ) -> Result<Self, Error> {
        let bound = signals.iter().map(|signal| pins.output(signal));
        let ready = pins.drive_bit(&format!("{channel}ready"))?;
        ready.set(false);
        Ok(Self {
            valid: pins.read_bit(&format!("{channel}valid"))?,
            ready,
            signals: bound.collect::<Result<_, Error>>()?,
            flow,
            waiting: false,
        })
    }

    pub(super) fn sample(&mut self) -> Option<[u64; SIGNALS]> {
        let valid = self.valid.get();
        let taken = valid && self.ready.get();
        self.waiting = valid && !taken;
        if !taken {
            return None;
        }
        let mut values = [0; SIGNALS];
        for (value, pin) in values.iter_mut().zip(&self.signals) {
            *value = pin.get();
        }
        Some(values)
    }

    pub(super) fn react(&mut self, cycle: u64) {
        self.ready.set(self.flow.go(cycle, self.waiting));
    }

    pub(super) fn rest(&mut self) {
        self.waiting = false;
        self.ready.set(false);
    }
}
