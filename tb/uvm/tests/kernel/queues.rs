//! Queues and analysis ports.

use uvm::{AnalysisPort, Queue};

use super::{Log, simulation};

#[test]
fn a_bounded_queue_holds_its_putter_back() {
    let sim = simulation();
    let (handle, log) = (sim.handle(), Log::default());
    let lines = log.clone();
    sim.block_on("main", async move {
        let queue = Queue::bounded(&handle.scope("env"), 2);
        let (putter, sim) = (queue.clone(), handle.clone());
        let task = handle.spawn("putter", async move {
            for value in 0..4 {
                putter.put(value).await;
                lines.add(format!("{value}@{}", sim.cycle()));
            }
        });
        handle.cycles(5).await;
        assert_eq!(
            (queue.depth(), queue.peek(), queue.try_put(9)),
            (2, Some(0), Err(9))
        );
        let mut got = Vec::new();
        for _ in 0..4 {
            got.push(queue.get().await);
        }
        task.await.unwrap();
        assert_eq!((got, queue.total()), (vec![0, 1, 2, 3], 4));
    })
    .unwrap();
    assert_eq!(log.text(), "0@0 1@0 2@5 3@5");
}

#[test]
fn getters_are_served_in_order_even_if_one_is_killed() {
    let sim = simulation();
    let handle = sim.handle();
    sim.block_on("main", async move {
        let queue = Queue::unbounded(&handle.scope("env"));
        let getters: Vec<_> = (0..3)
            .map(|n| handle.spawn(&format!("getter{n}"), queue.get()))
            .collect();
        handle.cycles(1).await;
        getters[0].kill();
        queue.try_put('a').unwrap();
        queue.try_put('b').unwrap();
        let mut getters = getters.into_iter().skip(1);
        assert_eq!(getters.next().unwrap().await, Ok('a'));
        assert_eq!(getters.next().unwrap().await, Ok('b'));
    })
    .unwrap();
}

#[test]
fn an_analysis_port_tells_all_in_order_and_a_fifo_can_be_awaited() {
    let sim = simulation();
    let (handle, log) = (sim.handle(), Log::default());
    let (first, second) = (log.clone(), log.clone());
    sim.block_on("main", async move {
        let (port, onward) = (AnalysisPort::<u32>::new(), AnalysisPort::new());
        assert!(!port.has_subscribers());
        port.subscribe(move |n| first.add(format!("first {n}")));
        port.forward(&onward);
        onward.subscribe(move |n| second.add(format!("onward {n}")));
        let fifo = port.fifo(&handle.scope("fifo"));
        let writer = port.clone();
        let sim = handle.clone();
        handle.spawn("writer", async move {
            sim.cycles(3).await;
            writer.write(&7);
        });
        assert_eq!((fifo.get().await, handle.cycle()), (7, 3));
    })
    .unwrap();
    assert_eq!(log.text(), "first 7 onward 7");
}
