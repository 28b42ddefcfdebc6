//! Which run starts when, and what becomes of it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Error;
use crate::event::{Event, Reporter, Summary};
use crate::launcher::{Attempt, Ending, Launcher};
use crate::request::Request;
use crate::result::{RunResult, Verdict};

/// How long the scheduler sleeps when nothing has ended: short against a run, long against a look.
const NAP: Duration = Duration::from_millis(5);

/// What the scheduler may spend.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Runs at a time, at least 1.
    pub jobs: usize,
    /// Wall-clock time of one run.
    pub timeout: Duration,
    /// Start nothing more once a run has not passed.
    pub fail_fast: bool,
}

/// Runs `requests` within `limits` until none is left or `stop` is set, telling `reporter` what happens.
///
/// What has finished is in the summary even if the rest could not be done.
///
/// # Errors
/// What the launcher or a reporter could not do, and [`Error::Refused`] when a run cannot be done as asked; runs
/// under way are stopped first.
pub fn run(
    requests: &[Request],
    launcher: &dyn Launcher,
    limits: &Limits,
    stop: &AtomicBool,
    reporter: &mut dyn Reporter,
) -> (Summary, Result<(), Error>) {
    let mut board = Board {
        waiting: requests.iter().enumerate().collect(),
        running: Vec::new(),
        done: Vec::new(),
    };
    let outcome = board.play(launcher, limits, stop, reporter);
    (board.close(stop.load(Ordering::Relaxed)), outcome)
}

struct Running<'a> {
    index: usize,
    request: &'a Request,
    attempt: Box<dyn Attempt>,
    start: Instant,
}

/// Every run is in one of three places.
struct Board<'a> {
    waiting: VecDeque<(usize, &'a Request)>,
    running: Vec<Running<'a>>,
    done: Vec<(usize, Request, RunResult)>,
}

impl<'a> Board<'a> {
    fn play(
        &mut self,
        launcher: &dyn Launcher,
        limits: &Limits,
        stop: &AtomicBool,
        reporter: &mut dyn Reporter,
    ) -> Result<(), Error> {
        let mut give_up = false;
        while !stop.load(Ordering::Relaxed) {
            while !give_up && self.running.len() < limits.jobs.max(1) {
                let Some((index, request)) = self.waiting.pop_front() else {
                    break;
                };
                let attempt = launcher.launch(request)?;
                let start = Instant::now();
                self.running.push(Running {
                    index,
                    request,
                    attempt,
                    start,
                });
                reporter.event(Event::Started { request })?;
            }
            if self.running.is_empty() {
                break;
            }
            let Some((index, request, result)) = self.take_ended(limits.timeout)? else {
                std::thread::sleep(NAP);
                continue;
            };
            give_up |= limits.fail_fast && !result.passed();
            self.done.push((index, request.clone(), result.clone()));
            reporter.event(Event::Finished {
                request,
                result: &result,
            })?;
        }
        Ok(())
    }

    /// Takes away a run that has ended or used up its time.
    fn take_ended(
        &mut self,
        timeout: Duration,
    ) -> Result<Option<(usize, &'a Request, RunResult)>, Error> {
        for place in 0..self.running.len() {
            if let Some(result) = self.running[place].result(timeout)? {
                let run = self.running.remove(place);
                return Ok(Some((run.index, run.request, result)));
            }
        }
        Ok(None)
    }

    /// Stops what still runs and sums up.
    fn close(mut self, interrupted: bool) -> Summary {
        let stopped = self.running.len();
        self.running.iter_mut().for_each(|run| run.attempt.stop());
        self.done.sort_by_key(|(index, ..)| *index);
        Summary {
            finished: self
                .done
                .into_iter()
                .map(|(_, request, result)| (request, result))
                .collect(),
            stopped,
            not_started: self.waiting.len(),
            interrupted,
        }
    }
}

impl Running<'_> {
    fn result(&mut self, timeout: Duration) -> Result<Option<RunResult>, Error> {
        let outside = |run: &Self, verdict, text| {
            RunResult::outside(
                run.request,
                verdict,
                run.start.elapsed(),
                text,
                run.attempt.tail(),
            )
        };
        let result = match self.attempt.poll()? {
            Some(Ending::Reported(result)) if self.is_ours(&result) => return Ok(Some(result)),
            Some(Ending::Reported(other)) => {
                let text = format!(
                    "the run left the result of {} seed {}",
                    other.test, other.seed
                );
                outside(self, Verdict::Crash, text)
            }
            Some(Ending::Crashed(text)) => outside(self, Verdict::Crash, text),
            Some(Ending::Refused(text)) => return Err(Error::Refused(text)),
            None if self.start.elapsed() >= timeout => {
                self.attempt.stop();
                let text = format!(
                    "the run was stopped after {} s without a verdict",
                    timeout.as_secs_f64()
                );
                outside(self, Verdict::Timeout, text)
            }
            None => return Ok(None),
        };
        // The run could not leave a record of its own end.
        result.write(&self.request.result())?;
        Ok(Some(result))
    }

    fn is_ours(&self, result: &RunResult) -> bool {
        result.test == self.request.test && result.seed == self.request.seed
    }
}
