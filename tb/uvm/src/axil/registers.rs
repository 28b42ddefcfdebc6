//! Registers as async functions.

use super::item::{Access, Answer, Resp};
use crate::sequencer::{Aborted, SequenceContext};

/// An access that did not succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// A reset came first.
    #[error(transparent)]
    Aborted(#[from] Aborted),
    /// The slave refused.
    #[error("the access to {addr:#x} was answered with {resp}")]
    Refused {
        /// Byte address.
        addr: u64,
        /// Its answer.
        resp: Resp,
    },
    /// The value that was waited for did not come.
    #[error(
        "{addr:#x} still reads {last:#x} after {tries} reads; waited for {value:#x} under mask {mask:#x}"
    )]
    Unchanged {
        /// Byte address.
        addr: u64,
        /// What was read last.
        last: u64,
        /// What was waited for.
        value: u64,
        /// The bits that were compared.
        mask: u64,
        /// Number of reads.
        tries: u32,
    },
}

/// Register access over a bus, in the way of a sequence: one access at a time.
#[derive(Clone)]
pub struct Registers {
    ctx: SequenceContext<Access, Answer>,
}

impl Registers {
    pub(super) fn new(ctx: SequenceContext<Access, Answer>) -> Self {
        Self { ctx }
    }

    /// Reads the word at a byte address.
    ///
    /// # Errors
    /// A reset, or an answer other than OKAY.
    pub async fn read(&self, addr: u64) -> Result<u64, BusError> {
        self.access(Access::Read { addr }).await
    }

    /// Writes the whole word at a byte address.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn write(&self, addr: u64, data: u64) -> Result<(), BusError> {
        self.write_bytes(addr, data, u8::MAX).await
    }

    /// Writes those bytes of a word whose strobe is set.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn write_bytes(&self, addr: u64, data: u64, strb: u8) -> Result<(), BusError> {
        self.access(Access::Write { addr, data, strb })
            .await
            .map(|_| ())
    }

    /// Reads, replaces the bits under the mask, writes; returns what was read. Holds the bus between
    /// the two, so that no other sequence gets in between.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub async fn update(&self, addr: u64, mask: u64, value: u64) -> Result<u64, BusError> {
        let _lock = self.ctx.lock().await;
        let old = self.read(addr).await?;
        self.write(addr, old & !mask | value & mask).await?;
        Ok(old)
    }

    /// Reads every `gap` cycles, at most `tries` times, until the bits under the mask are `value`.
    ///
    /// # Errors
    /// As [`Self::read`], or the value did not come.
    pub async fn poll(
        &self,
        addr: u64,
        mask: u64,
        value: u64,
        tries: u32,
        gap: u64,
    ) -> Result<u64, BusError> {
        let mut last = 0;
        for _ in 0..tries {
            last = self.read(addr).await?;
            if last & mask == value & mask {
                return Ok(last);
            }
            self.ctx.sim().cycles(gap).await;
        }
        Err(BusError::Unchanged {
            addr,
            last,
            value,
            mask,
            tries,
        })
    }

    async fn access(&self, access: Access) -> Result<u64, BusError> {
        let answer = self.ctx.send(access).await?;
        match answer.resp {
            Resp::Okay => Ok(answer.data),
            resp => Err(BusError::Refused {
                addr: access.addr(),
                resp,
            }),
        }
    }
}
