//! `rdmatb`: the runner over the RDMA bench.
#![forbid(unsafe_code)]

mod bench;

use std::process::ExitCode;

fn main() -> ExitCode {
    regress::cli::main(&bench::RdmaBench, std::env::args_os())
}
