//! Measured figures of all runs together.

use std::collections::BTreeMap;

use comfy_table::CellAlignment;

use crate::event::Summary;
use crate::report::{plain_table, table_text, thousands};
use crate::result::Measurement;

/// One line per figure: the smallest minimum, the median of the medians and the largest maximum over all runs.
pub fn measurements(summary: &Summary) -> String {
    let mut figures: BTreeMap<(&str, &str), Vec<&Measurement>> = BTreeMap::new();
    for measurement in summary
        .finished
        .iter()
        .flat_map(|(_, result)| &result.measurements)
    {
        figures
            .entry((&measurement.name, &measurement.unit))
            .or_default()
            .push(measurement);
    }
    if figures.is_empty() {
        return String::new();
    }
    let mut table = plain_table();
    table.set_header(["measured", "unit", "min", "median", "max", "runs"]);
    for ((name, unit), of_runs) in figures {
        let min = of_runs
            .iter()
            .map(|figure| figure.min)
            .min()
            .unwrap_or_default();
        let max = of_runs
            .iter()
            .map(|figure| figure.max)
            .max()
            .unwrap_or_default();
        let median = median(of_runs.iter().map(|figure| figure.median).collect());
        let runs = of_runs.len() as u64;
        table.add_row([
            name.to_owned(),
            unit.to_owned(),
            thousands(min),
            thousands(median),
            thousands(max),
            thousands(runs),
        ]);
    }
    for column in 2..6 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table_text(&table)
}

/// The lower median: a value that was measured.
fn median(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values
        .get(values.len().saturating_sub(1) / 2)
        .copied()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_median_is_a_measured_value() {
        assert_eq!(super::median(vec![9, 1, 5]), 5);
        assert_eq!(super::median(vec![9, 1, 5, 7]), 5);
        assert_eq!(super::median(vec![4]), 4);
    }
}
