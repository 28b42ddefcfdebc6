//! End-to-end credits of the peer's responder (contract 4, transport.md 2).

use rdma::layouts::{CompHeader, QpContext};
use rdma::{Psn, Syndrome};

/// What the context keeps of the peer's credits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Credits {
    /// Limit sequence number: it only advances.
    pub(super) lsn: Psn,
    /// The peer does not count.
    pub(super) unlimited: bool,
}

impl Credits {
    pub(super) const fn of(context: &QpContext) -> Self {
        Self {
            lsn: Psn::new(context.lsn),
            unlimited: context.credits_unlimited,
        }
    }

    /// Takes the AETH of an accepted response.
    pub(super) fn advance(&mut self, header: &CompHeader) {
        let Syndrome::Ack { credits } = Syndrome::from(header.syndrome) else {
            return;
        };
        match credits.credits() {
            None => self.unlimited = true,
            Some(_) if self.unlimited => {}
            Some(count) => {
                let limit = Psn::new(header.msn) + count;
                if limit.is_after(self.lsn) {
                    self.lsn = limit;
                }
            }
        }
    }
}
