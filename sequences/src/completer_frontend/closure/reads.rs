//! READ responses and ATOMIC acks: contract 5 and 6.

use env::actors::WorkRequest;
use model::completer_frontend::Rule;
use rdma::layouts::{CompHeader, Pmtu, RespOpcode, Segment, WrOpcode};

use super::super::{Header, Tb};

const PSN: u32 = 0xFF_FFFE;
const FIRST: RespOpcode = RespOpcode::READ_RESP_FIRST;
const MIDDLE: RespOpcode = RespOpcode::READ_RESP_MIDDLE;
const LAST: RespOpcode = RespOpcode::READ_RESP_LAST;
const ONLY: RespOpcode = RespOpcode::READ_RESP_ONLY;
/// A local key that does not translate.
const REFUSED: u32 = 0xBAD;

/// Where a response meets its READ, in packets of the message.
#[derive(Clone, Copy)]
struct Place {
    /// Packets of the message.
    packets: u32,
    /// Packets received before.
    received: u32,
    /// Where the latest request begins.
    request: u32,
    /// The opcodes that may come here.
    legal: &'static [RespOpcode],
}

/// Every position that contract 5.1 tells apart. A request that does not begin with the message is a repeated one.
const PLACES: [Place; 6] = [
    Place {
        packets: 4,
        received: 0,
        request: 0,
        legal: &[FIRST],
    },
    Place {
        packets: 4,
        received: 1,
        request: 0,
        legal: &[MIDDLE],
    },
    Place {
        packets: 4,
        received: 3,
        request: 0,
        legal: &[LAST],
    },
    Place {
        packets: 1,
        received: 0,
        request: 0,
        legal: &[ONLY],
    },
    Place {
        packets: 4,
        received: 1,
        request: 1,
        legal: &[FIRST, MIDDLE],
    },
    Place {
        packets: 4,
        received: 3,
        request: 3,
        legal: &[ONLY, LAST],
    },
];

/// What else is wrong with a response.
#[derive(Clone, Copy)]
enum Flaw {
    None,
    Length,
    Room,
    Translation,
}

impl Flaw {
    const ALL: [Self; 4] = [Self::None, Self::Length, Self::Room, Self::Translation];

    fn rule(self) -> Rule {
        match self {
            Self::None => Rule::ReadResponse,
            Self::Length => Rule::ReadLength,
            Self::Room => Rule::ReadRoom,
            Self::Translation => Rule::TranslationFault,
        }
    }
}

/// One response to a READ of its own.
fn response(
    tb: &Tb,
    pmtu: Pmtu,
    place: Place,
    opcode: RespOpcode,
    flaw: Flaw,
) -> (Rule, CompHeader) {
    let packet = pmtu.bytes().unwrap_or(256);
    let done = place.received * packet;
    let qp = tb.qp().psn(PSN).pmtu(pmtu).create();
    let segment = Segment {
        va: 0x7000_0000,
        lkey: if matches!(flaw, Flaw::Translation) {
            REFUSED
        } else {
            1
        },
        length: if matches!(flaw, Flaw::Room) {
            done + packet - 1
        } else {
            place.packets * packet
        },
    };
    let read = qp.post(&WorkRequest::read(place.packets * packet).into_segments(&[segment]));
    qp.edit_entry(read.wqe_index, |entry| {
        entry.request_psn = (PSN + place.request) & 0xFF_FFFF;
        entry.retried = place.request > 0;
        entry.bytes_received = done;
    });
    let psn = (PSN + place.received) & 0xFF_FFFF;
    qp.edit_context(|context| context.unacked_psn = psn);
    let length = if matches!(flaw, Flaw::Length) {
        packet - 1
    } else {
        packet
    };
    let rule = if place.legal.contains(&opcode) {
        flaw.rule()
    } else {
        Rule::ReadSequence
    };
    (rule, Header::read(&qp.context, opcode, psn, length).build())
}

pub(in super::super) async fn everywhere(tb: Tb) {
    let seen = tb.watch();
    tb.bench().neighbours_mut().translator.refuse(REFUSED);
    for &pmtu in Pmtu::ALL {
        let mut responses = Vec::new();
        for place in PLACES {
            for opcode in [FIRST, MIDDLE, LAST, ONLY] {
                responses.extend(Flaw::ALL.map(|flaw| response(&tb, pmtu, place, opcode, flaw)));
            }
        }
        seen.end(responses).await;
    }
}

pub(in super::super) async fn what_remains(tb: Tb) {
    let seen = tb.watch();
    let mut responses = Vec::new();
    for (opcode, place) in [FIRST, MIDDLE, LAST, ONLY].into_iter().zip(PLACES) {
        for remaining in 1022..=1026_u32 {
            let (_, mut header) = response(&tb, Pmtu::MTU_1024, place, opcode, Flaw::None);
            let mut neighbours = tb.bench().neighbours_mut();
            if let Some(entry) = neighbours.queues.entry_mut(header.dest_qpn, 0) {
                entry.message_len = entry.bytes_received + remaining;
                // Room enough for what is too long.
                entry.segments[0].length = 8192;
            }
            let ends = opcode == LAST || opcode == ONLY;
            if ends {
                header.payload_len = remaining as u16;
            }
            let fits = if ends {
                remaining <= 1024
            } else {
                remaining >= 1024
            };
            responses.push((
                if fits {
                    Rule::ReadResponse
                } else {
                    Rule::ReadLength
                },
                header,
            ));
        }
    }
    seen.end(responses).await;
}

pub(in super::super) async fn unknown_pmtu(tb: Tb) {
    let seen = tb.watch();
    let [.., whole, _, _] = PLACES;
    for code in [0, 6, 7] {
        let length = response(&tb, Pmtu(code), whole, ONLY, Flaw::None).1;
        let sequence = response(&tb, Pmtu(code), whole, MIDDLE, Flaw::None).1;
        seen.end([(Rule::ReadLength, length), (Rule::ReadSequence, sequence)])
            .await;
    }
}

pub(in super::super) async fn too_many_segments(tb: Tb) {
    let seen = tb.watch();
    let mut responses = Vec::new();
    for count in 5..=7 {
        for pieces in 0..=4 {
            let qp = tb.qp().psn(PSN).create();
            let lengths = (0..4).map(|place| if place < pieces { 64 } else { 0 });
            let segments: Vec<Segment> = lengths
                .map(|length| Segment {
                    va: 0x7000_0000,
                    lkey: 1,
                    length,
                })
                .collect();
            let read = qp.post(&WorkRequest::read(pieces * 64).into_segments(&segments));
            qp.edit_entry(read.wqe_index, |entry| entry.segment_count = count);
            responses.push((
                Rule::ReadResponse,
                Header::read(&qp.context, ONLY, PSN, pieces * 64),
            ));
        }
    }
    seen.end(responses).await;
}

pub(in super::super) async fn atomics_at_the_edges(tb: Tb) {
    let seen = tb.watch();
    tb.bench().neighbours_mut().translator.refuse(REFUSED);
    let mut responses = Vec::new();
    for opcode in [WrOpcode::CAS, WrOpcode::FADD] {
        for (count, lkey, sent) in [
            (5, 1, true),
            (6, 1, false),
            (7, 1, true),
            (1, REFUSED, true),
            (1, REFUSED, false),
        ] {
            let qp = tb.qp().psn(PSN).create();
            let segment = Segment {
                va: 0x7000_0000,
                lkey,
                length: 64,
            };
            let entry = qp.post(&WorkRequest::of(opcode, 8).into_segments(&[segment]));
            qp.edit_entry(entry.wqe_index, |entry| {
                entry.segment_count = count;
                entry.sent = sent;
            });
            let rule = if lkey == REFUSED {
                Rule::AtomicFault
            } else {
                Rule::AtomicAck
            };
            responses.push((rule, Header::atomic(&qp.context, PSN, 0x55)));
        }
    }
    seen.end(responses).await;
}
