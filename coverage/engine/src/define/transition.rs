//! Transitions between values of successive samples (IEEE 1800-2017 19.5.2).

use crate::{IntoSet, Set};

/// How often a step of a sequence repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// `[*n:m]`: in successive samples.
    Consecutive(u32, u32),
    /// `[->n:m]`: others may lie between, the next step follows at once.
    Goto(u32, u32),
    /// `[=n:m]`: others may lie between and before the next step.
    Spread(u32, u32),
}

impl Repeat {
    /// The fewest and most repetitions.
    pub(crate) fn bounds(self) -> (u32, u32) {
        match self {
            Self::Consecutive(n, m) | Self::Goto(n, m) | Self::Spread(n, m) => (n, m),
        }
    }
}

/// One step of a sequence: a set of values, and how often one of them must be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub(crate) set: Set,
    pub(crate) repeat: Repeat,
}

impl Step {
    /// How the step reads in reports.
    pub(crate) fn text(&self) -> String {
        let (mark, (n, m)) = match self.repeat {
            Repeat::Consecutive(1, 1) => return self.set.text().to_owned(),
            Repeat::Consecutive(..) => ("*", self.repeat.bounds()),
            Repeat::Goto(..) => ("->", self.repeat.bounds()),
            Repeat::Spread(..) => ("=", self.repeat.bounds()),
        };
        let times = if n == m {
            n.to_string()
        } else {
            format!("{n}:{m}")
        };
        format!("{} [{mark}{times}]", self.set.text())
    }
}

/// Marker of [`IntoStep`]: a [`Step`] as it is.
#[derive(Debug)]
pub struct OfStep;

/// What reads as a step of a sequence: a set of values, or [`repeat`], [`goto`], [`spread`].
pub trait IntoStep<Form> {
    /// The step it stands for.
    fn into_step(self) -> Step;
}

impl IntoStep<OfStep> for Step {
    fn into_step(self) -> Step {
        self
    }
}

impl<Form, T: IntoSet<Form>> IntoStep<(OfStep, Form)> for T {
    fn into_step(self) -> Step {
        repeat(self, 1, 1)
    }
}

/// `set [*least:most]`: `least` to `most` successive samples in `set`.
pub fn repeat<Form>(set: impl IntoSet<Form>, least: u32, most: u32) -> Step {
    let set = set.into_set();
    Step {
        set,
        repeat: Repeat::Consecutive(least, most),
    }
}

/// `set [->least:most]`: `least` to `most` samples in `set`, others between; the next step follows the last.
pub fn goto<Form>(set: impl IntoSet<Form>, least: u32, most: u32) -> Step {
    let set = set.into_set();
    Step {
        set,
        repeat: Repeat::Goto(least, most),
    }
}

/// `set [=least:most]`: as [`goto`], but the next step need not follow at once.
pub fn spread<Form>(set: impl IntoSet<Form>, least: u32, most: u32) -> Step {
    let set = set.into_set();
    Step {
        set,
        repeat: Repeat::Spread(least, most),
    }
}

/// A sequence of steps: `a => b => c`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    pub(crate) steps: Vec<Step>,
}

impl Sequence {
    /// A sequence that begins with `step`.
    pub fn from<Form>(step: impl IntoStep<Form>) -> Self {
        Self {
            steps: vec![step.into_step()],
        }
    }

    /// `=> step`.
    pub fn then<Form>(mut self, step: impl IntoStep<Form>) -> Self {
        self.steps.push(step.into_step());
        self
    }

    /// How the sequence reads in reports.
    pub(crate) fn text(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(Step::text).collect();
        format!("({})", steps.join(" => "))
    }
}
