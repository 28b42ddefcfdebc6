//! The scoreboard of `completer_frontend`: what the wrapper received goes to the model, what it put
//! out must be what the model demands, in the order of the contract.
//!
//! It knows no pins and no time but the cycle numbers of the beats, so it works the same beside a
//! bench that drives the wrapper and beside one that only watches it.

use std::collections::{BTreeMap, VecDeque};

use model::completer_frontend::{Beat, Effect, Effects, Next, Port, Registers, Rule, Step};
use rdma::layouts::{ContextOp, SwqOp};
use uvm::legend::{Checker, Legend};

use super::beat::{self, Input};
use super::contract::Contract;
use super::expectations::{Expectation, Expectations, Lane, TransactionId, Verdict};
use super::finished::{Command, Control, Finished, Trace};
use super::problem::Problem;
use super::transaction::{Transaction, Trigger};

/// Transactions whose requests were seen, in the order in which their answers must come.
#[derive(Default)]
struct Asked {
    context: VecDeque<TransactionId>,
    oldest: VecDeque<TransactionId>,
    entry: VecDeque<TransactionId>,
    answer: VecDeque<TransactionId>,
    verdict: VecDeque<TransactionId>,
    fence: VecDeque<TransactionId>,
    flush: VecDeque<TransactionId>,
}

/// Compares a `completer_frontend` with its model.
pub struct Scoreboard {
    next_id: TransactionId,
    next_order: u64,
    flying: VecDeque<Transaction>,
    due: Expectations,
    asked: Asked,
    registers: Registers,
    /// The youngest header that was accepted.
    last_accepted: TransactionId,
    checker: Checker,
    contract: Contract,
    problems: Vec<Problem>,
    finished: Vec<Finished>,
    commanded: Vec<Control>,
    /// How the last response on each QP ended, for a beat that nobody expects.
    last: BTreeMap<u32, Finished>,
}

impl Scoreboard {
    /// A scoreboard of a wrapper that was just powered up.
    ///
    /// # Errors
    /// If the ordering contract does not know an event that the scoreboard reports.
    pub fn new(legend: &Legend) -> Result<Self, crate::Error> {
        Ok(Self {
            next_id: 1,
            next_order: 0,
            flying: VecDeque::new(),
            due: Expectations::default(),
            asked: Asked::default(),
            registers: Registers::power_up(),
            last_accepted: 0,
            checker: Checker::new(legend),
            contract: Contract::resolve(legend)?,
            problems: Vec::new(),
            finished: Vec::new(),
            commanded: Vec::new(),
            last: BTreeMap::new(),
        })
    }

    /// A beat that the wrapper received.
    pub fn input(&mut self, cycle: u64, input: &Input) {
        if let Some((trigger, step)) = Trigger::new(input) {
            self.begin(cycle, trigger, step);
            return;
        }
        let asked = match input {
            Input::Context(_) => &mut self.asked.context,
            Input::Oldest(_) => &mut self.asked.oldest,
            Input::Entry(_) => &mut self.asked.entry,
            Input::Answer(_) => &mut self.asked.answer,
            Input::Verdict(_) => &mut self.asked.verdict,
            Input::Fenced(_) => &mut self.asked.fence,
            _ => &mut self.asked.flush,
        };
        let Some(place) = asked.pop_front().and_then(|id| self.place(id)) else {
            self.unasked(cycle, input);
            return;
        };
        let flushes = self.flying[place].flushes;
        self.note(
            place,
            cycle,
            match input {
                Input::Entry(_) if flushes => "s_data_port_4.flush",
                _ => input.port(),
            },
        );
        if let Input::Answer(_) = input {
            self.flying[place].answers -= 1;
        } else {
            match self.flying[place].answer(input) {
                Ok(step) => self.apply(place, step),
                Err(error) => self.misrouted(place, cycle, input, &error),
            }
        }
        self.close(place, cycle);
    }

    /// A beat that the wrapper put out, after it waited so many cycles for ready.
    pub fn output(&mut self, cycle: u64, waited: u64, observed: &Beat) {
        let due = match self.due.take(observed) {
            Verdict::Due(due) => due,
            Verdict::Overtook { due, first } => {
                let history = self.history(first.transaction);
                let rule = format!(
                    "contract 2: effects leave in header order; first {}",
                    first.effect.rule
                );
                self.problems.push(Problem::order(
                    cycle,
                    &rule,
                    observed,
                    &first.effect.beat.to_string(),
                    history,
                ));
                due
            }
            Verdict::Differs(due) => {
                let history = self.history(due.transaction);
                self.problems.push(Problem::mismatch(
                    cycle,
                    due.effect.rule,
                    &due.effect.beat,
                    observed,
                    history,
                ));
                due
            }
            Verdict::Unexpected => {
                let history = self.why_nothing(beat::qpn(observed));
                self.problems
                    .push(Problem::unexpected(cycle, observed, history));
                return;
            }
        };
        self.seen(cycle, waited, &due);
    }

    /// Whether every transaction has come to its end.
    pub fn is_idle(&self) -> bool {
        self.flying.is_empty() && self.due.is_empty()
    }

    /// Whether a header or command of a QP is in flight.
    pub fn is_busy(&self, qpn: u32) -> bool {
        self.flying
            .iter()
            .any(|transaction| transaction.qpn() == Some(qpn))
    }

    /// Headers and commands that are in flight.
    pub fn in_flight(&self) -> usize {
        self.flying.len()
    }

    /// What is left over: nothing, after a run that drained.
    pub fn leftovers(&self, cycle: u64) -> Vec<Problem> {
        let missing = |due: &Expectation| {
            Problem::missing(
                cycle,
                due.effect.rule,
                &due.effect.beat,
                self.history(due.transaction),
            )
        };
        let mut problems: Vec<Problem> = self.due.iter().map(missing).collect();
        for transaction in self.flying.iter().filter(|t| t.due == 0) {
            problems.push(Problem {
                id: "scoreboard.unfinished",
                stream: "s_comp_header_stream",
                cycle,
                text: format!(
                    "a transaction never ended; it waits for {}",
                    transaction.next
                ),
                details: transaction.history(),
            });
        }
        problems
    }

    /// Whether a problem was found or a response ended since the last calls of those below.
    pub fn has_news(&self) -> bool {
        !(self.problems.is_empty() && self.finished.is_empty() && self.commanded.is_empty())
    }

    /// Takes what was found since the last call.
    pub fn take_problems(&mut self) -> Vec<Problem> {
        std::mem::take(&mut self.problems)
    }

    /// Takes the responses that ended since the last call.
    pub fn take_finished(&mut self) -> Vec<Finished> {
        std::mem::take(&mut self.finished)
    }

    /// Takes the control commands that ended since the last call.
    pub fn take_commanded(&mut self) -> Vec<Control> {
        std::mem::take(&mut self.commanded)
    }

    /// What the debug registers must show.
    pub fn registers(&mut self) -> &mut Registers {
        &mut self.registers
    }

    /// The checker of the ordering contract, for its coverage.
    pub fn checker(&self) -> &Checker {
        &self.checker
    }

    /// The wrapper was reset: what was in flight is gone.
    pub fn reset(&mut self) {
        if self.flying.is_empty() {
            self.registers.reset();
        } else {
            self.registers.reset_in_flight();
        }
        for transaction in self.flying.drain(..) {
            self.checker.end(transaction.contract);
        }
        self.due.clear();
        self.asked = Asked::default();
        self.last.clear();
    }

    fn begin(&mut self, cycle: u64, trigger: Trigger, step: Step) {
        let event = match &trigger {
            Trigger::Header(..) => self.contract.header,
            Trigger::QpControl(..) => self.contract.qp_control,
            Trigger::MrControl(..) => self.contract.mr_control,
        };
        let qpn = trigger.qpn();
        let same_qp = |other: &&Transaction| qpn.is_some() && other.qpn() == qpn;
        let trace = Trace {
            same_qp: self.flying.iter().filter(same_qp).count() as u32,
            in_flight: self.flying.len() as u32,
            ..Trace::default()
        };
        let transaction = Transaction {
            id: self.next_id,
            trigger,
            started: cycle,
            next: Next::Context,
            due: 0,
            later: Effects::new(),
            answers: 0,
            has_turn: false,
            flushes: false,
            context: None,
            trace,
            seen: Vec::with_capacity(16),
            contract: self.checker.begin(event, cycle),
        };
        self.next_id += 1;
        self.flying.push_back(transaction);
        self.apply(self.flying.len() - 1, step);
    }

    /// Puts a step's effects on the ports. What a QP command does after its context WRITE is due only
    /// when that has left: until then it waits for headers of its QP (contract 7).
    fn apply(&mut self, place: usize, mut step: Step) {
        let transaction = &mut self.flying[place];
        transaction.next = step.next;
        let writes = |effect: &Effect| matches!(effect.beat, Beat::Context(_));
        if transaction.lane() == Lane::QpControl && step.effects.iter().any(writes) {
            let (now, later) = step.effects.into_iter().partition(writes);
            step.effects = now;
            transaction.later = later;
        }
        self.expect(place, step.effects);
    }

    fn expect(&mut self, place: usize, effects: Effects) {
        let transaction = &mut self.flying[place];
        transaction.due += effects.len() as u32;
        let (id, lane) = (transaction.id, transaction.lane());
        for effect in effects {
            self.due.add(Expectation {
                transaction: id,
                lane,
                order: self.next_order,
                effect,
            });
            self.next_order += 1;
        }
    }

    /// A beat that was due came.
    fn seen(&mut self, cycle: u64, waited: u64, due: &Expectation) {
        let Some(place) = self.place(due.transaction) else {
            return;
        };
        self.check_order(cycle, place, due);
        self.note(place, cycle, beat::event(&due.effect));
        let id = due.transaction;
        let transaction = &mut self.flying[place];
        transaction.due -= 1;
        transaction.trace.rules |= 1 << due.effect.rule as u32;
        transaction.trace.stalled |= u32::from(waited > 0) << due.effect.beat.port() as u32;
        match &due.effect.beat {
            Beat::Context(access) => {
                transaction.has_turn = true;
                if access.op == ContextOp::READ {
                    self.asked.context.push_back(id);
                }
            }
            Beat::Oldest(_) => self.asked.oldest.push_back(id),
            Beat::Entry(_) => {
                transaction.flushes = due.effect.rule == Rule::Flush;
                self.asked.entry.push_back(id);
            }
            Beat::Swq(command) if command.op != SwqOp::HANDOVER => {
                transaction.answers += 1;
                self.asked.answer.push_back(id);
            }
            Beat::Translate(_) => self.asked.verdict.push_back(id),
            Beat::Deregister(_) => self.asked.fence.push_back(id),
            Beat::MmuFlush(_) => self.asked.flush.push_back(id),
            _ => {}
        }
        let later = std::mem::take(&mut transaction.later);
        self.expect(place, later);
        self.registers.effect(&due.effect.beat);
        self.close(place, cycle);
    }

    /// The order that holds between streams (contract 2 and 7).
    fn check_order(&mut self, cycle: u64, place: usize, due: &Expectation) {
        if !self.due.in_order(due) {
            let rule = "contract 2: every stream carries the effects of an earlier header first";
            let history = self.flying[place].history();
            self.problems.push(Problem::order(
                cycle,
                rule,
                &due.effect.beat,
                "a later header's beat was here before",
                history,
            ));
        }
        let broken = match &due.effect.beat {
            Beat::Context(_) => self.busy_qp(place),
            Beat::Oldest(_) => self.unanswered(place),
            Beat::Cqe(_) => self.earlier_completion(Port::ErrorCqe, due),
            Beat::ErrorCqe(_) => self.earlier_completion(Port::Cqe, due),
            _ => None,
        };
        if let Some((rule, first, history)) = broken {
            self.problems.push(Problem::order(
                cycle,
                rule,
                &due.effect.beat,
                &first,
                history,
            ));
        }
    }

    /// A transaction of the same QP that has its turn and is not done with the context.
    fn busy_qp(&self, place: usize) -> Option<(&'static str, String, Vec<String>)> {
        let mine = &self.flying[place];
        let others = self
            .flying
            .iter()
            .filter(|other| other.id != mine.id && other.has_turn && other.qpn() == mine.qpn());
        for other in others {
            let write = |due: &Expectation| due.transaction == other.id;
            let write = self
                .due
                .find(Port::Context, write)
                .map(|due| due.effect.beat.to_string());
            if let Some(first) =
                write.or_else(|| other.outcome().is_none().then(|| other.next.to_string()))
            {
                return Some((
                    "contract 2, 7: work on one QP does not overlap",
                    first,
                    other.history(),
                ));
            }
        }
        None
    }

    /// An earlier transaction of the same QP whose SWQ commands are not all answered.
    fn unanswered(&self, place: usize) -> Option<(&'static str, String, Vec<String>)> {
        let mine = &self.flying[place];
        let answered =
            |due: &Expectation| matches!(&due.effect.beat, Beat::Swq(b) if b.op != SwqOp::HANDOVER);
        let due = |id| {
            self.due
                .find(Port::Swq, |due| due.transaction == id && answered(due))
        };
        let other = self.flying.iter().find(|other| {
            other.id != mine.id
                && other.has_turn
                && other.qpn() == mine.qpn()
                && (other.answers > 0 || due(other.id).is_some())
        })?;
        let rule =
            "contract 2: a look-up waits for the answers to the QP's MODIFY and DELETE commands";
        Some((rule, "s_data_port_0".to_owned(), other.history()))
    }

    /// A completion of the same QP that is due earlier, on the other CQE stream.
    fn earlier_completion(
        &self,
        other: Port,
        due: &Expectation,
    ) -> Option<(&'static str, String, Vec<String>)> {
        let qpn = beat::qpn(&due.effect.beat);
        let first = self.due.find(other, |first| {
            first.order < due.order && beat::qpn(&first.effect.beat) == qpn
        })?;
        let rule = "contract 2: CQEs of one QP leave in work-request order across both streams";
        Some((
            rule,
            first.effect.beat.to_string(),
            self.history(first.transaction),
        ))
    }

    /// Notes an event of a transaction and holds it against the ordering contract.
    fn note(&mut self, place: usize, cycle: u64, name: &'static str) {
        let transaction = &mut self.flying[place];
        transaction.seen.push((cycle, name));
        let result = match self.contract.event(name) {
            Some(event) => self
                .checker
                .event(transaction.contract, event, cycle)
                .map_err(|v| v.to_string()),
            None => Err(format!("the ordering contract knows no event {name}")),
        };
        if let Err(violation) = result {
            self.problems.push(Problem {
                id: "contract.order",
                stream: name,
                cycle,
                text: "the ordering contract is broken".to_owned(),
                details: std::iter::once(violation)
                    .chain(transaction.history())
                    .collect(),
            });
        }
    }

    /// Ends a transaction of which everything was seen.
    fn close(&mut self, place: usize, cycle: u64) {
        if !self.flying[place].is_over() {
            return;
        }
        let Some(transaction) = self.flying.remove(place) else {
            return;
        };
        self.checker.end(transaction.contract);
        let Some(outcome) = transaction.outcome().copied() else {
            return;
        };
        let (latency, trace) = (cycle - transaction.started, transaction.trace);
        let command = match transaction.trigger {
            Trigger::Header(header, _) => {
                self.registers.response(&outcome);
                // Beats of an earlier header may wait longer than those of a later one.
                if outcome.accepted && transaction.id > self.last_accepted {
                    self.last_accepted = transaction.id;
                    self.registers.accepted(&header);
                }
                let context = transaction.context.map(|c| *c).unwrap_or_default();
                let finished = Finished {
                    cycle,
                    latency,
                    header: *header,
                    context,
                    outcome,
                    trace,
                };
                self.last.insert(finished.header.dest_qpn, finished.short());
                self.finished.push(finished);
                return;
            }
            Trigger::QpControl(command, _) => Command::Qp(command),
            Trigger::MrControl(command, _) => Command::Mr(command),
        };
        self.registers.control(&outcome);
        self.commanded.push(Control {
            cycle,
            latency,
            command,
            outcome,
            trace,
        });
    }

    fn place(&self, id: TransactionId) -> Option<usize> {
        self.flying
            .binary_search_by_key(&id, |transaction| transaction.id)
            .ok()
    }

    fn history(&self, id: TransactionId) -> Vec<String> {
        self.place(id)
            .map(|place| self.flying[place].history())
            .unwrap_or_default()
    }

    /// Why nothing is due on a QP: what is in flight there, or how the last response ended.
    fn why_nothing(&self, qpn: Option<u32>) -> Vec<String> {
        let here = || self.flying.iter().filter(|t| t.qpn() == qpn);
        let last = qpn.and_then(|qpn| self.last.get(&qpn));
        let mut decided = here().filter_map(|t| t.outcome().map(|outcome| outcome.rule));
        let rule = decided.next_back().or(last.map(Finished::rule));
        let mut lines: Vec<String> = rule
            .map(|rule| format!("rule      {rule}"))
            .into_iter()
            .collect();
        lines.extend(here().flat_map(Transaction::history));
        if let Some(last) = last {
            lines.push(format!("last      {}", last.describe()));
        }
        lines
    }

    fn unasked(&mut self, cycle: u64, input: &Input) {
        self.problems.push(Problem {
            id: "bench.unasked",
            stream: input.port(),
            cycle,
            text: "an answer came that no known request asked for".to_owned(),
            details: Vec::new(),
        });
    }

    fn misrouted(&mut self, place: usize, cycle: u64, input: &Input, error: &model::Error) {
        let transaction = &self.flying[place];
        self.problems.push(Problem {
            id: "scoreboard.misrouted",
            stream: input.port(),
            cycle,
            text: error.to_string(),
            details: transaction.history(),
        });
    }
}
