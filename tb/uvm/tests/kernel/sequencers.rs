//! Sequencers: arbitration, locks, grants, routing, pipelining, aborts.

use std::collections::BTreeMap;

use uvm::sequencer::Sequencer;
use uvm::{Aborted, Arbitration, SequenceContext, Simulation};

use super::{Log, simulation};

type Ctx = SequenceContext<String, String>;

fn sequencer(sim: &Simulation, arbitration: Arbitration) -> Sequencer<String, String> {
    Sequencer::new(&sim.scope("env").child("sequencer"), arbitration)
}

/// A driver that takes an item a cycle and answers at once.
fn drive(sim: &Simulation, sequencer: &Sequencer<String, String>) -> Log {
    let (log, port, handle) = (Log::default(), sequencer.port(), sim.handle());
    let lines = log.clone();
    sim.spawn("driver", async move {
        loop {
            let (id, item) = port.next().await;
            lines.add(&*item);
            handle.cycles(1).await;
            port.item_done(id, format!("{item}!"));
        }
    });
    log
}

/// Runs until all sequences have returned.
fn finish(sim: &Simulation, tasks: Vec<uvm::Task<()>>) {
    sim.block_on("main", async move {
        for task in tasks {
            task.await.unwrap();
        }
    })
    .unwrap();
}

async fn send(ctx: Ctx, name: &'static str, count: usize) {
    for n in 0..count {
        assert_eq!(
            ctx.send(format!("{name}{n}")).await,
            Ok(format!("{name}{n}!"))
        );
    }
}

#[test]
fn fifo_serves_the_oldest_so_all_have_their_share() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let log = drive(&sim, &sequencer);
    let tasks = ["a", "b", "c"].map(|name| sequencer.start(name, move |ctx| send(ctx, name, 2)));
    finish(&sim, tasks.into());
    assert_eq!(log.text(), "a0 b0 c0 a1 b1 c1");
    assert_eq!(sequencer.taken(), 6);
}

#[test]
fn priority_serves_the_highest_first() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Priority);
    let log = drive(&sim, &sequencer);
    let tasks = [("low", 1), ("high", 9), ("mid", 5)].map(|(name, priority)| {
        sequencer.start(name, move |ctx: Ctx| {
            send(ctx.with_priority(priority), name, 2)
        })
    });
    // All three have asked before the driver first looks.
    finish(&sim, tasks.into());
    insta::assert_snapshot!(log.text());
}

fn shares(arbitration: Arbitration) -> BTreeMap<String, usize> {
    let sim = simulation();
    let sequencer = sequencer(&sim, arbitration);
    let log = drive(&sim, &sequencer);
    for (name, weight) in [("a", 1), ("b", 2), ("c", 7)] {
        sequencer.start(name, move |ctx: Ctx| {
            send(ctx.with_weight(weight), name, 10_000)
        });
    }
    let handle = sim.handle();
    sim.block_on("main", async move { handle.cycles(4_000).await })
        .unwrap();
    let mut shares = BTreeMap::new();
    for item in log.text().split(' ') {
        *shares.entry(item[..1].to_owned()).or_default() += 1;
    }
    shares
}

#[test]
fn weighted_shares_follow_the_weights() {
    // A sequence that was just served is back before the driver asks again, so all three compete.
    let shares = shares(Arbitration::Weighted);
    for (name, expected) in [("a", 400), ("b", 800), ("c", 2_800)] {
        assert!(shares[name].abs_diff(expected) < 120, "{name}: {shares:?}");
    }
}

#[test]
fn random_shares_are_even() {
    let shares = shares(Arbitration::Random);
    assert!(
        shares.values().all(|n| n.abs_diff(1_333) < 130),
        "{shares:?}"
    );
}

#[test]
fn a_lock_waits_for_older_requests_and_keeps_the_others_out() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let log = drive(&sim, &sequencer);
    let others = ["a", "b"].map(|name| sequencer.start(name, move |ctx| send(ctx, name, 3)));
    let locker = sequencer.start("locker", async |ctx: Ctx| {
        let lock = ctx.lock().await;
        send(ctx.clone(), "lock", 3).await;
        drop(lock);
        send(ctx, "free", 1).await;
    });
    finish(&sim, others.into_iter().chain([locker]).collect());
    assert_eq!(log.text(), "a0 b0 lock0 lock1 lock2 a1 b1 free0 a2 b2");
}

#[test]
fn a_grab_goes_ahead_of_locks_and_items() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let log = drive(&sim, &sequencer);
    let owner = |name: &'static str, grab: bool| {
        sequencer.start(name, async move |ctx: Ctx| {
            let _held = if grab {
                ctx.grab().await
            } else {
                ctx.lock().await
            };
            send(ctx.clone(), name, 2).await;
        })
    };
    let item = sequencer.start("i", move |ctx| send(ctx, "i", 2));
    let tasks = vec![
        item,
        owner("lock", false),
        owner("grab", true),
        owner("grip", true),
    ];
    finish(&sim, tasks);
    insta::assert_snapshot!(log.text());
}

#[test]
fn a_killed_sequence_takes_its_items_and_its_lock_with_it() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let log = drive(&sim, &sequencer);
    let holder = sequencer.start("holder", async |ctx: Ctx| {
        let _lock = ctx.lock().await;
        std::future::pending::<()>().await;
    });
    let other = sequencer.start("other", move |ctx| send(ctx, "other", 1));
    let waiting = sequencer.start("waiting", move |ctx| send(ctx, "waiting", 1));
    let handle = sim.handle();
    sim.block_on("main", async move {
        handle.cycles(20).await;
        waiting.kill();
        holder.kill();
        other.await.unwrap();
    })
    .unwrap();
    assert_eq!(log.text(), "other0");
}

#[test]
fn responses_find_their_items_in_any_order() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let (port, handle) = (sequencer.port(), sim.handle());
    sim.spawn("driver", async move {
        // Pipelined: three in flight before the first is done, answered from the last.
        let mut flying = Vec::new();
        for _ in 0..3 {
            flying.push(port.next().await);
            handle.cycles(1).await;
        }
        while let Some((id, item)) = flying.pop() {
            port.item_done(id, format!("{item}@{}", handle.cycle()));
            // A second answer to the same item is ignored.
            port.item_done(id, "again".to_owned());
            handle.cycles(1).await;
        }
    });
    let task = sequencer.start("s", async |ctx: Ctx| {
        let [a, b, c] = ["a", "b", "c"].map(|name| ctx.submit(name.to_owned()));
        [a.await, b.await, c.await].map(Result::unwrap)
    });
    let answers = sim.block_on("main", task).unwrap().unwrap();
    assert_eq!(answers, ["a@5", "b@4", "c@3"]);
}

#[test]
fn a_grant_makes_the_item_in_its_turn() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let log = drive(&sim, &sequencer);
    let late = sequencer.start("late", async |ctx: Ctx| {
        for _ in 0..2 {
            let grant = ctx.grant().await.unwrap();
            let cycle = ctx.sim().cycle();
            grant.send(format!("late@{cycle}")).await.unwrap();
        }
        // A turn that is not used goes to the next.
        drop(ctx.grant().await.unwrap());
    });
    let early = sequencer.start("early", move |ctx| send(ctx, "early", 3));
    finish(&sim, vec![late, early]);
    insta::assert_snapshot!(log.text());
}

#[test]
fn posted_and_detached_items_need_nobody() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let log = drive(&sim, &sequencer);
    sequencer.post("posted".to_owned());
    let ctx = sequencer.context();
    ctx.submit("detached".to_owned()).detach();
    drop(ctx.submit("taken back".to_owned()));
    let handle = sim.handle();
    sim.block_on("main", async move { handle.cycles(5).await })
        .unwrap();
    assert_eq!(
        (log.text().as_str(), sequencer.queued()),
        ("posted detached", 0)
    );
}

#[test]
fn a_reset_aborts_what_waits_and_what_flies() {
    let sim = simulation();
    let sequencer = sequencer(&sim, Arbitration::Fifo);
    let (port, handle) = (sequencer.port(), sim.handle());
    let task = sequencer.start("s", async |ctx: Ctx| {
        let flying = ctx.submit("flying".to_owned());
        let waiting = ctx.submit("waiting".to_owned());
        let grant = ctx.grant();
        (flying.await, waiting.await, grant.await.map(|_| ()))
    });
    let outcome = sim.block_on("main", async move {
        let (id, item) = port.next().await;
        assert_eq!(item, "flying");
        handle.reset(3).await;
        assert_eq!(handle.cycle(), 3);
        // Too late: it was aborted.
        port.item_done(id, "late".to_owned());
        task.await.unwrap()
    });
    assert_eq!(outcome.unwrap(), (Err(Aborted), Err(Aborted), Err(Aborted)));
}
