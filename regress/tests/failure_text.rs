//! A failure as it is printed, to the blank.

use regress::report::failure::failure;
use regress::result::{Failure, RunResult, Verdict};

use crate::launcher::request;

fn report(failures: Vec<Failure>) -> String {
    let request = request("out".as_ref(), "link.random_mix");
    failure(
        &request,
        &RunResult {
            failures,
            ..RunResult::new(&request, Verdict::Fail)
        },
    )
}

fn mismatch(cycle: u64) -> Failure {
    Failure {
        time_ps: Some(cycle * 4_000),
        cycle: Some(cycle),
        place: "m_comp_cmpt_stream".into(),
        rule: "completion.match".into(),
        text: "completion does not match the response that caused it".into(),
        details: vec![
            "response  ACK qp 3 psn fffffe (cycle 312)".into(),
            "expected  cqe qp 3 wqe 17 byte_len 4096".into(),
            "observed  cqe qp 3 wqe 17 byte_len 3072    <- byte_len".into(),
        ],
    }
}

#[test]
fn says_when_where_what_and_how_to_see_it_again() {
    insta::assert_snapshot!(report(vec![mismatch(321)]));
}

#[test]
fn shows_the_first_failures_and_says_where_the_others_are() {
    let bare = |cycle| Failure {
        details: Vec::new(),
        time_ps: None,
        ..mismatch(cycle)
    };
    insta::assert_snapshot!(report((1..=5).map(|cycle| bare(cycle * 1000)).collect()));
}
