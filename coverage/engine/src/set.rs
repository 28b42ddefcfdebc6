//! Sets of values, the right-hand side of a bin (IEEE 1800-2017 19.5.1 `covergroup_range_list`).

use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::value::Sampled;

/// Values and inclusive ranges in the order written. Duplicates stay: `name[n]` distributes them too (19.5.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    ranges: Vec<(i128, i128)>,
    text: String,
}

impl Set {
    /// The set without values.
    pub fn empty() -> Self {
        Self::default()
    }

    /// One value or range.
    pub fn of<Source>(values: impl IntoSet<Source>) -> Self {
        values.into_set()
    }

    /// Every value of an iterator: the place for SystemVerilog's `with` filters (19.5.1.1).
    pub fn collect<Source, T: Sampled<Source>>(values: impl IntoIterator<Item = T>) -> Self {
        values.into_iter().fold(Self::empty(), |set, value| {
            set.union(Self::one(value.sampled(), value.text()))
        })
    }

    /// This set and then `more`.
    pub fn and<Source>(self, more: impl IntoSet<Source>) -> Self {
        self.union(more.into_set())
    }

    /// The inclusive ranges, in the order written. `i128::MIN` and `i128::MAX` stand for open ends.
    pub fn ranges(&self) -> &[(i128, i128)] {
        &self.ranges
    }

    /// How the set reads in reports: `..0`, `Ack, Nak`, or `[]` if nothing was listed.
    pub fn text(&self) -> &str {
        if self.text.is_empty() {
            "[]"
        } else {
            &self.text
        }
    }

    /// True if `value` is in the set.
    pub fn contains(&self, value: i128) -> bool {
        self.ranges
            .iter()
            .any(|&(low, high)| (low..=high).contains(&value))
    }

    /// How many values are listed, duplicates counted; `None` if an end is open.
    pub(crate) fn len(&self) -> Option<u128> {
        self.ranges.iter().try_fold(0_u128, |sum, &(low, high)| {
            let bounded = low != i128::MIN && high != i128::MAX;
            bounded.then(|| {
                sum.saturating_add(high.wrapping_sub(low) as u128)
                    .saturating_add(1)
            })
        })
    }

    /// Every listed value in order. Call only when [`Set::len`] says that there are few.
    pub(crate) fn values(&self) -> impl Iterator<Item = i128> + '_ {
        self.ranges.iter().flat_map(|&(low, high)| low..=high)
    }

    pub(crate) fn from_ranges(ranges: Vec<(i128, i128)>, text: String) -> Self {
        Self { ranges, text }
    }

    fn one(value: Option<i128>, text: String) -> Self {
        let ranges = value.map(|v| (v, v)).into_iter().collect();
        Self { ranges, text }
    }

    /// `low..=high`; nothing if `low > high`, which the definition check reports.
    fn range(low: i128, high: i128, text: String) -> Self {
        let ranges = (low <= high).then_some((low, high)).into_iter().collect();
        Self { ranges, text }
    }

    fn union(mut self, more: Self) -> Self {
        if !self.text.is_empty() && !more.text.is_empty() {
            self.text.push_str(", ");
        }
        self.text.push_str(&more.text);
        self.ranges.extend(more.ranges);
        self
    }
}

/// The text of merged inclusive ranges, used where no source text exists.
pub(crate) fn ranges_text(ranges: &[(i128, i128)]) -> String {
    let one = |&(low, high): &(i128, i128)| match (low, high) {
        (i128::MIN, high) => format!("..={high}"),
        (low, i128::MAX) => format!("{low}.."),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low}..={high}"),
    };
    ranges.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Marker of [`IntoSet`]: a single value.
#[derive(Debug)]
pub struct OfValue<Source>(Source);
/// Marker of [`IntoSet`]: a range.
#[derive(Debug)]
pub struct OfRange<Source>(Source);
/// Marker of [`IntoSet`]: an array of values or ranges.
#[derive(Debug)]
pub struct OfList<Source>(Source);

/// What reads as a set: a value, a range, an array of them, a [`Set`].
///
/// `Form` keeps the implementations apart and is always inferred.
pub trait IntoSet<Form> {
    /// The set it stands for.
    fn into_set(self) -> Set;
}

impl IntoSet<()> for Set {
    fn into_set(self) -> Set {
        self
    }
}

impl<Source, T: Sampled<Source>> IntoSet<OfValue<Source>> for T {
    fn into_set(self) -> Set {
        Set::one(self.sampled(), self.text())
    }
}

impl<Form, T: IntoSet<Form>, const N: usize> IntoSet<OfList<Form>> for [T; N] {
    fn into_set(self) -> Set {
        self.into_iter()
            .fold(Set::empty(), |set, item| set.union(item.into_set()))
    }
}

/// A bound as a number; a bound that stands for no value makes the range empty.
fn bound<Source>(value: &impl Sampled<Source>, missing: i128) -> i128 {
    value.sampled().unwrap_or(missing)
}

impl<Source, T: Sampled<Source>> IntoSet<OfRange<Source>> for RangeInclusive<T> {
    fn into_set(self) -> Set {
        let (low, high) = (bound(self.start(), i128::MAX), bound(self.end(), i128::MIN));
        let text = format!("{}..={}", self.start().text(), self.end().text());
        Set::range(low, high, text)
    }
}

impl<Source, T: Sampled<Source>> IntoSet<OfRange<Source>> for Range<T> {
    fn into_set(self) -> Set {
        let low = bound(&self.start, i128::MAX);
        let high = bound(&self.end, i128::MIN).saturating_sub(1);
        let text = format!("{}..{}", self.start.text(), self.end.text());
        Set::range(low, high, text)
    }
}

impl<Source, T: Sampled<Source>> IntoSet<OfRange<Source>> for RangeFrom<T> {
    fn into_set(self) -> Set {
        let text = format!("{}..", self.start.text());
        Set::range(bound(&self.start, i128::MAX), i128::MAX, text)
    }
}

impl<Source, T: Sampled<Source>> IntoSet<OfRange<Source>> for RangeTo<T> {
    fn into_set(self) -> Set {
        let text = format!("..{}", self.end.text());
        let high = bound(&self.end, i128::MIN).saturating_sub(1);
        Set::range(i128::MIN, high, text)
    }
}

impl<Source, T: Sampled<Source>> IntoSet<OfRange<Source>> for RangeToInclusive<T> {
    fn into_set(self) -> Set {
        let text = format!("..={}", self.end.text());
        Set::range(i128::MIN, bound(&self.end, i128::MIN), text)
    }
}
