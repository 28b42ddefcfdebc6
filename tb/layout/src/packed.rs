//! What a generated type offers at run time.

use std::fmt;

/// One field of a layout, as generated code describes it. Elements of arrays and fields of nested
/// layouts are listed one by one, with names such as `segments[1].address`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Path of the field from the layout's root.
    pub name: &'static str,
    /// Position of the lowest bit.
    pub lsb: usize,
    /// Width in bits, 1 to 128.
    pub width: usize,
    /// Meaning, from the description.
    pub doc: &'static str,
    /// Named values, for a field of an enumeration; else empty.
    pub names: &'static [(u64, &'static str)],
}

impl Field {
    /// The name of `value`, if the field is of an enumeration that names it.
    pub fn name_of(&self, value: u128) -> Option<&'static str> {
        let named = self.names.iter().find(|(v, _)| u128::from(*v) == value);
        named.map(|(_, name)| *name)
    }
}

/// A type with a fixed place for each of its bits. Bit 0 is bit 0 of word 0; words are little-endian,
/// as in a Verilator wide port.
pub trait Packed: Clone + PartialEq + fmt::Debug + 'static {
    /// Name of the layout in its description.
    const NAME: &'static str;
    /// Width in bits.
    const BITS: usize;
    /// 32-bit words that hold the layout.
    const WORDS: usize = Self::BITS.div_ceil(32);

    /// Every field, from bit 0 upward.
    fn fields() -> &'static [Field];

    /// Writes the first [`Self::WORDS`] words; reserved bits become zero. A value wider than its
    /// field is cut to the field's width, as on a wire.
    ///
    /// # Panics
    /// If `words` is shorter than [`Self::WORDS`].
    fn pack(&self, words: &mut [u32]);

    /// Reads the first [`Self::WORDS`] words; reserved bits are ignored.
    ///
    /// # Panics
    /// If `words` is shorter than [`Self::WORDS`].
    fn unpack(words: &[u32]) -> Self;

    /// The value of `Self::fields()[field]`.
    ///
    /// # Panics
    /// If there is no such field.
    fn value(&self, field: usize) -> u128;
}

/// The first `N` words of a slice, as an array, so that generated code pays for one length check.
///
/// # Panics
/// If `words` is shorter than `N`.
#[inline]
pub fn words<'a, const N: usize>(words: &'a [u32], layout: &str) -> &'a [u32; N] {
    match words.first_chunk() {
        Some(chunk) => chunk,
        None => too_short(layout, N, words.len()),
    }
}

/// As [`words`], to write.
///
/// # Panics
/// If `words` is shorter than `N`.
#[inline]
pub fn words_mut<'a, const N: usize>(words: &'a mut [u32], layout: &str) -> &'a mut [u32; N] {
    let len = words.len();
    match words.first_chunk_mut() {
        Some(chunk) => chunk,
        None => too_short(layout, N, len),
    }
}

#[cold]
fn too_short(layout: &str, needed: usize, len: usize) -> ! {
    panic!("layout {layout} needs {needed} words, the slice has {len}")
}

/// Ends [`Packed::value`] of an index that is out of range.
///
/// # Panics
/// Always.
#[cold]
pub fn no_such_field(layout: &str, field: usize) -> ! {
    panic!("layout {layout} has no field number {field}")
}
