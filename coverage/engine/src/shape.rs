//! Shapes: the names and numbers of a covergroup's bins, as the database keeps them.
//!
//! Two databases merge only if their shapes are equal, so a shape holds all that gives a count its meaning.

use serde::{Deserialize, Serialize};

use crate::Kind;

/// A bin that counts towards coverage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BinShape {
    /// The name, unique in its point or cross.
    pub name: String,
    /// What hits it: `0..=7`, `(Idle => Busy)`.
    pub needs: String,
    /// The testpoint it closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testpoint: Option<String>,
}

/// A bin outside the percentages: default, ignored or illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraShape {
    /// The name, unique in its point or cross.
    pub name: String,
    /// Why it does not count.
    pub kind: Kind,
    /// What hits it.
    pub needs: String,
}

/// The options that points and crosses share (IEEE 1800-2017 19.7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemShape {
    /// The name, unique in its group.
    pub name: String,
    /// The share of the item in the group.
    pub weight: u32,
    /// The percentage to reach.
    pub goal: u32,
    /// Hits that cover a bin.
    pub at_least: u64,
    /// The testpoint it closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testpoint: Option<String>,
    /// The bins that count, empty ones left out (19.5.5). A hit's index counts these, then `extras`.
    pub bins: Vec<BinShape>,
    /// The bins that do not count.
    pub extras: Vec<ExtraShape>,
}

/// A cross: its own bins, and the products that get a bin each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrossShape {
    /// The options and the bins that the definition names.
    pub item: ItemShape,
    /// The crossed points, as indices in the group.
    pub points: Vec<usize>,
    /// The products that are in no named bin, as ascending ranges `[first, last]` of product numbers.
    pub auto: Vec<(u64, u64)>,
}

/// A covergroup type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupShape {
    /// The name of the type.
    pub name: String,
    /// What it counts and why.
    pub description: String,
    /// The testpoint it closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub testpoint: Option<String>,
    /// Its share in the total.
    pub weight: u32,
    /// The percentage to reach.
    pub goal: u32,
    /// Whether type coverage is that of all instances together (19.11.3).
    pub merge_instances: bool,
    /// The coverpoints.
    pub points: Vec<ItemShape>,
    /// The crosses.
    pub crosses: Vec<CrossShape>,
}

impl ItemShape {
    /// The number of a bin, those that count first.
    pub(crate) fn bin_index(&self, name: &str) -> Option<usize> {
        let counted = self.bins.iter().map(|bin| &bin.name);
        let mut names = counted.chain(self.extras.iter().map(|bin| &bin.name));
        names.position(|n| n == name)
    }
}

impl CrossShape {
    /// The number of bins that count: `Bc + Bu` of 19.11.2.
    pub fn bin_count(&self) -> u64 {
        let auto: u64 = self.auto.iter().map(|(first, last)| last - first + 1).sum();
        auto + self.item.bins.len() as u64
    }

    /// True if `product` has a bin of its own.
    pub fn is_auto(&self, product: u64) -> bool {
        let after = self.auto.partition_point(|&(first, _)| first <= product);
        after > 0 && product <= self.auto[after - 1].1
    }

    /// The product of these bins, one per crossed point.
    pub(crate) fn product(&self, group: &GroupShape, bins: &[&str]) -> Option<u64> {
        if bins.len() != self.points.len() {
            return None;
        }
        let mut points = self.points.iter().zip(bins);
        points.try_fold(0_u64, |product, (&point, name)| {
            let bins = &group.points[point].bins;
            let bin = bins.iter().position(|bin| bin.name == *name)?;
            Some(product * bins.len() as u64 + bin as u64)
        })
    }

    /// The bin of each point that makes up `product`; the last point varies fastest.
    pub fn tuple<'a>(&self, group: &'a GroupShape, mut product: u64) -> Vec<&'a str> {
        let mut names = Vec::with_capacity(self.points.len());
        for &point in self.points.iter().rev() {
            let bins = &group.points[point].bins;
            let size = bins.len().max(1) as u64;
            names.push(bins[(product % size) as usize].name.as_str());
            product /= size;
        }
        names.reverse();
        names
    }
}

impl GroupShape {
    /// The first difference from `other`, in words; `None` if the shapes are equal.
    pub fn difference(&self, other: &Self) -> Option<String> {
        if self == other {
            return None;
        }
        let options = [
            (
                "description",
                self.description.clone(),
                other.description.clone(),
            ),
            (
                "testpoint",
                format!("{:?}", self.testpoint),
                format!("{:?}", other.testpoint),
            ),
            ("weight", self.weight.to_string(), other.weight.to_string()),
            ("goal", self.goal.to_string(), other.goal.to_string()),
            (
                "merge_instances",
                self.merge_instances.to_string(),
                other.merge_instances.to_string(),
            ),
        ];
        first_unequal(&options)
            .or_else(|| {
                items_difference(
                    "coverpoint",
                    &self.points.iter().collect::<Vec<_>>(),
                    &other.points.iter().collect::<Vec<_>>(),
                )
            })
            .or_else(|| {
                let items = |shape: &'_ Self| {
                    shape
                        .crosses
                        .iter()
                        .map(|c| c.item.clone())
                        .collect::<Vec<_>>()
                };
                let (ours, theirs) = (items(self), items(other));
                items_difference(
                    "cross",
                    &ours.iter().collect::<Vec<_>>(),
                    &theirs.iter().collect::<Vec<_>>(),
                )
            })
            .or_else(|| self.products_difference(other))
            .or_else(|| Some("the definitions differ".to_owned()))
    }

    fn products_difference(&self, other: &Self) -> Option<String> {
        let mut pairs = self.crosses.iter().zip(&other.crosses);
        let (ours, theirs) = pairs.find(|(ours, theirs)| ours != theirs)?;
        let name = &ours.item.name;
        if ours.points != theirs.points {
            return Some(format!("cross `{name}` crosses other coverpoints"));
        }
        Some(format!(
            "cross `{name}` has {} bins in one and {} in the other, or other products in them",
            ours.bin_count(),
            theirs.bin_count()
        ))
    }
}

/// The first of `(what, ours, theirs)` that differs.
fn first_unequal(options: &[(&str, String, String)]) -> Option<String> {
    let (what, ours, theirs) = options.iter().find(|(_, ours, theirs)| ours != theirs)?;
    Some(format!(
        "{what} is `{ours}` in one and `{theirs}` in the other"
    ))
}

fn items_difference(what: &str, ours: &[&ItemShape], theirs: &[&ItemShape]) -> Option<String> {
    let names = |items: &[&ItemShape]| items.iter().map(|i| i.name.clone()).collect::<Vec<_>>();
    if let Some(found) = names_difference(what, &names(ours), &names(theirs)) {
        return Some(found);
    }
    let (a, b) = ours.iter().zip(theirs).find(|(a, b)| a != b)?;
    let bins = |item: &ItemShape| -> Vec<(String, String)> {
        let closes = |b: &BinShape| {
            b.testpoint
                .iter()
                .map(|t| format!(" @ {t}"))
                .collect::<String>()
        };
        let counted = item
            .bins
            .iter()
            .map(|b| (b.name.clone(), b.needs.clone() + &closes(b)));
        let extras = item
            .extras
            .iter()
            .map(|b| (b.name.clone(), format!("{:?} {}", b.kind, b.needs)));
        counted.chain(extras).collect()
    };
    let (ours, theirs) = (bins(a), bins(b));
    let names = |bins: &[(String, String)]| bins.iter().map(|b| b.0.clone()).collect::<Vec<_>>();
    let options = [
        ("weight", a.weight.to_string(), b.weight.to_string()),
        ("goal", a.goal.to_string(), b.goal.to_string()),
        ("at_least", a.at_least.to_string(), b.at_least.to_string()),
        (
            "testpoint",
            format!("{:?}", a.testpoint),
            format!("{:?}", b.testpoint),
        ),
    ];
    let found = first_unequal(&options)
        .or_else(|| names_difference("bin", &names(&ours), &names(&theirs)))
        .or_else(|| {
            let (x, y) = ours.iter().zip(&theirs).find(|(x, y)| x != y)?;
            Some(format!(
                "bin `{}` is `{}` in one and `{}` in the other",
                x.0, x.1, y.1
            ))
        })?;
    Some(format!("{what} `{}`: {found}", a.name))
}

/// A name that only one side has, or else an order that differs.
fn names_difference(what: &str, ours: &[String], theirs: &[String]) -> Option<String> {
    let missing = |from: &[String], of: &[String]| from.iter().find(|n| !of.contains(n)).cloned();
    if let Some(name) = missing(ours, theirs).or_else(|| missing(theirs, ours)) {
        return Some(format!("{what} `{name}` is in one of them only"));
    }
    (ours != theirs).then(|| format!("the {what}s are in another order"))
}
