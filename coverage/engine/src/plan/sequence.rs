//! Transition bins as one bit-parallel automaton (IEEE 1800-2017 19.5.2).
//!
//! Each sequence is a chain of positions; a bit is set when the samples so far match the chain up to there.
//! One sample moves all chains: shift, mask with the positions that take the value, add those that wait.

use crate::define::{Repeat, Sequence, Step};
use crate::{Kind, Problem, Set};

use super::segments::Segments;

/// The most positions of a coverpoint, and the most words of its masks.
const POSITIONS: u128 = 4096;
const MASK_WORDS: u128 = 1 << 20;

/// A chain of value sets that one way through a sequence's repetitions takes.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    links: Vec<Link>,
}

/// One position of a chain.
#[derive(Clone, Debug)]
struct Link {
    set: Set,
    /// While the next link has not been seen, samples outside this set are passed over.
    wait: Option<Set>,
}

impl Chain {
    /// True if the chain passes samples over, so that its length is not fixed.
    pub(crate) fn waits(&self) -> bool {
        self.links.iter().any(|link| link.wait.is_some())
    }

    /// The value sets of a chain of fixed length.
    pub(crate) fn sets(&self) -> impl Iterator<Item = &Set> {
        self.links.iter().map(|link| &link.set)
    }

    /// Every set that decides about the chain, those that end a wait among them.
    pub(crate) fn links_sets(&self) -> impl Iterator<Item = &Set> {
        self.links
            .iter()
            .flat_map(|link| [Some(&link.set), link.wait.as_ref()].into_iter().flatten())
    }

    /// A chain of single sets.
    pub(crate) fn fixed(sets: Vec<Set>) -> Self {
        let links = sets.into_iter().map(|set| Link { set, wait: None });
        Self {
            links: links.collect(),
        }
    }
}

/// Every chain that a sequence stands for: one per combination of repetition counts.
pub(crate) fn chains(sequence: &Sequence) -> Result<Vec<Chain>, Problem> {
    check(sequence)?;
    let mut chains = vec![Chain { links: Vec::new() }];
    for step in &sequence.steps {
        let (least, most) = step.repeat.bounds();
        let count = chains.len() as u128 * u128::from(most - least + 1) * u128::from(most);
        too_many("transition states", count, POSITIONS)?;
        chains = chains
            .iter()
            .flat_map(|chain| (least..=most).map(move |times| append(chain, step, times)))
            .collect();
    }
    if chains.iter().any(|chain| chain.links.len() < 2) {
        return Err(Problem::ShortTransition(sequence.text()));
    }
    Ok(chains)
}

fn check(sequence: &Sequence) -> Result<(), Problem> {
    for (index, step) in sequence.steps.iter().enumerate() {
        let (least, most) = step.repeat.bounds();
        if least == 0 || most < least {
            return Err(Problem::Repetition(sequence.text()));
        }
        if step.set.ranges().is_empty() {
            return Err(Problem::EmptySet(step.set.text().to_owned()));
        }
        let next = sequence.steps.get(index + 1).map(|s| s.repeat);
        let waits = matches!(next, Some(Repeat::Goto(..) | Repeat::Spread(..)));
        if waits && matches!(step.repeat, Repeat::Spread(..)) {
            return Err(Problem::SpreadThenGoto(sequence.text()));
        }
    }
    Ok(())
}

/// `chain` and then `step` seen `times` times.
fn append(chain: &Chain, step: &Step, times: u32) -> Chain {
    let mut links = chain.links.clone();
    let gaps = !matches!(step.repeat, Repeat::Consecutive(..));
    for _ in 0..times {
        if let (true, Some(before)) = (gaps, links.last_mut()) {
            before.wait = Some(step.set.clone());
        }
        links.push(Link {
            set: step.set.clone(),
            wait: None,
        });
    }
    if let (Repeat::Spread(..), Some(last)) = (step.repeat, links.last_mut()) {
        last.wait = Some(step.set.clone());
    }
    Chain { links }
}

/// Refuses a table larger than `limit`.
pub(crate) fn too_many(what: &'static str, count: u128, limit: u128) -> Result<(), Problem> {
    if count > limit {
        return Err(Problem::TooMany { what, count, limit });
    }
    Ok(())
}

/// The positions that `chains` need together.
pub(crate) fn check_positions<'a>(
    chains: impl Iterator<Item = &'a Chain>,
) -> Result<usize, Problem> {
    let positions = chains.map(|chain| chain.links.len()).sum();
    too_many("transition states", positions as u128, POSITIONS)?;
    Ok(positions)
}

/// Where a chain ends.
#[derive(Clone, Copy, Debug)]
struct End {
    /// The bin, in the numbering of the coverpoint.
    bin: u32,
    kind: Kind,
    /// The samples that the chain takes; 0 if not fixed.
    length: u32,
}

/// The automaton of one coverpoint. Its state is a slice of words owned by each instance.
#[derive(Debug, Default)]
pub(crate) struct Automaton {
    words: usize,
    first: Vec<u64>,
    accept: Vec<u64>,
    /// The ends of ignored and illegal chains, and whether there are any.
    exclude: Vec<u64>,
    excludes: bool,
    /// Per segment, the positions that take its values, and those that wait while they pass.
    take: Vec<u64>,
    wait: Vec<u64>,
    ends: Vec<Option<End>>,
}

impl Automaton {
    /// The automaton of `chains`, each with its bin and kind.
    pub(crate) fn new(chains: &[(u32, Kind, Chain)], segments: &Segments) -> Result<Self, Problem> {
        let positions = check_positions(chains.iter().map(|(_, _, chain)| chain))?;
        let words = positions.div_ceil(64);
        too_many(
            "transition masks",
            words as u128 * segments.len() as u128,
            MASK_WORDS,
        )?;
        let mut automaton = Self {
            words,
            first: vec![0; words],
            accept: vec![0; words],
            exclude: vec![0; words],
            excludes: false,
            take: vec![0; words * segments.len()],
            wait: vec![0; words * segments.len()],
            ends: vec![None; positions],
        };
        let mut position = 0;
        for (bin, kind, chain) in chains {
            automaton.add(position, *bin, *kind, chain, segments);
            position += chain.links.len();
        }
        Ok(automaton)
    }

    fn add(&mut self, start: usize, bin: u32, kind: Kind, chain: &Chain, segments: &Segments) {
        set_bit(&mut self.first, start);
        for (offset, link) in chain.links.iter().enumerate() {
            let position = start + offset;
            for segment in link.set.ranges().iter().flat_map(|r| segments.span(r)) {
                set_bit(&mut self.take[segment * self.words..], position);
            }
            // A wait after the last link has nothing to wait for.
            let wait = link
                .wait
                .as_ref()
                .filter(|_| offset + 1 < chain.links.len());
            if let Some(until) = wait {
                for segment in 0..segments.len() {
                    set_bit(&mut self.wait[segment * self.words..], position);
                }
                for segment in until.ranges().iter().flat_map(|r| segments.span(r)) {
                    self.wait[segment * self.words + position / 64] &= !(1 << (position % 64));
                }
            }
        }
        let end = start + chain.links.len() - 1;
        set_bit(&mut self.accept, end);
        if kind != Kind::Count {
            set_bit(&mut self.exclude, end);
            self.excludes = true;
        }
        let length = if chain.waits() {
            0
        } else {
            chain.links.len() as u32
        };
        self.ends[end] = Some(End { bin, kind, length });
    }

    /// The words of state that an instance needs.
    pub(crate) fn words(&self) -> usize {
        self.words
    }

    /// Takes a sample in `segment` and reports each bin whose sequence ends there, once (19.5.2).
    #[inline]
    pub(crate) fn step(&self, state: &mut [u64], segment: usize, hit: impl FnMut(u32)) {
        let at = segment * self.words..(segment + 1) * self.words;
        let masks = self.take[at.clone()].iter().zip(&self.wait[at]);
        let ends = self.first.iter().zip(&self.accept);
        let (mut carry, mut ended) = (0, 0);
        for (bits, ((take, wait), (first, accept))) in state.iter_mut().zip(masks.zip(ends)) {
            let moved = (*bits << 1) | carry | first;
            carry = *bits >> 63;
            *bits = (moved & take) | (*bits & wait);
            ended |= *bits & accept;
        }
        if ended != 0 {
            self.report(state, hit);
        }
    }

    /// Reports each bin that has a sequence ending now. The positions of a bin follow each other.
    #[inline]
    fn report(&self, state: &[u64], mut hit: impl FnMut(u32)) {
        let mut last = None;
        for_each_bit(state, &self.accept, |position| {
            let Some(end) = self.ends[position] else {
                return;
            };
            if last != Some(end.bin) && !(self.excludes && self.is_excluded(state, end)) {
                last = Some(end.bin);
                hit(end.bin);
            }
        });
    }

    /// True if the samples that led to `end` also are an ignored or illegal transition (19.5.5, 19.5.6):
    /// two chains of one fixed length that end together have matched the same samples.
    fn is_excluded(&self, state: &[u64], end: End) -> bool {
        let mut excluded = false;
        for_each_bit(state, &self.exclude, |position| {
            if let Some(other) = self.ends[position] {
                excluded |= other.kind > end.kind && other.length == end.length;
            }
        });
        excluded && end.length > 0
    }
}

fn set_bit(words: &mut [u64], position: usize) {
    words[position / 64] |= 1 << (position % 64);
}

/// Calls `found` with each position set in both.
#[inline]
fn for_each_bit(state: &[u64], mask: &[u64], mut found: impl FnMut(usize)) {
    for (word, (bits, mask)) in state.iter().zip(mask).enumerate() {
        let mut bits = bits & mask;
        while bits != 0 {
            found(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}
