//! The debug registers over AXI4-Lite, every access held against the model (contract 9).

use std::cell::Cell;
use std::rc::Rc;

use dut::Dut;
use model::completer_frontend::{BusAnswer, BusResponse};
use rdma::layouts::completer_frontend as map;
use uvm::axil::{Access, Completed, Master, MasterConfig, Resp};
use uvm::axis::Observed;
use uvm::{Finding, Scope};

use super::judge::Judge;
use crate::Error;

/// A read that began and ended with nothing in flight is exact; a read takes fewer cycles than this.
const QUIET_CYCLES: u64 = 16;

/// Puts a master on `s_debug_reg` and checks what it reads.
///
/// # Errors
/// When a pin is missing, too wide, or not an input where it must be.
pub(super) fn connect(scope: &Scope, dut: &Dut, judge: &Rc<Judge>) -> Result<Master, Error> {
    let scope = scope.child("s_debug_reg");
    let master = Master::new(&scope, dut, "s_debug_reg", MasterConfig::default())?;
    let checker = Checker {
        scope: scope.clone(),
        judge: judge.clone(),
        taken: Rc::default(),
    };
    let (on_reset, taken) = (scope.sim().clone(), checker.taken.clone());
    on_reset.on_reset(move || taken.set(0));
    master
        .monitor
        .observed
        .subscribe(move |access| checker.check(access));
    Ok(master)
}

struct Checker {
    scope: Scope,
    judge: Rc<Judge>,
    /// Sticky bits that reads have taken while responses were in flight: which of them the wrapper had
    /// counted by then is its own affair, so what they took is held against the model when all is done.
    taken: Rc<Cell<u32>>,
}

impl Checker {
    fn check(&self, completed: &Observed<Completed>) {
        let (access, answer) = (&completed.item.access, &completed.item.answer);
        let offset = access.addr() as u32;
        let expected = match access {
            Access::Write { .. } => BusAnswer {
                response: self.write(offset),
                data: 0,
                known: 0,
            },
            Access::Read { .. } if !self.judge.is_quiet(QUIET_CYCLES) => {
                self.take(offset, answer.data as u32);
                return;
            }
            Access::Read { .. } => self
                .judge
                .scoreboard()
                .borrow_mut()
                .registers()
                .read(offset),
        };
        let before = if offset == map::STICKY {
            self.taken.take()
        } else {
            0
        };
        let observed = answer.data as u32;
        let same = |bits: u32| bits & expected.known == expected.data & expected.known;
        if code(answer.resp) != expected.response.code() || !same(observed | before) {
            self.report(completed, offset, expected);
        }
    }

    fn write(&self, offset: u32) -> BusResponse {
        self.judge
            .scoreboard()
            .borrow_mut()
            .registers()
            .write(offset)
    }

    fn take(&self, offset: u32, data: u32) {
        if offset == map::STICKY {
            self.taken.set(self.taken.get() | data);
        }
    }

    fn report(&self, completed: &Observed<Completed>, offset: u32, expected: BusAnswer) {
        let Completed { access, answer } = &completed.item;
        let name = map::BLOCK
            .at(map::BASE + offset)
            .map_or("no register", |(register, _)| register.name);
        let lines = [
            format!("{name} at {offset:#05x} is not what the model says"),
            format!("rule      contract 9: {}", rule(access, offset)),
            format!(
                "expected  {:?} data {:#010x} in bits {:#010x}",
                expected.response, expected.data, expected.known
            ),
            format!("observed  {} data {:#010x}", answer.resp, answer.data),
        ];
        self.scope.sim().find(Finding {
            path: self.scope.path().to_owned(),
            cycle: completed.cycle,
            rule: "registers.access",
            message: lines.join("\n"),
        });
    }
}

fn rule(access: &Access, offset: u32) -> &'static str {
    match access {
        Access::Write { .. } => "a write to any register answers SLVERR, elsewhere DECERR",
        Access::Read { .. } if offset == map::STICKY => {
            "a read returns the sticky bits and clears exactly those"
        }
        Access::Read { .. } if [map::LAST_PSN, map::LAST_QPN].contains(&offset) => {
            "last_psn and last_qpn show the youngest accepted response"
        }
        Access::Read { .. } => "counters count by their doc line; other addresses answer DECERR",
    }
}

fn code(resp: Resp) -> u8 {
    match resp {
        Resp::Okay => 0,
        Resp::ExOkay => 1,
        Resp::SlvErr => 2,
        Resp::DecErr => 3,
    }
}
