//! The database: refusals, and the format on disk.

use std::path::{Path, PathBuf};

use coverage::{
    BinDef, CrossDef, Database, Error, FORMAT_VERSION, Group, GroupDef, Pick, PointDef, Recorder,
    Run, Select,
};

/// A group that uses every part of the format.
fn definition() -> GroupDef {
    let zero = Select::tuples([vec![Pick::names(&["zero"]), Pick::Any]]);
    let both = Select::tuples([vec![Pick::names(&["big"]), Pick::names(&["true"])]]);
    let size = PointDef::new("size")
        .bin(BinDef::one("zero", 0))
        .bin(BinDef::one("small", 1..=9).testpoint("sizes.small"))
        .bin(BinDef::one("big", 10..))
        .bin(BinDef::one("negative", ..0).illegal());
    let last = PointDef::new("last")
        .bin(BinDef::each_of::<_, bool>())
        .at_least(2);
    let cross = CrossDef::new("size_x_last", &["size", "last"])
        .ignore("empty", zero)
        .bin("end", both)
        .weight(2);
    GroupDef::new("packets")
        .description("Sizes of packets.")
        .testpoint("sizes")
        .goal(90)
        .point(size)
        .point(last)
        .cross(cross)
}

fn run(order: u64, def: &GroupDef, instance: &str, samples: &[(i128, bool)]) -> Database {
    let mut group = Group::new(def).unwrap().instance(instance);
    for &(size, last) in samples {
        // An illegal size is part of what the format keeps.
        let _illegal = group.sample(&[Some(size), Some(last.into())], &[true]);
    }
    let mut recorder = Recorder::new(Run::new(order, &format!("smoke.{order}")));
    recorder.record(&group).unwrap();
    recorder.finish()
}

fn example() -> Database {
    let mut database = run(
        2,
        &definition(),
        "tx",
        &[(5, true), (5, true), (70, true), (-1, false)],
    );
    database
        .merge(&run(1, &definition(), "tx", &[(5, false), (0, false)]))
        .unwrap();
    database
        .merge(&run(3, &definition(), "rx", &[(12, false)]))
        .unwrap();
    database
}

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/version-{FORMAT_VERSION}.cov"))
}

/// The format of a version never changes: a change makes a new version with a golden file of its own.
#[test]
fn the_golden_file_is_read_and_written_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.cov");
    example().write(&path).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written, std::fs::read_to_string(golden()).unwrap());
    assert_eq!(Database::read(&golden()).unwrap(), example());
}

/// Counts, numbers of runs, and the first run in order, not in order of merging.
#[test]
fn a_bin_knows_its_runs() {
    let database = example();
    let hit = &database.groups()["packets"].instances["tx"].points[0][&1];
    assert_eq!((hit.count, hit.runs), (3, 2));
    assert_eq!(hit.first.as_deref(), Some(&Run::new(1, "smoke.1")));
    assert_eq!(database.runs().len(), 3);
}

/// Instances of one name in one run add up as one, hit by one run.
#[test]
fn instances_of_one_name_are_one() {
    let mut group = Group::new(&definition()).unwrap();
    group.sample(&[Some(0), None], &[false]).unwrap();
    let mut recorder = Recorder::new(Run::new(0, "once"));
    recorder.record(&group).unwrap();
    recorder.record(&group.clone()).unwrap();
    let database = recorder.finish();
    let hit = &database.groups()["packets"].instances[""].points[0][&0];
    assert_eq!((hit.count, hit.runs), (2, 1));
}

#[test]
fn a_run_is_not_merged_twice() {
    let mut database = example();
    let before = database.clone();
    let error = database
        .merge(&run(3, &definition(), "rx", &[]))
        .unwrap_err();
    assert!(matches!(error, Error::RunTwice { .. }));
    assert!(
        error
            .to_string()
            .starts_with("run smoke.3 is in both databases"),
        "{error}"
    );
    assert_eq!(database, before);
}

/// Each change of a definition is named with group and place.
#[test]
fn other_definitions_are_refused_by_name() {
    let base = || {
        PointDef::new("p")
            .bin(BinDef::one("a", 0))
            .bin(BinDef::one("b", 1..))
    };
    let group = |point: PointDef| GroupDef::new("g").point(point);
    let more = PointDef::new("q").bin(BinDef::one("a", 0));
    let crossed = |bins: CrossDef| group(base()).cross(bins);
    let cross = || CrossDef::new("x", &["p", "p"]);
    let first = Select::tuples([vec![Pick::names(&["a"]), Pick::Any]]);
    let pairs = [
        (group(base()), group(base()).point(more)),
        (group(base()), group(base().bin(BinDef::one("c", 7)))),
        (
            group(base()),
            group(
                PointDef::new("p")
                    .bin(BinDef::one("a", 0))
                    .bin(BinDef::one("b", 2..)),
            ),
        ),
        (
            group(base()),
            group(
                PointDef::new("p")
                    .bin(BinDef::one("b", 1..))
                    .bin(BinDef::one("a", 0)),
            ),
        ),
        (group(base()), group(base().at_least(2))),
        (group(base()), group(base()).weight(2)),
        (group(base()), group(base()).description("New words.")),
        (crossed(cross()), crossed(cross().ignore("no", first))),
        (
            crossed(CrossDef::new("x", &["p", "p"])),
            crossed(CrossDef::new("x", &["p", "p", "p"])),
        ),
    ];
    let messages = pairs.iter().enumerate().map(|(number, (ours, theirs))| {
        let record = |order, def| {
            let mut recorder = Recorder::new(Run::new(order, &format!("{number}.{order}")));
            recorder.record(&Group::new(def).unwrap()).unwrap();
            recorder.finish()
        };
        record(0, ours)
            .merge(&record(1, theirs))
            .unwrap_err()
            .to_string()
    });
    insta::assert_snapshot!(messages.collect::<Vec<_>>().join("\n"));
}

/// Every broken file gives one line that says what is wrong.
#[test]
fn broken_files_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.cov");
    let whole = std::fs::read_to_string(golden()).unwrap();
    let (header, body) = whole.split_once('\n').unwrap();
    let resealed = |body: &str| {
        let (bytes, crc32) = (body.len(), crc32fast::hash(body.as_bytes()));
        format!(
            "{{\"format\":\"coverage-database\",\"version\":1,\"bytes\":{bytes},\"crc32\":{crc32}}}\n{body}\n"
        )
    };
    let body = body.trim_end();
    let broken = [
        String::new(),
        "not a header\n".to_owned(),
        whole.replace("coverage-database", "junit"),
        whole.replace("\"version\":1", "\"version\":2"),
        header.to_owned() + "\n" + &body[..200],
        whole.replace("smoke.2", "smoke.9"),
        resealed("{}"),
        resealed(&body.replace("[1,3,2,0]", "[1,3,2,8]")),
        resealed(&body.replace("[1,3,2,0]", "[9,3,2,0]")),
        resealed(&body.replace("\"points\":[0,1]", "\"points\":[0,5]")),
    ];
    let messages = broken.iter().map(|text| {
        std::fs::write(&path, text).unwrap();
        let message = Database::read(&path).unwrap_err().to_string();
        message.replace(&path.display().to_string(), "FILE")
    });
    insta::assert_snapshot!(messages.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_missing_file_or_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none").join("x.cov");
    let read = Database::read(&path).unwrap_err().to_string();
    let write = example().write(&path).unwrap_err().to_string();
    assert!(
        read.starts_with(&format!("failed to read {}: ", path.display())),
        "{read}"
    );
    assert!(
        write.starts_with(&format!("failed to write {}: ", path.display())),
        "{write}"
    );
}

/// A write replaces the old file as a whole and leaves nothing else behind.
#[test]
fn writing_replaces_the_file_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cov");
    std::fs::write(&path, "old").unwrap();
    example().write(&path).unwrap();
    assert_eq!(Database::read(&path).unwrap(), example());
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|f| f.unwrap().file_name())
        .collect();
    assert_eq!(names, ["x.cov"]);
}
