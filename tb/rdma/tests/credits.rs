//! Credit codes (transport.md 1).

use quickcheck::quickcheck;
use rdma::{CREDIT_TABLE, CreditCode};

#[test]
fn every_step_encodes_to_its_own_code() {
    for (code, &credits) in CREDIT_TABLE.iter().enumerate() {
        assert_eq!(usize::from(CreditCode::encode(credits).get()), code);
        assert_eq!(CreditCode::new(code as u8).credits(), Some(credits));
    }
}

#[test]
fn between_two_steps_encoding_rounds_down() {
    let decoded = |credits| CreditCode::encode(credits).credits();
    assert_eq!(
        [5, 7, 9, 31, 33_000, u32::MAX].map(decoded),
        [4, 6, 8, 24, 32_768, 32_768].map(Some)
    );
}

#[test]
fn code_1f_is_unlimited_and_never_made_by_counting() {
    assert_eq!(CreditCode::UNLIMITED.credits(), None);
    assert_eq!(CreditCode::new(0xFF), CreditCode::UNLIMITED);
    assert_eq!(CreditCode::encode(u32::MAX).get(), 0x1E);
}

quickcheck! {
    fn encoding_never_promises_more(credits: u32) -> bool {
        CreditCode::encode(credits).credits().is_some_and(|c| c <= credits)
    }
}
