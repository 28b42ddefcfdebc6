//! Beats that are due on the output ports.

use std::collections::VecDeque;

use model::completer_frontend::{Beat, Effect, Port};
use rdma::layouts::ContextOp;

use super::beat;

/// Identifies a transaction; a later one has a greater number.
pub(super) type TransactionId = u64;

/// Which order a beat has to keep on its port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// Effects of headers: in header order (contract 2).
    Headers,
    /// Effects of QP control commands, in command order; between them and headers of other QPs the
    /// contract leaves the order free.
    QpControl,
    /// Effects of MR control commands.
    MrControl,
}

/// A beat that is due.
#[derive(Clone, Debug)]
pub(super) struct Expectation {
    pub(super) transaction: TransactionId,
    pub(super) lane: Lane,
    /// Order of prediction, over all ports.
    pub(super) order: u64,
    pub(super) effect: Effect,
}

/// What a beat turned out to be.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It was due.
    Due(Expectation),
    /// It is due, but behind this one.
    Overtook {
        due: Expectation,
        first: Expectation,
    },
    /// It should have been this one, which now counts as seen.
    Differs(Expectation),
    /// Nothing was due.
    Unexpected,
}

/// Ports, with context READs apart: they keep their own order, as a later header's READ may leave
/// before an earlier header's WRITE (contract 2).
const QUEUES: usize = Port::ALL.len() + 1;

fn queue_of(beat: &Beat) -> usize {
    match beat {
        Beat::Context(access) if access.op == ContextOp::READ => Port::ALL.len(),
        _ => beat.port() as usize,
    }
}

/// What is due on each port.
#[derive(Debug, Default)]
pub(super) struct Expectations {
    ports: [VecDeque<Expectation>; QUEUES],
    /// The youngest header seen on each port.
    seen: [TransactionId; QUEUES],
}

impl Expectations {
    /// Adds a beat behind those of its transaction and of earlier ones in its lane.
    pub(super) fn add(&mut self, expectation: Expectation) {
        let queue = &mut self.ports[queue_of(&expectation.effect.beat)];
        let younger = |other: &Expectation| {
            other.lane == expectation.lane && other.transaction > expectation.transaction
        };
        let place = queue.iter().position(younger).unwrap_or(queue.len());
        queue.insert(place, expectation);
    }

    /// Takes the expectation that `beat` meets.
    pub(super) fn take(&mut self, beat: &Beat) -> Verdict {
        let queue = &mut self.ports[queue_of(beat)];
        // A command waits for the headers of its QP that are under way, so of equals theirs is first.
        let equal = |due: &&Expectation| due.effect.beat == *beat;
        let headers = |due: &Expectation| due.lane == Lane::Headers && equal(&due);
        let place = queue
            .iter()
            .position(headers)
            .or_else(|| queue.iter().position(|due| equal(&due)));
        let Some(place) = place else {
            let same_qp = queue
                .iter()
                .position(|due| beat::qpn(&due.effect.beat) == beat::qpn(beat));
            return match queue.remove(same_qp.unwrap_or(0)) {
                Some(due) => Verdict::Differs(due),
                None => Verdict::Unexpected,
            };
        };
        let Some(due) = queue.remove(place) else {
            return Verdict::Unexpected;
        };
        if let Some(first) = queue
            .iter()
            .take(place)
            .find(|other| other.lane == due.lane)
        {
            return Verdict::Overtook {
                first: first.clone(),
                due,
            };
        }
        Verdict::Due(due)
    }

    /// Notes that a header's beat was seen on its port; `false` if one of a later header was seen
    /// there before.
    pub(super) fn in_order(&mut self, due: &Expectation) -> bool {
        let seen = &mut self.seen[queue_of(&due.effect.beat)];
        let in_order = due.lane != Lane::Headers || due.transaction >= *seen;
        if due.lane == Lane::Headers {
            *seen = (*seen).max(due.transaction);
        }
        in_order
    }

    /// The first beat due on `port` that `matches`; context READs are not looked at.
    pub(super) fn find(
        &self,
        port: Port,
        matches: impl Fn(&Expectation) -> bool,
    ) -> Option<&Expectation> {
        self.ports[port as usize].iter().find(|due| matches(due))
    }

    /// Everything that is due, port by port.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Expectation> {
        self.ports.iter().flatten()
    }

    /// Whether nothing is due.
    pub(super) fn is_empty(&self) -> bool {
        self.ports.iter().all(VecDeque::is_empty)
    }

    /// Forgets everything, as a reset does.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
