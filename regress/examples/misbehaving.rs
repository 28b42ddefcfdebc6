//! A bench without RTL whose tests end in every way a run can end. It is the runner's own test piece, and shows how
//! small a bench of one's own can be.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use regress::Error;
use regress::bench::{Bench, BuildOrder, Test};
use regress::doctor::Check;
use regress::request::Request;
use regress::result::{Failure, Measurement, RunResult, Verdict};

/// Name and purpose of every test.
const TESTS: &[(&str, &str)] = &[
    (
        "good.counts",
        "passes, with figures that depend on the seed only",
    ),
    ("good.slow", "passes after a second"),
    ("bad.mismatch", "a check fails"),
    ("bad.odd_seed", "a check fails when the seed is odd"),
    ("bad.bench", "the bench cannot carry the run through"),
    ("wild.abort", "the process aborts, as on an assertion"),
    ("wild.segfault", "the process is ended by SIGSEGV"),
    ("wild.panic", "the process panics"),
    ("wild.finish", "the process exits early, as on $finish"),
    (
        "wild.garbage",
        "the process leaves garbage instead of a result",
    ),
    (
        "wild.future",
        "the process leaves a result of a later version",
    ),
    ("wild.hang", "the process never ends"),
    (
        "wild.bad_coverage",
        "the process leaves a damaged coverage database",
    ),
    (
        "wild.full_disk",
        "the process may not write more than a few bytes to a file",
    ),
];

struct Misbehaving;

impl Bench for Misbehaving {
    fn tests(&self) -> Vec<Test> {
        TESTS
            .iter()
            .map(|&(name, purpose)| Test {
                name: name.into(),
                purpose: purpose.into(),
                testpoint: name.replace('.', ".point."),
            })
            .collect()
    }

    /// There is nothing to build, but RTL that says `broken` does not elaborate.
    fn build(&self, order: &BuildOrder) -> Result<(), Error> {
        let path = order.rtl.join("rtl.toml");
        if std::env::var_os("SLOW_BUILD").is_some() {
            std::fs::write(order.rtl.join("building"), "").map_err(Error::writing(&order.rtl))?;
            std::thread::sleep(Duration::from_secs(3600));
        }
        let text = std::fs::read_to_string(&path).map_err(Error::reading(path))?;
        if text.contains("broken") {
            return Err(Error::Elaborate {
                what: format!("failed to elaborate {}", order.environment),
                message: "%Error: top.sv:3:1: syntax error, unexpected endmodule".into(),
            });
        }
        Ok(())
    }

    fn lint(&self, _: &Path) -> Result<Vec<String>, Error> {
        Ok(vec!["top".into()])
    }

    fn tools(&self) -> Vec<Check> {
        let missing = std::env::var_os("NO_TOOL").is_some();
        let found = if missing {
            Err("run `get tool`".into())
        } else {
            Ok("1.0".into())
        };
        vec![Check::new("tool", found)]
    }

    fn run(&self, request: &Request) -> Result<RunResult, Error> {
        let knobs: BTreeMap<&str, &str> = request
            .settings
            .iter()
            .map(|(path, value)| (path.as_str(), value.as_str()))
            .collect();
        if let Some(unknown) = knobs.keys().find(|&&path| path != "gain") {
            return Err(Error::Refused(format!(
                "no knob `{unknown}`; did you mean `gain`?"
            )));
        }
        let gain = match knobs.get("gain").map(|value| value.parse::<u64>()) {
            None => 1,
            Some(Ok(gain)) => gain,
            Some(Err(_)) => return Err(Error::Refused("knob `gain`: expected a number".into())),
        };
        println!("running {} pid {}", request.test, std::process::id());
        behave(request, gain)
    }
}

fn behave(request: &Request, gain: u64) -> Result<RunResult, Error> {
    match request.test.as_str() {
        "good.slow" => std::thread::sleep(Duration::from_secs(1)),
        "bad.mismatch" => return Ok(mismatch(request)),
        "bad.odd_seed" if request.seed % 2 == 1 => return Ok(mismatch(request)),
        "bad.bench" => return Err(Error::Internal("the scoreboard has no model".into())),
        "wild.abort" => std::process::abort(),
        "wild.segfault" => kill_self(rustix::process::Signal::SEGV),
        "wild.panic" => panic!("index out of bounds"),
        "wild.finish" => std::process::exit(0),
        "wild.garbage" => leave(request, b"\x00\xff not json ]]>"),
        "wild.future" => leave(request, br#"{"version": 999}"#),
        "wild.hang" => std::thread::sleep(Duration::from_secs(3600)),
        "wild.bad_coverage" => {
            let path = request.coverage();
            std::fs::write(&path, "half a file").map_err(Error::writing(path))?;
            return Ok(good(request, gain));
        }
        "wild.full_disk" => limit_file_size(),
        _ => {}
    }
    cover_code(request)?;
    cover_function(request).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(good(request, gain))
}

coverage::covergroup! {
    /// Which seeds were run.
    Seeds(seed: u64) {
        parity: seed % 2 => { even: 0, odd: 1 };
    }
}

fn cover_function(request: &Request) -> Result<(), Box<dyn std::error::Error>> {
    let mut seeds = Seeds::new()?;
    seeds.sample(request.seed)?;
    let name = format!("{} seed {}", request.test, request.seed);
    let mut recorder = coverage::Recorder::new(coverage::Run::new(request.seed, &name));
    recorder.record(seeds.group())?;
    Ok(recorder.finish().write(&request.coverage())?)
}

/// A code-coverage file whose first point is hit by odd seeds only.
fn cover_code(request: &Request) -> Result<(), Error> {
    let Some(path) = request.code_coverage() else {
        return Ok(());
    };
    let point = |kind: &str, line: u64, hits: u64| {
        format!("C '\u{1}l\u{2}{line}\u{1}page\u{2}v_{kind}/top' {hits}\n")
    };
    let text = format!(
        "# SystemC::Coverage-3\n{}{}{}",
        point("line", 1, request.seed % 2),
        point("line", 2, 0),
        point("branch", 3, 5)
    );
    std::fs::write(&path, text).map_err(Error::writing(path))
}

fn good(request: &Request, gain: u64) -> RunResult {
    let transactions = request.items.unwrap_or(100) * gain;
    let mut result = RunResult::new(request, Verdict::Pass);
    result.digest = format!(
        "{:016x}",
        request.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ transactions
    );
    result.cycles = transactions * 12;
    result.transactions = transactions;
    result.measurements = vec![Measurement {
        name: "ii s_header, one QP".into(),
        unit: "cycles".into(),
        min: 1,
        median: 1 + request.seed % 2,
        max: 2 + request.seed,
    }];
    result
}

fn mismatch(request: &Request) -> RunResult {
    let mut result = RunResult {
        verdict: Verdict::Fail,
        ..good(request, 1)
    };
    result.failures.push(Failure {
        time_ps: Some(1_284_000),
        cycle: Some(321),
        place: "m_cmpt_stream".into(),
        rule: "scoreboard.mismatch".into(),
        text: "completion does not match the response that caused it".into(),
        details: vec![
            "expected  byte_len 4096".into(),
            "observed  byte_len 3072    <- byte_len".into(),
        ],
    });
    result
}

/// Ends this process at once with `bytes` for a result.
fn leave(request: &Request, bytes: &[u8]) -> ! {
    let written = std::fs::write(request.result(), bytes);
    let _ = std::io::stdout().write_all(b"\x00\xfe garbage\n");
    std::process::exit(i32::from(written.is_err()))
}

fn kill_self(signal: rustix::process::Signal) {
    // The first one only takes away the handler with which Rust looks for stack overflows.
    for _ in 0..2 {
        let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
    }
}

/// From here on a file may have no more than 8 bytes: as near to a full disk as a test gets without a disk.
fn limit_file_size() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let ignored = signal_hook::flag::register(25, std::sync::Arc::default());
    let limited = setrlimit(
        Resource::Fsize,
        Rlimit {
            current: Some(8),
            maximum: Some(8),
        },
    );
    assert!(ignored.is_ok() && limited.is_ok());
}

fn main() -> ExitCode {
    regress::cli::main(&Misbehaving, std::env::args_os())
}
