//! The AXI4-Lite agent on `rtl/axil_regs.sv`, correct and broken.

use std::cell::RefCell;
use std::rc::Rc;

use dut::Design;
use uvm::axil::{Access, BusError, Master, MasterConfig, Resp, WriteOrder};
use uvm::{ClockReset, Finding, Pattern, SimConfig, Simulation, join};

use crate::stream::load;

fn bench(fault: u32, config: MasterConfig) -> (Simulation, Rc<Master>) {
    let sim = Simulation::new(SimConfig {
        timeout_cycles: 20_000,
        ..SimConfig::default()
    });
    let dut = load(Design::new("axil_regs").parameter("Fault", fault));
    sim.attach(&dut, &ClockReset::active_low("clk", "rst_n"))
        .unwrap();
    let master = Master::new(&sim.scope("env.bus"), &dut, "s", config).unwrap();
    assert_eq!(dut.unbound(), []);
    (sim, Rc::new(master))
}

/// Writes and reads back all registers.
fn exercise(sim: &Simulation, master: &Rc<Master>) -> Result<(), BusError> {
    let (handle, master) = (sim.handle(), master.clone());
    let outcome = sim.block_on("test", async move {
        handle.reset(2).await;
        let registers = master.registers();
        for n in 0..4 {
            registers.write(4 * n, 0x1111 * n).await?;
        }
        for n in 0..4 {
            assert_eq!(registers.read(4 * n).await?, 0x1111 * n);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn registers_keep_their_values_in_every_order_and_pattern() {
    let orders = [
        WriteOrder::Together,
        WriteOrder::AddressFirst,
        WriteOrder::DataFirst,
    ];
    let patterns = [
        Pattern::Always,
        Pattern::Percent(30),
        Pattern::Fixed { on: 1, off: 3 },
        Pattern::After(2),
    ];
    for order in orders {
        for pattern in &patterns {
            for outstanding in [1, 4] {
                let (sim, master) = bench(
                    0,
                    MasterConfig {
                        order,
                        outstanding,
                        pattern: pattern.clone(),
                        ..MasterConfig::default()
                    },
                );
                let case = format!("{order:?} {pattern:?} {outstanding}");
                assert_eq!(exercise(&sim, &master), Ok(()), "{case}");
                assert_eq!(sim.findings(), [], "{case}");
            }
        }
    }
}

#[test]
fn strobes_updates_errors_and_polls() {
    let (sim, master) = bench(0, MasterConfig::default());
    let (handle, bus) = (sim.handle(), master.clone());
    sim.block_on("test", async move {
        handle.reset(2).await;
        let registers = bus.registers();
        registers.write(4, 0xaabb_ccdd).await.unwrap();
        registers.write_bytes(4, 0x1122_3344, 0b0101).await.unwrap();
        assert_eq!(registers.read(4).await, Ok(0xaa22_cc44));
        assert_eq!(registers.update(4, 0xff, 0x99).await, Ok(0xaa22_cc44));
        assert_eq!(registers.read(4).await, Ok(0xaa22_cc99));
        let refused = Err(BusError::Refused {
            addr: 0x10,
            resp: Resp::SlvErr,
        });
        assert_eq!(registers.read(0x10).await, refused);
        assert_eq!(registers.write(0x10, 1).await.map(|()| 0), refused);
        let unchanged = registers.poll(0, 1, 1, 3, 5).await.unwrap_err();
        assert_eq!(
            unchanged.to_string(),
            "0x0 still reads 0x0 after 3 reads; waited for 0x1 under mask 0x1"
        );
        let other = bus.registers();
        let late = async {
            handle.cycles(50).await;
            other.write(0, 7).await
        };
        let (polled, written) = join(registers.poll(0, 1, 1, 100, 1), late).await;
        assert_eq!((polled, written), (Ok(7), Ok(())));
    })
    .unwrap();
    assert_eq!(sim.findings(), []);
}

#[test]
fn the_monitor_publishes_accesses_with_their_answers() {
    let (sim, master) = bench(
        0,
        MasterConfig {
            outstanding: 4,
            ..MasterConfig::default()
        },
    );
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = seen.clone();
    master
        .monitor
        .observed
        .subscribe(move |access| log.borrow_mut().push(access.item));
    exercise(&sim, &master).unwrap();
    let seen = seen.borrow();
    assert_eq!(seen.len(), 8);
    assert_eq!(
        seen[2].access,
        Access::Write {
            addr: 8,
            data: 0x2222,
            strb: 0xf
        }
    );
    assert_eq!(
        (seen[7].access, seen[7].answer.data),
        (Access::Read { addr: 12 }, 0x3333)
    );
}

#[test]
fn a_reset_aborts_an_access() {
    let (sim, master) = bench(0, MasterConfig::default());
    let handle = sim.handle();
    master.flows.r.pause();
    let outcome = sim.block_on("test", async move {
        handle.reset(2).await;
        let registers = master.registers();
        let resetting = async {
            handle.cycles(20).await;
            handle.reset(2).await;
        };
        let (aborted, ()) = join(registers.read(0), resetting).await;
        master.flows.r.resume();
        (aborted, registers.read(0).await)
    });
    assert_eq!(
        outcome.unwrap(),
        (Err(BusError::Aborted(uvm::Aborted)), Ok(0))
    );
    assert_eq!(sim.findings(), []);
}

/// What is found on registers with a fault, when data come late and answers wait.
fn rules(fault: u32) -> Vec<String> {
    let (sim, master) = bench(fault, MasterConfig::default());
    master.flows.w.set_pattern(Pattern::After(5));
    master.flows.r.set_pattern(Pattern::After(2));
    let (handle, registers) = (sim.handle(), master.registers());
    let outcome = sim.block_on("test", async move {
        handle.reset(2).await;
        handle.timeout(40, registers.write(0, 1)).await.ok();
        handle.timeout(40, registers.read(0)).await.ok();
    });
    assert!(outcome.is_ok());
    sim.findings().iter().map(Finding::to_string).collect()
}

#[test]
fn correct_registers_break_no_rule() {
    assert_eq!(rules(0), [] as [String; 0]);
}

#[test]
fn an_answer_before_the_data_is_found() {
    insta::assert_snapshot!(rules(1)[0]);
}

#[test]
fn read_data_that_change_are_found() {
    insta::assert_snapshot!(rules(2)[0]);
}
