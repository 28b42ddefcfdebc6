//! Coverpoints and their bins (IEEE 1800-2017 19.5).

use serde::{Deserialize, Serialize};

use super::{ItemOptions, Sequence};
use crate::{CoverEnum, IntoSet, Set};

/// What hitting a bin means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// `bins`: counts towards coverage.
    Count,
    /// `bins = default`: counted, no part of any percentage or cross (19.5.1).
    Default,
    /// `ignore_bins`: its values are no part of coverage (19.5.5).
    Ignore,
    /// `illegal_bins`: its values are an error (19.5.6).
    Illegal,
}

/// How the values of one bin definition become bins.
#[derive(Clone, Debug)]
pub(crate) enum BinValues {
    One(Set),
    Each(Set),
    Split(Set, u64),
    Wildcard(String),
    Named(Vec<(String, Set)>),
    Auto(u32),
    Default,
    Transition(Vec<Sequence>),
    EachTransition(Vec<Sequence>),
}

/// One bin definition; it may stand for several bins.
#[derive(Clone, Debug)]
pub struct BinDef {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) values: BinValues,
    pub(crate) testpoint: Option<String>,
}

impl BinDef {
    fn new(name: &str, values: BinValues) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Count,
            values,
            testpoint: None,
        }
    }

    /// `bins name = {...}`: one bin for all values (19.5.1).
    pub fn one<Form>(name: &str, values: impl IntoSet<Form>) -> Self {
        Self::new(name, BinValues::One(values.into_set()))
    }

    /// `bins name[] = {...}`: a bin `name[v]` per value (19.5.1).
    pub fn each<Form>(name: &str, values: impl IntoSet<Form>) -> Self {
        Self::new(name, BinValues::Each(values.into_set()))
    }

    /// `bins name[n] = {...}`: the values dealt out over `n` bins, the last one taking the rest (19.5.1).
    pub fn split<Form>(name: &str, bins: u64, values: impl IntoSet<Form>) -> Self {
        Self::new(name, BinValues::Split(values.into_set(), bins))
    }

    /// `wildcard bins name = {pattern}`: digits 0, 1 and, for either, `?` (19.5.4). At most 64 digits.
    pub fn wildcard(name: &str, pattern: &str) -> Self {
        Self::new(name, BinValues::Wildcard(pattern.to_owned()))
    }

    /// A bin per value of an enum, named after it (19.5.3).
    pub fn each_of<Source, T: CoverEnum<Source>>() -> Self {
        let bins = T::all().iter().map(|v| (v.text(), Set::collect([v])));
        Self::new("each", BinValues::Named(bins.collect()))
    }

    /// The automatic bins of an unsigned value `bits` wide: 2^bits or `auto_bin_max` if less (19.5.3).
    pub fn auto(bits: u32) -> Self {
        Self::new("auto", BinValues::Auto(bits))
    }

    /// `bins name = default`: what no other value bin takes (19.5.1).
    pub fn default(name: &str) -> Self {
        let mut bin = Self::new(name, BinValues::Default);
        bin.kind = Kind::Default;
        bin
    }

    /// `bins name = (a => b), (c => d)`: one bin for all of the sequences (19.5.2).
    pub fn transition(name: &str, sequences: impl IntoIterator<Item = Sequence>) -> Self {
        let sequences = sequences.into_iter().collect();
        Self::new(name, BinValues::Transition(sequences))
    }

    /// `bins name[] = (a, b => c)`: a bin per single sequence (19.5.2).
    pub fn each_transition(name: &str, sequences: impl IntoIterator<Item = Sequence>) -> Self {
        let sequences = sequences.into_iter().collect();
        Self::new(name, BinValues::EachTransition(sequences))
    }

    /// Makes these `ignore_bins` (19.5.5).
    pub fn ignore(mut self) -> Self {
        self.kind = Kind::Ignore;
        self
    }

    /// Makes these `illegal_bins` (19.5.6).
    pub fn illegal(mut self) -> Self {
        self.kind = Kind::Illegal;
        self
    }

    /// The testpoint of the testplan that these bins close.
    pub fn testpoint(mut self, name: &str) -> Self {
        self.testpoint = Some(name.to_owned());
        self
    }
}

/// A coverpoint (19.5). Unlike SystemVerilog's, it has no bins of its own accord: ask for `auto`.
#[derive(Clone, Debug)]
pub struct PointDef {
    pub(crate) name: String,
    pub(crate) options: ItemOptions,
    pub(crate) bins: Vec<BinDef>,
}

impl PointDef {
    /// A coverpoint without bins.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            options: ItemOptions::default(),
            bins: Vec::new(),
        }
    }

    /// Adds bins.
    pub fn bin(mut self, bin: BinDef) -> Self {
        self.bins.push(bin);
        self
    }

    /// `option.weight`: the share of the point in the group (default 1; 0 leaves it out).
    pub fn weight(mut self, weight: u32) -> Self {
        self.options.weight = Some(weight);
        self
    }

    /// `option.goal`: the percentage to reach (default 100).
    pub fn goal(mut self, percent: u32) -> Self {
        self.options.goal = Some(percent);
        self
    }

    /// `option.at_least`: hits that cover a bin (default 1).
    pub fn at_least(mut self, hits: u64) -> Self {
        self.options.at_least = Some(hits);
        self
    }

    /// `option.auto_bin_max`: the most bins that `auto` makes (default 64).
    pub fn auto_bin_max(mut self, bins: u64) -> Self {
        self.options.auto_bin_max = Some(bins);
        self
    }

    /// The testpoint of the testplan that this point closes.
    pub fn testpoint(mut self, name: &str) -> Self {
        self.options.testpoint = Some(name.to_owned());
        self
    }
}

/// The free bits above the lowest fixed one each double the ranges of a wildcard; more are refused.
const WILDCARD_SPLITS: usize = 12;

/// The values that match a wildcard pattern; `None` if it is no pattern or falls apart into too many ranges.
pub(crate) fn wildcard(pattern: &str) -> Option<Set> {
    let digits: Vec<char> = pattern.chars().filter(|&c| c != '_').collect();
    if digits.is_empty() || digits.len() > 64 {
        return None;
    }
    let is_free = |c: &char| matches!(c, '?' | 'x' | 'z');
    let tail = digits.iter().rev().take_while(|c| is_free(c)).count();
    let head = &digits[..digits.len() - tail];
    if head.iter().filter(|c| is_free(c)).count() > WILDCARD_SPLITS {
        return None;
    }
    let mut starts = vec![0_i128];
    for digit in head {
        starts = match digit {
            '0' => starts.iter().map(|s| s << 1).collect(),
            '1' => starts.iter().map(|s| s << 1 | 1).collect(),
            c if is_free(c) => starts.iter().flat_map(|s| [s << 1, s << 1 | 1]).collect(),
            _ => return None,
        };
    }
    let span = 1_i128 << tail;
    let ranges = starts.iter().map(|s| (s * span, s * span + span - 1));
    Some(Set::from_ranges(ranges.collect(), pattern.to_owned()))
}
