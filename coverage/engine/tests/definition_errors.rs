//! Definitions that make no sense are refused, with the place and the reason.

use coverage::{
    BinDef, CrossDef, Group, GroupDef, Pick, PointDef, Select, Sequence, Set, goto, repeat, spread,
};

use crate::support::point;

fn message(def: &GroupDef) -> String {
    Group::new(def).unwrap_err().to_string()
}

fn of_point(point: PointDef) -> String {
    message(&GroupDef::new("g").point(point))
}

fn of_bin(bin: BinDef) -> String {
    of_point(point([bin]))
}

fn of_cross(cross: CrossDef) -> String {
    let points = ["a", "b"].map(|name| PointDef::new(name).bin(BinDef::each(name, 0..=1)));
    let [a, b] = points;
    message(&GroupDef::new("g").point(a).point(b).cross(cross))
}

#[test]
fn points() {
    let twice = GroupDef::new("g")
        .point(point([BinDef::one("a", 0)]))
        .point(PointDef::new("p"));
    let found = [
        message(&twice),
        of_point(PointDef::new("p")),
        of_point(point([
            BinDef::one("a", 0),
            BinDef::one("none", 0).ignore(),
        ])),
        of_point(point([BinDef::one("a", 0), BinDef::one("a", 1)])),
        of_point(point([BinDef::one("a", 0)]).at_least(0)),
        of_point(point([BinDef::one("a", 0)]).goal(101)),
        message(&GroupDef::new("g").goal(400)),
    ];
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn bins() {
    #[expect(clippy::reversed_empty_ranges, reason = "the mistake under test")]
    let backwards = BinDef::one("a", 5..=3);
    let found = [
        of_bin(backwards),
        of_bin(BinDef::one("a", Set::empty())),
        of_bin(BinDef::each("a", 1..)),
        of_bin(BinDef::split("a", 3, ..9)),
        of_bin(BinDef::split("a", 0, 0..9)),
        of_bin(BinDef::each("a", 0..1_000_000)),
        of_bin(BinDef::each("a", i128::MIN + 1..=i128::MAX - 1)),
        of_bin(BinDef::auto(65)),
        of_bin(BinDef::wildcard("a", "12?")),
        of_bin(BinDef::wildcard("a", "")),
    ];
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn transitions() {
    let of = |sequence: Sequence| of_bin(BinDef::transition("t", [sequence]));
    let gap = || Sequence::from(1).then(goto(2, 1, 1));
    let found = [
        of(Sequence::from(1)),
        of(Sequence::from(repeat(1, 1, 2))),
        of(Sequence::from(1).then(repeat(2, 0, 1))),
        of(Sequence::from(1).then(repeat(2, 3, 2))),
        of(Sequence::from(1).then(Set::empty())),
        of(Sequence::from(1).then(repeat(2, 1, 1_000_000))),
        of(Sequence::from(1).then(spread(2, 1, 1)).then(goto(3, 1, 1))),
        of_bin(BinDef::each_transition("t", [gap()])),
        of_bin(BinDef::transition("t", [gap()]).ignore()),
        of_bin(BinDef::each_transition("t", [Sequence::from(1..).then(2)])),
        of_bin(BinDef::each_transition(
            "t",
            [Sequence::from(0..1000).then(0..1000)],
        )),
    ];
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn crosses() {
    let tuple =
        |names: &[&str]| Select::tuples([names.iter().map(|n| Pick::names(&[n])).collect()]);
    let x = || CrossDef::new("x", &["a", "b"]);
    let wide = GroupDef::new("g")
        .point(PointDef::new("a").bin(BinDef::each("a", 0..2000)))
        .cross(CrossDef::new("x", &["a", "a"]));
    let found = [
        of_cross(CrossDef::new("a", &["a", "b"])),
        of_cross(CrossDef::new("x", &["a"])),
        of_cross(CrossDef::new("x", &["a", "c"])),
        of_cross(x().bin("one", tuple(&["a[0]", "b[7]"]))),
        of_cross(x().bin("one", tuple(&["a[0]"]))),
        of_cross(x().ignore("one", Select::when(3, "", |_| true))),
        of_cross(
            x().bin("one", tuple(&["_", "_"]))
                .ignore("one", tuple(&["_", "_"])),
        ),
        message(&wide),
    ];
    insta::assert_snapshot!(found.join("\n"));
}
