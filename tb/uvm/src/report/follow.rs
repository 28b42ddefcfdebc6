//! From a simulation's findings to messages.

use super::message::{Message, Severity};
use super::server::{Now, ReportServer};
use crate::finding::Finding;
use crate::sim::Sim;

impl ReportServer {
    /// Takes time from a simulation, and every finding of it as an error whose id is the broken
    /// rule. So a [`super::Catcher`] can expect a finding; the verdict is then this server's.
    pub fn follow(&self, sim: &Sim) {
        let clock = sim.clone();
        self.set_clock(move || Now {
            cycle: clock.cycle(),
            time_ps: clock.time_ps(),
        });
        let (server, clock) = (self.clone(), sim.clone());
        sim.on_finding(move |finding| server.submit(message(finding, clock.time_ps())));
    }
}

/// The first line is the text, the others are details.
fn message(finding: &Finding, time_ps: u64) -> Message {
    let mut lines = finding.message.lines().map(str::to_owned);
    Message {
        severity: Severity::Error,
        id: finding.rule.to_owned(),
        path: finding.path.clone(),
        cycle: finding.cycle,
        time_ps,
        text: lines.next().unwrap_or_default(),
        details: lines.collect(),
    }
}
