//! `rdmatb run`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ::coverage::Report;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::bench::{Bench, environment};
use crate::cli::build::build_all;
use crate::cli::{PlaceArgs, print};
use crate::code_coverage::CodeCoverage;
use crate::error::{EXIT_FAILED, EXIT_INTERRUPTED, EXIT_PASS};
use crate::event::{Event, Reporter, Reporters, Summary};
use crate::plan::{DEFAULT_SEED, Entry, Plan, absolute};
use crate::process::ProcessLauncher;
use crate::report::json::JsonLines;
use crate::report::junit::Junit;
use crate::report::{coverage::coverage, failure, measurements, progress, table};
use crate::request::Flavour;
use crate::schedule::{self, Limits};
use crate::{Error, config, files, functional_coverage};

/// Where runs leave their files unless said otherwise.
pub(super) const DEFAULT_OUT: &str = "out";

/// Options of `rdmatb run`.
#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {
    /// Tests: a name, an environment or a glob
    #[arg(value_name = "PATTERN", required_unless_present = "plan")]
    patterns: Vec<String>,
    /// Run what a TOML plan lists instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["patterns", "seed", "seeds", "set", "config", "items"])]
    plan: Option<PathBuf>,
    /// The base seed: the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// How many seeds, counting up from --seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: u64,
    /// Set a knob; may be given often, the last one holds
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Set knobs from a TOML file; --set comes after it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Sequence items of each run
    #[arg(long, value_name = "N")]
    items: Option<u64>,
    /// Record waves and the transaction log; the same as --flavour wave
    #[arg(long)]
    waves: bool,
    /// Instrumentation of the model [default: fast, or as the plan says]
    #[arg(long, value_enum)]
    flavour: Option<Flavour>,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print one JSON object per run instead of tables
    #[arg(long)]
    json: bool,
    /// The folder for the files of all runs
    #[arg(long, value_name = "DIR", default_value = DEFAULT_OUT)]
    out: PathBuf,
    /// Runs at a time [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Stop a run after so many seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = timeout)]
    timeout: Duration,
    /// Start nothing more after the first run that does not pass
    #[arg(long)]
    fail_fast: bool,
}

fn timeout(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(limit) if !limit.is_zero() => Ok(limit),
        _ => Err("must be more than 0 seconds".to_owned()),
    }
}

impl RunArgs {
    fn plan(&self) -> Result<Plan, Error> {
        let mut plan = match &self.plan {
            Some(path) => Plan::read(path)?,
            None => Plan {
                flavour: Flavour::default(),
                runs: vec![self.entry()?],
            },
        };
        plan.flavour = match (self.flavour, self.waves) {
            (None | Some(Flavour::Wave), true) => Flavour::Wave,
            (Some(other), true) => {
                let text = format!(
                    "failed to combine --waves with --flavour {other}: a model has one flavour"
                );
                return Err(Error::Usage(text));
            }
            (Some(flavour), false) => flavour,
            (None, false) => plan.flavour,
        };
        Ok(plan)
    }

    fn entry(&self) -> Result<Entry, Error> {
        let mut settings = self
            .config
            .as_deref()
            .map(config::read)
            .transpose()?
            .unwrap_or_default();
        for argument in &self.set {
            settings.push(config::setting(argument)?);
        }
        Ok(Entry {
            tests: self.patterns.clone(),
            seed: self.seed,
            seeds: self.seeds,
            items: self.items,
            settings,
        })
    }

    fn reporters(&self) -> Reporters {
        let mut all = Reporters(vec![progress::for_stderr()]);
        if self.json {
            all.0.push(Box::new(JsonLines(std::io::stdout())));
        }
        if let Some(path) = &self.junit {
            all.0.push(Box::new(Junit { path: path.clone() }));
        }
        all
    }

    fn limits(&self, runs: usize) -> Limits {
        let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self
            .jobs
            .map_or(processors, NonZeroUsize::get)
            .min(runs.max(1));
        Limits {
            jobs,
            timeout: self.timeout,
            fail_fast: self.fail_fast,
        }
    }
}

pub(super) fn run(bench: &dyn Bench, args: &RunArgs, places: &PlaceArgs) -> Result<u8, Error> {
    // What the command says is read before what the machine has: the cheapest mistakes come first.
    let plan = args.plan()?;
    let tests = bench.tests();
    plan.check(&tests)?;
    let places = places.find()?;
    let requests = plan.expand(&tests, &places, &absolute(&args.out)?)?;
    check_writable(&args.out)?;
    let limits = args.limits(requests.len());
    let mut reporters = args.reporters();
    let stop = Interrupt::listen()?;
    reporters.event(Event::Planned {
        requests: &requests,
        jobs: limits.jobs,
    })?;
    let environments = requests
        .iter()
        .map(|request| environment(&request.test).to_owned())
        .collect();
    build_all(bench, environments, plan.flavour, &places, &mut reporters)?;
    stop.defer();
    let program = std::env::current_exe().map_err(Error::reading("this program"))?;
    let launcher = ProcessLauncher { program };
    let (summary, done) = schedule::run(&requests, &launcher, &limits, &stop.flag, &mut reporters);
    if summary.finished.is_empty() {
        done?;
        return finish(&summary, args, &mut reporters);
    }
    // What has finished is reported before what went wrong with the rest.
    let code = finish(&summary, args, &mut reporters)?;
    done.map(|()| code)
}

/// Reports `summary` and gives the exit code; one report that cannot be made keeps no other from being made.
fn finish(summary: &Summary, args: &RunArgs, reporters: &mut Reporters) -> Result<u8, Error> {
    let ended = reporters.event(Event::Ended { summary });
    let functional = functional_coverage::merge(summary, &args.out);
    let code = code_coverage(summary);
    if !args.json {
        let functional = functional.as_ref().ok().and_then(Option::as_ref);
        print(&text(summary, functional, code.as_ref().ok(), &args.out))?;
    }
    ended?;
    functional?;
    code?;
    Ok(match summary {
        summary if summary.interrupted => EXIT_INTERRUPTED,
        summary if summary.failed() > 0 => EXIT_FAILED,
        _ => EXIT_PASS,
    })
}

/// The text after a regression: failures first, because they are what one acts on, the closing line last.
fn text(
    summary: &Summary,
    functional: Option<&Report>,
    code: Option<&CodeCoverage>,
    out: &Path,
) -> String {
    let mut parts = vec![
        failure::failures(summary),
        table::results(summary),
        measurements::measurements(summary),
    ];
    let full = out.join(functional_coverage::FULL_TEXT);
    parts.extend(functional.map(|report| coverage(report, &full)));
    parts.extend(code.map(CodeCoverage::table));
    parts.push(format!(
        "{}; files in {}\n",
        table::closing(summary),
        out.display()
    ));
    parts.retain(|part| !part.is_empty());
    parts
        .iter()
        .map(|part| part.trim_end())
        .collect::<Vec<_>>()
        .join("\n\n")
        + "\n"
}

/// Code coverage of all runs that left any; a run that crashed left none.
fn code_coverage(summary: &Summary) -> Result<CodeCoverage, Error> {
    let mut coverage = CodeCoverage::default();
    for file in summary
        .finished
        .iter()
        .filter_map(|(request, _)| request.code_coverage())
        .filter(|file| file.exists())
    {
        coverage.add(&file)?;
    }
    Ok(coverage)
}

/// Fails before anything is built if results could not be left.
fn check_writable(out: &Path) -> Result<(), Error> {
    files::create_folder(out)?;
    tempfile::tempfile_in(out)
        .map(drop)
        .map_err(Error::writing(out))
}

/// SIGINT and SIGTERM: while models are built they end the program at once, later they set a flag.
struct Interrupt {
    flag: Arc<AtomicBool>,
    at_once: Arc<AtomicBool>,
}

impl Interrupt {
    fn listen() -> Result<Self, Error> {
        let interrupt = Self {
            flag: Arc::default(),
            at_once: Arc::new(AtomicBool::new(true)),
        };
        for signal in [SIGINT, SIGTERM] {
            let code = i32::from(EXIT_INTERRUPTED);
            signal_hook::flag::register_conditional_shutdown(
                signal,
                code,
                Arc::clone(&interrupt.at_once),
            )
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&interrupt.flag)))
            .map_err(|source| Error::Internal(format!("failed to listen for signals: {source}")))?;
        }
        Ok(interrupt)
    }

    /// From here on there are results to keep.
    fn defer(&self) {
        self.at_once.store(false, Ordering::SeqCst);
    }
}
