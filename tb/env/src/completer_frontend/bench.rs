//! The standalone bench: the wrapper, its neighbours, the judge, and what a test does with them.

use std::cell::{Ref, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;

use dut::{Dut, Output};
use model::completer_frontend::Port;
use rdma::layouts::{CompHeader, Cqe, MrControl, QpContext, QpControl, SwqCommand, TxInfo};
use uvm::axil::{Master, Registers};
use uvm::axis::{Accepted, Observed, StreamSequencer};
use uvm::config::{Config, Knobs};
use uvm::sequencer::Response;
use uvm::txlog::TxLog;
use uvm::{AnalysisPort, ClockReset, Finding, Flow, HangCause, Pattern, Scope, Sim};

use super::debug_bus;
use super::judge::Judge;
use super::knobs;
use super::neighbours::{self, Neighbours};
use super::streams::{Builder, Sinks, Sources};
use crate::Error;
use crate::actors::WorkRequest;

/// A run that shows no beat for this many cycles is stuck.
const QUIET_CYCLES: u64 = 4_000;
/// Edges of a reset.
const RESET_CYCLES: u64 = 4;

/// The bench of one `completer_frontend`. Clones are the same bench.
#[derive(Clone)]
pub struct Bench(Rc<Inner>);

struct Inner {
    scope: Scope,
    dut: Dut,
    judge: Rc<Judge>,
    neighbours: Rc<RefCell<Neighbours>>,
    sinks: Sinks,
    sources: Sources,
    flows: BTreeMap<&'static str, Flow>,
    debug: Master,
    counters: Vec<(u32, &'static str, Output)>,
}

impl Bench {
    /// Declares the knobs that the bench reads.
    ///
    /// # Errors
    /// If another part of the testbench has one of the same name.
    pub fn declare_knobs(knobs: &mut Knobs) -> Result<(), Error> {
        knobs::declare(knobs)
    }

    /// Puts the wrapper on the simulation's clock and builds the bench around it. The path of every
    /// component begins with `completer_frontend`.
    ///
    /// # Errors
    /// If a port is missing, of another width, or nobody's, or a setting is refused.
    pub fn new(sim: &Sim, dut: &Dut, config: &Config, log: &TxLog) -> Result<Self, Error> {
        sim.attach(dut, &ClockReset::active_low("axis_clk", "axis_rstn"))?;
        let scope = sim.scope("completer_frontend");
        let judge = Judge::new(&scope, log)?;
        let mut builder = Builder {
            scope: &scope,
            dut,
            config,
            judge: &judge,
            flows: BTreeMap::new(),
        };
        let (sinks, sources) = (builder.sinks()?, builder.sources()?);
        let flows = builder.flows;
        let neighbours = Rc::new(RefCell::new(Neighbours::default()));
        neighbours::connect(&neighbours, &sinks, &sources);
        let debug = debug_bus::connect(&scope, dut, &judge)?;
        let counters = counters(dut)?;
        let bench = Self(Rc::new(Inner {
            scope,
            dut: dut.clone(),
            judge,
            neighbours,
            sinks,
            sources,
            flows,
            debug,
            counters,
        }));
        bench.check_unbound();
        Ok(bench)
    }

    /// The simulation.
    pub fn sim(&self) -> &Sim {
        self.0.scope.sim()
    }

    /// The bench's place in the hierarchy.
    pub fn scope(&self) -> &Scope {
        &self.0.scope
    }

    /// What judges the wrapper.
    pub fn judge(&self) -> &Rc<Judge> {
        &self.0.judge
    }

    /// The neighbours, to look at.
    pub fn neighbours(&self) -> Ref<'_, Neighbours> {
        self.0.neighbours.borrow()
    }

    /// The neighbours, to change. Not across an `await`.
    pub fn neighbours_mut(&self) -> RefMut<'_, Neighbours> {
        self.0.neighbours.borrow_mut()
    }

    /// Creates a QP in the context store.
    pub fn create_qp(&self, context: QpContext) {
        self.neighbours_mut().contexts.insert(context);
    }

    /// Posts a work request now.
    pub fn post(&self, qpn: u32, request: &WorkRequest) -> TxInfo {
        let now = self.sim().cycle();
        self.neighbours_mut().post(qpn, request, now)
    }

    /// Sends a response header; await the result to know when the wrapper took it, or `detach` it.
    pub fn respond(&self, header: CompHeader) -> Response<CompHeader, Accepted> {
        self.headers().context().submit(header)
    }

    /// Sequencer of `s_comp_header_stream`.
    pub fn headers(&self) -> &StreamSequencer<CompHeader> {
        &self.0.sources.header.sequencer
    }

    /// Sequencer of `s_qp_control_cmd`.
    pub fn qp_control(&self) -> &StreamSequencer<QpControl> {
        &self.0.sources.qp_control.sequencer
    }

    /// Sequencer of `s_mr_ctrl_stream`.
    pub fn mr_control(&self) -> &StreamSequencer<MrControl> {
        &self.0.sources.mr_control.sequencer
    }

    /// Headers that the wrapper took.
    pub fn taken_headers(&self) -> &AnalysisPort<Observed<CompHeader>> {
        &self.0.sources.header.monitor.observed
    }

    /// Success CQEs.
    pub fn completions(&self) -> &AnalysisPort<Observed<Cqe>> {
        &self.0.sinks.success.monitor.observed
    }

    /// Error CQEs.
    pub fn error_completions(&self) -> &AnalysisPort<Observed<Cqe>> {
        &self.0.sinks.error.monitor.observed
    }

    /// Commands on SWQ channel 0.
    pub fn commands(&self) -> &AnalysisPort<Observed<SwqCommand>> {
        &self.0.sinks.command.monitor.observed
    }

    /// The debug registers, by offset from the block's base.
    pub fn registers(&self) -> Registers {
        self.0.debug.registers()
    }

    /// The master of the debug bus.
    pub fn debug_bus(&self) -> &Master {
        &self.0.debug
    }

    /// Names of all streams.
    pub fn streams(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.flows.keys().copied()
    }

    /// Idle or backpressure of a stream.
    ///
    /// # Panics
    /// If the wrapper has no such stream: a mistake in the test.
    pub fn flow(&self, stream: &str) -> &Flow {
        match self.0.flows.get(stream) {
            Some(flow) => flow,
            None => panic!("completer_frontend has no stream {stream}"),
        }
    }

    /// Backpressure on every output stream.
    pub fn set_backpressure(&self, pattern: &Pattern) {
        for port in Port::ALL {
            self.flow(port.name()).set_pattern(pattern.clone());
        }
    }

    /// Idle cycles on every input stream, answers included.
    pub fn set_idle(&self, pattern: &Pattern) {
        for (name, flow) in &self.0.flows {
            if !Port::ALL.iter().any(|port| port.name() == *name) {
                flow.set_pattern(pattern.clone());
            }
        }
    }

    /// Resets the wrapper, at the start or in mid-traffic; the neighbours forget everything too.
    pub async fn reset(&self) {
        *self.neighbours_mut() = Neighbours::default();
        self.sim().reset(RESET_CYCLES).await;
        *self.neighbours_mut() = Neighbours::default();
    }

    /// Reads every debug register; the bus checker holds the answers against the model.
    pub async fn read_registers(&self) {
        for register in rdma::layouts::completer_frontend::BLOCK.registers {
            // A refused access is the checker's to report.
            let _ = self.registers().read(u64::from(register.offset)).await;
        }
    }

    /// Waits until every header and command was taken through to its end.
    pub async fn drained(&self) {
        while !self.is_idle() {
            self.sim().cycles(4).await;
        }
        // What comes now is not due: give it time to come.
        self.sim().cycles(16).await;
    }

    /// Completes when something is due but nothing has moved for long, and reports what is due, rule by
    /// rule, or else everything that waits.
    pub async fn stuck(&self) {
        loop {
            self.sim().cycles(QUIET_CYCLES / 8).await;
            let since = self.0.judge.last_beat();
            if !self.is_idle() && self.sim().cycle() > since + QUIET_CYCLES {
                if !self.0.judge.report_leftovers() {
                    let hang = self.sim().hang_report(HangCause::Quiet { since });
                    self.find("bench.stuck", hang.to_string());
                }
                return;
            }
        }
    }

    fn is_idle(&self) -> bool {
        let sources = &self.0.sources;
        self.0.judge.is_idle()
            && sources.header.sequencer.queued() == 0
            && sources.qp_control.sequencer.queued() == 0
            && sources.mr_control.sequencer.queued() == 0
    }

    /// The checks after the run: nothing left over, counters right, no assertion failed.
    pub fn check(&self) {
        self.0.judge.report_leftovers();
        self.check_counters();
        for message in self.0.dut.take_messages() {
            self.find("dut.message", format!("the RTL said: {}", message.text));
        }
    }

    fn check_counters(&self) {
        let mut scoreboard = self.0.judge.scoreboard().borrow_mut();
        for (offset, name, pin) in &self.0.counters {
            let expected = scoreboard.registers().peek(*offset).data;
            let observed = pin.get() as u32;
            if observed != expected {
                let rule = "rule      contract 9: counters count by their doc line";
                self.find("registers.counter", format!("o_completer_frontend_{name} is off\n{rule}\nexpected  {expected}\nobserved  {observed}"));
            }
        }
    }

    fn check_unbound(&self) {
        for port in self.0.dut.unbound() {
            self.find(
                "bench.unbound",
                format!(
                    "port {} ({} bits) is bound by nobody",
                    port.name, port.width
                ),
            );
        }
    }

    fn find(&self, rule: &'static str, message: String) {
        self.sim().find(Finding {
            path: self.0.scope.path().to_owned(),
            cycle: self.sim().cycle(),
            rule,
            message,
        });
    }
}

/// The counter outputs: register offset, name, pin.
fn counters(dut: &Dut) -> Result<Vec<(u32, &'static str, Output)>, Error> {
    let registers = rdma::layouts::completer_frontend::BLOCK.registers.iter();
    let counters = registers.filter(|register| register.name.ends_with("_hwcnt"));
    counters
        .map(|register| {
            let pin = dut.output(&format!("o_completer_frontend_{}", register.name), 32)?;
            Ok((register.offset, register.name, pin))
        })
        .collect()
}
