//! Functional coverage of `completer_frontend` (docs/reference/completer_frontend.md).
//!
//! ```text
//! ends         outcome by kind, end conditions, QP states, payload decisions
//! psn          PSN relations, the look-up table
//! data         READ responses, pieces, ATOMIC acks
//! progress     chains, credits, NAKs, SWQ commands, notices
//! completions  entries retired, CQEs, context WRITEs
//! control      QP and MR control
//! flow         backpressure, pipeline, successions on a QP
//! run          rules and lines of the ordering contract
//! ```

mod codes;
mod completions;
mod control;
mod data;
mod ends;
mod facts;
mod flow;
mod progress;
mod psn;
mod run;
mod sample;

use coverage::{Database, Error, Group, IllegalHits, Recorder, Run};
use model::completer_frontend::{Beat, Port, Rule};
use rdma::layouts::{ContextOp, TxInfo, WcStatus};

use facts::{Facts, Kind};
use flow::Of;

pub use sample::{Command, Control, Response};

/// Declares [`Coverage`] with a field for each covergroup.
macro_rules! groups {
    ($($field:ident: $group:path),+ $(,)?) => {
        /// Every covergroup of the wrapper, for one run.
        pub struct Coverage {
            $($field: $group,)+
            /// Lines of the ordering contract, once they are known.
            ordering: Option<Group>,
            /// Rules seen, a bit each.
            rules: u64,
            histories: flow::Histories,
        }

        impl Coverage {
            /// Empty groups.
            ///
            /// # Errors
            /// If a group's definition is not valid.
            pub fn new() -> Result<Self, Error> {
                Ok(Self {
                    $($field: <$group>::new()?,)+
                    ordering: None,
                    rules: 0,
                    histories: flow::Histories::default(),
                })
            }

            /// The database of the run.
            ///
            /// # Errors
            /// If two groups of one name differ.
            pub fn record(&self, run: Run) -> Result<Database, Error> {
                let mut recorder = Recorder::new(run);
                $(recorder.record(&self.$field)?;)+
                if let Some(ordering) = &self.ordering {
                    recorder.record(ordering)?;
                }
                Ok(recorder.finish())
            }
        }
    };
}

groups! {
    outcome: ends::ResponseOutcome,
    end_conditions: ends::EndConditions,
    qp_states: ends::QpStates,
    drops: ends::DropDecisions,
    psn: psn::PsnRelations,
    table: psn::LookUpTable,
    reads: data::ReadResponses,
    pieces: data::ReadPieces,
    atomics: data::AtomicAcks,
    chains: progress::Chains,
    credits: progress::Credits,
    naks: progress::Naks,
    swq: progress::SwqCommands,
    ack_notices: progress::AckNotices,
    round_trips: progress::RoundTrips,
    sacks: progress::SackBitmaps,
    retirements: completions::Retirements,
    completions: completions::Completions,
    context: completions::ContextWrites,
    qp_commands: control::QpCommands,
    mr_commands: control::MrCommands,
    backpressure: flow::Backpressure,
    company: flow::Company,
    successions: flow::Successions,
    each_rule: run::Rules,
}

/// Illegal hits of all groups that a sample went to.
#[derive(Default)]
struct Illegal(Vec<coverage::IllegalHit>);

impl Illegal {
    fn add(&mut self, result: Result<(), IllegalHits>) {
        if let Err(hits) = result {
            self.0.extend(hits.0);
        }
    }

    fn into_result(self) -> Result<(), IllegalHits> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(IllegalHits(self.0))
        }
    }
}

impl Coverage {
    /// Samples a response.
    ///
    /// # Errors
    /// The illegal bins that it hit.
    pub fn response(&mut self, response: &Response<'_>) -> Result<(), IllegalHits> {
        let f = Facts::new(response);
        let mut illegal = Illegal::default();
        illegal.add(self.outcome.sample(&f));
        illegal.add(self.qp_states.sample(&f));
        illegal.add(self.company.sample(&f));
        if let Some((before, step, packets)) = self.histories.next(&f) {
            illegal.add(self.successions.sample(before, step, packets));
        }
        if ends::is_condemned(&f) {
            let held = ends::held(f.header, f.context, f.psn);
            illegal.add(self.end_conditions.sample(&f, held));
        }
        if f.has_psn() && f.kind != Kind::Cnp {
            illegal.add(self.psn.sample(&f));
        }
        if let Some(entry) = f.entry {
            self.looked_up(&f, entry, &mut illegal);
        }
        self.stalls(response.stalled, f.end.into(), &mut illegal);
        self.see(response.rules, response.outcome.rule, &mut illegal);
        illegal.into_result()
    }

    /// Samples a response that reached the look-up table.
    fn looked_up(&mut self, f: &Facts<'_>, entry: &TxInfo, illegal: &mut Illegal) {
        illegal.add(self.table.sample(f, entry));
        illegal.add(self.chains.sample(f));
        self.retired(f, illegal);
        if let Some(code) = progress::credit_code(f) {
            illegal.add(self.credits.sample(f, code));
        }
        if f.outcome.rows.contains(13) {
            illegal.add(self.reads.sample(f, entry));
            if f.outcome.rule == Rule::ReadResponse || f.outcome.rule == Rule::TranslationFault {
                illegal.add(self.pieces.sample(f, entry));
            }
        } else if f.outcome.rows.contains(14) {
            illegal.add(self.atomics.sample(f, entry));
        } else if progress::is_nak(f) {
            illegal.add(self.naks.sample(f, entry));
        }
        if f.end == facts::End::Accepted {
            illegal.add(self.round_trips.sample(f, entry));
        }
    }

    /// Samples the entries that a response retired: the implied ones, its own, the flushed ones.
    fn retired(&mut self, f: &Facts<'_>, illegal: &mut Illegal) {
        for (place, entry) in (0..).zip(f.entries) {
            let status = if place < f.outcome.completed {
                WcStatus::SUCCESS
            } else if let Some(status) = f.outcome.failed
                && place == f.outcome.implied
            {
                status
            } else if f.outcome.failed.is_some() && entry.valid {
                WcStatus::WR_FLUSH
            } else {
                break;
            };
            illegal.add(self.retirements.sample(entry, status));
        }
    }

    /// Samples a control command.
    ///
    /// # Errors
    /// The illegal bins that it hit.
    pub fn control(&mut self, control: &Control<'_>) -> Result<(), IllegalHits> {
        let mut illegal = Illegal::default();
        match control.command {
            Command::Qp(command) => {
                illegal.add(self.qp_commands.sample(control, command));
                for entry in control.entries.iter().filter(|entry| entry.valid) {
                    illegal.add(self.retirements.sample(entry, WcStatus::WR_FLUSH));
                }
                if control.outcome.rule == Rule::QpDestroyed {
                    self.histories.forget(command.qpn);
                }
            }
            Command::Mr(command) => illegal.add(self.mr_commands.sample(control, command)),
        }
        self.stalls(control.stalled, Of::command(control.outcome), &mut illegal);
        self.see(control.rules, control.outcome.rule, &mut illegal);
        illegal.into_result()
    }

    /// Samples a beat that the wrapper put out.
    ///
    /// # Errors
    /// The illegal bins that it hit.
    pub fn beat(&mut self, beat: &Beat) -> Result<(), IllegalHits> {
        match beat {
            Beat::Context(access) if access.op == ContextOp::WRITE => self.context.sample(access),
            Beat::Swq(command) => self.swq.sample(command),
            Beat::Cqe(cqe) => self.completions.sample(false, cqe),
            Beat::ErrorCqe(cqe) => self.completions.sample(true, cqe),
            Beat::Ack(notice) => self.ack_notices.sample(notice),
            Beat::Sack(notice) => self.sacks.sample(notice),
            beat => match ends::decision(beat) {
                Some((stage, decision)) => self.drops.sample(stage, decision),
                None => Ok(()),
            },
        }
    }

    /// Samples the lines of the ordering contract, once a run: how often each was taken.
    ///
    /// # Errors
    /// If two lines have one name.
    pub fn ordering<'a>(
        &mut self,
        lines: impl Iterator<Item = (&'a str, u64)>,
    ) -> Result<(), Error> {
        self.ordering = Some(run::ordering(lines)?);
        Ok(())
    }

    /// Samples the output ports whose bits are set.
    fn stalls(&mut self, mut stalled: u32, of: Of, illegal: &mut Illegal) {
        while stalled != 0 {
            if let Some(&port) = Port::ALL.get(stalled.trailing_zeros() as usize) {
                illegal.add(self.backpressure.sample(port, of));
            }
            stalled &= stalled - 1;
        }
    }

    /// Samples the rules that this run has not seen yet.
    fn see(&mut self, rules: u64, decided: Rule, illegal: &mut Illegal) {
        let mut fresh = (rules | 1 << decided as u32) & !self.rules;
        self.rules |= fresh;
        while fresh != 0 {
            if let Some(&rule) = Rule::ALL.get(fresh.trailing_zeros() as usize) {
                illegal.add(self.each_rule.sample(rule));
            }
            fresh &= fresh - 1;
        }
    }
}
