//! A report as text for the terminal.

use std::fmt;

use crate::report::{GroupReport, Hole, InstanceReport, ItemKind, ItemReport, Report};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (groups, runs) = (
            count(self.groups.len() as u64, "group"),
            count(self.runs, "run"),
        );
        writeln!(f, "coverage {}  ({groups}, {runs})", percent(self.percent))?;
        for group in &self.groups {
            write_group(f, group)?;
        }
        if !self.testpoints.is_empty() {
            writeln!(f, "\ntestpoints")?;
        }
        for (name, score) in &self.testpoints {
            let share = format!("{} of {}", score.covered, score.bins);
            writeln!(f, "  {name:<32} {:>8}  {share}", percent(score.percent()))?;
        }
        Ok(())
    }
}

fn write_group(f: &mut fmt::Formatter<'_>, group: &GroupReport) -> fmt::Result {
    let goal = if group.is_met { "met" } else { "missed" };
    write!(
        f,
        "\n{}  {}  goal {} % {goal}",
        group.name,
        percent(group.percent),
        group.goal
    )?;
    write_testpoint(f, group.testpoint.as_ref())?;
    if !group.description.is_empty() {
        writeln!(f, "  {}", group.description)?;
    }
    group
        .instances
        .iter()
        .try_for_each(|instance| write_instance(f, instance))
}

fn write_instance(f: &mut fmt::Formatter<'_>, instance: &InstanceReport) -> fmt::Result {
    if !instance.name.is_empty() {
        writeln!(f, "  [{}]  {}", instance.name, percent(instance.percent))?;
    }
    instance
        .items
        .iter()
        .try_for_each(|item| write_item(f, item))
}

fn write_item(f: &mut fmt::Formatter<'_>, item: &ItemReport) -> fmt::Result {
    let kind = match item.kind {
        ItemKind::Point => "point",
        ItemKind::Cross => "cross",
    };
    let share = format!("{} of {}", item.score.covered, item.score.bins);
    write!(
        f,
        "  {kind} {:<28} {:>8}  {share}",
        item.name,
        percent(item.percent)
    )?;
    write_testpoint(f, item.testpoint.as_ref())?;
    for hole in &item.holes {
        write_hole(f, hole)?;
    }
    let holes = item.score.bins - item.score.covered;
    let hidden = holes - item.holes.len() as u64;
    if hidden > 0 {
        let more = if item.holes.is_empty() { "" } else { " more" };
        writeln!(
            f,
            "    {hidden}{more} {}",
            if hidden == 1 { "hole" } else { "holes" }
        )?;
    }
    for hit in &item.illegal {
        let first = hit
            .first
            .as_ref()
            .map_or("an unknown run", |run| run.name.as_str());
        writeln!(
            f,
            "    ILLEGAL {}: {}, first in {first}",
            hit.bin,
            count(hit.count, "hit")
        )?;
    }
    Ok(())
}

fn write_hole(f: &mut fmt::Formatter<'_>, hole: &Hole) -> fmt::Result {
    write!(f, "    hole {}", hole.bin)?;
    if !hole.needs.is_empty() {
        write!(f, ": {}", hole.needs)?;
    }
    if hole.at_least > 1 {
        write!(f, "  ({} of {} hits)", hole.count, hole.at_least)?;
    }
    write_testpoint(f, hole.testpoint.as_ref())
}

/// The testpoint, if any, and the end of the line.
fn write_testpoint(f: &mut fmt::Formatter<'_>, testpoint: Option<&String>) -> fmt::Result {
    match testpoint {
        Some(name) => writeln!(f, "  @ {name}"),
        None => writeln!(f),
    }
}

/// Two digits, rounded down: only what is complete reads 100.00 %.
fn percent(percent: Option<f64>) -> String {
    percent.map_or_else(
        || "n/a".to_owned(),
        |percent| format!("{:.2} %", (percent * 100.0).floor() / 100.0),
    )
}

fn count(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
