//! Builders at the same time, and builders that are killed.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::{env, fs, thread};

use dut::{Design, Flavour, Progress};

use crate::support::{Editable, TOOLS, build, cache, three_counts};

/// Not a test of its own: the process that other tests start. Prints each step of a build.
#[test]
#[ignore = "started by other tests as a process of its own"]
fn build_in_a_process() {
    let folder = env::var_os("DUT_TEST_FOLDER").expect("started by a test, with a folder");
    let folder = std::path::PathBuf::from(folder);
    let design = Design::new("counter")
        .source(folder.join("counter.sv"))
        .include(folder.join("inc"));
    let model = cache()
        .build(&TOOLS, &design, Flavour::Fast, &mut |step| {
            println!("step {step:?}")
        })
        .unwrap();
    println!("count {}", three_counts(&model));
}

fn start_process(counter: &Editable) -> Child {
    Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "races::build_in_a_process",
            "--ignored",
            "--nocapture",
        ])
        .env("DUT_TEST_FOLDER", counter.folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn of_two_processes_one_builds_and_both_have_the_model() {
    let counter = Editable::counter();
    let children = [(); 2].map(|()| start_process(&counter));
    let outputs = children.map(|child| {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    });
    let builders = outputs
        .iter()
        .filter(|text| text.contains("step Verilating"));
    assert_eq!(builders.count(), 1, "{outputs:#?}");
    assert!(
        outputs.iter().all(|text| text.contains("count 3")),
        "{outputs:#?}"
    );
    assert!(
        outputs.iter().any(|text| text.contains("step Cached")),
        "{outputs:#?}"
    );
}

#[test]
fn of_many_threads_one_builds() {
    let counter = Editable::counter();
    let barrier = Barrier::new(4);
    let builds = thread::scope(|scope| {
        let one = || {
            barrier.wait();
            let mut built = 0;
            let model = cache()
                .build(&TOOLS, &counter.design, Flavour::Fast, &mut |step| {
                    built += usize::from(step == Progress::Verilating);
                })
                .unwrap();
            assert_eq!(three_counts(&model), 3);
            built
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(one)).collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap())
            .sum::<usize>()
    });
    assert_eq!(builds, 1);
}

#[test]
fn a_killed_build_leaves_nothing_that_is_taken_for_a_model() {
    let counter = Editable::counter();
    let mut child = start_process(&counter);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in lines {
        if line.unwrap().contains("step Verilating") {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();

    let (model, built) = build(&counter.design, Flavour::Fast).unwrap();
    assert!(built);
    assert_eq!(three_counts(&model), 3);
    // The next builder has removed what the killed one left.
    let slot = model.folder().parent().unwrap();
    let folders = fs::read_dir(slot)
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_dir());
    assert_eq!(folders.count(), 1);
}

#[test]
fn sources_edited_during_a_build_are_never_mixed_up() {
    let counter = Editable::counter();
    let mut edited = false;
    let model = cache()
        .build(&TOOLS, &counter.design, Flavour::Fast, &mut |step| {
            if matches!(step, Progress::Compiled { .. }) && !edited {
                edited = true;
                counter.edit("inc/step.svh", "STEP 1", "STEP 6");
            }
        })
        .unwrap();
    assert!(edited);
    assert_eq!(three_counts(&model), 18);
    // And nothing was stored under the state of before.
    counter.edit("inc/step.svh", "STEP 6", "STEP 1");
    let (model, _) = build(&counter.design, Flavour::Fast).unwrap();
    assert_eq!(three_counts(&model), 3);
}

#[test]
fn sources_that_keep_changing_are_an_error() {
    let counter = Editable::counter();
    let mut step = 0;
    let error = cache()
        .build(&TOOLS, &counter.design, Flavour::Fast, &mut |progress| {
            if matches!(progress, Progress::Compiled { .. }) {
                counter.edit(
                    "inc/step.svh",
                    &format!("STEP {}", step.max(1)),
                    &format!("STEP {}", step + 2),
                );
                step += 2;
            }
        })
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("changed while the model was being built"),
        "{error}"
    );
    assert!(error.contains("step.svh"), "{error}");
}
