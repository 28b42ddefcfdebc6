//! What stands outside a wrapper and answers it: QP contexts, send queues, address translation.
//! Plain state, no pins; an environment puts them behind streams.

mod context_store;
mod send_queues;
mod translator;

pub use context_store::ContextStore;
pub use send_queues::SendQueues;
pub use translator::Translator;
