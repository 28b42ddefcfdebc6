//! Scoreboards: what the model expects against what the DUT did. UVM 1.2 "uvm_in_order_comparator".
//!
//! [`InOrder`] compares streams that keep their order, [`Keyed`] those that keep it only among items
//! of the same key. Both report every field that differs, and at the end what never came.
//!
//! An expectation may carry its cause (a transaction, a rule, a cycle), which a mismatch then names.

mod in_order;
mod keyed;
mod mismatch;

pub use in_order::InOrder;
pub use keyed::Keyed;

use std::fmt;

/// The default cause: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoCause;

impl fmt::Display for NoCause {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// What is done with an item that nobody expects yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Early {
    /// It is wrong: a model sees causes before their effects.
    #[default]
    Wrong,
    /// It waits for its expectation: the two sides come in any order.
    Waits,
}

/// An item that the model expects.
#[derive(Clone, Debug)]
struct Expected<T, C> {
    item: T,
    cause: C,
}
