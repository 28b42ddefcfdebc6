//! Builders of inputs, and a bench that answers a response until it is over.

use layout::Packed;
use model::completer_frontend::{Beat, Effect, Next, Outcome, Port, Response};
use rdma::layouts::{
    CompHeader, Pmtu, QpContext, QpState, RespOpcode, Segment, TranslateResponse, TxInfo, WrOpcode,
};

pub(crate) const QPN: u32 = 3;
pub(crate) const MTU: u16 = 1024;
/// Oldest unacknowledged PSN of [`context`].
pub(crate) const UNACKED: u32 = 100;
/// PSN after the last one sent of [`context`].
pub(crate) const NEXT: u32 = 164;

/// A QP in RTS with the PSNs 100 to 163 outstanding.
pub(crate) fn context() -> QpContext {
    QpContext {
        valid: true,
        state: QpState::RTS,
        qpn: QPN,
        own_ip: 0xFFFF_0A00_0002,
        peer_ip: 0xFFFF_0A00_0001,
        pkey: 0xFFFF,
        pmtu: Pmtu::MTU_1024,
        next_psn: NEXT,
        unacked_psn: UNACKED,
        pd: 7,
        ..QpContext::default()
    }
}

/// A header that passes every end condition of [`context`]; credits of 0 change nothing.
pub(crate) fn header(opcode: RespOpcode, psn: u32) -> CompHeader {
    let context = context();
    CompHeader {
        opcode,
        pkey: context.pkey,
        dest_qpn: QPN,
        psn,
        src_ip: context.peer_ip,
        dst_ip: context.own_ip,
        ..CompHeader::default()
    }
}

pub(crate) fn ack(psn: u32) -> CompHeader {
    header(RespOpcode::ACKNOWLEDGE, psn)
}

/// An ACKNOWLEDGE with another syndrome.
pub(crate) fn nak(psn: u32, syndrome: u8) -> CompHeader {
    CompHeader {
        syndrome,
        ..ack(psn)
    }
}

pub(crate) fn sack(base: u32, bitmap: u128) -> CompHeader {
    CompHeader {
        sack: true,
        sack_base: base,
        ext: bitmap,
        ..ack(base)
    }
}

pub(crate) fn read_response(opcode: RespOpcode, psn: u32, payload_len: u16) -> CompHeader {
    CompHeader {
        payload_len,
        payload_present: payload_len != 0,
        ..header(opcode, psn)
    }
}

pub(crate) fn atomic_ack(psn: u32, original: u64) -> CompHeader {
    CompHeader {
        ext: original.into(),
        ..header(RespOpcode::ATOMIC_ACK, psn)
    }
}

/// A signaled entry, fully sent, with one segment that holds the message.
pub(crate) fn entry(opcode: WrOpcode, wqe_index: u16, first_psn: u32, last_psn: u32) -> TxInfo {
    let message_len = match opcode {
        WrOpcode::CAS | WrOpcode::FADD => 8,
        _ => (last_psn - first_psn + 1) * u32::from(MTU),
    };
    let mut entry = TxInfo {
        valid: true,
        started: true,
        sent: true,
        signaled: true,
        segment_count: 1,
        qpn: QPN,
        wqe_index,
        opcode,
        first_psn,
        last_psn,
        request_psn: first_psn,
        message_len,
        wr_id: 0xAB00 + u64::from(wqe_index),
        ..TxInfo::default()
    };
    entry.segments[0] = Segment {
        va: 0x1_0000,
        lkey: 0x55,
        length: message_len,
    };
    entry
}

pub(crate) fn write(wqe_index: u16, first_psn: u32, last_psn: u32) -> TxInfo {
    entry(WrOpcode::WRITE, wqe_index, first_psn, last_psn)
}

pub(crate) fn read(wqe_index: u16, first_psn: u32, last_psn: u32) -> TxInfo {
    entry(WrOpcode::READ, wqe_index, first_psn, last_psn)
}

/// A READ of which that many packets have come.
pub(crate) fn read_after(packets: u32, wqe_index: u16, first_psn: u32, last_psn: u32) -> TxInfo {
    TxInfo {
        bytes_received: packets * u32::from(MTU),
        ..read(wqe_index, first_psn, last_psn)
    }
}

pub(crate) fn verdict(fault: bool) -> TranslateResponse {
    TranslateResponse {
        fault,
        ..TranslateResponse::default()
    }
}

/// What a response led to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) effects: Vec<Effect>,
    pub(crate) outcome: Outcome,
}

/// Takes a response to its end. Entries are answered in order, whatever their index; behind the last
/// one comes an entry that is not valid. Verdicts are good ones.
pub(crate) fn run(header: &CompHeader, context: &QpContext, entries: &[TxInfo]) -> Run {
    run_with(header, context, entries, &[])
}

/// As [`run`], with translation faults at the given pieces.
pub(crate) fn run_with(
    header: &CompHeader,
    context: &QpContext,
    entries: &[TxInfo],
    faults: &[bool],
) -> Run {
    let (mut response, mut step) = Response::new(header);
    let (mut entries, mut faults) = (entries.iter(), faults.iter());
    let mut effects = Vec::new();
    loop {
        assert_eq!(step.next, response.next());
        effects.extend(step.effects);
        let answered = match step.next {
            Next::Done(outcome) => return Run { effects, outcome },
            Next::Context => response.context(context),
            Next::Oldest | Next::Entry => match entries.next() {
                Some(entry) => response.entry(entry),
                None => response.entry(&TxInfo::default()),
            },
            Next::Verdicts(_) => response.verdict(&verdict(faults.next().is_some_and(|f| *f))),
            Next::Fence | Next::MmuFlush => unreachable!("a response waits for no MR clean-up"),
        };
        step = answered.expect("the bench answers in turn");
    }
}

impl Run {
    /// The effects on one port, in brief.
    pub(crate) fn on(&self, port: Port) -> Vec<String> {
        self.effects
            .iter()
            .filter(|e| e.beat.port() == port)
            .map(|e| brief(&e.beat))
            .collect()
    }

    /// Every effect but reads, as `port: fields`.
    pub(crate) fn lines(&self) -> Vec<String> {
        lines(&self.effects)
    }

    /// The context WRITE, in brief; empty if there is none.
    pub(crate) fn context_write(&self) -> String {
        self.on(Port::Context)
            .into_iter()
            .filter(|text| text.starts_with("op=WRITE"))
            .collect()
    }
}

/// Effects but reads, as `port: fields`.
pub(crate) fn lines(effects: &[Effect]) -> Vec<String> {
    let seen = effects.iter().map(|e| (e.beat.port(), brief(&e.beat)));
    let changes = seen.filter(|(port, text)| {
        !matches!(port, Port::Oldest | Port::Entry) && !text.starts_with("op=READ")
    });
    changes
        .map(|(port, text)| format!("{port}: {text}"))
        .collect()
}

/// The fields that are not 0, numbers in hexadecimal; of enumerations also those that are 0, unless
/// that is NONE.
pub(crate) fn brief(beat: &Beat) -> String {
    fn fields<T: Packed>(beat: &T) -> String {
        let texts = T::fields().iter().enumerate().filter_map(|(index, field)| {
            let value = beat.value(index);
            let text = match field.name_of(value) {
                Some("NONE") => return None,
                Some(name) => name.to_owned(),
                None if value == 0 => return None,
                None => format!("{value:x}"),
            };
            Some(format!("{}={text}", field.name))
        });
        texts.collect::<Vec<_>>().join(" ")
    }
    match beat {
        Beat::Context(beat) => fields(beat),
        Beat::Oldest(beat) => fields(beat),
        Beat::Entry(beat) => fields(beat),
        Beat::Swq(beat) => fields(beat),
        Beat::Cleanup(beat) => fields(beat),
        Beat::Drop1(beat) | Beat::Drop2(beat) | Beat::Drop3(beat) => fields(beat),
        Beat::Payload(beat) => fields(beat),
        Beat::Translate(beat) => fields(beat),
        Beat::Cqe(beat) | Beat::ErrorCqe(beat) => fields(beat),
        Beat::Ack(beat) => fields(beat),
        Beat::Nak(beat) => fields(beat),
        Beat::Sack(beat) => fields(beat),
        Beat::Cnp(beat) => fields(beat),
        Beat::QpControl(beat) => fields(beat),
        Beat::QpDestroyed(beat) => fields(beat),
        Beat::MrControl(beat) => fields(beat),
        Beat::Deregister(beat) | Beat::MmuFlush(beat) => fields(beat),
    }
}
