//! MR control (contract 8).

use crate::support::lines;
use model::completer_frontend::{MrCommand, Next, Rule};
use rdma::layouts::{MrControl, MrOp};

fn command(op: MrOp) -> MrControl {
    MrControl {
        op,
        key: 0xABCD,
        pd: 7,
        va: 1 << 40,
        length: 1 << 33,
        access: 3,
        page_size: 2,
    }
}

#[test]
fn deregistration_fences_then_flushes() {
    let (mut transaction, step) = MrCommand::new(&command(MrOp::DEREGISTER));
    assert_eq!(lines(&step.effects), ["m_dereg_mr_id: key=abcd"]);
    assert_eq!(step.next, Next::Fence);
    let step = transaction.fenced().unwrap();
    assert_eq!(lines(&step.effects), ["m_mmu_flush: key=abcd"]);
    assert_eq!(step.next, Next::MmuFlush);
    let step = transaction.flushed().unwrap();
    assert!(step.effects.is_empty());
    assert!(matches!(step.next, Next::Done(o) if o.rule == Rule::MrDone));
}

#[test]
fn all_else_passes_unchanged() {
    for op in [MrOp::REGISTER, MrOp(0), MrOp(15)] {
        let (transaction, step) = MrCommand::new(&command(op));
        assert_eq!(step.effects.len(), 1);
        assert_eq!(
            step.effects[0].beat,
            model::completer_frontend::Beat::MrControl(command(op))
        );
        assert!(matches!(transaction.next(), Next::Done(o) if o.rule == Rule::MrPassed));
    }
}

#[test]
fn acknowledgements_out_of_order_are_refused() {
    let (mut transaction, _) = MrCommand::new(&command(MrOp::DEREGISTER));
    assert!(transaction.flushed().is_err());
    assert!(transaction.fenced().is_ok());
    assert!(transaction.fenced().is_err());
    assert!(transaction.flushed().is_ok());
    assert!(transaction.flushed().is_err());
}
