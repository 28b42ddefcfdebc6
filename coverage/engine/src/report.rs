//! Reports: how far coverage is, and what is missing.
//!
//! A report is plain data, made of a database and nothing else; text and JSON are renderings of it. Waivers, when
//! they come, are a step between the two: they take holes out of a report by [`Hole::path`].

use std::collections::BTreeMap;

use serde::Serialize;

use crate::database::{
    CrossHits, Database, GroupRecord, Hit, Hits, InstanceHits, cross_score, point_score,
};
use crate::percent::Score;
use crate::shape::{CrossShape, GroupShape, ItemShape};
use crate::{Kind, Run};

/// The state of coverage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// All groups, weighted, in percent; none without bins that count.
    pub percent: Option<f64>,
    /// How many runs it is made of.
    pub runs: u64,
    /// The groups by name.
    pub groups: Vec<GroupReport>,
    /// Per testpoint, the bins that carry its name or are in an item or group that does.
    pub testpoints: BTreeMap<String, Score>,
}

/// The state of a covergroup type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupReport {
    /// Its name.
    pub name: String,
    /// What it counts and why.
    pub description: String,
    /// The testpoint it closes.
    pub testpoint: Option<String>,
    /// Its coverage in percent.
    pub percent: Option<f64>,
    /// The percentage to reach.
    pub goal: u32,
    /// Whether the goal is reached.
    pub is_met: bool,
    /// What its coverage is the mean of: each instance, or all of them merged.
    pub instances: Vec<InstanceReport>,
}

/// The state of one instance, or of all of them merged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InstanceReport {
    /// Its name, empty if it has none or all are merged.
    pub name: String,
    /// Its coverage in percent.
    pub percent: Option<f64>,
    /// Its coverpoints, then its crosses.
    pub items: Vec<ItemReport>,
}

/// Coverpoint or cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// A coverpoint.
    Point,
    /// A cross.
    Cross,
}

/// The state of a coverpoint or cross.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ItemReport {
    /// Which of the two.
    pub kind: ItemKind,
    /// Its name.
    pub name: String,
    /// The testpoint it closes.
    pub testpoint: Option<String>,
    /// Its coverage in percent.
    pub percent: Option<f64>,
    /// The percentage to reach.
    pub goal: u32,
    /// The bins covered, and all of them.
    #[serde(flatten)]
    pub score: Score,
    /// The first of the bins not covered; `score` tells how many there are.
    pub holes: Vec<Hole>,
    /// The illegal bins that were hit.
    pub illegal: Vec<IllegalReport>,
}

/// A bin that is not covered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hole {
    /// `group.item.bin`, or `group[instance].item.bin`: its name for plans and waivers.
    pub path: String,
    /// The bin.
    pub bin: String,
    /// What hits it; empty if the name says it.
    pub needs: String,
    /// Hits so far.
    pub count: u64,
    /// Hits that cover it.
    pub at_least: u64,
    /// The testpoint it closes.
    pub testpoint: Option<String>,
}

/// An illegal bin that was hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IllegalReport {
    /// The bin.
    pub bin: String,
    /// How often.
    pub count: u64,
    /// In which run first.
    pub first: Option<Run>,
}

impl Report {
    /// The state of `database`, with up to `hole_limit` holes per coverpoint and cross.
    pub fn new(database: &Database, hole_limit: usize) -> Self {
        let groups = database.groups().values();
        let mut testpoints = BTreeMap::new();
        for group in database.groups().values() {
            for (_, hits) in group.views() {
                add_testpoints(&group.shape, &hits, &mut testpoints);
            }
        }
        Self {
            percent: database.coverage(),
            runs: database.runs().len() as u64,
            groups: groups
                .map(|group| group_report(group, hole_limit))
                .collect(),
            testpoints,
        }
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// None in practice: a report is plain data.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// True if every group has reached its goal and no illegal bin was hit: the gate.
    pub fn is_met(&self) -> bool {
        let mut instances = self.groups.iter().flat_map(|group| &group.instances);
        let is_legal = instances.all(|i| i.items.iter().all(|item| item.illegal.is_empty()));
        is_legal && self.groups.iter().all(|group| group.is_met)
    }
}

fn group_report(record: &GroupRecord, hole_limit: usize) -> GroupReport {
    let shape = &record.shape;
    let percent = record.coverage();
    let instances = record.views().into_iter().map(|(name, hits)| {
        let context = Context {
            shape,
            instance: name,
            hole_limit,
        };
        let points = shape
            .points
            .iter()
            .zip(&hits.points)
            .map(|(point, hits)| context.point(point, hits));
        let crosses = shape
            .crosses
            .iter()
            .zip(&hits.crosses)
            .map(|(cross, hits)| context.cross(cross, hits));
        InstanceReport {
            name: name.to_owned(),
            percent: record.coverage_of(&hits),
            items: points.chain(crosses).collect(),
        }
    });
    GroupReport {
        name: shape.name.clone(),
        description: shape.description.clone(),
        testpoint: shape.testpoint.clone(),
        percent,
        goal: shape.goal,
        is_met: percent.is_none_or(|percent| percent >= f64::from(shape.goal)),
        instances: instances.collect(),
    }
}

/// Where an item is.
struct Context<'a> {
    shape: &'a GroupShape,
    instance: &'a str,
    hole_limit: usize,
}

impl Context<'_> {
    fn point(&self, shape: &ItemShape, hits: &Hits) -> ItemReport {
        let mut report = self.item(ItemKind::Point, shape, hits, point_score(shape, hits));
        report.holes = self
            .named_holes(shape, hits)
            .take(self.hole_limit)
            .collect();
        report
    }

    fn cross(&self, shape: &CrossShape, hits: &CrossHits) -> ItemReport {
        let mut report = self.item(
            ItemKind::Cross,
            &shape.item,
            &hits.named,
            cross_score(shape, hits),
        );
        let products = shape.auto.iter().flat_map(|&(first, last)| first..=last);
        let holes = products.filter_map(|product| {
            let count = self.missing(&shape.item, &hits.auto, product)?;
            let bin = format!("({})", shape.tuple(self.shape, product).join(", "));
            Some(self.hole(&shape.item, bin, String::new(), count, None))
        });
        let named = self.named_holes(&shape.item, &hits.named);
        report.holes = named.chain(holes).take(self.hole_limit).collect();
        report
    }

    fn item(&self, kind: ItemKind, shape: &ItemShape, named: &Hits, score: Score) -> ItemReport {
        let counted = shape.bins.len() as u64;
        let illegal = named.range(counted..).filter_map(|(&bin, hit)| {
            let extra = &shape.extras[(bin - counted) as usize];
            (extra.kind == Kind::Illegal).then(|| IllegalReport {
                bin: extra.name.clone(),
                count: hit.count,
                first: hit.first.as_deref().cloned(),
            })
        });
        ItemReport {
            kind,
            name: shape.name.clone(),
            testpoint: shape.testpoint.clone(),
            percent: score.percent(),
            goal: shape.goal,
            score,
            holes: Vec::new(),
            illegal: illegal.collect(),
        }
    }

    fn named_holes(&self, shape: &ItemShape, hits: &Hits) -> impl Iterator<Item = Hole> {
        (0..).zip(&shape.bins).filter_map(move |(number, bin)| {
            let count = self.missing(shape, hits, number)?;
            let needs = if bin.needs == bin.name {
                ""
            } else {
                &bin.needs
            };
            Some(self.hole(
                shape,
                bin.name.clone(),
                needs.to_owned(),
                count,
                bin.testpoint.clone(),
            ))
        })
    }

    /// The hits of a bin that is not covered.
    fn missing(&self, shape: &ItemShape, hits: &Hits, bin: u64) -> Option<u64> {
        let count = hits.get(&bin).map_or(0, |hit| hit.count);
        (count < shape.at_least).then_some(count)
    }

    fn hole(
        &self,
        shape: &ItemShape,
        bin: String,
        needs: String,
        count: u64,
        testpoint: Option<String>,
    ) -> Hole {
        let instance = match self.instance {
            "" => String::new(),
            name => format!("[{name}]"),
        };
        Hole {
            path: format!("{}{instance}.{}.{bin}", self.shape.name, shape.name),
            bin,
            needs,
            count,
            at_least: shape.at_least,
            testpoint,
        }
    }
}

/// Adds the bins of one instance to the testpoints that they close: the bin's own, or the item's, or the group's.
fn add_testpoints(
    shape: &GroupShape,
    hits: &InstanceHits,
    testpoints: &mut BTreeMap<String, Score>,
) {
    let mut add = |name: Option<&String>, score: Score| {
        if let Some(name) = name {
            let sum = testpoints.entry(name.clone()).or_default();
            sum.covered += score.covered;
            sum.bins += score.bins;
        }
    };
    let inherited =
        |item: &'_ ItemShape| item.testpoint.clone().or_else(|| shape.testpoint.clone());
    for (point, hits) in shape.points.iter().zip(&hits.points) {
        for (number, bin) in (0..).zip(&point.bins) {
            let name = bin.testpoint.clone().or_else(|| inherited(point));
            add(name.as_ref(), one_bin(hits.get(&number), point.at_least));
        }
    }
    for (cross, hits) in shape.crosses.iter().zip(&hits.crosses) {
        let mut rest = cross_score(cross, hits);
        for (number, bin) in (0..).zip(&cross.item.bins) {
            let score = one_bin(hits.named.get(&number), cross.item.at_least);
            rest.covered -= score.covered;
            rest.bins -= 1;
            let name = bin.testpoint.clone().or_else(|| inherited(&cross.item));
            add(name.as_ref(), score);
        }
        add(inherited(&cross.item).as_ref(), rest);
    }
}

fn one_bin(hit: Option<&Hit>, at_least: u64) -> Score {
    let is_covered = hit.is_some_and(|hit| hit.count >= at_least);
    Score {
        covered: u64::from(is_covered),
        bins: 1,
    }
}
