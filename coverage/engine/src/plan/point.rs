//! A coverpoint compiled: from a value to its bins by table (IEEE 1800-2017 19.5).

use crate::define::PointDef;
use crate::shape::{BinShape, ExtraShape, ItemShape};
use crate::{Kind, Problem};

use super::expand::{RawBin, expand};
use super::segments::Segments;
use super::sequence::{Automaton, Chain, check_positions, too_many};
use super::{Defaults, item_shape};

/// The most entries of the table from segments to bins.
const TABLE: u128 = 1 << 22;

/// The tables of a coverpoint, shared by all instances. Bins are numbered as in [`ItemShape`].
#[derive(Debug)]
pub(crate) struct PointPlan {
    segments: Segments,
    /// The bins of segment `s` are `bins[offsets[s]..offsets[s + 1]]`.
    offsets: Vec<u32>,
    bins: Vec<u32>,
    automaton: Option<Automaton>,
    /// The number of bins that count: those below take part in crosses.
    counted: u32,
    /// The values that hit each counted bin, for cross selections.
    pub(super) ranges: Vec<Vec<(i128, i128)>>,
}

impl PointPlan {
    /// Checks and compiles a definition.
    pub(super) fn new(
        def: &PointDef,
        defaults: Defaults,
    ) -> Result<(ItemShape, Self), (String, Problem)> {
        let auto_bin_max = def.options.auto_bin_max.unwrap_or(defaults.auto_bin_max);
        let raw = expand(def, auto_bin_max)?;
        let of_point = |problem| (String::new(), problem);
        check_positions(raw.iter().flat_map(|bin| &bin.chains)).map_err(of_point)?;
        let sets = raw
            .iter()
            .flat_map(|bin| &bin.chains)
            .flat_map(Chain::links_sets);
        let ranges = sets
            .flat_map(|set| set.ranges())
            .chain(raw.iter().flat_map(|b| &b.ranges));
        let segments = Segments::new(ranges);
        let excluded = excluded_segments(&raw, &segments);
        let bins = number(raw, &segments, &excluded);
        let counted = bins
            .iter()
            .take_while(|bin| bin.kind == Kind::Count)
            .count();
        if counted == 0 {
            return Err(of_point(Problem::NoBins));
        }
        let mut shape = item_shape(&def.name, &def.options, defaults).map_err(of_point)?;
        describe(&mut shape, &bins);
        let (offsets, table) = resolve(&bins, &segments, &excluded).map_err(of_point)?;
        let chains: Vec<(u32, Kind, Chain)> = (0..)
            .zip(&bins)
            .flat_map(|(id, bin)| bin.chains.iter().map(move |c| (id, bin.kind, c.clone())))
            .collect();
        let automaton = (!chains.is_empty())
            .then(|| Automaton::new(&chains, &segments))
            .transpose()
            .map_err(of_point)?;
        let ranges = bins[..counted]
            .iter()
            .map(|bin| kept_ranges(bin, &segments, &excluded))
            .collect();
        let plan = Self {
            segments,
            offsets,
            bins: table,
            automaton,
            counted: counted as u32,
            ranges,
        };
        Ok((shape, plan))
    }

    /// The number of bins that count.
    #[inline]
    pub(crate) fn counted(&self) -> u32 {
        self.counted
    }

    /// The words of transition state that an instance needs.
    pub(crate) fn state_words(&self) -> usize {
        self.automaton.as_ref().map_or(0, Automaton::words)
    }

    /// Calls `hit` with every bin that `value` hits, moving the transition state on.
    #[inline]
    pub(crate) fn sample(&self, value: i128, state: &mut [u64], mut hit: impl FnMut(u32)) {
        let segment = self.segments.find(value);
        let (from, to) = (self.offsets[segment], self.offsets[segment + 1]);
        for &bin in &self.bins[from as usize..to as usize] {
            hit(bin);
        }
        if let Some(automaton) = &self.automaton {
            automaton.step(state, segment, hit);
        }
    }
}

/// Per segment, the strongest kind that takes its values out of coverage.
fn excluded_segments(raw: &[RawBin], segments: &Segments) -> Vec<Kind> {
    let mut kinds = vec![Kind::Count; segments.len()];
    for bin in raw
        .iter()
        .filter(|bin| matches!(bin.kind, Kind::Ignore | Kind::Illegal))
    {
        for segment in bin.ranges.iter().flat_map(|r| segments.span(r)) {
            kinds[segment] = kinds[segment].max(bin.kind);
        }
    }
    kinds
}

/// Leaves out the bins which ignored and illegal bins emptied (19.5.5), and sorts those that count to the front.
fn number(raw: Vec<RawBin>, segments: &Segments, excluded: &[Kind]) -> Vec<RawBin> {
    let is_out = |bin: &&RawBin| matches!(bin.kind, Kind::Ignore | Kind::Illegal);
    let out: Vec<Boxed> = raw
        .iter()
        .filter(is_out)
        .flat_map(|bin| &bin.chains)
        .filter(|chain| !chain.waits())
        .map(|chain| boxed(chain, segments))
        .collect();
    let is_left = |bin: &RawBin| {
        let mut covered = bin.ranges.iter().flat_map(|r| segments.span(r));
        let value = covered.any(|segment| excluded[segment] == Kind::Count);
        bin.kind != Kind::Count
            || value
            || bin
                .chains
                .iter()
                .any(|c| c.waits() || survives(boxed(c, segments), &out))
    };
    let mut bins: Vec<RawBin> = raw.into_iter().filter(is_left).collect();
    bins.sort_by_key(|bin| bin.kind);
    bins
}

/// A chain of fixed length as the segments that each of its steps takes.
type Boxed = Vec<Vec<usize>>;

fn boxed(chain: &Chain, segments: &Segments) -> Boxed {
    let of_set = |set: &crate::Set| {
        let mut taken: Vec<usize> = set.ranges().iter().flat_map(|r| segments.span(r)).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    };
    chain.sets().map(of_set).collect()
}

/// True if some sequence of `chain` is none of the `out` ones.
fn survives(chain: Boxed, out: &[Boxed]) -> bool {
    let Some((other, rest)) = out.split_first() else {
        return true;
    };
    if other.len() != chain.len() {
        return survives(chain, rest);
    }
    // What is outside `other` differs from it first at some step and agrees before.
    let mut agreeing = chain.clone();
    for step in 0..chain.len() {
        let (inside, outside) = agreeing[step].iter().partition(|s| other[step].contains(s));
        let mut differing = agreeing.clone();
        differing[step] = outside;
        if !differing[step].is_empty() && survives(differing, rest) {
            return true;
        }
        agreeing[step] = inside;
        if agreeing[step].is_empty() {
            return false;
        }
    }
    false
}

fn describe(shape: &mut ItemShape, bins: &[RawBin]) {
    for bin in bins {
        let (name, needs) = (bin.name.clone(), bin.needs.clone());
        match bin.kind {
            Kind::Count => {
                let testpoint = bin.testpoint.clone();
                shape.bins.push(BinShape {
                    name,
                    needs,
                    testpoint,
                });
            }
            kind => shape.extras.push(ExtraShape { name, kind, needs }),
        }
    }
}

/// The table from segments to bins: the illegal ones, or else the ignored ones, or else those that count,
/// or else the default ones.
fn resolve(
    bins: &[RawBin],
    segments: &Segments,
    excluded: &[Kind],
) -> Result<(Vec<u32>, Vec<u32>), Problem> {
    let mut hits: Vec<Vec<u32>> = vec![Vec::new(); segments.len()];
    let mut total = 0_u128;
    for (id, bin) in (0..).zip(bins) {
        for segment in bin.ranges.iter().flat_map(|r| segments.span(r)) {
            total += 1;
            too_many("entries in the bin table", total, TABLE)?;
            if excluded[segment] == bin.kind && hits[segment].last() != Some(&id) {
                hits[segment].push(id);
            }
        }
    }
    let defaults: Vec<u32> = (0..)
        .zip(bins)
        .filter(|(_, bin)| bin.is_default)
        .map(|(id, _)| id)
        .collect();
    let (mut offsets, mut table) = (vec![0], Vec::new());
    for segment in &hits {
        table.extend(if segment.is_empty() {
            &defaults
        } else {
            segment
        });
        offsets.push(table.len() as u32);
    }
    Ok((offsets, table))
}

/// The values of a bin without those that are ignored or illegal, merged and ascending.
fn kept_ranges(bin: &RawBin, segments: &Segments, excluded: &[Kind]) -> Vec<(i128, i128)> {
    let mut kept: Vec<usize> = bin.ranges.iter().flat_map(|r| segments.span(r)).collect();
    kept.retain(|&segment| excluded[segment] == Kind::Count);
    kept.sort_unstable();
    kept.dedup();
    let mut ranges: Vec<(i128, i128)> = Vec::new();
    for (low, high) in kept.into_iter().map(|segment| segments.bounds(segment)) {
        match ranges.last_mut() {
            Some(last) if last.1.checked_add(1) == Some(low) => last.1 = high,
            _ => ranges.push((low, high)),
        }
    }
    ranges
}
