//! Percentages (IEEE 1800-2017 19.11).

/// How many of an item's bins are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Score {
    /// Bins hit `at_least` times.
    pub covered: u64,
    /// Bins that count: neither default, ignored nor illegal, nor empty (19.5.5, 19.11.1).
    pub bins: u64,
}

impl Score {
    /// Counts the bins that were hit `at_least` times. `counts` may leave out bins that were never hit.
    pub(crate) fn of(counts: impl Iterator<Item = u64>, bins: u64, at_least: u64) -> Self {
        let covered = counts.filter(|&count| count >= at_least).count() as u64;
        Self { covered, bins }
    }

    /// `covered / bins` in percent (19.11.1, 19.11.2); `None` without bins, which has no part in any mean.
    pub fn percent(self) -> Option<f64> {
        (self.bins > 0).then(|| 100.0 * self.covered as f64 / self.bins as f64)
    }
}

/// The weighted mean `sum(W * C) / sum(W)` (19.11). What has no percentage is left out; `None` if nothing remains.
pub(crate) fn mean(items: impl Iterator<Item = (u32, Option<f64>)>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (weight, percent) in items {
        if let Some(percent) = percent {
            sum += f64::from(weight) * percent;
            weights += f64::from(weight);
        }
    }
    // Rounding must not lift a mean past the parts it is made of.
    (weights > 0.0).then(|| (sum / weights).clamp(0.0, 100.0))
}
