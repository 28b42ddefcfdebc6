//! Spawn, join, kill, timers, events, select and timeout.

use uvm::{Either, Elapsed, Event, Killed, join, join_all, select, select_all};

use super::{Log, simulation};

#[test]
fn timers_fire_in_their_cycle_and_in_spawn_order() {
    let sim = simulation();
    let log = Log::default();
    let (handle, lines) = (sim.handle(), log.clone());
    sim.block_on("main", async move {
        let tasks: Vec<_> = [("a", 3), ("b", 1), ("c", 3)]
            .map(|(name, cycles)| {
                let (sim, lines) = (handle.clone(), lines.clone());
                handle.spawn(name, async move {
                    sim.cycles(cycles).await;
                    lines.add(format!("{name}@{}", sim.cycle()));
                })
            })
            .into();
        join_all(tasks).await;
        handle.until_cycle(7).await;
        lines.add(format!("end@{}", handle.cycle()));
    })
    .unwrap();
    assert_eq!(log.text(), "b@1 a@3 c@3 end@7");
}

#[test]
fn a_joined_task_gives_its_value_and_a_killed_one_says_so() {
    let sim = simulation();
    let handle = sim.handle();
    let (value, killed) = sim
        .block_on("main", async move {
            let good = handle.spawn("good", async { 42 });
            let endless = handle.spawn("endless", std::future::pending::<u8>());
            let value = good.await;
            endless.kill();
            assert!(endless.is_over());
            (value, endless.await)
        })
        .unwrap();
    assert_eq!((value, killed), (Ok(42), Err(Killed)));
}

#[test]
fn killing_a_task_gives_back_what_it_holds() {
    let sim = simulation();
    let handle = sim.handle();
    sim.block_on("main", async move {
        let inner = handle.clone();
        let task = handle.spawn("objector", async move {
            let _objection = inner.raise_objection("objector", "for ever");
            std::future::pending::<()>().await;
        });
        handle.cycles(2).await;
        task.kill();
    })
    .unwrap();
    assert_eq!(sim.cycle(), 2);
}

#[test]
fn a_task_may_kill_itself() {
    let sim = simulation();
    let handle = sim.handle();
    let result = sim
        .block_on("main", async move {
            let slot = std::rc::Rc::new(std::cell::RefCell::new(None::<uvm::Task<()>>));
            let (inner, own) = (handle.clone(), slot.clone());
            let task = handle.spawn("suicidal", async move {
                own.borrow().as_ref().unwrap().kill();
                inner.cycles(1).await;
                unreachable!("the task was killed");
            });
            *slot.borrow_mut() = Some(task);
            handle.cycles(3).await;
            let task = slot.borrow_mut().take().unwrap();
            task.await
        })
        .unwrap();
    assert_eq!(result, Err(Killed));
}

#[test]
fn select_takes_the_first_and_drops_the_other() {
    let sim = simulation();
    let handle = sim.handle();
    sim.block_on("main", async move {
        let first = select(handle.cycles(5), handle.cycles(2)).await;
        assert_eq!((first, handle.cycle()), (Either::Second(()), 2));
        let same = select(handle.cycles(1), handle.cycles(1)).await;
        assert_eq!(same, Either::First(()));
        let (index, ()) =
            select_all(vec![handle.cycles(9), handle.cycles(4), handle.cycles(4)]).await;
        assert_eq!((index, handle.cycle()), (1, 7));
        join(handle.cycles(1), handle.cycles(3)).await;
        assert_eq!(handle.cycle(), 10);
    })
    .unwrap();
}

#[test]
fn a_timeout_ends_the_wait() {
    let sim = simulation();
    let handle = sim.handle();
    sim.block_on("main", async move {
        let late = handle.timeout(4, handle.cycles(5)).await;
        assert_eq!((late, handle.cycle()), (Err(Elapsed { cycles: 4 }), 4));
        assert_eq!(handle.timeout(4, handle.cycles(3)).await, Ok(()));
    })
    .unwrap();
}

#[test]
fn an_event_wakes_all_who_wait_and_counts() {
    let sim = simulation();
    let (handle, log) = (sim.handle(), Log::default());
    let lines = log.clone();
    sim.block_on("main", async move {
        let event = Event::new(&handle, "go");
        let waiters: Vec<_> = ["x", "y"]
            .map(|name| {
                let (wait, lines, sim) = (event.wait(), lines.clone(), handle.clone());
                handle.spawn(name, async move {
                    wait.await;
                    lines.add(format!("{name}@{}", sim.cycle()));
                })
            })
            .into();
        handle.cycles(3).await;
        event.trigger();
        join_all(waiters).await;
        event.wait_count(1).await;
        assert_eq!((event.count(), handle.cycle()), (1, 3));
    })
    .unwrap();
    assert_eq!(log.text(), "x@3 y@3");
}

#[test]
fn two_simulations_do_not_see_each_other() {
    let (one, two) = (simulation(), simulation());
    let inner = two.handle();
    let (handle, other) = (one.handle(), two.handle());
    one.block_on("outer", async move {
        handle.cycles(2).await;
        let twin = inner.clone();
        inner
            .block_on("inner", async move { twin.cycles(5).await })
            .unwrap();
        handle.cycles(2).await;
    })
    .unwrap();
    assert_eq!((one.cycle(), other.cycle()), (4, 5));
}
