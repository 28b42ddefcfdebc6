//! Options and methods: IEEE 1800-2017 19.7, 19.8.

use coverage::{BinDef, Group, GroupDef, PointDef};

use crate::support::{hits, one_point, point};

fn two_bins() -> PointDef {
    point([BinDef::one("a", 0), BinDef::one("b", 1)])
}

/// 19.7: `at_least` hits cover a bin.
#[test]
fn at_least_hits_cover_a_bin() {
    let mut group = one_point(two_bins().at_least(2));
    let mut covered = Vec::new();
    for _ in 0..3 {
        group.sample(&[Some(0)], &[]).unwrap();
        covered.push(group.point_score(0).covered);
    }
    assert_eq!(covered, [0, 1, 1]);
}

/// 19.7: `at_least` and `auto_bin_max` of a group are the defaults of its items; an item's own wins.
#[test]
fn group_options_are_defaults_of_items() {
    let own = PointDef::new("own")
        .bin(BinDef::auto(8))
        .at_least(1)
        .auto_bin_max(8);
    let inherited = PointDef::new("inherited").bin(BinDef::auto(8));
    let def = GroupDef::new("g")
        .at_least(3)
        .auto_bin_max(4)
        .point(own)
        .point(inherited);
    let group = Group::new(&def).unwrap();
    let points = &group.shape().points;
    assert_eq!((points[0].at_least, points[0].bins.len()), (1, 8));
    assert_eq!((points[1].at_least, points[1].bins.len()), (3, 4));
}

/// 19.8: `stop` suspends sampling, transitions included, and `start` resumes it.
#[test]
fn stop_and_start() {
    let mut group = one_point(two_bins());
    group.stop();
    group.sample(&[Some(0)], &[]).unwrap();
    assert_eq!(hits(&group, &["a"]), [0]);
    group.start();
    group.sample(&[Some(0)], &[]).unwrap();
    assert_eq!(hits(&group, &["a"]), [1]);
}

/// 19.3: instances of a type are sampled apart.
#[test]
fn instances_do_not_see_each_other() {
    let mut left = one_point(two_bins());
    left.sample(&[Some(0)], &[]).unwrap();
    let mut right = left.instance("right");
    right.sample(&[Some(1)], &[]).unwrap();
    assert_eq!(hits(&left, &["a", "b"]), [1, 0]);
    assert_eq!(hits(&right, &["a", "b"]), [0, 1]);
    assert_eq!((left.instance_name(), right.instance_name()), ("", "right"));
}
