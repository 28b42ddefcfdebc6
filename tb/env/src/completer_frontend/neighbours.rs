//! The neighbours of the wrapper, played by the bench: they answer what it asks.

use std::cell::RefCell;
use std::rc::Rc;

use layout::Packed;
use rdma::layouts::{ContextAccess, ContextOp, MrKey, QpContext, TxInfo};
use uvm::axis::{Sink, Source, StreamSequencer};

use super::streams::{Sinks, Sources};
use crate::actors::{Requester, WorkRequest};
use crate::stores::{ContextStore, SendQueues, Translator};

/// QP context store, send-work-queue store, MMU, and the requester that fills them.
#[derive(Debug, Default)]
pub struct Neighbours {
    /// Behind `qp_rw_port_*`.
    pub contexts: ContextStore,
    /// Behind the SWQ channels.
    pub queues: SendQueues,
    /// Behind `m_comp_write_translate`.
    pub translator: Translator,
    /// Posts work.
    pub requester: Requester,
}

impl Neighbours {
    /// Posts a work request in cycle `now`; see [`Requester::post`].
    pub fn post(&mut self, qpn: u32, request: &WorkRequest, now: u64) -> TxInfo {
        let Self {
            contexts,
            queues,
            requester,
            ..
        } = self;
        requester.post(contexts, queues, qpn, request, now)
    }

    fn access(&mut self, access: &ContextAccess) -> Option<QpContext> {
        if access.op == ContextOp::READ {
            return Some(self.contexts.read(access.qpn));
        }
        self.contexts.write(access);
        None
    }
}

/// Answers every request in the cycle after its handshake, unless the answer's stream idles.
pub(super) fn connect(neighbours: &Rc<RefCell<Neighbours>>, sinks: &Sinks, sources: &Sources) {
    answer(
        neighbours,
        &sinks.context,
        &sources.context,
        Neighbours::access,
    );
    answer(neighbours, &sinks.oldest, &sources.oldest, |n, read| {
        Some(n.queues.oldest(read.qpn))
    });
    answer(neighbours, &sinks.entry, &sources.entry, |n, read| {
        Some(n.queues.entry(read.qpn, read.wqe_index))
    });
    answer(neighbours, &sinks.command, &sources.answer, |n, command| {
        n.queues.command(command)
    });
    answer(
        neighbours,
        &sinks.translate,
        &sources.verdict,
        |n, request| Some(n.translator.verdict(request)),
    );
    answer(
        neighbours,
        &sinks.deregister,
        &sources.fenced,
        |_, key: &MrKey| Some(key.clone()),
    );
    answer(
        neighbours,
        &sinks.mmu_flush,
        &sources.flushed,
        |_, key: &MrKey| Some(key.clone()),
    );
    let forgetful = neighbours.clone();
    sinks
        .cleanup
        .monitor
        .observed
        .subscribe(move |beat| forgetful.borrow_mut().queues.clean_up(beat.item.qpn));
}

fn answer<Q: Packed, A: Packed>(
    neighbours: &Rc<RefCell<Neighbours>>,
    requests: &Sink<Q>,
    answers: &Source<A>,
    respond: impl Fn(&mut Neighbours, &Q) -> Option<A> + 'static,
) {
    let (neighbours, sequencer): (_, StreamSequencer<A>) =
        (neighbours.clone(), answers.sequencer.clone());
    requests.monitor.observed.subscribe(move |beat| {
        if let Some(answer) = respond(&mut neighbours.borrow_mut(), &beat.item) {
            sequencer.post(answer);
        }
    });
}
