//! Path MTU codes are not bytes.

use rdma::layouts::Pmtu;

#[test]
fn codes_are_256_shifted() {
    let bytes: Vec<_> = Pmtu::ALL.iter().map(|code| code.bytes()).collect();
    assert_eq!(bytes, [256, 512, 1024, 2048, 4096].map(Some));
    assert_eq!(
        [Pmtu(0).bytes(), Pmtu(6).bytes(), Pmtu(7).bytes()],
        [None; 3]
    );
}

#[test]
fn a_message_takes_at_least_one_psn() {
    let packets = |length| Pmtu::MTU_1024.packets(length);
    assert_eq!(
        [0, 1, 1024, 1025, 4096].map(packets),
        [1, 1, 1, 2, 4].map(Some)
    );
    assert_eq!(Pmtu::MTU_256.packets(u32::MAX), Some(1 << 24));
    assert_eq!(Pmtu(0).packets(0), None);
}
