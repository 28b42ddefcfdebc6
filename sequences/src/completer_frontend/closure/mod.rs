//! Closes coverage: combinations that neither a story nor random traffic reaches in reasonable time.
//!
//! Each test is a table of situations, one QP each, and the rule that must decide it. Contexts and
//! entries are set to what a longer history would leave.

mod chains;
mod company;
mod credits;
mod entries;
mod reads;

use rdma::layouts::WrOpcode;

pub(super) use chains::{implied_and_flushed, long_chains};
pub(super) use company::{
    control_beside_responses, deep_pipeline, interrupted_read, wide_qpn_of_an_old_response,
};
pub(super) use credits::every_effect;
pub(super) use entries::{
    late_acks, naks_by_entry_state, no_room_by_opcode, rows_of_data, wrong_kind_by_opcode,
};
pub(super) use reads::{
    atomics_at_the_edges, everywhere, too_many_segments, unknown_pmtu, what_remains,
};

/// Every work request that waits for an ACK.
const SENDS: [WrOpcode; 5] = [
    WrOpcode::SEND,
    WrOpcode::SEND_IMM,
    WrOpcode::SEND_INV,
    WrOpcode::WRITE,
    WrOpcode::WRITE_IMM,
];
