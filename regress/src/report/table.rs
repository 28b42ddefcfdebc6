//! The table of results and the line that sums it up.

use comfy_table::{Cell, CellAlignment};

use crate::event::Summary;
use crate::report::{count, plain_table, table_text, thousands};
use crate::result::RunResult;

/// One line per finished run.
pub fn results(summary: &Summary) -> String {
    if summary.finished.is_empty() {
        return String::new();
    }
    let mut table = plain_table();
    table.set_header([
        "test",
        "seed",
        "verdict",
        "cycles",
        "transactions",
        "cycles/s",
        "wall",
    ]);
    for (_, result) in &summary.finished {
        table.add_row(row(result));
    }
    for column in [1, 3, 4, 5, 6] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table_text(&table)
}

fn row(result: &RunResult) -> Vec<Cell> {
    let rate = result.cycles_per_second().map_or("-".to_owned(), thousands);
    [
        result.test.clone(),
        result.seed.to_string(),
        result.verdict.to_string(),
        thousands(result.cycles),
        thousands(result.transactions),
        rate,
        seconds(result.wall_ms),
    ]
    .into_iter()
    .map(Cell::new)
    .collect()
}

/// Milliseconds as seconds with two decimals.
pub fn seconds(ms: u64) -> String {
    format!("{}.{:02} s", thousands(ms / 1000), ms % 1000 / 10)
}

/// `12 runs: 11 passed, 1 failed`, and what was not run.
pub fn closing(summary: &Summary) -> String {
    let mut text = format!(
        "{}: {} passed, {} failed",
        count(summary.finished.len(), "run"),
        thousands(summary.passed() as u64),
        thousands(summary.failed() as u64)
    );
    if summary.stopped > 0 {
        text += &format!(", {} stopped", summary.stopped);
    }
    if summary.not_started > 0 {
        text += &format!(", {} not started", summary.not_started);
    }
    if summary.interrupted {
        text += " (interrupted)";
    }
    text
}
