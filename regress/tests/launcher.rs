//! A launcher by script, for the scheduler's tests.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use regress::Error;
use regress::launcher::{Attempt, Ending, Launcher};
use regress::request::{Flavour, Request};
use regress::result::{RunResult, Verdict};

/// What a scripted run does: how often it is polled before it ends, and how.
#[derive(Clone)]
pub(crate) enum Act {
    Ends(Verdict, usize),
    Crashes,
    Refuses,
    Hangs,
    /// Leaves the result of another run.
    Lies,
}

/// What the scheduler did, in order: `start t`, `stop t`.
pub(crate) type Diary = Rc<RefCell<Vec<String>>>;

/// Gives each test its act.
#[derive(Default)]
pub(crate) struct Script {
    pub(crate) acts: BTreeMap<String, Act>,
    pub(crate) diary: Diary,
}

impl Launcher for Script {
    fn launch(&self, request: &Request) -> Result<Box<dyn Attempt>, Error> {
        self.diary
            .borrow_mut()
            .push(format!("start {}", request.test));
        let act = self.acts[&request.test].clone();
        Ok(Box::new(Scripted {
            request: request.clone(),
            act,
            polls: 0,
            ended: false,
            diary: Rc::clone(&self.diary),
        }))
    }
}

struct Scripted {
    request: Request,
    act: Act,
    polls: usize,
    ended: bool,
    diary: Diary,
}

impl Attempt for Scripted {
    fn poll(&mut self) -> Result<Option<Ending>, Error> {
        assert!(!self.ended, "{} is polled after its end", self.request.test);
        self.polls += 1;
        let ending = match self.act {
            Act::Ends(verdict, polls) if self.polls > polls => {
                Some(Ending::Reported(RunResult::new(&self.request, verdict)))
            }
            Act::Ends(..) | Act::Hangs => None,
            Act::Crashes => Some(Ending::Crashed("it broke".into())),
            Act::Refuses => Some(Ending::Refused("no such knob".into())),
            Act::Lies => Some(Ending::Reported(RunResult {
                seed: 99,
                ..RunResult::new(&self.request, Verdict::Pass)
            })),
        };
        self.ended = ending.is_some();
        Ok(ending)
    }

    fn stop(&mut self) {
        if !self.ended {
            self.ended = true;
            self.diary
                .borrow_mut()
                .push(format!("stop {}", self.request.test));
        }
    }

    fn tail(&self) -> Vec<String> {
        vec!["last words".into()]
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A request of `test` that leaves its files in `folder`.
pub(crate) fn request(folder: &std::path::Path, test: &str) -> Request {
    Request {
        test: test.into(),
        seed: 1,
        items: None,
        settings: Vec::new(),
        flavour: Flavour::Fast,
        folder: folder.join(test),
        rtl: "rtl".into(),
        cache: "cache".into(),
    }
}
