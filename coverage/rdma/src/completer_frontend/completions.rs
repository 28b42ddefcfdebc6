//! Entries that end: with a CQE, or silently; and what is written to the context.

use coverage::covergroup;
use rdma::layouts::{ContextAccess, Cqe, TxInfo, WcStatus, WrOpcode};

covergroup! {
    /// Every entry retired, by what it was and how it ended. Contract 4: success makes a CQE if the entry is
    /// signaled, an error always.
    #[testpoint = "completer.completion"]
    pub(super) Retirements(w: &TxInfo, status: WcStatus) {
        opcode: w.opcode => { each WrOpcode, unnamed: 8..=255 };
        status: status => { SUCCESS: WcStatus::SUCCESS, LOC_LEN: WcStatus::LOC_LEN, LOC_PROT: WcStatus::LOC_PROT, WR_FLUSH: WcStatus::WR_FLUSH, BAD_RESP: WcStatus::BAD_RESP, REM_INV_REQ: WcStatus::REM_INV_REQ, REM_ACCESS: WcStatus::REM_ACCESS, REM_OP: WcStatus::REM_OP, illegal other: default };
        signaled: w.signaled => { silent: false, signaled: true };
        length: w.message_len => { zero: 0, short: 1..=255, packets: 256..=0xFFFF, long: 0x1_0000.. };
        wqe_index: w.wqe_index => { zero: 0, last: 0xFFFF, between: 1..=0xFFFE };
        cross opcode, status, signaled => {
            illegal no_data: (SEND | SEND_IMM | SEND_INV | WRITE | WRITE_IMM | unnamed, LOC_LEN | LOC_PROT, _),
            // One such opcode, once each way, shows that it is taken for a SEND.
            ignore unnamed: (unnamed, BAD_RESP | REM_INV_REQ | REM_ACCESS | REM_OP | WR_FLUSH, _),
        };
    }

    /// CQEs on both streams. Contract 4.
    #[testpoint = "completer.cqe"]
    pub(super) Completions(error: bool, c: &Cqe) {
        stream: error => { success: false, error: true };
        // BIND, LOCAL_INV and the receive side are not the completer's.
        opcode: c.opcode.0 => { send: 0, write: 1, read: 2, cas: 3, fadd: 4, illegal other: 5.. };
        byte_count: c.byte_count => { zero: 0, some: 1.. };
        syndrome: c.vendor_error => { none: 0, nak: 0x61..=0x7F, illegal other: default };
        cross stream, byte_count => { illegal error: (error, some) };
        cross stream, syndrome => { illegal success: (success, nak) };
        cross stream, opcode;
    }

    /// Context WRITEs, by the fields they select. Contract 4, 7.
    #[testpoint = "completer.context"]
    pub(super) ContextWrites(c: &ContextAccess) {
        // Bits: unacked_psn, credits, state, valid.
        fields: fields(c) => {
            psn: 1, credits: 2, psn_credits: 3, state: 4, psn_state: 5, destroy: 12,
            // A failure takes no credits, and only DESTROY changes `valid`.
            illegal never: [0..=0, 6..=11, 13..=15],
        };
        unacked_psn iff (c.set_unacked_psn): c.unacked_psn => { zero: 0, last: 0xFF_FFFF, between: 1..=0xFF_FFFE };
        unlimited iff (c.set_credits): c.credits_unlimited => each bool;
    }
}

fn fields(c: &ContextAccess) -> u8 {
    u8::from(c.set_unacked_psn)
        | u8::from(c.set_credits) << 1
        | u8::from(c.set_state) << 2
        | u8::from(c.set_valid) << 3
}
