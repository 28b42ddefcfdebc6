//! The methodology, piece by piece: `kernel` without a DUT, `stream` and `bus` on small ones.

mod bus;
mod kernel;
mod stream;
