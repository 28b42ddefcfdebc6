//! QP control (contract 7).

use crate::support::{QPN, lines, read, write};
use model::Error;
use model::completer_frontend::{Effect, Next, QpCommand, Rule};
use rdma::layouts::{QpControl, QpOp, QpState, TxInfo};

fn command(op: QpOp, new_state: QpState) -> QpControl {
    QpControl {
        op,
        qpn: QPN,
        new_state,
        tag: 0xBEEF,
    }
}

/// Takes a command to its end.
fn effects(command: &QpControl, entries: &[TxInfo]) -> (Vec<Effect>, Next) {
    let (mut transaction, step) = QpCommand::new(command);
    let mut effects = step.effects.to_vec();
    for entry in entries {
        effects.extend(
            transaction
                .entry(entry)
                .expect("the flush asks for entries")
                .effects,
        );
    }
    (effects, transaction.next())
}

#[test]
fn all_but_destroy_and_error_pass_unchanged() {
    let others = [
        command(QpOp::CREATE, QpState::RESET),
        command(QpOp::CREATE, QpState::ERR),
        command(QpOp::MODIFY, QpState::RTS),
        command(QpOp::MODIFY, QpState::SQE),
        command(QpOp(9), QpState::ERR),
    ];
    for command in others {
        let (effects, next) = effects(&command, &[]);
        let lines = lines(&effects);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].starts_with("m_qp_control_cmd: op=") && lines[0].ends_with("tag=beef"));
        assert!(matches!(next, Next::Done(o) if o.rule == Rule::QpPassed));
    }
}

#[test]
fn to_error_flushes_from_the_oldest_entry() {
    let entries = [
        write(0xFFFF, 100, 103),
        TxInfo {
            started: false,
            ..read(0, 104, 104)
        },
        TxInfo::default(),
    ];
    let (effects, next) = effects(&command(QpOp::MODIFY, QpState::ERR), &entries);
    assert_eq!(
        lines(&effects),
        [
            "qp_rw_port_awd: op=WRITE qpn=3 set_state=1 state=ERR",
            "m_qp_control_cmd: op=MODIFY qpn=3 new_state=ERR tag=beef",
            "m_comp_err_stream: opcode=WRITE status=WR_FLUSH wqe_counter=ffff qpn=3 wr_id=1aaff source=COMPLETER_FRONTEND cause=FLUSH",
            "m_cmd_port_0: op=DELETE qpn=3 wqe_index=ffff",
            "m_comp_err_stream: opcode=READ status=WR_FLUSH qpn=3 wr_id=ab00 source=COMPLETER_FRONTEND cause=FLUSH",
            "m_cmd_port_0: op=DELETE qpn=3",
        ]
    );
    assert!(matches!(next, Next::Done(o) if o.flushed == 2 && o.rule == Rule::QpToError));
}

#[test]
fn to_error_waits_for_the_oldest_then_by_index() {
    let (mut transaction, step) = QpCommand::new(&command(QpOp::MODIFY, QpState::ERR));
    assert_eq!(step.next, Next::Oldest);
    assert_eq!(
        transaction.entry(&write(7, 1, 1)).map(|s| s.next),
        Ok(Next::Entry)
    );
}

#[test]
fn destroy_cleans_up_and_makes_no_completion() {
    let far = QpControl {
        qpn: 0x1_0003,
        ..command(QpOp::DESTROY, QpState::RTS)
    };
    let (effects, next) = effects(&far, &[]);
    assert_eq!(
        lines(&effects),
        [
            "qp_rw_port_awd: op=WRITE qpn=10003 set_valid=1 set_state=1 state=RESET",
            "m_cmd_port_1: qpn=10003",
            "m_cc_qp_destroy: qpn=3",
        ]
    );
    assert!(matches!(next, Next::Done(o) if o.rule == Rule::QpDestroyed));
}

#[test]
fn a_finished_command_takes_no_entry() {
    let (mut transaction, _) = QpCommand::new(&command(QpOp::DESTROY, QpState::RESET));
    assert!(matches!(
        transaction.entry(&TxInfo::default()),
        Err(Error::OutOfTurn { .. })
    ));
}
