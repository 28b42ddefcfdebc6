//! What a run that does not end says.

use std::rc::Rc;

use uvm::sequencer::Sequencer;
use uvm::{
    Arbitration, Event, HangCause, Probe, Queue, RunError, SimConfig, Simulation, join, select,
};

use super::simulation;

/// A crowd in which everybody waits for something else.
fn deadlock(sim: &Simulation) -> RunError {
    let env = sim.scope("env");
    let sequencer = Sequencer::<u32, u32>::new(&env.child("sequencer"), Arbitration::Fifo);
    let queue = Queue::<u32>::bounded(&env.child("queue"), 1);
    let event = Event::new(sim, "env.never");
    let credits: Rc<dyn Probe> = Rc::new(|| "0 of 8 left, 3 requests wait".to_owned());
    env.child("engine").add_probe("credits", &credits);
    sequencer.start(
        "writer",
        async move |ctx: uvm::SequenceContext<u32, u32>| {
            let lock = ctx.lock().await;
            ctx.send(1).await.ok();
            drop(lock);
        },
    );
    sequencer.start(
        "locker",
        async move |ctx: uvm::SequenceContext<u32, u32>| {
            drop(ctx.lock().await);
        },
    );
    let filler = queue.clone();
    env.spawn("filler", async move {
        filler.put(1).await;
        filler.put(2).await;
    });
    let port = sequencer.port();
    let (inner, handle) = (env.clone(), sim.handle());
    let main = sim.block_on("test", async move {
        let _objection = inner.raise_objection("the engine owes an answer");
        handle.cycles(3).await;
        let taken = port.try_next();
        let task = inner.spawn("helper", async move {
            join(event.wait(), std::future::pending::<()>()).await;
        });
        select(task, handle.objections_dropped()).await;
        (taken, credits)
    });
    match main {
        Err(error) => error,
        Ok(_) => panic!("the run should hang"),
    }
}

#[test]
fn a_deadlock_without_a_dut_is_seen_at_once() {
    let sim = simulation();
    let error = deadlock(&sim);
    insta::assert_snapshot!(error.to_string());
    let RunError::Hang(hang) = error else {
        panic!("not a hang: {error}");
    };
    assert_eq!((hang.cause, hang.cycle), (HangCause::Deadlock, 3));
}

#[test]
fn a_timeout_reports_the_same_state() {
    let sim = Simulation::new(SimConfig {
        timeout_cycles: 50,
        ..SimConfig::default()
    });
    let handle = sim.handle();
    let outcome = sim.block_on("slow", async move { handle.cycles(1_000).await });
    insta::assert_snapshot!(outcome.unwrap_err().to_string());
}

/// A component that keeps the clock running though nothing moves.
struct Silent;

impl uvm::Clocked for Silent {
    fn sample(&mut self, _: u64) {}
}

#[test]
fn a_quiet_run_is_a_hang_but_a_set_timer_is_not() {
    let sim = Simulation::new(SimConfig {
        quiet_cycles: 1_000,
        ..SimConfig::default()
    });
    sim.add_clocked(Silent);
    let (handle, event) = (sim.handle(), Event::new(&sim, "never"));
    let outcome = sim.block_on("main", async move {
        handle.cycles(5_000).await;
        event.wait().await;
    });
    let RunError::Hang(hang) = outcome.unwrap_err() else {
        panic!("not a hang");
    };
    assert_eq!(hang.cause, HangCause::Quiet { since: 5_000 });
    assert!(
        (6_000..6_100).contains(&hang.cycle),
        "seen at {}",
        hang.cycle
    );
}
