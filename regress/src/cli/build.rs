//! `rdmatb build`, and the building that precedes a run.

use std::collections::BTreeSet;

use crate::Error;
use crate::bench::{Bench, BuildOrder};
use crate::error::EXIT_PASS;
use crate::event::{Event, Reporter};
use crate::places::Places;
use crate::report::progress;
use crate::request::Flavour;
use crate::select::select;

/// Options of `rdmatb build`.
#[derive(Debug, clap::Args)]
pub(super) struct BuildArgs {
    /// Tests whose models are built: a name, an environment or a glob [default: all]
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    /// Instrumentation of the models
    #[arg(long, value_enum, default_value_t)]
    flavour: Flavour,
}

pub(super) fn build(bench: &dyn Bench, args: &BuildArgs, places: &Places) -> Result<u8, Error> {
    let tests = bench.tests();
    let all = vec!["*".to_owned()];
    let chosen = select(
        &tests,
        if args.patterns.is_empty() {
            &all
        } else {
            &args.patterns
        },
    )?;
    let environments = chosen
        .iter()
        .map(|test| test.environment().to_owned())
        .collect();
    build_all(
        bench,
        environments,
        args.flavour,
        places,
        progress::for_stderr().as_mut(),
    )?;
    Ok(EXIT_PASS)
}

/// Builds the models of `environments` one after the other; each build uses all processors already.
pub(super) fn build_all(
    bench: &dyn Bench,
    environments: BTreeSet<String>,
    flavour: Flavour,
    places: &Places,
    reporter: &mut dyn Reporter,
) -> Result<(), Error> {
    for environment in environments {
        let order = BuildOrder {
            environment,
            flavour,
            rtl: places.rtl.clone(),
            cache: places.cache.clone(),
        };
        reporter.event(Event::Building { order: &order })?;
        bench.build(&order)?;
    }
    Ok(())
}
