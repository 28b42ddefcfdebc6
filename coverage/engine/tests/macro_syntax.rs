//! Everything that `covergroup!` can say comes out as the definition that the builders make.

use coverage::{
    BinDef, CrossDef, GroupDef, Pick, PointDef, Select, Sequence, Set, covergroup, goto, repeat,
    spread,
};

/// An enum with numbers of its own.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Ack = 4,
    Nak = 9,
    Data = 2,
}
coverage::cover_enum!(Kind { Ack, Nak, Data });
// An enum of another crate than the trait's and ours.
coverage::cover_enum!(std::cmp::Ordering {
    Less,
    Equal,
    Greater
});

/// The sampled event.
pub(crate) struct Event {
    kind: Kind,
    length: u32,
    distance: i64,
    retry: Option<u8>,
    is_last: bool,
}

const LIMIT: u32 = 4096;

covergroup! {
    /// What each response led to,
    /// by kind and length.
    #[testpoint = "responses"]
    pub(crate) Responses(e: &Event, credit: bool) {
        option weight 3;
        option goal 80;
        option at_least 2;
        option auto_bin_max 16;
        option merge_instances;

        kind: e.kind => each Kind;
        last iff (credit): e.is_last => { each bool, at_least 1 };
        retry: e.retry => auto 3;
        #[testpoint = "distance"]
        distance: e.distance => {
            duplicate: ..0, expected: 0..=0, ahead: 1..,
            at_least 10, weight 2, goal 50, auto_bin_max 8,
        };
        length: e.length => {
            zero: 0,
            #[testpoint = "small"]
            small[]: 1..4,
            more[3]: [4..=60, 62, LIMIT - 1],
            odd: wildcard "1?1",
            ignore gap: 61,
            illegal long[2]: [LIMIT, LIMIT + 1],
            rest: default,
        };
        order: e.kind => {
            plain: (Kind::Ack => Kind::Nak),
            sets[]: ([Kind::Ack, Kind::Nak] => Kind::Data => Kind::Ack),
            several: [(Kind::Ack => Kind::Ack), (Kind::Nak => repeat(Kind::Data, 2, 3))],
            gaps: (Kind::Ack => goto(Kind::Nak, 1, 1) => spread(Kind::Data, 2, 2)),
            ignore no: (Kind::Data => Kind::Data),
            illegal bad: (Kind::Nak => Kind::Nak),
        };

        cross kind, last;
        #[testpoint = "crossed"]
        three: cross kind, last, distance iff (credit && e.length > 0) => {
            ignore (Ack, _, duplicate | ahead),
            illegal (Nak, true, _),
            illegal named: [(Data, false, expected), (Data, true, expected)],
            pairs: (Data, "false", _),
            weight 4, goal 70, at_least 5,
        };
        cross kind, length => {
            ignore if |kind, length| kind.is("Nak") && length.high() < 3,
            #[testpoint = "big"]
            big: if |kind, length| kind.is("Ack") && length.intersects(50..),
            illegal none: if |_kind, length| length.is("zero"),
        };
        cross kind, last, distance, retry;
    }

    /// Two numbers compared.
    Compared(a: u8, b: u8) {
        order: a.cmp(&b) => each std::cmp::Ordering;
    }

    /// Another group of the same call.
    Tiny(value: u8) {
        value: value => { low: 0..=3, illegal high: 200.. };
    }
}

fn pick(names: &[&str]) -> Pick {
    Pick::names(names)
}

fn length_by_hand() -> PointDef {
    PointDef::new("length")
        .bin(BinDef::one("zero", 0))
        .bin(BinDef::each("small", 1..4).testpoint("small"))
        .bin(BinDef::split(
            "more",
            3,
            Set::of(4..=60).and(62).and(LIMIT - 1),
        ))
        .bin(BinDef::wildcard("odd", "1?1"))
        .bin(BinDef::one("gap", 61).ignore())
        .bin(BinDef::split("long", 2, [LIMIT, LIMIT + 1]).illegal())
        .bin(BinDef::default("rest"))
}

fn order_by_hand() -> PointDef {
    let ack = || Sequence::from(Kind::Ack);
    PointDef::new("order")
        .bin(BinDef::transition("plain", [ack().then(Kind::Nak)]))
        .bin(BinDef::each_transition(
            "sets",
            [Sequence::from([Kind::Ack, Kind::Nak])
                .then(Kind::Data)
                .then(Kind::Ack)],
        ))
        .bin(BinDef::transition(
            "several",
            [
                ack().then(Kind::Ack),
                Sequence::from(Kind::Nak).then(repeat(Kind::Data, 2, 3)),
            ],
        ))
        .bin(BinDef::transition(
            "gaps",
            [ack()
                .then(goto(Kind::Nak, 1, 1))
                .then(spread(Kind::Data, 2, 2))],
        ))
        .bin(BinDef::transition("no", [Sequence::from(Kind::Data).then(Kind::Data)]).ignore())
        .bin(BinDef::transition("bad", [Sequence::from(Kind::Nak).then(Kind::Nak)]).illegal())
}

/// The same by hand, without the crosses, whose predicates are other functions.
fn points_by_hand() -> GroupDef {
    let distance = PointDef::new("distance")
        .bin(BinDef::one("duplicate", ..0))
        .bin(BinDef::one("expected", 0..=0))
        .bin(BinDef::one("ahead", 1..));
    GroupDef::new("Responses")
        .description("What each response led to, by kind and length.")
        .testpoint("responses")
        .weight(3)
        .goal(80)
        .at_least(2)
        .auto_bin_max(16)
        .merge_instances(true)
        .point(PointDef::new("kind").bin(BinDef::each_of::<_, Kind>()))
        .point(
            PointDef::new("last")
                .bin(BinDef::each_of::<_, bool>())
                .at_least(1),
        )
        .point(PointDef::new("retry").bin(BinDef::auto(3)))
        .point(
            distance
                .testpoint("distance")
                .at_least(10)
                .weight(2)
                .goal(50)
                .auto_bin_max(8),
        )
        .point(length_by_hand())
        .point(order_by_hand())
}

fn by_hand() -> GroupDef {
    let three = CrossDef::new("three", &["kind", "last", "distance"])
        .testpoint("crossed")
        .ignore(
            "(Ack, _, duplicate | ahead)",
            Select::tuples([vec![
                pick(&["Ack"]),
                Pick::Any,
                pick(&["duplicate", "ahead"]),
            ]]),
        )
        .illegal(
            "(Nak, true, _)",
            Select::tuples([vec![pick(&["Nak"]), pick(&["true"]), Pick::Any]]),
        )
        .illegal(
            "named",
            Select::tuples(
                ["false", "true"]
                    .map(|last| vec![pick(&["Data"]), pick(&[last]), pick(&["expected"])]),
            ),
        )
        .bin(
            "pairs",
            Select::tuples([vec![pick(&["Data"]), pick(&["false"]), Pick::Any]]),
        )
        .weight(4)
        .goal(70)
        .at_least(5);
    let (nak, ack) = (
        r#"kind.is("Nak") && length.high() < 3"#,
        r#"kind.is("Ack") && length.intersects(50..)"#,
    );
    let lengths = CrossDef::new("kind_x_length", &["kind", "length"])
        .ignore(
            nak,
            Select::when(2, nak, |b| b[0].name == "Nak" && b[1].high() < 3),
        )
        .bin(
            "big",
            Select::when(2, ack, |b| b[0].name == "Ack" && b[1].high() >= 50),
        )
        .testpoint("big")
        .illegal(
            "none",
            Select::when(2, r#"length.is("zero")"#, |b| b[1].name == "zero"),
        );
    points_by_hand()
        .cross(CrossDef::new("kind_x_last", &["kind", "last"]))
        .cross(three)
        .cross(lengths)
        .cross(CrossDef::new(
            "kind_x_last_x_distance_x_retry",
            &["kind", "last", "distance", "retry"],
        ))
}

#[test]
fn the_macro_says_what_the_builders_say() {
    let (ours, theirs) = (
        Responses::new().unwrap(),
        coverage::Group::new(&by_hand()).unwrap(),
    );
    assert_eq!(ours.group().shape().difference(theirs.shape()), None);
}

#[test]
fn expressions_guards_and_arguments_are_sampled() {
    let mut group = Responses::new().unwrap();
    let event = Event {
        kind: Kind::Data,
        length: 2,
        distance: -1,
        retry: Some(6),
        is_last: true,
    };
    group.sample(&event, true).unwrap();
    group
        .sample(
            &Event {
                retry: None,
                ..event
            },
            false,
        )
        .unwrap();
    let hits = |item, bin| group.group().hits(item, bin).unwrap();
    assert_eq!(hits("kind", "Data"), 2);
    assert_eq!(hits("last", "true"), 1, "iff");
    assert_eq!(hits("retry", "auto[6]"), 1, "None is not sampled");
    assert_eq!(hits("distance", "duplicate"), 2);
    assert_eq!(hits("length", "small[2]"), 2);
    assert_eq!(
        group
            .group()
            .product_hits("three", &["Data", "true", "duplicate"]),
        Some(1),
        "iff of the cross"
    );
    let product = ["Data", "true", "duplicate", "auto[6]"];
    assert_eq!(
        group
            .group()
            .product_hits("kind_x_last_x_distance_x_retry", &product),
        Some(1)
    );
}

#[test]
fn enums_of_other_crates_have_bins() {
    let mut compared = Compared::new().unwrap();
    for (a, b) in [(1, 2), (2, 2), (3, 4)] {
        compared.sample(a, b).unwrap();
    }
    let hits = ["Less", "Equal", "Greater"].map(|bin| compared.group().hits("order", bin));
    assert_eq!(hits, [Some(2), Some(1), Some(0)]);
}

#[test]
fn illegal_bins_come_back_from_sample() {
    let mut group = Responses::new().unwrap();
    let event = Event {
        kind: Kind::Nak,
        length: 4097,
        distance: 0,
        retry: None,
        is_last: true,
    };
    let error = group.sample(&event, true).unwrap_err();
    let found: Vec<String> = error.0.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "illegal bin Responses.length.long[1] hit with value 4097",
            "illegal bin Responses.three.(Nak, true, _) hit with value 9, 1, 0",
        ]
    );
    let mut tiny = Tiny::new().unwrap().instance("left");
    assert_eq!(
        tiny.sample(200).unwrap_err().to_string(),
        "illegal bin Tiny[left].high hit with value 200".replace(".high", ".value.high")
    );
    tiny.group_mut().stop();
    tiny.sample(200).unwrap();
}
