//! Responses that their header and context alone condemn: contract 3.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{CompHeader, QpContext, QpState, RespOpcode};
use rdma::{NakCode, Psn, Syndrome};

use super::qp::ipv4;
use super::{Header, Qp, QpBuilder, Tb};

const PSN: u32 = 100;

/// A READ of one packet is outstanding, so that its response is welcome.
fn reading(qp: QpBuilder) -> Qp {
    let qp = qp.psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::read(1024));
    qp
}

/// A response of every kind at a PSN, with payload and without.
fn every_kind(context: &QpContext, psn: u32) -> [Header; 6] {
    [
        Header::ack(context, psn),
        Header::nak(context, psn, NakCode::REMOTE_ACCESS),
        Header::rnr(context, psn, 1),
        Header::sack(context, psn, 0),
        Header::read(context, RespOpcode::READ_RESP_ONLY, psn, 1024),
        Header::atomic(context, psn, 7),
    ]
}

/// A response of every opcode but CNP, as a READ with payload where it bears one.
fn every_opcode(context: &QpContext) -> impl Iterator<Item = Header> {
    let opcodes = RespOpcode::ALL
        .iter()
        .filter(|&&opcode| opcode != RespOpcode::CNP);
    opcodes.map(|&opcode| {
        let payload = match opcode {
            RespOpcode::ACKNOWLEDGE | RespOpcode::ATOMIC_ACK => 0,
            _ => 1024,
        };
        Header::read(context, opcode, PSN, payload)
    })
}

pub(super) async fn malformed_lengths_and_version(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let mut headers = Vec::new();
    for header in every_opcode(&qp.context).chain([Header::cnp(&qp.context)]) {
        headers.push(header.clone().edit(|h| h.bad_length = true));
        headers.extend((1..16).map(|version| header.clone().edit(|h| h.tver = version)));
    }
    seen.all_end_by(Rule::Malformed, headers).await;
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
    let whole = Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN, 1024);
    seen.ends_by(Rule::ReadResponse, whole).await;
}

pub(super) async fn malformed_opcodes(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let unknown = (0..=255)
        .map(RespOpcode)
        .filter(|opcode| opcode.name().is_none());
    let headers: Vec<Header> = unknown
        .flat_map(|opcode| [0, 1024].map(|payload| (opcode, payload)))
        .map(|(opcode, payload)| Header::read(&qp.context, opcode, PSN, payload))
        .collect();
    tb.expect_eq("the number of headers", &headers.len(), &(2 * (256 - 7)));
    seen.all_end_by(Rule::Malformed, headers).await;
}

pub(super) async fn malformed_payload_flags(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let cnp = Header::cnp(&qp.context);
    let mut headers = Vec::new();
    for header in every_opcode(&qp.context).chain([cnp]) {
        headers.push(header.clone().payload(0).edit(|h| h.payload_present = true));
        headers.push(
            header
                .clone()
                .payload(1024)
                .edit(|h| h.payload_present = false),
        );
        headers.push(header.payload(1).edit(|h| h.payload_present = false));
    }
    for header in [
        Header::ack(&qp.context, PSN),
        Header::atomic(&qp.context, PSN, 1),
        Header::cnp(&qp.context),
    ] {
        headers.extend([1, 8, 1024].map(|length| header.clone().payload(length)));
    }
    seen.all_end_by(Rule::Malformed, headers).await;
}

pub(super) async fn malformed_syndromes(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let reserved = (0..=255).filter(|byte| matches!(Syndrome::from(*byte), Syndrome::Reserved(_)));
    let headers: Vec<Header> = every_opcode(&qp.context)
        .filter(|header| header.clone().build().opcode != RespOpcode::READ_RESP_MIDDLE)
        .flat_map(|header| {
            reserved
                .clone()
                .map(move |byte| header.clone().edit(|h| h.syndrome = byte))
        })
        .collect();
    tb.expect_eq("the number of headers", &headers.len(), &(5 * 160));
    seen.all_end_by(Rule::Malformed, headers).await;
}

pub(super) async fn syndrome_without_aeth_is_ignored(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    let read = qp.post(&WorkRequest::read(3 * 1024));
    let [first, middle, last] = Header::read_responses(&qp.context, &read)
        .try_into()
        .unwrap_or_else(|_| panic!("a READ of three packets has three responses"));
    let rubbish = |header: Header| header.edit(|h| h.syndrome = 0xFF);
    seen.end([
        (Rule::Cnp, rubbish(Header::cnp(&qp.context))),
        (Rule::ReadResponse, first),
        (Rule::ReadResponse, rubbish(middle)),
        (Rule::ReadResponse, last),
    ])
    .await;
}

pub(super) async fn malformed_sacks(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let sack = |header: Header| {
        header.edit(|h| {
            h.sack = true;
            h.sack_base = PSN;
        })
    };
    let mut headers: Vec<Header> = every_opcode(&qp.context)
        .filter(|header| header.clone().build().opcode != RespOpcode::ACKNOWLEDGE)
        .chain([Header::cnp(&qp.context)])
        .map(sack)
        .collect();
    headers.extend([0x20, 0x3F, 0x60, 0x61, 0x7F].map(|syndrome| {
        Header::sack(&qp.context, PSN, 1).edit(|header| header.syndrome = syndrome)
    }));
    seen.all_end_by(Rule::Malformed, headers).await;
}

pub(super) async fn invalid_qp(tb: Tb) {
    let seen = tb.watch();
    let gone = reading(tb.qp().edit(|context| context.valid = false));
    let never = QpContext {
        qpn: 0xFFFF,
        ..gone.context.clone()
    };
    let headers = [&gone.context, &never].map(|context| every_kind(context, PSN));
    seen.all_end_by(Rule::InvalidQp, headers.into_iter().flatten())
        .await;
}

pub(super) async fn wide_qpn_is_invalid(tb: Tb) {
    let seen = tb.watch();
    let narrow = reading(tb.qp().edit(|context| context.qpn = 0xFFFF));
    // Contexts that would be welcome, were the number not too wide.
    let wide = [0x01_0000, 0x01_FFFF, 0x80_FFFF, 0xFF_FFFF]
        .map(|qpn| reading(tb.qp().edit(|context| context.qpn = qpn)));
    let headers = wide.iter().flat_map(|qp| every_kind(&qp.context, PSN));
    seen.all_end_by(Rule::InvalidQp, headers).await;
    let welcome = Header::read(&narrow.context, RespOpcode::READ_RESP_ONLY, PSN, 1024);
    seen.ends_by(Rule::ReadResponse, welcome).await;
}

pub(super) async fn not_ready_to_send(tb: Tb) {
    let seen = tb.watch();
    let ready = [QpState::RTS, QpState::SQD];
    let states = (0..16)
        .map(QpState)
        .filter(|state| !ready.contains(state))
        .map(|state| reading(tb.qp().state(state)));
    let headers: Vec<Header> = states
        .flat_map(|qp| every_kind(&qp.context, PSN))
        .chain([Header::cnp(&reading(tb.qp().state(QpState::ERR)).context)])
        .collect();
    tb.expect_eq("the number of headers", &headers.len(), &(14 * 6 + 1));
    seen.all_end_by(Rule::NotRts, headers).await;
    let draining = reading(tb.qp().state(QpState::SQD));
    let welcome = Header::read(&draining.context, RespOpcode::READ_RESP_ONLY, PSN, 1024);
    seen.ends_by(Rule::ReadResponse, welcome).await;
}

pub(super) async fn foreign_addresses(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let (own, peer) = (qp.context.own_ip, qp.context.peer_ip);
    let pairs = [
        (ipv4(9), own),
        (peer, ipv4(9)),
        (own, peer),
        (own, own),
        (peer, peer),
        (0, own),
        (peer, 0),
    ];
    let headers = pairs.iter().flat_map(|&(source, destination)| {
        every_kind(&qp.context, PSN).map(|header| {
            header.edit(|h| {
                h.src_ip = source;
                h.dst_ip = destination;
            })
        })
    });
    seen.all_end_by(Rule::IpMismatch, headers).await;
}

pub(super) async fn every_address_bit_counts(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    let headers = (0..128).flat_map(|bit| {
        let header = Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN, 1024);
        [
            header.clone().edit(|h| h.src_ip ^= 1 << bit),
            header.edit(|h| h.dst_ip ^= 1 << bit),
        ]
    });
    seen.all_end_by(Rule::IpMismatch, headers).await;
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}

pub(super) async fn ipv6_addresses(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp().edit(|context| {
        context.own_ip = 0x2001_0DB8_0000_0000_0000_0000_0A00_0001;
        context.peer_ip = 0x2001_0DB8_0000_0000_0000_0000_0A00_0002;
    }));
    let over_ipv6 = |header: Header| header.edit(|h| h.ipv6 = true);
    let welcome = over_ipv6(Header::read(
        &qp.context,
        RespOpcode::READ_RESP_ONLY,
        PSN,
        1024,
    ));
    // The same low 32 bits as an IPv4 address have.
    let mapped = welcome.clone().edit(|h| h.src_ip = ipv4(2));
    let other_prefix = welcome.clone().edit(|h| h.src_ip ^= 1 << 96);
    seen.end([
        (Rule::IpMismatch, mapped),
        (Rule::IpMismatch, other_prefix),
        (Rule::ReadResponse, welcome),
    ])
    .await;
}

pub(super) async fn foreign_partition(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp().edit(|context| context.pkey = 0x8421));
    let headers = (0..15).flat_map(|bit| {
        every_kind(&qp.context, PSN).map(|header| header.edit(|h| h.pkey ^= 1 << bit))
    });
    seen.all_end_by(Rule::PkeyMismatch, headers).await;
}

pub(super) async fn partition_membership_is_ignored(tb: Tb) {
    let seen = tb.watch();
    for (ours, theirs) in [(0x8001, 0x0001), (0x0001, 0x8001), (0, 0x8000)] {
        let qp = tb.qp().psn(PSN).edit(|c| c.pkey = ours).create();
        qp.post(&WorkRequest::write(64));
        let ack = Header::ack(&qp.context, PSN).edit(|h| h.pkey = theirs);
        seen.ends_by(Rule::Ack, ack).await;
    }
}

pub(super) async fn duplicates(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    for behind in [1, 2, 128, 1 << 16, 1 << 23] {
        // A plain ACK is looked up all the same, if it is no large PSN.
        let headers = every_kind(&qp.context, PSN.wrapping_sub(behind));
        let (ack, others) = (headers[0].clone(), &headers[1..]);
        seen.all_end_by(Rule::OldDuplicate, others.to_vec()).await;
        // 2^23 behind the expected PSN is less than 2^23 ahead of the next one.
        let rule = if behind < 1 << 23 {
            Rule::Stale
        } else {
            Rule::LargePsn
        };
        seen.ends_by(rule, ack).await;
    }
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
}

pub(super) async fn sack_is_judged_by_its_base(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(4096));
    let sack = |base, psn| Header::sack(&qp.context, base, 0).edit(|h| h.psn = psn);
    seen.end([
        (Rule::OldDuplicate, sack(PSN - 1, PSN)),
        (Rule::LargePsn, sack(PSN + 4, PSN)),
        (Rule::Sack, sack(PSN, PSN - 1)),
        (Rule::Sack, sack(PSN + 1, PSN + 4)),
    ])
    .await;
}

pub(super) async fn large_psns(tb: Tb) {
    let seen = tb.watch();
    let qp = reading(tb.qp());
    // The next PSN is PSN + 1. The last one is 2^23 - 1 ahead of what is expected.
    for ahead in [1, 2, 1000, (1 << 23) - 1] {
        seen.all_end_by(Rule::LargePsn, every_kind(&qp.context, PSN + ahead))
            .await;
    }
    tb.expect_eq("the entries outstanding", &qp.depth(), &1);
    let highest = Header::read(&qp.context, RespOpcode::READ_RESP_ONLY, PSN, 1024);
    seen.ends_by(Rule::ReadResponse, highest).await;
}

pub(super) async fn sack_names_a_large_psn(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(4096));
    let beyond = [
        (0, 1 << 4),
        (0, 1 << 111),
        (0, 0b1_0010),
        (1, 1 << 3),
        (3, 1 << 1),
    ];
    let headers = beyond.map(|(base, bitmap)| Header::sack(&qp.context, PSN + base, bitmap));
    seen.all_end_by(Rule::LargePsn, headers).await;
    let within = [(0, 1 << 3), (0, 0b1111), (1, 0b110), (3, 0)];
    let headers = within.map(|(base, bitmap)| Header::sack(&qp.context, PSN + base, bitmap));
    seen.all_end_by(Rule::Sack, headers).await;
}

pub(super) async fn sack_reaches_as_far_as_its_highest_bit(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).selective_repeat().create();
    qp.post(&WorkRequest::write(112 * 1024));
    let mut headers = Vec::new();
    for base in 1..112 {
        // The lower bits do not count.
        let sack = |highest: u32| {
            let bitmap = 1 << highest | ((1 << highest) - 1) & 0x5555;
            Header::sack(&qp.context, PSN + base, bitmap)
        };
        headers.push((Rule::LargePsn, sack(112 - base)));
        headers.push((Rule::Sack, sack(111 - base)));
    }
    seen.end(headers).await;
}

pub(super) async fn sack_refused(tb: Tb) {
    let seen = tb.watch();
    let qp = tb.qp().psn(PSN).create();
    qp.post(&WorkRequest::write(4096));
    let headers = [(0, 0), (1, 0b10), (3, 0)]
        .map(|(base, bitmap)| Header::sack(&qp.context, PSN + base, bitmap));
    seen.all_end_by(Rule::SackRefused, headers).await;
    seen.ends_by(Rule::Ack, Header::ack(&qp.context, PSN + 3))
        .await;
}

/// Makes one end condition hold.
type Break = fn(&mut QpContext, &mut CompHeader);

/// Every end condition in order of priority, for a SACK whose base is `PSN`.
const CONDITIONS: [(Rule, Break); 8] = [
    (Rule::Malformed, |_, header| header.bad_length = true),
    (Rule::InvalidQp, |context, _| context.valid = false),
    (Rule::NotRts, |context, _| context.state = QpState::RTR),
    (Rule::IpMismatch, |_, header| header.src_ip ^= 1),
    (Rule::PkeyMismatch, |_, header| header.pkey ^= 1),
    (Rule::OldDuplicate, |context, _| {
        context.unacked_psn = PSN + 1;
    }),
    (Rule::LargePsn, |context, _| context.next_psn = PSN),
    (Rule::SackRefused, |context, _| {
        context.selective_repeat = false;
    }),
];

/// A SACK to a QP of its own for which these conditions hold.
fn broken(tb: &Tb, breaks: impl Iterator<Item = Break>) -> CompHeader {
    let mut context = tb.qp().psn(PSN).selective_repeat().create().context;
    context.next_psn = (Psn::new(PSN) + 1).get();
    let mut header = Header::sack(&context, PSN, 0).build();
    for condition in breaks {
        condition(&mut context, &mut header);
    }
    tb.bench().create_qp(context);
    header
}

pub(super) async fn the_first_condition_decides(tb: Tb) {
    let seen = tb.watch();
    let mut headers = Vec::new();
    for (place, &(rule, condition)) in CONDITIONS.iter().enumerate() {
        let later = &CONDITIONS[place + 1..];
        headers.push((rule, broken(&tb, [condition].into_iter())));
        for &(_, other) in later {
            headers.push((rule, broken(&tb, [condition, other].into_iter())));
        }
        let all = CONDITIONS[place..].iter().map(|&(_, condition)| condition);
        headers.push((rule, broken(&tb, all)));
    }
    seen.end(headers).await;
}

pub(super) async fn congestion_notification(tb: Tb) {
    let seen = tb.watch();
    let qps = [QpState::RTS, QpState::SQD].map(|state| tb.qp().psn(PSN).state(state).create());
    // Its PSN means nothing: old, expected, and never sent.
    let headers = qps.iter().flat_map(|qp| {
        [0, PSN - 1, PSN, PSN + 9].map(|psn| Header::cnp(&qp.context).edit(|h| h.psn = psn))
    });
    seen.all_end_by(Rule::Cnp, headers).await;
    for qp in qps {
        tb.expect_eq("the expected PSN", &qp.now().unacked_psn, &PSN);
    }
}

pub(super) async fn congestion_notification_refused(tb: Tb) {
    let seen = tb.watch();
    let gone = tb.qp().edit(|context| context.valid = false).create();
    let wide = tb.qp().edit(|context| context.qpn = 0x1_0007).create();
    let not_ready = [QpState::RTR, QpState::SQE, QpState::ERR]
        .map(|state| Header::cnp(&tb.qp().state(state).create().context));
    let qp = tb.qp().create();
    let cnp = Header::cnp(&qp.context);
    let mut headers = vec![
        (Rule::InvalidQp, Header::cnp(&gone.context)),
        (Rule::InvalidQp, Header::cnp(&wide.context)),
        (Rule::IpMismatch, cnp.clone().edit(|h| h.src_ip = ipv4(3))),
        (Rule::IpMismatch, cnp.clone().edit(|h| h.dst_ip = ipv4(3))),
        (Rule::PkeyMismatch, cnp.clone().edit(|h| h.pkey = 0x7FFE)),
    ];
    headers.extend(not_ready.map(|header| (Rule::NotRts, header)));
    seen.end(headers).await;
    seen.ends_by(Rule::Cnp, cnp).await;
}
