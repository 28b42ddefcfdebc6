//! The address translation behind `m_comp_write_translate`.

use std::collections::BTreeSet;

use rdma::layouts::{TranslateResponse, WriteTranslate};

/// Translates every key but those it was told to refuse. Physical addresses go to the payload
/// engine, so the wrapper only sees the verdict.
#[derive(Debug, Default)]
pub struct Translator {
    refused: BTreeSet<u32>,
}

/// Reason code of a key that is not registered.
const KEY_NOT_REGISTERED: u8 = 1;

impl Translator {
    /// From now on pieces with this local key fault.
    pub fn refuse(&mut self, lkey: u32) {
        self.refused.insert(lkey);
    }

    /// From now on pieces with this local key translate again.
    pub fn allow(&mut self, lkey: u32) {
        self.refused.remove(&lkey);
    }

    /// The verdict on one piece.
    pub fn verdict(&self, request: &WriteTranslate) -> TranslateResponse {
        let fault = self.refused.contains(&request.lkey);
        TranslateResponse {
            fault,
            reason: if fault { KEY_NOT_REGISTERED } else { 0 },
            qpn: request.qpn,
            psn: request.psn,
        }
    }
}
