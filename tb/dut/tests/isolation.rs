//! Simulations in one process do not see each other, and are functions of their seed.

use std::thread;

use dut::{Dut, Flavour, LoadOptions, Model};

use crate::support::{cycle, model};

fn start(model: &Model, seed: u64) -> Dut {
    let options = LoadOptions {
        seed,
        ..LoadOptions::default()
    };
    model.load(&options).unwrap()
}

/// The random start value, then what `$urandom` gives in each of some cycles.
fn random_values(duts: &[Dut], cycles: usize) -> Vec<Vec<u64>> {
    let mut values = vec![Vec::new(); duts.len()];
    for (dut, values) in duts.iter().zip(&mut values) {
        dut.eval();
        values.push(dut.output("noise", 64).unwrap().get());
    }
    for _ in 0..cycles {
        for (dut, values) in duts.iter().zip(&mut values) {
            cycle(dut, &dut.input_bit("clk").unwrap());
            values.push(dut.output("dice", 32).unwrap().get());
        }
    }
    values
}

#[test]
fn ports_of_two_models_are_apart() {
    let counter = model("counter", Flavour::Fast);
    let (one, other) = (start(&counter, 1), start(&counter, 1));
    for (dut, reset) in [(&one, true), (&other, true)] {
        dut.input_bit("rst").unwrap().set(reset);
        cycle(dut, &dut.input_bit("clk").unwrap());
        dut.input_bit("rst").unwrap().set(false);
    }
    one.input_bit("enable").unwrap().set(true);
    for _ in 0..5 {
        cycle(&one, &one.input_bit("clk").unwrap());
        cycle(&other, &other.input_bit("clk").unwrap());
    }
    assert_eq!(one.output("count", 8).unwrap().get(), 5);
    assert_eq!(other.output("count", 8).unwrap().get(), 0);
}

#[test]
fn random_streams_of_two_models_are_apart() {
    let counter = model("counter", Flavour::Fast);
    let alone = |seed| random_values(&[start(&counter, seed)], 20).remove(0);
    let (one, two) = (alone(1), alone(2));
    let together = random_values(&[start(&counter, 1), start(&counter, 2)], 20);
    assert_eq!(together, [one, two]);
}

#[test]
fn a_seed_gives_the_same_values_again_and_another_seed_others() {
    let counter = model("counter", Flavour::Fast);
    let values = |seed| random_values(&[start(&counter, seed)], 4).remove(0);
    let seeds = [0, 1, 2, 1 << 32, u64::MAX];
    for seed in seeds {
        assert_eq!(values(seed), values(seed), "seed {seed}");
    }
    for (i, a) in seeds.iter().enumerate() {
        for b in &seeds[..i] {
            assert_ne!(
                values(*a)[0],
                values(*b)[0],
                "start values of seeds {a} and {b}"
            );
        }
    }
    let here = values(7);
    let there = thread::spawn(move || random_values(&[start(&counter, 7)], 4).remove(0));
    assert_eq!(there.join().unwrap(), here, "on another thread");
}

#[test]
fn without_random_reset_state_starts_at_zero() {
    let options = LoadOptions {
        random_reset: false,
        ..LoadOptions::default()
    };
    let dut = model("counter", Flavour::Fast).load(&options).unwrap();
    dut.eval();
    assert_eq!(dut.output("noise", 64).unwrap().get(), 0);
    assert_eq!(dut.output("count", 8).unwrap().get(), 0);
}

#[test]
fn models_on_threads_run_at_once() {
    let counter = model("counter", Flavour::Fast);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(crate::support::three_counts(&counter), 3);
                }
            });
        }
    });
}

#[test]
fn messages_and_endings_are_each_models_own() {
    let ending = model("ending", Flavour::Fast);
    let (one, other) = (start(&ending, 1), start(&ending, 1));
    one.input("what", 3).unwrap().set(1);
    for dut in [&one, &other] {
        cycle(dut, &dut.input_bit("clk").unwrap());
    }
    assert!(one.finished());
    assert!(!other.finished());
    other.input("what", 3).unwrap().set(5);
    cycle(&other, &other.input_bit("clk").unwrap());
    assert_eq!(other.take_messages().len(), 1);
    assert!(one.take_messages().is_empty());
}
