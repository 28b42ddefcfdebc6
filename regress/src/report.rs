//! Reports: consumers of the event stream, and the text of the summary.

pub mod coverage;
pub mod failure;
pub mod json;
pub mod junit;
pub mod measurements;
pub mod progress;
pub mod table;

/// `1284` as `1,284`.
pub fn thousands(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `part` of `whole` as a percentage with one decimal; nothing of nothing is all of it.
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "100.0 %".to_owned();
    }
    // Rounded down: 100 % is said only when nothing is missing.
    let tenths = u128::from(part) * 1000 / u128::from(whole);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// `1 run`, `2 runs`.
pub fn count(number: usize, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{} {noun}s", thousands(number as u64))
    }
}

/// An empty table in the house's form: columns apart by spaces, no lines.
pub(crate) fn plain_table() -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_content_arrangement(comfy_table::ContentArrangement::Disabled);
    table
}

/// The text of a table without the blanks that pad its lines.
pub(crate) fn table_text(table: &comfy_table::Table) -> String {
    let line = |line: String| {
        line.strip_prefix(' ')
            .unwrap_or(&line)
            .trim_end()
            .to_owned()
    };
    table.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(thousands),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(percent(0, 0), "100.0 %");
        assert_eq!(percent(1, 3), "33.3 %");
        assert_eq!(percent(9_999, 10_000), "99.9 %");
        assert_eq!(
            [count(1, "run"), count(0, "run"), count(1200, "run")],
            ["1 run", "0 runs", "1,200 runs"]
        );
    }
}
