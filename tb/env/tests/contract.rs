//! The ordering contract accepts what the page allows and refuses what it does not. A walk lists events
//! cycle by cycle; `+` joins those of one cycle.

use uvm::legend::Checker;

const HEADER: &str = "s_comp_header_stream";
const QP: &str = "s_qp_control_cmd";
const MR: &str = "s_mr_ctrl_stream";

/// What the contract says of a walk; `@` stands for the context READ and its answer.
fn violations(trigger: &str, walk: &str) -> Vec<String> {
    let legend = env::completer_frontend::legend().unwrap();
    let mut checker = Checker::new(&legend);
    let transaction = checker.begin(legend.trigger(trigger).unwrap(), 0);
    let walk = walk.replace('@', "qp_rw_port_awd.read qp_rw_port_rd");
    let mut found = Vec::new();
    for (cycle, events) in (1..).zip(walk.split_whitespace()) {
        for name in events.split('+') {
            let event = legend
                .event(name)
                .unwrap_or_else(|| panic!("no event {name}"));
            if let Err(violation) = checker.event(transaction, event, cycle) {
                found.push(violation.to_string());
            }
        }
    }
    found
}

#[test]
fn legal_walks_are_accepted() {
    for (trigger, walk) in [
        (HEADER, "@ m_comp_payload_drop1.drop"),
        (HEADER, "@ m_notify_cnp_qpn"),
        // An ACK over three entries, the middle one unsignaled.
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_cmd_port_0.implied+m_comp_cmpt_stream.implied s_data_port_0 m_cmd_port_4 \
                  s_data_port_4 m_cmd_port_0.implied s_data_port_0 m_cmd_port_4 s_data_port_4 \
                  m_comp_cmpt_stream+m_cmd_port_0.delete+qp_rw_port_awd.write+m_ack_info s_data_port_0",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_cmd_port_0.modify+qp_rw_port_awd.write+m_ack_info s_data_port_0",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_cmd_port_0.handover+qp_rw_port_awd.write+m_nak_info",
        ),
        // A READ response of two pieces; the stalled first decision comes last.
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_comp_payload_drop2.keep+m_comp_write_translate \
                  m_comp_payload_cmd_stream+m_comp_write_translate s_comp_write_translate_rsp s_comp_write_translate_rsp \
                  m_comp_payload_drop3.keep+m_comp_cmpt_stream+m_cmd_port_0.delete+qp_rw_port_awd.write \
                  s_data_port_0+m_comp_payload_cmd_stream m_comp_payload_drop1.keep",
        ),
        // A translation fault, and one entry to flush behind it.
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3+m_comp_payload_drop1.keep m_comp_payload_drop2.keep+m_comp_write_translate \
                  s_comp_write_translate_rsp m_comp_payload_drop3.drop+m_comp_err_stream+m_cmd_port_0.delete+qp_rw_port_awd.write \
                  s_data_port_0 m_cmd_port_4.flush s_data_port_4.flush m_comp_err_stream.flush+m_cmd_port_0.flush s_data_port_0 \
                  m_cmd_port_4.flush s_data_port_4.flush",
        ),
        (QP, "m_qp_control_cmd"),
        (QP, "qp_rw_port_awd.write m_cmd_port_1+m_cc_qp_destroy"),
        (
            QP,
            "qp_rw_port_awd.write m_cmd_port_3 s_data_port_3+m_qp_control_cmd m_comp_err_stream.flush+m_cmd_port_0.flush \
              s_data_port_0 m_cmd_port_4.flush s_data_port_4.flush",
        ),
        (MR, "m_mr_ctrl_stream"),
        (MR, "m_dereg_mr_id s_dereg_rsp m_mmu_flush s_mmu_flush_rsp"),
    ] {
        assert_eq!(violations(trigger, walk), Vec::<String>::new(), "{walk}");
    }
}

#[test]
fn illegal_walks_are_refused() {
    for (trigger, walk) in [
        (HEADER, "qp_rw_port_rd"),
        (HEADER, "@ m_comp_payload_drop1.drop m_cmd_port_3"),
        (HEADER, "@ m_cmd_port_3 m_comp_payload_drop1.drop"),
        (
            HEADER,
            "@ m_cmd_port_3 m_comp_payload_drop1.keep m_comp_payload_drop2.keep s_data_port_3",
        ),
        (HEADER, "@ m_cmd_port_3 qp_rw_port_awd.write s_data_port_3"),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_cmd_port_4 qp_rw_port_awd.write s_data_port_4",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_cmd_port_4 m_comp_cmpt_stream s_data_port_4",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_comp_write_translate m_comp_cmpt_stream s_comp_write_translate_rsp",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 qp_rw_port_awd.write m_comp_write_translate s_comp_write_translate_rsp",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 m_comp_payload_drop1.keep s_data_port_3 m_comp_payload_drop2.drop m_comp_payload_cmd_stream",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 m_comp_payload_drop1.keep s_data_port_3 m_comp_payload_cmd_stream m_comp_payload_drop2.drop",
        ),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 m_comp_write_translate s_comp_write_translate_rsp m_comp_payload_drop3.keep \
                  m_comp_payload_drop3.drop",
        ),
        (HEADER, "@ m_cmd_port_3 s_data_port_3 m_ack_info m_nak_info"),
        (
            HEADER,
            "@ m_cmd_port_3 s_data_port_3 qp_rw_port_awd.write qp_rw_port_awd.write",
        ),
        (QP, "m_qp_control_cmd qp_rw_port_awd.write"),
        (QP, "m_cmd_port_1"),
        (QP, "qp_rw_port_awd.write m_cmd_port_1 m_qp_control_cmd"),
        (MR, "m_dereg_mr_id m_mmu_flush s_dereg_rsp"),
        (MR, "m_mr_ctrl_stream m_dereg_mr_id"),
    ] {
        assert_ne!(violations(trigger, walk), Vec::<String>::new(), "{walk}");
    }
}
