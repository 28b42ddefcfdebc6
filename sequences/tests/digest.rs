//! The same seed makes the same transactions, whatever the flavour; another seed makes others.

use dut::Flavour;
use sequences::{RunReport, RunRequest, Verdict};

use crate::catalogue::request;

const TEST: &str = "completer_frontend.random_storm";

fn run(change: impl FnOnce(&mut RunRequest)) -> RunReport {
    let mut request = RunRequest {
        items: Some(200),
        ..request(TEST, 7)
    };
    change(&mut request);
    let case = sequences::catalogue()
        .iter()
        .find(|case| case.name == TEST)
        .unwrap();
    let report = (case.run)(&request).unwrap();
    assert_eq!(report.verdict, Verdict::Pass, "{:?}", report.failures);
    report
}

#[test]
fn a_run_repeats_itself() {
    assert_eq!(run(|_| ()).digest, run(|_| ()).digest);
}

#[test]
fn flavours_do_not_change_the_run() {
    let fast = run(|_| ());
    let folder = tempfile::tempdir().unwrap();
    let waves = folder.path().join("waves.fst");
    for flavour in [Flavour::Cov, Flavour::Wave] {
        let other = run(|request| {
            request.flavour = flavour;
            request.waves = (flavour == Flavour::Wave).then(|| waves.clone());
        });
        assert_eq!(fast.digest, other.digest, "{flavour}");
        assert_eq!(fast.cycles, other.cycles, "{flavour}");
    }
    assert!(waves.metadata().unwrap().len() > 0);
}

#[test]
fn another_seed_is_another_run() {
    let digests: Vec<String> = [1, 2, 3]
        .map(|seed| run(|request| request.seed = seed).digest)
        .into();
    assert!(digests[0] != digests[1] && digests[1] != digests[2] && digests[0] != digests[2]);
}

#[test]
fn a_setting_changes_the_run_and_not_its_verdict() {
    let setting = ("*.m_comp_cmpt_stream.ready_percent", "30");
    let slow = run(|request| request.settings = vec![(setting.0.to_owned(), setting.1.to_owned())]);
    assert_ne!(slow.digest, run(|_| ()).digest);
}
