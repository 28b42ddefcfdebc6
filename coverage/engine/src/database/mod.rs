//! The coverage database: the hits of any number of runs, merged without loss.

mod file;
mod hit;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::percent::{self, Score};
use crate::shape::{CrossShape, GroupShape, ItemShape};
use crate::{Error, Group};

pub use file::FORMAT_VERSION;
pub use hit::{CrossHits, Hit, Hits, InstanceHits, Run};

/// A covergroup type and the hits of its instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRecord {
    /// The names and numbers of the bins.
    pub shape: GroupShape,
    /// The hits by instance name, "" for instances without one.
    pub instances: BTreeMap<String, InstanceHits>,
}

/// The coverage of any number of runs.
///
/// Merging is commutative and associative, with the empty database as identity; counts, first runs and numbers of
/// runs come out as if all runs had been recorded in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    runs: BTreeSet<Run>,
    groups: BTreeMap<String, GroupRecord>,
}

impl Database {
    /// The database of no run.
    pub fn new() -> Self {
        Self::default()
    }

    /// The runs whose hits are here.
    pub fn runs(&self) -> &BTreeSet<Run> {
        &self.runs
    }

    /// The covergroup types by name.
    pub fn groups(&self) -> &BTreeMap<String, GroupRecord> {
        &self.groups
    }

    /// Adds the runs of `other`. On an error nothing has changed.
    ///
    /// # Errors
    /// [`Error::RunTwice`] if a run is in both, [`Error::ShapeDiffers`] if a covergroup is defined otherwise there.
    pub fn merge(&mut self, other: &Self) -> Result<(), Error> {
        if let Some(run) = self.runs.intersection(&other.runs).next() {
            return Err(Error::RunTwice {
                run: run.name.clone(),
            });
        }
        for (name, theirs) in &other.groups {
            let ours = self.groups.get(name);
            if let Some(difference) = ours.and_then(|ours| ours.shape.difference(&theirs.shape)) {
                let group = name.clone();
                return Err(Error::ShapeDiffers { group, difference });
            }
        }
        self.runs.extend(other.runs.iter().cloned());
        for (name, theirs) in &other.groups {
            match self.groups.get_mut(name) {
                Some(ours) => ours.merge(theirs),
                None => {
                    self.groups.insert(name.clone(), theirs.clone());
                }
            }
        }
        Ok(())
    }

    /// The coverage of all groups in percent, weighted by group (`$get_coverage`, 19.9).
    pub fn coverage(&self) -> Option<f64> {
        let groups = self.groups.values();
        percent::mean(groups.map(|group| (group.shape.weight, group.coverage())))
    }
}

impl GroupRecord {
    /// The coverage of the type in percent (`get_coverage`, 19.8): the mean of its instances, or their union if
    /// `merge_instances` is set (19.11.3). `None` without bins that count.
    pub fn coverage(&self) -> Option<f64> {
        let views = self.views();
        percent::mean(views.iter().map(|(_, hits)| (1, self.coverage_of(hits))))
    }

    /// The coverage of one instance in percent (`get_inst_coverage`, 19.8).
    pub fn instance_coverage(&self, name: &str) -> Option<f64> {
        self.instances
            .get(name)
            .and_then(|hits| self.coverage_of(hits))
    }

    /// What type coverage is the mean of: each instance, or the union of all under no name.
    pub(crate) fn views(&self) -> Vec<(&str, Cow<'_, InstanceHits>)> {
        let mut instances = self.instances.iter();
        if !self.shape.merge_instances || self.instances.len() < 2 {
            return instances
                .map(|(name, hits)| (name.as_str(), Cow::Borrowed(hits)))
                .collect();
        }
        let mut union = instances
            .next()
            .map(|(_, hits)| hits.clone())
            .unwrap_or_default();
        instances.for_each(|(_, hits)| union.merge_instance(hits));
        vec![("", Cow::Owned(union))]
    }

    pub(crate) fn coverage_of(&self, hits: &InstanceHits) -> Option<f64> {
        let points = self.shape.points.iter().zip(&hits.points);
        let points = points.map(|(shape, hits)| (shape.weight, point_score(shape, hits)));
        let crosses = self.shape.crosses.iter().zip(&hits.crosses);
        let crosses = crosses.map(|(shape, hits)| (shape.item.weight, cross_score(shape, hits)));
        percent::mean(
            points
                .chain(crosses)
                .map(|(weight, score)| (weight, score.percent())),
        )
    }

    fn merge(&mut self, other: &Self) {
        for (name, theirs) in &other.instances {
            match self.instances.get_mut(name) {
                Some(ours) => ours.merge(theirs),
                None => {
                    self.instances.insert(name.clone(), theirs.clone());
                }
            }
        }
    }
}

/// How many bins of a point are covered.
pub(crate) fn point_score(shape: &ItemShape, hits: &Hits) -> Score {
    let bins = shape.bins.len() as u64;
    Score::of(
        hits.range(..bins).map(|(_, hit)| hit.count),
        bins,
        shape.at_least,
    )
}

/// How many bins of a cross are covered.
pub(crate) fn cross_score(shape: &CrossShape, hits: &CrossHits) -> Score {
    let named = hits.named.range(..shape.item.bins.len() as u64);
    let counts = named.chain(&hits.auto).map(|(_, hit)| hit.count);
    Score::of(counts, shape.bin_count(), shape.item.at_least)
}

/// Gathers the covergroups of one run into its database.
#[derive(Debug)]
pub struct Recorder {
    run: Arc<Run>,
    database: Database,
}

impl Recorder {
    /// A recorder of `run`.
    pub fn new(run: Run) -> Self {
        let runs = BTreeSet::from([run.clone()]);
        let database = Database {
            runs,
            groups: BTreeMap::new(),
        };
        Self {
            run: Arc::new(run),
            database,
        }
    }

    /// Adds the hits of an instance. Instances of one name add up.
    ///
    /// # Errors
    /// [`Error::ShapeDiffers`] if the run has another covergroup of that name.
    pub fn record(&mut self, group: &impl AsRef<Group>) -> Result<(), Error> {
        let group = group.as_ref();
        let shape = group.shape();
        let hits = self.hits_of(group);
        let record = self.database.groups.entry(shape.name.clone());
        let record = record.or_insert_with(|| GroupRecord {
            shape: shape.clone(),
            instances: BTreeMap::new(),
        });
        if let Some(difference) = record.shape.difference(shape) {
            let group = shape.name.clone();
            return Err(Error::ShapeDiffers { group, difference });
        }
        match record.instances.get_mut(group.instance_name()) {
            // One run, so a bin hit in two instances of one name was hit by one run.
            Some(ours) => ours.merge_instance(&hits),
            None => drop(
                record
                    .instances
                    .insert(group.instance_name().to_owned(), hits),
            ),
        }
        Ok(())
    }

    /// The database of the run.
    pub fn finish(self) -> Database {
        self.database
    }

    fn hits_of(&self, group: &Group) -> InstanceHits {
        let shape = group.shape();
        let points = (0..shape.points.len()).map(|point| self.hits(group.point_counts(point)));
        let crosses = (0..shape.crosses.len()).map(|cross| {
            let counts = group.cross_counts(cross);
            CrossHits {
                named: self.hits(&counts.named),
                auto: self.hits(&counts.auto),
            }
        });
        InstanceHits {
            points: points.collect(),
            crosses: crosses.collect(),
        }
    }

    fn hits(&self, counts: &[u64]) -> Hits {
        let hit = |count| Hit {
            count,
            runs: 1,
            first: Some(Arc::clone(&self.run)),
        };
        let counts = (0..).zip(counts).filter(|(_, count)| **count > 0);
        counts.map(|(bin, &count)| (bin, hit(count))).collect()
    }
}
