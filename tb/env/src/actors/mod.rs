//! The parts of the IP that an environment plays itself, as far as a wrapper can tell.

mod requester;

pub use requester::{Requester, WorkRequest};
