//! The number line cut where some bin begins or ends, so that a value is resolved once for all bins.

/// Segments of values which all bins of a coverpoint treat alike.
#[derive(Debug)]
pub(crate) struct Segments {
    /// Where each segment starts, ascending; the first at `i128::MIN`.
    starts: Vec<i128>,
    /// The segment of each value from `base` on: most coverpoints never leave this table.
    table: Vec<u32>,
    base: i128,
}

/// Values in the dense table; 16 KiB, so that a group's tables stay in the cache.
const TABLE: i128 = 4096;

impl Segments {
    /// Cuts at both ends of each range.
    pub(crate) fn new<'a>(ranges: impl Iterator<Item = &'a (i128, i128)>) -> Self {
        let mut starts = vec![i128::MIN];
        for &(low, high) in ranges {
            starts.push(low);
            if high != i128::MAX {
                starts.push(high + 1);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        let base = starts.get(1).copied().unwrap_or(0);
        let end = starts.last().copied().unwrap_or(0);
        let size = end.saturating_sub(base).clamp(0, TABLE);
        let mut segments = Self {
            starts,
            table: Vec::new(),
            base,
        };
        segments.table = (0..size)
            .map(|offset| segments.search(base + offset))
            .collect();
        segments
    }

    /// How many segments there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The segment of `value`.
    #[inline]
    pub(crate) fn find(&self, value: i128) -> usize {
        // A value below `base` wraps around to beyond the table.
        let offset = value.wrapping_sub(self.base) as u128;
        if offset < self.table.len() as u128 {
            return self.table[offset as usize] as usize;
        }
        self.search(value) as usize
    }

    /// The segments that make up an inclusive range given to [`Segments::new`].
    pub(crate) fn span(&self, &(low, high): &(i128, i128)) -> std::ops::RangeInclusive<usize> {
        self.find(low)..=self.find(high)
    }

    /// The first and last value of a segment.
    pub(crate) fn bounds(&self, segment: usize) -> (i128, i128) {
        let next = self.starts.get(segment + 1);
        (
            self.starts[segment],
            next.map_or(i128::MAX, |start| start - 1),
        )
    }

    fn search(&self, value: i128) -> u32 {
        (self.starts.partition_point(|&start| start <= value) - 1) as u32
    }
}
