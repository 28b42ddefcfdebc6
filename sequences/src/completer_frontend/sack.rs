//! Selective acknowledgements: row 9 of the contract's table.

use env::actors::WorkRequest;
use model::completer_frontend::{Beat, Rule};
use rdma::CreditCode;
use rdma::layouts::{RetryKind, SackInfo, WcStatus};

use super::{Header, Tb};

const PSN: u32 = 0x6000;

pub(super) async fn handed_over_with_its_bitmap(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(112 * 1024));
    let bitmaps = [0, 1, 0b1010, 1 << 111, (1 << 112) - 1, 0x5A5A << 96];
    let headers = bitmaps.map(|bitmap| Header::sack(&qp.context, PSN, bitmap));
    seen.all_end_by(Rule::Sack, headers).await;
    let handovers: Vec<_> = seen
        .take_handovers()
        .iter()
        .map(|h| (h.kind, h.psn, h.bitmap))
        .collect();
    let expected = bitmaps.map(|bitmap| (RetryKind::SACK, PSN, bitmap));
    tb.expect_eq("the hand-overs", &handovers, &expected.to_vec());
    let notices = seen.take(|beat| match beat {
        Beat::Sack(notice) => Some(notice.clone()),
        _ => None,
    });
    let expected = bitmaps.map(|bitmap| SackInfo {
        qpn: qp.qpn() as u16,
        psn: PSN,
        bitmap,
    });
    tb.expect_eq("the notices", &notices, &expected.to_vec());
}

pub(super) async fn reloads_only_on_progress(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(2048));
    qp.post(&WorkRequest::write(4096));
    // Stands still; moves; stands still; completes the first and stands at the second; moves on.
    let headers = [0, 1, 1, 2, 4].map(|base| Header::sack(&qp.context, PSN + base, 0b10));
    seen.all_end_by(Rule::Sack, headers).await;
    let handovers: Vec<_> = seen
        .take_handovers()
        .iter()
        .map(|h| (h.psn - PSN, h.wqe_index, h.reload))
        .collect();
    let expected = vec![
        (0, 0, false),
        (1, 0, true),
        (1, 0, false),
        (2, 1, false),
        (4, 1, true),
    ];
    tb.expect_eq("the hand-overs", &handovers, &expected);
    seen.expect_completions(&[(0, WcStatus::SUCCESS)]);
    tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &(PSN + 4));
}

pub(super) async fn stale_sacks(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(4096));
    let sack = |base| Header::sack(&qp.context, base, 1);
    seen.end([
        (Rule::Sack, sack(PSN + 2)),
        (Rule::OldDuplicate, sack(PSN + 1)),
        (Rule::OldDuplicate, sack(PSN)),
        (Rule::Sack, sack(PSN + 3)),
    ])
    .await;
}

pub(super) async fn of_reads(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::read(4096));
    seen.end([
        (Rule::Sack, Header::sack(&qp.context, PSN, 0b110)),
        (Rule::Missing, Header::sack(&qp.context, PSN + 1, 0b110)),
    ])
    .await;
}

pub(super) async fn brings_credits(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(4096));
    let sack = Header::sack(&qp.context, PSN, 0b10).credits(CreditCode::new(6), 10);
    seen.ends_by(Rule::Sack, sack).await;
    tb.expect_eq("the limit", &qp.now().lsn, &18);
}
