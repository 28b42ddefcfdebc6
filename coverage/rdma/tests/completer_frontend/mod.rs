//! Covergroups of `completer_frontend`.

mod bins;
mod illegal;
mod shape;
mod support;
