//! A file per behaviour: what the text may say, what it means, what a violation reads like.

mod meaning;
mod mistakes;
mod random;
mod steady;

use super::{Checker, Legend, TxnId};

pub(super) fn legend(text: &str) -> Legend {
    Legend::parse(text, "demo.legend", &[]).expect("the contract is well-formed")
}

/// One transaction of the first contract, begun in cycle 10.
pub(super) struct Walk {
    legend: Legend,
    pub(super) checker: Checker,
    pub(super) txn: TxnId,
}

impl Walk {
    pub(super) fn new(legend: &Legend) -> Self {
        let first = legend.events().next().expect("a contract has a trigger");
        let trigger = legend.trigger(first).expect("the first line is a trigger");
        let mut checker = Checker::new(legend);
        let txn = checker.begin(trigger, 10);
        Self {
            legend: legend.clone(),
            checker,
            txn,
        }
    }

    /// The violation that the event causes, if it does.
    pub(super) fn event(&mut self, name: &str, cycle: u64) -> Option<String> {
        let event = self
            .legend
            .event(name)
            .expect("the event is in the contract");
        let verdict = self.checker.event(self.txn, event, cycle);
        verdict.err().map(|violation| violation.to_string())
    }
}

/// Walks the first contract of `text`; one line for each event, "ok" or the violation.
pub(super) fn walk(text: &str, events: &[(&str, u64)]) -> String {
    let mut walk = Walk::new(&legend(text));
    let mut lines = String::new();
    for &(name, cycle) in events {
        let verdict = walk.event(name, cycle).unwrap_or_else(|| "ok".to_owned());
        lines.push_str(&format!("{cycle} {name}: {verdict}\n"));
    }
    lines
}
