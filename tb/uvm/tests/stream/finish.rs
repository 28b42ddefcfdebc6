//! A design that ends the simulation by itself.

use dut::Design;
use uvm::{ClockReset, RunError, SimConfig, Simulation};

use super::load;

#[test]
fn the_run_stops_when_the_design_does() {
    let sim = Simulation::new(SimConfig::default());
    let dut = load(Design::new("gives_up"));
    sim.attach(&dut, &ClockReset::without_reset("clk")).unwrap();
    let handle = sim.handle();
    let outcome = sim.block_on("test", async move { handle.cycles(1_000).await });
    let Err(RunError::DutFinished { cycle }) = outcome else {
        panic!("the run should stop: {outcome:?}");
    };
    assert!((10..50).contains(&cycle), "noticed at {cycle}");
}
