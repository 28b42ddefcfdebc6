//! Choices from bytes: unbiased on random bytes, simplest on zero bytes.

use std::any::type_name;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::ops::RangeInclusive;
use std::rc::Rc;

use arbitrary::{Arbitrary, Unstructured};

use super::set::TapeSet;
use crate::Error;

/// Bytes offered to a type whose [`Arbitrary`] has no upper bound.
const UNBOUNDED: usize = 256;

/// Most bytes offered to a type, whatever it asks for.
const MOST: usize = 1 << 16;

/// One item's piece of tape. Choices take bytes from its front; they never run out.
pub struct Draw {
    source: Source,
    taken: Vec<u8>,
    record: Option<Record>,
}

enum Source {
    Endless(Box<Endless>),
    /// Then zeros.
    Recorded(VecDeque<u8>),
}

/// BLAKE3's output, read by whole blocks: a partial read costs as much.
struct Endless {
    reader: blake3::OutputReader,
    block: [u8; blake3::BLOCK_LEN],
    /// Bytes of the block that are used up.
    used: usize,
}

impl Endless {
    fn fill(&mut self, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            if self.used == self.block.len() {
                self.reader.fill(&mut self.block);
                self.used = 0;
            }
            let take = bytes.len().min(self.block.len() - self.used);
            let (now, later) = bytes.split_at_mut(take);
            now.copy_from_slice(&self.block[self.used..self.used + take]);
            self.used += take;
            bytes = later;
        }
    }
}

struct Record {
    set: Rc<RefCell<TapeSet>>,
    path: Rc<str>,
    item: u64,
}

impl Draw {
    pub(super) fn endless(reader: blake3::OutputReader) -> Self {
        Self::new(Source::Endless(Box::new(Endless {
            reader,
            block: [0; blake3::BLOCK_LEN],
            used: blake3::BLOCK_LEN,
        })))
    }

    /// A piece of tape with these bytes, then zeros: a replay, or a fuzzer's input.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::new(Source::Recorded(bytes.iter().copied().collect()))
    }

    fn new(source: Source) -> Self {
        Self {
            source,
            taken: Vec::new(),
            record: None,
        }
    }

    /// Hands the bytes taken to a set, when the draw ends.
    pub(super) fn recorded(mut self, set: Rc<RefCell<TapeSet>>, path: Rc<str>, item: u64) -> Self {
        self.record = Some(Record { set, path, item });
        self
    }

    /// The bytes taken so far.
    pub fn taken(&self) -> &[u8] {
        &self.taken
    }

    /// Takes bytes as they are.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        match &mut self.source {
            Source::Endless(endless) => endless.fill(bytes),
            Source::Recorded(rest) => bytes.fill_with(|| rest.pop_front().unwrap_or(0)),
        }
        self.taken.extend_from_slice(bytes);
    }

    /// A whole number of `bits` bits, 0 to 64, uniform; takes as many bytes as it needs.
    pub fn bits(&mut self, bits: u32) -> u64 {
        debug_assert!(bits <= 64, "{bits} bits do not fit u64");
        let mut bytes = [0; 8];
        self.fill(&mut bytes[..bits.div_ceil(8) as usize]);
        match bits {
            0 => 0,
            _ => u64::from_le_bytes(bytes) & (u64::MAX >> (64 - bits)),
        }
    }

    /// Uniform in `0..=last`. What does not fit is drawn again, so there is no bias; zero bytes
    /// always fit.
    fn up_to(&mut self, last: u64) -> u64 {
        let bits = 64 - last.leading_zeros();
        loop {
            let value = self.bits(bits);
            if value <= last {
                return value;
            }
        }
    }

    /// Uniform in a range; zero bytes give its low end.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn range<T: Whole>(&mut self, range: RangeInclusive<T>) -> T {
        let (low, high) = range.into_inner();
        let distance = T::distance(low, high);
        let distance = distance.unwrap_or_else(|| panic!("range {low:?}..={high:?} is empty"));
        low.advance(self.up_to(distance))
    }

    /// True in `percent` of 100 cases; zero bytes give false, unless it is always true.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.range(0..=99_u32) + percent >= 100
    }

    /// Either; zero bytes give false.
    pub fn bool(&mut self) -> bool {
        self.bits(1) == 1
    }

    /// One of several; zero bytes give the first.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        assert!(!choices.is_empty(), "nothing to pick from");
        &choices[self.range(0..=choices.len() - 1)]
    }

    /// One of several, each as often as its weight says; zero bytes give the first that has one.
    ///
    /// # Panics
    /// If no choice has a weight.
    pub fn weighted<'a, T>(&mut self, choices: &'a [(u32, T)]) -> &'a T {
        let total: u64 = choices.iter().map(|(weight, _)| u64::from(*weight)).sum();
        assert!(total > 0, "no choice has a weight");
        let mut at = self.range(0..=total - 1);
        let chosen = choices.iter().find(|(weight, _)| {
            let here = at < u64::from(*weight);
            at = at.saturating_sub(u64::from(*weight));
            here
        });
        // `at` is below the sum of the weights.
        chosen.map_or(&choices[0].1, |(_, choice)| choice)
    }

    /// Puts items in any order, all equally likely; zero bytes leave them as they are.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in 0..items.len().saturating_sub(1) {
            let other = self.range(at..=items.len() - 1);
            items.swap(at, other);
        }
    }

    /// Any value of a type, by its [`Arbitrary`].
    ///
    /// # Errors
    /// If the type wants more bytes than it asked for, or refuses what it got.
    pub fn any<T: for<'a> Arbitrary<'a>>(&mut self) -> Result<T, Error> {
        let bytes = T::size_hint(0).1.unwrap_or(UNBOUNDED).min(MOST);
        self.unstructured(bytes, |unstructured| unstructured.arbitrary())
    }

    /// What a generator makes of this many bytes. All of them are taken; those that the generator
    /// left over are recorded as zero.
    ///
    /// # Errors
    /// As the generator.
    pub fn unstructured<T>(
        &mut self,
        bytes: usize,
        make: impl FnOnce(&mut Unstructured<'_>) -> arbitrary::Result<T>,
    ) -> Result<T, Error> {
        let start = self.taken.len();
        let mut buffer = vec![0; bytes];
        self.fill(&mut buffer);
        let mut unstructured = Unstructured::new(&buffer);
        let made = make(&mut unstructured);
        // Lengths of collections are taken from the back, so what is left over lies between.
        let rest = unstructured.take_rest();
        let offset = rest.as_ptr().addr() - buffer.as_ptr().addr();
        self.taken[start + offset..start + offset + rest.len()].fill(0);
        made.map_err(|source| Error::Draw {
            type_name: type_name::<T>(),
            bytes,
            source,
        })
    }
}

impl Drop for Draw {
    fn drop(&mut self) {
        if let Some(Record { set, path, item }) = self.record.take() {
            let taken = std::mem::take(&mut self.taken);
            set.borrow_mut().record(&path, item, taken);
        }
    }
}

impl fmt::Debug for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draw")
            .field("taken", &self.taken)
            .finish_non_exhaustive()
    }
}

/// A whole number that [`Draw::range`] can give.
pub trait Whole: Copy + fmt::Debug {
    /// Steps from `low` to `high`; `None` if `high` is lower.
    fn distance(low: Self, high: Self) -> Option<u64>;

    /// The number that many steps above; within the range by construction.
    fn advance(self, steps: u64) -> Self;
}

macro_rules! whole {
    ($($ty:ty),*) => {$(
        impl Whole for $ty {
            fn distance(low: Self, high: Self) -> Option<u64> {
                // The difference of two numbers of at most 64 bits fits u64, sign or not.
                (low <= high).then(|| high.wrapping_sub(low) as u64 & (u64::MAX >> (64 - Self::BITS)))
            }

            fn advance(self, steps: u64) -> Self {
                self.wrapping_add(steps as Self)
            }
        }
    )*};
}

whole!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
