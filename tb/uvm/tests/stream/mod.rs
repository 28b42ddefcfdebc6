//! AXI-Stream agents on `rtl/axis_stage.sv`, correct and broken.

mod determinism;
mod finish;
mod matrix;
mod protocol;
mod reset;
mod widths;

use std::path::Path;
use std::rc::Rc;

use dut::{Design, Dut, Flavour, LoadOptions, ModelCache, Toolchain};
use uvm::axis::{Sink, SinkConfig, Source, SourceConfig, Transfer};
use uvm::scoreboard::{Early, InOrder};
use uvm::{ClockReset, Pattern, Rng, SimConfig, Simulation};

use crate::kernel::Word;

/// Loads a design of `rtl/`; models are shared between the tests.
pub(crate) fn load(design: Design) -> Dut {
    let source = format!("{}/tests/rtl/{}.sv", env!("CARGO_MANIFEST_DIR"), design.top);
    let cache = ModelCache::new(Path::new(env!("CARGO_TARGET_TMPDIR")).join("models"));
    let tools = Toolchain::discover().unwrap();
    cache
        .build(&tools, &design.source(source), Flavour::Fast, &mut |_| ())
        .and_then(|model| model.load(&LoadOptions::default()))
        .unwrap_or_else(|error| panic!("{error}"))
}

type Beat = Transfer<Word>;

/// The stage between a source and a sink, with a scoreboard.
struct Bench {
    sim: Simulation,
    source: Rc<Source<Beat>>,
    sink: Rc<Sink<Beat>>,
    board: InOrder<Beat>,
}

impl Bench {
    fn new(fault: u32, idle: Pattern, ready: Pattern) -> Self {
        let sim = Simulation::new(SimConfig {
            timeout_cycles: 100_000,
            ..SimConfig::default()
        });
        let dut = load(Design::new("axis_stage").parameter("Fault", fault));
        sim.attach(&dut, &ClockReset::active_low("clk", "rst_n"))
            .unwrap();
        let env = sim.scope("env");
        let config = SourceConfig {
            idle,
            ..SourceConfig::default()
        };
        let source = Source::<Beat>::new(&env.child("s"), &dut, "s", config).unwrap();
        let sink = Sink::<Beat>::new(&env.child("m"), &dut, "m", SinkConfig { ready }).unwrap();
        assert_eq!(dut.unbound(), []);
        let board = InOrder::new(&env.child("board"), Early::Wrong);
        board.expect_from(&source.monitor.observed, |beat| Some(beat.clone()));
        board.observe_from(&sink.monitor.observed);
        Self {
            sim,
            source: Rc::new(source),
            sink: Rc::new(sink),
            board,
        }
    }

    /// Resets the stage, sends `count` beats and waits until all have come out.
    fn run(&self, count: u32) {
        let (sim, source, board) = (self.sim.handle(), self.source.clone(), self.board.clone());
        self.sim
            .block_on("test", async move {
                sim.reset(2).await;
                send(&source, count).await;
                board.drained().await;
            })
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Sends beats of random content.
async fn send(source: &Source<Beat>, count: u32) {
    let mut rng = Rng::named(1, "beats");
    let ctx = source.sequencer.context();
    for value in 0..count {
        let beat = Transfer {
            data: Word {
                tag: rng.next_u64() as u8,
                value,
            },
            keep: u128::from(rng.below(32)),
            last: rng.percent(30),
        };
        ctx.send(beat).await.unwrap();
    }
}
