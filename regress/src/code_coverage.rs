//! Verilator's code coverage: points by kind, merged over runs.
//!
//! A `coverage.dat` has a line per point, `C '<key>' <count>`; a key is made of `\x01name\x02value` pairs, of which
//! `page` is the kind, such as `v_line/completer_frontend`.

use std::collections::BTreeMap;
use std::path::Path;

use comfy_table::CellAlignment;

use crate::Error;
use crate::report::{percent, plain_table, table_text, thousands};

/// Hits of every point of one or more runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeCoverage {
    points: BTreeMap<String, u64>,
}

/// Points of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points hit at least once.
    pub covered: u64,
    /// All points.
    pub total: u64,
}

impl CodeCoverage {
    /// Adds the points of a `coverage.dat`.
    ///
    /// # Errors
    /// [`Error::Read`], also if it is no coverage file.
    pub fn add(&mut self, path: &Path) -> Result<(), Error> {
        let bytes = std::fs::read(path).map_err(Error::reading(path))?;
        self.parse(&String::from_utf8_lossy(&bytes))
            .map_err(|reason| {
                let source = std::io::Error::new(std::io::ErrorKind::InvalidData, reason);
                Error::Read {
                    path: path.to_owned(),
                    source,
                }
            })
    }

    fn parse(&mut self, text: &str) -> Result<(), String> {
        for (index, line) in text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.starts_with("C "))
        {
            let parts = line
                .strip_prefix("C '")
                .and_then(|rest| rest.rsplit_once("' "));
            let point = parts.and_then(|(key, hits)| Some((key, hits.trim().parse::<u64>().ok()?)));
            let (key, hits) =
                point.ok_or_else(|| format!("line {} is no coverage point", index + 1))?;
            let sum = self.points.entry(key.to_owned()).or_default();
            *sum = sum.saturating_add(hits);
        }
        Ok(())
    }

    /// Whether there is no point at all.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Points by kind: `line`, `branch`, `toggle`, `user`.
    pub fn by_kind(&self) -> BTreeMap<&str, Tally> {
        let mut kinds: BTreeMap<&str, Tally> = BTreeMap::new();
        for (key, &hits) in &self.points {
            let tally = kinds.entry(kind(key)).or_default();
            tally.total += 1;
            tally.covered += u64::from(hits > 0);
        }
        kinds
    }

    /// The table of kinds; empty if there is nothing to show.
    pub fn table(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        let mut table = plain_table();
        table.set_header(["code coverage", "covered", "points", "percent"]);
        for (kind, tally) in self.by_kind() {
            table.add_row([
                kind.to_owned(),
                thousands(tally.covered),
                thousands(tally.total),
                percent(tally.covered, tally.total),
            ]);
        }
        for column in 1..4 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table_text(&table)
    }
}

/// The kind in a point's key; `other` if it names none.
fn kind(key: &str) -> &str {
    key.split('\u{1}')
        .find_map(|pair| pair.strip_prefix("page\u{2}"))
        .map(|page| page.split('/').next().unwrap_or(page))
        .map_or("other", |page| page.strip_prefix("v_").unwrap_or(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAT: &str = "# SystemC::Coverage-3\n\
        C '\u{1}f\u{2}top.sv\u{1}l\u{2}4\u{1}page\u{2}v_line/top\u{1}o\u{2}block\u{1}h\u{2}TOP.top' 7\n\
        C '\u{1}f\u{2}top.sv\u{1}l\u{2}9\u{1}page\u{2}v_line/top\u{1}o\u{2}it's\u{1}h\u{2}TOP.top' 0\n\
        C '\u{1}f\u{2}top.sv\u{1}l\u{2}2\u{1}page\u{2}v_toggle/top\u{1}o\u{2}clk\u{1}h\u{2}TOP.top' 0\n";

    #[test]
    fn points_are_counted_by_kind() {
        let mut coverage = CodeCoverage::default();
        coverage.parse(DAT).unwrap();
        assert_eq!(
            coverage.by_kind()["line"],
            Tally {
                covered: 1,
                total: 2
            }
        );
        assert_eq!(
            coverage.by_kind()["toggle"],
            Tally {
                covered: 0,
                total: 1
            }
        );
    }

    #[test]
    fn runs_merge_by_point() {
        let mut coverage = CodeCoverage::default();
        coverage.parse(DAT).unwrap();
        coverage
            .parse(&DAT.replace("it's\u{1}h\u{2}TOP.top' 0", "it's\u{1}h\u{2}TOP.top' 3"))
            .unwrap();
        assert_eq!(
            coverage.by_kind()["line"],
            Tally {
                covered: 2,
                total: 2
            }
        );
        assert_eq!(coverage.points.values().sum::<u64>(), 17);
    }

    #[test]
    fn a_broken_line_is_named() {
        let broken = CodeCoverage::default().parse("# SystemC::Coverage-3\nC 'key' many\n");
        assert_eq!(broken.unwrap_err(), "line 2 is no coverage point");
    }
}
