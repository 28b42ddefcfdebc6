//! AETH syndromes by their top three bits (transport.md 1).

use rdma::{CreditCode, NakCode, Syndrome};

#[test]
fn every_byte_survives() {
    for byte in 0..=u8::MAX {
        assert_eq!(u8::from(Syndrome::from(byte)), byte);
    }
}

#[test]
fn top_bits_choose_the_kind() {
    assert_eq!(
        Syndrome::from(0x1F),
        Syndrome::Ack {
            credits: CreditCode::UNLIMITED
        }
    );
    assert_eq!(Syndrome::from(0x2C), Syndrome::Rnr { timer: 12 });
    assert_eq!(Syndrome::from(0x40), Syndrome::Reserved(0x40));
    assert_eq!(
        Syndrome::from(0x60),
        Syndrome::Nak {
            code: NakCode::PSN_SEQUENCE
        }
    );
    assert_eq!(
        Syndrome::from(0x64),
        Syndrome::Nak {
            code: NakCode::INVALID_RD
        }
    );
    assert_eq!(Syndrome::from(0x80), Syndrome::Reserved(0x80));
    assert_eq!(Syndrome::from(0xE1), Syndrome::Reserved(0xE1));
}

#[test]
fn an_rnr_timer_cannot_reach_the_top_bits() {
    assert_eq!(u8::from(Syndrome::Rnr { timer: 0xFF }), 0x3F);
}
