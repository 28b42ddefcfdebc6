//! Constrained-random tests: the same traffic under different weather.

use uvm::Pattern;

use super::Tb;
use super::traffic::{Mix, Traffic};

/// Work requests of a random test, unless the user says otherwise.
const ITEMS: u64 = 2_000;

/// Runs one mix to its end.
async fn run(tb: &Tb, mix: Mix, items: u64) {
    let mut traffic = Traffic::new(tb, &mix.tuned(tb));
    traffic.start("traffic", tb.items(items));
    traffic.finish().await;
}

pub(super) async fn mix(tb: Tb) {
    run(&tb, Mix::default(), ITEMS).await;
}

pub(super) async fn one_qp(tb: Tb) {
    run(
        &tb,
        Mix {
            qps: 1,
            ..Mix::stormy()
        },
        ITEMS / 2,
    )
    .await;
}

pub(super) async fn many_qps(tb: Tb) {
    run(
        &tb,
        Mix {
            qps: 64,
            window: 6,
            ..Mix::default()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn reads(tb: Tb) {
    run(
        &tb,
        Mix {
            weights: [10, 90, 0],
            max_packets: 12,
            lose: 3,
            ..Mix::default()
        },
        ITEMS / 2,
    )
    .await;
}

pub(super) async fn atomics(tb: Tb) {
    run(
        &tb,
        Mix {
            weights: [20, 0, 80],
            lose: 2,
            duplicate: 5,
            ..Mix::default()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn psn_wrap(tb: Tb) {
    run(
        &tb,
        Mix {
            psn_start: Some(0xFF_FFF0),
            qps: 32,
            window: 4,
            ..Mix::stormy()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn lossy_network(tb: Tb) {
    run(
        &tb,
        Mix {
            lose: 10,
            reorder: 10,
            duplicate: 10,
            ..Mix::default()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn late_acks(tb: Tb) {
    run(
        &tb,
        Mix {
            pause: 60,
            coalesce: 90,
            window: 24,
            ..Mix::default()
        },
        ITEMS / 2,
    )
    .await;
}

pub(super) async fn naks(tb: Tb) {
    run(
        &tb,
        Mix {
            nak: 15,
            rnr: 15,
            sack_qps: 50,
            ..Mix::default()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn failures(tb: Tb) {
    run(
        &tb,
        Mix {
            fatal: 10,
            fault: 5,
            ..Mix::default()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn forged_headers(tb: Tb) {
    run(
        &tb,
        Mix {
            corrupt: 60,
            cnp: 10,
            ..Mix::default()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn qp_commands(tb: Tb) {
    run(
        &tb,
        Mix {
            control: 20,
            ..Mix::stormy()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn storm(tb: Tb) {
    run(
        &tb,
        Mix {
            qps: 16,
            ..Mix::stormy()
        },
        ITEMS,
    )
    .await;
}

pub(super) async fn backpressure(tb: Tb) {
    let tape = tb.tape("patterns");
    let streams: Vec<&'static str> = tb.bench().streams().collect();
    for (number, stream) in streams.into_iter().enumerate() {
        let mut draw = tape.item(number as u64);
        let pattern = draw
            .pick(&[
                Pattern::Always,
                Pattern::Percent(50),
                Pattern::Percent(15),
                Pattern::Bursts {
                    on: 1..=8,
                    off: 1..=24,
                },
                Pattern::Pauses {
                    every: 100,
                    length: 20..=200,
                },
                Pattern::After(2),
            ])
            .clone();
        tb.bench().flow(stream).set_pattern(pattern);
    }
    run(&tb, Mix::stormy(), ITEMS).await;
}

pub(super) async fn idle_by_backpressure(tb: Tb) {
    let patterns = [
        Pattern::Always,
        Pattern::Fixed { on: 1, off: 3 },
        Pattern::Percent(40),
        Pattern::Bursts {
            on: 1..=6,
            off: 1..=12,
        },
        Pattern::After(3),
    ];
    for (row, idle) in patterns.iter().enumerate() {
        for (column, ready) in patterns.iter().enumerate() {
            tb.bench().set_idle(idle);
            tb.bench().set_backpressure(ready);
            let mut traffic = Traffic::new(
                &tb,
                &Mix {
                    qps: 4,
                    ..Mix::stormy()
                }
                .tuned(&tb),
            );
            traffic.start(&format!("traffic{row}{column}"), tb.items(80));
            traffic.finish().await;
        }
    }
}

pub(super) async fn stalled_ports(tb: Tb) {
    let streams: Vec<&'static str> = tb.bench().streams().collect();
    for stream in streams {
        let mut traffic = Traffic::new(
            &tb,
            &Mix {
                qps: 4,
                ..Mix::stormy()
            }
            .tuned(&tb),
        );
        traffic.start(stream, tb.items(60));
        tb.sim().cycles(50).await;
        tb.bench().flow(stream).pause();
        tb.sim().cycles(400).await;
        tb.bench().flow(stream).resume();
        traffic.finish().await;
    }
}

pub(super) async fn reset_in_traffic(tb: Tb) {
    let tape = tb.tape("reset");
    for round in 0..12 {
        let mut traffic = Traffic::new(&tb, &Mix::stormy().tuned(&tb));
        traffic.start(&format!("before{round}"), 10_000);
        let cycles = tape.item(round).range(1..=600_u64);
        tb.sim().cycles(cycles).await;
        traffic.stop();
        tb.bench().reset().await;
        let mut traffic = Traffic::new(&tb, &Mix::default().tuned(&tb));
        traffic.start(&format!("after{round}"), tb.items(40));
        traffic.finish().await;
    }
}
