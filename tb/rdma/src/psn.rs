//! 24-bit sequence numbers.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// A 24-bit sequence number on a circle: a PSN, and by the same rules an MSN or LSN.
///
/// Two numbers compare by their sign-extended 24-bit difference (transport.md 2); that is no total
/// order, so there is no `Ord`: ask [`Psn::is_before`] or subtract.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Psn(u32);

impl Psn {
    /// The highest number; the next one is 0.
    pub const MAX: Self = Self(0xFF_FFFF);

    /// The low 24 bits of a number.
    pub const fn new(value: u32) -> Self {
        Self(value & Self::MAX.0)
    }

    /// The number, below 2^24.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// `self < other` on the circle: bit 23 of `self - other` is set.
    pub const fn is_before(self, other: Self) -> bool {
        self.signed_difference(other) < 0
    }

    /// `self > other` on the circle, which is `other < self`: numbers 2^23 apart are each before
    /// and after the other.
    pub const fn is_after(self, other: Self) -> bool {
        other.is_before(self)
    }

    /// `self - other` sign-extended from 24 bits: -2^23 to 2^23 - 1.
    const fn signed_difference(self, other: Self) -> i32 {
        (self.0.wrapping_sub(other.0) << 8).cast_signed() >> 8
    }
}

impl Add<u32> for Psn {
    type Output = Self;

    fn add(self, steps: u32) -> Self {
        Self::new(self.0.wrapping_add(steps))
    }
}

impl AddAssign<u32> for Psn {
    fn add_assign(&mut self, steps: u32) {
        *self = *self + steps;
    }
}

impl Sub<u32> for Psn {
    type Output = Self;

    fn sub(self, steps: u32) -> Self {
        Self::new(self.0.wrapping_sub(steps))
    }
}

impl Sub for Psn {
    type Output = i32;

    fn sub(self, other: Self) -> i32 {
        self.signed_difference(other)
    }
}

impl fmt::Display for Psn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06x}", self.0)
    }
}

impl fmt::Debug for Psn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Psn({self})")
    }
}
