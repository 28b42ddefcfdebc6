//! The QP context store behind `qp_rw_port_awd` and `qp_rw_port_rd`.

use std::collections::BTreeMap;

use rdma::layouts::{ContextAccess, QpContext};

/// Every QP context, by QP number.
#[derive(Debug, Default)]
pub struct ContextStore {
    contexts: BTreeMap<u32, QpContext>,
}

impl ContextStore {
    /// Creates or replaces the context of `context.qpn`.
    pub fn insert(&mut self, context: QpContext) {
        self.contexts.insert(context.qpn, context);
    }

    /// The context as a READ returns it: of a QP that does not exist, one that is not valid.
    pub fn read(&self, qpn: u32) -> QpContext {
        self.contexts
            .get(&qpn)
            .cloned()
            .unwrap_or_else(|| QpContext {
                qpn,
                ..QpContext::default()
            })
    }

    /// A context to look at, if the QP exists or existed.
    pub fn get(&self, qpn: u32) -> Option<&QpContext> {
        self.contexts.get(&qpn)
    }

    /// A context to change, as the requester does when it sends.
    pub fn get_mut(&mut self, qpn: u32) -> Option<&mut QpContext> {
        self.contexts.get_mut(&qpn)
    }

    /// Applies a WRITE: only the selected fields change.
    pub fn write(&mut self, access: &ContextAccess) {
        let context = self
            .contexts
            .entry(access.qpn)
            .or_insert_with(|| QpContext {
                qpn: access.qpn,
                ..QpContext::default()
            });
        if access.set_valid {
            context.valid = access.valid;
        }
        if access.set_state {
            context.state = access.state;
        }
        if access.set_unacked_psn {
            context.unacked_psn = access.unacked_psn;
        }
        if access.set_credits {
            context.lsn = access.lsn;
            context.credits_unlimited = access.credits_unlimited;
        }
    }

    /// Forgets every QP, as a power-up does.
    pub fn clear(&mut self) {
        self.contexts.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rdma::layouts::{ContextOp, QpState};

    #[test]
    fn a_write_changes_the_selected_fields_only() {
        let mut store = ContextStore::default();
        store.insert(QpContext {
            valid: true,
            qpn: 7,
            state: QpState::RTS,
            unacked_psn: 5,
            lsn: 9,
            ..QpContext::default()
        });
        store.write(&ContextAccess {
            op: ContextOp::WRITE,
            qpn: 7,
            set_unacked_psn: true,
            unacked_psn: 6,
            lsn: 1,
            ..ContextAccess::default()
        });
        let context = store.read(7);
        assert_eq!(
            (
                context.valid,
                context.state,
                context.unacked_psn,
                context.lsn
            ),
            (true, QpState::RTS, 6, 9)
        );
    }

    #[test]
    fn an_unknown_qp_reads_as_not_valid() {
        let context = ContextStore::default().read(3);
        assert!(!context.valid);
        assert_eq!(context.qpn, 3);
    }
}
