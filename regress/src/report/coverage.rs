//! Functional coverage on the terminal: a line per group and the first holes; the rest is in a file.

use std::path::Path;

use comfy_table::CellAlignment;
use coverage::Report;

use crate::report::{plain_table, table_text};

/// Holes shown; more than a screen of them is not read.
const HOLES: usize = 12;

/// The groups of `report` with their percentages, then the first holes. `full` is the file with everything.
pub fn coverage(report: &Report, full: &Path) -> String {
    let groups = report.groups.len();
    let mut text = format!(
        "coverage {}  ({groups} group{}, {} run{})\n\n",
        percent(report.percent),
        if groups == 1 { "" } else { "s" },
        report.runs,
        if report.runs == 1 { "" } else { "s" },
    );
    let mut table = plain_table();
    table.set_header(["covergroup", "percent", "bins", "counts"]);
    for group in &report.groups {
        let items = group.instances.iter().flat_map(|instance| &instance.items);
        let (covered, bins) = items.fold((0, 0), |(covered, bins), item| {
            (covered + item.score.covered, bins + item.score.bins)
        });
        let description = group.description.lines().next().unwrap_or_default();
        table.add_row([
            group.name.clone(),
            percent(group.percent),
            format!("{covered} of {bins}"),
            description.to_owned(),
        ]);
    }
    for column in [1, 2] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    text += &table_text(&table);
    text + &holes(report, full)
}

fn holes(report: &Report, full: &Path) -> String {
    let items = || {
        let instances = report.groups.iter().flat_map(|group| &group.instances);
        instances.flat_map(|instance| &instance.items)
    };
    let missing: u64 = items()
        .map(|item| item.score.bins - item.score.covered)
        .sum();
    if missing == 0 {
        return String::new();
    }
    let mut text = format!(
        "\n{missing} bins are not covered; all of them: {}\n",
        full.display()
    );
    for hole in items()
        .flat_map(|item| item.holes.iter().take(2))
        .take(HOLES)
    {
        text += &format!("  {}", hole.path);
        if !hole.needs.is_empty() {
            text += &format!(": {}", hole.needs);
        }
        if hole.count > 0 {
            text += &format!(" ({} of {} hits)", hole.count, hole.at_least);
        }
        text.push('\n');
    }
    text
}

fn percent(value: Option<f64>) -> String {
    match value {
        // Rounded down: 100 % is said only when nothing is missing.
        Some(value) => format!("{:.2} %", (value * 100.0).floor() / 100.0),
        None => "n/a".to_owned(),
    }
}
