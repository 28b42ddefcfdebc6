//! `--json`: one object per run.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::Workshop;

fn runs(arguments: &str) -> Vec<Value> {
    let ran = Workshop::new().run(arguments);
    ran.stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn an_object_has_the_documented_keys() {
    let run = &runs("run bad.mismatch --json")[0];
    let keys: Vec<&String> = run.as_object().unwrap().keys().collect();
    let mut expected = [
        "test",
        "seed",
        "verdict",
        "digest",
        "cycles",
        "transactions",
        "wall_ms",
        "message",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert_eq!(run["verdict"], "fail");
    assert_eq!(run["cycles"], 1200);
    assert_eq!(
        run["message"],
        "m_cmpt_stream: completion does not match the response that caused it"
    );
}

#[test]
fn seeds_count_up_from_the_base() {
    let mut seeds: Vec<u64> = runs("run good.counts --json --seed 40 --seeds 3")
        .iter()
        .map(|run| run["seed"].as_u64().unwrap())
        .collect();
    seeds.sort_unstable();
    assert_eq!(seeds, [40, 41, 42]);
}

#[test]
fn the_default_seed_is_fixed_and_the_same_seed_gives_the_same_digest() {
    let digests = |arguments: &str| -> BTreeMap<u64, String> {
        runs(arguments)
            .iter()
            .map(|run| (run["seed"].as_u64().unwrap(), run["digest"].to_string()))
            .collect()
    };
    let first = digests("run good.counts --json --seeds 2 -j 1");
    assert_eq!(first, digests("run good.counts --json --seeds 2 -j 2"));
    assert_eq!(first[&1], digests("run good.counts --json")[&1]);
    assert_ne!(first[&1], first[&2]);
}

#[test]
fn settings_reach_the_run_and_the_command_line_wins() {
    let workshop = Workshop::new();
    workshop.file("knobs.toml", "gain = 5");
    let transactions = |arguments: &str| {
        let ran = workshop.run(arguments);
        serde_json::from_str::<Value>(ran.stdout.trim()).unwrap()["transactions"]
            .as_u64()
            .unwrap()
    };
    assert_eq!(
        transactions("run good.counts --json --config knobs.toml"),
        500
    );
    assert_eq!(
        transactions("run good.counts --json --config knobs.toml --set gain=2"),
        200
    );
    assert_eq!(
        transactions("run good.counts --json --items 7 --set gain=2"),
        14
    );
}
