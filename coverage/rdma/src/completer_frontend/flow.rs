//! Responses in company: stalled outputs, the pipeline, and one after another on a QP.

use std::collections::HashMap;

use coverage::{cover_enum, covergroup};
use model::completer_frontend::{Outcome, Port, Rule};

use super::facts::{End, Facts, Kind};

covergroup! {
    /// Which outputs stalled while a transaction was handled, by what came of it. Contract 1.
    #[testpoint = "completer.backpressure"]
    pub(super) Backpressure(port: Port, of: Of) {
        port: port => each Port;
        of: of => each Of;
        // A stream stalls for those only that put a beat on it.
        cross port, of => {
            illegal condemned: (Oldest | Entry | Swq | Cleanup | Drop2 | Drop3 | Payload | Translate | Cqe | ErrorCqe | Ack | Nak | Sack
                | Cnp | QpControl | QpDestroyed | MrControl | Deregister | MmuFlush, Condemned),
            illegal notified: (Oldest | Entry | Swq | Cleanup | Drop1 | Drop2 | Drop3 | Payload | Translate | Cqe | ErrorCqe | Ack | Nak
                | Sack | QpControl | QpDestroyed | MrControl | Deregister | MmuFlush, Notified),
            illegal accepted: (Cleanup | ErrorCqe | Nak | Sack | Cnp | QpControl | QpDestroyed | MrControl | Deregister | MmuFlush, Accepted),
            illegal handed_over: (Cleanup | Drop3 | Payload | Translate | ErrorCqe | Ack | Cnp | QpControl | QpDestroyed | MrControl
                | Deregister | MmuFlush, HandedOver),
            illegal dropped: (Cleanup | Drop3 | Payload | Translate | ErrorCqe | Ack | Nak | Sack | Cnp | QpControl | QpDestroyed
                | MrControl | Deregister | MmuFlush, Dropped),
            illegal failed: (Cleanup | Ack | Sack | Cnp | QpControl | QpDestroyed | MrControl | Deregister | MmuFlush, Failed),
            illegal qp_control: (Drop1 | Drop2 | Drop3 | Payload | Translate | Cqe | Ack | Nak | Sack | Cnp | MrControl | Deregister
                | MmuFlush, QpCommand),
            illegal mr_control: (Context | Oldest | Entry | Swq | Cleanup | Drop1 | Drop2 | Drop3 | Payload | Translate | Cqe | ErrorCqe
                | Ack | Nak | Sack | Cnp | QpControl | QpDestroyed, MrCommand),
        };
    }

    /// What was in flight when a header came. Contract 2: QPs overlap, one QP does not.
    #[testpoint = "completer.pipeline"]
    pub(super) Company(f: &Facts<'_>) {
        same_qp: f.same_qp => { none: 0, one: 1, more: 2.. };
        others: f.in_flight - f.same_qp => { none: 0, one: 1, few: 2..=3, many: 4.. };
        end: f.end => each End;
        // Cycles from the header to the last effect; the fastest takes about eight.
        latency: f.latency => { prompt: ..=9, usual: 10..=31, long: 32..=255, stalled: 256.. };
        cross same_qp, others => {
            // A QP's work does not overlap, and headers are taken in order: while two of a QP wait, the places for others
            // are few. A capacity of this design (five places in all), not a rule.
            ignore full: (more, many),
        };
        cross same_qp, end;
        cross others, end;
    }

    /// One response after another on the same QP.
    #[testpoint = "completer.order"]
    pub(super) Successions(before: Step, step: Step, packets: Option<u32>) {
        before: before => each Step;
        step: step => each Step;
        cross before, step => {
            // Behind a failure the QP is in ERR, until it is destroyed and created again.
            ignore failed: (Failed, Ack | Sack | Nak | Rnr | First | Middle | Last | Only | Atomic | Cnp | Dropped | Failed),
            // MIDDLE and LAST go on with a READ that another response left unfinished.
            ignore nothing_begun: (Ack | Last | Only | Atomic, Middle | Last),
            // What a READ has begun must end before anything else is answered.
            ignore unfinished: (First | Middle, Ack | Atomic),
        };
        packets: packets => { packets[]: 1..=3, more: 4.. };
    }
}

/// Whose beat stalled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Of {
    Condemned,
    Notified,
    Accepted,
    HandedOver,
    Dropped,
    Failed,
    QpCommand,
    MrCommand,
}

cover_enum!(Of {
    Condemned,
    Notified,
    Accepted,
    HandedOver,
    Dropped,
    Failed,
    QpCommand,
    MrCommand
});

impl From<End> for Of {
    fn from(end: End) -> Self {
        match end {
            End::Condemned => Self::Condemned,
            End::Notified => Self::Notified,
            End::Accepted => Self::Accepted,
            End::HandedOver => Self::HandedOver,
            End::Dropped => Self::Dropped,
            End::Failed => Self::Failed,
        }
    }
}

impl Of {
    /// Whose a control command's beats are.
    pub(super) fn command(outcome: &Outcome) -> Self {
        match outcome.rule {
            Rule::MrPassed | Rule::MrFence | Rule::MrFlush | Rule::MrDone => Self::MrCommand,
            _ => Self::QpCommand,
        }
    }
}

/// What a response was, for what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Ack,
    Sack,
    Nak,
    Rnr,
    First,
    Middle,
    Last,
    Only,
    Atomic,
    Cnp,
    /// Dropped or condemned: nothing changed.
    Dropped,
    Failed,
}

cover_enum!(Step {
    Ack,
    Sack,
    Nak,
    Rnr,
    First,
    Middle,
    Last,
    Only,
    Atomic,
    Cnp,
    Dropped,
    Failed
});

impl Step {
    fn of(f: &Facts<'_>) -> Self {
        match (f.end, f.kind) {
            (End::Failed, _) => Self::Failed,
            (End::Condemned | End::Dropped, _) | (_, Kind::Reserved | Kind::Unknown) => {
                Self::Dropped
            }
            (_, Kind::Ack) => Self::Ack,
            (_, Kind::Sack) => Self::Sack,
            (_, Kind::SequenceNak | Kind::FatalNak) => Self::Nak,
            (_, Kind::RnrNak) => Self::Rnr,
            (_, Kind::ReadFirst) => Self::First,
            (_, Kind::ReadMiddle) => Self::Middle,
            (_, Kind::ReadLast) => Self::Last,
            (_, Kind::ReadOnly) => Self::Only,
            (_, Kind::AtomicAck) => Self::Atomic,
            (_, Kind::Cnp) => Self::Cnp,
        }
    }
}

/// Where the QPs stand.
#[derive(Default)]
pub(super) struct Histories(HashMap<u32, History>);

struct History {
    step: Step,
    /// READ response packets accepted since the last FIRST or ONLY.
    packets: u32,
}

impl Histories {
    /// The response before on the same QP, this one, and how many packets a READ took that it completes.
    pub(super) fn next(&mut self, f: &Facts<'_>) -> Option<(Step, Step, Option<u32>)> {
        let step = Step::of(f);
        let qpn = f.header.dest_qpn;
        let Some(history) = self.0.get_mut(&qpn) else {
            self.0.insert(qpn, History { step, packets: 1 });
            return None;
        };
        let before = std::mem::replace(&mut history.step, step);
        match step {
            Step::First | Step::Only => history.packets = 1,
            Step::Middle | Step::Last => history.packets += 1,
            _ => {}
        }
        let completes = step == Step::Last || step == Step::Only;
        Some((before, step, completes.then_some(history.packets)))
    }

    /// A QP begins anew.
    pub(super) fn forget(&mut self, qpn: u32) {
        self.0.remove(&qpn);
    }
}
