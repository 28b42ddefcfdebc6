//! What a directed test looks at beside the scoreboard: how responses ended, and what left the wrapper.
//!
//! The scoreboard judges every beat; a test says here which rules it meant to exercise, so that one
//! that misses its rule fails.

use std::cell::RefCell;
use std::rc::Rc;

use env::completer_frontend::Finished;
use model::completer_frontend::{Beat, Rule};
use rdma::layouts::{AckInfo, CompHeader, Cqe, SwqCommand, SwqOp, WcStatus};

use super::Tb;

/// Responses that ended and beats that left, since it was made or last asked.
pub struct Seen {
    tb: Tb,
    finished: Rc<RefCell<Vec<Finished>>>,
    beats: Rc<RefCell<Vec<Beat>>>,
}

impl Tb {
    /// Remembers how responses end and what leaves the wrapper, from now on.
    pub fn watch(&self) -> Seen {
        let seen = Seen {
            tb: self.clone(),
            finished: Rc::default(),
            beats: Rc::default(),
        };
        let (finished, beats) = (seen.finished.clone(), seen.beats.clone());
        let judge = self.bench().judge();
        let keep = move |response: &Finished| finished.borrow_mut().push(response.clone());
        judge.finished.subscribe(keep);
        let keep = move |beat: &Beat| beats.borrow_mut().push(beat.clone());
        judge.put_out.subscribe(keep);
        seen
    }
}

impl Seen {
    /// Sends a header, waits for its end, and expects the rule that decided.
    pub async fn ends_by(&self, rule: Rule, header: impl Into<CompHeader>) {
        self.all_end_by(rule, [header]).await;
    }

    /// Sends headers back to back, waits for their ends, and expects the same rule for each.
    pub async fn all_end_by<H: Into<CompHeader>>(
        &self,
        rule: Rule,
        headers: impl IntoIterator<Item = H>,
    ) {
        let headers = headers.into_iter().map(|header| (rule, header));
        self.end(headers).await;
    }

    /// Sends headers back to back, waits for their ends, and expects the rule given with each.
    pub async fn end<H: Into<CompHeader>>(&self, headers: impl IntoIterator<Item = (Rule, H)>) {
        self.finished.borrow_mut().clear();
        let mut rules = Vec::new();
        for (rule, header) in headers {
            rules.push(rule);
            self.tb.send(header);
        }
        self.tb.drained().await;
        self.expect_rules(&rules);
    }

    /// Expects the rules that decided, in order of the headers, and forgets them.
    pub fn expect_rules(&self, rules: &[Rule]) {
        let observed: Vec<Rule> = self.take_finished().iter().map(Finished::rule).collect();
        self.tb
            .expect_eq("the rules that decided", &observed, &rules.to_vec());
    }

    /// Takes the responses that ended, in order of their headers.
    pub fn take_finished(&self) -> Vec<Finished> {
        let mut finished = self.finished.take();
        // One header a cycle at most, so the cycle of a header tells it from the others.
        finished.sort_by_key(|response| response.cycle - response.latency);
        finished
    }

    /// Takes the beats that `pick` picks, in order of arrival.
    pub fn take<T>(&self, pick: impl Fn(&Beat) -> Option<T>) -> Vec<T> {
        let mut taken = Vec::new();
        self.beats.borrow_mut().retain(|beat| {
            let picked = pick(beat);
            let keep = picked.is_none();
            taken.extend(picked);
            keep
        });
        taken
    }

    /// Takes the completions of both streams.
    pub fn take_completions(&self) -> Vec<Cqe> {
        self.take(|beat| match beat {
            Beat::Cqe(cqe) | Beat::ErrorCqe(cqe) => Some(cqe.clone()),
            _ => None,
        })
    }

    /// Expects these completions, by WQE index and status, and forgets them.
    pub fn expect_completions(&self, completions: &[(u16, WcStatus)]) {
        let observed: Vec<_> = self
            .take_completions()
            .iter()
            .map(|cqe| (cqe.wqe_counter, cqe.status))
            .collect();
        self.tb
            .expect_eq("the completions", &observed, &completions.to_vec());
    }

    /// Takes the pieces whose translation was asked for: address and length.
    pub fn take_pieces(&self) -> Vec<(u64, u16)> {
        self.take(|beat| match beat {
            Beat::Translate(piece) => Some((piece.va, piece.length)),
            _ => None,
        })
    }

    /// Takes the hand-overs to the retry path.
    pub fn take_handovers(&self) -> Vec<SwqCommand> {
        self.take(|beat| match beat {
            Beat::Swq(command) if command.op == SwqOp::HANDOVER => Some(command.clone()),
            _ => None,
        })
    }

    /// Takes the positive notices to congestion control.
    pub fn take_ack_notices(&self) -> Vec<AckInfo> {
        self.take(|beat| match beat {
            Beat::Ack(notice) => Some(notice.clone()),
            _ => None,
        })
    }

    /// Takes the payload decisions: stage 1 to 3, and whether the payload was dropped.
    pub fn take_decisions(&self) -> Vec<(u8, bool)> {
        self.take(|beat| match beat {
            Beat::Drop1(decision) => Some((1, decision.drop)),
            Beat::Drop2(decision) => Some((2, decision.drop)),
            Beat::Drop3(decision) => Some((3, decision.drop)),
            _ => None,
        })
    }

    /// The testbench, to expect more of.
    pub fn tb(&self) -> &Tb {
        &self.tb
    }
}
