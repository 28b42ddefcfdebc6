//! Reports as text and JSON.

use coverage::{
    BinDef, Database, Group, GroupDef, PointDef, Recorder, Report, Run, Sequence, covergroup,
};

covergroup! {
    /// What each response led to.
    #[testpoint = "responses"]
    Responses(length: u32, is_last: bool, distance: i64) {
        option goal 60;
        length: length => { zero: 0, small[]: 1..=3, #[testpoint = "responses.big"] big: 4.. };
        last: is_last => each bool;
        distance: distance => { duplicate: ..0, expected: 0, ahead: 1.., at_least 3 };
        order: length => { up: (0 => 1..=3 => 4..), same: (0 => 0) };
        cross length, last, distance => { illegal (zero, true, _), ignore (_, _, ahead), end: (big, true, _) };
    }
}

fn example() -> Database {
    let mut group = Responses::new().unwrap();
    for (length, is_last, distance) in [
        (0, false, 0),
        (2, false, 0),
        (9, true, 0),
        (3, false, -1),
        (0, true, 1),
    ] {
        // The last one is illegal, and reported as such.
        let _illegal = group.sample(length, is_last, distance);
    }
    let mut recorder = Recorder::new(Run::new(4, "random.4"));
    recorder.record(&group).unwrap();
    let idle = GroupDef::new("Idle").point(PointDef::new("p").bin(BinDef::one("v", 0)).weight(0));
    recorder.record(&Group::new(&idle).unwrap()).unwrap();
    recorder.finish()
}

#[test]
fn text_names_the_holes() {
    insta::assert_snapshot!(Report::new(&example(), 4));
}

#[test]
fn text_counts_the_holes_that_are_not_listed() {
    insta::assert_snapshot!(Report::new(&example(), 0));
}

#[test]
fn json_has_it_all() {
    insta::assert_snapshot!(Report::new(&example(), 1).to_json().unwrap());
}

/// Instances are listed one by one, unless the type merges them.
#[test]
fn instances_are_listed_or_merged() {
    let text = |merge| {
        let bins = PointDef::new("p").bin(BinDef::each("v", 0..=1));
        let group = Group::new(&GroupDef::new("g").merge_instances(merge).point(bins)).unwrap();
        let mut recorder = Recorder::new(Run::new(0, "run"));
        for (value, name) in [(0, "left"), (1, "right")] {
            let mut instance = group.instance(name);
            instance.sample(&[Some(value)], &[]).unwrap();
            recorder.record(&instance).unwrap();
        }
        Report::new(&recorder.finish(), 4).to_string()
    };
    insta::assert_snapshot!(text(false) + "\n" + &text(true));
}

/// The gate: every goal reached, nothing illegal.
#[test]
fn the_gate_needs_goals_and_no_illegal_hit() {
    let gate = |goal, values: &[i128]| {
        let bins = PointDef::new("p")
            .bin(BinDef::each("v", 0..=1))
            .bin(BinDef::one("bad", 9).illegal());
        let mut group = Group::new(&GroupDef::new("g").goal(goal).point(bins)).unwrap();
        for value in values {
            let _illegal = group.sample(&[Some(*value)], &[]);
        }
        let mut recorder = Recorder::new(Run::new(0, "run"));
        recorder.record(&group).unwrap();
        Report::new(&recorder.finish(), 4).is_met()
    };
    assert!(gate(100, &[0, 1]));
    assert!(!gate(100, &[0]));
    assert!(gate(50, &[0]));
    assert!(!gate(50, &[0, 9]));
    assert!(Report::new(&Database::new(), 4).is_met());
}

/// A percentage is never rounded up to a goal.
#[test]
fn almost_all_is_not_all() {
    let bins = PointDef::new("p").bin(BinDef::each("v", 0..30_000));
    let steps = PointDef::new("t")
        .bin(BinDef::transition("t", [Sequence::from(0).then(1)]))
        .weight(0);
    let mut group = Group::new(&GroupDef::new("g").point(bins).point(steps)).unwrap();
    for value in 1..30_000 {
        group.sample(&[Some(value), None], &[]).unwrap();
    }
    let mut recorder = Recorder::new(Run::new(0, "run"));
    recorder.record(&group).unwrap();
    let text = Report::new(&recorder.finish(), 0).to_string();
    assert!(
        text.starts_with("coverage 99.99 %  (1 group, 1 run)\n"),
        "{text}"
    );
}
