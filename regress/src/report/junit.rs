//! JUnit XML, as CI servers read it: a suite per environment, a case per run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use junit_report::{
    Duration, OffsetDateTime, ReportBuilder, TestCase, TestCaseBuilder, TestSuiteBuilder,
};

use crate::bench::environment;
use crate::event::{Event, Reporter, Summary};
use crate::report::failure::failure;
use crate::request::Request;
use crate::result::{RunResult, Verdict};
use crate::{Error, files};

/// Writes the report when the regression has ended, interrupted or not.
#[derive(Clone, Debug)]
pub struct Junit {
    /// Where it goes.
    pub path: PathBuf,
}

impl Reporter for Junit {
    fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        match event {
            Event::Ended { summary } => {
                files::write(&self.path, &junit(summary, OffsetDateTime::now_utc())?)
            }
            _ => Ok(()),
        }
    }
}

/// The report of `summary`, made at `now`.
///
/// # Errors
/// [`Error::Internal`] if it cannot be expressed.
pub fn junit(summary: &Summary, now: OffsetDateTime) -> Result<Vec<u8>, Error> {
    let mut suites: BTreeMap<&str, Vec<TestCase>> = BTreeMap::new();
    for (request, result) in &summary.finished {
        suites
            .entry(environment(&result.test))
            .or_default()
            .push(case(request, result));
    }
    let mut report = ReportBuilder::new();
    for (name, cases) in suites {
        report.add_testsuite(
            TestSuiteBuilder::new(name)
                .set_timestamp(now)
                .add_testcases(cases)
                .build(),
        );
    }
    let mut bytes = Vec::new();
    report
        .build()
        .write_xml(&mut bytes)
        .map_err(|error| Error::Internal(format!("JUnit: {error}")))?;
    Ok(bytes)
}

fn case(request: &Request, result: &RunResult) -> TestCase {
    let name = format!("{} seed {}", result.test, result.seed);
    let time = Duration::milliseconds(i64::try_from(result.wall_ms).unwrap_or(i64::MAX));
    let message = xml_text(&result.message());
    let kind = format!("{:?}", result.verdict).to_lowercase();
    let mut case = match result.verdict {
        Verdict::Pass => TestCaseBuilder::success(&name, time),
        Verdict::Fail => TestCaseBuilder::failure(&name, time, &kind, &message),
        Verdict::Error | Verdict::Crash | Verdict::Timeout => {
            TestCaseBuilder::error(&name, time, &kind, &message)
        }
    };
    case.set_classname(&result.test);
    if !result.passed() {
        case.set_trace(&xml_text(&failure(request, result)));
    }
    case.build()
}

/// Text that XML 1.0 (2.2) can carry within a CDATA section.
fn xml_text(text: &str) -> String {
    let legal =
        |c: char| c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\n' | '\t');
    text.chars()
        .map(|c| if legal(c) { c } else { '\u{fffd}' })
        .collect::<String>()
        .replace("]]>", "]] >")
}
