//! `rdmatb list`.

use crate::Error;
use crate::bench::{Bench, Test};
use crate::cli::print;
use crate::error::EXIT_PASS;
use crate::report::{plain_table, table_text};
use crate::select::select;

/// Options of `rdmatb list`.
#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Tests: a name, an environment or a glob [default: all]
    #[arg(value_name = "PATTERN")]
    patterns: Vec<String>,
    /// Print one JSON object per test
    #[arg(long)]
    json: bool,
}

pub(super) fn list(bench: &dyn Bench, args: &ListArgs) -> Result<u8, Error> {
    let tests = bench.tests();
    let chosen: Vec<&Test> = if args.patterns.is_empty() {
        tests.iter().collect()
    } else {
        select(&tests, &args.patterns)?
    };
    if args.json {
        for test in chosen {
            let line =
                serde_json::to_string(test).map_err(|error| Error::Internal(error.to_string()))?;
            print(&(line + "\n"))?;
        }
        return Ok(EXIT_PASS);
    }
    let mut table = plain_table();
    table.set_header(["test", "testpoint", "purpose"]);
    for test in chosen {
        table.add_row([&test.name, &test.testpoint, &test.purpose]);
    }
    print(&table_text(&table))?;
    Ok(EXIT_PASS)
}
