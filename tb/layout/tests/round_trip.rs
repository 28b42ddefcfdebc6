//! Generated code against the bit-by-bit functions, which know nothing of types.

use crate::demo::{Aligned, Command, Mode, Opcode, Segment, control};
use layout::{Packed, bits};
use quickcheck::quickcheck;

/// Random words of a layout's length from one random vector.
fn words_of<T: Packed>(seed: &[u32]) -> Vec<u32> {
    (0..T::WORDS)
        .map(|i| seed.get(i).copied().unwrap_or(0))
        .collect()
}

/// The words with every bit cleared that no field owns.
fn owned_bits<T: Packed>(words: &[u32]) -> Vec<u32> {
    let mut out = vec![0; words.len()];
    for field in T::fields() {
        let value = bits::get(words, field.lsb, field.width);
        bits::set(&mut out, field.lsb, field.width, value);
    }
    out
}

fn values_lie_where_the_table_says<T: Packed>(seed: &[u32]) -> bool {
    let words = words_of::<T>(seed);
    let value = T::unpack(&words);
    let fields = T::fields().iter().enumerate();
    fields
        .into_iter()
        .all(|(i, f)| value.value(i) == bits::get(&words, f.lsb, f.width))
}

fn packs_back_with_reserved_bits_zero<T: Packed>(seed: &[u32]) -> bool {
    let words = words_of::<T>(seed);
    let mut packed = vec![u32::MAX; T::WORDS + 1];
    T::unpack(&words).pack(&mut packed);
    packed[..T::WORDS] == owned_bits::<T>(&words) && packed[T::WORDS] == u32::MAX
}

quickcheck! {
    fn command_values(seed: Vec<u32>) -> bool { values_lie_where_the_table_says::<Command>(&seed) }
    fn segment_values(seed: Vec<u32>) -> bool { values_lie_where_the_table_says::<Segment>(&seed) }
    fn aligned_values(seed: Vec<u32>) -> bool { values_lie_where_the_table_says::<Aligned>(&seed) }
    fn command_round_trip(seed: Vec<u32>) -> bool { packs_back_with_reserved_bits_zero::<Command>(&seed) }
    fn segment_round_trip(seed: Vec<u32>) -> bool { packs_back_with_reserved_bits_zero::<Segment>(&seed) }
    fn aligned_round_trip(seed: Vec<u32>) -> bool { packs_back_with_reserved_bits_zero::<Aligned>(&seed) }
}

#[test]
fn all_ones_survive() {
    let ones = vec![u32::MAX; Command::WORDS];
    let mut packed = vec![0; Command::WORDS];
    Command::unpack(&ones).pack(&mut packed);
    assert_eq!(packed, owned_bits::<Command>(&ones));
}

#[test]
fn a_value_wider_than_its_field_does_not_touch_its_neighbours() {
    let command = Command {
        opcode: Opcode(u16::MAX),
        lanes: [u8::MAX, 0, u8::MAX],
        sequence_number: u32::MAX,
        segments: [
            Segment {
                address: u64::MAX,
                ..Segment::default()
            },
            Segment::default(),
        ],
        ..Command::default()
    };
    let mut words = [0; Command::WORDS];
    command.pack(&mut words);
    let back = Command::unpack(&words);
    assert_eq!(back.opcode, Opcode(0xfff));
    assert!(!back.urgent);
    assert_eq!(back.lanes, [0x1f, 0, 0x1f]);
    assert_eq!(back.sequence_number, 0xff_ffff);
    assert_eq!(back.segments[0].address, (1 << 52) - 1);
    assert!(!back.segments[0].valid);
}

#[test]
fn a_value_without_a_name_is_kept() {
    let mut words = [0; Segment::WORDS];
    bits::set(&mut words, 53, 3, 7);
    let segment = Segment::unpack(&words);
    assert_eq!((segment.mode, segment.mode.name()), (Mode(7), None));
    assert_eq!(
        format!("{} {:?} {:?}", segment.mode, segment.mode, Mode::FILL),
        "0x7 0x7 FILL"
    );
    let mut packed = [0; Segment::WORDS];
    segment.pack(&mut packed);
    assert_eq!(packed, words);
}

#[test]
fn registers_are_found_by_address() {
    let (register, index) = control::BLOCK
        .at(0x1000 + control::COUNTERS + 4 * 15)
        .unwrap();
    assert_eq!((register.name, index), ("counters", 15));
    assert_eq!(control::BLOCK.at(0x1000 + control::COUNTERS + 4 * 16), None);
    assert_eq!(control::BLOCK.at(0x1004), None);
    assert_eq!(control::BLOCK.at(0x0ffc), None);
    assert_eq!(control::ENABLE_MODE, 0x70);
    assert_eq!(control::BLOCK.register("enable").unwrap().reset, 0x10);
}

#[test]
#[should_panic(expected = "layout command needs 19 words, the slice has 18")]
fn a_short_slice_is_refused() {
    Command::unpack(&[0; 18]);
}
