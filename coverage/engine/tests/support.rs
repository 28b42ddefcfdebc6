//! Small groups for the tests.

use coverage::{BinDef, Group, GroupDef, PointDef};

/// A group of one coverpoint `p`.
pub(crate) fn one_point(point: PointDef) -> Group {
    Group::new(&GroupDef::new("g").point(point)).unwrap()
}

/// A coverpoint `p` of these bins.
pub(crate) fn point(bins: impl IntoIterator<Item = BinDef>) -> PointDef {
    bins.into_iter().fold(PointDef::new("p"), PointDef::bin)
}

/// A group of one coverpoint `p` of these bins, sampled with `values`; illegal hits are passed over.
pub(crate) fn sampled(bins: impl IntoIterator<Item = BinDef>, values: &[i128]) -> Group {
    let mut group = one_point(point(bins));
    for &value in values {
        // Whether a hit is illegal is the business of the exclusion tests.
        let _illegal = group.sample(&[Some(value)], &[]);
    }
    group
}

/// The bins of the first coverpoint that count.
pub(crate) fn names(group: &Group) -> Vec<&str> {
    group.shape().points[0]
        .bins
        .iter()
        .map(|bin| bin.name.as_str())
        .collect()
}

/// The hits of bins of the coverpoint `p`.
pub(crate) fn hits(group: &Group, bins: &[&str]) -> Vec<u64> {
    bins.iter()
        .map(|bin| group.hits("p", bin).unwrap())
        .collect()
}
