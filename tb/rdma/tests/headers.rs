//! Headers survive the wire, and lie where transport.md 1 puts them.

use quickcheck::quickcheck;
use rdma::headers::{Aeth, AtomicEth, Bth, Deth, Reth};
use rdma::{Psn, Syndrome};

#[test]
fn bth_fields_lie_in_their_bits() {
    let bth = Bth {
        opcode: 0x0A,
        solicited: true,
        mig_req: false,
        pad_count: 3,
        tver: 5,
        pkey: 0x8001,
        fecn: false,
        becn: true,
        reserved: 0x15,
        dest_qp: 0x12_3456,
        ack_req: true,
        psn: Psn::new(0xFF_FFFE),
    };
    let bytes = [
        0x0A, 0xB5, 0x80, 0x01, 0x55, 0x12, 0x34, 0x56, 0x80, 0xFF, 0xFF, 0xFE,
    ];
    assert_eq!(bth.encode(), bytes);
    assert_eq!(Bth::decode(&bytes), bth);
}

#[test]
fn values_wider_than_their_field_are_cut() {
    let reth = Deth {
        qkey: 1,
        source_qp: 0xFF00_0002,
    };
    assert_eq!(reth.encode(), [0, 0, 0, 1, 0, 0, 0, 2]);
    let aeth = Aeth {
        syndrome: Syndrome::from(0x60),
        msn: 0xFF00_0003,
    };
    assert_eq!(aeth.encode(), [0x60, 0, 0, 3]);
}

#[test]
fn words_are_big_endian() {
    let reth = Reth {
        va: 0x0102_0304_0506_0708,
        rkey: 0x090A_0B0C,
        length: 0x0D0E_0F10,
    };
    assert_eq!(
        reth.encode(),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    );
    let atomic = AtomicEth {
        va: 0x0102_0304_0506_0708,
        rkey: 0x090A_0B0C,
        swap_or_add: 0x0D0E_0F10_1112_1314,
        compare: 0x1516_1718_191A_1B1C,
    };
    assert_eq!(
        atomic.encode(),
        std::array::from_fn(|index| index as u8 + 1)
    );
}

/// Bytes made of a seed, for any length.
fn bytes<const N: usize>(seed: &[u8]) -> [u8; N] {
    std::array::from_fn(|index| *seed.get(index).unwrap_or(&0))
}

quickcheck! {
    fn bth_round_trip(seed: Vec<u8>) -> bool {
        let mut bytes: [u8; 12] = bytes(&seed);
        bytes[8] &= 0x80; // the reserved bits of byte 8 are not kept
        Bth::decode(&bytes).encode() == bytes
    }

    fn reth_round_trip(va: u64, rkey: u32, length: u32) -> bool {
        let reth = Reth { va, rkey, length };
        Reth::decode(&reth.encode()) == reth
    }

    fn aeth_round_trip(syndrome: u8, msn: u32) -> bool {
        let aeth = Aeth { syndrome: syndrome.into(), msn: msn & 0xFF_FFFF };
        Aeth::decode(&aeth.encode()) == aeth
    }

    fn atomic_round_trip(va: u64, rkey: u32, swap_or_add: u64, compare: u64) -> bool {
        let atomic = AtomicEth { va, rkey, swap_or_add, compare };
        AtomicEth::decode(&atomic.encode()) == atomic
    }

    fn deth_round_trip(qkey: u32, source_qp: u32) -> bool {
        let deth = Deth { qkey, source_qp: source_qp & 0xFF_FFFF };
        Deth::decode(&deth.encode()) == deth
    }
}
