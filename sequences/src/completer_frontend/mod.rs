//! Tests of `completer_frontend` alone.

mod header;
mod qp;
mod random;
mod rate;
mod tb;
mod traffic;
mod write;

pub use header::Header;
pub use qp::{Qp, QpBuilder};
pub use tb::{Tb, declare_knobs};

use crate::TestCase;

/// Declares the catalogue: name, testpoint and body of each test; its doc comment is its purpose.
macro_rules! catalogue {
    ($( $(#[doc = $purpose:literal])+ $name:ident [$testpoint:literal] => $body:path; )+) => {
        /// Every test of this environment.
        pub(crate) const TESTS: &[TestCase] = &[$(
            TestCase {
                name: concat!("completer_frontend.", stringify!($name)),
                purpose: concat!($($purpose),+).trim_ascii(),
                testpoint: $testpoint,
                run: |request| crate::harness::run(request, $body),
            },
        )+];
    };
}

catalogue! {
    /// A 4 KiB WRITE in four packets completes with its last PSN, status SUCCESS, 4096 bytes.
    ack_completes_write ["completer.ack.complete"] => write::ack_completes_write;
    /// An ACK completes every older WRITE, in order, across the PSN wrap.
    ack_completes_older_writes ["completer.ack.implied"] => write::ack_completes_older_writes;
    /// An ACK inside a WRITE only moves the expected PSN.
    partial_ack_moves_expected_psn ["completer.ack.partial"] => write::partial_ack_moves_expected_psn;
    /// An initiation interval of 4 cycles or better across QPs: ACK, READ response, ATOMIC ack.
    rate_across_qps ["completer.rate.across_qps"] => rate::across_qps;
    /// An initiation interval of 8 cycles or better on one QP: ACK, READ response, ATOMIC ack.
    rate_on_one_qp ["completer.rate.one_qp"] => rate::one_qp;
    /// WRITEs, SENDs, READs and ATOMICs on several QPs, with coalesced and partial ACKs.
    random_mix ["completer.random.mix"] => random::mix;
    /// Every fault on a single QP, where nothing may overlap.
    random_one_qp ["completer.random.one_qp"] => random::one_qp;
    /// Sixty-four QPs at once.
    random_many_qps ["completer.random.many_qps"] => random::many_qps;
    /// Mostly READs, some of their responses lost and asked for again.
    random_reads ["completer.random.reads"] => random::reads;
    /// Mostly ATOMICs, some of their acks lost or sent twice.
    random_atomics ["completer.random.atomics"] => random::atomics;
    /// Every QP starts 16 PSNs before the wrap.
    random_psn_wrap ["completer.random.psn_wrap"] => random::psn_wrap;
    /// Responses lost, repeated and overtaken.
    random_lossy_network ["completer.random.lossy"] => random::lossy_network;
    /// ACKs that come late and stand for many messages.
    random_late_acks ["completer.random.late_acks"] => random::late_acks;
    /// Sequence NAKs, RNR NAKs and SACKs; what is handed over is retried.
    random_naks ["completer.random.naks"] => random::naks;
    /// Fatal NAKs and translation faults: fail, flush, destroy, create again.
    random_failures ["completer.random.failures"] => random::failures;
    /// Headers made wrong on purpose: each ends with the cause it was made for.
    random_forged_headers ["completer.random.forged"] => random::forged_headers;
    /// QPs moved to SQD and ERR, destroyed and created again while responses are in flight.
    random_qp_commands ["completer.random.qp_commands"] => random::qp_commands;
    /// All faults at once.
    random_storm ["completer.random.storm"] => random::storm;
    /// All faults, every stream with an idle or backpressure pattern of its own.
    random_backpressure ["completer.random.backpressure"] => random::backpressure;
    /// Every idle pattern against every backpressure pattern.
    stream_matrix ["completer.streams.matrix"] => random::idle_by_backpressure;
    /// Every stream in turn is stalled for 400 cycles in the middle of traffic.
    stalled_ports ["completer.streams.stalled"] => random::stalled_ports;
    /// A reset in the middle of traffic, twelve times; then clean traffic.
    reset_in_mid_traffic ["completer.reset.traffic"] => random::reset_in_traffic;
}
