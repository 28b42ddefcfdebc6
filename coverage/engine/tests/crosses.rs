//! Crosses: IEEE 1800-2017 19.6.

use coverage::{BinDef, CrossDef, Group, GroupDef, Pick, PointDef, Select, Sequence};

/// Points `a` with bins a[0] to a[2] and `b` with `lo`, `hi`, and a cross `x` of the two.
fn crossed(change: impl Fn(CrossDef) -> CrossDef) -> Group {
    let a = PointDef::new("a").bin(BinDef::each("a", 0..=2));
    let b = PointDef::new("b")
        .bin(BinDef::one("lo", 0..=4))
        .bin(BinDef::one("hi", 5..=9));
    let cross = change(CrossDef::new("x", &["a", "b"]));
    Group::new(&GroupDef::new("g").point(a).point(b).cross(cross)).unwrap()
}

fn sample(group: &mut Group, pairs: &[(i128, i128)]) {
    for &(a, b) in pairs {
        group.sample(&[Some(a), Some(b)], &[true]).unwrap();
    }
}

fn tuple(names: &[&[&str]]) -> Vec<Pick> {
    names.iter().map(|names| Pick::names(names)).collect()
}

/// 19.6: every combination of the points' bins has a bin.
#[test]
fn every_product_has_a_bin() {
    let mut group = crossed(|x| x);
    sample(&mut group, &[(0, 3), (0, 3), (2, 9)]);
    assert_eq!(group.product_hits("x", &["a[0]", "lo"]), Some(2));
    assert_eq!(group.product_hits("x", &["a[2]", "hi"]), Some(1));
    assert_eq!(group.product_hits("x", &["a[1]", "lo"]), Some(0));
    let score = group.cross_score(0);
    assert_eq!((score.covered, score.bins), (2, 6));
}

/// 19.6: a value in no bin of a point, and a false `iff` of a point or of the cross, leave the cross alone.
#[test]
fn a_cross_needs_every_point_and_its_guard() {
    let mut group = crossed(|x| x);
    group.sample(&[Some(7), Some(3)], &[true]).unwrap();
    group.sample(&[None, Some(3)], &[true]).unwrap();
    group.sample(&[Some(0), Some(3)], &[false]).unwrap();
    assert_eq!(group.cross_score(0).covered, 0);
    assert_eq!(group.point_score(0).covered, 1);
}

/// 19.6: overlapping bins of the points hit every product of theirs.
#[test]
fn overlapping_bins_hit_every_product() {
    let a = PointDef::new("a")
        .bin(BinDef::one("x", 0..=5))
        .bin(BinDef::one("y", 5..=9));
    let b = PointDef::new("b")
        .bin(BinDef::one("u", 0..=5))
        .bin(BinDef::one("v", 5..=9));
    let def = GroupDef::new("g")
        .point(a)
        .point(b)
        .cross(CrossDef::new("x", &["a", "b"]));
    let mut group = Group::new(&def).unwrap();
    sample(&mut group, &[(5, 5), (9, 0)]);
    let hits = |pair: [&str; 2]| group.product_hits("x", &pair).unwrap();
    assert_eq!(
        [["x", "u"], ["x", "v"], ["y", "u"], ["y", "v"]].map(hits),
        [1, 1, 2, 1]
    );
}

/// 19.6: default, ignored and illegal bins of the points take no part; transition bins do.
#[test]
fn only_counted_bins_are_crossed() {
    let a = PointDef::new("a")
        .bin(BinDef::one("one", 1))
        .bin(BinDef::transition("up", [Sequence::from(0).then(1)]))
        .bin(BinDef::one("no", 3).ignore())
        .bin(BinDef::default("rest"));
    let b = PointDef::new("b").bin(BinDef::each("b", 0..=1));
    let def = GroupDef::new("g")
        .point(a)
        .point(b)
        .cross(CrossDef::new("x", &["a", "b"]));
    let mut group = Group::new(&def).unwrap();
    assert_eq!(group.cross_score(0).bins, 4);
    sample(&mut group, &[(0, 0), (1, 0), (3, 1), (1, 1)]);
    assert_eq!(group.product_hits("x", &["up", "b[0]"]), Some(1));
    assert_eq!(group.product_hits("x", &["up", "b[1]"]), Some(0));
    assert_eq!(group.product_hits("x", &["one", "b[1]"]), Some(1));
    assert_eq!(group.product_hits("x", &["rest", "b[0]"]), None);
}

/// 19.6.1: a cross bin takes the products of `binsof`; the products left keep their own bins.
#[test]
fn named_bins_take_their_products() {
    let select = || Select::tuples([tuple(&[&["a[0]", "a[1]"], &["lo"]])]);
    let mut group = crossed(|x| x.bin("early", select()));
    sample(&mut group, &[(0, 0), (1, 0), (1, 5)]);
    assert_eq!(group.hits("x", "early"), Some(2));
    assert_eq!(
        group.product_hits("x", &["a[0]", "lo"]),
        None,
        "no bin of its own"
    );
    assert_eq!(group.product_hits("x", &["a[1]", "hi"]), Some(1));
    let score = group.cross_score(0);
    assert_eq!((score.covered, score.bins), (2, 5));
}

/// 19.6.1: the name of an array of bins takes all of them, and `_` any bin.
#[test]
fn selections_by_array_name_and_wildcard() {
    let group = crossed(|x| x.bin("all_lo", Select::tuples([tuple(&[&["a"], &["lo"]])])));
    assert_eq!(group.cross_score(0).bins, 4);
    let group = crossed(|x| x.bin("all", Select::tuples([tuple(&[&["_"], &["_"]])])));
    assert_eq!(group.cross_score(0).bins, 1);
}

/// 19.6.1: `binsof(a) intersect {..}` and `with` conditions.
#[test]
fn selections_by_predicate() {
    let select = || {
        Select::when(2, "", |bins| {
            bins[0].intersects(1..=7) && bins[1].high() < 5
        })
    };
    let mut group = crossed(|x| x.bin("some", select()));
    sample(&mut group, &[(0, 0), (1, 0), (2, 4), (2, 5)]);
    assert_eq!(group.hits("x", "some"), Some(2));
    assert_eq!(group.cross_score(0).bins, 5);
}

/// 19.6.1: bins of a cross may overlap, and one without products is no bin.
#[test]
fn named_bins_overlap_and_vanish() {
    let by_low = |low| Select::when(2, "", move |bins| bins[0].low() == low);
    let lo = || Select::tuples([tuple(&[&["_"], &["lo"]])]);
    let mut group = crossed(|x| {
        x.bin("none", by_low(9))
            .bin("zero", by_low(0))
            .bin("lo", lo())
    });
    assert_eq!(group.hits("x", "none"), None);
    sample(&mut group, &[(0, 0), (1, 0)]);
    assert_eq!(group.hits("x", "zero"), Some(1));
    assert_eq!(group.hits("x", "lo"), Some(2));
    assert_eq!(
        group.cross_score(0).bins,
        4,
        "zero, lo, and two products with hi"
    );
}

/// 19.6.2: ignored products are excluded even if they are in another bin.
#[test]
fn ignored_products_do_not_count() {
    let zero = || Select::tuples([tuple(&[&["a[0]"], &["_"]])]);
    let lo = || Select::tuples([tuple(&[&["_"], &["lo"]])]);
    let mut group = crossed(|x| x.ignore("no", zero()).bin("lo", lo()));
    sample(&mut group, &[(0, 0), (1, 0)]);
    assert_eq!(
        (group.hits("x", "no"), group.hits("x", "lo")),
        (Some(1), Some(1))
    );
    assert_eq!(group.cross_score(0).bins, 3);
}

/// 19.6.3: an illegal product is an error with the values of all points, even if it is ignored too.
#[test]
fn illegal_products_are_reported() {
    let zero = || Select::tuples([tuple(&[&["a[0]"], &["_"]])]);
    let hi = || Select::tuples([tuple(&[&["_"], &["hi"]])]);
    let mut group = crossed(|x| x.ignore("no", zero()).illegal("bad", hi()));
    sample(&mut group, &[(0, 1), (1, 1)]);
    let error = group.sample(&[Some(0), Some(7)], &[true]).unwrap_err();
    assert_eq!(error.to_string(), "illegal bin g.x.bad hit with value 0, 7");
    assert_eq!(
        (group.hits("x", "no"), group.hits("x", "bad")),
        (Some(1), Some(1))
    );
    assert_eq!(group.cross_score(0).bins, 2);
    assert_eq!(group.product_hits("x", &["a[1]", "lo"]), Some(1));
    assert_eq!(group.product_hits("x", &["a[2]", "hi"]), None);
    assert_eq!(
        group.point_score(1).covered,
        2,
        "the points count all the same"
    );
}

/// Four points, one of them twice: products are numbered without clashes.
#[test]
fn crosses_of_four_points() {
    let point = |name, last| PointDef::new(name).bin(BinDef::each(name, 0..=last));
    let mut def = GroupDef::new("g").cross(CrossDef::new("x", &["c", "a", "b", "c"]));
    for (name, last) in [("a", 1), ("b", 2), ("c", 3)] {
        def = def.point(point(name, last));
    }
    let mut group = Group::new(&def).unwrap();
    assert_eq!(group.cross_score(0).bins, 4 * 2 * 3 * 4);
    for (a, b, c) in (0..2).flat_map(|a| (0..3).flat_map(move |b| (0..4).map(move |c| (a, b, c)))) {
        group.sample(&[Some(a), Some(b), Some(c)], &[true]).unwrap();
    }
    assert_eq!(group.cross_score(0).covered, 2 * 3 * 4);
    assert_eq!(
        group.product_hits("x", &["c[3]", "a[1]", "b[2]", "c[3]"]),
        Some(1)
    );
    assert_eq!(
        group.product_hits("x", &["c[3]", "a[1]", "b[2]", "c[2]"]),
        Some(0)
    );
}
