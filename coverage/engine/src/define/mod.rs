//! Definitions: what a covergroup is to count, before it is checked and compiled into tables.
//!
//! [`covergroup!`](crate::covergroup) writes these; use them directly for groups that depend on parameters.

mod cross;
mod point;
mod transition;

pub use cross::{BinView, CrossDef, Pick, Predicate, Select};
pub use point::{BinDef, Kind, PointDef};
pub use transition::{IntoStep, OfStep, Sequence, Step, goto, repeat, spread};

pub(crate) use cross::CrossBinDef;
pub(crate) use point::{BinValues, wildcard};
pub(crate) use transition::Repeat;

/// `option.auto_bin_max` unless set (IEEE 1800-2017 19.7, table 19-1).
const AUTO_BIN_MAX: u64 = 64;

/// The options of a coverpoint or cross (IEEE 1800-2017 19.7).
#[derive(Clone, Debug, Default)]
pub(crate) struct ItemOptions {
    pub(crate) weight: Option<u32>,
    pub(crate) goal: Option<u32>,
    pub(crate) at_least: Option<u64>,
    pub(crate) auto_bin_max: Option<u64>,
    pub(crate) testpoint: Option<String>,
}

/// A covergroup type (IEEE 1800-2017 19.3).
#[derive(Clone, Debug)]
pub struct GroupDef {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) testpoint: Option<String>,
    pub(crate) weight: u32,
    pub(crate) goal: u32,
    pub(crate) at_least: u64,
    pub(crate) auto_bin_max: u64,
    pub(crate) merge_instances: bool,
    pub(crate) points: Vec<PointDef>,
    pub(crate) crosses: Vec<CrossDef>,
}

impl GroupDef {
    /// A group without coverpoints, with the default options of table 19-1.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: String::new(),
            testpoint: None,
            weight: 1,
            goal: 100,
            at_least: 1,
            auto_bin_max: AUTO_BIN_MAX,
            merge_instances: false,
            points: Vec::new(),
            crosses: Vec::new(),
        }
    }

    /// What the group counts and why (`option.comment`); line breaks become spaces.
    pub fn description(mut self, text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.description = words.join(" ");
        self
    }

    /// The testpoint of the testplan that this group closes.
    pub fn testpoint(mut self, name: &str) -> Self {
        self.testpoint = Some(name.to_owned());
        self
    }

    /// The weight of the group in the total (`type_option.weight`, default 1; 0 leaves it out).
    pub fn weight(mut self, weight: u32) -> Self {
        self.weight = weight;
        self
    }

    /// The percentage to reach (`option.goal`, default 100).
    pub fn goal(mut self, percent: u32) -> Self {
        self.goal = percent;
        self
    }

    /// The default of `at_least` for the points and crosses of the group (19.7).
    pub fn at_least(mut self, hits: u64) -> Self {
        self.at_least = hits;
        self
    }

    /// The default of `auto_bin_max` for the points of the group (19.7, default 64).
    pub fn auto_bin_max(mut self, bins: u64) -> Self {
        self.auto_bin_max = bins;
        self
    }

    /// `type_option.merge_instances`: type coverage is that of all instances together, not their average (19.11.3).
    pub fn merge_instances(mut self, merge: bool) -> Self {
        self.merge_instances = merge;
        self
    }

    /// Adds a coverpoint; the order of points is the order of values in [`Group::sample`](crate::Group::sample).
    pub fn point(mut self, point: PointDef) -> Self {
        self.points.push(point);
        self
    }

    /// Adds a cross; the order of crosses is the order of guards in [`Group::sample`](crate::Group::sample).
    pub fn cross(mut self, cross: CrossDef) -> Self {
        self.crosses.push(cross);
        self
    }
}
