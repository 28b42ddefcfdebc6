//! A cross compiled: one table entry per product of bins (IEEE 1800-2017 19.6).

use std::collections::{BTreeMap, BTreeSet};

use crate::define::{BinView, CrossBinDef, CrossDef, Pick, Predicate, Select};
use crate::shape::{BinShape, CrossShape, ExtraShape, ItemShape};
use crate::{Kind, Problem};

use super::point::PointPlan;
use super::sequence::too_many;
use super::{Defaults, item_shape};

/// The most products of one cross.
const PRODUCTS: u128 = 1 << 20;

/// What a product hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A bin of its own.
    Auto,
    /// The named bins of this list.
    Named(u32),
}

/// The tables of a cross, shared by all instances. Named bins are numbered as in its [`ItemShape`].
#[derive(Debug)]
pub(crate) struct CrossPlan {
    /// The points, and by how much each one's bin number counts in the product number.
    pub(crate) points: Vec<(usize, u32)>,
    slots: Vec<Slot>,
    lists: Vec<Vec<u32>>,
}

impl CrossPlan {
    /// Checks and compiles a definition.
    pub(super) fn new(
        def: &CrossDef,
        points: &[(ItemShape, PointPlan)],
        defaults: Defaults,
    ) -> Result<(CrossShape, Self), (String, Problem)> {
        let of_cross = |problem| (String::new(), problem);
        let crossed = find_points(def, points).map_err(of_cross)?;
        let sizes: Vec<u32> = crossed
            .iter()
            .map(|&point| points[point].1.counted())
            .collect();
        let products = sizes
            .iter()
            .fold(1_u128, |n, &size| n.saturating_mul(size.into()));
        too_many("cross products", products, PRODUCTS).map_err(of_cross)?;
        let mut bins: Vec<&CrossBinDef> = def.bins.iter().collect();
        bins.sort_by_key(|bin| bin.kind);
        let matchers = matchers(&bins, &crossed, points)?;
        let kinds: Vec<Kind> = bins.iter().map(|bin| bin.kind).collect();
        let mut table = Table::default();
        for product in 0..products as u32 {
            table.add(&matchers, &kinds, &split(product, &sizes));
        }
        table.drop_empty(&kinds);
        let mut item = item_shape(&def.name, &def.options, defaults).map_err(of_cross)?;
        describe(&mut item, &bins, &table);
        let shape = CrossShape {
            item,
            points: crossed.clone(),
            auto: auto_ranges(&table.slots),
        };
        let plan = Self {
            points: crossed.into_iter().zip(strides(&sizes)).collect(),
            slots: table.slots,
            lists: table.lists,
        };
        Ok((shape, plan))
    }

    /// What `product` hits.
    #[inline]
    pub(crate) fn slot(&self, product: u32) -> Slot {
        self.slots[product as usize]
    }

    /// The named bins of a list.
    #[inline]
    pub(crate) fn list(&self, list: u32) -> &[u32] {
        &self.lists[list as usize]
    }

    /// The number of products.
    pub(crate) fn products(&self) -> usize {
        self.slots.len()
    }
}

fn find_points(def: &CrossDef, points: &[(ItemShape, PointPlan)]) -> Result<Vec<usize>, Problem> {
    if def.points.len() < 2 {
        return Err(Problem::FewPoints);
    }
    let find = |name: &String| {
        let found = points.iter().position(|(shape, _)| shape.name == *name);
        found.ok_or_else(|| Problem::UnknownPoint(name.clone()))
    };
    def.points.iter().map(find).collect()
}

/// The selections of the named bins, whose names must differ.
fn matchers<'a>(
    bins: &[&'a CrossBinDef],
    crossed: &[usize],
    points: &'a [(ItemShape, PointPlan)],
) -> Result<Vec<Matcher<'a>>, (String, Problem)> {
    let mut names = BTreeSet::new();
    let matcher = |bin: &&'a CrossBinDef| {
        let is_new = names.insert(&bin.name);
        let matcher = match is_new {
            true => Matcher::new(&bin.select, crossed, points),
            false => Err(Problem::DuplicateName),
        };
        matcher.map_err(|problem| (bin.name.clone(), problem))
    };
    bins.iter().map(matcher).collect()
}

/// Enters the named bins that the table kept.
fn describe(item: &mut ItemShape, bins: &[&CrossBinDef], table: &Table) {
    for (_, bin) in bins
        .iter()
        .enumerate()
        .filter(|(id, _)| !table.is_dropped(*id))
    {
        let (name, needs) = (bin.name.clone(), needs(&bin.select));
        match bin.kind {
            Kind::Count => {
                let testpoint = bin.testpoint.clone();
                item.bins.push(BinShape {
                    name,
                    needs,
                    testpoint,
                });
            }
            kind => item.extras.push(ExtraShape { name, kind, needs }),
        }
    }
}

/// The bin numbers that make up a product; the last point varies fastest.
fn split(mut product: u32, sizes: &[u32]) -> Vec<u32> {
    let mut tuple: Vec<u32> = sizes
        .iter()
        .rev()
        .map(|size| {
            let bin = product % size;
            product /= size;
            bin
        })
        .collect();
    tuple.reverse();
    tuple
}

fn strides(sizes: &[u32]) -> Vec<u32> {
    (1..=sizes.len())
        .map(|from| sizes[from..].iter().product())
        .collect()
}

/// The slots under construction.
#[derive(Default)]
struct Table {
    slots: Vec<Slot>,
    lists: Vec<Vec<u32>>,
    known: BTreeMap<Vec<u32>, u32>,
    /// The final number of each named bin; none if no product is left to it.
    numbers: Vec<Option<u32>>,
}

impl Table {
    /// Adds the next product: illegal bins win over ignored ones, these over those that count (19.6.3).
    fn add(&mut self, matchers: &[Matcher<'_>], kinds: &[Kind], tuple: &[u32]) {
        let hit: Vec<u32> = (0..)
            .zip(matchers)
            .filter(|(_, matcher)| matcher.takes(tuple))
            .map(|(bin, _)| bin)
            .collect();
        let Some(strongest) = hit.iter().map(|&bin| kinds[bin as usize]).max() else {
            self.slots.push(Slot::Auto);
            return;
        };
        let list: Vec<u32> = hit
            .into_iter()
            .filter(|&bin| kinds[bin as usize] == strongest)
            .collect();
        let next = self.lists.len() as u32;
        let number = *self.known.entry(list.clone()).or_insert(next);
        if number == next {
            self.lists.push(list);
        }
        self.slots.push(Slot::Named(number));
    }

    /// Renumbers the named bins without those that count and took no product (19.6.1).
    fn drop_empty(&mut self, kinds: &[Kind]) {
        let used: BTreeSet<u32> = self.lists.iter().flatten().copied().collect();
        let mut next = 0;
        for (bin, kind) in (0..).zip(kinds) {
            let is_kept = *kind != Kind::Count || used.contains(&bin);
            self.numbers.push(is_kept.then_some(next));
            next += u32::from(is_kept);
        }
        for bin in self.lists.iter_mut().flatten() {
            *bin = self.numbers[*bin as usize].unwrap_or_default();
        }
    }

    fn is_dropped(&self, bin: usize) -> bool {
        self.numbers[bin].is_none()
    }
}

/// A selection made ready to be asked once per product.
enum Matcher<'a> {
    /// Per tuple and point, whether each bin is picked.
    Tuples(Vec<Vec<Vec<bool>>>),
    When(&'a Predicate, Vec<Vec<BinView<'a>>>),
}

impl<'a> Matcher<'a> {
    fn new(
        select: &'a Select,
        crossed: &[usize],
        points: &'a [(ItemShape, PointPlan)],
    ) -> Result<Self, Problem> {
        let views = |point: usize| -> Vec<BinView<'a>> {
            let (shape, plan) = &points[point];
            let bins = shape.bins.iter().zip(&plan.ranges);
            bins.map(|(bin, ranges)| BinView {
                name: &bin.name,
                ranges,
            })
            .collect()
        };
        let views: Vec<Vec<BinView<'a>>> = crossed.iter().map(|&point| views(point)).collect();
        let check_arity = |found| match crossed.len() {
            expected if expected == found => Ok(()),
            expected => Err(Problem::Arity { found, expected }),
        };
        let tuples = match select {
            Select::Tuples(tuples) => tuples,
            Select::When(predicate) => {
                check_arity(predicate.arity)?;
                return Ok(Self::When(predicate, views));
            }
        };
        let mut picked = Vec::new();
        for tuple in tuples {
            check_arity(tuple.len())?;
            let per_point = tuple.iter().zip(&views).zip(crossed);
            let masks =
                per_point.map(|((pick, views), &point)| mask(pick, views, &points[point].0));
            picked.push(masks.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Self::Tuples(picked))
    }

    fn takes(&self, tuple: &[u32]) -> bool {
        match self {
            Self::Tuples(tuples) => tuples.iter().any(|masks| {
                let mut bins = masks.iter().zip(tuple);
                bins.all(|(mask, &bin)| mask[bin as usize])
            }),
            Self::When(predicate, views) => {
                let bins = views
                    .iter()
                    .zip(tuple)
                    .map(|(views, &bin)| views[bin as usize]);
                (predicate.holds)(&bins.collect::<Vec<_>>())
            }
        }
    }
}

/// Which bins of a point are picked.
fn mask(pick: &Pick, views: &[BinView<'_>], shape: &ItemShape) -> Result<Vec<bool>, Problem> {
    let Pick::Bins(names) = pick else {
        return Ok(vec![true; views.len()]);
    };
    for name in names {
        if !views.iter().any(|view| view.is(name)) {
            let (point, bin) = (shape.name.clone(), name.clone());
            return Err(Problem::UnknownBin { point, bin });
        }
    }
    let is_picked = |view: &BinView<'_>| names.iter().any(|name| view.is(name));
    Ok(views.iter().map(is_picked).collect())
}

/// How a selection reads in reports.
fn needs(select: &Select) -> String {
    let tuples = match select {
        Select::Tuples(tuples) => tuples,
        Select::When(predicate) => return format!("if {}", predicate.text),
    };
    let pick = |pick: &Pick| match pick {
        Pick::Any => "_".to_owned(),
        Pick::Bins(names) => names.join(" | "),
    };
    let tuple = |tuple: &Vec<Pick>| {
        let picks: Vec<String> = tuple.iter().map(pick).collect();
        format!("({})", picks.join(", "))
    };
    tuples.iter().map(tuple).collect::<Vec<_>>().join(", ")
}

fn auto_ranges(slots: &[Slot]) -> Vec<(u64, u64)> {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for (product, _) in (0_u64..)
        .zip(slots)
        .filter(|(_, slot)| **slot == Slot::Auto)
    {
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == product => last.1 = product,
            _ => ranges.push((product, product)),
        }
    }
    ranges
}
