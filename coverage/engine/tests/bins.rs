//! Bins for values: IEEE 1800-2017 19.5.1, 19.5.3, 19.5.4.

use coverage::{BinDef, PointDef, Set};

use crate::support::{hits, names, one_point, point, sampled};

/// 19.5.1: `bins a = {[0:63], 65}` is one bin for all of its values.
#[test]
fn one_bin_takes_all_of_its_values() {
    let bin = BinDef::one("a", Set::of(0..=63).and(65));
    let group = sampled([bin], &[-1, 0, 63, 64, 65, 66]);
    assert_eq!(hits(&group, &["a"]), [3]);
}

/// 19.5.1: a value in several bins counts in each of them.
#[test]
fn overlapping_bins_all_count() {
    let bins = [BinDef::one("low", 0..=10), BinDef::one("mid", 5..=15)];
    let group = sampled(bins, &[4, 5, 10, 11]);
    assert_eq!(hits(&group, &["low", "mid"]), [3, 3]);
}

/// 19.5.1: `bins b[] = {[127:150],[148:191]}` has a bin per value, duplicates having one.
#[test]
fn an_unsized_array_has_a_bin_per_value() {
    let group = sampled(
        [BinDef::each("b", Set::of(1..=3).and(2..=4))],
        &[3, 3, 4, 5],
    );
    assert_eq!(names(&group), ["b[1]", "b[2]", "b[3]", "b[4]"]);
    assert_eq!(hits(&group, &["b[1]", "b[3]", "b[4]"]), [0, 2, 1]);
}

/// 19.5.1: `bins fixed[4] = {[1:10], 1, 4, 7}` deals 13 values as <1,2,3> <4,5,6> <7,8,9> <10,1,4,7>.
#[test]
fn a_sized_array_deals_values_and_the_last_bin_takes_the_rest() {
    let values = Set::of(1..=10).and([1, 4, 7]);
    let group = sampled([BinDef::split("fixed", 4, values)], &[1, 3, 4, 6, 7, 9, 10]);
    let bins = ["fixed[0]", "fixed[1]", "fixed[2]", "fixed[3]"];
    assert_eq!(names(&group), bins);
    assert_eq!(hits(&group, &bins), [2, 2, 2, 4]);
}

/// 19.5.1: more bins than values leave bins empty, and empty bins are no part of coverage (19.11.1).
#[test]
fn a_sized_array_has_no_more_bins_than_values() {
    let group = sampled([BinDef::split("b", 8, 0..=2)], &[2]);
    assert_eq!(names(&group), ["b[0]", "b[1]", "b[2]"]);
    assert_eq!(group.point_score(0).bins, 3);
}

/// 19.5.1: `bins d = {[1000:$]}` has an open end.
#[test]
fn open_ranges_reach_the_extremes() {
    let bins = [BinDef::one("low", ..0), BinDef::one("high", 1000..)];
    let group = sampled(bins, &[i128::MIN, -1, 0, 999, 1000, i128::MAX]);
    assert_eq!(hits(&group, &["low", "high"]), [2, 2]);
}

/// 19.5.1: `bins others[] = default` takes what no other bin does and is no part of coverage.
#[test]
fn the_default_bin_takes_the_rest_and_does_not_count() {
    let bins = [
        BinDef::one("a", 1),
        BinDef::one("skipped", 2).ignore(),
        BinDef::default("others"),
    ];
    let group = sampled(bins, &[1, 2, 3, -7]);
    assert_eq!(hits(&group, &["a", "skipped", "others"]), [1, 1, 2]);
    assert_eq!(names(&group), ["a"]);
    assert_eq!(group.coverage(), Some(100.0));
}

/// 19.5.1.1: a `with` filter keeps some values of a range.
#[test]
fn sets_can_be_filtered() {
    let even = Set::collect((0..=6).filter(|v| v % 2 == 0));
    let group = sampled([BinDef::each("even", even)], &[4]);
    assert_eq!(names(&group), ["even[0]", "even[2]", "even[4]", "even[6]"]);
}

/// 19.5.3: a value of M bits has min(2^M, auto_bin_max) bins; below 2^M each takes 2^M / N values.
#[test]
fn automatic_bins_follow_the_width_and_the_limit() {
    let all = one_point(point([BinDef::auto(2)]));
    assert_eq!(names(&all), ["auto[0]", "auto[1]", "auto[2]", "auto[3]"]);
    let wide = one_point(point([BinDef::auto(8)]));
    assert_eq!(
        (wide.point_score(0).bins, names(&wide)[63]),
        (64, "auto[252:255]")
    );
    let few = one_point(point([BinDef::auto(4)]).auto_bin_max(3));
    assert_eq!(names(&few), ["auto[0:4]", "auto[5:9]", "auto[10:15]"]);
    let full = one_point(point([BinDef::auto(64)]).auto_bin_max(2));
    assert_eq!(
        names(&full)[1],
        format!("auto[{}:{}]", 1_u64 << 63, u64::MAX)
    );
}

/// 19.5.3: an enum has a bin per value.
#[test]
fn each_value_of_an_enum_has_a_bin() {
    let group = sampled([BinDef::each_of::<_, bool>()], &[1]);
    assert_eq!(names(&group), ["false", "true"]);
    assert_eq!(hits(&group, &["false", "true"]), [0, 1]);
}

/// 19.5.4: `wildcard bins g12_16 = {4'b11??}` takes 12 to 15.
#[test]
fn wildcard_bins_take_every_match() {
    let bins = [
        BinDef::wildcard("tail", "11??"),
        BinDef::wildcard("inner", "1?_?1"),
    ];
    let group = sampled(bins, &(0..32).collect::<Vec<_>>());
    assert_eq!(hits(&group, &["tail", "inner"]), [4, 4]);
    let inner = sampled([BinDef::wildcard("inner", "1??1")], &[9, 11, 13, 15, 8, 25]);
    assert_eq!(hits(&inner, &["inner"]), [4]);
}

/// Values far apart leave the dense table and are found all the same.
#[test]
fn sparse_values_are_found() {
    let big = u128::from(u64::MAX) as i128;
    let bins = [
        BinDef::one("zero", 0),
        BinDef::one("mega", 1_000_000..=1_000_010),
        BinDef::one("last", u64::MAX),
    ];
    let group = sampled(
        bins,
        &[0, 999_999, 1_000_000, 1_000_010, 1_000_011, big - 1, big],
    );
    assert_eq!(hits(&group, &["zero", "mega", "last"]), [1, 2, 1]);
}

/// 19.5: a false `iff` leaves the coverpoint unsampled.
#[test]
fn a_point_without_a_value_is_not_sampled() {
    let mut group = one_point(PointDef::new("p").bin(BinDef::one("any", i128::MIN..)));
    group.sample(&[None], &[]).unwrap();
    assert_eq!(hits(&group, &["any"]), [0]);
}
