//! From bin definitions to single bins (IEEE 1800-2017 19.5.1 to 19.5.4).

use std::collections::BTreeSet;

use crate::define::{BinDef, BinValues, PointDef, wildcard};
use crate::set::ranges_text;
use crate::{Kind, Problem, Set};

use super::sequence::{Chain, chains, too_many};

/// The most bins of one coverpoint.
const BINS: u128 = 1 << 16;

/// One bin before ignored and illegal values are taken out.
#[derive(Debug)]
pub(super) struct RawBin {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) needs: String,
    pub(super) testpoint: Option<String>,
    pub(super) ranges: Vec<(i128, i128)>,
    pub(super) chains: Vec<Chain>,
    /// Takes what no other value bin takes.
    pub(super) is_default: bool,
}

/// Every bin of `point`, in order; an error comes with the name of the bin definition.
pub(super) fn expand(
    point: &PointDef,
    auto_bin_max: u64,
) -> Result<Vec<RawBin>, (String, Problem)> {
    let mut bins = Vec::new();
    for def in &point.bins {
        let more = expand_def(def, auto_bin_max).map_err(|problem| (def.name.clone(), problem))?;
        bins.extend(more);
        too_many("bins", bins.len() as u128, BINS)
            .map_err(|problem| (def.name.clone(), problem))?;
    }
    let mut names = BTreeSet::new();
    match bins.iter().find(|bin| !names.insert(bin.name.as_str())) {
        Some(twice) => Err((twice.name.clone(), Problem::DuplicateName)),
        None => Ok(bins),
    }
}

fn expand_def(def: &BinDef, auto_bin_max: u64) -> Result<Vec<RawBin>, Problem> {
    match &def.values {
        BinValues::One(set) => Ok(vec![of_set(def, def.name.clone(), set)?]),
        BinValues::Each(set) => each(def, set),
        BinValues::Split(set, bins) => split(def, set, *bins),
        BinValues::Wildcard(pattern) => {
            let set = wildcard(pattern).ok_or_else(|| Problem::Wildcard(pattern.clone()))?;
            Ok(vec![of_set(def, def.name.clone(), &set)?])
        }
        BinValues::Named(bins) => bins
            .iter()
            .map(|(name, set)| of_set(def, name.clone(), set))
            .collect(),
        BinValues::Auto(bits) => auto(def, *bits, auto_bin_max),
        BinValues::Default => Ok(vec![bin(
            def,
            def.name.clone(),
            "any other value".to_owned(),
        )]),
        BinValues::Transition(sequences) => {
            let text: Vec<String> = sequences.iter().map(|s| s.text()).collect();
            let mut raw = bin(def, def.name.clone(), text.join(", "));
            for sequence in sequences {
                raw.chains.extend(chains(sequence)?);
            }
            let floating = raw.chains.iter().any(Chain::waits);
            if floating && def.kind == Kind::Ignore {
                return Err(Problem::Unbounded(raw.needs));
            }
            Ok(vec![raw])
        }
        BinValues::EachTransition(sequences) => {
            let mut bins = Vec::new();
            for sequence in sequences {
                for chain in chains(sequence)? {
                    if chain.waits() {
                        return Err(Problem::Unbounded(sequence.text()));
                    }
                    bins.extend(each_transition(def, &chain)?);
                }
            }
            Ok(bins)
        }
    }
}

fn bin(def: &BinDef, name: String, needs: String) -> RawBin {
    RawBin {
        name,
        kind: def.kind,
        needs,
        testpoint: def.testpoint.clone(),
        ranges: Vec::new(),
        chains: Vec::new(),
        is_default: matches!(def.values, BinValues::Default),
    }
}

fn of_set(def: &BinDef, name: String, set: &Set) -> Result<RawBin, Problem> {
    if set.ranges().is_empty() {
        return Err(Problem::EmptySet(set.text().to_owned()));
    }
    let mut raw = bin(def, name, set.text().to_owned());
    raw.ranges = set.ranges().to_vec();
    Ok(raw)
}

fn of_ranges(def: &BinDef, name: String, ranges: Vec<(i128, i128)>) -> RawBin {
    let mut raw = bin(def, name, ranges_text(&ranges));
    raw.ranges = ranges;
    raw
}

/// The number of values of a set to be dealt out over bins.
fn bounded(set: &Set) -> Result<u128, Problem> {
    match set.len() {
        None => Err(Problem::OpenSet(set.text().to_owned())),
        Some(0) => Err(Problem::EmptySet(set.text().to_owned())),
        Some(count) => Ok(count),
    }
}

fn each(def: &BinDef, set: &Set) -> Result<Vec<RawBin>, Problem> {
    too_many("bins", bounded(set)?, BINS)?;
    let mut seen = BTreeSet::new();
    let values = set.values().filter(|value| seen.insert(*value));
    let name = |value| format!("{}[{value}]", def.name);
    Ok(values
        .map(|value| of_ranges(def, name(value), vec![(value, value)]))
        .collect())
}

fn split(def: &BinDef, set: &Set, bins: u64) -> Result<Vec<RawBin>, Problem> {
    let parts = deal(set, bins)?;
    let name = |index| format!("{}[{index}]", def.name);
    Ok(parts
        .into_iter()
        .enumerate()
        .map(|(index, ranges)| of_ranges(def, name(index), ranges))
        .collect())
}

fn auto(def: &BinDef, bits: u32, auto_bin_max: u64) -> Result<Vec<RawBin>, Problem> {
    if bits > 64 {
        return Err(Problem::TooWide(bits));
    }
    let values = 1_i128 << bits;
    let set = Set::from_ranges(vec![(0, values - 1)], String::new());
    let bins = values.min(i128::from(auto_bin_max)) as u64;
    let name = |ranges: &[(i128, i128)]| match ranges {
        [(low, high)] if low == high => format!("auto[{low}]"),
        [(low, high)] => format!("auto[{low}:{high}]"),
        _ => "auto".to_owned(),
    };
    Ok(deal(&set, bins)?
        .into_iter()
        .map(|ranges| of_ranges(def, name(&ranges), ranges))
        .collect())
}

/// Deals the values of `set` out in order: count / bins to each bin, what is left over to the last (19.5.1).
/// Bins beyond the number of values would stay empty and are left out.
fn deal(set: &Set, bins: u64) -> Result<Vec<Vec<(i128, i128)>>, Problem> {
    if bins == 0 {
        return Err(Problem::ZeroBins);
    }
    let count = bounded(set)?;
    let bins = u128::from(bins).min(count);
    too_many("bins", bins, BINS)?;
    let share = count / bins;
    let mut parts = vec![Vec::new(); bins as usize];
    let (mut part, mut room) = (0, share);
    for &(mut low, high) in set.ranges() {
        while low <= high {
            let is_last = part + 1 == parts.len();
            let left = (high - low) as u128 + 1;
            let take = if is_last { left } else { left.min(room) };
            parts[part].push((low, low + take as i128 - 1));
            low += take as i128;
            room = room.saturating_sub(take);
            if room == 0 && !is_last {
                (part, room) = (part + 1, share);
            }
        }
    }
    Ok(parts)
}

/// A bin per sequence of single values.
fn each_transition(def: &BinDef, chain: &Chain) -> Result<Vec<RawBin>, Problem> {
    let mut count = 1_u128;
    for set in chain.sets() {
        count = count.saturating_mul(bounded(set)?);
        too_many("bins", count, BINS)?;
    }
    let mut paths: Vec<Vec<i128>> = vec![Vec::new()];
    for set in chain.sets() {
        let longer = |path: &Vec<i128>, value| path.iter().copied().chain([value]).collect();
        paths = paths
            .iter()
            .flat_map(|path| set.values().map(move |value| longer(path, value)))
            .collect();
    }
    let of_path = |path: Vec<i128>| {
        let text: Vec<String> = path.iter().map(i128::to_string).collect();
        let mut raw = bin(
            def,
            format!("{}[{}]", def.name, text.join("=>")),
            format!("({})", text.join(" => ")),
        );
        let sets = path.iter().map(Set::of).collect();
        raw.chains = vec![Chain::fixed(sets)];
        raw
    };
    Ok(paths.into_iter().map(of_path).collect())
}
