//! The laws of merging, over databases drawn at random.

use std::collections::BTreeMap;

use coverage::{BinDef, CrossDef, Database, Group, GroupDef, PointDef, Recorder, Run};
use quickcheck::{Arbitrary, Gen, quickcheck};

/// One run: samples for instance "a" or "b" of group "g", and perhaps a group of its own.
#[derive(Clone, Debug)]
struct Drawn {
    order: u8,
    samples: Vec<(bool, u8, u8)>,
    has_other: bool,
}

impl Arbitrary for Drawn {
    fn arbitrary(g: &mut Gen) -> Self {
        let samples = Vec::<(bool, u8, u8)>::arbitrary(g);
        Self {
            order: u8::arbitrary(g),
            samples: samples
                .into_iter()
                .map(|(b, x, y)| (b, x % 5, y % 3))
                .collect(),
            has_other: bool::arbitrary(g),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let old = self.clone();
        Box::new(self.samples.shrink().map(move |samples| Self {
            samples,
            ..old.clone()
        }))
    }
}

/// The hits of a bin, and the order and number of each run that hit it.
type Tally = (u64, Vec<(u8, usize)>);

fn definition() -> GroupDef {
    let every = coverage::Select::when(2, "low", |bins| bins[0].low() == 0);
    let x = PointDef::new("x")
        .bin(BinDef::each("x", 0..=3))
        .bin(BinDef::default("rest"));
    let y = PointDef::new("y").bin(BinDef::each("y", 0..=2));
    let cross = CrossDef::new("xy", &["x", "y"]).bin("zero", every);
    GroupDef::new("g")
        .at_least(2)
        .point(x)
        .point(y)
        .cross(cross)
}

/// The database of one run; `number` keeps runs of one order apart.
fn database(number: u8, drawn: &Drawn) -> Database {
    let group = Group::new(&definition()).unwrap();
    let mut instances = [group.instance("a"), group.instance("b")];
    for (b, x, y) in &drawn.samples {
        let values = [*x, *y].map(|v| Some(i128::from(v)));
        instances[usize::from(*b)].sample(&values, &[true]).unwrap();
    }
    let mut recorder = Recorder::new(Run::new(drawn.order.into(), &format!("run {number}")));
    for instance in &instances {
        recorder.record(instance).unwrap();
    }
    if drawn.has_other {
        let def = GroupDef::new("other").point(PointDef::new("p").bin(BinDef::one("v", 0)));
        recorder.record(&Group::new(&def).unwrap()).unwrap();
    }
    recorder.finish()
}

fn merged(left: &Database, right: &Database) -> Database {
    let mut sum = left.clone();
    sum.merge(right).unwrap();
    sum
}

quickcheck! {
    fn merging_is_commutative(a: Drawn, b: Drawn) -> bool {
        let (a, b) = (database(0, &a), database(1, &b));
        merged(&a, &b) == merged(&b, &a)
    }

    fn merging_is_associative(a: Drawn, b: Drawn, c: Drawn) -> bool {
        let (a, b, c) = (database(0, &a), database(1, &b), database(2, &c));
        merged(&merged(&a, &b), &c) == merged(&a, &merged(&b, &c))
    }

    fn the_empty_database_is_the_identity(a: Drawn) -> bool {
        let (a, none) = (database(0, &a), Database::new());
        merged(&a, &none) == a && merged(&none, &a) == a
    }

    /// Counts, first runs and numbers of runs are those of all samples seen in one place.
    fn merging_loses_nothing(runs: Vec<Drawn>) -> bool {
        let runs = &runs[..runs.len().min(8)];
        let mut sum = Database::new();
        let mut expected: BTreeMap<(bool, u8), Tally> = BTreeMap::new();
        for (number, drawn) in runs.iter().enumerate() {
            sum.merge(&database(number as u8, drawn)).unwrap();
            for (b, x, _) in &drawn.samples {
                let (count, by) = expected.entry((*b, *x)).or_default();
                *count += 1;
                by.push((drawn.order, number));
                by.dedup();
            }
        }
        let record = sum.groups().get("g");
        [false, true].into_iter().flat_map(|b| (0..5).map(move |x| (b, x))).all(|(b, x)| {
            let name = if b { "b" } else { "a" };
            let hit = record.and_then(|record| record.instances[name].points[0].get(&u64::from(x)));
            let found = hit.map(|hit| (hit.count, hit.runs, hit.first.as_deref().cloned()));
            let by_hand = expected.get(&(b, x)).map(|(count, by)| {
                let first = by.iter().min().map(|(order, number)| Run::new((*order).into(), &format!("run {number}")));
                (*count, by.len() as u64, first)
            });
            found == by_hand
        })
    }

    /// What is written is what is read.
    fn files_keep_everything(a: Drawn, b: Drawn) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("merged.cov");
        let sum = merged(&database(0, &a), &database(1, &b));
        sum.write(&path).unwrap();
        Database::read(&path).unwrap() == sum
    }

    /// A file cut anywhere, or with any byte changed, is never read as something else.
    fn damage_is_noticed(a: Drawn, place: usize, flip: u8) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.cov");
        let database = database(0, &a);
        database.write(&path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let place = place % (whole.len() - 1);
        std::fs::write(&path, &whole[..place]).unwrap();
        let is_cut_noticed = Database::read(&path).is_err();
        let mut changed = whole.clone();
        changed[place] ^= flip;
        std::fs::write(&path, &changed).unwrap();
        let read = Database::read(&path);
        is_cut_noticed && read.map_or(flip != 0, |read| read == database)
    }
}
