//! The rules of the contract, so that a difference between wrapper and model can name the one broken.

use std::fmt;

/// Declares the rules with where they stand and what they say.
macro_rules! rules {
    ($($name:ident: $place:literal, $text:literal;)*) => {
        /// One rule of the contract. Its text cites the contract's section (and row, for the look-up
        /// table of section 4).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = concat!("Contract ", $place, ": ", $text)] $name,)*
        }

        impl Rule {
            /// Every rule, in the order of the contract.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The citation, such as `contract 4 row 3: "p > W.last_psn, W a WRITE/SEND" -> implied ACK`.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => concat!("contract ", $place, ": ", $text),)*
                }
            }
        }
    };
}

rules! {
    ContextRead: "3", "every header is followed by a context READ";
    Malformed: "3 MALFORMED", "not a well-formed response";
    InvalidQp: "3 INVALID_QP", "context invalid or dest_qpn >= 2^16";
    NotRts: "3 NOT_RTS", "state neither RTS nor SQD";
    IpMismatch: "3 IP_MISMATCH", "src_ip != peer_ip or dst_ip != own_ip";
    PkeyMismatch: "3 PKEY_MISMATCH", "partition keys differ in bits 14:0";
    Cnp: "3 CNP", "a CNP ends with m_notify_cnp_qpn";
    OldDuplicate: "3 DUPLICATE", "p < unacked_psn, not a plain positive ACK";
    LargePsn: "3 LARGE_PSN", "p (or a SACK's highest bit) >= next_psn";
    SackRefused: "3 SACK_REFUSED", "SACK on a QP without selective repeat";
    NoEnd: "3", "no end condition holds -> drop1 = 0, read the oldest entry";
    Ghost: "4 row 1", "\"W.valid = 0 or W.started = 0\" -> drop";
    NotSent: "4 row 2", "\"p > W.last_psn, W.sent = 0\" -> drop";
    ImpliedAck: "4 row 3", "\"p > W.last_psn, W a WRITE/SEND\" -> implied ACK, next entry";
    ImpliedNak: "4 row 4", "\"p > W.last_psn, W a READ/ATOMIC\" -> HANDOVER IMPLIED_NAK";
    LateAck: "4 row 5", "\"p < e, plain positive ACK, p == W.last_psn, W a WRITE/SEND, sent\" -> complete";
    Stale: "4 row 6", "\"p < e otherwise\" -> drop";
    Missing: "4 row 7", "\"p > e, W a READ/ATOMIC\" -> drop, the timer recovers";
    Ack: "4 row 8", "\"plain positive ACK, W a WRITE/SEND\" -> e = p + 1, complete or MODIFY";
    Sack: "4 row 9", "\"SACK\" -> e = p, HANDOVER SACK";
    SequenceNak: "4 row 10", "\"NAK code 0\" -> e = p, HANDOVER SEQ_NAK";
    RnrNak: "4 row 11", "\"RNR NAK\" -> e = p, HANDOVER RNR";
    RemoteNak: "4 row 12", "\"NAK code 1 / 2 / 3 / any other\" -> fail";
    ReadResponse: "4 row 13", "\"READ response, W a READ\" -> section 5";
    AtomicAck: "4 row 14", "\"ATOMIC_ACK, W a CAS or FADD\" -> section 6";
    WrongKind: "4 row 15", "\"anything else\" -> fail with BAD_RESP";
    Flush: "4 flush", "each valid entry behind a failure -> WR_FLUSH CQE and DELETE, until one is not valid";
    ContextWrite: "4 context WRITE", "at most one per header, for what changed";
    AckNotice: "4 notices", "m_ack_info for rows 5, 8, accepted READ responses and ATOMIC acks";
    NakNotice: "4 notices", "m_nak_info for rows 10..12";
    SackNotice: "4 notices", "m_sack_info for row 9";
    ReadSequence: "5.1", "FIRST/MIDDLE/LAST/ONLY must fit request_psn, last_psn and a resumed retry";
    ReadLength: "5.2", "FIRST, MIDDLE: a PMTU; LAST, ONLY: what remains";
    ReadRoom: "5.3", "bytes_received + payload_len must fit in the local segments";
    ReadPieces: "5", "one payload command and one translation per piece of the local segments";
    ReadAccepted: "5", "no translation faulted -> drop3 = 0, e = p + 1, complete or MODIFY";
    TranslationFault: "5", "a translation faulted -> drop3 = 1, fail with LOC_PROT";
    AtomicRoom: "6", "the first segment must hold 8 bytes";
    AtomicPiece: "6", "the original value goes inline to the first segment";
    AtomicAccepted: "6", "no translation fault -> drop3 = 0, e = p + 1, complete";
    AtomicFault: "6", "the translation faulted -> drop3 = 1, fail with LOC_PROT";
    QpPassed: "7", "CREATE, MODIFY and unknown ops are passed on unchanged";
    QpToError: "7", "MODIFY to ERR: state = ERR, pass-through, flush";
    QpDestroyed: "7", "DESTROY: valid = 0 and RESET, SWQ clean-up, CC forgets; not passed on";
    MrPassed: "8", "everything but DEREGISTER is passed on unchanged";
    MrFence: "8", "DEREGISTER: m_dereg_mr_id first";
    MrFlush: "8", "s_dereg_rsp -> m_mmu_flush";
    MrDone: "8", "s_mmu_flush_rsp ends the deregistration";
}

impl Rule {
    /// The row of the look-up table, 1 to 15; none for rules elsewhere.
    pub const fn row(self) -> Option<u8> {
        if (self as u8) < Self::Ghost as u8 || (self as u8) > Self::WrongKind as u8 {
            return None;
        }
        Some(self as u8 - Self::Ghost as u8 + 1)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
