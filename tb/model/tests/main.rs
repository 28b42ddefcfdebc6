//! Integration tests of the reference models.
#![forbid(unsafe_code)]

mod atomic_acks;
mod credits;
mod end_conditions;
mod flush;
mod invariants;
mod look_up_table;
mod misuse;
mod mr_control;
mod notices;
mod pieces;
mod qp_control;
mod read_responses;
mod registers;
mod scenarios;
mod support;

mod wrap;
