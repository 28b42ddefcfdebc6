//! Coverage computation: IEEE 1800-2017 19.11.

use coverage::{BinDef, CrossDef, Database, Group, GroupDef, PointDef, Recorder, Run};
use quickcheck::quickcheck;

/// A point of `bins` bins, one per value from 0.
fn point(name: &str, bins: u8) -> PointDef {
    PointDef::new(name).bin(BinDef::each("v", 0..bins))
}

fn record<'a>(groups: impl IntoIterator<Item = &'a Group>) -> Database {
    let mut recorder = Recorder::new(Run::new(0, "run"));
    for group in groups {
        recorder.record(group).unwrap();
    }
    recorder.finish()
}

/// 19.11: `sum(W * C) / sum(W)` over points and crosses.
#[test]
fn a_group_is_the_weighted_mean_of_its_items() {
    let cross = CrossDef::new("x", &["a", "b"]).weight(2);
    let def = GroupDef::new("g")
        .point(point("a", 2).weight(3))
        .point(point("b", 4))
        .cross(cross);
    let mut group = Group::new(&def).unwrap();
    group.sample(&[Some(0), Some(0)], &[true]).unwrap();
    let expected = (3.0 * 50.0 + 1.0 * 25.0 + 2.0 * 12.5) / 6.0;
    assert_eq!(group.coverage(), Some(expected));
    assert_eq!(record([&group]).groups()["g"].coverage(), Some(expected));
}

/// 19.11: weight 0 leaves an item out, and a group of nothing else has no coverage.
#[test]
fn weight_zero_leaves_an_item_out() {
    let mut def = GroupDef::new("g").point(point("a", 2).weight(0));
    assert_eq!(Group::new(&def).unwrap().coverage(), None);
    def = def.point(point("b", 1));
    let mut group = Group::new(&def).unwrap();
    group.sample(&[None, Some(0)], &[]).unwrap();
    assert_eq!(group.coverage(), Some(100.0));
}

/// 19.11.1: hits of default and ignored bins are no part of coverage, in an instance or in a database.
#[test]
fn bins_that_do_not_count_are_left_out() {
    let extras = [BinDef::one("no", 8).ignore(), BinDef::default("rest")];
    let def = GroupDef::new("g").point(extras.into_iter().fold(point("a", 4), PointDef::bin));
    let mut group = Group::new(&def).unwrap();
    for value in [0, 8, 9] {
        group.sample(&[Some(value)], &[]).unwrap();
    }
    assert_eq!(group.coverage(), Some(25.0));
    assert_eq!(record([&group]).groups()["g"].coverage(), Some(25.0));
}

/// 19.11.1, 19.11.2: a cross without bins has a denominator of zero and no part in its group.
#[test]
fn an_empty_cross_has_no_part() {
    let everything = coverage::Select::when(2, "", |_| true);
    let cross = CrossDef::new("x", &["a", "b"]).ignore("all", everything);
    let def = GroupDef::new("g")
        .point(point("a", 1))
        .point(point("b", 1))
        .cross(cross);
    let mut group = Group::new(&def).unwrap();
    assert_eq!(group.cross_score(0).percent(), None);
    group.sample(&[Some(0), Some(0)], &[true]).unwrap();
    assert_eq!(group.coverage(), Some(100.0));
}

fn halves(merge: bool) -> Database {
    let def = GroupDef::new("g")
        .merge_instances(merge)
        .point(point("a", 2));
    let group = Group::new(&def).unwrap();
    let (mut left, mut right) = (group.instance("left"), group.instance("right"));
    left.sample(&[Some(0)], &[]).unwrap();
    right.sample(&[Some(1)], &[]).unwrap();
    record([&left, &right])
}

/// 19.11.3: type coverage is the mean of the instances, or that of their union with `merge_instances`.
#[test]
fn type_coverage_is_mean_or_union() {
    let (mean, union) = (halves(false), halves(true));
    assert_eq!(mean.groups()["g"].coverage(), Some(50.0));
    assert_eq!(union.groups()["g"].coverage(), Some(100.0));
    assert_eq!(union.groups()["g"].instance_coverage("left"), Some(50.0));
    assert_eq!(union.groups()["g"].instance_coverage("middle"), None);
}

/// 19.11.3: hits of several instances together reach `at_least`.
#[test]
fn merged_instances_add_their_hits() {
    let def = GroupDef::new("g")
        .merge_instances(true)
        .at_least(2)
        .point(point("a", 1));
    let group = Group::new(&def).unwrap();
    let mut instances = [group.instance("left"), group.instance("right")];
    for instance in &mut instances {
        instance.sample(&[Some(0)], &[]).unwrap();
    }
    assert_eq!(record(&instances).groups()["g"].coverage(), Some(100.0));
}

/// 19.9: the total is the mean of the types by their weights.
#[test]
fn the_total_is_weighted_by_group() {
    let make = |name, weight| {
        Group::new(&GroupDef::new(name).weight(weight).point(point("a", 1))).unwrap()
    };
    let (mut hit, missed) = (make("hit", 3), make("missed", 1));
    hit.sample(&[Some(0)], &[]).unwrap();
    assert_eq!(record([&hit, &missed]).coverage(), Some(75.0));
    assert_eq!(Database::new().coverage(), None);
}

quickcheck! {
    /// Coverage stays within 0 and 100, never falls with more samples, and is 100 only when all bins are covered.
    fn percentages_are_bounded_and_monotonic(weights: (u8, u8, u8), at_least: u8, samples: Vec<(u8, u8)>) -> bool {
        let cross = CrossDef::new("x", &["a", "b"]).weight(weights.2.into());
        let def = GroupDef::new("g")
            .at_least(u64::from(at_least % 3) + 1)
            .point(point("a", 3).weight(weights.0.into()))
            .point(point("b", 2).weight(u32::from(weights.1) + 1))
            .cross(cross);
        let mut group = Group::new(&def).unwrap();
        let mut last = 0.0;
        samples.iter().all(|(a, b)| {
            let values = [a % 4, b % 3].map(|v| Some(i128::from(v)));
            group.sample(&values, &[true]).unwrap();
            let now = group.coverage().unwrap();
            let scores = [(weights.0, group.point_score(0)), (1, group.point_score(1)), (weights.2, group.cross_score(0))];
            let is_full = scores.iter().all(|(weight, s)| *weight == 0 || s.covered == s.bins);
            let fits = (last..=100.0).contains(&now) && (now == 100.0) == is_full;
            last = now;
            fits
        })
    }
}
