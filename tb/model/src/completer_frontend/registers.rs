//! What the debug registers must show (contract 9).

use super::{Beat, Outcome, Rule};
use layout::Access;
use rdma::layouts::completer_frontend as map;
use rdma::layouts::{Cause, CompHeader};

/// AXI4-Lite response code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BusResponse {
    /// OKAY, 0.
    Okay,
    /// SLVERR, 2.
    SlaveError,
    /// DECERR, 3.
    DecodeError,
}

impl BusResponse {
    /// The code on `rresp` and `bresp`.
    pub const fn code(self) -> u8 {
        match self {
            Self::Okay => 0,
            Self::SlaveError => 2,
            Self::DecodeError => 3,
        }
    }
}

/// Answer to a bus read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BusAnswer {
    /// Response code.
    pub response: BusResponse,
    /// Data.
    pub data: u32,
    /// Bits of the data that are known; the others may hold anything.
    pub known: u32,
}

/// The debug registers of the wrapper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registers {
    /// One value per word of the block, at a quarter of its byte offset.
    values: [u32; WORDS],
    /// Bits of `sticky` that no read has cleared since power-up.
    unknown: u32,
}

/// Words up to the last register.
const WORDS: usize = map::MR_DEREG_HWCNT as usize / 4 + 1;

/// Value of `version`.
const VERSION: u32 = 0x0001_0000;

/// Every bit of `sticky` that has a meaning.
fn sticky_bits() -> u32 {
    let fields = map::BLOCK.register("sticky").map_or(&[][..], |r| r.fields);
    fields.iter().fold(0, |bits, f| bits | 1 << f.lsb)
}

impl Registers {
    /// After power-up: counters 0, `sticky` unknown until it is read once.
    pub fn power_up() -> Self {
        let mut registers = Self {
            values: [0; WORDS],
            unknown: sticky_bits(),
        };
        registers.reset();
        registers
    }

    /// Reset clears everything but `sticky`.
    pub fn reset(&mut self) {
        let sticky = *self.word(map::STICKY);
        self.values = [0; WORDS];
        *self.word(map::STICKY) = sticky;
        *self.word(map::VERSION) = VERSION;
    }

    /// A reset cut responses off: they may or may not have set their sticky bits, so `sticky` is only
    /// known where it was set before, until it is read.
    pub fn reset_in_flight(&mut self) {
        self.reset();
        self.unknown = sticky_bits();
    }

    /// Takes a beat that left the wrapper (or had to).
    pub fn effect(&mut self, beat: &Beat) {
        match beat {
            Beat::Ack(_) => self.count(map::ACK_HWCNT, 1),
            Beat::Nak(_) => self.count(map::NAK_HWCNT, 1),
            Beat::Sack(_) => self.count(map::SACK_HWCNT, 1),
            Beat::Cnp(_) => self.count(map::CNP_HWCNT, 1),
            Beat::Cqe(_) => self.count(map::CQE_HWCNT, 1),
            Beat::ErrorCqe(cqe) => {
                self.count(map::ERROR_CQE_HWCNT, 1);
                if cqe.cause == Cause::FLUSH {
                    self.count(map::FLUSH_HWCNT, 1);
                    self.set_sticky(map::STICKY_FLUSH);
                } else if cqe.cause == Cause::REMOTE_NAK {
                    self.set_sticky(map::STICKY_REMOTE_NAK);
                }
            }
            Beat::Swq(command) if command.op == rdma::layouts::SwqOp::HANDOVER => {
                self.count(map::HANDOVER_HWCNT, 1);
            }
            _ => {}
        }
    }

    /// Takes a response that was accepted; to be called in the order of the headers.
    pub fn accepted(&mut self, header: &CompHeader) {
        *self.word(map::LAST_PSN) = header.psn;
        *self.word(map::LAST_QPN) = header.dest_qpn;
    }

    /// Takes the end of a response.
    pub fn response(&mut self, outcome: &Outcome) {
        self.count(map::RESPONSE_HWCNT, 1);
        self.count(map::IMPLIED_ACK_HWCNT, outcome.implied);
        if let Some((counter, sticky)) = of_cause(outcome.cause) {
            self.count(counter, 1);
            self.set_sticky(sticky);
        }
    }

    /// Takes the end of a QP or MR control command.
    pub fn control(&mut self, outcome: &Outcome) {
        match outcome.rule {
            Rule::QpDestroyed => self.count(map::QP_DESTROY_HWCNT, 1),
            Rule::MrDone => self.count(map::MR_DEREG_HWCNT, 1),
            _ => {}
        }
    }

    /// A bus read at a byte offset from the block's base.
    pub fn read(&mut self, offset: u32) -> BusAnswer {
        let answer = self.peek(offset);
        if let Some((register, _)) = at(offset)
            && register.access == Access::ClearOnRead
        {
            *self.word(offset) = 0;
            self.unknown = 0;
        }
        answer
    }

    /// What a bus read would answer, without its effect.
    pub fn peek(&self, offset: u32) -> BusAnswer {
        if at(offset).is_none() {
            return BusAnswer {
                response: BusResponse::DecodeError,
                data: 0,
                known: !0,
            };
        }
        let data = self.values[offset as usize / 4];
        // A bit set since power-up is known, whatever it was before.
        let known = if offset == map::STICKY {
            !self.unknown | data
        } else {
            !0
        };
        BusAnswer {
            response: BusResponse::Okay,
            data,
            known,
        }
    }

    /// A bus write at a byte offset from the block's base; it changes nothing.
    pub fn write(&self, offset: u32) -> BusResponse {
        if at(offset).is_some() {
            BusResponse::SlaveError
        } else {
            BusResponse::DecodeError
        }
    }

    fn word(&mut self, offset: u32) -> &mut u32 {
        &mut self.values[offset as usize / 4]
    }

    fn count(&mut self, offset: u32, by: u32) {
        let counter = self.word(offset);
        *counter = counter.wrapping_add(by);
    }

    fn set_sticky(&mut self, bits: u32) {
        *self.word(map::STICKY) |= bits;
    }
}

/// The register at a byte offset from the block's base.
fn at(offset: u32) -> Option<(&'static layout::Register, u32)> {
    map::BLOCK.at(map::BASE.checked_add(offset)?)
}

/// Counter and sticky bit of a cause that ends responses. REMOTE_NAK and FLUSH follow the CQEs.
fn of_cause(cause: Cause) -> Option<(u32, u32)> {
    Some(match cause {
        Cause::MALFORMED => (map::MALFORMED_HWCNT, map::STICKY_MALFORMED),
        Cause::INVALID_QP => (map::INVALID_QP_HWCNT, map::STICKY_INVALID_QP),
        Cause::NOT_RTS => (map::NOT_RTS_HWCNT, map::STICKY_NOT_RTS),
        Cause::IP_MISMATCH => (map::IP_MISMATCH_HWCNT, map::STICKY_IP_MISMATCH),
        Cause::PKEY_MISMATCH => (map::PKEY_MISMATCH_HWCNT, map::STICKY_PKEY_MISMATCH),
        Cause::DUPLICATE => (map::DUPLICATE_HWCNT, map::STICKY_DUPLICATE),
        Cause::LARGE_PSN => (map::LARGE_PSN_HWCNT, map::STICKY_LARGE_PSN),
        Cause::SACK_REFUSED => (map::SACK_REFUSED_HWCNT, map::STICKY_SACK_REFUSED),
        Cause::GHOST => (map::GHOST_HWCNT, map::STICKY_GHOST),
        Cause::NOT_SENT => (map::NOT_SENT_HWCNT, map::STICKY_NOT_SENT),
        Cause::MISSING => (map::MISSING_HWCNT, map::STICKY_MISSING),
        Cause::IMPLIED_NAK => (map::IMPLIED_NAK_HWCNT, map::STICKY_IMPLIED_NAK),
        Cause::WRONG_KIND => (map::BAD_RESPONSE_HWCNT, map::STICKY_WRONG_KIND),
        Cause::OUT_OF_SEQUENCE => (map::BAD_RESPONSE_HWCNT, map::STICKY_OUT_OF_SEQUENCE),
        Cause::WRONG_LENGTH => (map::BAD_RESPONSE_HWCNT, map::STICKY_WRONG_LENGTH),
        Cause::LOCAL_LENGTH => (map::BAD_RESPONSE_HWCNT, map::STICKY_LOCAL_LENGTH),
        Cause::TRANSLATION => (map::TRANSLATION_FAULT_HWCNT, map::STICKY_TRANSLATION),
        _ => return None,
    })
}
