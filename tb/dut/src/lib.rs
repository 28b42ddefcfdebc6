//! To be written.

