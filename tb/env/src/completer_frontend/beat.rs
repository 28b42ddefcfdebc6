//! Questions that a scoreboard asks of a beat, whatever stream it is on.

use layout::FieldDiff;
use model::completer_frontend::{Beat, Effect, Rule};
use rdma::layouts::{
    CompHeader, ContextOp, MrControl, MrKey, QpContext, QpControl, RespOpcode, SwqOp,
    TranslateResponse, TxInfo,
};
use rdma::{Psn, Syndrome};

/// One beat on an input port of the wrapper.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// On `s_comp_header_stream`.
    Header(CompHeader),
    /// On `qp_rw_port_rd`.
    Context(QpContext),
    /// On `s_data_port_3`.
    Oldest(TxInfo),
    /// On `s_data_port_4`.
    Entry(TxInfo),
    /// On `s_data_port_0`.
    Answer(TxInfo),
    /// On `s_comp_write_translate_rsp`.
    Verdict(TranslateResponse),
    /// On `s_qp_control_cmd`.
    QpControl(QpControl),
    /// On `s_mr_ctrl_stream`.
    MrControl(MrControl),
    /// On `s_dereg_rsp`.
    Fenced(MrKey),
    /// On `s_mmu_flush_rsp`.
    Flushed(MrKey),
}

impl Input {
    /// Name of the port.
    pub const fn port(&self) -> &'static str {
        match self {
            Self::Header(_) => "s_comp_header_stream",
            Self::Context(_) => "qp_rw_port_rd",
            Self::Oldest(_) => "s_data_port_3",
            Self::Entry(_) => "s_data_port_4",
            Self::Answer(_) => "s_data_port_0",
            Self::Verdict(_) => "s_comp_write_translate_rsp",
            Self::QpControl(_) => "s_qp_control_cmd",
            Self::MrControl(_) => "s_mr_ctrl_stream",
            Self::Fenced(_) => "s_dereg_rsp",
            Self::Flushed(_) => "s_mmu_flush_rsp",
        }
    }
}

/// The QP that a beat belongs to; none for memory regions. Notices carry its low 16 bits.
pub(super) fn qpn(beat: &Beat) -> Option<u32> {
    Some(match beat {
        Beat::Context(b) => b.qpn,
        Beat::Oldest(b) => b.qpn,
        Beat::Entry(b) => b.qpn,
        Beat::Swq(b) => b.qpn,
        Beat::Cleanup(b) => b.qpn,
        Beat::Drop1(b) | Beat::Drop2(b) | Beat::Drop3(b) => b.qpn,
        Beat::Payload(b) => b.qpn,
        Beat::Translate(b) => b.qpn,
        Beat::Cqe(b) | Beat::ErrorCqe(b) => b.qpn,
        Beat::Ack(b) => u32::from(b.qpn),
        Beat::Nak(b) => u32::from(b.qpn),
        Beat::Sack(b) => u32::from(b.qpn),
        Beat::Cnp(b) => u32::from(b.qpn),
        Beat::QpControl(b) => b.qpn,
        Beat::QpDestroyed(b) => u32::from(b.qpn),
        Beat::MrControl(_) | Beat::Deregister(_) | Beat::MmuFlush(_) => return None,
    })
}

/// Compares two beats of one port field by field.
pub(super) fn diff(expected: &Beat, observed: &Beat) -> Vec<FieldDiff> {
    macro_rules! by_port {
        ($($port:ident)*) => {
            match (expected, observed) {
                $((Beat::$port(expected), Beat::$port(observed)) => layout::diff(expected, observed),)*
                _ => Vec::new(),
            }
        };
    }
    by_port!(Context Oldest Entry Swq Cleanup Drop1 Drop2 Drop3 Payload Translate Cqe ErrorCqe Ack Nak Sack
        Cnp QpControl QpDestroyed MrControl Deregister MmuFlush)
}

/// The name of an effect's event in the ordering contract: the port, qualified where the contract
/// tells kinds of beats apart.
pub(super) fn event(effect: &Effect) -> &'static str {
    match (&effect.beat, effect.rule) {
        (Beat::Context(b), _) if b.op == ContextOp::READ => "qp_rw_port_awd.read",
        (Beat::Context(_), _) => "qp_rw_port_awd.write",
        (Beat::Entry(_), Rule::Flush) => "m_cmd_port_4.flush",
        (Beat::Cqe(_), Rule::ImpliedAck) => "m_comp_cmpt_stream.implied",
        (Beat::ErrorCqe(_), Rule::Flush) => "m_comp_err_stream.flush",
        (Beat::Swq(_), Rule::ImpliedAck) => "m_cmd_port_0.implied",
        (Beat::Swq(_), Rule::Flush) => "m_cmd_port_0.flush",
        (Beat::Swq(b), _) if b.op == SwqOp::MODIFY => "m_cmd_port_0.modify",
        (Beat::Swq(b), _) if b.op == SwqOp::DELETE => "m_cmd_port_0.delete",
        (Beat::Swq(_), _) => "m_cmd_port_0.handover",
        (Beat::Drop1(b), _) => {
            if b.drop {
                "m_comp_payload_drop1.drop"
            } else {
                "m_comp_payload_drop1.keep"
            }
        }
        (Beat::Drop2(b), _) => {
            if b.drop {
                "m_comp_payload_drop2.drop"
            } else {
                "m_comp_payload_drop2.keep"
            }
        }
        (Beat::Drop3(b), _) => {
            if b.drop {
                "m_comp_payload_drop3.drop"
            } else {
                "m_comp_payload_drop3.keep"
            }
        }
        (beat, _) => beat.port().name(),
    }
}

/// A response in a line, as an engineer would call it.
pub fn describe_header(header: &CompHeader) -> String {
    let kind = match (header.opcode, Syndrome::from(header.syndrome)) {
        (RespOpcode::ACKNOWLEDGE, _) if header.sack => {
            format!("SACK base {}", Psn::new(header.sack_base))
        }
        (RespOpcode::ACKNOWLEDGE, Syndrome::Ack { .. }) => "ACK".to_owned(),
        (RespOpcode::ACKNOWLEDGE, Syndrome::Rnr { timer }) => format!("RNR NAK timer {timer}"),
        (RespOpcode::ACKNOWLEDGE, Syndrome::Nak { code }) => format!("NAK code {}", code.get()),
        (opcode, _) => opcode.to_string(),
    };
    let mut text = format!("{kind} qp {} psn {}", header.dest_qpn, Psn::new(header.psn));
    if header.payload_len != 0 || header.payload_present {
        text += &format!(" payload {}", header.payload_len);
    }
    text
}
