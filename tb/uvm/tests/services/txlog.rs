//! The log: what its digest depends on, what it remembers, what it writes.

use uvm::txlog::TxLog;

fn log(entries: &[(u64, &str, &[u32])]) -> TxLog {
    let log = TxLog::new(4);
    let (a, b) = (log.raw_stream("a"), log.raw_stream("b"));
    for (cycle, stream, words) in entries {
        log.record(if *stream == "a" { a } else { b }, *cycle, words);
    }
    log
}

/// The digest is compared across machines and versions: this one was computed once and must not
/// change.
#[test]
fn the_digest_is_the_same_everywhere() {
    insta::assert_snapshot!(log(&[(1, "a", &[1, 2]), (3, "b", &[u32::MAX])]).digest());
}

/// The documented bytes, hashed in one go.
#[test]
fn the_digest_is_the_documented_one() {
    let log = TxLog::new(0);
    let stream = log.raw_stream("st");
    let mut bytes = vec![0xff; 4];
    bytes.extend(2_u64.to_le_bytes());
    bytes.extend(b"st");
    for cycle in 0..10_000_u64 {
        log.record(stream, cycle, &[cycle as u32, 7]);
        bytes.extend(0_u32.to_le_bytes());
        bytes.extend(cycle.to_le_bytes());
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend((cycle as u32).to_le_bytes());
        bytes.extend(7_u32.to_le_bytes());
    }
    assert_eq!(log.digest(), blake3::hash(&bytes).to_hex().to_string());
    assert_eq!(log.len(), 10_000);
}

#[test]
fn every_part_of_an_entry_counts() {
    let base = log(&[(1, "a", &[1]), (2, "a", &[2])]).digest();
    let others = [
        log(&[(1, "a", &[1]), (2, "a", &[3])]),
        log(&[(1, "a", &[1]), (3, "a", &[2])]),
        log(&[(1, "a", &[1]), (2, "b", &[2])]),
        log(&[(1, "a", &[1])]),
        log(&[(1, "a", &[1, 2]), (2, "a", &[])]),
        log(&[(2, "a", &[2]), (1, "a", &[1])]),
    ];
    for (n, other) in others.iter().enumerate() {
        assert_ne!(other.digest(), base, "{n}");
    }
    assert_eq!(log(&[(1, "a", &[1]), (2, "a", &[2])]).digest(), base);
    let renamed = TxLog::new(4);
    renamed.raw_stream("ab");
    let other = TxLog::new(4);
    other.raw_stream("ba");
    assert_ne!(renamed.digest(), other.digest());
}

#[test]
fn asking_for_the_digest_does_not_change_it() {
    let log = log(&[(1, "a", &[1])]);
    let first = log.digest();
    assert_eq!(log.digest(), first);
}

#[test]
fn only_the_last_entries_are_remembered_oldest_first() {
    let log = log(&[
        (1, "a", &[1]),
        (2, "b", &[2, 2]),
        (3, "a", &[3]),
        (4, "b", &[]),
        (5, "a", &[5]),
    ]);
    let cycles =
        |entries: Vec<uvm::txlog::Entry>| entries.iter().map(|e| e.cycle).collect::<Vec<_>>();
    assert_eq!(cycles(log.last(10, |_| true)), [2, 3, 4, 5]);
    assert_eq!(cycles(log.last(1, |_| true)), [5]);
    assert_eq!(
        cycles(log.last(10, |e| &*log.name(e.stream) == "a")),
        [3, 5]
    );
    assert_eq!(cycles(log.last(1, |e| e.words == [2, 2])), [2]);
    assert_eq!(
        log.last(1, |e| e.cycle == 4)[0].words,
        [] as [u32; 0],
        "memory is used again"
    );
}

#[derive(Clone, PartialEq, Debug)]
struct Beat(u32);

impl layout::Packed for Beat {
    const NAME: &'static str = "beat";
    const BITS: usize = 32;
    fn fields() -> &'static [layout::Field] {
        &[layout::Field {
            name: "data",
            lsb: 0,
            width: 32,
            doc: "",
            names: &[],
        }]
    }
    fn pack(&self, words: &mut [u32]) {
        words[0] = self.0;
    }
    fn unpack(words: &[u32]) -> Self {
        Self(words[0])
    }
    fn value(&self, _: usize) -> u128 {
        self.0.into()
    }
}

#[test]
fn the_file_has_a_line_per_entry() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tx.log");
    let log = TxLog::new(0);
    let (beats, raw) = (log.stream::<Beat>("s_in"), log.raw_stream("m_out"));
    log.write_to(&file).unwrap();
    log.record(beats, 7, &[0xabc]);
    log.record(raw, 9, &[1, 0x8000_0000]);
    log.close().unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    insta::assert_snapshot!(text, @"
    7 s_in data=0xabc
    9 m_out 80000000_00000001
    ");
    assert!(log.write_to(&folder.path().join("no/such")).is_err());
}
