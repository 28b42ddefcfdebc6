//! Notices to congestion control (contract 4).

use crate::support::{MTU, ack, context, nak, read, read_response, run, sack, write};
use model::completer_frontend::Port;
use rdma::layouts::{CompHeader, QpContext, RespOpcode, TxInfo};

/// The ACK notice of a response at `rx_time` to an entry sent at `sent_time`.
fn notice(psn: u32, rx_time: u32, sent_time: u32, retried: bool) -> Vec<String> {
    let header = CompHeader {
        rx_time,
        ..ack(psn)
    };
    let entry = TxInfo {
        last_send_time: sent_time,
        retried,
        ..write(5, 100, 103)
    };
    run(&header, &context(), &[entry]).on(Port::Ack)
}

#[test]
fn a_round_trip_is_measured_at_the_last_packet() {
    assert_eq!(
        notice(103, 1500, 500, false),
        ["qpn=3 psn=67 rtt=3e8 rtt_valid=1"]
    );
    assert_eq!(notice(102, 1500, 500, false), ["qpn=3 psn=66"]);
    assert_eq!(notice(103, 1500, 500, true), ["qpn=3 psn=67"]);
}

#[test]
fn a_round_trip_survives_the_clock_wrap_and_saturates() {
    assert_eq!(
        notice(103, 5, u32::MAX - 4, false),
        ["qpn=3 psn=67 rtt=a rtt_valid=1"]
    );
    assert_eq!(
        notice(103, 0x3F_FFFE, 0, false),
        ["qpn=3 psn=67 rtt=3ffffe rtt_valid=1"]
    );
    assert_eq!(
        notice(103, 0x3F_FFFF, 0, false),
        ["qpn=3 psn=67 rtt=3fffff rtt_valid=1"]
    );
    assert_eq!(
        notice(103, 0x40_0000, 0, false),
        ["qpn=3 psn=67 rtt=3fffff rtt_valid=1"]
    );
    assert_eq!(
        notice(103, 0, 1, false),
        ["qpn=3 psn=67 rtt=3fffff rtt_valid=1"]
    );
}

#[test]
fn only_ecn_3_is_congestion_experienced() {
    for (ecn, marked) in [(0, false), (1, false), (2, false), (3, true)] {
        let run = run(
            &CompHeader { ecn, ..ack(103) },
            &context(),
            &[write(5, 100, 103)],
        );
        assert_eq!(
            run.on(Port::Ack)[0].ends_with("ecn_ce=1"),
            marked,
            "ecn {ecn}"
        );
    }
}

#[test]
fn each_accepted_response_makes_one_notice() {
    let selective = QpContext {
        selective_repeat: true,
        ..context()
    };
    let cases = [
        (ack(101), write(5, 100, 103), Port::Ack),
        (
            read_response(RespOpcode::READ_RESP_FIRST, 100, MTU),
            read(5, 100, 103),
            Port::Ack,
        ),
        (nak(101, 0x60), write(5, 100, 103), Port::Nak),
        (nak(101, 0x23), write(5, 100, 103), Port::Nak),
        (nak(101, 0x62), write(5, 100, 103), Port::Nak),
        (sack(101, 2), write(5, 100, 103), Port::Sack),
    ];
    for (header, entry, port) in cases {
        let run = run(&header, &selective, &[entry]);
        let counts = [Port::Ack, Port::Nak, Port::Sack, Port::Cnp].map(|p| (p, run.on(p).len()));
        for (other, count) in counts {
            assert_eq!(
                count,
                usize::from(other == port),
                "{other} of {}",
                header.opcode
            );
        }
        assert!(run.outcome.accepted);
    }
}

/// The notice of a SACK names its base, not the PSN in its BTH.
#[test]
fn a_sack_notice_names_the_base() {
    let context = QpContext {
        selective_repeat: true,
        ..context()
    };
    let run = run(
        &CompHeader {
            psn: 99,
            ..sack(101, 2)
        },
        &context,
        &[write(5, 100, 103)],
    );
    assert_eq!(run.on(Port::Sack), ["qpn=3 psn=65 bitmap=2"]);
}
