//! Credits from the peer's responder (contract 4, transport.md 1 and 2).

use crate::support::{
    MTU, ack, context, nak, read, read_after, read_response, run, run_with, sack, write,
};
use quickcheck::quickcheck;
use rdma::layouts::{CompHeader, QpContext, RespOpcode};
use rdma::{CREDIT_TABLE, Psn};

const FIRST: RespOpcode = RespOpcode::READ_RESP_FIRST;
const MIDDLE: RespOpcode = RespOpcode::READ_RESP_MIDDLE;

/// The AETH of `header` with credits.
fn with(header: CompHeader, msn: u32, code: u8) -> CompHeader {
    CompHeader {
        msn,
        syndrome: header.syndrome | code,
        ..header
    }
}

fn credits_written(header: &CompHeader, context: &QpContext) -> Option<(u32, bool)> {
    let run = run(header, context, &[write(5, 100, 103)]);
    let text = run.context_write();
    let number = |name: &str| {
        let value = text.split(' ').find_map(|field| field.strip_prefix(name));
        value.map_or(Some(0), |v| u32::from_str_radix(v, 16).ok())
    };
    text.contains("set_credits=1")
        .then_some((number("lsn=")?, text.contains("credits_unlimited=1")))
}

#[test]
fn an_ack_moves_the_limit() {
    // Code 7 is 12 receive work requests.
    assert_eq!(
        credits_written(&with(ack(101), 5, 7), &context()),
        Some((17, false))
    );
}

#[test]
fn the_limit_only_advances_across_the_wrap() {
    let context = QpContext {
        lsn: 0xFF_FFFE,
        ..context()
    };
    assert_eq!(
        credits_written(&with(ack(101), 0xFF_FFFD, 1), &context),
        None
    );
    assert_eq!(
        credits_written(&with(ack(101), 0xFF_FFFD, 0), &context),
        None
    );
    assert_eq!(
        credits_written(&with(ack(101), 0xFF_FFFD, 5), &context),
        Some((3, false))
    );
}

#[test]
fn unlimited_keeps_the_limit_and_stays() {
    let limited = QpContext {
        lsn: 9,
        ..context()
    };
    assert_eq!(
        credits_written(&with(ack(101), 5, 0x1F), &limited),
        Some((9, true))
    );
    let unlimited = QpContext {
        credits_unlimited: true,
        ..limited
    };
    assert_eq!(credits_written(&with(ack(101), 50, 7), &unlimited), None);
    assert_eq!(credits_written(&with(ack(101), 50, 0x1F), &unlimited), None);
}

#[test]
fn every_row_that_accepts_takes_credits() {
    let selective = QpContext {
        selective_repeat: true,
        ..context()
    };
    let late = QpContext {
        unacked_psn: 104,
        ..context()
    };
    let cases = [
        ("row 5", ack(103), late, write(5, 100, 103)),
        ("row 8", ack(103), context(), write(5, 100, 103)),
        ("row 9", sack(101, 2), selective, write(5, 100, 103)),
        (
            "FIRST",
            read_response(FIRST, 100, MTU),
            context(),
            read(5, 100, 103),
        ),
    ];
    for (what, header, context, entry) in cases {
        let run = run(&with(header, 5, 7), &context, &[entry]);
        assert!(run.context_write().contains("set_credits=1"), "{what}");
        assert!(run.context_write().contains("lsn=11"), "{what}");
    }
}

#[test]
fn what_accepts_nothing_takes_no_credits() {
    // NAKs have no credits in their syndrome, only codes that look alike.
    for header in [nak(101, 0x60), nak(101, 0x27), nak(101, 0x62)] {
        let run = run(
            &CompHeader { msn: 50, ..header },
            &context(),
            &[write(5, 100, 103)],
        );
        assert!(!run.context_write().contains("set_credits"));
    }
    // A MIDDLE has no AETH at all.
    let middle = with(read_response(MIDDLE, 101, MTU), 50, 7);
    let at_middle = QpContext {
        unacked_psn: 101,
        ..context()
    };
    let run_middle = run(&middle, &at_middle, &[read_after(1, 5, 100, 103)]);
    assert!(run_middle.outcome.accepted && !run_middle.context_write().contains("set_credits"));
    // A translation fault accepts nothing.
    let first = with(read_response(FIRST, 100, MTU), 50, 7);
    let faulted = run_with(&first, &context(), &[read(5, 100, 103)], &[true]);
    assert!(!faulted.context_write().contains("set_credits"));
    // Wrong kind: ACK for a READ.
    let wrong = run(&with(ack(100), 50, 7), &context(), &[read(5, 100, 103)]);
    assert!(!wrong.context_write().contains("set_credits"));
}

quickcheck! {
    fn the_limit_is_the_furthest_promise(lsn: u32, msn: u32, code: u8) -> bool {
        let (lsn, code) = (Psn::new(lsn), usize::from(code % 31));
        let context = QpContext { lsn: lsn.get(), ..context() };
        let header = with(ack(101), Psn::new(msn).get(), code as u8);
        let promised = Psn::new(msn) + CREDIT_TABLE[code];
        let ahead = (promised.get().wrapping_sub(lsn.get()) & 0xFF_FFFF) as i64;
        let advances = (1..0x80_0000).contains(&ahead);
        // Exactly half the circle away is before and after at once.
        ahead == 0x80_0000
            || credits_written(&header, &context) == advances.then_some((promised.get(), false))
    }
}
