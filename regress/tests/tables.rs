//! What is printed after a regression.

use crate::support::{Workshop, steady};

#[test]
fn a_failure_reads_as_something_to_act_on_and_the_table_follows() {
    let ran =
        Workshop::new().run("run bad.odd_seed good.counts --seed 2 --seeds 2 --set gain=3 -j 1");
    assert_eq!(ran.code, 1);
    insta::assert_snapshot!(steady(&ran.stdout));
}

#[test]
fn code_coverage_is_summed_by_kind_over_runs() {
    let ran = Workshop::new().run("run good.counts --flavour cov --seeds 2");
    assert_eq!(ran.code, 0);
    let table = ran
        .stdout
        .split("\n\n")
        .find(|part| part.contains("code coverage"))
        .unwrap();
    insta::assert_snapshot!(steady(table));
}

#[test]
fn functional_coverage_is_merged_over_runs_with_its_holes() {
    let workshop = Workshop::new();
    let one = workshop.run("run good.counts");
    let report = one
        .stdout
        .split("\n\n")
        .skip_while(|part| !part.starts_with("coverage"))
        .take(2);
    insta::assert_snapshot!(report.collect::<Vec<_>>().join("\n\n"));
    let two = workshop.run("run good.counts --seeds 2");
    assert!(
        two.stdout.contains("coverage 100.00 %  (1 group, 2 runs)"),
        "{}",
        two.stdout
    );
    let merged = coverage::Database::read(&workshop.out().join("coverage.db")).unwrap();
    assert_eq!(merged.runs().len(), 2);
}

#[test]
fn a_damaged_coverage_database_is_named_after_the_results() {
    let workshop = Workshop::new();
    let ran = workshop.run("run wild.bad_coverage good.counts");
    assert_eq!(ran.code, 2);
    assert!(ran.stdout.contains("2 runs: 2 passed"), "{}", ran.stdout);
    assert!(
        ran.error().contains("wild.bad_coverage/1/coverage.db"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_columns_line_up() {
    let ran = Workshop::new().run("run good.counts --items 1000");
    let lines: Vec<&str> = ran.stdout.lines().take(2).collect();
    assert!(
        lines[0].starts_with("test         seed  verdict"),
        "{lines:?}"
    );
    let column = |line: &str, word: &str| line.find(word).map(|start| start + word.len());
    assert_eq!(
        column(lines[0], "cycles"),
        column(lines[1], "12,000"),
        "{lines:?}"
    );
    assert_eq!(
        column(lines[0], "transactions"),
        column(lines[1], " 1,000"),
        "{lines:?}"
    );
}
