//! What goes on: a bar on a terminal, a line per event elsewhere; both on standard error.

use std::io::{IsTerminal, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Error;
use crate::event::{Event, Reporter};
use crate::report::count;
use crate::report::table::seconds;
use crate::request::Request;
use crate::result::RunResult;

/// A bar if standard error is a terminal, else lines.
pub fn for_stderr() -> Box<dyn Reporter> {
    if std::io::stderr().is_terminal() {
        Box::new(Bar::new())
    } else {
        Box::new(Lines::new(std::io::stderr()))
    }
}

/// `2 runs, seeds 1 to 2, 1 at a time`.
fn planned(requests: &[Request], jobs: usize) -> String {
    let first = requests
        .iter()
        .map(|request| request.seed)
        .min()
        .unwrap_or_default();
    let last = requests
        .iter()
        .map(|request| request.seed)
        .max()
        .unwrap_or_default();
    let seeds = if first == last {
        format!("seed {first}")
    } else {
        format!("seeds {first} to {last}")
    };
    format!(
        "{}, {seeds}, {jobs} at a time",
        count(requests.len(), "run")
    )
}

fn finished(result: &RunResult) -> String {
    format!(
        "{:<7} {} seed {} ({})",
        result.verdict,
        result.test,
        result.seed,
        seconds(result.wall_ms)
    )
}

/// A line per event that is worth one.
pub struct Lines<W> {
    out: W,
    done: usize,
    all: usize,
}

impl<W: Write> Lines<W> {
    /// Lines to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out,
            done: 0,
            all: 0,
        }
    }
}

impl<W: Write> Reporter for Lines<W> {
    fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        let line = match event {
            Event::Planned { requests, jobs } => {
                self.all = requests.len();
                planned(requests, jobs)
            }
            Event::Building { order } => {
                format!("building {} ({})", order.environment, order.flavour)
            }
            Event::Finished { result, .. } => {
                self.done += 1;
                let width = self.all.to_string().len();
                format!("[{:>width$}/{}] {}", self.done, self.all, finished(result))
            }
            Event::Started { .. } | Event::Ended { .. } => return Ok(()),
        };
        // Nobody is told that progress cannot be told.
        let _ = writeln!(self.out, "{line}");
        Ok(())
    }
}

/// A progress bar; runs that do not pass stay on the screen above it.
pub struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} {wide_msg}")
        {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Reporter for Bar {
    fn event(&mut self, event: Event<'_>) -> Result<(), Error> {
        match event {
            Event::Planned { requests, jobs } => {
                self.0.set_length(requests.len() as u64);
                self.0.println(planned(requests, jobs));
            }
            Event::Building { order } => {
                self.0.set_message(format!(
                    "building {} ({})",
                    order.environment, order.flavour
                ));
                self.0.tick();
            }
            Event::Started { request } => self
                .0
                .set_message(format!("{} seed {}", request.test, request.seed)),
            Event::Finished { result, .. } => {
                if !result.passed() {
                    self.0.println(finished(result));
                }
                self.0.inc(1);
            }
            Event::Ended { .. } => self.0.finish_and_clear(),
        }
        Ok(())
    }
}
