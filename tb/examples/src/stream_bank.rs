//! What drivers and monitors cost: twenty-six streams on `rtl/stream_bank.sv`, and nothing else.
//!
//! [`methodical`] runs them as agents, [`bare`] moves the same pins in one loop.

use std::path::Path;

use dut::{Design, Dut, Flavour, LoadOptions, ModelCache, Toolchain};
use layout::Packed;
use uvm::axis::{Accepted, Sink, SinkConfig, Source, SourceConfig};
use uvm::{ClockReset, Pattern, Rng, SequenceContext, SimConfig, Simulation};

use crate::stream_register::{Error, Request, random};

/// Pairs of streams.
const PAIRS: usize = 13;

/// Builds the bank with a load, and loads it.
///
/// # Errors
/// When a tool is missing or the module does not elaborate.
pub fn build(cache: &Path, load: u32) -> Result<Dut, dut::Error> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/rtl/stream_bank.sv");
    let design = Design::new("stream_bank")
        .source(source)
        .parameter("Load", load);
    ModelCache::new(cache)
        .build(&Toolchain::discover()?, &design, Flavour::Fast, &mut |_| ())?
        .load(&LoadOptions::default())
}

/// Runs agents for some cycles, sources willing in `percent` of them; returns the beats that came out.
///
/// # Errors
/// When a port does not fit.
pub fn methodical(dut: &Dut, cycles: u64, percent: u8) -> Result<u64, Error> {
    let sim = Simulation::new(SimConfig::default());
    sim.attach(dut, &ClockReset::active_low("clk", "rst_n"))?;
    let env = sim.scope("env");
    let (mut sources, mut sinks) = (Vec::new(), Vec::new());
    for n in 0..PAIRS {
        let (s, m) = (format!("s{n}"), format!("m{n}"));
        let config = SourceConfig {
            idle: Pattern::Percent(percent),
            ..SourceConfig::default()
        };
        sources.push(Source::<Request>::new(&env.child(&s), dut, &s, config)?);
        let sink = Sink::<Request>::new(&env.child(&m), dut, &m, SinkConfig::default())?;
        // Somebody listens, so every beat is unpacked.
        sink.monitor.observed.subscribe(|beat| {
            std::hint::black_box(beat.item.tag);
        });
        sinks.push(sink);
    }
    let handle = sim.handle();
    sim.block_on("test", async move {
        handle.reset(2).await;
        for source in sources.iter().filter(|_| percent != 0) {
            source.sequencer.start("traffic", endless);
        }
        handle.cycles(cycles).await;
    })?;
    Ok(sinks.iter().map(|sink| sink.monitor.transfers()).sum())
}

/// Sends the same request for ever: the stimulus should cost nothing here.
async fn endless(ctx: SequenceContext<Request, Accepted>) {
    let request = random(&mut Rng::named(1, "traffic"));
    while ctx.send(request.clone()).await.is_ok() {}
}

/// As [`methodical`], in one loop over pins.
///
/// # Errors
/// When a port is missing.
pub fn bare(dut: &Dut, cycles: u64, percent: u8) -> Result<u64, dut::Error> {
    let (clk, rst_n) = (dut.input_bit("clk")?, dut.input_bit("rst_n")?);
    let mut pairs = Vec::new();
    for n in 0..PAIRS {
        let s_valid = dut.input_bit(&format!("s{n}_tvalid"))?;
        let s_ready = dut.output_bit(&format!("s{n}_tready"))?;
        let s_data = dut.input(&format!("s{n}_tdata"), 592)?;
        let m_valid = dut.output_bit(&format!("m{n}_tvalid"))?;
        let m_data = dut.output(&format!("m{n}_tdata"), 592)?;
        dut.input_bit(&format!("m{n}_tready"))?.set(true);
        pairs.push((s_valid, s_ready, s_data, m_valid, m_data));
    }
    let mut rng = Rng::named(1, "flow");
    let (mut words, mut seen, mut count) = ([0_u32; 19], [0_u32; 19], 0);
    random(&mut rng).pack(&mut words);
    for cycle in 0..cycles {
        rst_n.set(cycle >= 2);
        clk.set(false);
        dut.eval();
        let mut taken = 0_u32;
        for (n, (s_valid, s_ready, _, m_valid, m_data)) in pairs.iter().enumerate() {
            taken |= u32::from(s_valid.get() && s_ready.get()) << n;
            if m_valid.get() {
                m_data.read(&mut seen);
                count += 1;
            }
        }
        std::hint::black_box(&seen);
        clk.set(true);
        dut.eval();
        if percent == 0 {
            continue;
        }
        for (n, (s_valid, _, s_data, ..)) in pairs.iter().enumerate() {
            if taken >> n & 1 == 1 || !s_valid.get() {
                let go = rng.percent(percent);
                s_valid.set(go);
                if go {
                    s_data.write(&words);
                }
            }
        }
    }
    Ok(count)
}
