//! Streams that do not fit are refused with the pin's name.

use dut::Design;
use uvm::Simulation;
use uvm::axis::{Monitor, Source, SourceConfig};

use super::load;
use crate::kernel::Word;

#[test]
fn a_missing_stream_and_a_wrong_side_are_errors() {
    let sim = Simulation::new(uvm::SimConfig::default());
    let dut = load(Design::new("axis_stage"));
    let scope = sim.scope("env");
    let absent = Monitor::<Word>::new(&scope, &dut, "absent").err().unwrap();
    insta::assert_snapshot!(absent.to_string());
    let wrong = Source::<Word>::new(&scope, &dut, "m", SourceConfig::default());
    insta::assert_snapshot!(wrong.err().unwrap().to_string());
}
