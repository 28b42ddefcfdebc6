//! Ignored and illegal bins of coverpoints: IEEE 1800-2017 19.5.5, 19.5.6.

use coverage::{BinDef, IllegalHit, Sequence};
use quickcheck::QuickCheck;

use crate::support::{hits, names, one_point, point, sampled};

/// 19.5.5: ignored values are excluded even if they are also in another bin.
#[test]
fn ignored_values_do_not_count() {
    let bins = [BinDef::one("a", 0..=9), BinDef::one("odd", [1, 3]).ignore()];
    let group = sampled(bins, &[0, 1, 2, 3]);
    assert_eq!(hits(&group, &["a", "odd"]), [2, 2]);
}

/// 19.5.5: values are removed after they have been dealt to bins, and emptied bins are excluded.
#[test]
fn emptied_bins_are_excluded_after_distribution() {
    let bins = [
        BinDef::split("b", 3, 0..=5),
        BinDef::one("no", [2, 3]).ignore(),
    ];
    let group = sampled(bins, &[4]);
    assert_eq!(names(&group), ["b[0]", "b[2]"]);
    assert_eq!(hits(&group, &["b[2]"]), [1]);
}

/// 19.5.5: an ignored value has no effect on a transition that includes it.
#[test]
fn ignored_values_leave_transitions_alone() {
    let bins = [
        BinDef::transition("t", [Sequence::from(1).then(2)]),
        BinDef::one("no", 2).ignore(),
        BinDef::one("bad", 1).illegal(),
    ];
    assert_eq!(hits(&sampled(bins, &[1, 2]), &["t"]), [1]);
}

/// 19.5.5: an ignored transition is removed from the transitions of every bin.
#[test]
fn ignored_transitions_do_not_count() {
    let bins = [
        BinDef::transition("t", [Sequence::from(1..=2).then(3)]),
        BinDef::transition("no", [Sequence::from(1).then(3)]).ignore(),
    ];
    let group = sampled(bins, &[1, 3, 2, 3, 1, 3]);
    assert_eq!(hits(&group, &["t", "no"]), [1, 2]);
}

/// 19.5.5: an ignored transition says nothing about longer ones that contain it.
#[test]
fn ignored_transitions_leave_longer_ones_alone() {
    let bins = [
        BinDef::transition("t", [Sequence::from(0).then(1).then(3)]),
        BinDef::transition("no", [Sequence::from(1).then(3)]).ignore(),
    ];
    assert_eq!(hits(&sampled(bins, &[0, 1, 3]), &["t", "no"]), [1, 1]);
}

/// 19.5.5: a transition bin is empty if the ignored ones together take all of its transitions.
#[test]
fn emptied_transition_bins_are_excluded() {
    let pair = |from, to| Sequence::from(from).then(to);
    let bins = |last| {
        [
            BinDef::one("any", 0..=9),
            BinDef::transition("t", [pair(1..=2, 3..=4)]),
            BinDef::transition("no", [pair(1..=1, 3..=4), pair(2..=2, 3..=last)]).ignore(),
        ]
    };
    assert_eq!(names(&one_point(point(bins(4)))), ["any"]);
    assert_eq!(names(&one_point(point(bins(3)))), ["any", "t"]);
}

/// Whether a bin survives is decided for any boxes of transitions as by listing them all.
#[test]
fn emptiness_agrees_with_listing() {
    type Square = (u8, u8, u8, u8);
    fn agrees(bin: Square, ignored: Vec<Square>) -> bool {
        let ranges = |(a, b, c, d): Square| {
            let (a, b, c, d) = (a % 4, b % 4, c % 4, d % 4);
            (a.min(b)..=a.max(b), c.min(d)..=c.max(d))
        };
        let sequence = |square| {
            let (from, to) = ranges(square);
            Sequence::from(from).then(to)
        };
        let ignored = &ignored[..ignored.len().min(8)];
        let (from, to) = ranges(bin);
        let is_out = |a, b| {
            ignored
                .iter()
                .any(|i| ranges(*i).0.contains(&a) && ranges(*i).1.contains(&b))
        };
        let survives = from
            .flat_map(|a| to.clone().map(move |b| (a, b)))
            .any(|(a, b)| !is_out(a, b));
        let bins = [
            BinDef::one("any", 0),
            BinDef::transition("t", [sequence(bin)]),
            BinDef::transition("no", ignored.iter().map(|i| sequence(*i))).ignore(),
        ];
        names(&one_point(point(bins))).contains(&"t") == survives
    }
    QuickCheck::new()
        .tests(2000)
        .quickcheck(agrees as fn(Square, Vec<Square>) -> bool);
}

/// 19.5.6: an illegal bin is an error that names group, point, bin and value, even if it is in another bin.
#[test]
fn illegal_values_are_reported_and_do_not_count() {
    let bins = [BinDef::one("a", 0..=9), BinDef::one("bad", 7..).illegal()];
    let mut group = one_point(point(bins)).instance("left");
    group.sample(&[Some(6)], &[]).unwrap();
    let error = group.sample(&[Some(8)], &[]).unwrap_err();
    let expected = IllegalHit {
        group: "g".to_owned(),
        instance: "left".to_owned(),
        point: "p".to_owned(),
        bin: "bad".to_owned(),
        values: vec![8],
    };
    assert_eq!(error.0, [expected]);
    assert_eq!(
        error.to_string(),
        "illegal bin g[left].p.bad hit with value 8"
    );
    assert_eq!(hits(&group, &["a", "bad"]), [1, 1]);
    group.sample(&[Some(6)], &[]).unwrap();
}

/// 19.5.6: illegal bins take precedence over ignored ones.
#[test]
fn illegal_wins_over_ignored() {
    let bins = [
        BinDef::one("a", 0),
        BinDef::one("no", 1..=5).ignore(),
        BinDef::one("bad", 5).illegal(),
    ];
    let mut group = one_point(point(bins));
    assert!(group.sample(&[Some(4)], &[]).is_ok());
    assert!(group.sample(&[Some(5)], &[]).is_err());
    assert_eq!(hits(&group, &["no", "bad"]), [1, 1]);
}

/// 19.5.6: an illegal transition is reported and no bin's transition any more; one of open length may be illegal.
#[test]
fn illegal_transitions_are_reported() {
    let bins = [
        BinDef::transition("t", [Sequence::from(1..=2).then(3)]),
        BinDef::transition("no", [Sequence::from(1).then(3)]).ignore(),
        BinDef::transition("bad", [Sequence::from(1).then(3)]).illegal(),
        BinDef::transition(
            "late",
            [Sequence::from(5).then(coverage::goto(6, 1, 1)).then(7)],
        )
        .illegal(),
    ];
    let mut group = one_point(point(bins));
    let mut bad = Vec::new();
    for value in [2, 3, 1, 3, 5, 0, 6, 7] {
        if let Err(hits) = group.sample(&[Some(value)], &[]) {
            bad.extend(hits.0.into_iter().map(|hit| hit.bin));
        }
    }
    assert_eq!(bad, ["bad", "late"]);
    assert_eq!(hits(&group, &["t", "no", "bad"]), [1, 0, 1]);
}

/// 19.5.6 with 19.5.1: an illegal default bin makes every value outside the other bins an error.
#[test]
fn the_default_may_be_illegal() {
    let mut group = one_point(point([
        BinDef::one("a", 0..=3),
        BinDef::default("rest").illegal(),
    ]));
    assert!(group.sample(&[Some(3)], &[]).is_ok());
    assert!(group.sample(&[Some(4)], &[]).is_err());
    assert_eq!(group.coverage(), Some(100.0));
}
