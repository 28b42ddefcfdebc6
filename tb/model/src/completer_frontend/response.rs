//! One response header's way through the contract (sections 3 to 6).

use super::completion::{Failure, fail, read_next, succeed, swq_command};
use super::credits::Credits;
use super::end::{end_condition, has_aeth, judged_psn};
use super::flush::flush_entry;
use super::payload::{check_atomic, check_read, write_atomic, write_read};
use super::{Beat, Effect, Effects, Next, Outcome, Rule, Step, table};
use crate::Error;
use rdma::layouts::{
    AckInfo, Cause, CnpNotice, CompHeader, ContextAccess, ContextOp, DropDecision, NakInfo,
    QpContext, QpState, RetryKind, SackInfo, SwqCommand, SwqOp, SwqReadInit, TranslateResponse,
    TxInfo, WcStatus,
};
use rdma::{NakCode, Psn, Syndrome};

/// Round-trip times saturate at the width of their field.
const RTT_MAX: u32 = (1 << 22) - 1;

/// One response on its way through the contract.
#[derive(Clone, Debug)]
pub struct Response {
    header: CompHeader,
    context: QpContext,
    /// The contract's `e`.
    expected: Psn,
    credits: Credits,
    /// The entry whose payload is being written, while verdicts are awaited.
    entry: TxInfo,
    fault: bool,
    flushing: bool,
    outcome: Outcome,
    next: Next,
}

impl Response {
    /// Takes a beat of `s_comp_header_stream`; the first step demands the context.
    pub fn new(header: &CompHeader) -> (Self, Step) {
        let read = ContextAccess {
            op: ContextOp::READ,
            qpn: header.dest_qpn,
            ..ContextAccess::default()
        };
        let mut effects = Effects::new();
        effects.push(Effect {
            beat: Beat::Context(read),
            rule: Rule::ContextRead,
        });
        let response = Self {
            header: header.clone(),
            context: QpContext::default(),
            expected: Psn::default(),
            credits: Credits::default(),
            entry: TxInfo::default(),
            fault: false,
            flushing: false,
            outcome: Outcome::new(Rule::ContextRead),
            next: Next::Context,
        };
        (
            response,
            Step {
                effects,
                next: Next::Context,
            },
        )
    }

    /// The header.
    pub const fn header(&self) -> &CompHeader {
        &self.header
    }

    /// What the response waits for.
    pub const fn next(&self) -> Next {
        self.next
    }

    /// Takes the answer to the context READ, from `qp_rw_port_rd`.
    ///
    /// # Errors
    /// If the response does not wait for it.
    pub fn context(&mut self, context: &QpContext) -> Result<Step, Error> {
        if self.next != Next::Context {
            return Err(self.out_of_turn("qp_rw_port_rd"));
        }
        self.context = context.clone();
        self.expected = Psn::new(context.unacked_psn);
        self.credits = Credits::of(context);
        let mut out = Effects::new();
        match end_condition(&self.header, context) {
            Some((rule, cause)) => {
                self.outcome.rule = rule;
                self.outcome.cause = cause;
                if rule == Rule::Cnp {
                    let notice = CnpNotice {
                        qpn: self.notice_qpn(),
                    };
                    out.push(Effect {
                        beat: Beat::Cnp(notice),
                        rule,
                    });
                }
                self.decide(Beat::Drop1, cause, rule, &mut out);
                self.next = Next::Done(self.outcome);
            }
            None => {
                self.decide(Beat::Drop1, Cause::NONE, Rule::NoEnd, &mut out);
                let oldest = SwqReadInit {
                    qpn: self.header.dest_qpn,
                };
                out.push(Effect {
                    beat: Beat::Oldest(oldest),
                    rule: Rule::NoEnd,
                });
                self.next = Next::Oldest;
            }
        }
        Ok(self.step(out))
    }

    /// Takes an entry: the oldest from `s_data_port_3`, then by index from `s_data_port_4`.
    ///
    /// # Errors
    /// If the response does not wait for an entry.
    pub fn entry(&mut self, entry: &TxInfo) -> Result<Step, Error> {
        if !matches!(self.next, Next::Oldest | Next::Entry) {
            return Err(self.out_of_turn("an SWQ entry"));
        }
        let mut out = Effects::new();
        if self.flushing {
            self.next = flush_entry(self.header.dest_qpn, entry, &mut self.outcome, &mut out);
        } else {
            self.look_up(entry, &mut out);
        }
        Ok(self.step(out))
    }

    /// Takes one translation verdict, from `s_comp_write_translate_rsp`.
    ///
    /// # Errors
    /// If the response does not wait for one.
    pub fn verdict(&mut self, verdict: &TranslateResponse) -> Result<Step, Error> {
        let Next::Verdicts(left) = self.next else {
            return Err(self.out_of_turn("s_comp_write_translate_rsp"));
        };
        self.fault |= verdict.fault;
        let mut out = Effects::new();
        if left > 1 {
            self.next = Next::Verdicts(left - 1);
        } else {
            self.payload_written(&mut out);
        }
        Ok(self.step(out))
    }

    fn step(&self, effects: Effects) -> Step {
        Step {
            effects,
            next: self.next,
        }
    }

    const fn out_of_turn(&self, input: &'static str) -> Error {
        Error::OutOfTurn {
            awaited: self.next,
            input,
        }
    }

    /// Takes one row of the look-up table.
    fn look_up(&mut self, entry: &TxInfo, out: &mut Effects) {
        let rule = table::row(&self.header, self.expected, entry);
        self.outcome.rule = rule;
        self.outcome.rows.insert(rule);
        let psn = judged_psn(&self.header);
        match rule {
            Rule::Ghost => self.drop(Cause::GHOST, out),
            Rule::NotSent => self.drop(Cause::NOT_SENT, out),
            Rule::ImpliedAck => self.implied_ack(entry, out),
            Rule::ImpliedNak => {
                self.hand_over(entry, RetryKind::IMPLIED_NAK, self.expected, out);
                self.drop(Cause::IMPLIED_NAK, out);
            }
            Rule::Stale => self.drop(Cause::DUPLICATE, out),
            Rule::Missing => self.drop(Cause::MISSING, out),
            Rule::LateAck => {
                self.complete(entry, rule, out);
                self.accept(entry, out);
            }
            Rule::Ack => {
                self.expected = psn + 1;
                if psn == Psn::new(entry.last_psn) && entry.sent {
                    self.complete(entry, rule, out);
                } else {
                    self.modify(entry, entry.bytes_received, rule, out);
                }
                self.accept(entry, out);
            }
            Rule::Sack => self.sack(entry, out),
            Rule::SequenceNak => self.nak(entry, RetryKind::SEQ_NAK, out),
            Rule::RnrNak => self.nak(entry, RetryKind::RNR, out),
            Rule::RemoteNak => self.remote_nak(entry, out),
            Rule::ReadResponse => self.read_response(entry, out),
            Rule::AtomicAck => self.atomic_ack(entry, out),
            _ => {
                let failure = Failure::new(WcStatus::BAD_RESP, Cause::WRONG_KIND, rule);
                self.refuse(entry, failure, out);
            }
        }
    }

    fn implied_ack(&mut self, entry: &TxInfo, out: &mut Effects) {
        self.complete(entry, Rule::ImpliedAck, out);
        self.outcome.implied += 1;
        let last = Psn::new(entry.last_psn);
        if !last.is_before(self.expected) {
            self.expected = last + 1;
        }
        read_next(self.header.dest_qpn, entry, Rule::ImpliedAck, out);
        self.next = Next::Entry;
    }

    fn sack(&mut self, entry: &TxInfo, out: &mut Effects) {
        let base = judged_psn(&self.header);
        let progress = base.is_after(self.expected);
        self.expected = base;
        let bitmap = self.header.ext;
        let command = SwqCommand {
            kind: RetryKind::SACK,
            psn: base.get(),
            bitmap,
            reload: progress,
            ..swq_command(SwqOp::HANDOVER, self.header.dest_qpn, entry)
        };
        out.push(Effect {
            beat: Beat::Swq(command),
            rule: Rule::Sack,
        });
        let notice = SackInfo {
            qpn: self.notice_qpn(),
            psn: base.get(),
            bitmap,
        };
        out.push(Effect {
            beat: Beat::Sack(notice),
            rule: Rule::SackNotice,
        });
        self.outcome.accepted = true;
        self.credits.advance(&self.header);
        self.finish(out);
    }

    /// NAKs that lead to a retry.
    fn nak(&mut self, entry: &TxInfo, kind: RetryKind, out: &mut Effects) {
        self.expected = judged_psn(&self.header);
        self.hand_over(entry, kind, self.expected, out);
        self.notice_nak(out);
        self.finish(out);
    }

    fn remote_nak(&mut self, entry: &TxInfo, out: &mut Effects) {
        self.expected = judged_psn(&self.header);
        let code = NakCode::new(self.header.syndrome);
        let status = match code {
            NakCode::INVALID_REQUEST => WcStatus::REM_INV_REQ,
            NakCode::REMOTE_ACCESS => WcStatus::REM_ACCESS,
            _ => WcStatus::REM_OP,
        };
        let failure = Failure {
            vendor_error: self.header.syndrome,
            ..Failure::new(status, Cause::REMOTE_NAK, Rule::RemoteNak)
        };
        self.notice_nak(out);
        self.fail(entry, failure, out);
    }

    fn read_response(&mut self, entry: &TxInfo, out: &mut Effects) {
        if let Err(failure) = check_read(&self.header, &self.context, entry) {
            return self.refuse(entry, failure, out);
        }
        self.decide(Beat::Drop2, Cause::NONE, Rule::ReadPieces, out);
        let pieces = write_read(&self.header, &self.context, entry, out);
        self.await_verdicts(entry, pieces, out);
    }

    fn atomic_ack(&mut self, entry: &TxInfo, out: &mut Effects) {
        match check_atomic(entry) {
            Err(failure) => self.refuse(entry, failure, out),
            Ok(piece) => {
                write_atomic(&self.header, &self.context, piece, out);
                self.await_verdicts(entry, 1, out);
            }
        }
    }

    fn await_verdicts(&mut self, entry: &TxInfo, pieces: u8, out: &mut Effects) {
        self.outcome.pieces = pieces;
        if pieces == 0 {
            return self.accept_data(entry, Rule::ReadAccepted, out);
        }
        self.entry = entry.clone();
        self.next = Next::Verdicts(pieces);
    }

    /// Every verdict is in.
    fn payload_written(&mut self, out: &mut Effects) {
        let entry = std::mem::take(&mut self.entry);
        let atomic = self.outcome.rule == Rule::AtomicAck;
        if self.fault {
            let rule = if atomic {
                Rule::AtomicFault
            } else {
                Rule::TranslationFault
            };
            self.push_decision(Beat::Drop3, Cause::TRANSLATION, rule, out);
            let failure = Failure::new(WcStatus::LOC_PROT, Cause::TRANSLATION, rule);
            self.fail(&entry, failure, out);
        } else {
            let rule = if atomic {
                Rule::AtomicAccepted
            } else {
                Rule::ReadAccepted
            };
            self.push_decision(Beat::Drop3, Cause::NONE, rule, out);
            self.accept_data(&entry, rule, out);
        }
    }

    /// A READ response or ATOMIC ack whose data is in place.
    fn accept_data(&mut self, entry: &TxInfo, rule: Rule, out: &mut Effects) {
        let psn = judged_psn(&self.header);
        self.expected = psn + 1;
        if rule == Rule::AtomicAccepted || psn == Psn::new(entry.last_psn) {
            self.complete(entry, rule, out);
        } else {
            let received = entry
                .bytes_received
                .wrapping_add(u32::from(self.header.payload_len));
            self.modify(entry, received, rule, out);
        }
        self.accept(entry, out);
    }

    /// Credits and notice of a response that made progress, which ends it.
    fn accept(&mut self, entry: &TxInfo, out: &mut Effects) {
        if has_aeth(self.header.opcode) {
            self.credits.advance(&self.header);
        }
        let rtt_valid = self.header.psn == entry.last_psn && !entry.retried;
        let rtt = self
            .header
            .rx_time
            .wrapping_sub(entry.last_send_time)
            .min(RTT_MAX);
        let notice = AckInfo {
            qpn: self.notice_qpn(),
            psn: self.header.psn,
            rtt: if rtt_valid { rtt } else { 0 },
            rtt_valid,
            ecn_ce: self.header.ecn == 3,
        };
        out.push(Effect {
            beat: Beat::Ack(notice),
            rule: Rule::AckNotice,
        });
        self.outcome.accepted = true;
        self.finish(out);
    }

    fn complete(&mut self, entry: &TxInfo, rule: Rule, out: &mut Effects) {
        succeed(self.header.dest_qpn, entry, rule, out);
        self.outcome.completed += 1;
    }

    fn modify(&self, entry: &TxInfo, bytes_received: u32, rule: Rule, out: &mut Effects) {
        let command = SwqCommand {
            reload: true,
            bytes_received,
            ..swq_command(SwqOp::MODIFY, self.header.dest_qpn, entry)
        };
        out.push(Effect {
            beat: Beat::Swq(command),
            rule,
        });
    }

    fn hand_over(&self, entry: &TxInfo, kind: RetryKind, psn: Psn, out: &mut Effects) {
        let rnr_timer = match Syndrome::from(self.header.syndrome) {
            Syndrome::Rnr { timer } if kind == RetryKind::RNR => timer,
            _ => 0,
        };
        let command = SwqCommand {
            kind,
            psn: psn.get(),
            rnr_timer,
            ..swq_command(SwqOp::HANDOVER, self.header.dest_qpn, entry)
        };
        out.push(Effect {
            beat: Beat::Swq(command),
            rule: self.outcome.rule,
        });
    }

    fn notice_nak(&mut self, out: &mut Effects) {
        let notice = NakInfo {
            qpn: self.notice_qpn(),
            psn: self.header.psn,
            syndrome: self.header.syndrome,
        };
        out.push(Effect {
            beat: Beat::Nak(notice),
            rule: Rule::NakNotice,
        });
        self.outcome.accepted = true;
    }

    /// Ends the response without more than what earlier rows did.
    fn drop(&mut self, cause: Cause, out: &mut Effects) {
        self.outcome.cause = cause;
        self.decide(Beat::Drop2, cause, self.outcome.rule, out);
        self.finish(out);
    }

    /// Fails the entry before its payload was asked for.
    fn refuse(&mut self, entry: &TxInfo, failure: Failure, out: &mut Effects) {
        self.decide(Beat::Drop2, failure.cause, failure.rule, out);
        self.fail(entry, failure, out);
    }

    /// Fails the entry, moves the QP to ERR and starts the flush behind it.
    fn fail(&mut self, entry: &TxInfo, failure: Failure, out: &mut Effects) {
        let qpn = self.header.dest_qpn;
        fail(qpn, entry, failure, out);
        self.outcome.rule = failure.rule;
        self.outcome.cause = failure.cause;
        self.outcome.failed = Some(failure.status);
        self.write_context(out);
        self.flushing = true;
        read_next(qpn, entry, Rule::Flush, out);
        self.next = Next::Entry;
    }

    fn finish(&mut self, out: &mut Effects) {
        self.write_context(out);
        self.next = Next::Done(self.outcome);
    }

    /// Writes back what changed, if anything did.
    fn write_context(&self, out: &mut Effects) {
        let mut access = ContextAccess {
            op: ContextOp::WRITE,
            qpn: self.header.dest_qpn,
            ..ContextAccess::default()
        };
        if self.expected != Psn::new(self.context.unacked_psn) {
            access.set_unacked_psn = true;
            access.unacked_psn = self.expected.get();
        }
        if self.credits != Credits::of(&self.context) {
            access.set_credits = true;
            access.lsn = self.credits.lsn.get();
            access.credits_unlimited = self.credits.unlimited;
        }
        if self.outcome.failed.is_some() {
            access.set_state = true;
            access.state = QpState::ERR;
        }
        if access.set_unacked_psn || access.set_credits || access.set_state {
            out.push(Effect {
                beat: Beat::Context(access),
                rule: Rule::ContextWrite,
            });
        }
    }

    /// A payload decision, for packets that bear payload.
    fn decide(&self, port: fn(DropDecision) -> Beat, cause: Cause, rule: Rule, out: &mut Effects) {
        if self.header.payload_present {
            self.push_decision(port, cause, rule, out);
        }
    }

    fn push_decision(
        &self,
        port: fn(DropDecision) -> Beat,
        cause: Cause,
        rule: Rule,
        out: &mut Effects,
    ) {
        let drop = cause != Cause::NONE;
        let decision = DropDecision {
            drop,
            cause,
            qpn: self.header.dest_qpn,
            psn: self.header.psn,
        };
        out.push(Effect {
            beat: port(decision),
            rule,
        });
    }

    /// QPNs on notices are 16 bits; responses to wider ones end before any notice.
    const fn notice_qpn(&self) -> u16 {
        self.header.dest_qpn as u16
    }
}
