//! What a model answers: effects on the output ports, and what it waits for.

use super::Rule;
use rdma::layouts::{
    AckInfo, Cause, CnpNotice, ContextAccess, Cqe, DropDecision, MrControl, MrKey, NakInfo,
    PayloadCommand, QpControl, QpNotice, SackInfo, SwqCleanup, SwqCommand, SwqRead, SwqReadInit,
    WcStatus, WriteTranslate,
};
use smallvec::SmallVec;
use std::fmt;

/// Declares the output ports: a beat per port, its layout and its name.
macro_rules! ports {
    ($($port:ident($layout:ty) = $name:literal;)*) => {
        /// One beat on an output port.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Beat {
            $(#[doc = concat!("On `", $name, "`.")] $port($layout),)*
        }

        /// An output port of the wrapper.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Port {
            $(#[doc = concat!("`", $name, "`.")] $port,)*
        }

        impl Beat {
            /// Where it leaves.
            pub const fn port(&self) -> Port {
                match self {
                    $(Self::$port(_) => Port::$port,)*
                }
            }
        }

        impl Port {
            /// Every output port.
            pub const ALL: &'static [Self] = &[$(Self::$port,)*];

            /// Name of the port on the wrapper.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$port => $name,)*
                }
            }
        }

        impl fmt::Display for Beat {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$port(beat) => write!(f, "{} {}", $name, layout::render(beat)),)*
                }
            }
        }
    };
}

ports! {
    Context(ContextAccess) = "qp_rw_port_awd";
    Oldest(SwqReadInit) = "m_cmd_port_3";
    Entry(SwqRead) = "m_cmd_port_4";
    Swq(SwqCommand) = "m_cmd_port_0";
    Cleanup(SwqCleanup) = "m_cmd_port_1";
    Drop1(DropDecision) = "m_comp_payload_drop1";
    Drop2(DropDecision) = "m_comp_payload_drop2";
    Drop3(DropDecision) = "m_comp_payload_drop3";
    Payload(PayloadCommand) = "m_comp_payload_cmd_stream";
    Translate(WriteTranslate) = "m_comp_write_translate";
    Cqe(Cqe) = "m_comp_cmpt_stream";
    ErrorCqe(Cqe) = "m_comp_err_stream";
    Ack(AckInfo) = "m_ack_info";
    Nak(NakInfo) = "m_nak_info";
    Sack(SackInfo) = "m_sack_info";
    Cnp(CnpNotice) = "m_notify_cnp_qpn";
    QpControl(QpControl) = "m_qp_control_cmd";
    QpDestroyed(QpNotice) = "m_cc_qp_destroy";
    MrControl(MrControl) = "m_mr_ctrl_stream";
    Deregister(MrKey) = "m_dereg_mr_id";
    MmuFlush(MrKey) = "m_mmu_flush";
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A beat that the wrapper must put out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The beat, complete: what the contract leaves out is 0.
    pub beat: Beat,
    /// The rule that demands it.
    pub rule: Rule,
}

/// Effects of one input. Those on one port are in the order in which they must leave.
pub type Effects = SmallVec<[Effect; 6]>;

/// What one input leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What the wrapper must put out from now on.
    pub effects: Effects,
    /// What the transaction waits for.
    pub next: Next,
}

/// The input that a transaction waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The context, on `qp_rw_port_rd`.
    Context,
    /// The oldest entry, on `s_data_port_3`.
    Oldest,
    /// An entry by index, on `s_data_port_4`.
    Entry,
    /// That many translation verdicts, on `s_comp_write_translate_rsp`.
    Verdicts(u8),
    /// The deregistration fence, on `s_dereg_rsp`.
    Fence,
    /// The end of the MMU flush, on `s_mmu_flush_rsp`.
    MmuFlush,
    /// Nothing: the transaction is over.
    Done(Outcome),
}

impl fmt::Display for Next {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Context => "qp_rw_port_rd",
            Self::Oldest => "s_data_port_3",
            Self::Entry => "s_data_port_4",
            Self::Verdicts(_) => "s_comp_write_translate_rsp",
            Self::Fence => "s_dereg_rsp",
            Self::MmuFlush => "s_mmu_flush_rsp",
            Self::Done(_) => "nothing, being over",
        })
    }
}

/// How a transaction ended, for coverage, registers and failure messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Cause of the end; `NONE` for what was accepted, a CNP and a control command.
    pub cause: Cause,
    /// The rule that decided.
    pub rule: Rule,
    /// Rows of the look-up table that were taken.
    pub rows: Rows,
    /// Entries completed with success, implied ones included.
    pub completed: u32,
    /// Entries completed by an implied ACK.
    pub implied: u32,
    /// Entries completed with `WR_FLUSH`.
    pub flushed: u32,
    /// Pieces of payload put out.
    pub pieces: u8,
    /// A notice to CC was due: m_ack_info, m_nak_info or m_sack_info.
    pub accepted: bool,
    /// Status of the entry that failed, if one did.
    pub failed: Option<WcStatus>,
}

impl Outcome {
    /// Nothing happened yet.
    pub(super) const fn new(rule: Rule) -> Self {
        Self {
            cause: Cause::NONE,
            rule,
            rows: Rows(0),
            completed: 0,
            implied: 0,
            flushed: 0,
            pieces: 0,
            accepted: false,
            failed: None,
        }
    }
}

/// A set of rows of the look-up table (contract 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rows(u16);

impl Rows {
    /// Adds the row of a rule; rules outside the table are not kept.
    pub(super) fn insert(&mut self, rule: Rule) {
        if let Some(row) = rule.row() {
            self.0 |= 1 << row;
        }
    }

    /// Whether a row, 1 to 15, was taken.
    pub const fn contains(self, row: u8) -> bool {
        row < 16 && self.0 & (1 << row) != 0
    }

    /// The rows, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..16).filter(move |&row| self.contains(row))
    }
}
