//! What travels on a stream.

use std::fmt;

use layout::Packed;

use crate::fields::Fields;

/// One transfer's worth of a stream: data pins and, where there are any, `tlast` and `tkeep`.
/// Every [`Packed`] layout is one: it is a whole packet, and all of its bytes are kept.
pub trait StreamItem: Fields {
    /// Width of `tdata`, bits.
    const DATA_BITS: usize;

    /// Writes the data pins' words.
    fn pack_data(&self, words: &mut [u32]);

    /// `tlast`.
    fn last(&self) -> bool {
        true
    }

    /// `tkeep`, one bit a byte.
    fn keep(&self) -> u128 {
        u128::MAX
    }

    /// The item that the pins show.
    fn from_pins(words: &[u32], last: bool, keep: u128) -> Self;
}

impl<T: Packed> StreamItem for T {
    const DATA_BITS: usize = T::BITS;

    #[inline]
    fn pack_data(&self, words: &mut [u32]) {
        self.pack(words);
    }

    #[inline]
    fn from_pins(words: &[u32], _: bool, _: u128) -> Self {
        T::unpack(words)
    }
}

/// A transfer of a stream with packets of several transfers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer<T> {
    /// `tdata`.
    pub data: T,
    /// `tkeep`, one bit a byte; all ones on a stream without.
    pub keep: u128,
    /// `tlast`; true on a stream without.
    pub last: bool,
}

impl<T: Packed> Fields for Transfer<T> {
    const NAME: &'static str = T::NAME;

    fn each_field(&self, visit: &mut dyn FnMut(&str, u128, Option<&str>)) {
        self.data.each_field(visit);
        visit("tkeep", self.keep, None);
        visit("tlast", u128::from(self.last), None);
    }
}

impl<T: Packed> StreamItem for Transfer<T> {
    const DATA_BITS: usize = T::BITS;

    fn pack_data(&self, words: &mut [u32]) {
        self.data.pack(words);
    }

    fn last(&self) -> bool {
        self.last
    }

    fn keep(&self) -> u128 {
        self.keep
    }

    fn from_pins(words: &[u32], last: bool, keep: u128) -> Self {
        Self {
            data: T::unpack(words),
            keep,
            last,
        }
    }
}

/// What a monitor saw, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed<T> {
    /// Cycle of the handshake.
    pub cycle: u64,
    /// Cycles that valid waited for ready before.
    pub waited: u64,
    /// What travelled.
    pub item: T,
}

impl<T: Fields> fmt::Display for Observed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cycle {}: {}",
            self.cycle,
            crate::fields::describe(&self.item)
        )
    }
}
