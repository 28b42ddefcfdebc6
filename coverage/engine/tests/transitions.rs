//! Transition bins: IEEE 1800-2017 19.5.2.

use coverage::{BinDef, Kind, Sequence, Set, Step, goto, repeat, spread};
use quickcheck::{QuickCheck, TestResult};

use crate::support::{hits, names, sampled};

/// The hits of one bin with one sequence.
fn count(sequence: Sequence, values: &[i128]) -> u64 {
    hits(
        &sampled([BinDef::transition("t", [sequence])], values),
        &["t"],
    )[0]
}

/// `a => b` counts when `b` is the very next sample.
#[test]
fn a_transition_needs_successive_samples() {
    let sequence = || Sequence::from(4).then(5);
    assert_eq!(count(sequence(), &[4, 5, 4, 6, 5, 4, 4, 5]), 2);
    assert_eq!(count(sequence().then(6), &[4, 5, 5, 6, 4, 5, 6]), 1);
}

/// `[4:6] => 1, 2` takes every combination, in one bin without `[]`.
#[test]
fn sets_stand_for_every_combination() {
    let sequence = Sequence::from(4..=6).then([1, 2]);
    assert_eq!(count(sequence, &[4, 1, 6, 2, 5, 3, 6, 1]), 3);
}

/// A sequence is looked for from every sample on, so that matches may overlap.
#[test]
fn sequences_overlap() {
    assert_eq!(count(Sequence::from(1).then(1), &[1, 1, 1, 1]), 3);
    assert_eq!(
        count(Sequence::from(1).then(2).then(1), &[1, 2, 1, 2, 1]),
        2
    );
}

/// A bin counts once per sample, however many of its sequences end there.
#[test]
fn a_bin_counts_once_per_sample() {
    let bin = BinDef::transition(
        "t",
        [Sequence::from(1).then(2), Sequence::from(0..=1).then(2)],
    );
    assert_eq!(hits(&sampled([bin], &[1, 2]), &["t"]), [1]);
}

/// `bins t[] = (1, 2 => 3), (4 => 5)` has a bin per single sequence.
#[test]
fn an_array_has_a_bin_per_sequence() {
    let sequences = [Sequence::from([1, 2]).then(3), Sequence::from(4).then(5)];
    let group = sampled(
        [BinDef::each_transition("t", sequences)],
        &[2, 3, 4, 5, 2, 3],
    );
    assert_eq!(names(&group), ["t[1=>3]", "t[2=>3]", "t[4=>5]"]);
    assert_eq!(hits(&group, &["t[1=>3]", "t[2=>3]", "t[4=>5]"]), [0, 2, 1]);
}

/// `3 [*2:4]` is `3=>3, 3=>3=>3, 3=>3=>3=>3`.
#[test]
fn consecutive_repetition() {
    assert_eq!(
        count(Sequence::from(repeat(3, 3, 3)), &[3, 3, 3, 3, 1, 3, 3]),
        2
    );
    let between = || Sequence::from(1).then(repeat(3, 2, 3)).then(2);
    assert_eq!(count(between(), &[1, 3, 2]), 0);
    assert_eq!(count(between(), &[1, 3, 3, 2, 1, 3, 3, 3, 2]), 2);
    assert_eq!(count(between(), &[1, 3, 3, 3, 3, 2]), 0);
}

/// `1 => 3 [->3] => 5` is `1=>...=>3=>...=>3=>...=>3=>5`.
#[test]
fn goto_repetition() {
    let sequence = || Sequence::from(1).then(goto(3, 3, 3)).then(5);
    assert_eq!(count(sequence(), &[1, 3, 0, 3, 9, 9, 3, 5]), 1);
    assert_eq!(
        count(sequence(), &[1, 3, 0, 3, 3, 0, 5]),
        0,
        "the next step follows at once"
    );
    assert_eq!(
        count(sequence(), &[1, 3, 3, 3, 3, 5]),
        0,
        "no more than three"
    );
}

/// `1 => 3 [=2] => 6` is `1=>...=>3=>...=>3=>...=>6`.
#[test]
fn nonconsecutive_repetition() {
    let sequence = || Sequence::from(1).then(spread(3, 2, 2)).then(6);
    assert_eq!(count(sequence(), &[1, 0, 3, 3, 0, 0, 6]), 1);
    assert_eq!(
        count(sequence(), &[1, 0, 3, 3, 3, 6]),
        0,
        "no more than two"
    );
    assert_eq!(count(sequence(), &[1, 3, 0, 6, 3, 6]), 1);
}

/// 19.5: an unsampled point leaves its transitions where they stand.
#[test]
fn a_false_guard_does_not_break_a_transition() {
    let mut group = sampled([BinDef::transition("t", [Sequence::from(1).then(2)])], &[1]);
    group.sample(&[None], &[]).unwrap();
    group.sample(&[Some(2)], &[]).unwrap();
    assert_eq!(hits(&group, &["t"]), [1]);
}

/// Many sequences in one coverpoint: the automaton spans several words.
#[test]
fn every_pair_of_sixteen_values_is_told_apart() {
    let pairs = BinDef::each_transition("t", [Sequence::from(0..16).then(0..16)]);
    let values: Vec<i128> = (0..16)
        .flat_map(|a| (0..16).flat_map(move |b| [a, b]))
        .collect();
    let group = sampled([pairs], &values);
    let expected =
        |a: i128, b: i128| values.windows(2).filter(|pair| *pair == [a, b]).count() as u64;
    for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
        assert_eq!(
            group.hits("p", &format!("t[{a}=>{b}]")),
            Some(expected(a, b)),
            "{a} => {b}"
        );
    }
}

/// Chains of three positions lie across the words of the automaton.
#[test]
fn every_triple_of_five_values_is_told_apart() {
    let triples = BinDef::each_transition("t", [Sequence::from(0..5).then(0..5).then(0..5)]);
    let all = || (0..5).flat_map(|a| (0..5).flat_map(move |b| (0..5).map(move |c| [a, b, c])));
    let values: Vec<i128> = all().flatten().collect();
    let group = sampled([triples], &values);
    for [a, b, c] in all() {
        let expected = values.windows(3).filter(|w| *w == [a, b, c]).count() as u64;
        let found = group.hits("p", &format!("t[{a}=>{b}=>{c}]"));
        assert_eq!(found, Some(expected), "{a} => {b} => {c}");
    }
}

/// How a step repeats, as plain numbers that quickcheck can draw.
type Drawn = (u8, u8, u8, u8);

fn step((value, kind, least, more): Drawn) -> Step {
    let (least, more) = (u32::from(least % 2) + 1, u32::from(more % 2));
    let set = Set::of(value % 3).and(value / 3 % 3);
    match kind % 4 {
        0 | 1 => repeat(set, least, least + more),
        2 => goto(set, least, least + more),
        _ => spread(set, least, least + more),
    }
}

/// Whether `steps` match exactly `values`, by the definition of each repetition: the oracle.
fn matches(steps: &[Drawn], values: &[u8]) -> bool {
    let Some((&(value, kind, least, more), rest)) = steps.split_first() else {
        return values.is_empty();
    };
    let in_set = |v: u8| v == value % 3 || v == value / 3 % 3;
    let (least, more) = (usize::from(least % 2) + 1, usize::from(more % 2));
    (0..=values.len()).any(|taken| {
        let (mine, others) = values.split_at(taken);
        let inside = mine.iter().filter(|v| in_set(**v)).count();
        let ends_inside = mine.last().is_some_and(|v| in_set(*v));
        let fits = match kind % 4 {
            0 | 1 => inside == mine.len(),
            2 => ends_inside,
            _ => ends_inside || !rest.is_empty(),
        };
        fits && (least..=least + more).contains(&inside) && matches(rest, others)
    })
}

/// Every sequence of up to three steps with any repetition counts as its definition says.
#[test]
fn sequences_agree_with_their_definition() {
    fn agrees(first: Drawn, rest: Vec<Drawn>, values: Vec<u8>) -> TestResult {
        // A sequence starts with a value of its first step: nothing is passed over before it.
        let first = (first.0, 0, first.2, first.3);
        let steps: Vec<Drawn> = [first]
            .into_iter()
            .chain(rest.into_iter().take(2))
            .collect();
        let values: Vec<u8> = values.iter().take(16).map(|v| v % 4).collect();
        let spread_then_gap = steps
            .windows(2)
            .any(|pair| pair[0].1 % 4 == 3 && pair[1].1 % 4 >= 2);
        if steps.len() < 2 || spread_then_gap {
            return TestResult::discard();
        }
        let ends = |end: &usize| (0..*end).any(|start| matches(&steps, &values[start..*end]));
        let expected = (1..=values.len()).filter(ends).count() as u64;
        let later = steps[1..].iter().map(|s| step(*s));
        let sequence = later.fold(Sequence::from(step(first)), Sequence::then);
        let samples: Vec<i128> = values.iter().map(|v| i128::from(*v)).collect();
        TestResult::from_bool(count(sequence, &samples) == expected)
    }
    QuickCheck::new()
        .tests(3000)
        .max_tests(60_000)
        .quickcheck(agrees as fn(Drawn, Vec<Drawn>, Vec<u8>) -> TestResult);
}

/// Transition bins may be default-free companions of value bins: each counts on its own.
#[test]
fn values_and_transitions_share_a_point() {
    let bins = [
        BinDef::one("two", 2),
        BinDef::transition("t", [Sequence::from(1).then(2)]),
        BinDef::default("rest"),
    ];
    let group = sampled(bins, &[1, 2, 2]);
    assert_eq!(hits(&group, &["two", "t", "rest"]), [2, 1, 1]);
    assert_eq!(group.shape().points[0].extras[0].kind, Kind::Default);
}
