//! One trigger on its way through the contract.

use model::completer_frontend::{Effects, MrCommand, Next, Outcome, QpCommand, Response, Step};
use rdma::layouts::{CompHeader, MrControl, QpContext, QpControl};

use super::beat::{Input, describe_header};
use super::expectations::{Lane, TransactionId};
use super::finished::Trace;

/// What started a transaction, and its model.
pub(super) enum Trigger {
    Header(Box<CompHeader>, Box<Response>),
    QpControl(QpControl, QpCommand),
    MrControl(MrControl, MrCommand),
}

impl Trigger {
    /// Starts the model of whatever triggers; nothing for inputs that only answer.
    pub(super) fn new(input: &Input) -> Option<(Self, Step)> {
        Some(match input {
            Input::Header(header) => {
                let (response, step) = Response::new(header);
                (
                    Self::Header(Box::new(header.clone()), Box::new(response)),
                    step,
                )
            }
            Input::QpControl(command) => {
                let (machine, step) = QpCommand::new(command);
                (Self::QpControl(command.clone(), machine), step)
            }
            Input::MrControl(command) => {
                let (machine, step) = MrCommand::new(command);
                (Self::MrControl(command.clone(), machine), step)
            }
            _ => return None,
        })
    }

    /// The QP it is about, if any.
    pub(super) fn qpn(&self) -> Option<u32> {
        match self {
            Self::Header(header, _) => Some(header.dest_qpn),
            Self::QpControl(command, _) => Some(command.qpn),
            Self::MrControl(..) => None,
        }
    }
}

/// A transaction in flight.
pub(super) struct Transaction {
    pub(super) id: TransactionId,
    pub(super) trigger: Trigger,
    pub(super) started: u64,
    pub(super) next: Next,
    /// Beats that are still due.
    pub(super) due: u32,
    /// Beats that will be due when its context WRITE has left.
    pub(super) later: Effects,
    /// Answers of `s_data_port_0` that are still to come.
    pub(super) answers: u32,
    /// Its first access to the context was seen, so it is its QP's turn.
    pub(super) has_turn: bool,
    /// The entry it waits for is one to flush.
    pub(super) flushes: bool,
    /// The context it read, for coverage.
    pub(super) context: Option<Box<QpContext>>,
    /// What was seen of it, for coverage.
    pub(super) trace: Trace,
    /// What was seen of it: cycle and event.
    pub(super) seen: Vec<(u64, &'static str)>,
    pub(super) contract: uvm::legend::TxnId,
}

impl Transaction {
    /// The lane of its effects.
    pub(super) fn lane(&self) -> Lane {
        match self.trigger {
            Trigger::Header(..) => Lane::Headers,
            Trigger::QpControl(..) => Lane::QpControl,
            Trigger::MrControl(..) => Lane::MrControl,
        }
    }

    /// The QP it works on, if any.
    pub(super) fn qpn(&self) -> Option<u32> {
        self.trigger.qpn()
    }

    /// How it ended, once the model has decided.
    pub(super) fn outcome(&self) -> Option<&Outcome> {
        match &self.next {
            Next::Done(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether nothing more belongs to it.
    pub(super) fn is_over(&self) -> bool {
        self.due == 0 && self.answers == 0 && self.outcome().is_some()
    }

    /// Gives the model an answer that came for it.
    pub(super) fn answer(&mut self, input: &Input) -> Result<Step, model::Error> {
        match (&mut self.trigger, input) {
            (Trigger::Header(_, response), Input::Context(context)) => {
                self.context = Some(Box::new(context.clone()));
                response.context(context)
            }
            (Trigger::Header(_, response), Input::Oldest(entry) | Input::Entry(entry)) => {
                self.trace.entries.push(entry.clone());
                response.entry(entry)
            }
            (Trigger::Header(_, response), Input::Verdict(verdict)) => response.verdict(verdict),
            (Trigger::QpControl(_, command), Input::Oldest(entry) | Input::Entry(entry)) => {
                self.trace.entries.push(entry.clone());
                command.entry(entry)
            }
            (Trigger::MrControl(_, command), Input::Fenced(_)) => command.fenced(),
            (Trigger::MrControl(_, command), Input::Flushed(_)) => command.flushed(),
            _ => Err(model::Error::OutOfTurn {
                awaited: self.next,
                input: input.port(),
            }),
        }
    }

    /// What it was and what was seen of it, for a report.
    pub(super) fn history(&self) -> Vec<String> {
        let mut lines = vec![format!("{} (cycle {})", self.headline(), self.started)];
        if let (Trigger::Header(..), Some(context)) = (&self.trigger, &self.context) {
            lines.push(format!(
                "context   state {} unacked_psn {:06x} next_psn {:06x}",
                context.state, context.unacked_psn, context.next_psn
            ));
        }
        if let Some(entry) = self.trace.entries.last() {
            lines.push(format!(
                "entry     {} index {} psn {:06x}..{:06x} valid {} sent {} bytes_received {}",
                entry.opcode,
                entry.wqe_index,
                entry.first_psn,
                entry.last_psn,
                u8::from(entry.valid),
                u8::from(entry.sent),
                entry.bytes_received
            ));
        }
        if let Some(outcome) = self.outcome() {
            lines.push(format!("decided   {}", outcome.rule));
        }
        if !self.seen.is_empty() {
            let seen: Vec<String> = self
                .seen
                .iter()
                .map(|(cycle, event)| format!("{event} @{cycle}"))
                .collect();
            lines.push(format!("so far    {}", seen.join(", ")));
        }
        lines
    }

    /// The trigger in a line.
    pub(super) fn headline(&self) -> String {
        match &self.trigger {
            Trigger::Header(header, _) => format!("response  {}", describe_header(header)),
            Trigger::QpControl(command, _) => format!("command   {}", layout::render(command)),
            Trigger::MrControl(command, _) => format!("command   {}", layout::render(command)),
        }
    }
}
