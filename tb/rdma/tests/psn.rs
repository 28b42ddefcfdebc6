//! Sequence numbers compare on a circle (transport.md 2).

use quickcheck::quickcheck;
use rdma::Psn;

#[test]
fn comparison_survives_the_wrap() {
    let (old, new) = (Psn::new(0xFF_FFFE), Psn::new(1));
    assert!(old.is_before(new) && new.is_after(old));
    assert!(!new.is_before(old) && !old.is_before(old) && !old.is_after(old));
    assert_eq!(new - old, 3);
    assert_eq!(old - new, -3);
    assert_eq!(old + 3, new);
    assert_eq!(new - 3, old);
}

#[test]
fn extremes_of_the_signed_difference() {
    let zero = Psn::default();
    assert_eq!(Psn::new(0x7F_FFFF) - zero, 0x7F_FFFF);
    assert_eq!(Psn::new(0x80_0000) - zero, -0x80_0000);
    assert!(zero.is_before(Psn::new(0x80_0000)) && Psn::new(0x80_0000).is_before(zero));
}

#[test]
fn only_24_bits_are_kept() {
    assert_eq!(Psn::new(0xAB12_3456).get(), 0x12_3456);
    assert_eq!(Psn::MAX + 1, Psn::new(0));
    assert_eq!(Psn::new(7) + u32::MAX, Psn::new(6));
}

quickcheck! {
    fn order_depends_on_the_difference_alone(base: u32, other: u32, shift: u32) -> bool {
        let (a, b) = (Psn::new(base), Psn::new(other));
        a.is_before(b) == (a + shift).is_before(b + shift) && a - b == (a + shift) - (b + shift)
    }

    fn nearby_numbers_order_like_integers(base: u32, forward: u16) -> bool {
        let (a, b) = (Psn::new(base), Psn::new(base) + u32::from(forward));
        b - a == i32::from(forward) && a.is_before(b) == (forward != 0) && !b.is_before(a)
    }
}
