//! Runs of bits by position.

use quickcheck::quickcheck;

quickcheck! {
    fn what_is_set_is_got_and_nothing_else_moves(words: [u32; 6], lsb: u8, width: u8, value: u128) -> bool {
        let words = [words[0], words[1], words[2], words[3], words[4], words[5]];
        let (lsb, width) = (usize::from(lsb) % 64, 1 + usize::from(width) % 128);
        let mut changed = words;
        layout::bits::set(&mut changed, lsb, width, value);
        let same = |bit: usize| layout::bits::get(&words, bit, 1) == layout::bits::get(&changed, bit, 1);
        layout::bits::get(&changed, lsb, width) == value << (128 - width) >> (128 - width)
            && (0..192).filter(|b| !(lsb..lsb + width).contains(b)).all(same)
    }
}

#[test]
fn bit_zero_is_the_lowest_of_word_zero() {
    assert_eq!(layout::bits::get(&[0x8000_0001, 0x3], 0, 1), 1);
    assert_eq!(layout::bits::get(&[0x8000_0001, 0x3], 31, 3), 0b111);
    assert_eq!(layout::bits::get(&[0x8000_0001, 0x3], 4, 27), 0);
}
