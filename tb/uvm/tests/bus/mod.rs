//! The AXI4-Lite agent.
