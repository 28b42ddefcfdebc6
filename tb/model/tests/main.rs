//! Integration tests of the reference models.
#![forbid(unsafe_code)]
