//! What can go wrong when a model is driven.

use crate::completer_frontend::Next;

/// Misuse of a model by the bench, or an answer that nobody asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// An input came that the transaction does not wait for.
    #[error(
        "{input} came for a transaction that waits for {awaited}: the wrapper asked for something the \
         contract does not demand, or the bench routed the answer to the wrong transaction"
    )]
    OutOfTurn {
        /// What the transaction waits for.
        awaited: Next,
        /// What came, as a port name.
        input: &'static str,
    },
}
