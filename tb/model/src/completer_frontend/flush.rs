//! Flush of the entries behind a failure or a move to ERR (contract 4 and 7).

use super::completion::{Failure, fail, read_next};
use super::{Effects, Next, Outcome, Rule};
use rdma::layouts::{Cause, TxInfo, WcStatus};

/// Takes one entry of the walk; the answer is what the walk waits for.
pub(super) fn flush_entry(
    qpn: u32,
    entry: &TxInfo,
    outcome: &mut Outcome,
    out: &mut Effects,
) -> Next {
    if !entry.valid {
        return Next::Done(*outcome);
    }
    outcome.flushed += 1;
    fail(
        qpn,
        entry,
        Failure::new(WcStatus::WR_FLUSH, Cause::FLUSH, Rule::Flush),
        out,
    );
    read_next(qpn, entry, Rule::Flush, out);
    Next::Entry
}
