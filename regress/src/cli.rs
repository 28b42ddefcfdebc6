//! The command line: options, commands and exit codes.
//!
//! Exit codes: 0 everything passed, 1 a run did not pass, 2 the command or the machine is at fault, 3 the runner is,
//! 130 stopped by SIGINT or SIGTERM.

mod build;
mod list;
mod run;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::Error;
use crate::bench::Bench;
use crate::error::{EXIT_INTERNAL, EXIT_PASS, EXIT_USAGE};
use crate::places::{Places, find_rtl};
use crate::{doctor, process};

/// Runs verification tests of RDMA RTL and reports what they found.
#[derive(Debug, Parser)]
#[command(name = "rdmatb", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    places: PlaceArgs,
}

#[derive(Debug, Args)]
struct PlaceArgs {
    /// The folder that holds rtl.toml [default: RDMATB_RTL, or rtl/ here or above]
    #[arg(long, global = true, value_name = "DIR")]
    rtl: Option<PathBuf>,
    /// The cache of built models [default: RDMATB_CACHE, or rdmatb in the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    cache: Option<PathBuf>,
}

impl PlaceArgs {
    fn find(&self) -> Result<Places, Error> {
        Places::find(self.rtl.as_deref(), self.cache.as_deref())
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List tests with their purpose and the testplan entry they serve
    List(list::ListArgs),
    /// Run tests: each in a process of its own, results in --out
    Run(run::RunArgs),
    /// Build the models of all tests, or of those that match, into the cache
    Build(build::BuildArgs),
    /// Lint the RTL
    Lint,
    /// Say what is present and missing on this machine, and what mends it
    Doctor,
    /// One run, in this process
    #[command(hide = true)]
    RunOne {
        /// The request as JSON
        request: PathBuf,
    },
}

/// The whole program: reads `args` (the program's name first), acts, and gives the exit code.
pub fn main(bench: &dyn Bench, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(message) => {
            let code = if message.use_stderr() {
                EXIT_USAGE
            } else {
                EXIT_PASS
            };
            // Without a terminal to complain to there is nothing left to do.
            let _ = message.print();
            return ExitCode::from(code);
        }
    };
    // A panic is a defect of ours: its message is on standard error already.
    let outcome = catch_unwind(AssertUnwindSafe(|| obey(bench, &cli)));
    let code = match outcome {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            let code = error.exit_code();
            if code != EXIT_PASS {
                let _ = writeln!(std::io::stderr(), "error: {error}");
            }
            code
        }
        Err(_) => EXIT_INTERNAL,
    };
    ExitCode::from(code)
}

fn obey(bench: &dyn Bench, cli: &Cli) -> Result<u8, Error> {
    match &cli.command {
        Command::List(args) => list::list(bench, args),
        Command::Run(args) => run::run(bench, args, &cli.places),
        Command::Build(args) => build::build(bench, args, &cli.places.find()?),
        Command::Lint => lint(bench, cli.places.rtl.as_deref()),
        Command::Doctor => examine(bench, &cli.places),
        Command::RunOne { request } => process::run_one(bench, request).map(|()| EXIT_PASS),
    }
}

fn lint(bench: &dyn Bench, rtl: Option<&Path>) -> Result<u8, Error> {
    for top in bench.lint(&find_rtl(rtl)?)? {
        print(&format!("{top}: clean\n"))?;
    }
    Ok(EXIT_PASS)
}

fn examine(bench: &dyn Bench, places: &PlaceArgs) -> Result<u8, Error> {
    let checks = doctor::examine(
        bench.tools(),
        places.rtl.as_deref(),
        places.cache.as_deref(),
        Path::new(run::DEFAULT_OUT),
    );
    print(&doctor::text(&checks))?;
    Ok(if doctor::healthy(&checks) {
        EXIT_PASS
    } else {
        EXIT_USAGE
    })
}

/// Prints to standard output; a closed pipe is an error like any other, not a panic.
fn print(text: &str) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(Error::Stdout)
}
