//! The JUnit report, read back with another library.

use crate::support::Workshop;

#[test]
fn suites_are_environments_and_cases_are_runs() {
    let workshop = Workshop::new();
    workshop.run(
        "run good.counts bad.mismatch bad.bench wild.garbage --seeds 2 --junit reports/junit.xml",
    );
    let text = workshop.read("reports/junit.xml");
    let document = roxmltree::Document::parse(&text).unwrap();
    let suites: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("testsuite"))
        .map(|suite| {
            ["name", "tests", "failures", "errors"].map(|name| suite.attribute(name).unwrap())
        })
        .collect();
    assert_eq!(
        suites,
        [
            ["bad", "4", "2", "2"],
            ["good", "2", "0", "0"],
            ["wild", "2", "0", "2"]
        ]
    );
    let names: Vec<_> = cases(&document)
        .iter()
        .map(|case| case.attribute("name").unwrap())
        .collect();
    assert!(
        names.contains(&"good.counts seed 1") && names.contains(&"good.counts seed 2"),
        "{names:?}"
    );
}

#[test]
fn a_failed_case_carries_the_whole_report() {
    let workshop = Workshop::new();
    workshop.run("run bad.mismatch wild.garbage --junit junit.xml");
    let text = workshop.read("junit.xml");
    let document = roxmltree::Document::parse(&text).unwrap();
    let failure = document
        .descendants()
        .find(|node| node.has_tag_name("failure"))
        .unwrap();
    assert_eq!(
        failure.attribute("message"),
        Some("m_cmpt_stream: completion does not match the response that caused it")
    );
    assert!(
        failure.text().unwrap().contains("observed  byte_len 3072"),
        "{text}"
    );
    assert!(
        failure
            .text()
            .unwrap()
            .contains("again: rdmatb run bad.mismatch --seed 1 --waves"),
        "{text}"
    );
    let error = document
        .descendants()
        .find(|node| node.has_tag_name("error"))
        .unwrap();
    assert!(
        error.text().unwrap().contains("\u{fffd}\u{fffd} garbage"),
        "{text}"
    );
}

fn cases<'a, 'input>(
    document: &'a roxmltree::Document<'input>,
) -> Vec<roxmltree::Node<'a, 'input>> {
    document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
        .collect()
}
