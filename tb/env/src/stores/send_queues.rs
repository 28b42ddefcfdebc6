//! The send-work-queue store behind the `m_cmd_port_*` channels.

use std::collections::{BTreeMap, VecDeque};

use rdma::layouts::{SwqCommand, SwqOp, TxInfo};

/// The outstanding work requests of every QP, oldest first.
#[derive(Debug, Default)]
pub struct SendQueues {
    queues: BTreeMap<u32, VecDeque<TxInfo>>,
}

impl SendQueues {
    /// Appends an entry to its QP.
    pub fn post(&mut self, entry: TxInfo) {
        self.queues.entry(entry.qpn).or_default().push_back(entry);
    }

    /// Channel 3: the oldest entry, or one that is not valid.
    pub fn oldest(&self, qpn: u32) -> TxInfo {
        self.entries(qpn)
            .next()
            .cloned()
            .unwrap_or_else(|| no_entry(qpn, 0))
    }

    /// Channel 4: an entry by index, or one that is not valid.
    pub fn entry(&self, qpn: u32, wqe_index: u16) -> TxInfo {
        let found = self.entries(qpn).find(|entry| entry.wqe_index == wqe_index);
        found.cloned().unwrap_or_else(|| no_entry(qpn, wqe_index))
    }

    /// The outstanding entries of a QP, oldest first.
    pub fn entries(&self, qpn: u32) -> impl Iterator<Item = &TxInfo> {
        self.queues.get(&qpn).into_iter().flatten()
    }

    /// An entry to change, as the requester does when it sends.
    pub fn entry_mut(&mut self, qpn: u32, wqe_index: u16) -> Option<&mut TxInfo> {
        self.queues
            .get_mut(&qpn)?
            .iter_mut()
            .find(|entry| entry.wqe_index == wqe_index)
    }

    /// Channel 0: carries out MODIFY and DELETE and returns the entry as it now is; `None` for a
    /// command that is not answered.
    pub fn command(&mut self, command: &SwqCommand) -> Option<TxInfo> {
        let (qpn, wqe_index) = (command.qpn, command.wqe_index);
        match command.op {
            SwqOp::MODIFY => {
                if let Some(entry) = self.entry_mut(qpn, wqe_index) {
                    entry.bytes_received = command.bytes_received;
                }
                Some(self.entry(qpn, wqe_index))
            }
            SwqOp::DELETE => {
                if let Some(queue) = self.queues.get_mut(&qpn) {
                    queue.retain(|entry| entry.wqe_index != wqe_index);
                }
                Some(self.entry(qpn, wqe_index))
            }
            _ => None,
        }
    }

    /// Channel 1: forgets every entry of a QP.
    pub fn clean_up(&mut self, qpn: u32) {
        self.queues.remove(&qpn);
    }

    /// Entries outstanding on a QP.
    pub fn depth(&self, qpn: u32) -> usize {
        self.queues.get(&qpn).map_or(0, VecDeque::len)
    }

    /// Forgets everything, as a power-up does.
    pub fn clear(&mut self) {
        self.queues.clear();
    }
}

fn no_entry(qpn: u32, wqe_index: u16) -> TxInfo {
    TxInfo {
        qpn,
        wqe_index,
        ..TxInfo::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(wqe_index: u16) -> TxInfo {
        TxInfo {
            valid: true,
            qpn: 1,
            wqe_index,
            ..TxInfo::default()
        }
    }

    #[test]
    fn entries_leave_in_order_and_are_found_by_index() {
        let mut queues = SendQueues::default();
        queues.post(entry(0xFFFF));
        queues.post(entry(0));
        assert_eq!(queues.oldest(1).wqe_index, 0xFFFF);
        assert!(queues.entry(1, 0).valid);
        let answer = queues.command(&SwqCommand {
            op: SwqOp::DELETE,
            qpn: 1,
            wqe_index: 0xFFFF,
            ..SwqCommand::default()
        });
        assert!(answer.is_some_and(|entry| !entry.valid));
        assert_eq!(queues.oldest(1).wqe_index, 0);
    }

    #[test]
    fn modify_answers_with_the_new_value() {
        let mut queues = SendQueues::default();
        queues.post(entry(4));
        let command = SwqCommand {
            op: SwqOp::MODIFY,
            qpn: 1,
            wqe_index: 4,
            bytes_received: 77,
            ..SwqCommand::default()
        };
        assert!(
            queues
                .command(&command)
                .is_some_and(|entry| entry.bytes_received == 77)
        );
    }

    #[test]
    fn a_handover_is_not_answered() {
        let mut queues = SendQueues::default();
        queues.post(entry(4));
        assert!(
            queues
                .command(&SwqCommand {
                    op: SwqOp::HANDOVER,
                    qpn: 1,
                    wqe_index: 4,
                    ..SwqCommand::default()
                })
                .is_none()
        );
    }
}
