//! The wrapper's initiation interval (contract 10).

use std::cell::RefCell;
use std::rc::Rc;

use env::actors::WorkRequest;
use rdma::layouts::{CompHeader, RespOpcode, TxInfo, WrOpcode};

use super::{Header, Qp, Tb};
use crate::Measurement;

/// Headers of one measurement.
const HEADERS: u32 = 256;
/// Cycles between headers that the contract allows.
const ACROSS_QPS: u64 = 4;
const ONE_QP: u64 = 8;

pub(super) async fn across_qps(tb: Tb) {
    for kind in Kind::ALL {
        measure(&tb, kind, 16, ACROSS_QPS).await;
    }
}

pub(super) async fn one_qp(tb: Tb) {
    for kind in Kind::ALL {
        measure(&tb, kind, 1, ONE_QP).await;
    }
}

/// What kind of response is measured.
#[derive(Clone, Copy)]
enum Kind {
    Ack,
    Read,
    Atomic,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Ack, Self::Read, Self::Atomic];

    fn name(self) -> &'static str {
        match self {
            Self::Ack => "ACK",
            Self::Read => "READ response",
            Self::Atomic => "ATOMIC ack",
        }
    }

    fn request(self) -> WorkRequest {
        match self {
            Self::Ack => WorkRequest::write(1024),
            Self::Read => WorkRequest::read(1024),
            Self::Atomic => WorkRequest::of(WrOpcode::FADD, 8),
        }
    }

    fn response(self, qp: &Qp, entry: &TxInfo) -> CompHeader {
        let context = &qp.context;
        match self {
            Self::Ack => Header::ack(context, entry.last_psn),
            Self::Read => Header::read(
                context,
                RespOpcode::READ_RESP_ONLY,
                entry.last_psn,
                entry.message_len,
            ),
            Self::Atomic => Header::atomic(context, entry.last_psn, 1),
        }
        .build()
    }
}

/// Sends headers back to back, round robin over `qps`, and holds the intervals against `allowed`.
async fn measure(tb: &Tb, kind: Kind, qps: u32, allowed: u64) {
    let qps: Vec<Qp> = (0..qps).map(|_| tb.qp().create()).collect();
    let mut responses = Vec::new();
    for number in 0..HEADERS {
        let qp = &qps[number as usize % qps.len()];
        let entry = qp.post(&kind.request());
        responses.push(kind.response(qp, &entry));
    }
    let accepted: Rc<RefCell<Vec<u64>>> = Rc::default();
    let list = accepted.clone();
    tb.bench()
        .taken_headers()
        .subscribe(move |beat| list.borrow_mut().push(beat.cycle));
    for response in responses {
        tb.send(response);
    }
    tb.drained().await;
    let cycles: Vec<u64> = accepted
        .borrow()
        .iter()
        .copied()
        .take(HEADERS as usize)
        .collect();
    let mut intervals: Vec<u64> = cycles.windows(2).map(|pair| pair[1] - pair[0]).collect();
    intervals.sort_unstable();
    let (Some(&min), Some(&max)) = (intervals.first(), intervals.last()) else {
        tb.expect(false, "headers to be taken");
        return;
    };
    let median = intervals[intervals.len() / 2];
    let scope = if qps.len() == 1 {
        "one QP"
    } else {
        "across QPs"
    };
    let name = format!("II of s_comp_header_stream, {}, {scope}", kind.name());
    tb.expect(
        max <= allowed,
        &format!("{name} at most {allowed} cycles (contract 10); it was {min}/{median}/{max}"),
    );
    tb.measured(Measurement {
        name,
        unit: "cycles",
        min,
        median,
        max,
    });
}
