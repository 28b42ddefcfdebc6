//! Runs one test: model, simulation, bench, coverage, verdict.

use std::any::Any;
use std::cell::RefCell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use coverage::Run;
use coverage_rdma::completer_frontend::Coverage;
use dut::{Dut, LoadOptions, ModelCache, Toolchain};
use env::completer_frontend::Bench;
use uvm::config::{Accepted, Config, Knob, Knobs};
use uvm::report::{ReportServer, Settings, Severity};
use uvm::tape::Tapes;
use uvm::txlog::TxLog;
use uvm::{Either, Event, RunError, Sim, SimConfig, Simulation, select};

use crate::completer_frontend::{Tb, cover, declare_knobs};
use crate::{Error, Measurement, RunReport, RunRequest, Verdict};

/// Clock of the IP: 250 MHz (rdma-ip.md 1).
const PERIOD_PS: u64 = 4_000;
/// Beats that the transaction log keeps for reports.
const REMEMBERED: usize = 256;
/// When a failing run stops.
const ERROR_LIMIT: Knob<u64> = Knob {
    name: "error_limit",
    default: 3,
    doc: "errors after which the run stops",
    accepted: Accepted::Range(1, 1_000_000),
};
/// The wrapper under test.
const TOP: &str = "completer_frontend";

/// Runs `test` on a fresh `completer_frontend`.
///
/// # Errors
/// If the run cannot be made; see [`Error`].
pub(crate) fn run<F>(request: &RunRequest, test: impl FnOnce(Tb) -> F) -> Result<RunReport, Error>
where
    F: Future<Output = ()> + 'static,
{
    let config = settings(request)?;
    let dut = load(request)?;
    let log = TxLog::new(REMEMBERED);
    if let Some(path) = &request.transaction_log {
        log.write_to(path).map_err(Error::Log)?;
    }
    let simulation = Simulation::new(SimConfig {
        period_ps: PERIOD_PS,
        seed: seed(request),
        max_findings: usize::MAX,
        ..SimConfig::default()
    });
    let (reports, stop) = reports(
        &simulation,
        config.knob(TOP, &ERROR_LIMIT).map_err(Error::Setting)?,
    );
    let bench = Bench::new(&simulation, &dut, &config, &log)?;
    let coverage = covered(&bench, &reports)?;
    let tb = Tb::new(
        bench.clone(),
        Tapes::random(request.seed, request.test),
        config,
        request.items,
    );
    let measurements = tb.measurements();
    let body = test(tb);
    let main = {
        let (bench, start) = (bench.clone(), dut.clone());
        async move {
            bench.reset().await;
            start.clear_coverage();
            // Bring-up reads every register once, which clears what power-up left in the sticky bits.
            bench.read_registers().await;
            let body = async {
                body.await;
                bench.drained().await;
                bench.read_registers().await;
            };
            select(body, select(stop.wait_count(1), bench.stuck())).await
        }
    };
    // A test may take for granted what a broken wrapper does not give; what was found before counts.
    let ended = catch_unwind(AssertUnwindSafe(|| simulation.block_on("test", main)));
    match ended {
        Ok(ended) => conclude(&bench, ended, &reports),
        Err(panic) => reports.at("test").error("test.panic", panic_text(&*panic)),
    }
    if let Some(path) = &request.code_coverage {
        dut.write_coverage(path)?;
    }
    log.close().map_err(Error::Log)?;
    let totals = reports.finish();
    let mut coverage = coverage.borrow_mut();
    let scoreboard = bench.judge().scoreboard().borrow();
    let lines = scoreboard.checker().hits();
    coverage.ordering(lines.iter().map(|line| (line.label.as_str(), line.count)))?;
    let coverage = coverage.record(Run::new(
        request.seed,
        &format!("{} seed {}", request.test, request.seed),
    ))?;
    Ok(RunReport {
        verdict: if totals.passed() {
            Verdict::Pass
        } else {
            Verdict::Fail
        },
        failures: reports.failures(),
        digest: log.digest(),
        cycles: simulation.cycle(),
        transactions: bench.judge().beats(),
        measurements: measurements.take(),
        coverage,
    })
}

/// Applies `--set` in order, to knobs that somebody reads.
fn settings(request: &RunRequest) -> Result<Config, Error> {
    let mut knobs = Knobs::default();
    Bench::declare_knobs(&mut knobs)?;
    declare_knobs(&mut knobs)
        .and_then(|()| knobs.declare(&ERROR_LIMIT))
        .map_err(Error::Setting)?;
    let config = Config::default();
    for (path, value) in &request.settings {
        knobs
            .set(&config, &format!("{path}={value}"))
            .map_err(Error::Setting)?;
    }
    Ok(config)
}

/// Loads the model, from the cache if nothing has changed.
fn load(request: &RunRequest) -> Result<Dut, Error> {
    let design = env::rtl::top(&request.rtl, TOP)?.design;
    let model = ModelCache::new(&request.cache).build(
        &Toolchain::discover()?,
        &design,
        request.flavour,
        &mut |_| {},
    )?;
    let options = LoadOptions {
        seed: seed(request),
        random_reset: true,
        trace: request.waves.clone(),
        ..LoadOptions::default()
    };
    Ok(model.load(&options)?)
}

/// The simulation's own seed: of the base seed and the test's name (D6).
fn seed(request: &RunRequest) -> u64 {
    Tapes::random(request.seed, request.test)
        .for_path("simulation")
        .item(0)
        .bits(64)
}

/// A report server that hears every finding, and the event that ends the run when it has enough.
fn reports(sim: &Sim, limit: u64) -> (ReportServer, Event) {
    let reports = ReportServer::new(Settings {
        error_limit: Some(limit),
        ..Settings::default()
    });
    reports.follow(sim);
    let stop = Event::new(sim, "enough errors to stop the run");
    let (server, event) = (reports.clone(), stop.clone());
    // Findings reach the server first: it follows since before.
    sim.on_finding(move |_| {
        if server.should_stop().is_some() {
            event.trigger();
        }
    });
    (reports, stop)
}

/// Samples the covergroups; an illegal bin that is hit fails the run.
fn covered(bench: &Bench, reports: &ReportServer) -> Result<Rc<RefCell<Coverage>>, Error> {
    let coverage = Rc::new(RefCell::new(Coverage::new()?));
    let reporter = reports.at("coverage");
    cover(bench, &coverage, move |illegal| {
        reporter.error("coverage.illegal", illegal)
    });
    Ok(coverage)
}

/// The checks after the run, and what ended it if it did not end by itself.
fn conclude(bench: &Bench, ended: Result<Ended, RunError>, reports: &ReportServer) {
    let reporter = reports.at("completer_frontend");
    match ended {
        // What is left over after the first errors is their consequence.
        Ok(Either::Second(_)) => {}
        Ok(Either::First(())) => bench.check(),
        Err(hang) => {
            bench.check();
            let text = hang.to_string();
            let mut lines = text.lines();
            let first = lines.next().unwrap_or_default();
            reporter.report(
                Severity::Error,
                "run.hang",
                first,
                lines.map(str::to_owned).collect(),
            );
        }
    }
}

/// Whether the test came to its end, or was stopped: by the report server, or because nothing moved.
type Ended = Either<(), Either<(), ()>>;

/// What a panic said.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("the test panicked: {}", text.unwrap_or_default())
}

/// Figures that tests measured.
pub(crate) type Measurements = Rc<RefCell<Vec<Measurement>>>;
