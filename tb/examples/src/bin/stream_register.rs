//! Measures the testbench of `stream_register`: items and cycles a second, and peak memory.
//!
//! `stream_register [--items N] [--bare] [--cache FOLDER]`; `--bare` wiggles the same pins with no
//! methodology, as the bound of what can be reached.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use dut::Dut;
use examples::stream_register::{self, Settings, layouts, model, random};
use layout::Packed;
use uvm::{Pattern, Rng};

struct Options {
    items: u64,
    bare: bool,
    cache: PathBuf,
}

fn main() -> ExitCode {
    let outcome = options().and_then(|options| measure(&options));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        items: 1_000_000,
        bare: false,
        cache: PathBuf::from("target/models"),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--items" => options.items = value()?.parse().map_err(|e| format!("--items: {e}"))?,
            "--cache" => options.cache = PathBuf::from(value()?),
            "--bare" => options.bare = true,
            _ => {
                return Err(format!(
                    "unknown argument {argument}; known: --items N, --cache FOLDER, --bare"
                ));
            }
        }
    }
    Ok(options)
}

fn measure(options: &Options) -> Result<(), String> {
    println!("duty   items/s  cycles/s  peak KiB");
    for percent in [10, 50, 100] {
        let dut = stream_register::build(&options.cache).map_err(|e| e.to_string())?;
        let begin = Instant::now();
        let cycles = if options.bare {
            bare(&dut, options.items, percent).map_err(|e| e.to_string())?
        } else {
            methodical(&dut, options.items, percent)?
        };
        let seconds = begin.elapsed().as_secs_f64();
        let rate = |count: u64| count as f64 / seconds;
        let (items, cycles) = (rate(options.items), rate(cycles));
        println!("{percent:>3}% {items:>9.0} {cycles:>9.0} {:>9}", peak_kib());
    }
    Ok(())
}

/// The whole testbench, with source and sink willing in this percentage of cycles.
fn methodical(dut: &Dut, items: u64, percent: u8) -> Result<u64, String> {
    let pattern = match percent {
        100 => Pattern::Always,
        percent => Pattern::Percent(percent),
    };
    let settings = Settings {
        items,
        seed: 1,
        idle: pattern.clone(),
        ready: pattern,
    };
    let summary = stream_register::run(dut, &settings).map_err(|e| e.to_string())?;
    match summary.findings.first() {
        None => Ok(summary.cycles),
        Some(finding) => Err(finding.to_string()),
    }
}

/// The same pins, requests and comparisons in one loop.
fn bare(dut: &Dut, items: u64, percent: u8) -> Result<u64, dut::Error> {
    let (clk, rst_n) = (dut.input_bit("clk")?, dut.input_bit("rst_n")?);
    let (s_valid, s_ready) = (dut.input_bit("s_tvalid")?, dut.output_bit("s_tready")?);
    let (m_valid, m_ready) = (dut.output_bit("m_tvalid")?, dut.input_bit("m_tready")?);
    let (s_data, m_data) = (dut.input("s_tdata", 592)?, dut.output("m_tdata", 512)?);
    let mut rng = Rng::named(1, "traffic");
    let mut flow = Rng::named(1, "flow");
    let (mut request, mut result) = ([0; 19], [0; 16]);
    let mut expected = std::collections::VecDeque::new();
    let (mut sent, mut got, mut cycles) = (0, 0, 0);
    rst_n.set(false);
    while got < items {
        clk.set(false);
        dut.eval();
        if m_valid.get() && m_ready.get() && rst_n.get() {
            m_data.read(&mut result);
            assert_eq!(expected.pop_front(), Some(layouts::Result::unpack(&result)));
            got += 1;
        }
        let taken = s_valid.get() && s_ready.get();
        if taken {
            expected.push_back(model(&layouts::Request::unpack(&request)));
        }
        clk.set(true);
        dut.eval();
        cycles += 1;
        rst_n.set(cycles >= 2);
        if (taken || !s_valid.get()) && rst_n.get() {
            let go = sent < items && flow.percent(percent);
            s_valid.set(go);
            if go {
                random(&mut rng).pack(&mut request);
                s_data.write(&request);
                sent += 1;
            }
        }
        m_ready.set(flow.percent(percent));
    }
    Ok(cycles)
}

/// Peak resident memory of this process, KiB; 0 where the system does not tell.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let field = line.and_then(|line| line.split_whitespace().nth(1));
    field.and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
