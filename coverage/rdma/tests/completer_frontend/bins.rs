//! Samples hit the bins that they are meant for.

use coverage::Database;
use coverage_rdma::completer_frontend::{Command, Control, Coverage, Response};
use model::completer_frontend::{Next, Port, QpCommand};
use rdma::layouts::{Cause, CompHeader, QpControl, QpOp, RespOpcode, Segment, TxInfo, WrOpcode};

use super::support::{context, entry, header, outcome, record, sample};

/// Hits of a bin of a coverpoint.
fn hits(database: &Database, group: &str, item: &str, bin: &str) -> u64 {
    let record = &database.groups()[group];
    let point = record
        .shape
        .points
        .iter()
        .position(|point| point.name == item)
        .unwrap();
    let index = record.shape.points[point]
        .bins
        .iter()
        .position(|shape| shape.name == bin)
        .unwrap() as u64;
    record.instances[""].points[point]
        .get(&index)
        .map_or(0, |hit| hit.count)
}

fn after(header: &CompHeader, context: &rdma::layouts::QpContext, entries: &[TxInfo]) -> Database {
    let mut coverage = Coverage::new().unwrap();
    sample(&mut coverage, header, context, entries).unwrap();
    record(&coverage)
}

#[test]
fn an_ack_over_the_wrap() {
    let entries = [
        entry(WrOpcode::WRITE, 0xFF_FFFE, 0xFF_FFFE),
        entry(WrOpcode::SEND, 0xFF_FFFF, 1),
    ];
    let database = after(
        &header(RespOpcode::ACKNOWLEDGE, 1),
        &context(0xFF_FFFE, 2),
        &entries,
    );
    for (group, item, bin) in [
        ("ResponseOutcome", "kind", "Ack"),
        ("PsnRelations", "expected", "ahead"),
        ("PsnRelations", "expected_wrap", "true"),
        ("PsnRelations", "sent", "last"),
        ("PsnRelations", "message", "over_the_wrap"),
        ("LookUpTable", "row", "row[8]"),
        ("LookUpTable", "behind_row_3", "true"),
        ("LookUpTable", "progress", "complete"),
        ("Chains", "implied", "one"),
        ("Credits", "effect", "Unlimited"),
        ("Retirements", "opcode", "WRITE"),
        ("Retirements", "opcode", "SEND"),
        ("Rules", "rule", "Ack"),
    ] {
        assert_eq!(hits(&database, group, item, bin), 1, "{group}.{item}.{bin}");
    }
    assert_eq!(hits(&database, "Retirements", "signaled", "signaled"), 2);
}

#[test]
fn a_condition_behind_the_first_is_seen() {
    let wrong = CompHeader {
        src_ip: 1,
        pkey: 1,
        ..header(RespOpcode::ACKNOWLEDGE, 7)
    };
    let database = after(&wrong, &context(5, 9), &[]);
    assert_eq!(hits(&database, "EndConditions", "first", "IpMismatch"), 1);
    assert_eq!(
        hits(&database, "EndConditions", "behind", "PkeyMismatch"),
        1
    );
    assert_eq!(hits(&database, "EndConditions", "address", "peer"), 1);
    assert_eq!(hits(&database, "QpStates", "fate", "Ended"), 1);
}

#[test]
fn a_read_response_is_cut() {
    let segment = Segment {
        length: 64,
        ..Segment::default()
    };
    let read = TxInfo {
        message_len: 100,
        segment_count: 2,
        segments: [
            segment.clone(),
            segment,
            Segment::default(),
            Segment::default(),
        ],
        ..entry(WrOpcode::READ, 3, 3)
    };
    let response = CompHeader {
        payload_len: 100,
        payload_present: true,
        ..header(RespOpcode::READ_RESP_ONLY, 3)
    };
    let database = after(&response, &context(3, 4), &[read]);
    assert_eq!(hits(&database, "ReadResponses", "position", "Whole"), 1);
    assert_eq!(hits(&database, "ReadResponses", "length", "exact"), 1);
    assert_eq!(hits(&database, "ReadPieces", "pieces", "pieces[2]"), 1);
    assert_eq!(hits(&database, "ReadPieces", "room", "more"), 1);
}

#[test]
fn a_failure_flushes_what_follows() {
    let read = entry(WrOpcode::READ, 3, 3);
    let queued = TxInfo {
        started: false,
        sent: false,
        wqe_index: 0,
        ..entry(WrOpcode::SEND, 5, 5)
    };
    let entries = [
        read,
        TxInfo {
            wqe_index: 0xFFFF,
            ..entry(WrOpcode::WRITE, 4, 4)
        },
        queued,
    ];
    let database = after(
        &header(RespOpcode::ACKNOWLEDGE, 3),
        &context(3, 5),
        &entries,
    );
    assert_eq!(hits(&database, "LookUpTable", "row", "row[15]"), 1);
    assert_eq!(hits(&database, "Chains", "flushed", "two"), 1);
    assert_eq!(hits(&database, "Chains", "queued", "flushed"), 1);
    assert_eq!(hits(&database, "Chains", "wqe_wrap", "flushed"), 1);
    assert_eq!(hits(&database, "Retirements", "status", "WR_FLUSH"), 2);
    assert_eq!(hits(&database, "Retirements", "status", "BAD_RESP"), 1);
}

#[test]
fn a_stalled_port_is_crossed_with_the_outcome() {
    let (header, context) = (header(RespOpcode::ACKNOWLEDGE, 3), context(3, 4));
    let (outcome, read) = outcome(&header, &context, &[entry(WrOpcode::WRITE, 3, 3)]);
    let mut coverage = Coverage::new().unwrap();
    let mut response = Response {
        header: &header,
        context: &context,
        entries: &read,
        outcome: &outcome,
        rules: 0,
        stalled: 1 << Port::Ack as u32 | 1 << Port::Cqe as u32,
        same_qp: 1,
        in_flight: 4,
        latency: 9,
    };
    coverage.response(&response).unwrap();
    // An accepted response puts nothing on the error stream.
    response.stalled = 1 << Port::ErrorCqe as u32;
    let illegal = coverage.response(&response).unwrap_err();
    assert_eq!(illegal.0[0].bin, "accepted");
    let database = record(&coverage);
    assert_eq!(hits(&database, "Backpressure", "port", "Ack"), 1);
    assert_eq!(hits(&database, "Backpressure", "port", "Cqe"), 1);
    assert_eq!(hits(&database, "Company", "others", "few"), 2);
}

#[test]
fn responses_follow_each_other_per_qp() {
    let mut coverage = Coverage::new().unwrap();
    let read = TxInfo {
        message_len: 600,
        segment_count: 1,
        segments: std::array::from_fn(|_| Segment {
            length: 600,
            ..Segment::default()
        }),
        ..entry(WrOpcode::READ, 0, 2)
    };
    let packets = [
        (RespOpcode::READ_RESP_FIRST, 256),
        (RespOpcode::READ_RESP_MIDDLE, 256),
        (RespOpcode::READ_RESP_LAST, 88),
    ];
    for (psn, (opcode, length)) in (0..).zip(packets) {
        let response = CompHeader {
            payload_len: length,
            payload_present: true,
            ..header(opcode, psn)
        };
        let entry = TxInfo {
            bytes_received: psn * 256,
            ..read.clone()
        };
        sample(&mut coverage, &response, &context(psn, 3), &[entry]).unwrap();
        // Another QP in between makes no difference.
        let other = CompHeader {
            dest_qpn: 6,
            ..header(RespOpcode::CNP, 0)
        };
        sample(&mut coverage, &other, &context(0, 3), &[]).unwrap();
    }
    let database = record(&coverage);
    assert_eq!(hits(&database, "Successions", "before", "First"), 1);
    assert_eq!(hits(&database, "Successions", "step", "Last"), 1);
    assert_eq!(hits(&database, "Successions", "packets", "packets[3]"), 1);
    assert_eq!(hits(&database, "Successions", "step", "Cnp"), 2);
}

#[test]
fn a_command_meets_a_busy_qp() {
    let command = QpControl {
        op: QpOp::DESTROY,
        qpn: 5,
        ..QpControl::default()
    };
    let (_, step) = QpCommand::new(&command);
    let Next::Done(outcome) = step.next else {
        panic!("DESTROY waits for nothing");
    };
    let mut coverage = Coverage::new().unwrap();
    let control = Control {
        command: Command::Qp(&command),
        entries: &[],
        outcome: &outcome,
        rules: 0,
        stalled: 1 << Port::Cleanup as u32,
        same_qp: 2,
        in_flight: 3,
        latency: 4,
    };
    coverage.control(&control).unwrap();
    let database = record(&coverage);
    assert_eq!(hits(&database, "QpCommands", "op", "DESTROY"), 1);
    assert_eq!(hits(&database, "QpCommands", "busy", "SameQp"), 1);
    assert_eq!(hits(&database, "Backpressure", "of", "QpCommand"), 1);
    assert_eq!(hits(&database, "Rules", "rule", "QpDestroyed"), 1);
}

#[test]
fn lines_of_the_ordering_contract_are_bins() {
    let mut coverage = Coverage::new().unwrap();
    coverage
        .ordering([("a", 7), ("a/b", 0)].into_iter())
        .unwrap();
    let database = record(&coverage);
    assert_eq!(hits(&database, "OrderingContract", "line", "a"), 1);
    assert_eq!(hits(&database, "OrderingContract", "line", "a/b"), 0);
    assert!(coverage.ordering([("a", 0), ("a", 0)].into_iter()).is_err());
}

#[test]
fn a_wrong_kind_is_no_duplicate() {
    let database = after(
        &header(RespOpcode::ATOMIC_ACK, 3),
        &context(3, 4),
        &[entry(WrOpcode::WRITE, 3, 3)],
    );
    assert_eq!(
        hits(
            &database,
            "ResponseOutcome",
            "cause",
            &Cause::WRONG_KIND.to_string()
        ),
        1
    );
    assert_eq!(hits(&database, "ResponseOutcome", "cause", "DUPLICATE"), 0);
}
