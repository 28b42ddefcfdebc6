//! The testbench of `rtl/stream_register.sv`, in five steps:
//!
//! 1. describe what travels: `rtl/stream_register.toml` becomes the types [`Request`] and [`Result`](self::layouts::Result);
//! 2. [`build`] the module and load it;
//! 3. bind its streams: a [`Source`] drives `s_*`, a [`Sink`] takes `m_*`, each with a monitor;
//! 4. say what is right: [`model`] feeds the scoreboard from the input's monitor;
//! 5. write stimulus: [`traffic`] is a sequence.
//!
//! [`run`] puts them together.

use std::path::Path;

use dut::{Design, Dut, Flavour, LoadOptions, ModelCache, Toolchain};
use uvm::axis::{Accepted, Sink, SinkConfig, Source, SourceConfig};
use uvm::scoreboard::{Early, InOrder};
use uvm::{
    Aborted, ClockReset, Pattern, Rng, RunError, SequenceContext, SimConfig, Simulation, Summary,
};

pub use layouts::Request;

/// The types of `rtl/stream_register.toml`.
pub mod layouts {
    include!(concat!(env!("OUT_DIR"), "/stream_register.rs"));
}

/// What a run does.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Requests to send.
    pub items: u64,
    /// Seed of the requests and of the patterns.
    pub seed: u64,
    /// When the source shows a request.
    pub idle: Pattern,
    /// When the sink is ready.
    pub ready: Pattern,
}

/// Why a run has no verdict.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The module does not build or load.
    #[error(transparent)]
    Dut(#[from] dut::Error),
    /// The testbench does not fit the module.
    #[error(transparent)]
    Uvm(#[from] uvm::Error),
    /// The run did not come to its end.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A reset took the stimulus away.
    #[error(transparent)]
    Aborted(#[from] Aborted),
}

/// Builds the module, or finds it in the cache, and loads it.
///
/// # Errors
/// When a tool is missing or the module does not elaborate.
pub fn build(cache: &Path) -> Result<Dut, dut::Error> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/rtl/stream_register.sv");
    let design = Design::new("stream_register").source(source);
    ModelCache::new(cache)
        .build(&Toolchain::discover()?, &design, Flavour::Fast, &mut |_| ())?
        .load(&LoadOptions::default())
}

/// What the module should answer.
pub fn model(request: &Request) -> layouts::Result {
    let mut lanes = request.lanes;
    lanes[0] ^= request.key as u32;
    lanes[1] ^= (request.key >> 32) as u32;
    lanes[2] ^= u32::from(request.tag);
    layouts::Result { lanes }
}

/// Sends random requests, each when the one before was accepted.
///
/// # Errors
/// When a reset comes in between.
pub async fn traffic(
    ctx: SequenceContext<Request, Accepted>,
    items: u64,
    mut rng: Rng,
) -> Result<(), Aborted> {
    for _ in 0..items {
        ctx.send(random(&mut rng)).await?;
    }
    Ok(())
}

/// A random request.
pub fn random(rng: &mut Rng) -> Request {
    let mut lanes = [0; 16];
    for pair in lanes.chunks_exact_mut(2) {
        let bits = rng.next_u64();
        pair[0] = bits as u32;
        pair[1] = (bits >> 32) as u32;
    }
    Request {
        lanes,
        key: rng.next_u64(),
        tag: rng.next_u64() as u16,
    }
}

/// Runs the whole testbench once.
///
/// # Errors
/// When a port does not fit, or the run hangs; what the DUT does wrong is in the summary.
pub fn run(dut: &Dut, settings: &Settings) -> Result<Summary, Error> {
    let sim = Simulation::new(SimConfig {
        seed: settings.seed,
        ..SimConfig::default()
    });
    sim.attach(dut, &ClockReset::active_low("clk", "rst_n"))?;

    let env = sim.scope("env");
    let (idle, ready) = (settings.idle.clone(), settings.ready.clone());
    let source_config = SourceConfig {
        idle,
        ..SourceConfig::default()
    };
    let source = Source::<Request>::new(&env.child("s"), dut, "s", source_config)?;
    let sink = Sink::<layouts::Result>::new(&env.child("m"), dut, "m", SinkConfig { ready })?;

    let scoreboard = InOrder::new(&env.child("scoreboard"), Early::Wrong);
    scoreboard.expect_from(&source.monitor.observed, |request| Some(model(request)));
    scoreboard.observe_from(&sink.monitor.observed);

    let (items, rng) = (settings.items, Rng::named(settings.seed, "traffic"));
    let test = sim.handle();
    sim.block_on("test", async move {
        test.reset(2).await;
        let traffic = source
            .sequencer
            .start("traffic", move |ctx| traffic(ctx, items, rng));
        let sent = traffic.await;
        scoreboard.drained().await;
        sent
    })?
    .unwrap_or(Ok(()))?;
    Ok(sim.finish())
}
