//! How fast the bench of `completer_frontend` runs, against a bare C++ loop with the same pin activity.
//!
//! `cargo bench -p sequences` prints the ratios, the cost of loading a cached model, and the memory
//! of a long run. Ratios are of one process, rounds interleaved; absolute rates depend on the machine.
//! Headers come at the line rate of the IP. `-- drivers` or `-- everything` runs that part alone, for a profiler.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use coverage_rdma::completer_frontend::Coverage;
use dut::{Flavour, LoadOptions, Model, ModelCache, Recorder, Recording, Toolchain};
use env::actors::WorkRequest;
use env::completer_frontend::Bench;
use rdma::layouts::{QpContext, RespOpcode, TxInfo, WrOpcode};
use sequences::completer_frontend::{Header, Tb, cover};
use uvm::config::Config;
use uvm::tape::Tapes;
use uvm::txlog::TxLog;
use uvm::{Call, Clocked, SimConfig, Simulation};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Headers of one measured run.
const HEADERS: u64 = 60_000;
/// Cycles between headers: 1 KiB packets at 200 Gb/s and 250 MHz (rdma-ip.md 1).
const LINE_RATE: u64 = 11;
/// Rounds; medians are printed.
const ROUNDS: usize = 5;
/// QPs that take turns.
const QPS: u32 = 16;
/// Transactions of the memory run.
const LONG_RUN: u64 = 1_000_000;

/// What runs beside drivers and monitors.
#[derive(Clone, Copy, PartialEq)]
enum Load {
    /// Drivers, monitors and the neighbours that answer.
    Drivers,
    /// Also the transaction log, the model, the scoreboard and coverage.
    Everything,
}

/// One timed run.
struct Timed {
    cycles: u64,
    transactions: u64,
    time: Duration,
}

impl Timed {
    fn cycles_per_second(&self) -> f64 {
        self.cycles as f64 / self.time.as_secs_f64()
    }
}

fn main() -> Result<()> {
    let model = model()?;
    let only = match std::env::args().nth(1).as_deref() {
        Some("drivers") => Some(Load::Drivers),
        Some("everything") => Some(Load::Everything),
        _ => None,
    };
    if let Some(load) = only {
        run(&model, load, 10 * HEADERS, &mut |_, _| ())?;
        return Ok(());
    }
    println!(
        "load and start of a cached model: {:.1} ms",
        load_time()?.as_secs_f64() * 1e3
    );
    let recording = record(&model)?;
    let (mut bare, mut drivers, mut everything) = (Vec::new(), Vec::new(), Vec::new());
    let mut transactions = 0.0;
    for _ in 0..ROUNDS {
        bare.push(replay(&model, &recording)?.cycles_per_second());
        drivers.push(run(&model, Load::Drivers, HEADERS, &mut |_, _| ())?.cycles_per_second());
        let full = run(&model, Load::Everything, HEADERS, &mut |_, _| ())?;
        transactions = full.transactions as f64 / full.cycles as f64;
        everything.push(full.cycles_per_second());
    }
    let (bare, drivers, everything) = (median(bare), median(drivers), median(everything));
    println!("bare C++ loop, same pins:          {bare:>10.0} cycles/s");
    println!(
        "drivers and monitors:              {drivers:>10.0} cycles/s  ratio {:.2}",
        drivers / bare
    );
    println!(
        "with model, scoreboard, coverage:  {everything:>10.0} cycles/s  ratio {:.2}",
        everything / bare
    );
    println!(
        "                                   {:>10.0} transactions/s",
        everything * transactions
    );
    memory(&model)
}

/// Builds the model, or finds it in the cache.
fn model() -> Result<Model> {
    let design = env::rtl::top(&folder("../rtl"), "completer_frontend")?.design;
    Ok(ModelCache::new(cache()).build(
        &Toolchain::discover()?,
        &design,
        Flavour::Fast,
        &mut |_| (),
    )?)
}

/// Everything that a run does before its first cycle, with the model in the cache.
fn load_time() -> Result<Duration> {
    let start = Instant::now();
    model()?.load(&LoadOptions::default())?;
    Ok(start.elapsed())
}

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("models")
}

fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Records the pins of a run of drivers and monitors.
fn record(model: &Model) -> Result<Recording> {
    let recorder = Rc::new(RefCell::new(None));
    let slot = recorder.clone();
    run(model, Load::Drivers, HEADERS, &mut |simulation, dut| {
        if let Ok(new) = Recorder::new(dut, "axis_clk") {
            slot.replace(Some(new));
            simulation.add_clocked(Tap(slot.clone()));
        }
    })?;
    let recorder = recorder.take().ok_or("the recorder found its pins taken")?;
    Ok(recorder.finish())
}

/// Samples the pins each cycle.
struct Tap(Rc<RefCell<Option<Recorder>>>);

impl Clocked for Tap {
    fn react_when(&self) -> Call {
        Call::Never
    }

    fn sample(&mut self, _: u64) {
        if let Some(recorder) = &mut *self.0.borrow_mut() {
            recorder.sample();
        }
    }

    fn sample_in_reset(&mut self, cycle: u64, _: u64) {
        self.sample(cycle);
    }
}

fn replay(model: &Model, recording: &Recording) -> Result<Timed> {
    let dut = model.load(&LoadOptions::default())?;
    let start = Instant::now();
    recording.replay(&dut)?;
    Ok(Timed {
        cycles: recording.cycles() as u64,
        transactions: 0,
        time: start.elapsed(),
    })
}

/// Runs `headers` responses; `prepare` may add to the bench first.
fn run(
    model: &Model,
    load: Load,
    headers: u64,
    prepare: &mut dyn FnMut(&Simulation, &dut::Dut),
) -> Result<Timed> {
    let dut = model.load(&LoadOptions::default())?;
    let simulation = Simulation::new(SimConfig::default());
    let (config, log) = (Config::default(), TxLog::new(64));
    let bench = Bench::new(&simulation, &dut, &config, &log)?;
    match load {
        Load::Drivers => bench.judge().disable(),
        Load::Everything => {
            let coverage = Rc::new(RefCell::new(Coverage::new()?));
            let sim = simulation.handle();
            cover(&bench, &coverage, move |illegal| {
                sim.find(uvm::Finding {
                    path: "coverage".to_owned(),
                    cycle: sim.cycle(),
                    rule: "coverage.illegal",
                    message: illegal.to_string(),
                })
            });
        }
    }
    prepare(&simulation, &dut);
    let tb = Tb::new(bench.clone(), Tapes::random(1, "bench"), config, None);
    let start = Instant::now();
    simulation.block_on("bench", stimulus(tb, headers))?;
    let time = start.elapsed();
    let findings = simulation.findings();
    if let Some(first) = findings.first() {
        return Err(first.to_string().into());
    }
    Ok(Timed {
        cycles: simulation.cycle(),
        transactions: bench.judge().beats(),
        time,
    })
}

/// Responses at line rate, QP after QP: ACKs, READ responses and ATOMIC acks.
async fn stimulus(tb: Tb, headers: u64) {
    tb.bench().reset().await;
    let contexts: Vec<QpContext> = (0..QPS).map(|_| tb.qp().create().context).collect();
    for number in 0..headers {
        let context = &contexts[number as usize % contexts.len()];
        let (request, respond): (WorkRequest, fn(&QpContext, &TxInfo) -> Header) = match number % 8
        {
            0..=4 => (WorkRequest::write(1024), |qp, entry| {
                Header::ack(qp, entry.last_psn)
            }),
            5 | 6 => (WorkRequest::read(1024), |qp, entry| {
                Header::read(qp, RespOpcode::READ_RESP_ONLY, entry.last_psn, 1024)
            }),
            _ => (WorkRequest::of(WrOpcode::FADD, 8), |qp, entry| {
                Header::atomic(qp, entry.last_psn, 7)
            }),
        };
        let entry = tb.bench().post(context.qpn, &request);
        tb.send(respond(context, &entry));
        tb.sim().cycles(LINE_RATE).await;
    }
    tb.sim().cycles(100).await;
}

/// A run of a million transactions: its resident memory must not grow.
fn memory(model: &Model) -> Result<()> {
    // Ten to eleven beats a header.
    let headers = LONG_RUN / 10;
    let marks = [10, 50, 100];
    run(model, Load::Everything, headers, &mut |simulation, _| {
        let sim = simulation.handle();
        simulation.spawn("memory", async move {
            for mark in marks {
                sim.until_cycle(headers * LINE_RATE * mark / 100).await;
                println!("resident memory at {mark:>3} %: {} KiB", resident_kib());
            }
        });
    })?;
    Ok(())
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}
