//! One process per run: the launcher of this machine, and the child's side of it.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use rustix::process::{Pid, Signal, kill_process_group, set_parent_process_death_signal};

use crate::bench::Bench;
use crate::error::{EXIT_INTERNAL, EXIT_PASS, EXIT_USAGE};
use crate::launcher::{Attempt, Ending, Launcher};
use crate::request::Request;
use crate::result::{RunResult, Verdict};
use crate::{Error, files};

/// How much of a log's end is looked at, bytes.
const TAIL_BYTES: u64 = 64 << 10;
/// How many lines of a log's end are shown.
const TAIL_LINES: usize = 8;

/// Runs each request as `<program> run-one <request file>`.
#[derive(Clone, Debug)]
pub struct ProcessLauncher {
    /// The program, as a rule this one.
    pub program: PathBuf,
}

impl Launcher for ProcessLauncher {
    fn launch(&self, request: &Request) -> Result<Box<dyn Attempt>, Error> {
        files::create_folder(&request.folder)?;
        for old in request.leftovers() {
            match fs::remove_file(&old) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::Write { path: old, source });
                }
                _ => {}
            }
        }
        files::write_json(&request.request_file(), request)?;
        let log = File::create(request.log()).map_err(Error::writing(request.log()))?;
        let also_log = log.try_clone().map_err(Error::writing(request.log()))?;
        let child = Command::new(&self.program)
            .arg("run-one")
            .arg(request.request_file())
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(also_log)
            // A group of its own: Ctrl-C reaches the runner only, which then stops the run with all it started.
            .process_group(0)
            .spawn()
            .map_err(|source| Error::Launch {
                program: self.program.clone(),
                source,
            })?;
        Ok(Box::new(ProcessAttempt {
            child,
            ended: false,
            log: request.log(),
            result: request.result(),
        }))
    }
}

struct ProcessAttempt {
    child: Child,
    ended: bool,
    log: PathBuf,
    result: PathBuf,
}

impl Attempt for ProcessAttempt {
    fn poll(&mut self) -> Result<Option<Ending>, Error> {
        let status = self
            .child
            .try_wait()
            .map_err(|source| Error::Internal(format!("failed to wait: {source}")))?;
        Ok(status.map(|status| {
            self.ended = true;
            self.ending(status)
        }))
    }

    fn stop(&mut self) {
        if self.ended {
            return;
        }
        self.ended = true;
        // Both may fail only because the process is gone already, which is what was wanted.
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }

    fn tail(&self) -> Vec<String> {
        tail(&self.log)
    }
}

impl ProcessAttempt {
    fn ending(&self, status: ExitStatus) -> Ending {
        match status.code() {
            Some(code) if code == i32::from(EXIT_PASS) => match RunResult::read(&self.result) {
                Ok(result) => Ending::Reported(result),
                Err(_) if !self.result.exists() => {
                    Ending::Crashed("the process ended without a result, as after a $finish".into())
                }
                Err(reason) => {
                    Ending::Crashed(format!("the process left an unreadable result: {reason}"))
                }
            },
            Some(code) if code == i32::from(EXIT_USAGE) => Ending::Refused(self.refusal()),
            Some(code) if code == i32::from(EXIT_INTERNAL) => {
                Ending::Crashed("the bench panicked, which is a defect of the bench".into())
            }
            Some(code) => Ending::Crashed(format!("the process ended with exit code {code}")),
            None => Ending::Crashed(format!("the process was ended by {}", signal_name(status))),
        }
    }

    /// What the child said before it gave up; a full disk may have kept even that from the log.
    fn refusal(&self) -> String {
        let lines = self.tail();
        let Some(first) = lines.iter().rposition(|line| line.starts_with("error: ")) else {
            let folder = self.log.with_file_name("");
            return format!("failed to write in {}: is the disk full?", folder.display());
        };
        lines[first..]
            .join("\n")
            .trim_start_matches("error: ")
            .to_owned()
    }
}

impl Drop for ProcessAttempt {
    fn drop(&mut self) {
        self.stop();
    }
}

fn signal_name(status: ExitStatus) -> String {
    let number = status.signal().unwrap_or_default();
    let name = match number {
        4 => "SIGILL",
        6 => "SIGABRT (an assertion or an abort)",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL (out of memory?)",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        _ => return format!("signal {number}"),
    };
    format!("signal {number}, {name}")
}

/// The last lines of a log, or the lines from the last panic on: a backtrace must not push out what it is of.
/// Whatever is not text in it is replaced.
fn tail(log: &Path) -> Vec<String> {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = File::open(log)?;
        let size = file.metadata()?.len();
        file.seek(SeekFrom::Start(size.saturating_sub(TAIL_BYTES)))?;
        let mut bytes = Vec::new();
        file.take(TAIL_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let text = String::from_utf8_lossy(&read().unwrap_or_default()).into_owned();
    let printable = |c: char| {
        if c.is_control() && c != '\t' {
            '\u{fffd}'
        } else {
            c
        }
    };
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.chars().map(printable).collect())
        .collect();
    let last = lines.len().saturating_sub(TAIL_LINES);
    let panicked = |line: &String| line.starts_with("thread '") && line.contains(" panicked at ");
    let first = lines.iter().rposition(panicked).unwrap_or(last).min(last);
    lines.into_iter().skip(first).take(TAIL_LINES).collect()
}

/// The child's side: reads the request, runs it, leaves the result.
///
/// # Errors
/// What keeps it from leaving a result; [`Error::exit_code`] tells the parent which kind that is.
pub fn run_one(bench: &dyn Bench, request_file: &Path) -> Result<(), Error> {
    // If the runner is killed, its runs go with it.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|source| {
        Error::Internal(format!("failed to tie this run to its parent: {source}"))
    })?;
    let text = fs::read_to_string(request_file).map_err(Error::reading(request_file))?;
    let request: Request = serde_json::from_str(&text).map_err(|source| {
        Error::Internal(format!(
            "failed to read {}: {source}",
            request_file.display()
        ))
    })?;
    let start = Instant::now();
    let result = match bench.run(&request) {
        Ok(result) => result.with_wall(start.elapsed()),
        Err(Error::Internal(message)) => RunResult::outside(
            &request,
            Verdict::Error,
            start.elapsed(),
            message,
            Vec::new(),
        ),
        Err(refused) => return Err(refused),
    };
    result.write(&request.result())
}
