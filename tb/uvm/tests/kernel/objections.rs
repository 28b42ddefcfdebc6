//! Objections, drain time, phases, findings.

use std::rc::Rc;

use uvm::{Component, Finding, RunError, Sim, SimConfig, Simulation};

use super::{Log, simulation};

#[test]
fn the_run_ends_a_drain_time_after_the_last_objection() {
    let sim = Simulation::new(SimConfig {
        drain_cycles: 10,
        ..SimConfig::default()
    });
    let handle = sim.handle();
    sim.spawn("late", {
        let handle = handle.clone();
        async move {
            handle.cycles(8).await;
            // Within the drain time of the first: the run goes on.
            let objection = handle.raise_objection("late", "more to come");
            handle.cycles(20).await;
            drop(objection);
        }
    });
    let objection = sim.raise_objection("first", "a start");
    sim.spawn("first", async move {
        handle.cycles(3).await;
        drop(objection);
        handle.objections_dropped().await;
    });
    sim.run().unwrap();
    assert_eq!(sim.cycle(), 8 + 20 + 10);
}

#[test]
fn a_run_without_objections_ends_after_the_drain_time() {
    let sim = Simulation::new(SimConfig {
        drain_cycles: 4,
        ..SimConfig::default()
    });
    sim.run().unwrap();
    assert_eq!(sim.cycle(), 4);
}

#[test]
fn waiting_for_the_last_objection_sees_it_drop() {
    let sim = simulation();
    let (handle, log) = (sim.handle(), Log::default());
    let lines = log.clone();
    let watcher = handle.clone();
    sim.spawn("watcher", async move {
        watcher.objections_dropped().await;
        lines.add(format!("dropped@{}", watcher.cycle()));
    });
    sim.block_on("main", async move { handle.cycles(6).await })
        .unwrap();
    assert_eq!(log.text(), "dropped@6");
}

struct Phased(&'static str, Log);

impl Component for Phased {
    fn connect(&self) {
        self.1.add(format!("connect.{}", self.0));
    }
    fn run(&self) {
        self.1.add(format!("run.{}", self.0));
    }
    fn extract(&self) {
        self.1.add(format!("extract.{}", self.0));
    }
    fn check(&self, sim: &Sim) {
        self.1.add(format!("check.{}", self.0));
        if self.0 == "parent" {
            sim.scope("env.parent").find("test.rule", "a leftover");
        }
    }
    fn report(&self, out: &mut String) {
        *out += self.0;
    }
}

#[test]
fn phases_run_in_order_children_first() {
    let (sim, log) = (simulation(), Log::default());
    let env = sim.scope("env");
    env.add_component(Rc::new(Phased("child", log.clone())));
    env.add_component(Rc::new(Phased("parent", log.clone())));
    let handle = sim.handle();
    sim.block_on("main", async move { handle.cycles(2).await })
        .unwrap();
    // A second run starts nothing twice.
    sim.run().unwrap();
    let summary = sim.finish();
    assert_eq!(
        log.text(),
        "connect.child connect.parent run.child run.parent extract.child extract.parent check.child check.parent"
    );
    assert_eq!(summary.report, "childparent");
    assert!(!summary.passed());
    assert_eq!(
        summary.findings[0].to_string(),
        "env.parent (cycle 2) test.rule: a leftover"
    );
}

#[test]
fn too_many_findings_stop_the_run_and_listeners_hear_each() {
    let sim = Simulation::new(SimConfig {
        max_findings: 3,
        ..SimConfig::default()
    });
    let (handle, log) = (sim.handle(), Log::default());
    let lines = log.clone();
    sim.on_finding(move |finding: &Finding| {
        lines.add(format!("{}@{}", finding.rule, finding.cycle))
    });
    let outcome = sim.block_on("main", async move {
        let scope = handle.scope("env");
        loop {
            handle.cycles(2).await;
            scope.find("rule", "wrong");
        }
    });
    let outcome: Result<(), _> = outcome;
    assert!(matches!(
        outcome,
        Err(RunError::TooManyFindings { cycle: 6, count: 3 })
    ));
    assert_eq!(log.text(), "rule@2 rule@4 rule@6");
}
