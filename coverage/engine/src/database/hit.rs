//! What a bin remembers: how often, in how many runs, and in which run first.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A simulation run. Runs are ordered, so that "first" means the same however databases are merged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Run {
    /// What makes one run earlier than another: its place in the plan, or its start time.
    pub order: u64,
    /// The name, unique among runs of one order: test, seed, attempt.
    pub name: String,
}

impl Run {
    /// A run.
    pub fn new(order: u64, name: &str) -> Self {
        let name = name.to_owned();
        Self { order, name }
    }
}

/// The hits of one bin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hit {
    /// How often it was hit, over all runs.
    pub count: u64,
    /// How many runs hit it.
    pub runs: u64,
    /// The earliest of these runs.
    pub first: Option<Arc<Run>>,
}

impl Hit {
    /// Adds the hits of other runs.
    pub(super) fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.runs = self.runs.saturating_add(other.runs);
        self.take_earlier(other);
    }

    /// Adds the hits of another instance. Runs may be the same there, so the larger number is what is certain.
    fn merge_instance(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.runs = self.runs.max(other.runs);
        self.take_earlier(other);
    }

    fn take_earlier(&mut self, other: &Self) {
        let first = self.first.iter().chain(&other.first).min();
        self.first = first.cloned();
    }
}

/// The bins that were hit, by their number in the shape.
pub type Hits = BTreeMap<u64, Hit>;

/// The hits of a cross.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrossHits {
    /// The named bins.
    pub named: Hits,
    /// The products that have a bin of their own, by product number.
    pub auto: Hits,
}

/// The hits of one instance of a covergroup: one entry per point and per cross of the shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstanceHits {
    /// Per point, its bins.
    pub points: Vec<Hits>,
    /// Per cross, its bins.
    pub crosses: Vec<CrossHits>,
}

impl InstanceHits {
    /// Adds the hits of other runs; both have one shape.
    pub(super) fn merge(&mut self, other: &Self) {
        self.combine(other, Hit::merge);
    }

    /// Adds the hits of another instance of one shape (19.11.3).
    pub(super) fn merge_instance(&mut self, other: &Self) {
        self.combine(other, Hit::merge_instance);
    }

    fn combine(&mut self, other: &Self, add: fn(&mut Hit, &Hit)) {
        for (ours, theirs) in self.points.iter_mut().zip(&other.points) {
            combine(ours, theirs, add);
        }
        for (ours, theirs) in self.crosses.iter_mut().zip(&other.crosses) {
            combine(&mut ours.named, &theirs.named, add);
            combine(&mut ours.auto, &theirs.auto, add);
        }
    }
}

fn combine(ours: &mut Hits, theirs: &Hits, add: fn(&mut Hit, &Hit)) {
    for (&bin, hit) in theirs {
        add(ours.entry(bin).or_default(), hit);
    }
}
