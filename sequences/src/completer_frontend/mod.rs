//! Tests of `completer_frontend` alone.

mod header;
mod qp;
mod tb;
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
}
