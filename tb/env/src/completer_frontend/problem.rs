//! What the scoreboard says when the wrapper and the model differ.

use model::completer_frontend::{Beat, Rule};

/// One difference, worded for whoever has to find the bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Kind of difference, such as `scoreboard.mismatch`.
    pub id: &'static str,
    /// The stream on which it was seen, or should have been.
    pub stream: &'static str,
    /// Cycle in which it was noticed.
    pub cycle: u64,
    /// One line, without the stream's name.
    pub text: String,
    /// The rule broken, what was expected and observed, and the transaction's history.
    pub details: Vec<String>,
}

impl Problem {
    /// A beat that is not the one due.
    pub(super) fn mismatch(
        cycle: u64,
        rule: Rule,
        expected: &Beat,
        observed: &Beat,
        history: Vec<String>,
    ) -> Self {
        let differences = super::beat::diff(expected, observed);
        let names: Vec<&str> = differences.iter().map(|d| d.field.name).collect();
        let mut details = vec![
            format!("rule      {rule}"),
            format!("expected  {expected}"),
            format!("observed  {observed}    <- {}", names.join(", ")),
        ];
        details.extend(
            differences
                .iter()
                .map(|difference| format!("          {difference}")),
        );
        details.extend(history);
        Self {
            id: "scoreboard.mismatch",
            stream: observed.port().name(),
            cycle,
            text: "the beat is not the one that is due".to_owned(),
            details,
        }
    }

    /// A beat when nothing is due.
    pub(super) fn unexpected(cycle: u64, observed: &Beat, history: Vec<String>) -> Self {
        let mut details = vec![format!("observed  {observed}")];
        details.extend(history);
        Self {
            id: "scoreboard.unexpected",
            stream: observed.port().name(),
            cycle,
            text: "a beat came though none is due".to_owned(),
            details,
        }
    }

    /// A beat that came before one that must precede it.
    pub(super) fn order(
        cycle: u64,
        rule: &str,
        observed: &Beat,
        first: &str,
        history: Vec<String>,
    ) -> Self {
        let mut details = vec![
            format!("rule      {rule}"),
            format!("observed  {observed}"),
            format!("due first {first}"),
        ];
        details.extend(history);
        Self {
            id: "scoreboard.order",
            stream: observed.port().name(),
            cycle,
            text: "the beat came too early".to_owned(),
            details,
        }
    }

    /// A beat that never came.
    pub(super) fn missing(cycle: u64, rule: Rule, expected: &Beat, history: Vec<String>) -> Self {
        let mut details = vec![format!("rule      {rule}"), format!("expected  {expected}")];
        details.extend(history);
        Self {
            id: "scoreboard.missing",
            stream: expected.port().name(),
            cycle,
            text: "a beat that is due never came".to_owned(),
            details,
        }
    }
}
