//! Crosses and the selection of their products (IEEE 1800-2017 19.6).

use std::{fmt, rc::Rc};

use super::{ItemOptions, Kind};
use crate::{IntoSet, Set};

/// One coverpoint's part of a selected tuple (`binsof`, 19.6.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Any bin of the point.
    Any,
    /// One of these bins; `name` also takes every bin `name[..]`.
    Bins(Vec<String>),
}

impl Pick {
    /// One of the bins of these names; `_` is any bin. Quotes around a name are dropped.
    pub fn names(names: &[&str]) -> Self {
        if names.contains(&"_") {
            return Self::Any;
        }
        let bare = names.iter().map(|name| name.trim_matches('"').to_owned());
        Self::Bins(bare.collect())
    }
}

/// A coverpoint's bin as a selection predicate sees it.
#[derive(Clone, Copy, Debug)]
pub struct BinView<'a> {
    /// The name of the bin.
    pub name: &'a str,
    /// Its inclusive ranges of values, ascending; none for a transition bin.
    pub ranges: &'a [(i128, i128)],
}

impl BinView<'_> {
    /// True if the bin has this name, or is `name[..]`.
    pub fn is(&self, name: &str) -> bool {
        let rest = self.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
    }

    /// `binsof(point) intersect {values}` (19.6.1): some value of the bin is in `values`.
    pub fn intersects<Form>(&self, values: impl IntoSet<Form>) -> bool {
        let set: Set = values.into_set();
        let meets =
            |&(low, high): &(i128, i128)| self.ranges.iter().any(|r| r.0 <= high && low <= r.1);
        set.ranges().iter().any(meets)
    }

    /// The lowest value; `i128::MAX` for a transition bin.
    pub fn low(&self) -> i128 {
        self.ranges.first().map_or(i128::MAX, |r| r.0)
    }

    /// The highest value; `i128::MIN` for a transition bin.
    pub fn high(&self) -> i128 {
        self.ranges.last().map_or(i128::MIN, |r| r.1)
    }
}

/// A condition on one bin of each point.
type Holds = dyn Fn(&[BinView<'_>]) -> bool;

/// A predicate over one bin of each point, and its source text, which tells it from others in the database.
#[derive(Clone)]
pub struct Predicate {
    pub(crate) arity: usize,
    pub(crate) text: String,
    pub(crate) holds: Rc<Holds>,
}

/// Which products of a cross a cross bin takes (19.6.1).
#[derive(Clone, Debug)]
pub enum Select {
    /// Tuples of bin names, in the order of the cross's points.
    Tuples(Vec<Vec<Pick>>),
    /// The products whose bins satisfy a predicate (`with`, `&&`, `||`, `!`).
    When(Predicate),
}

impl Select {
    /// The products in one of these tuples.
    pub fn tuples(tuples: impl IntoIterator<Item = Vec<Pick>>) -> Self {
        Self::Tuples(tuples.into_iter().collect())
    }

    /// The products of `arity` bins for which `holds` says true; `text` describes it in reports.
    pub fn when(
        arity: usize,
        text: &str,
        holds: impl Fn(&[BinView<'_>]) -> bool + 'static,
    ) -> Self {
        let (text, holds) = (text.to_owned(), Rc::new(holds));
        Self::When(Predicate { arity, text, holds })
    }
}

impl fmt::Debug for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Predicate({})", self.text)
    }
}

/// A named selection of products.
#[derive(Clone, Debug)]
pub(crate) struct CrossBinDef {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) select: Select,
    pub(crate) testpoint: Option<String>,
}

/// A cross of coverpoints (19.6). Products in no bin of it get a bin each.
#[derive(Clone, Debug)]
pub struct CrossDef {
    pub(crate) name: String,
    pub(crate) points: Vec<String>,
    pub(crate) options: ItemOptions,
    pub(crate) bins: Vec<CrossBinDef>,
}

impl CrossDef {
    /// A cross of the coverpoints of these names.
    pub fn new(name: &str, points: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            points: points.iter().map(|p| (*p).to_owned()).collect(),
            options: ItemOptions::default(),
            bins: Vec::new(),
        }
    }

    /// A bin for all of the selected products together.
    pub fn bin(self, name: &str, select: Select) -> Self {
        self.add(name, Kind::Count, select)
    }

    /// The selected products are no part of coverage (19.6.2).
    pub fn ignore(self, name: &str, select: Select) -> Self {
        self.add(name, Kind::Ignore, select)
    }

    /// The selected products are an error (19.6.3).
    pub fn illegal(self, name: &str, select: Select) -> Self {
        self.add(name, Kind::Illegal, select)
    }

    /// The testpoint that the last added bin closes, or the cross if it has none yet.
    pub fn testpoint(mut self, name: &str) -> Self {
        let slot = match self.bins.last_mut() {
            Some(bin) => &mut bin.testpoint,
            None => &mut self.options.testpoint,
        };
        *slot = Some(name.to_owned());
        self
    }

    /// `option.weight`: the share of the cross in the group (default 1; 0 leaves it out).
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

    fn add(mut self, name: &str, kind: Kind, select: Select) -> Self {
        self.bins.push(CrossBinDef {
            name: name.to_owned(),
            kind,
            select,
            testpoint: None,
        });
        self
    }
}
