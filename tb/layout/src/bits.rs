//! Reading and writing a run of bits by position, for code that does not know the type. Generated
//! types have faster code of their own.

/// The `width` bits from `lsb` upward.
///
/// # Panics
/// If `width` is above 128 or the bits lie outside `words`.
pub fn get(words: &[u32], lsb: usize, width: usize) -> u128 {
    assert!(width <= 128, "a value of {width} bits does not fit u128");
    let mut value = 0;
    let mut done = 0;
    while done < width {
        let (word, shift) = ((lsb + done) / 32, (lsb + done) % 32);
        let take = (32 - shift).min(width - done);
        value |= u128::from((words[word] >> shift) & mask(take)) << done;
        done += take;
    }
    value
}

/// Replaces the `width` bits from `lsb` upward by the low bits of `value`.
///
/// # Panics
/// If `width` is above 128 or the bits lie outside `words`.
pub fn set(words: &mut [u32], lsb: usize, width: usize, value: u128) {
    assert!(width <= 128, "a value of {width} bits does not fit u128");
    let mut done = 0;
    while done < width {
        let (word, shift) = ((lsb + done) / 32, (lsb + done) % 32);
        let take = (32 - shift).min(width - done);
        let part = (value >> done) as u32 & mask(take);
        words[word] = words[word] & !(mask(take) << shift) | part << shift;
        done += take;
    }
}

/// The low `width` bits of a word, 1 to 32.
fn mask(width: usize) -> u32 {
    u32::MAX >> (32 - width)
}
