//! Positive notices to congestion control: contract 4.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::TxInfo;

use super::{Header, Seen, Tb};

const PSN: u32 = 0xE000;
/// The largest round-trip time that fits its field.
const LONGEST: u32 = (1 << 22) - 1;

/// The round-trip times that were reported; none where the notice says that there is none.
fn round_trips(seen: &Seen) -> Vec<Option<u32>> {
    let notices = seen.take_ack_notices();
    for notice in &notices {
        seen.tb().expect(
            notice.rtt_valid || notice.rtt == 0,
            "a time only where it is valid",
        );
    }
    notices
        .iter()
        .map(|notice| notice.rtt_valid.then_some(notice.rtt))
        .collect()
}

/// A response received so many cycles after its entry was last sent.
fn after(header: Header, entry: &TxInfo, cycles: u32) -> Header {
    header.edit(|h| h.rx_time = entry.last_send_time.wrapping_add(cycles))
}

pub(super) async fn round_trip_time(tb: Tb) {
    let seen = tb.watch();
    for sent in [0, 1000, 0x8000_0000, u32::MAX - 5] {
        for cycles in [
            0,
            1,
            250,
            LONGEST - 1,
            LONGEST,
            LONGEST + 1,
            1 << 23,
            1 << 31,
            u32::MAX,
        ] {
            let qp = tb.qp().psn(PSN).create();
            qp.post(&WorkRequest::write(64));
            qp.edit_entry(0, |entry| entry.last_send_time = sent);
            let entry = tb.bench().neighbours().queues.oldest(qp.qpn());
            let ack = after(Header::ack(&qp.context, PSN), &entry, cycles);
            seen.ends_by(Rule::Ack, ack).await;
            tb.expect_eq(
                "the round-trip time",
                &round_trips(&seen),
                &vec![Some(cycles.min(LONGEST))],
            );
        }
    }
}

pub(super) async fn round_trip_of_the_last_packet_only(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let write = qp.post(&WorkRequest::write(2048));
    let read = qp.post(&WorkRequest::read(3072));
    let atomic = qp.post(&WorkRequest::compare_swap());
    let context = &qp.context;
    let mut headers = vec![
        (Rule::Ack, after(Header::ack(context, PSN), &write, 10)),
        (Rule::Ack, after(Header::ack(context, PSN + 1), &write, 20)),
    ];
    let responses = Header::read_responses(context, &read).into_iter();
    headers.extend(
        responses
            .zip([30, 40, 50])
            .map(|(header, cycles)| (Rule::ReadResponse, after(header, &read, cycles))),
    );
    let ack = Header::atomic(context, atomic.last_psn, 1);
    headers.push((Rule::AtomicAck, after(ack, &atomic, 60)));
    seen.end(headers).await;
    tb.expect_eq(
        "the round-trip times",
        &round_trips(&seen),
        &vec![None, Some(20), None, None, Some(50), Some(60)],
    );
}

pub(super) async fn no_round_trip_after_a_retry(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let write = qp.post(&WorkRequest::write(64));
    let read = qp.post(&WorkRequest::read(64));
    let atomic = qp.post(&WorkRequest::fetch_add());
    for index in 0..3 {
        qp.edit_entry(index, |entry| entry.retried = true);
    }
    let response = Header::read_responses(&qp.context, &read)[0].clone();
    let ack = Header::atomic(&qp.context, atomic.last_psn, 1);
    seen.end([
        (Rule::Ack, after(Header::ack(&qp.context, PSN), &write, 10)),
        (Rule::ReadResponse, after(response, &read, 10)),
        (Rule::AtomicAck, after(ack, &atomic, 10)),
    ])
    .await;
    tb.expect_eq("the round-trip times", &round_trips(&seen), &vec![None; 3]);
}

pub(super) async fn round_trip_of_a_late_ack(tb: Tb) {
    let seen = tb.watch();
    for retried in [false, true] {
        let qp = tb.qp().psn(PSN).create();
        let write = qp.post(&WorkRequest::write(64));
        let ack = after(Header::ack(&qp.context, PSN), &write, 77);
        qp.edit_entry(0, |entry| entry.sent = false);
        seen.ends_by(Rule::Ack, ack.clone()).await;
        qp.edit_entry(0, |entry| {
            entry.sent = true;
            entry.retried = retried;
        });
        seen.ends_by(Rule::LateAck, ack).await;
        let expected = vec![Some(77), (!retried).then_some(77)];
        tb.expect_eq("the round-trip times", &round_trips(&seen), &expected);
    }
}

pub(super) async fn implied_ack_is_timed_by_the_last_entry(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let writes = [1, 2, 3].map(|packets| qp.post(&WorkRequest::write(packets * 1024)));
    qp.edit_entry(0, |entry| entry.last_send_time = 5);
    let ack = Header::ack(&qp.context, writes[2].last_psn);
    seen.ends_by(Rule::Ack, after(ack, &writes[2], 300)).await;
    let notices = seen.take_ack_notices();
    let seen_notices: Vec<_> = notices
        .iter()
        .map(|n| (n.psn, n.rtt, n.rtt_valid))
        .collect();
    tb.expect_eq(
        "the notices",
        &seen_notices,
        &vec![(writes[2].last_psn, 300, true)],
    );
}

pub(super) async fn congestion_marks(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let write = qp.post(&WorkRequest::write(4096));
    let read = qp.post(&WorkRequest::read(4096));
    let atomics = [0; 4].map(|_| qp.post(&WorkRequest::fetch_add()));
    let mark = |(header, ecn): (Header, u8)| header.edit(|h| h.ecn = ecn);
    let acks = (write.first_psn..=write.last_psn).map(|psn| Header::ack(&qp.context, psn));
    let acks: Vec<_> = acks.zip(0..).map(mark).collect();
    seen.all_end_by(Rule::Ack, acks).await;
    let responses = Header::read_responses(&qp.context, &read);
    let responses: Vec<_> = responses.into_iter().zip(0..).map(mark).collect();
    seen.all_end_by(Rule::ReadResponse, responses).await;
    let acks = atomics.map(|entry| Header::atomic(&qp.context, entry.last_psn, 1));
    let acks: Vec<_> = acks.into_iter().zip(0..).map(mark).collect();
    seen.all_end_by(Rule::AtomicAck, acks).await;
    let marks: Vec<bool> = seen.take_ack_notices().iter().map(|n| n.ecn_ce).collect();
    tb.expect_eq("the marks", &marks, &[false, false, false, true].repeat(3));
}
