//! MR control commands (contract 8).

use super::{Beat, Effect, Next, Outcome, Rule, Step};
use crate::Error;
use rdma::layouts::{MrControl, MrKey, MrOp};
use smallvec::smallvec;

/// One MR control command on its way through the contract.
#[derive(Clone, Debug)]
pub struct MrCommand {
    key: u32,
    next: Next,
}

impl MrCommand {
    /// Takes a beat of `s_mr_ctrl_stream`.
    pub fn new(command: &MrControl) -> (Self, Step) {
        let key = command.key;
        let (beat, rule, next) = if command.op == MrOp::DEREGISTER {
            (Beat::Deregister(MrKey { key }), Rule::MrFence, Next::Fence)
        } else {
            let over = Next::Done(Outcome::new(Rule::MrPassed));
            (Beat::MrControl(command.clone()), Rule::MrPassed, over)
        };
        (
            Self { key, next },
            Step {
                effects: smallvec![Effect { beat, rule }],
                next,
            },
        )
    }

    /// What the command waits for.
    pub const fn next(&self) -> Next {
        self.next
    }

    /// Takes a beat of `s_dereg_rsp`.
    ///
    /// # Errors
    /// If the command does not wait for the fence.
    pub fn fenced(&mut self) -> Result<Step, Error> {
        if self.next != Next::Fence {
            return Err(Error::OutOfTurn {
                awaited: self.next,
                input: "s_dereg_rsp",
            });
        }
        self.next = Next::MmuFlush;
        let beat = Beat::MmuFlush(MrKey { key: self.key });
        Ok(Step {
            effects: smallvec![Effect {
                beat,
                rule: Rule::MrFlush
            }],
            next: self.next,
        })
    }

    /// Takes a beat of `s_mmu_flush_rsp`.
    ///
    /// # Errors
    /// If the command does not wait for the flush.
    pub fn flushed(&mut self) -> Result<Step, Error> {
        if self.next != Next::MmuFlush {
            return Err(Error::OutOfTurn {
                awaited: self.next,
                input: "s_mmu_flush_rsp",
            });
        }
        self.next = Next::Done(Outcome::new(Rule::MrDone));
        Ok(Step {
            effects: smallvec![],
            next: self.next,
        })
    }
}
