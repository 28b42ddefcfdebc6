//! Definitions checked and compiled into the tables that sampling reads.

mod cross;
mod expand;
mod point;
mod segments;
mod sequence;

use std::collections::BTreeSet;

use crate::define::{GroupDef, ItemOptions};
use crate::shape::{GroupShape, ItemShape};
use crate::{Error, Problem};

pub(crate) use cross::{CrossPlan, Slot};
pub(crate) use point::PointPlan;

/// The item options that a group sets for all of its items (IEEE 1800-2017 19.7).
#[derive(Clone, Copy, Debug)]
struct Defaults {
    at_least: u64,
    auto_bin_max: u64,
}

/// A covergroup type, ready to be sampled.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) shape: GroupShape,
    pub(crate) points: Vec<PointPlan>,
    pub(crate) crosses: Vec<CrossPlan>,
}

impl Plan {
    /// Checks and compiles a definition.
    pub(crate) fn new(def: &GroupDef) -> Result<Self, Error> {
        check_names(def)?;
        check_goal(def.goal).map_err(|problem| error(def, &def.name, (String::new(), problem)))?;
        let defaults = Defaults {
            at_least: def.at_least,
            auto_bin_max: def.auto_bin_max,
        };
        let mut points = Vec::new();
        for point in &def.points {
            let compiled = PointPlan::new(point, defaults);
            points.push(compiled.map_err(|problem| error(def, &point.name, problem))?);
        }
        let mut crosses = Vec::new();
        for cross in &def.crosses {
            let compiled = CrossPlan::new(cross, &points, defaults);
            crosses.push(compiled.map_err(|problem| error(def, &cross.name, problem))?);
        }
        let (point_shapes, points) = points.into_iter().unzip();
        let (cross_shapes, crosses) = crosses.into_iter().unzip();
        let shape = GroupShape {
            name: def.name.clone(),
            description: def.description.clone(),
            testpoint: def.testpoint.clone(),
            weight: def.weight,
            goal: def.goal,
            merge_instances: def.merge_instances,
            points: point_shapes,
            crosses: cross_shapes,
        };
        Ok(Self {
            shape,
            points,
            crosses,
        })
    }
}

fn check_names(def: &GroupDef) -> Result<(), Error> {
    let points = def.points.iter().map(|p| &p.name);
    let mut names = points.chain(def.crosses.iter().map(|c| &c.name));
    let mut seen = BTreeSet::new();
    match names.find(|name| !seen.insert(*name)) {
        Some(twice) => Err(error(def, twice, (String::new(), Problem::DuplicateName))),
        None => Ok(()),
    }
}

fn check_goal(goal: u32) -> Result<(), Problem> {
    if goal > 100 {
        return Err(Problem::Goal(goal));
    }
    Ok(())
}

fn error(def: &GroupDef, item: &str, (bin, problem): (String, Problem)) -> Error {
    let item = if bin.is_empty() {
        item.to_owned()
    } else {
        format!("{item}.{bin}")
    };
    Error::Definition {
        group: def.name.clone(),
        item,
        problem,
    }
}

/// The shape of an item without its bins.
fn item_shape(name: &str, options: &ItemOptions, defaults: Defaults) -> Result<ItemShape, Problem> {
    let goal = options.goal.unwrap_or(100);
    check_goal(goal)?;
    let at_least = options.at_least.unwrap_or(defaults.at_least);
    if at_least == 0 {
        return Err(Problem::AtLeastZero);
    }
    Ok(ItemShape {
        name: name.to_owned(),
        weight: options.weight.unwrap_or(1),
        goal,
        at_least,
        testpoint: options.testpoint.clone(),
        bins: Vec::new(),
        extras: Vec::new(),
    })
}
