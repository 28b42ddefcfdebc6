//! The covergroups of the IP, sampled through the models.
#![allow(clippy::unwrap_used)]

mod completer_frontend;
