//! The tests of `sequences` and the tops of `rtl.toml`, as the runner sees them.

use std::path::Path;
use std::process::Command;

use dut::{ModelCache, Toolchain};
use regress::Error;
use regress::bench::{Bench, BuildOrder, Test};
use regress::doctor::{Check, described};
use regress::request::{Flavour, Request};
use regress::result::{Failure, Measurement, RunResult, Verdict};
use sequences::{RunReport, RunRequest, TestCase};

/// The bench of the RDMA wrappers.
pub(crate) struct RdmaBench;

impl Bench for RdmaBench {
    fn tests(&self) -> Vec<Test> {
        sequences::catalogue()
            .iter()
            .map(|case| Test {
                name: case.name.into(),
                purpose: case.purpose.into(),
                testpoint: case.testpoint.into(),
            })
            .collect()
    }

    /// An environment of one wrapper has the name of its top.
    fn build(&self, order: &BuildOrder) -> Result<(), Error> {
        let tools = Toolchain::discover().map_err(dut_error)?;
        let cache = ModelCache::new(&order.cache);
        let tops = env::rtl::tops(&order.rtl).map_err(env_error)?;
        for top in tops.iter().filter(|top| **top == order.environment) {
            let design = env::rtl::top(&order.rtl, top).map_err(env_error)?.design;
            cache
                .build(&tools, &design, flavour(order.flavour), &mut |_| ())
                .map_err(dut_error)?;
        }
        Ok(())
    }

    fn lint(&self, rtl: &Path) -> Result<Vec<String>, Error> {
        let tools = Toolchain::discover().map_err(dut_error)?;
        let tops = env::rtl::tops(rtl).map_err(env_error)?;
        for top in &tops {
            let design = env::rtl::top(rtl, top).map_err(env_error)?.design;
            dut::lint(&tools, &design).map_err(dut_error)?;
        }
        Ok(tops)
    }

    fn tools(&self) -> Vec<Check> {
        match Toolchain::discover() {
            Ok(tools) => vec![
                Check::new(
                    "verilator",
                    Ok(described(tools.verilator(), tools.verilator_version())),
                ),
                Check::new(
                    "C++ compiler",
                    Ok(described(tools.compiler(), tools.compiler_version())),
                ),
            ],
            // Verilator is looked for first, so a missing one leaves the compiler unknown.
            Err(dut::Error::ToolMissing {
                tool: "verilator",
                tried,
                remedy,
            }) => {
                let missing = format!("not found (tried {tried}); {remedy}");
                vec![
                    Check::new("verilator", Err(missing)),
                    Check::new("C++ compiler", compiler()),
                ]
            }
            Err(error) => vec![Check::new("tools", Err(error.to_string()))],
        }
    }

    fn run(&self, request: &Request) -> Result<RunResult, Error> {
        let case = find(&request.test)?;
        let report = (case.run)(&asked(case, request)).map_err(|error| match error.is_usage() {
            true => Error::Refused(error.to_string()),
            false => Error::Internal(error.to_string()),
        })?;
        report
            .coverage
            .write(&request.coverage())
            .map_err(|error| Error::Refused(error.to_string()))?;
        Ok(answered(request, report))
    }
}

fn find(name: &str) -> Result<&'static TestCase, Error> {
    let case = sequences::catalogue().iter().find(|case| case.name == name);
    case.ok_or_else(|| Error::Internal(format!("this program has no test {name}")))
}

fn asked(case: &TestCase, request: &Request) -> RunRequest {
    RunRequest {
        test: case.name,
        seed: request.seed,
        items: request.items,
        settings: request.settings.clone(),
        flavour: flavour(request.flavour),
        waves: request.waves(),
        code_coverage: request.code_coverage(),
        transaction_log: request.transaction_log(),
        rtl: request.rtl.clone(),
        cache: request.cache.clone(),
    }
}

fn answered(request: &Request, report: RunReport) -> RunResult {
    let verdict = match report.verdict {
        sequences::Verdict::Pass => Verdict::Pass,
        sequences::Verdict::Fail => Verdict::Fail,
    };
    let mut result = RunResult::new(request, verdict);
    result.digest = report.digest;
    result.cycles = report.cycles;
    result.transactions = report.transactions;
    result.failures = report.failures.into_iter().map(failure).collect();
    result.measurements = report.measurements.into_iter().map(measurement).collect();
    result
}

fn failure(message: uvm::report::Message) -> Failure {
    Failure {
        time_ps: Some(message.time_ps),
        cycle: Some(message.cycle),
        place: message.path,
        rule: message.id,
        text: message.text,
        details: message
            .details
            .iter()
            .flat_map(|detail| detail.lines())
            .map(str::to_owned)
            .collect(),
    }
}

fn measurement(figure: sequences::Measurement) -> Measurement {
    Measurement {
        name: figure.name,
        unit: figure.unit.into(),
        min: figure.min,
        median: figure.median,
        max: figure.max,
    }
}

fn flavour(flavour: Flavour) -> dut::Flavour {
    match flavour {
        Flavour::Fast => dut::Flavour::Fast,
        Flavour::Cov => dut::Flavour::Cov,
        Flavour::Wave => dut::Flavour::Wave,
    }
}

/// The compiler that `dut` would take.
fn compiler() -> Result<String, String> {
    let name = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let output = Command::new(&name)
        .arg("--version")
        .output()
        .ok()
        .filter(|output| output.status.success());
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let version = text.as_deref().and_then(|text| text.lines().next());
    version.map(|version| described(Path::new(&name), version)).ok_or_else(|| {
        let name = name.to_string_lossy();
        format!("`{name} --version` fails; run `apt-get install g++`, or set CXX to a C++20 compiler")
    })
}

/// A defect of the RTL or of the machine is the user's to mend; what is left is ours.
fn dut_error(error: dut::Error) -> Error {
    match error {
        dut::Error::Elaboration { top, message } => Error::Elaborate {
            what: format!("top `{top}` does not elaborate; Verilator says:"),
            message,
        },
        dut::Error::Lint { top, message } => Error::Elaborate {
            what: format!("top `{top}` is not lint clean; Verilator says:"),
            message,
        },
        dut::Error::Load { .. } | dut::Error::WrongFlavour { .. } => {
            Error::Internal(error.to_string())
        }
        other => Error::Refused(other.to_string()),
    }
}

fn env_error(error: env::Error) -> Error {
    match error {
        env::Error::Dut(inner) => dut_error(*inner),
        other => Error::Refused(other.to_string()),
    }
}
