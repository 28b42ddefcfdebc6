//! `rdmatb run --plan`.

use crate::support::Workshop;

#[test]
fn a_plan_gives_each_entry_its_seeds_items_and_knobs() {
    let workshop = Workshop::new();
    workshop.file(
        "plan.toml",
        "[[run]]\ntests = [\"good.counts\"]\nseed = 5\nseeds = 2\nitems = 10\nset = { gain = 3 }\n\
         [[run]]\ntests = [\"bad.odd_seed\"]\nseed = 2\n",
    );
    let ran = workshop.run("run --plan plan.toml --json");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let mut runs: Vec<String> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|run| {
            format!(
                "{} {} {}",
                run["test"].as_str().unwrap(),
                run["seed"],
                run["transactions"]
            )
        })
        .collect();
    runs.sort();
    assert_eq!(
        runs,
        ["bad.odd_seed 2 100", "good.counts 5 30", "good.counts 6 30"]
    );
}

#[test]
fn a_run_asked_for_twice_alike_runs_once() {
    let workshop = Workshop::new();
    workshop.file(
        "plan.toml",
        "[[run]]\ntests = [\"good.counts\", \"good.c*\"]\n[[run]]\ntests = [\"good.counts\"]\n",
    );
    let ran = workshop.run("run --plan plan.toml");
    assert!(
        ran.stdout.contains("1 run: 1 passed, 0 failed"),
        "{}",
        ran.stdout
    );
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let workshop = Workshop::new();
    workshop.file(
        "plan.toml",
        "[[run]]\ntests = [\"good.counts\"]\n[[run]]\ntests = [\"good.counts\"]\nset = { gain = 2 }\n",
    );
    let ran = workshop.run("run --plan plan.toml");
    assert_eq!(ran.code, 2);
    assert!(
        ran.error()
            .contains("good.counts seed 1: it is asked for twice with different settings"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_command_line_chooses_the_flavour_of_a_plan() {
    let workshop = Workshop::new();
    workshop.file(
        "plan.toml",
        "flavour = \"cov\"\n[[run]]\ntests = [\"good.counts\"]\n",
    );
    workshop.run("run --plan plan.toml");
    assert!(
        workshop
            .read("out/good.counts/1/request.json")
            .contains("\"flavour\": \"cov\"")
    );
    workshop.run("run --plan plan.toml --waves");
    assert!(
        workshop
            .read("out/good.counts/1/request.json")
            .contains("\"flavour\": \"wave\"")
    );
}
