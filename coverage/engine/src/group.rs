//! An instance of a covergroup: sampling and live coverage (IEEE 1800-2017 19.8).

use std::sync::Arc;

use crate::percent::{self, Score};
use crate::plan::{CrossPlan, Plan, Slot};
use crate::shape::{CrossShape, GroupShape};
use crate::{Error, GroupDef, IllegalHit, IllegalHits, Kind};

/// The counts of a cross.
#[derive(Clone, Debug, Default)]
pub(crate) struct CrossCounts {
    /// The named bins, numbered as in the shape: those that count, then the others.
    pub(crate) named: Vec<u64>,
    /// Every product; those without a bin of their own stay 0.
    pub(crate) auto: Vec<u64>,
}

/// An instance of a covergroup type. Instances share their tables and nothing else.
#[derive(Clone, Debug)]
pub struct Group {
    plan: Arc<Plan>,
    instance: String,
    is_started: bool,
    /// Per point, the hits of its bins.
    points: Vec<Vec<u64>>,
    crosses: Vec<CrossCounts>,
    /// Per point, where its transitions stand.
    states: Vec<Vec<u64>>,
    scratch: Scratch,
}

/// What the present sample hit, kept so that sampling does not allocate.
#[derive(Clone, Debug, Default)]
struct Scratch {
    /// The counted bins hit, point after point; point `p` has those up to `ends[p]` from the one before.
    hits: Vec<u32>,
    ends: Vec<usize>,
    /// Illegal bins: whether of a cross, the item, its bin.
    illegal: Vec<(bool, usize, u32)>,
}

impl Group {
    /// Checks and compiles a definition; the instance has no name.
    ///
    /// # Errors
    /// [`Error::Definition`] says what is wrong with the definition.
    pub fn new(def: &GroupDef) -> Result<Self, Error> {
        Ok(Self::of_plan(Arc::new(Plan::new(def)?), String::new()))
    }

    /// Another instance of the same type (`set_inst_name`), not sampled yet.
    /// Instances of one name are counted as one.
    pub fn instance(&self, name: &str) -> Self {
        Self::of_plan(Arc::clone(&self.plan), name.to_owned())
    }

    fn of_plan(plan: Arc<Plan>, instance: String) -> Self {
        let shape = &plan.shape;
        let points = shape
            .points
            .iter()
            .map(|p| vec![0; p.bins.len() + p.extras.len()]);
        let crosses = shape
            .crosses
            .iter()
            .zip(&plan.crosses)
            .map(|(shape, plan)| CrossCounts {
                named: vec![0; shape.item.bins.len() + shape.item.extras.len()],
                auto: vec![0; plan.products()],
            });
        Self {
            instance,
            is_started: true,
            points: points.collect(),
            crosses: crosses.collect(),
            states: plan
                .points
                .iter()
                .map(|p| vec![0; p.state_words()])
                .collect(),
            scratch: Scratch::default(),
            plan,
        }
    }

    /// The name of the instance, empty if it has none.
    pub fn instance_name(&self) -> &str {
        &self.instance
    }

    /// The names and numbers of the bins.
    pub fn shape(&self) -> &GroupShape {
        &self.plan.shape
    }

    /// Samples every coverpoint and cross once.
    ///
    /// `values` has one value per point; `None` where the point's `iff` is false (19.5). `guards` has the `iff`
    /// of each cross (19.6). A false `iff` leaves the transitions of the point where they stand.
    ///
    /// # Errors
    /// The illegal bins that were hit. Everything has been counted nonetheless.
    ///
    /// # Panics
    /// If `values` or `guards` has another length than the definition has points or crosses.
    #[inline]
    pub fn sample(&mut self, values: &[Option<i128>], guards: &[bool]) -> Result<(), IllegalHits> {
        assert_eq!(values.len(), self.points.len(), "one value per coverpoint");
        assert_eq!(guards.len(), self.crosses.len(), "one guard per cross");
        if !self.is_started {
            return Ok(());
        }
        self.scratch.hits.clear();
        self.scratch.ends.clear();
        for (point, value) in values.iter().enumerate() {
            if let Some(value) = value {
                self.sample_point(point, *value);
            }
            self.scratch.ends.push(self.scratch.hits.len());
        }
        for (cross, guard) in guards.iter().enumerate() {
            if *guard {
                self.sample_cross(cross);
            }
        }
        if self.scratch.illegal.is_empty() {
            return Ok(());
        }
        Err(self.illegal_hits(values))
    }

    /// Resumes sampling after [`Group::stop`] (19.8).
    pub fn start(&mut self) {
        self.is_started = true;
    }

    /// Ignores samples until [`Group::start`] (19.8).
    pub fn stop(&mut self) {
        self.is_started = false;
    }

    /// The coverage of this instance in percent (`get_inst_coverage`, 19.8); `None` without bins that count.
    pub fn coverage(&self) -> Option<f64> {
        let shape = self.shape();
        let points = (0..shape.points.len()).map(|p| (shape.points[p].weight, self.point_score(p)));
        let crosses =
            (0..shape.crosses.len()).map(|c| (shape.crosses[c].item.weight, self.cross_score(c)));
        percent::mean(
            points
                .chain(crosses)
                .map(|(weight, score)| (weight, score.percent())),
        )
    }

    /// How many bins of a point are covered.
    pub fn point_score(&self, point: usize) -> Score {
        let shape = &self.shape().points[point];
        let counts = self.points[point][..shape.bins.len()].iter().copied();
        Score::of(counts, shape.bins.len() as u64, shape.at_least)
    }

    /// How many bins of a cross are covered.
    pub fn cross_score(&self, cross: usize) -> Score {
        let (shape, counts) = (&self.shape().crosses[cross], &self.crosses[cross]);
        let named = counts.named[..shape.item.bins.len()].iter();
        let counts = named.chain(&counts.auto).copied();
        Score::of(counts, shape.bin_count(), shape.item.at_least)
    }

    /// Hits of a point's bin or of a cross's named bin, whatever its kind; `None` if there is no such bin.
    pub fn hits(&self, item: &str, bin: &str) -> Option<u64> {
        let shape = self.shape();
        if let Some(point) = shape.points.iter().position(|p| p.name == item) {
            let index = shape.points[point].bin_index(bin)?;
            return self.points[point].get(index).copied();
        }
        let cross = shape.crosses.iter().position(|c| c.item.name == item)?;
        let index = shape.crosses[cross].item.bin_index(bin)?;
        self.crosses[cross].named.get(index).copied()
    }

    /// Hits of the product of these bins, one per crossed point; `None` if it has no bin of its own.
    pub fn product_hits(&self, cross: &str, bins: &[&str]) -> Option<u64> {
        let shape = self.shape();
        let index = shape.crosses.iter().position(|c| c.item.name == cross)?;
        let product = shape.crosses[index].product(shape, bins)?;
        let is_auto = shape.crosses[index].is_auto(product);
        let count = self.crosses[index].auto.get(product as usize).copied();
        count.filter(|_| is_auto)
    }

    pub(crate) fn point_counts(&self, point: usize) -> &[u64] {
        &self.points[point]
    }

    pub(crate) fn cross_counts(&self, cross: usize) -> &CrossCounts {
        &self.crosses[cross]
    }

    #[inline]
    fn sample_point(&mut self, point: usize, value: i128) {
        let plan = &self.plan.points[point];
        let counted = plan.counted();
        let (counts, scratch) = (&mut self.points[point], &mut self.scratch);
        let extras = &self.plan.shape.points[point].extras;
        plan.sample(value, &mut self.states[point], |bin| {
            let count = &mut counts[bin as usize];
            *count = count.saturating_add(1);
            if bin < counted {
                scratch.hits.push(bin);
            } else if extras[(bin - counted) as usize].kind == Kind::Illegal {
                scratch.illegal.push((false, point, bin));
            }
        });
    }

    /// Counts every product of the bins that the crossed points hit (19.6).
    #[inline]
    fn sample_cross(&mut self, cross: usize) {
        let plan = &self.plan.crosses[cross];
        let target = CrossTarget {
            plan,
            shape: &self.plan.shape.crosses[cross],
            cross,
            hits: &self.scratch.hits,
            ends: &self.scratch.ends,
        };
        let (counts, illegal) = (&mut self.crosses[cross], &mut self.scratch.illegal);
        match target.only() {
            Some(product) => target.count(product, counts, illegal),
            None => target.walk(0, 0, counts, illegal),
        }
    }

    #[cold]
    fn illegal_hits(&mut self, values: &[Option<i128>]) -> IllegalHits {
        let shape = &self.plan.shape;
        let hits = self.scratch.illegal.drain(..).map(|(is_cross, item, bin)| {
            let (named, points) = if is_cross {
                let cross = &shape.crosses[item];
                (&cross.item, cross.points.clone())
            } else {
                (&shape.points[item], vec![item])
            };
            IllegalHit {
                group: shape.name.clone(),
                instance: self.instance.clone(),
                point: named.name.clone(),
                bin: named.extras[bin as usize - named.bins.len()].name.clone(),
                values: points.iter().filter_map(|&point| values[point]).collect(),
            }
        });
        IllegalHits(hits.collect())
    }
}

impl AsRef<Group> for Group {
    fn as_ref(&self) -> &Group {
        self
    }
}

/// One cross under sampling.
struct CrossTarget<'a> {
    plan: &'a CrossPlan,
    shape: &'a CrossShape,
    cross: usize,
    hits: &'a [u32],
    ends: &'a [usize],
}

impl CrossTarget<'_> {
    /// The bins that the present sample hit in `point`.
    #[inline]
    fn bins(&self, point: usize) -> &[u32] {
        let from = if point == 0 { 0 } else { self.ends[point - 1] };
        &self.hits[from..self.ends[point]]
    }

    /// The product if each point hit just one bin: the usual case, without recursion.
    #[inline]
    fn only(&self) -> Option<u32> {
        let mut product = 0;
        for &(point, stride) in &self.plan.points {
            let &[bin] = self.bins(point) else {
                return None;
            };
            product += bin * stride;
        }
        Some(product)
    }

    /// Goes through the hits of the point at `depth`, with `product` that of the points before.
    fn walk(
        &self,
        depth: usize,
        product: u32,
        counts: &mut CrossCounts,
        illegal: &mut Vec<(bool, usize, u32)>,
    ) {
        let Some(&(point, stride)) = self.plan.points.get(depth) else {
            return self.count(product, counts, illegal);
        };
        for &bin in self.bins(point) {
            self.walk(depth + 1, product + bin * stride, counts, illegal);
        }
    }

    #[inline]
    fn count(&self, product: u32, counts: &mut CrossCounts, illegal: &mut Vec<(bool, usize, u32)>) {
        let list = match self.plan.slot(product) {
            Slot::Auto => {
                let count = &mut counts.auto[product as usize];
                *count = count.saturating_add(1);
                return;
            }
            Slot::Named(list) => list,
        };
        let counted = self.shape.item.bins.len();
        for &bin in self.plan.list(list) {
            let count = &mut counts.named[bin as usize];
            *count = count.saturating_add(1);
            let extra = (bin as usize).checked_sub(counted);
            if extra.is_some_and(|extra| self.shape.item.extras[extra].kind == Kind::Illegal) {
                illegal.push((true, self.cross, bin));
            }
        }
    }
}
