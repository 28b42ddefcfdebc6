//! The groups and their sizes, so that a change of them is noticed.

use std::fmt::Write;

use coverage_rdma::completer_frontend::Coverage;

use super::support::record;

#[test]
fn groups_points_and_crosses() {
    let mut coverage = Coverage::new().unwrap();
    coverage
        .ordering([("trigger", 1), ("trigger/answer", 0)].into_iter())
        .unwrap();
    let database = record(&coverage);
    let mut text = String::new();
    for (name, record) in database.groups() {
        let shape = &record.shape;
        writeln!(
            text,
            "{name} [{}]",
            shape.testpoint.as_deref().unwrap_or("")
        )
        .unwrap();
        for point in &shape.points {
            let bins: Vec<&str> = point.bins.iter().map(|bin| bin.name.as_str()).collect();
            writeln!(text, "  {}: {}", point.name, bins.join(" ")).unwrap();
        }
        for cross in &shape.crosses {
            writeln!(text, "  {}: {} bins", cross.item.name, cross.bin_count()).unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn nothing_sampled_is_nothing_covered() {
    let database = record(&Coverage::new().unwrap());
    assert_eq!(database.coverage(), Some(0.0));
}
