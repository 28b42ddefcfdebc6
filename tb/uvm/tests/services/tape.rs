//! Stimulus: stable, independent, unbiased, recorded, replayed.

use arbitrary::Arbitrary;
use quickcheck::{TestResult, quickcheck};
use uvm::tape::{Draw, Tape, TapeSet, Tapes};

fn bytes(mut draw: Draw) -> [u8; 16] {
    let mut bytes = [0; 16];
    draw.fill(&mut bytes);
    bytes
}

/// A seed means the same stimulus for ever: these bytes were computed once and must not change.
#[test]
fn a_seed_means_the_same_bytes_in_every_version() {
    let tape = Tape::for_path(7, "example.random_mix", "env.agent.sequencer");
    let hex = |n| bytes(tape.item(n)).map(|b| format!("{b:02x}")).concat();
    insta::assert_snapshot!(format!("{}\n{}", hex(0), hex(1)));
}

#[test]
fn seed_test_path_and_item_each_make_another_tape() {
    let all = [
        bytes(Tape::for_path(1, "a", "b").item(0)),
        bytes(Tape::for_path(2, "a", "b").item(0)),
        bytes(Tape::for_path(1, "ab", "").item(0)),
        bytes(Tape::for_path(1, "", "ab").item(0)),
        bytes(Tape::for_path(1, "a", "b").item(1)),
    ];
    for (n, one) in all.iter().enumerate() {
        assert!(!all[n + 1..].contains(one), "{n}");
    }
}

#[test]
fn an_item_does_not_depend_on_what_others_drew() {
    let tape = Tape::for_path(1, "t", "p");
    let alone = bytes(tape.item(1));
    let mut first = tape.item(0);
    for _ in 0..100 {
        first.bits(64);
    }
    assert_eq!(bytes(tape.item(1)), alone);
}

#[test]
fn bytes_are_the_same_however_they_are_taken() {
    let tape = Tape::for_path(1, "t", "p");
    let (mut whole, mut pieces) = ([0; 200], [0; 200]);
    tape.item(0).fill(&mut whole);
    let mut draw = tape.item(0);
    for piece in pieces.chunks_mut(7) {
        draw.fill(piece);
    }
    assert_eq!(whole, pieces);
}

#[test]
fn zero_bytes_give_the_simplest_values() {
    let mut draw = Draw::from_bytes(&[]);
    assert_eq!(draw.range(5..=4096_u32), 5);
    assert_eq!(draw.range(-7..=7_i32), -7);
    assert!(!draw.percent(99) && !draw.bool());
    assert_eq!(*draw.pick(&["a", "b"]), "a");
    assert_eq!(*draw.weighted(&[(0, "never"), (1, "x"), (9, "y")]), "x");
    let mut items = [1, 2, 3, 4];
    draw.shuffle(&mut items);
    assert_eq!(items, [1, 2, 3, 4]);
    assert_eq!(
        draw.any::<(u32, Vec<u8>, Option<u8>)>().unwrap(),
        (0, vec![], None)
    );
}

/// Draws often and checks that each outcome comes as often as it should, within five standard
/// deviations; the tape is fixed, so the test does not flicker.
fn assert_frequencies<const N: usize>(
    shares: [f64; N],
    mut outcome: impl FnMut(&mut Draw) -> usize,
) {
    const DRAWS: u32 = 20_000;
    let mut draw = Tape::for_path(3, "frequencies", "p").item(0);
    let mut counts = [0_u32; N];
    for _ in 0..DRAWS {
        counts[outcome(&mut draw)] += 1;
    }
    for (count, share) in counts.into_iter().zip(shares) {
        let mean = share * f64::from(DRAWS);
        let deviation = (mean * (1.0 - share)).sqrt();
        assert!(
            (f64::from(count) - mean).abs() <= 5.0 * deviation,
            "{counts:?} {shares:?}"
        );
    }
}

#[test]
fn choices_are_unbiased() {
    assert_frequencies([0.2; 5], |draw| draw.range(10..=14_usize) - 10);
    assert_frequencies([0.7, 0.3], |draw| usize::from(draw.percent(30)));
    assert_frequencies([1.0, 0.0], |draw| usize::from(draw.percent(0)));
    assert_frequencies([0.0, 1.0], |draw| usize::from(draw.percent(100)));
    assert_frequencies([0.5, 0.5], |draw| usize::from(draw.bool()));
    assert_frequencies([0.1, 0.0, 0.9], |draw| {
        *draw.weighted(&[(1, 0), (0, 1), (9, 2)])
    });
    assert_frequencies([1.0 / 6.0; 6], |draw| {
        let mut items = [0, 1, 2];
        draw.shuffle(&mut items);
        items[0] * 2 + usize::from(items[1] > items[2])
    });
}

quickcheck! {
    fn a_range_holds(low: i64, high: i64, tape: Vec<u8>) -> TestResult {
        if low > high {
            return TestResult::discard();
        }
        let value = Draw::from_bytes(&tape).range(low..=high);
        TestResult::from_bool((low..=high).contains(&value))
    }

    fn whole_ranges_of_narrow_types(tape: Vec<u8>) -> bool {
        let mut draw = Draw::from_bytes(&tape);
        draw.range(u64::MIN..=u64::MAX);
        draw.range(i64::MIN..=i64::MAX);
        (-128..=127).contains(&i32::from(draw.range(i8::MIN..=i8::MAX)))
    }
}

#[test]
#[should_panic(expected = "range 2..=1 is empty")]
fn an_empty_range_is_refused() {
    #[expect(clippy::reversed_empty_ranges)]
    Draw::from_bytes(&[]).range(2..=1);
}

#[derive(Arbitrary, Clone, PartialEq, Debug)]
struct Item {
    kind: bool,
    address: u64,
    payload: Vec<u16>,
    name: String,
    tail: Option<[u8; 3]>,
}

fn items(tapes: &Tapes) -> Vec<(Item, u32)> {
    let tape = tapes.for_path("env.a");
    let draws = std::iter::from_fn(|| tape.next_item()).take(20);
    draws
        .map(|mut draw| (draw.any().expect("an item is small"), draw.range(0..=1000)))
        .collect()
}

#[test]
fn a_recording_replays_through_its_file() {
    let tapes = Tapes::random(9, "t").recorded();
    let original = items(&tapes);
    assert!(
        original.iter().any(|(item, _)| !item.payload.is_empty()),
        "{original:?}"
    );

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.tape");
    tapes.recording().write(&file).unwrap();
    let set = TapeSet::read(&file).unwrap();
    assert_eq!(set, tapes.recording());
    assert_eq!(items(&Tapes::replay(set)), original);
}

#[test]
fn a_replay_records_itself() {
    let tapes = Tapes::random(9, "t").recorded();
    items(&tapes);
    let replay = Tapes::replay(tapes.recording()).recorded();
    items(&replay);
    assert_eq!(replay.recording(), tapes.recording());
}

#[test]
fn dropping_an_item_leaves_the_others_as_they_were() {
    let tapes = Tapes::random(9, "t").recorded();
    let mut original = items(&tapes);
    let mut set = tapes.recording();
    set.items_mut("env.a").remove(3);
    original.remove(3);
    assert_eq!(items(&Tapes::replay(set)), original);
}

#[test]
fn lowering_bytes_simplifies_an_item() {
    let tapes = Tapes::random(9, "t").recorded();
    items(&tapes);
    let mut set = tapes.recording();
    set.items_mut("env.a")[0].fill(0);
    let (item, number) = items(&Tapes::replay(set)).remove(0);
    assert_eq!((item.address, item.payload.len(), number), (0, 0, 0));
}

#[test]
fn bytes_that_a_type_left_over_are_recorded_as_zero() {
    let mut draw = Tape::for_path(1, "t", "p").item(0);
    draw.unstructured(100, |u| u.arbitrary::<u32>()).unwrap();
    assert_eq!(draw.taken().len(), 100);
    assert!(draw.taken()[4..].iter().all(|byte| *byte == 0));
}

#[test]
fn a_type_that_wants_more_than_it_is_offered_is_an_error() {
    let mut draw = Draw::from_bytes(&[1, 2]);
    let error = draw
        .unstructured(2, |u| u.bytes(3).map(<[u8]>::to_vec))
        .unwrap_err();
    insta::assert_snapshot!(error);
}

#[test]
fn the_file_is_readable_and_versioned() {
    let mut set = TapeSet::new(7, "example.\"mix\"");
    *set.items_mut("env.a") = vec![vec![0x0a, 0xff], vec![]];
    insta::assert_snapshot!(set.to_text());
    let text = set.to_text();
    let errors = [
        text.replace("\"version\": 1", "\"version\": 2"),
        text.replace("0aff", "0af"),
        text.replace("0aff", "+a+f"),
        text.replace("\"seed\": 7,", ""),
        "{".to_owned(),
    ]
    .map(|text| TapeSet::from_text(&text, "t.tape").expect_err("the text is spoilt"));
    insta::assert_snapshot!(errors.map(|e| e.to_string()).join("\n"));
}
