//! A failed run as text that one can act on.

use std::fmt::Write;

use crate::event::Summary;
use crate::report::{count, thousands};
use crate::request::Request;
use crate::result::{Failure, RunResult};

/// Failed runs shown in full; the table has them all.
const RUNS: usize = 10;
/// Failures of one run shown in full: what follows the first is often its consequence. The result file has them all.
const FAILURES: usize = 1;

/// Every failed run of `summary`, the first ones in full.
pub fn failures(summary: &Summary) -> String {
    let failed: Vec<_> = summary
        .finished
        .iter()
        .filter(|(_, result)| !result.passed())
        .collect();
    let mut text = String::new();
    for (request, result) in failed.iter().take(RUNS) {
        text += &failure(request, result);
        text.push('\n');
    }
    if failed.len() > RUNS {
        let _ = writeln!(
            text,
            "{} not shown here.\n",
            count(failed.len() - RUNS, "more failed run")
        );
    }
    text
}

/// One failed run.
pub fn failure(request: &Request, result: &RunResult) -> String {
    let mut text = format!("{} {} seed {}", result.verdict, result.test, result.seed);
    if let Some(first) = result.failures.first() {
        text += &when(first);
    }
    text.push('\n');
    for (index, failure) in result.failures.iter().take(FAILURES).enumerate() {
        let again = if index == 0 {
            String::new()
        } else {
            when(failure)
        };
        let _ = writeln!(
            text,
            "  {}: {}{again}{}",
            failure.place,
            failure.text,
            rule(failure)
        );
        for line in &failure.details {
            let _ = writeln!(text, "    {line}");
        }
    }
    if result.failures.len() > FAILURES {
        let more = count(result.failures.len() - FAILURES, "more failure");
        let _ = writeln!(text, "  {more} in {}", request.result().display());
    }
    let _ = writeln!(text, "  files: {}", request.folder.display());
    let _ = writeln!(text, "  again: {}", request.again());
    text
}

/// `  [axis.valid_held]`, if the failure names a rule.
fn rule(failure: &Failure) -> String {
    if failure.rule.is_empty() {
        String::new()
    } else {
        format!("  [{}]", failure.rule)
    }
}

/// `  at 1,284 ns (cycle 321)`, as far as it is known.
fn when(failure: &Failure) -> String {
    let time = failure.time_ps.map(|ps| match ps % 1000 {
        0 => format!("at {} ns", thousands(ps / 1000)),
        _ => format!("at {} ps", thousands(ps)),
    });
    let cycle = failure
        .cycle
        .map(|cycle| format!("(cycle {})", thousands(cycle)));
    let known: Vec<String> = time.into_iter().chain(cycle).collect();
    if known.is_empty() {
        String::new()
    } else {
        format!("  {}", known.join(" "))
    }
}
