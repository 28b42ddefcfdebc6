//! The monitor of a bus, with its protocol checker.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use dut::Dut;

use super::channel::Watch;
use super::item::{Access, Answer, Completed, Resp};
use super::pins::Binder;
use crate::Error;
use crate::analysis::AnalysisPort;
use crate::axis::Observed;
use crate::component::Scope;
use crate::sim::{Call, Clocked, Probe};

/// Watches a bus: publishes every access when its answer is taken, and finds what breaks the protocol.
///
/// Rules (IHI 0022E A3.2.1, A3.3.1, B1.1.1): `axil.valid_held`, `axil.stable`, `axil.valid_in_reset`;
/// `axil.unasked` a write is answered only after its address and data, a read only after its address;
/// `axil.exokay` no access is exclusive.
pub struct Monitor {
    /// Every access, in the cycle in which its answer is taken.
    pub observed: AnalysisPort<Observed<Completed>>,
    _state: Rc<RefCell<State>>,
}

struct State {
    aw: Watch,
    w: Watch,
    b: Watch,
    ar: Watch,
    r: Watch,
    /// Taken and not yet answered.
    addresses: VecDeque<u64>,
    data: VecDeque<(u64, u8)>,
    reads: VecDeque<u64>,
}

impl Monitor {
    /// Watches the bus `name` of a DUT, whichever side drives it.
    ///
    /// # Errors
    /// When a pin is missing or too wide.
    pub fn new(scope: &Scope, dut: &Dut, name: &str) -> Result<Self, Error> {
        let pins = Binder::new(dut, name);
        let state = Rc::new(RefCell::new(State {
            aw: Watch::bind(&pins, "aw", &["awaddr"])?,
            w: Watch::bind(&pins, "w", &["wdata", "wstrb"])?,
            b: Watch::bind(&pins, "b", &["bresp"])?,
            ar: Watch::bind(&pins, "ar", &["araddr"])?,
            r: Watch::bind(&pins, "r", &["rdata", "rresp"])?,
            addresses: VecDeque::new(),
            data: VecDeque::new(),
            reads: VecDeque::new(),
        }));
        let scope = scope.child("monitor");
        let probe: Rc<dyn Probe> = state.clone();
        scope.add_probe("buses", &probe);
        let observed = AnalysisPort::new();
        scope.add_clocked(Watcher {
            state: state.clone(),
            observed: observed.clone(),
            scope: scope.clone(),
        });
        Ok(Self {
            observed,
            _state: state,
        })
    }
}

struct Watcher {
    state: Rc<RefCell<State>>,
    observed: AnalysisPort<Observed<Completed>>,
    scope: Scope,
}

impl Clocked for Watcher {
    fn react_when(&self) -> Call {
        Call::Never
    }

    fn sample(&mut self, cycle: u64) {
        let (write, read) = {
            let state = &mut *self.state.borrow_mut();
            (
                state.writes(cycle, &self.scope),
                state.reads(cycle, &self.scope),
            )
        };
        for item in [write, read].into_iter().flatten() {
            self.scope.sim().moved();
            if item.answer.resp == Resp::ExOkay {
                let message = format!("{:?} was answered with EXOKAY", item.access);
                self.scope.find("axil.exokay", message);
            }
            self.observed.write(&Observed {
                cycle,
                waited: 0,
                item,
            });
        }
    }

    fn on_reset(&mut self) {
        self.state.borrow_mut().rest();
    }

    fn sample_in_reset(&mut self, _: u64, held: u64) {
        let state = self.state.borrow();
        for (channel, watch) in [("b", &state.b), ("r", &state.r)] {
            if held >= 1 && watch.is_valid() {
                let message = format!("{channel}valid is high {held} cycles into the reset");
                self.scope.find("axil.valid_in_reset", message);
            }
        }
    }
}

impl State {
    /// An answer is looked for before the requests: it may come a cycle after them at the earliest.
    fn writes(&mut self, cycle: u64, scope: &Scope) -> Option<Completed> {
        let answer = self.b.sample(cycle, scope);
        let asked = !self.addresses.is_empty() && !self.data.is_empty();
        if self.b.is_valid() && !asked {
            scope.find(
                "axil.unasked",
                "bvalid is high without a write whose address and data were taken",
            );
        }
        let completed = answer.filter(|_| asked).and_then(|[resp, _]| {
            let addr = self.addresses.pop_front()?;
            let (data, strb) = self.data.pop_front()?;
            let resp = Resp::from_pins(resp);
            Some(Completed {
                access: Access::Write { addr, data, strb },
                answer: Answer { data: 0, resp },
            })
        });
        if let Some([addr, _]) = self.aw.sample(cycle, scope) {
            self.addresses.push_back(addr);
        }
        if let Some([data, strb]) = self.w.sample(cycle, scope) {
            self.data.push_back((data, strb as u8));
        }
        completed
    }

    fn reads(&mut self, cycle: u64, scope: &Scope) -> Option<Completed> {
        let answer = self.r.sample(cycle, scope);
        if self.r.is_valid() && self.reads.is_empty() {
            scope.find(
                "axil.unasked",
                "rvalid is high without a read whose address was taken",
            );
        }
        let completed = answer.and_then(|[data, resp]| {
            let addr = self.reads.pop_front()?;
            let resp = Resp::from_pins(resp);
            Some(Completed {
                access: Access::Read { addr },
                answer: Answer { data, resp },
            })
        });
        if let Some([addr, _]) = self.ar.sample(cycle, scope) {
            self.reads.push_back(addr);
        }
        completed
    }

    fn rest(&mut self) {
        for watch in [
            &mut self.aw,
            &mut self.w,
            &mut self.b,
            &mut self.ar,
            &mut self.r,
        ] {
            watch.rest();
        }
        self.addresses.clear();
        self.data.clear();
        self.reads.clear();
    }
}

impl Probe for RefCell<State> {
    fn probe(&self) -> String {
        let state = self.borrow();
        let channels = [&state.aw, &state.w, &state.b, &state.ar, &state.r];
        let waiting: String = channels.map(Watch::state).concat();
        format!(
            "{} write addresses, {} write data, {} reads unanswered{waiting}",
            state.addresses.len(),
            state.data.len(),
            state.reads.len()
        )
    }
}
