//! Measures what twenty-six drivers and monitors cost: cycles a second against a bare loop.
//!
//! `stream_bank [--cycles N] [--load REGISTERS] [--cache FOLDER]`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use examples::stream_bank::{bare, build, methodical};

struct Options {
    cycles: u64,
    load: u32,
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
        cycles: 100_000,
        load: 320,
        cache: PathBuf::from("target/models"),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments
            .next()
            .ok_or(format!("{argument} needs a value"))?;
        let failed = |error: std::num::ParseIntError| format!("{argument}: {error}");
        match argument.as_str() {
            "--cycles" => options.cycles = value.parse().map_err(failed)?,
            "--load" => options.load = value.parse().map_err(failed)?,
            "--cache" => options.cache = PathBuf::from(value),
            _ => {
                return Err(format!(
                    "unknown argument {argument}; known: --cycles N, --load REGISTERS, --cache FOLDER"
                ));
            }
        }
    }
    Ok(options)
}

/// Nanoseconds of processor time that a cycle of a run takes, and the beats that came out of it.
fn timed<E: ToString>(
    cycles: u64,
    run: impl FnOnce() -> Result<u64, E>,
) -> Result<(f64, f64), String> {
    let (begin, cpu_begin) = (Instant::now(), cpu_nanoseconds());
    let beats = run().map_err(|error| error.to_string())?;
    let nanoseconds = match cpu_nanoseconds() - cpu_begin {
        0 => begin.elapsed().as_nanos() as f64,
        nanoseconds => nanoseconds as f64,
    };
    Ok((nanoseconds / cycles as f64, beats as f64 / cycles as f64))
}

/// Time that this process has had a processor; 0 where the system does not tell.
fn cpu_nanoseconds() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let first = stat.split_whitespace().next();
    first.and_then(|ns| ns.parse().ok()).unwrap_or(0)
}

/// The best of several turns each, one after the other: on a machine that others use too, the best is
/// nearest to the truth.
fn measure(options: &Options) -> Result<(), String> {
    const TURNS: usize = 15;
    println!("            bare loop           agents");
    println!("duty  ns/cycle beats/cycle  ns/cycle beats/cycle  ratio");
    let dut = build(&options.cache, options.load).map_err(|error| error.to_string())?;
    let cycles = options.cycles;
    for percent in [0, 10, 50, 100] {
        let (mut loop_best, mut agents_best) = ((f64::INFINITY, 0.0), (f64::INFINITY, 0.0));
        for _ in 0..TURNS {
            let turn = timed(cycles, || bare(&dut, cycles, percent))?;
            loop_best = if turn < loop_best { turn } else { loop_best };
            let turn = timed(cycles, || methodical(&dut, cycles, percent))?;
            agents_best = if turn < agents_best {
                turn
            } else {
                agents_best
            };
        }
        let ((bare, bare_beats), (agents, beats)) = (loop_best, agents_best);
        let ratio = bare / agents;
        println!(
            "{percent:>3}% {bare:>9.0} {bare_beats:>11.2} {agents:>9.0} {beats:>11.2} {ratio:>6.2}"
        );
    }
    Ok(())
}
